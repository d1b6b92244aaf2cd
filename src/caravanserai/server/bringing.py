"""Bringing: a match that was played on somebody's device comes here, as a replay or to be gone on with.

Its owner could have known the seed. So it counts for nobody, neither in statistics nor in ratings, and says what it is.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial

from sqlalchemy import Connection, insert, select

from caravanserai.games import find_game
from caravanserai.match import Match, verify
from caravanserai.server import schema
from caravanserai.server.errors import Refused
from caravanserai.server.identity import new_id
from caravanserai.server.lobby import check_level, insert_table, own_nickname, seats_for
from caravanserai.server.messages import BringMatch, PlayedLog
from caravanserai.server.reading import MoveEntry, Seat
from caravanserai.server.rows import MoveRow, TableRow, values
from caravanserai.server.services import Services
from caravanserai.server.storage import Write
from caravanserai.server.table import FINISHED, RUNNING, Table


async def bring(services: Services, person: str, wanted: BringMatch) -> Table:
    """The table of a match that was played on a person's device, replayed from its log. Whoever brings it again, since
    the answer was lost, finds it where it is."""
    own, log = await own_nickname(services, person), wanted.log
    seats = seats_for(person, own, log.game, wanted.seats)
    expect_seats(seats, log)
    match = await replayed(services, log)
    if (table_id := await services.storage.read(partial(find_brought, person, log.seed))) is not None:
        return await expect_same(services, table_id, match)
    table = table_of(person, seats, match)
    write = Write()
    if table.status == RUNNING:
        services.clocks.begin(table)
    insert_table(table, write)
    moves = [MoveRow(table.id, number, *move, None, table.row.created_at) for number, move in enumerate(texts(match))]
    if moves:
        write.work.append(lambda connection: insert_moves(connection, moves))
    await services.storage.write(write)
    table.stored = table.point()
    services.my_tables.look_again(person)
    services.registry.hold(table)
    services.clocks.schedule(table)
    return table


def expect_seats(seats: list[Seat], log: PlayedLog) -> None:
    """Refuses seats that are not those of a match of one device."""
    if len(seats) != log.seats:
        raise Refused("invalid", f"seats: there are {len(seats)}", f"{log.seats}, as in the log")
    if any(seat.kind == "open" for seat in seats) or all(seat.kind == "bot" for seat in seats):
        raise Refused("invalid", "seats: some are open, or none is yours", "mine and bots, at least one of them mine")


async def replayed(services: Services, log: PlayedLog) -> Match:
    """The match of a log: every decision possible, seed and outcome as it says; refuses any other."""
    game = find_game(log.game)
    if log.rules != game.rules_version:
        raise Refused("older_rules", f"log: rules {log.rules} of {game.id}", f"rules {game.rules_version}")
    await services.preparation.ready(game.id)
    return await asyncio.to_thread(verify, log.model_dump(exclude_none=True))


def table_of(person: str, seats: list[Seat], match: Match) -> Table:
    """The table at which a match was played, as far as it is."""
    outcome, now = match.outcome(), time.time()
    row = TableRow(
        id=new_id(),
        invite=new_id(16),
        creator=person,
        game=match.game.id,
        edition=match.edition.name,
        options=match.options,
        turn_seconds=None,
        window_seconds=None,
        public=False,
        free_talk=False,
        brought=True,
        stand_in=check_level(match.game.id, None),
        status=RUNNING if outcome is None else FINISHED,
        rules=match.game.rules_version,
        seed=match.seed.hex(),
        outcome=outcome.as_json() if outcome else None,
        created_at=now,
        started_at=now,
        ended_at=now if outcome else None,
    )
    table = Table(row, seats)
    for number, (seat, text) in enumerate(texts(match)):
        table.take_entry(MoveEntry(number, seat, text, None))
    return table


def texts(match: Match) -> list[tuple[int, str]]:
    """The decisions of a match as they are stored."""
    return [(seat, text) for seat, text in match.log()["moves"]]


def find_brought(person: str, seed: str, connection: Connection) -> str | None:
    """The table to which a person has brought the match of a seed."""
    c = schema.tables.c
    found: str | None = connection.execute(
        select(c.id).where(c.creator == person, c.brought, c.seed == seed).order_by(c.created_at).limit(1)
    ).scalar()
    return found


async def expect_same(services: Services, table_id: str, match: Match) -> Table:
    """The table to which a match was brought before; refuses if it went on otherwise there."""
    async with services.registry.locked(table_id, fresh=True) as table:
        brought = texts(match)
        if table.match is None or texts(table.match)[: len(brought)] != brought:
            message = "this match was brought here before, and went on otherwise"
            raise Refused("brought_before", message, f"the match of table {table_id}")
        return table


def insert_moves(connection: Connection, moves: list[MoveRow]) -> None:
    """Write the decisions of a match that is new here."""
    connection.execute(insert(schema.moves), [values(move) for move in moves])
