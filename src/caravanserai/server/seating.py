"""Seating: who plays a seat, its person or the bot that stands in for them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, update

from caravanserai.server import schema
from caravanserai.server.clocks import Clocks
from caravanserai.server.notices import PERSON_BACK, PERSON_JOINS
from caravanserai.server.permissions import acting_seat, held, seated_at
from caravanserai.server.reading import Notice, Seat
from caravanserai.server.registry import Registry
from caravanserai.server.rows import NoticeRow, values
from caravanserai.server.storage import Write
from caravanserai.server.table import Table, Watcher
from caravanserai.server.timing import now

RESIGNED, REMOVED = "bot_after_resign", "bot_after_removal"
"""Notices of seats that a bot plays to the end."""


class Seating:
    """Gives seats to bots and back to their people."""

    def __init__(self, registry: Registry, clocks: Clocks) -> None:
        self._registry, self._clocks = registry, clocks

    async def back(self, watcher: Watcher) -> None:
        """A person shows a sign of life."""
        async with self._registry.locked(seated_at(watcher)) as table:
            acting_seat(table, watcher)
            await self.come_back(table, held(table, watcher))

    async def come_back(self, table: Table, seats: Sequence[int]) -> None:
        """Give seats back to their person. The decision for which their time was up is the bot's all the same."""
        if table.playable is None:
            return
        away = [number for number in seats if table.seats[number].stand_in and not table.seats[number].resigned]
        table.returning |= set(away)
        await self.give_back(table)

    async def give_back(self, table: Table) -> None:
        """Give the seats of those who are back to them, where no decision is owed."""
        free = []
        for number in sorted(table.returning):
            pending = table.playable is not None and number in table.playable.actors
            if not (pending and table.owes(number)):
                free.append(number)
        table.returning -= set(free)
        if free:
            write = Write()
            for number in free:
                table.seats[number].stand_in = False
                write.statements.append(seat_change(table, number))
            notices = [_notice(table, write, number, PERSON_BACK) for number in free]
            self._clocks.settle(table, write, table.standing() if table.match else None, None)
            await self._registry.store(table, write)
            self._registry.publisher.publish(table, notices=notices)

    async def take_over(self, table: Table, seats: Sequence[int], reason: str) -> None:
        """Let a bot play seats of people who are away."""
        write = Write()
        if table.row.vote is not None:
            table.row.vote = None
            write.changed[table.id] = {"vote": None}
        for number in seats:
            table.seats[number].stand_in = True
            table.seats[number].resigned |= reason in (RESIGNED, REMOVED)
            table.returning.discard(number)
            table.pause(number, False, now())
            table.stop_counting(number, now())
            write.statements.append(seat_change(table, number))
        notices = [_notice(table, write, number, reason) for number in seats]
        self._clocks.settle(table, write, None, None)
        await self._registry.store(table, write)
        self._registry.publisher.publish(table, notices=notices)

    async def depart(self, table: Table, seats: Sequence[int], write: Write) -> None:
        """Keep nothing of somebody who is gone for good in their seats; where the match goes on, a bot plays it to the
        end as if they had resigned."""
        playing = table.playable is not None
        staying = [number for number in seats if not table.seats[number].resigned]
        for number in seats:
            before = table.seats[number]
            stand_in, resigned = playing or before.stand_in, playing or before.resigned
            table.seats[number] = Seat(nickname="", stand_in=stand_in, resigned=resigned)
            table.returning.discard(number)
            if playing:
                table.pause(number, False, now())
            write.statements.append(seat_change(table, number))
        notices = [_notice(table, write, number, "bot_after_resign") for number in staying] if playing else []
        if playing:
            self._clocks.settle(table, write, None, None)
        await self._registry.store(table, write)
        self._registry.publisher.publish(table, notices=notices)

    async def take_bots_seat(self, table: Table, number: int, seat: Seat) -> None:
        """Let a person play on for a bot that stands in for nobody."""
        write = Write()
        table.seats[number] = seat
        write.statements.append(seat_change(table, number))
        notices = [_notice(table, write, number, PERSON_JOINS)]
        self._clocks.settle(table, write, table.standing(), None)
        await self._registry.store(table, write)
        self._registry.publisher.publish(table, notices=notices)


def seat_change(table: Table, number: int) -> Any:
    """The statement that stores a seat as it is now."""
    c = schema.seats.c
    seat = values(table.seats[number].row(table.id, number))
    return update(schema.seats).where(c.table_id == table.id, c.seat == number).values(seat)


def _notice(table: Table, write: Write, seat: int, name: str) -> Notice:
    """Add to a write that something happened to a seat."""
    made = Notice(table.mark()[0], seat, name)
    row = NoticeRow(table.id, len(table.notices), made.after, seat, name, time.time())
    table.notices.append(made)
    write.statements.append(insert(schema.notices).values(values(row)))
    return made
