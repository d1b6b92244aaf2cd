"""The lobby: making tables, sitting down, starting, leaving, playing again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, or_, select, update

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
from caravanserai.server.storage import Conflict, Write
from caravanserai.server.table import FINISHED, RUNNING, WAITING, Seat, Table

LISTED = 100
MOST_MADE = {WAITING: 20, RUNNING: 40}
"""Tables that one person has made and that may be waiting, or running, at a time."""


def check_level(game: str, level: str | None) -> str:
    """A level the game has; if none is named, the strongest of those all have that answer at once."""
    if level is None:
        return [name for name, known in LEVELS.items() if not known.searches][-1]
    levels = levels_of(find_game(game))
    if level not in levels:
        raise InvalidOption(f"level {level!r}: expected one of {', '.join(levels)}")
    return level


async def introduce(house: House, person: str | None, nickname: str) -> str:
    """Know somebody, by a new id or the one they have, even if storage has forgotten it."""
    name, known, time_now = check_nickname(nickname), person or new_id(16), time.time()

    def remember(connection: Connection) -> None:
        there = update(storage.people).where(storage.people.c.id == known).values(nickname=name, seen_at=time_now)
        if not connection.execute(there).rowcount:
            new = {"id": known, "nickname": name, "created_at": time_now, "seen_at": time_now}
            connection.execute(insert(storage.people).values(**new))

    await house.storage.write(Write(work=[remember]))
    return known


async def nickname_of(house: House, person: str) -> str | None:
    """The nickname of somebody who has introduced themselves."""
    c = storage.people.c
    question = select(c.nickname).where(c.id == person)
    name: str | None = await house.storage.read(lambda q: q.execute(question).scalar())
    return name


async def own_nickname(house: House, person: str) -> str:
    """The nickname of somebody who wants to do something; refuses those whom storage does not know."""
    name = await nickname_of(house, person)
    if name is None:
        raise Refused("not_known", "nobody is known by this cookie", "POST /api/me with a nickname first")
    return name


async def create(house: House, person: str, wanted: CreateTable) -> Table:
    """A new table."""
    own = await own_nickname(house, person)
    seats: list[Seat] = []
    for place in wanted.seats:
        if place.kind == "bot":
            seats.append(Seat(level=check_level(wanted.game, place.level)))
        elif place.kind == "me":
            name = unused_name(seats, check_nickname(place.nickname or own))
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
        **NEW,
        "rules": game.rules_version,
        "created_at": time.time(),
    }
    return await add(house, Table(row, seats), Write())


NEW: dict[str, Any] = {
    "status": WAITING,
    "version": 0,
    "seed": None,
    "outcome": None,
    "rematch": None,
    "ended_at": None,
    "clocks": {},
    "due_at": None,
}
"""What is the same in all new tables."""


async def add(house: House, table: Table, write: Write) -> Table:
    """Store a new table, with what else is to be written."""
    rows = [seat.row(table.id, number) for number, seat in enumerate(table.seats)]
    write.statements[:0] = [insert(storage.tables).values(**table.row), insert(storage.seats).values(rows)]
    write.work.append(limit_made(table.row["creator"], WAITING))
    await house.storage.write(write)
    return house.hold(table)


def limit_made(person: str, status: str) -> Callable[[Connection], None]:
    """Work that refuses to have one more of a person's tables in that state than one may have."""
    c = storage.tables.c
    question = select(func.count()).where(c.creator == person, c.status == status)

    def check(connection: Connection) -> None:
        if (connection.execute(question).scalar() or 0) > MOST_MADE[status]:
            raise Refused("too_fast", f"you have {MOST_MADE[status]} tables {status}", "some of them ended first")

    return check


def unused_name(seats: Sequence[Seat], name: str) -> str:
    """The name itself, unless somebody at the table could be taken for its owner."""
    if any(seat.nickname is not None and same_name(seat.nickname, name) for seat in seats):
        raise Refused("conflict", f"nickname {name!r}: somebody at the table has it", "another nickname")
    return name


async def sit(house: House, table_id: str, person: str, wanted: Sit, invite: str | None) -> tuple[Table, int]:
    """Take a seat, before the start or in place of a bot that nobody left."""
    own = await own_nickname(house, person)
    async with house.at(table_id) as table:
        house.admit(table, person, invite)
        expect_status(table, WAITING)
        free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        number = wanted.seat if wanted.seat is not None else next(iter(free), -1)
        if number not in free:
            raise Refused("conflict", f"seat {wanted.seat}: not free" if free else "no seat is free", free)
        name = unused_name(table.seats, check_nickname(wanted.nickname or own))
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
        held = own_seats(table, person, seat)
        if table.status == RUNNING:
            table.expect_playable()
            await house.take_over(table, held, "bot_after_resign" if resign else "bot_after_leave")
            return table
        write = Write()
        for number in held:
            table.seats[number] = Seat()
            write.statements.append(seat_change(table, number))
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
        rules = find_game(table.row["game"]).rules_version
        changed = {"status": RUNNING, "seed": new_seed().hex(), "rules": rules}
        table.row.update(changed)
        table.match = table.fresh_match()
        write.statements.append(update(storage.tables).where(storage.tables.c.id == table.id).values(**changed))
        write.work.append(limit_made(table.row["creator"], RUNNING))
        house.settle(table, write, table.standing(), None)
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
            **NEW,
            "id": new_id(),
            "creator": person,
            "created_at": time.time(),
        }
        link = update(storage.tables).where(storage.tables.c.id == old.id).values(rematch=row["id"])
        try:
            table = await add(
                house, Table(row, seats), Write(statements=[link], decided_on={old.id: old.row["version"]})
            )
        except Conflict:
            house.forget(old.id)
            raise Refused("conflict", "somebody else was faster", "a look at the table as it is now") from None
        old.row["version"] += 1
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
    tables = [await info_of(house, name) for name in found]
    return [info for info in tables if info is not None and info["fault"] is None]


async def my_tables(house: House, person: str) -> list[dict[str, Any]]:
    """A person's tables, the newest first, and whether they are to decide."""
    t, s = storage.tables.c, storage.seats.c
    sits = select(s.table_id).where(s.person == person)
    question = select(t.id).where(or_(t.creator == person, t.id.in_(sits))).order_by(t.created_at.desc()).limit(LISTED)
    found = await house.storage.read(lambda q: [name for (name,) in q.execute(question)])
    mine = []
    for name in found:
        if (info := await info_of(house, name)) is None:
            continue
        async with house.at(name) as table:
            held = table.seats_of(person)
            pending = table.playable.actors if table.playable else ()
            entry = {"table": info, "mine": held, "my_turn": any(seat in pending for seat in held)}
            mine.append({**entry, "invite": table.row["invite"]})
    return mine


async def info_of(house: House, table_id: str) -> dict[str, Any] | None:
    """A table as all see it; none if it has gone meanwhile."""
    try:
        async with house.at(table_id) as table:
            return table_info(table)
    except Refused as problem:
        if problem.code != "not_found":
            raise
        return None
