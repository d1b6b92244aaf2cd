"""A server's thinking, shared with helpers: other processes, on any machine, that take jobs from the same database.

While a helper is alive that has the code for it, a job goes into the shared queue (``queueing.py``). If no helper takes
it within a moment, because all are busy or the one that had it is gone, the server's own workers do, as they do all of
it where there is no helper, or no database to share one by. Whoever waits notices nothing but the time it took.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from caravanserai.games import game_names
from caravanserai.server.errors import Refused
from caravanserai.server.jobs import KINDS, code_of
from caravanserai.server.metrics import Metrics
from caravanserai.server.queueing import ANSWERS, AWAY, HEARTBEAT_SECONDS, JOBS, TAKE_SECONDS, Answer, JobQueue, Taken
from caravanserai.server.thinking import HELPER, OWN, Job, NoResult, WorkerPool, not_wanted, stopping

T = TypeVar("T")

SERVER = "server"
"""The kind of thinker that a server is."""

log = logging.getLogger("caravanserai.thinking")


class Thinking:
    """Workers of this process for some kinds of jobs, and helpers where there are any."""

    def __init__(self, pool: WorkerPool, sharing: Sharing | None, metrics: Metrics, kinds: Sequence[str]) -> None:
        self._pool = pool
        self._sharing = sharing
        self._metrics = metrics
        if sharing is not None:
            sharing.pools.append((pool, kinds))

    def submit(self, owner: str, job: Job[T]) -> asyncio.Future[T]:
        """What will come of a job; ``NoResult`` if nothing does. Whoever waits no longer cancels the future."""
        if self._sharing is not None and self._sharing.has_helper_for(job):
            return self._sharing.submit(self._pool, owner, job)
        future = self._pool.submit(owner, job)
        future.add_done_callback(partial(self._metrics.answered, job.kind, OWN))
        return future

    async def in_time(self, owner: str, job: Job[T]) -> T:
        """What comes of a job, if that is no later than if it had been begun at once and kept its deadline."""
        try:
            return await asyncio.wait_for(self.submit(owner, job), job.seconds + self._pool.allowance)
        except TimeoutError:
            self._metrics.jobs_overdue.labels(job.kind).inc()
            raise NoResult("the thinking was not done in time") from None

    def close(self) -> None:
        """Begin nothing more, and wait for nothing."""
        self._pool.close()


@dataclass(eq=False)
class _Shared:
    """A job in the shared queue, and those of this server who wait for it."""

    job: Job[Any]
    pool: WorkerPool
    askers: dict[asyncio.Future[Any], str] = field(default_factory=dict)
    id: str | None = None
    """Its number in the queue, once it is there."""


class Sharing:
    """What a server has in the shared queue, and its own part in doing it."""

    def __init__(self, database: str, metrics: Metrics) -> None:
        self.pools: list[tuple[WorkerPool, Sequence[str]]] = []
        self._database = database
        self._metrics = metrics
        self._codes = [code_of(game) for game in game_names()]
        self._queue: JobQueue | None = None
        self._helped: frozenset[str] = frozenset()
        """The codes that helpers have."""
        self._jobs: set[_Shared] = set()
        self._by_key: dict[Any, _Shared] = {}
        self._to_take = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._running: asyncio.Task[None] | None = None
        self._closed = False
        self._away = False

    # What servers ask -------------------------------------------------------------------------------------------

    def has_helper_for(self, job: Job[Any]) -> bool:
        """Whether somebody else could do a job."""
        return bool(self._helped) and job.kind in KINDS and job.game is not None and code_of(job.game) in self._helped

    def submit(self, pool: WorkerPool, owner: str, job: Job[T]) -> asyncio.Future[T]:
        """What will come of a job."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._closed:
            future.set_exception(stopping())
            return future
        shared = _Shared(job, pool) if job.key is None else self._by_key.setdefault(job.key, _Shared(job, pool))
        new_owner = owner not in shared.askers.values()
        self._jobs.add(shared)
        shared.askers[future] = owner
        future.add_done_callback(partial(self._left, shared))
        if new_owner:
            self._spawn(self._ask(shared, owner))
        return future

    async def _ask(self, shared: _Shared, owner: str) -> None:
        queue = self._queue
        if queue is None:
            self._fall_back(shared)
            return
        try:
            job, answered = await queue.ask(owner, shared.job)
        except AWAY:
            self._fall_back(shared)
            return
        if shared.id not in (None, job):  # the one asked for first has been answered since, and a new one begun
            await queue.withdraw(job, owner)
            return
        if shared in self._jobs:
            shared.id = job
        if shared.id is None or owner not in shared.askers.values():
            await queue.withdraw(job, owner)
        elif answered:
            await self._read([shared])
        else:
            self._to_take.set()

    def _left(self, shared: _Shared, future: asyncio.Future[Any]) -> None:
        """Somebody has an answer, or waits no longer."""
        owner = shared.askers.pop(future)
        if not shared.askers:
            self._forget(shared)
        if owner not in shared.askers.values() and shared.id is not None and self._queue is not None:
            self._spawn(self._queue.withdraw(shared.id, owner))

    def _forget(self, shared: _Shared) -> None:
        self._jobs.discard(shared)
        if self._by_key.get(shared.job.key) is shared:
            del self._by_key[shared.job.key]

    def _fall_back(self, shared: _Shared) -> None:
        """Have a job done by this process after all, for all who wait for it here."""
        if shared not in self._jobs:
            return
        self._forget(shared)
        shared.id = None
        for future, owner in list(shared.askers.items()):
            if not future.done():
                own = shared.pool.submit(owner, shared.job)
                own.add_done_callback(partial(self._metrics.answered, shared.job.kind, OWN))
                _follow(future, own)

    async def _read(self, asked: Sequence[_Shared]) -> None:
        """Hand on what was answered; what is no longer in the queue is done here."""
        queue = self._queue
        if queue is None or not asked:
            return
        found = await queue.read([shared.id for shared in asked if shared.id is not None])
        for shared in asked:
            if shared not in self._jobs or shared.id is None:
                continue
            if shared.id not in found:
                self._fall_back(shared)
            elif (answer := found[shared.id]) is not None:
                self._hand_on(shared, answer)

    def _hand_on(self, shared: _Shared, answer: Answer) -> None:
        for future in list(shared.askers):
            if future.done():
                continue
            if answer.problem is not None:
                future.set_exception(NoResult(answer.problem))
            else:
                future.set_result(answer.result)
            self._metrics.answered(shared.job.kind, HELPER if answer.by_helper else OWN, future)

    # Its own part -----------------------------------------------------------------------------------------------

    async def _take(self, queue: JobQueue) -> None:
        """Do what no helper does: whenever workers are free and something has waited for a moment."""
        while True:
            for pool, kinds in self.pools:
                while pool.free and any(shared.job.kind in kinds for shared in self._jobs):
                    taken = await queue.take(kinds, self._codes, helper=False)
                    if taken is None:
                        break
                    self._spawn(self._do(queue, pool, taken))
            self._to_take.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._to_take.wait(), TAKE_SECONDS if self._jobs else None)

    async def _do(self, queue: JobQueue, pool: WorkerPool, taken: Taken) -> None:
        try:
            result = await pool.submit(taken.owner, taken.job)
        except Refused as problem:
            await queue.answer(taken.id, None, str(problem))
        except Exception as problem:
            log.error("a shared job failed", exc_info=problem)
            await queue.answer(taken.id, None, "the thinking failed")
        else:
            await queue.answer(taken.id, result)
        self._to_take.set()

    # The connection ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Look for helpers from now on."""
        self._running = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Ask for nothing more."""
        self._closed = True
        for shared in list(self._jobs):
            for future in list(shared.askers):
                if not future.done():
                    future.set_exception(stopping())
        if self._queue is not None:
            with suppress(*AWAY):
                await self._queue.leave()
        for task in [self._running, *self._tasks]:
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                async with JobQueue.connected(self._database, JOBS, ANSWERS) as queue:
                    await self._look_after(queue)
            except* AWAY as problem:
                self._lost(problem)
            except* Exception as problem:
                log.error("sharing the thinking failed", exc_info=problem)
                self._lost(problem)
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _look_after(self, queue: JobQueue) -> None:
        await self._beat(queue)
        self._queue, self._away = queue, False
        async with asyncio.TaskGroup() as group:
            group.create_task(queue.listen(self._hear))
            group.create_task(self._take(queue))
            while True:
                await asyncio.sleep(HEARTBEAT_SECONDS)
                await self._beat(queue)

    async def _beat(self, queue: JobQueue) -> None:
        workers = sum(pool.workers for pool, _ in self.pools)
        helpers = [t for t in await queue.beat(SERVER, workers, ()) if t.kind == HELPER]
        self._helped = frozenset[str]().union(*(helper.codes for helper in helpers))
        self._metrics.helpers.set(len(helpers))
        self._metrics.helper_workers.set(sum(helper.workers for helper in helpers))
        for shared in list(self._jobs):
            if not shared.job.wanted():
                for future in list(shared.askers):
                    if not future.done():
                        future.set_exception(not_wanted())
        await self._read([shared for shared in self._jobs if shared.id is not None])
        waiting = await queue.waiting() if self._jobs else {}
        for kind in KINDS:
            self._metrics.jobs_waiting.labels(kind, "shared").set(waiting.get(kind, 0))

    def _hear(self, channel: str, payload: str) -> None:
        if channel == ANSWERS:
            answered = [shared for shared in self._jobs if shared.id == payload]
            if answered:
                self._spawn(self._read(answered))
        self._to_take.set()

    def _lost(self, problems: ExceptionGroup[Exception]) -> None:
        """The database is away: what was asked of others is done here."""
        if not self._away:
            first = problems.exceptions[0]
            log.warning("the queue of thinking is out of reach: %s", str(first).strip() or type(first).__name__)
        self._away, self._queue, self._helped = True, None, frozenset()
        self._metrics.helpers.set(0)
        self._metrics.helper_workers.set(0)
        for shared in list(self._jobs):
            self._fall_back(shared)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Something to say to the database; if it is away, those who look after the connection see to it."""

        async def run() -> None:
            with suppress(*AWAY):
                await work

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _follow(future: asyncio.Future[T], other: asyncio.Future[T]) -> None:
    """Make of a future what comes of another one; when nobody waits for the first, nobody does for the other."""

    def copy(done: asyncio.Future[T]) -> None:
        if future.done() or done.cancelled():
            return
        if problem := done.exception():
            future.set_exception(problem)
        else:
            future.set_result(done.result())

    other.add_done_callback(copy)
    future.add_done_callback(lambda _: other.cancel())
