"""Vacations: for some days a year a person's clocks of days stand still."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, update

from caravanserai.server import schema
from caravanserai.server.clock import DAY_SECONDS
from caravanserai.server.clocks import Clocks
from caravanserai.server.errors import Refused
from caravanserai.server.registry import Registry
from caravanserai.server.storage import Write
from caravanserai.server.table import RUNNING, Table
from caravanserai.server.timing import now

DAYS_A_YEAR = 30

Vacation = Mapping[str, Any]
"""As it is stored: ``from`` and ``until``, and how many days of which ``year`` are ``used``."""


def days_used(vacation: Vacation | None, at: float) -> int:
    """Days of the year that are gone, or spoken for."""
    year = datetime.fromtimestamp(at, UTC).year
    return vacation["used"] if vacation is not None and vacation["year"] == year else 0


def changed(vacation: Vacation | None, days: int, at: float) -> dict[str, Any]:
    """The vacation of somebody who is away for so many days from now on, or is back if it is none. What is left of the
    one before is theirs again, in whole days."""
    used = days_used(vacation, at)
    if vacation is not None and vacation["until"] > at:
        used = max(0, used - math.floor((vacation["until"] - at) / DAY_SECONDS))
    if used + days > DAYS_A_YEAR:
        raise Refused("conflict", f"{days} days: {DAYS_A_YEAR - used} are left this year", DAYS_A_YEAR - used)
    year = datetime.fromtimestamp(at, UTC).year
    return {"from": at, "until": at + days * DAY_SECONDS, "year": year, "used": used + days}


def vacation_info(vacation: Vacation | None) -> dict[str, Any]:
    """A person's vacation as they see it."""
    at = time.time()
    until = vacation["until"] if vacation is not None and vacation["until"] > at else None
    return {"until": until, "days_left": DAYS_A_YEAR - days_used(vacation, at)}


class Vacations:
    """Lets clocks stand still for those who are away. What a person has said is in storage; each table keeps a copy,
    which is looked up again before anybody's time is up."""

    def __init__(self, registry: Registry, clocks: Clocks) -> None:
        self._registry, self._clocks = registry, clocks

    async def info(self, person: str) -> dict[str, Any]:
        """A person's vacation, and the days they have left."""
        c = schema.people.c
        question = select(c.vacation).where(c.id == person)
        return vacation_info(await self._registry.storage.read(lambda q: q.execute(question).scalar()))

    async def take(self, person: str, days: int) -> dict[str, Any]:
        """A person is away for so many days from now on, or back."""
        c = schema.people.c

        def change(connection: Connection) -> None:
            own = c.id == person
            before = connection.execute(select(c.vacation).where(own).with_for_update()).scalar()
            connection.execute(update(schema.people).where(own).values(vacation=changed(before, days, time.time())))

        await self._registry.storage.write(Write(work=[change]))
        for table_id in await self._tables(person):
            await self._registry.from_now(table_id, partial(self._refresh, table_id))
        return await self.info(person)

    async def _tables(self, person: str) -> list[str]:
        """Where a person's clocks may run for days."""
        t, s = schema.tables.c, schema.seats.c
        slow = select(t.id).where(t.status == RUNNING, t.turn_seconds >= DAY_SECONDS)
        question = slow.where(t.id.in_(select(s.table_id).where(s.person == person)))
        return await self._registry.storage.read(lambda q: [name for (name,) in q.execute(question)])

    async def _refresh(self, table_id: str) -> None:
        async with self._registry.locked(table_id, fresh=True) as table:
            await self.refresh(table)

    async def refresh(self, table: Table) -> bool:
        """Bring a table's clocks in line with who is on vacation; whether that changes anything."""
        if not await self.enter(table) or table.playable is None:
            return False
        await self._clocks.store(table)
        self._registry.publisher.publish(table)
        return True

    async def enter(self, table: Table) -> bool:
        """The same in memory alone."""
        if (table.row.turn_seconds or 0) < DAY_SECONDS:
            return False
        c = schema.people.c
        people = {seat.person for seat in table.seats if seat.person is not None}
        question = select(c.id, c.vacation).where(c.id.in_(people))
        found = await self._registry.storage.read(lambda q: [(name, until) for name, until in q.execute(question)])
        away = {name: vacation["until"] for name, vacation in found if vacation and vacation["until"] > now()}
        until = {number: away[seat.person] for number, seat in enumerate(table.seats) if seat.person in away}
        return table.set_vacations(until, now())
