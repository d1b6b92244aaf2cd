"""The lobby: making tables, sitting down, starting, leaving, and lists of tables."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Select, func, insert, or_, select, update

from caravanserai.bots import LEVELS, levels_of
from caravanserai.games import find_game
from caravanserai.kernel.chance import new_seed
from caravanserai.kernel.errors import InvalidEdition, InvalidOption
from caravanserai.match import Match
from caravanserai.server import schema
from caravanserai.server.belongings import has_departed
from caravanserai.server.errors import Refused
from caravanserai.server.identity import check_nickname, new_id, same_name
from caravanserai.server.messages import Arrange, ClockSettings, CreateTable, SeatWanted, Sit
from caravanserai.server.mine import my_table, tables_of
from caravanserai.server.permissions import admit
from caravanserai.server.presenting import table_info
from caravanserai.server.reading import Seat
from caravanserai.server.rows import TableRow, changes, values
from caravanserai.server.seating import RESIGNED, seat_change
from caravanserai.server.services import Services
from caravanserai.server.storage import Write
from caravanserai.server.sweeping import delete_table
from caravanserai.server.table import FINISHED, RUNNING, WAITING, Table

LISTED = 100
LISTED_OF_ONE = 3
"""Public tables of one person that wait, or run, that others are shown."""
LOOKED_AT_OF_ONE = 10
"""Of which some may be such that nobody can play on."""
MOST_MADE = {WAITING: 20, RUNNING: 40}
"""Tables that one person has made and that may be waiting, or running, at a time."""
MOST_BROUGHT = 200
"""Finished matches that one person has brought from a device and that are kept here."""


def check_level(game: str, level: str | None) -> str:
    """A level the game has; if none is named, the strongest of those all have that answer at once."""
    if level is None:
        return [name for name, known in LEVELS.items() if not known.searches][-1]
    levels = levels_of(find_game(game))
    if level not in levels:
        raise InvalidOption(f"level {level!r}: expected one of {', '.join(levels)}", list(levels))
    return level


def check_clocks(clocks: ClockSettings) -> None:
    """Refuses two ways of reckoning time at once."""
    if clocks.bank is None and clocks.increment:
        raise InvalidOption("clocks: increment is added to a bank; expected a bank, or no increment")
    if clocks.bank is not None and clocks.turn is not None:
        raise InvalidOption("clocks: both turn and bank are set; expected a time for each decision or for the match")


async def introduce(services: Services, person: str | None, nickname: str) -> str:
    """Know somebody, by a new id or the one they have, even if storage has forgotten it."""
    name, known, time_now = check_nickname(nickname), person or new_id(16), time.time()

    def remember(connection: Connection) -> None:
        there = update(schema.people).where(schema.people.c.id == known).values(nickname=name, seen_at=time_now)
        if not connection.execute(there).rowcount:
            if has_departed(connection, known):
                raise signed_out()
            new = {"id": known, "nickname": name, "created_at": time_now, "seen_at": time_now}
            connection.execute(insert(schema.people).values(**new))

    await services.storage.write(Write(work=[remember]))
    return known


def signed_out() -> Refused:
    """The refusal of somebody who has left for good."""
    return Refused("signed_out", "whoever had this cookie has left for good", "POST /api/me without a cookie")


def find_nickname(connection: Connection, person: str) -> str | None:
    """The nickname of somebody who has introduced themselves."""
    c = schema.people.c
    name: str | None = connection.execute(select(c.nickname).where(c.id == person)).scalar()
    return name


async def nickname_of(services: Services, person: str) -> str | None:
    """The nickname of somebody who has introduced themselves."""
    return await services.storage.read(lambda q: find_nickname(q, person))


async def own_nickname(services: Services, person: str) -> str:
    """The nickname of somebody who wants to do something; refuses those whom storage does not know."""

    def find(connection: Connection) -> str:
        name = find_nickname(connection, person)
        if has_departed(connection, person):  # or is about to: what they have is being deleted
            raise signed_out()
        if name is None:
            raise Refused("not_known", "nobody is known by this cookie", "POST /api/me with a nickname first")
        return name

    return await services.storage.read(find)


async def create(services: Services, person: str, wanted: CreateTable) -> Table:
    """A new table."""
    own = await own_nickname(services, person)
    check_clocks(wanted.clocks)
    seats = seats_for(person, own, wanted.game, wanted.seats)
    game = find_game(wanted.game)
    if wanted.edition not in game.editions:
        known = list(game.editions)
        raise InvalidEdition(f"edition {wanted.edition!r} of {game.id}: expected one of {', '.join(known)}", known)
    await services.preparation.ready(game.id)
    # A match that is thrown away: it refuses what cannot be played.
    trial = Match(game, len(seats), dict(wanted.options), "trial", wanted.edition)
    row = TableRow(
        id=new_id(),
        invite=new_id(16),
        creator=person,
        game=game.id,
        edition=wanted.edition,
        options=trial.options,
        turn_seconds=wanted.clocks.turn,
        window_seconds=wanted.clocks.window,
        bank_seconds=wanted.clocks.bank,
        increment_seconds=wanted.clocks.increment,
        public=wanted.public,
        free_talk=wanted.free_talk,
        bots_open=wanted.bots_open if wanted.bots_open is not None else not wanted.public,
        stand_in=check_level(game.id, wanted.stand_in),
        rules=game.rules_version,
        created_at=time.time(),
    )
    table, write = Table(row, seats), Write()
    insert_table(table, write)
    await services.storage.write(write)
    services.my_tables.look_again(person)
    return services.registry.hold(table)


def seats_for(person: str, own: str, game: str, places: Sequence[SeatWanted]) -> list[Seat]:
    """The seats of a new table, as a person with that nickname wants them."""
    seats: list[Seat] = []
    for place in places:
        if place.kind == "bot":
            seats.append(Seat(level=check_level(game, place.level)))
        elif place.kind == "me":
            seats.append(Seat(person, unused_name(seats, check_nickname(place.nickname or own))))
        else:
            seats.append(Seat())
    return seats


def insert_table(table: Table, write: Write) -> None:
    """Add a new table to what is to be written."""
    rows = [values(seat.row(table.id, number)) for number, seat in enumerate(table.seats)]
    write.statements[:0] = [insert(schema.tables).values(values(table.row)), insert(schema.seats).values(rows)]
    write.work.append(limit_made(table.row.creator, table.status))


def limit_made(person: str, status: str) -> Callable[[Connection], None]:
    """Work that refuses to have one more of a person's tables in that state than one may have."""
    c = schema.tables.c
    question = select(func.count()).where(c.creator == person, c.status == status)
    most = MOST_MADE.get(status, MOST_BROUGHT)
    if status == FINISHED:
        question = question.where(c.brought)

    def check(connection: Connection) -> None:
        if (connection.execute(question).scalar() or 0) > most:
            expected = "no more of them" if status == FINISHED else "some of them ended first"
            raise Refused("too_fast", f"you have {most} tables {status}", expected)

    return check


