"""The lobby: making tables, sitting down, starting, leaving, playing again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, or_, select, update

from caravanserai.bots import LEVELS, levels_of
from caravanserai.games import find_game
from caravanserai.kernel.chance import new_seed
from caravanserai.kernel.errors import InvalidEdition, InvalidOption
from caravanserai.match import Match
from caravanserai.server import storage
from caravanserai.server.errors import Refused
from caravanserai.server.house import House, seat_change
from caravanserai.server.identity import check_nickname, new_id, same_name
from caravanserai.server.messages import Arrange, CreateTable, Sit
from caravanserai.server.outgoing import table_info
from caravanserai.server.storage import Write
from caravanserai.server.table import FINISHED, RUNNING, WAITING, Seat, Table

LISTED = 100
MOST_WAITING = 20
"""Tables one person may have waiting or running at a time, made by them."""


def check_level(game: str, level: str | None) -> str:
    """A level the game has; if none is named, the strongest of those all have that answer at once."""
    if level is None:
        return [name for name, known in LEVELS.items() if not known.searches][-1]
    levels = levels_of(find_game(game))
    if level not in levels:
        raise InvalidOption(f"level {level!r}: expected one of {', '.join(levels)}")
    return level


async def introduce(house: House, person: str | None, nickname: str) -> str:
    """Know somebody, by a new id or the one they have."""
    name = check_nickname(nickname)
    c = storage.people.c
    if person is not None:
        statement: Any = update(storage.people).where(c.id == person).values(nickname=name)
    else:
        person = new_id(16)
        statement = insert(storage.people).values(id=person, nickname=name, created_at=time.time())
    await house.storage.write(Write(statements=[statement]))
    return person


async def nickname_of(house: House, person: str) -> str | None:
    """The nickname of somebody who has introduced themselves."""
    c = storage.people.c
    question = select(c.nickname).where(c.id == person)
    name: str | None = await house.storage.read(lambda q: q.execute(question).scalar())
    return name


async def create(house: House, person: str, wanted: CreateTable) -> Table:
    """A new table."""
    own = await nickname_of(house, person)
    seats: list[Seat] = []
    for place in wanted.seats:
        if place.kind == "bot":
            seats.append(Seat(level=check_level(wanted.game, place.level)))
        elif place.kind == "me":
            name = unused_name(seats, check_nickname(place.nickname or own or ""))
            seats.append(Seat(person, name))
        else:
            seats.append(Seat())
    game = find_game(wanted.game)
    if wanted.edition not in game.editions:
        raise InvalidEdition(f"edition {wanted.edition!r} of {game.id}: expected one of {', '.join(game.editions)}")
    # A match that is thrown away: it refuses what cannot be played.
    trial = Match(game, len(seats), dict(wanted.options), "trial", wanted.edition)
    row = {
        "id": new_id(),
        "invite": new_id(16),
        "creator": person,
        "game": game.id,
        "edition": wanted.edition,
        "options": trial.options,
        "turn_seconds": wanted.clocks.turn,
        "window_seconds": wanted.clocks.window,
        "public": wanted.public,
        "free_talk": wanted.free_talk,
        "stand_in": check_level(game.id, wanted.stand_in),
        "status": WAITING,
        "seed": None,
        "outcome": None,
        "rematch": None,
        "created_at": time.time(),
        "ended_at": None,
        "dues": {},
        "due_at": None,
    }
    return await add(house, Table(row, seats), [])


async def add(house: House, table: Table, more: Sequence[Any]) -> Table:
    """Store a new table."""
    c = storage.tables.c
    mine = select(c.id).where(c.creator == table.row["creator"], c.status == WAITING).limit(MOST_WAITING)
    if len(await house.storage.read(lambda q: q.execute(mine).all())) >= MOST_WAITING:
        raise Refused("too_fast", f"you have {MOST_WAITING} tables waiting", "some of them started first")
    rows = [seat.row(table.id, number) for number, seat in enumerate(table.seats)]
    statements = [insert(storage.tables).values(**table.row), insert(storage.seats).values(rows)]
    await house.storage.write(Write(statements=[*statements, *more]))
    house.tables[table.id] = table
    return table


def unused_name(seats: Sequence[Seat], name: str) -> str:
    """The name itself, unless somebody at the table could be taken for its owner."""
    if any(seat.nickname is not None and same_name(seat.nickname, name) for seat in seats):
        raise Refused("conflict", f"nickname {name!r}: somebody at the table has it", "another nickname")
    return name


async def sit(house: House, table_id: str, person: str, wanted: Sit, invite: str | None) -> tuple[Table, int]:
    """Take a seat, before the start or in place of a bot that nobody left."""
    own = await nickname_of(house, person)
    async with house.at(table_id) as table:
        house.admit(table, person, invite)
        expect_status(table, WAITING)
        free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        number = wanted.seat if wanted.seat is not None else next(iter(free), -1)
        if number not in free:
            raise Refused("conflict", f"seat {wanted.seat}: not free" if free else "no seat is free", free)
        name = unused_name(table.seats, check_nickname(wanted.nickname or own or ""))
        table.seats[number] = Seat(person, name)
        await house.store(table, Write(statements=[seat_change(table, number)]))
        house.publish(table)
        return table, number


def expect_status(table: Table, *status: str) -> None:
    """Refuses what cannot be done at the table as it is."""
    if table.status not in status:
        raise Refused("conflict", f"the table is {table.status}", f"a table that is {' or '.join(status)}")


def expect_creator(table: Table, person: str) -> None:
    """Refuses all but the creator."""
    if table.row["creator"] != person:
        raise Refused("not_yours", "only who made the table may do that", "its creator")


def own_seats(table: Table, person: str, seat: int | None) -> list[int]:
    """The person's seats, or the one named; refuses if it is none of theirs."""
    held = table.seats_of(person)
    if not held or (seat is not None and seat not in held):
        raise Refused("not_yours", f"seat {seat}: not yours" if held else "you have no seat at this table", held)
    return held if seat is None else [seat]


