"""The scheduler does by itself what is due at tables. Deadlines are in storage; what is here is only a copy of them."""

from __future__ import annotations

import asyncio
import gc
import heapq
import logging
import os

from sqlalchemy import select

from caravanserai.bots import find_level
from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.server.errors import Refused
from caravanserai.server.jobs import DECIDE, advised, bots_decision, decide
from caravanserai.server.registry import Overtaken
from caravanserai.server.schema import tables
from caravanserai.server.services import Services
from caravanserai.server.sharing import Sharing, Thinking
from caravanserai.server.storage import StorageAway
from caravanserai.server.sweeping import Sweeper
from caravanserai.server.table import OUT_OF_TIME, Table
from caravanserai.server.thinking import Job, NoResult, WorkerPool
from caravanserai.server.timing import now

SWEEP_SECONDS = 300.0
TRY_AGAIN_SECONDS = 3.0
OVERTAKEN_SECONDS = 0.1
MOST_TURNS = 1000
"""For which a bank may have grown."""

log = logging.getLogger("caravanserai.scheduler")


class Scheduler:
    """Has bots decide, and looks at tables when somebody's time is up."""

    def __init__(self, services: Services, sharing: Sharing | None = None) -> None:
        self.services, self.registry = services, services.registry
        self._heap: list[tuple[float, str]] = []
        self._news = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None
        self.sweeper = Sweeper(services)
        workers = services.settings.thinkers or max(1, (os.cpu_count() or 2) - 1)
        prepared = services.preparation
        pool = WorkerPool(
            "bots", workers, services.settings.thinking_allowance, services.metrics, has_game=prepared.has_search
        )
        prepared.on_news.append(pool.look_again)
        self._thinking = Thinking(pool, sharing, services.metrics, [DECIDE])
        self.registry.schedule = self.schedule

    async def start(self) -> None:
        """Pick up all tables where they were; where several processes share the database, those of processes that are
        gone are claimed by and by."""
        if self.registry.process is None:
            await self._read_deadlines()
        self._loop = asyncio.get_running_loop().create_task(self._run())

    async def _read_deadlines(self) -> None:
        """What is due, from storage. Nothing is further away than the longest clock of its table: that could only be if
        the system's clock was set back while no server ran."""
        c = tables.c
        clocks = c.turn_seconds, c.window_seconds, c.bank_seconds, c.increment_seconds * MOST_TURNS
        question = select(c.id, c.due_at, *clocks).where(c.due_at.is_not(None))
        found = await self.services.storage.read(lambda q: list(q.execute(question)))
        for name, due_at, turn, window, bank, more in found:
            longest = max(turn or 0, window or 0, (bank or 0) + more) + self.services.settings.grace
            self.schedule(name, min(due_at, now() + longest))

    async def stop(self) -> None:
        """Begin nothing more; what bots are thinking about they will think about again."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
        self._loop = None
        self._thinking.close()

    def schedule(self, table_id: str, at: float) -> None:
        """Look at the table then."""
        heapq.heappush(self._heap, (at, table_id))
        if self._heap[0][0] >= at:
            self._news.set()

    async def _run(self) -> None:
        sweep = now() + SWEEP_SECONDS
        while True:
            due = set()
            while self._heap and self._heap[0][0] <= now():
                due.add(heapq.heappop(self._heap)[1])
            for table_id in due:
                self.registry.spawn(self._attend(table_id))
            if now() >= sweep:
                self.registry.forget_idle()
                gc.collect()
                self.registry.spawn(self._sweep())
                sweep = now() + SWEEP_SECONDS
            until = min(self._heap[0][0] if self._heap else sweep, sweep)
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), max(0.0, until - now()))
            except TimeoutError:
                continue

    async def _sweep(self) -> None:
        """Look for what is due and was overlooked, and delete what nobody needs."""
        try:
            if self.registry.process is None:
                await self._read_deadlines()
            await self.sweeper.sweep()
        except StorageAway:
            log.warning("the sweep has to wait: storage does not answer")

    async def _attend(self, table_id: str) -> None:
        """Do what is due at a table."""
        try:
            async with self.registry.locked(table_id) as table:
                await self.services.seating.give_back(table)
                if table.row.keeper not in (None, self.registry.process):
                    return  # another process sees to it
                while await self._time_is_up(table):
                    pass
                thinkers = self._bots_to_decide(table)
                table.thinking |= set(thinkers)
                for deadline in table.deadlines(self.services.settings.grace):
                    self.schedule(table_id, deadline)
            for seat in thinkers:
                if self._loop is not None:
                    self.registry.spawn(self._think(table_id, seat))
        except Exception as problem:
            if isinstance(problem, Refused) and problem.code == "not_found":
                return  # it was closed meanwhile
            if not isinstance(problem, CaravanseraiError):
                log.error("attending to a table failed", extra={"table": table_id}, exc_info=problem)
            soon = isinstance(problem, Overtaken)
            self.schedule(table_id, now() + (OVERTAKEN_SECONDS if soon else TRY_AGAIN_SECONDS))

    async def _time_is_up(self, table: Table) -> bool:
        """Deal with one seat whose time is up: in a reaction window silence is an answer, else a bot takes over."""
        if (match := table.playable) is None:
            return False
        for seat, since in table.pauses.items():
            if since + table.patience[seat] <= now():
                await self.services.clocks.resume(table, seat)
                return True
        if any(until <= now() for until in table.vacations.values()):
            await self.services.vacations.refresh(table)
            return True
        for seat in match.actors:
            if table.seats[seat].played_by_bot or not table.late(seat, now(), self.services.settings.grace):
                continue
            if await self.services.vacations.refresh(table):
                return True
            if match.window is not None:
                await self.services.deciding.decide_for(table, seat, match.window.default.action)
            else:
                await self.services.seating.take_over(table, [seat], OUT_OF_TIME)
            return True
        return False

    def _bots_to_decide(self, table: Table) -> list[int]:
        if (match := table.playable) is None:
            return []
        return [s for s in match.actors if table.seats[s].played_by_bot and s not in table.thinking]

    async def _think(self, table_id: str, seat: int) -> None:
        """One decision of a bot. It gets what its seat knows; by the time it has decided all may be different."""
        try:
            async with self.registry.locked(table_id) as table:
                acts, match, owner = table.acts[seat], table.expect_playable(), table.row.creator
                level = table.seats[seat].level or table.row.stand_in
                job = bots_decision(match, seat, level, lambda: self._is_asked(table_id, seat, acts))
            with self.services.metrics.thinking_seconds.labels(level).time():
                action = await self._decision(owner, level, job)
            async with self.registry.locked(table_id) as table:
                table.thinking.discard(seat)
                if self._is_asked(table_id, seat, acts):
                    await self.services.deciding.decide_for(table, seat, action)
                    await self.services.seating.give_back(table)
        except Exception as problem:
            overtaken = isinstance(problem, CaravanseraiError)
            if not overtaken:
                log.error("a bot could not decide", extra={"table": table_id}, exc_info=problem)
            if table_id in self.registry.tables:
                self.registry.tables[table_id].thinking.discard(seat)
            soon = overtaken and not isinstance(problem, StorageAway)
            self.schedule(table_id, now() + (OVERTAKEN_SECONDS if soon else TRY_AGAIN_SECONDS))

    def _is_asked(self, table_id: str, seat: int, acts: int) -> bool:
        """Whether a bot still has to decide for a seat that had decided so often."""
        table = self.registry.tables.get(table_id)
        return (
            table is not None
            and table.playable is not None
            and table.acts[seat] == acts
            and table.seats[seat].played_by_bot
        )

    async def _decision(self, owner: str, level: str, job: Job[int]) -> int:
        """What a bot does; by advice where its search comes to nothing, so that no table stands still."""
        (question,) = job.args
        if not find_level(level).searches:
            return decide(question)()
        try:
            return await self._thinking.in_time(owner, job)
        except NoResult:
            self.services.metrics.advised.inc()
            return advised(question)