def unused_name(seats: Sequence[Seat], name: str) -> str:
    """The name itself, unless somebody at the table could be taken for its owner."""
    if any(seat.nickname is not None and same_name(seat.nickname, name) for seat in seats):
        raise Refused("conflict", f"nickname {name!r}: somebody at the table has it", "another nickname")
    return name


async def sit(services: Services, table_id: str, person: str, wanted: Sit, invite: str | None) -> tuple[Table, int]:
    """Take a seat: before the start a free one, or one's own under another name; later, where the table allows it, that
    of a bot which stands in for nobody."""
    own = await own_nickname(services, person)
    async with services.registry.locked(table_id) as table:
        admit(table, person, invite)
        expect_status(table, WAITING, *([RUNNING] if table.row.bots_open else []))
        free = seats_to_take(table, person)
        number = next((n for n in free if not table.seats[n].person), -1) if wanted.seat is None else wanted.seat
        if number not in free:
            raise Refused("conflict", f"seat {wanted.seat}: not free" if free else "no seat is free", free)
        others = [seat for place, seat in enumerate(table.seats) if place != number]
        name = unused_name(others, check_nickname(wanted.nickname or own))
        if table.status == RUNNING:
            table.expect_playable()
            await services.seating.take_bots_seat(table, number, Seat(person, name))
            services.my_tables.look_again(person)
            return table, number
        table.seats[number] = Seat(person, name)
        await services.registry.store(table, Write(statements=[seat_change(table, number)]))
        services.my_tables.look_again(person)
        services.publisher.publish(table)
        return table, number


def seats_to_take(table: Table, person: str) -> list[int]:
    """Seats in which somebody may sit down now: in a match that goes on, whoever has a seat gets no other."""
    if table.status == RUNNING and table.seats_of(person):
        raise Refused("conflict", "you have a seat at this table", "somebody who has none")
    kind = "open" if table.status == WAITING else "bot"
    free = [number for number, seat in enumerate(table.seats) if seat.kind == kind]
    return free + table.seats_of(person)


def expect_status(table: Table, *status: str) -> None:
    """Refuses what cannot be done at the table as it is."""
    if table.status not in status:
        raise Refused("conflict", f"the table is {table.status}", f"a table that is {' or '.join(status)}")


def expect_creator(table: Table, person: str) -> None:
    """Refuses all but the creator; for whoever may not look at the table there is none."""
    admit(table, person)
    if table.row.creator != person:
        raise Refused("not_yours", "only who made the table may do that", "its creator")


def own_seats(table: Table, person: str, seat: int | None) -> list[int]:
    """The person's seats, or the one named; refuses if it is none of theirs."""
    held = table.seats_of(person)
    if not held or (seat is not None and seat not in held):
        raise Refused("not_yours", f"seat {seat}: not yours" if held else "you have no seat at this table", held)
    return held if seat is None else [seat]