async def leave(house: House, table_id: str, person: str, seat: int | None, resign: bool) -> Table:
    """Leave one's seats: before the start they are free again, later a bot plays on; who resigns never returns."""
    async with house.at(table_id) as table:
        expect_status(table, WAITING, RUNNING)
        write = Write()
        for number in own_seats(table, person, seat):
            if table.status == WAITING:
                table.seats[number] = Seat()
            else:
                table.seats[number].stand_in = True
                table.seats[number].resigned |= resign
            write.statements.append(seat_change(table, number))
        if table.status == RUNNING:
            house.settle(table, write, None, None, time.time())
        await house.store(table, write)
        house.publish(table)
        return table


async def arrange(house: House, table_id: str, person: str, wanted: Arrange) -> Table:
    """Put a bot in a free seat or a bot's, or free it."""
    async with house.at(table_id) as table:
        expect_creator(table, person)
        expect_status(table, WAITING)
        places = [number for number, seat in enumerate(table.seats) if seat.person is None]
        if wanted.seat not in places:
            raise Refused("conflict", f"seat {wanted.seat}: not free", places)
        level = check_level(table.row["game"], wanted.level) if wanted.level is not None else None
        table.seats[wanted.seat] = Seat(level=level)
        await house.store(table, Write(statements=[seat_change(table, wanted.seat)]))
        house.publish(table)
        return table


async def start(house: House, table_id: str, person: str, fill: str | None) -> Table:
    """Deal. The seed is made now and kept; what is published is its commitment."""
    async with house.at(table_id) as table:
        expect_creator(table, person)
        expect_status(table, WAITING)
        free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        if free and fill is None:
            raise Refused("conflict", "some seats are free", "people or bots in all seats")
        write = Write()
        for number in free:
            table.seats[number] = Seat(level=check_level(table.row["game"], fill))
            write.statements.append(seat_change(table, number))
        changed = {"status": RUNNING, "seed": new_seed().hex()}
        table.row.update(changed)
        table.match = table.fresh_match()
        write.statements.append(update(storage.tables).where(storage.tables.c.id == table.id).values(**changed))
        house.settle(table, write, table.standing(), None, time.time())
        await house.store(table, write)
        house.publish(table)
        return table


async def rematch(house: House, table_id: str, person: str) -> Table:
    """The same table again; others who sat there find its link at the old one. The first seat moves on by one."""
    async with house.at(table_id) as old:
        expect_status(old, FINISHED)
        own_seats(old, person, None)
        if old.row["rematch"] is not None:
            return await house.table(old.row["rematch"])
        seats = []
        for seat in [*old.seats[1:], old.seats[0]]:
            mine = seat.person == person
            seats.append(Seat(person, seat.nickname) if mine else Seat(level=seat.level))
        row = {
            **old.row,
            "id": new_id(),
            "creator": person,
            "status": WAITING,
            "seed": None,
            "outcome": None,
            "rematch": None,
            "created_at": time.time(),
            "ended_at": None,
            "dues": {},
            "due_at": None,
        }
        link = update(storage.tables).where(storage.tables.c.id == old.id).values(rematch=row["id"])
        table = await add(house, Table(row, seats), [link])
        old.row["rematch"] = table.id
        house.publish(old)
        return table


async def public_tables(house: House) -> list[dict[str, Any]]:
    """Public tables that wait or run, the newest first."""
    c = storage.tables.c
    question = (
        select(c.id)
        .where(c.public.is_(True), or_(c.status == WAITING, c.status == RUNNING))
        .order_by(c.created_at.desc())
        .limit(LISTED)
    )
    found = await house.storage.read(lambda q: [name for (name,) in q.execute(question)])
    return [await info_of(house, name) for name in found]


async def my_tables(house: House, person: str) -> list[dict[str, Any]]:
    """A person's tables, the newest first, and whether they are to decide."""
    t, s = storage.tables.c, storage.seats.c
    sits = select(s.table_id).where(s.person == person)
    question = select(t.id).where(or_(t.creator == person, t.id.in_(sits))).order_by(t.created_at.desc()).limit(LISTED)
    found = await house.storage.read(lambda q: [name for (name,) in q.execute(question)])
    mine = []
    for name in found:
        async with house.at(name) as table:
            held = table.seats_of(person)
            pending = table.match.actors if table.match and table.status == RUNNING else ()
            entry = {"table": table_info(table), "mine": held, "my_turn": any(seat in pending for seat in held)}
            mine.append({**entry, "invite": table.row["invite"]})
    return mine


async def info_of(house: House, table_id: str) -> dict[str, Any]:
    """A table as all see it."""
    async with house.at(table_id) as table:
        return table_info(table)
