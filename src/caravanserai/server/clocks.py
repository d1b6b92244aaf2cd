"""Clocks: what follows from a change of a table, how long those who are asked have, and when they have more."""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import suppress
from functools import partial
from operator import attrgetter

from caravanserai.server.clock import Standing
from caravanserai.server.errors import Refused
from caravanserai.server.messages import Pause
from caravanserai.server.permissions import acting_seat, seated_at
from caravanserai.server.registry import Registry
from caravanserai.server.results import record
from caravanserai.server.storage import Write
from caravanserai.server.table import FINISHED, Table, Watcher
from caravanserai.server.timing import now

BACK_SECONDS = 1.0
"""In which a page that was loaded anew, or has lost its connection, is back, and all processes have heard of it."""

SETTLED = (
    "status", "outcome", "ended_at", "turn_at", "clocks", "pauses", "asked", "banks", "vacations", "due_at", "keeper",
)  # fmt: skip
"""Columns of a table that may change by what follows from a decision."""

_settled = attrgetter(*SETTLED)


class Clocks:
    """Looks after the clocks of all tables."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def settle(
        self, table: Table, write: Write, before: Standing | None, mover: int | None, undone: bool = False
    ) -> None:
        """Add to a write what follows from a change: clocks, when to look again, the end of the match."""
        assert table.match is not None
        row, time_now = table.row, now()
        outcome = table.match.outcome()
        before_it = _settled(row)
        if outcome is not None:
            row.status, row.outcome, row.ended_at = FINISHED, outcome.as_json(), time.time()
            if not row.brought:
                record(table, outcome, write)
            table.clocks = {}
        elif before is not None:
            table.set_clocks(before, mover, time_now, undone)
        table.note_asked(mover, undone, time_now)
        if mover is not None and outcome is None and table.public_actors() != table.asked_before:
            row.turn_at = _tenth(time_now)
        self._look_again(table, time_now)
        changed = {name: new for name, old, new in zip(SETTLED, before_it, _settled(row), strict=True) if new != old}
        if mover is not None:
            # Told with every decision: tables that change the same columns share a statement.
            changed = {"turn_at": row.turn_at} | changed
        if changed:
            write.changed[table.id] = write.changed.get(table.id, {}) | changed
        self.schedule(table)

    def begin(self, table: Table) -> None:
        """The clocks of a match that was just dealt, and when to look at it, in its row."""
        time_now = now()
        table.row.turn_at = _tenth(time_now)
        table.set_clocks(table.standing(), None, time_now)
        table.note_asked(None, False, time_now)
        self._look_again(table, time_now)

    def _look_again(self, table: Table, time_now: float) -> None:
        """Put into a table's row how its clocks stand, when to look at it by itself, and who does."""
        settings = self._registry.settings
        table.write_times()
        table.row.due_at = table.next_deadline(time_now, settings.grace, settings.bot_pace)
        table.row.keeper = self._registry.process if table.row.due_at is not None else None

    def schedule(self, table: Table) -> None:
        """Look at a table when its row says so."""
        if table.row.due_at is not None:
            self._registry.schedule(table.id, table.row.due_at)

    async def pause(self, watcher: Watcher, message: Pause) -> None:
        """A person cannot decide for a while, or can again."""
        async with self._registry.locked(seated_at(watcher)) as table:
            if table.pause(acting_seat(table, watcher), message.on, now()):
                await self.store(table)
                self._registry.publisher.publish(table)

    async def resume_absent(self, table_id: str, seat: int) -> None:
        """Let a clock run that stood still for somebody who has gone. Whoever is there again after a moment, or still,
        by another connection, has only loaded the page anew or lost one: their clock goes on standing still."""
        await asyncio.sleep(BACK_SECONDS)
        with suppress(Refused):  # a clock stands still for so long and no longer, whoever is there
            await self._registry.from_now(table_id, partial(self._resume_absent, table_id, seat))

    async def _resume_absent(self, table_id: str, seat: int) -> None:
        async with self._registry.locked(table_id, fresh=True) as table:
            if table.seats[seat].person not in table.people_here() and not self._registry.closing:
                await self.resume(table, seat)

    async def resume(self, table: Table, seat: int) -> None:
        """Let a clock run that stood still."""
        if table.pause(seat, False, now()):
            await self.store(table)
        self._registry.publisher.publish(table)

    async def ease(self, table: Table, seat: int) -> None:
        """Give whoever comes back to a question a moment to see what it is."""
        if table.ease(seat):
            await self.store(table)

    async def store(self, table: Table) -> None:
        """Write clocks that were changed by hand."""
        if table.playable is not None:
            write = Write()
            self.settle(table, write, None, None)
            await self._registry.store(table, write)


def _tenth(time: float) -> float:
    """A time in tenths of a second, and not in the future.

    >>> _tenth(12.39)
    12.3
    """
    return math.floor(10 * time) / 10