async def leave(services: Services, table_id: str, person: str, seat: int | None, resign: bool) -> Table:
    """Leave one's seats: before the start they are free again, later a bot plays on; who resigns never returns."""
    async with services.registry.locked(table_id) as table:
        admit(table, person)
        expect_status(table, WAITING, RUNNING)
        held = own_seats(table, person, seat)
        if table.status == RUNNING:
            table.expect_playable()
            await services.seating.take_over(table, held, RESIGNED if resign else "bot_after_leave")
            return table
        write = Write()
        for number in held:
            table.seats[number] = Seat()
            write.statements.append(seat_change(table, number))
        await services.registry.store(table, write)
        services.publisher.publish(table)
        return table


async def arrange(services: Services, table_id: str, person: str, wanted: Arrange) -> Table:
    """Put a bot into a seat that is not one's own, or free it: whoever sat there may sit down again."""
    async with services.registry.locked(table_id) as table:
        expect_creator(table, person)
        expect_status(table, WAITING)
        places = [number for number, seat in enumerate(table.seats) if seat.person != person]
        if wanted.seat not in places:
            raise Refused("conflict", f"seat {wanted.seat}: not another's", places)
        level = check_level(table.row.game, wanted.level) if wanted.level is not None else None
        table.seats[wanted.seat] = Seat(level=level)
        await services.registry.store(table, Write(statements=[seat_change(table, wanted.seat)]))
        services.publisher.publish(table)
        return table


async def close(services: Services, table_id: str, person: str) -> dict[str, Any]:
    """Take a table away before the start; how it was."""
    async with services.registry.locked(table_id, fresh=True) as table:
        expect_creator(table, person)
        expect_status(table, WAITING)
        told = table_info(table)
        await delete_table(services, table)
        return told


async def start(services: Services, table_id: str, person: str, fill: str | None) -> Table:
    """Deal. The seed is made now and kept; what is published is its commitment."""
    await services.preparation.ready((await services.registry.get(table_id)).row.game)
    async with services.registry.locked(table_id) as table:
        expect_creator(table, person)
        expect_status(table, WAITING)
        free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        if free and fill is None:
            raise Refused("conflict", "some seats are free", "people or bots in all seats")
        write = Write()
        for number in free:
            table.seats[number] = Seat(level=check_level(table.row.game, fill))
            write.statements.append(seat_change(table, number))
        before = values(table.row)
        await services.vacations.enter(table)
        deal(services, table)
        write.changed[table.id] = changes(before, table.row)
        write.work.append(limit_made(table.row.creator, RUNNING))
        await services.registry.store(table, write)
        services.clocks.schedule(table)
        services.publisher.publish(table)
        return table


def deal(services: Services, table: Table) -> None:
    """Begin the match, in memory."""
    row = table.row
    row.status, row.seed, row.rules = RUNNING, new_seed().hex(), find_game(row.game).rules_version
    row.started_at = time.time()
    table.match = table.fresh_match()
    services.clocks.begin(table)


async def public_tables(services: Services) -> list[dict[str, Any]]:
    """Public tables that wait or run, the newest first; of one person's no more than some that wait, and some that
    run."""
    c = schema.tables.c
    number = func.row_number().over(partition_by=(c.creator, c.status), order_by=c.created_at.desc())
    found = (
        select(c.id, c.version, c.created_at, number.label("number"))
        .where(c.public.is_(True), or_(c.status == WAITING, c.status == RUNNING))
        .subquery()
    )
    question = (
        select(found.c.id, found.c.version)
        .where(found.c.number <= LOOKED_AT_OF_ONE)
        .order_by(found.c.created_at.desc())
        .limit(LISTED)
    )
    listed, counts = [], Counter[tuple[str, str]]()
    for name in await _fresh(services, question):
        told = await services.registry.told(name, lambda table: ((table.row.creator, table.status), table_info(table)))
        if told is not None and told[1]["fault"] is None and counts[told[0]] < LISTED_OF_ONE:
            counts[told[0]] += 1
            listed.append(told[1])
    return listed


async def my_tables(services: Services, person: str) -> list[dict[str, Any]]:
    """A person's tables, the newest first, and whether they are to decide."""
    t = schema.tables.c
    question = select(t.id, t.version).where(tables_of(person)).order_by(t.created_at.desc()).limit(LISTED)
    tables = [await my_table(services.registry, name, person) for name in await _fresh(services, question)]
    return [mine for mine in tables if mine is not None]


async def _fresh(services: Services, question: Select[Any]) -> list[str]:
    """Tables that were found, with their versions: copies of them that are behind are known to be from here on."""
    found: list[Any] = await services.storage.read(lambda q: list(q.execute(question)))
    for name, version in found:
        services.registry.heard_of(name, version)
    return [name for name, _ in found]
