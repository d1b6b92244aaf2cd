"""Thinking that takes long: jobs, which wait in a fair queue for the worker processes of a pool.

A thread would not do: even with search compiled and free of Python's lock it has to take the lock between two
stretches, and whenever other programs kept it from running just then, the whole server would wait with it. A process
shares nothing with the server, and gives way to everybody.

A job comes in two steps: a function that makes everything ready, loading machine code if need be, and the function
that it returns, which does the thinking and gives way.

Nobody waits for ever. A job that a worker has begun has a deadline, past which the worker is taken to hang, is killed,
and the job comes to nothing; a worker that is lost in another way is replaced too. And nobody starves the others: the
owners of jobs are served in turn, equal jobs are done once, and what nobody waits for any longer is not begun.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import traceback
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar, cast

from caravanserai.server.errors import Refused
from caravanserai.server.metrics import Metrics

T = TypeVar("T")

LOADING_ALLOWANCES = 6
"""How many allowances more a worker gets for its first job of a game, whose code it has to load, at a low priority."""

REMEMBERED_OWNERS = 1000
"""Owners of whom is known when they were last served; whoever was served longer ago counts as new."""

UNHURRIED = 10
"""How nice a process is to others while it begins and makes ready: it gets a tenth of a core that others want."""

OWN, HELPER = "own", "helper"
"""Where a job is done: in a server's own processes, or in those of a helper."""

log = logging.getLogger("caravanserai.thinking")


class NoResult(Refused):
    """A job that came to nothing: it waited or took too long, or its worker was lost."""

    def __init__(self, reason: str) -> None:
        super().__init__("unavailable", reason, "another try in a while")


@dataclass(eq=False)
class Job(Generic[T]):
    """Something to think about, and those who wait for what comes of it."""

    prepare: Callable[..., Callable[[], T]]
    """A function of a module; what it returns is called by the worker."""
    args: tuple[Any, ...]
    seconds: float
    """How long the thinking itself takes."""
    game: str | None = None
    """The game whose code it needs."""
    key: Hashable = None
    """Jobs with the same key have the same result."""
    kind: str = "other"
    """What it is counted as. A job of one of the kinds in ``jobs.py`` has plain data for arguments, and may be done on
    another machine."""
    wanted: Callable[[], bool] = lambda: True
    """Asked once more before the job is begun."""
    begun: bool = False
    askers: dict[asyncio.Future[T], str] = field(default_factory=dict)
    """Those who wait for it, each with the owner for whom the job is queued."""

    def finish(self, result: T | None, problem: Exception | None) -> None:
        """Tell those who still wait."""
        for asker in self.askers:
            if asker.done():
                continue
            if problem is not None:
                asker.set_exception(problem)
            else:
                asker.set_result(cast(T, result))


class FairQueue:
    """Jobs by owner: each owner's in the order in which they came, the owners in turn."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[Job[Any], None]] = {}
        self._turns: OrderedDict[str, int] = OrderedDict()
        self._turn = 0

    def __len__(self) -> int:
        return self.by_kind().total()

    def by_kind(self) -> Counter[str]:
        """How many jobs of each kind wait."""
        return Counter(job.kind for job in {job for jobs in self._waiting.values() for job in jobs})

    def add(self, owner: str, job: Job[Any]) -> None:
        """Put a job at the end of an owner's queue, unless it is there already."""
        self._waiting.setdefault(owner, {}).setdefault(job)

    def remove(self, owner: str, job: Job[Any]) -> None:
        """Take a job out of an owner's queue, if it is there."""
        if owner in self._waiting:
            self._waiting[owner].pop(job, None)
            if not self._waiting[owner]:
                del self._waiting[owner]

    def take(
        self,
        may_have: Callable[[str], bool] = lambda owner: True,
        can_begin: Callable[[Job[Any]], bool] = lambda job: True,
    ) -> tuple[str, Job[Any]] | None:
        """The first job that can be begun of the owner who was served longest ago, among those who may have one now."""
        firsts = {
            owner: next(filter(can_begin, self._waiting[owner]), None) for owner in filter(may_have, self._waiting)
        }
        jobs = {owner: job for owner, job in firsts.items() if job is not None}
        owner = min(jobs, key=lambda owner: self._turns.get(owner, 0), default=None)
        if owner is None:
            return None
        job = jobs[owner]
        for waiting in {owner, *job.askers.values()}:
            self.remove(waiting, job)
        return owner, job

    def served(self, owner: str) -> None:
        """The owner has had a turn."""
        self._turn += 1
        self._turns[owner] = self._turn
        self._turns.move_to_end(owner)
        if len(self._turns) > REMEMBERED_OWNERS:
            self._turns.popitem(last=False)


class WorkerPool:
    """At most so many worker processes, each begun when it is needed, and the queue before them.

    No owner has all of them at once, where there is more than one.
    """

    def __init__(
        self,
        name: str,
        workers: int,
        allowance: float,
        metrics: Metrics,
        where: str = OWN,
        has_game: Callable[[str], bool] = lambda game: True,
    ) -> None:
        self.name = name
        self.allowance = allowance
        """Seconds a job may take beyond its own before its worker is taken to hang."""
        self.where = where
        """Whose workers they are, for those who read the metrics."""
        self._has_game = has_game
        """Whether the code of a game is there: workers are not to compile it, each for itself."""
        self._workers = workers
        self._most_of_one_owner = max(1, workers - 1)
        self._queue = FairQueue()
        self._shared: dict[Hashable, Job[Any]] = {}
        self._under_way: Counter[str] = Counter()
        self._idle: list[_Worker] = []
        self._busy: dict[asyncio.Task[None], _Worker] = {}
        self._slack = 1
        """Doubled whenever a worker seemed to hang, until a job is done: what hung may only have been starved."""
        self._closed = False
        self._kinds: set[str] = set()
        """The kinds of jobs that have ever waited."""
        self._metrics = metrics
        self._replaced = metrics.workers_replaced.labels(name)

    @property
    def workers(self) -> int:
        """How many jobs can be under way at once."""
        return self._workers

    @property
    def free(self) -> int:
        """Workers that nothing waits for."""
        return 0 if self._closed else max(0, self._workers - len(self._busy) - len(self._queue))

    def submit(self, owner: str, job: Job[T]) -> asyncio.Future[T]:
        """What will come of a job; ``NoResult`` if nothing does. Whoever waits no longer cancels the future."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._closed:
            future.set_exception(stopping())
            return future
        if job.key is not None:
            job = self._shared.setdefault(job.key, job)
        job.askers[future] = owner
        future.add_done_callback(partial(self._leave, job))
        if not job.begun:
            self._queue.add(owner, job)
            self._begin_jobs()
        return future

    def close(self) -> None:
        """Begin nothing more, and wait for nothing."""
        self._closed = True
        while taken := self._queue.take():
            taken[1].finish(None, stopping())
        for worker in [*self._busy.values(), *self._idle]:
            worker.kill()

    def _leave(self, job: Job[T], future: asyncio.Future[T]) -> None:
        """Somebody has an answer, or waits no longer. What nobody waits for is not begun; what is begun goes on."""
        owner = job.askers.pop(future)
        if owner not in job.askers.values():
            self._queue.remove(owner, job)
        if not job.askers and not job.begun:
            self._forget(job)
        self._count_waiting()

    def _count_waiting(self) -> None:
        waiting = self._queue.by_kind()
        for kind in self._kinds | set(waiting):
            self._metrics.jobs_waiting.labels(kind, self.where).set(waiting[kind])
        self._kinds |= set(waiting)

    def _forget(self, job: Job[Any]) -> None:
        if self._shared.get(job.key) is job:
            del self._shared[job.key]

    def look_again(self) -> None:
        """Begin what had to wait for the code of its game."""
        self._begin_jobs()

    def _can_begin(self, job: Job[Any]) -> bool:
        return job.game is None or self._has_game(job.game)

    def _begin_jobs(self) -> None:
        """Begin as many jobs as there are workers for."""
        while len(self._busy) < self._workers and not self._closed:
            taken = self._queue.take(lambda owner: self._under_way[owner] < self._most_of_one_owner, self._can_begin)
            if taken is None:
                break
            owner, job = taken
            if all(asker.done() for asker in job.askers) or not job.wanted():
                self._forget(job)
                job.finish(None, not_wanted())
                continue
            job.begun = True
            self._queue.served(owner)
            self._metrics.jobs_taken.labels(job.kind, self.where).inc()
            self._under_way[owner] += 1
            worker = self._idle.pop() if self._idle else _Worker(gives_way=self.where == OWN)
            self._busy[asyncio.get_running_loop().create_task(self._work(owner, job, worker))] = worker
        self._count_waiting()

    async def _work(self, owner: str, job: Job[Any], worker: _Worker) -> None:
        """Have one job done."""
        result, problem = await self._outcome(job, worker)
        del self._busy[cast(asyncio.Task[None], asyncio.current_task())]
        if not worker.killed:
            self._idle.append(worker)
        self._under_way -= Counter([owner])
        self._forget(job)
        job.finish(result, problem)
        self._begin_jobs()

    async def _outcome(self, job: Job[Any], worker: _Worker) -> tuple[Any, Exception | None]:
        loading = 0 if job.game in worker.loaded else LOADING_ALLOWANCES
        limit = job.seconds + self.allowance * (1 + loading) * self._slack
        try:
            result, failure = await asyncio.wait_for(worker.run(job.prepare, job.args), limit)
        except TimeoutError:
            self._metrics.jobs_late.labels(job.kind, self.where).inc()
            self._slack *= 2
            self._replace(worker, job, f"did not answer within {limit:g} s")
            return None, NoResult("the thinking took too long")
        except (EOFError, OSError):
            if self._closed:
                return None, stopping()
            self._replace(worker, job, "was lost")
            return None, NoResult("the thinking was interrupted")
        except Exception as problem:
            worker.kill()
            return None, problem
        worker.loaded.add(job.game)
        self._slack = 1
        self._metrics.jobs_done.labels(job.kind, self.where).inc()
        return result, None if failure is None else RuntimeError(f"thinking failed:\n{failure}")

    def _replace(self, worker: _Worker, job: Job[Any], why: str) -> None:
        """Be rid of a worker; another is begun when it is needed."""
        worker.kill()
        self._replaced.inc()
        log.warning("a thinking process (%s, %s) %s; another takes its place", self.name, job.game, why)


def not_wanted() -> Refused:
    """What whoever waits for something that has become pointless is told."""
    return Refused("conflict", "the question is no longer asked", "a look at the table")


def stopping() -> Refused:
    """What whoever waits is told when a server stops."""
    return Refused("unavailable", "the thinking was interrupted: the server is stopping", "another try in a while")


class _Worker:
    """One process, and the thread that talks to it. It ends with the server, however the server ends: then nobody holds
    the other end of its line."""

    def __init__(self, gives_way: bool) -> None:
        self.gives_way = gives_way
        """Whether it thinks only with what a server beside it leaves; a helper is there for nothing else."""
        self.loaded: set[str | None] = set()
        """The games whose code it has."""
        self.killed = False
        self._thread = ThreadPoolExecutor(1, "worker")
        self._process: SpawnProcess | None = None

    def run(self, prepare: Callable[..., Any], args: tuple[Any, ...]) -> asyncio.Future[tuple[Any, str | None]]:
        """What a job came to, or how it failed."""
        return asyncio.get_running_loop().run_in_executor(self._thread, self._ask, prepare, args)

    def kill(self) -> None:
        """End the process, whatever it does, without waiting for its end."""
        if not self.killed:
            self.killed = True
            if self._process is not None:
                self._process.kill()
            self._thread.submit(self._bury)
            self._thread.shutdown(wait=False)

    def _ask(self, prepare: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, str | None]:
        if self._process is None:
            self._begin()
        self._line.send((prepare, args))
        answer: tuple[Any, str | None] = self._line.recv()
        return answer

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, far = context.Pipe()
        process = context.Process(target=_work_off, args=(far, self.gives_way), name="worker", daemon=True)
        process.start()
        if self.gives_way and process.pid and hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, process.pid, UNHURRIED)
        far.close()
        self._process = process
        if self.killed:
            process.kill()

    def _bury(self) -> None:
        if self._process is not None:
            self._process.join()
            self._line.close()


def _work_off(line: Connection, gives_way: bool) -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with ThreadPoolExecutor(1, "patient", _give_way if gives_way else None) as patient, suppress(EOFError, OSError):
        while True:
            prepare, args = line.recv()
            result, problem = None, None
            try:
                result = patient.submit(prepare(*args)).result()
            except Exception:
                problem = traceback.format_exc()
            line.send((result, problem))


def _give_way() -> None:
    """Let everybody else go first. Linux has a way for single threads, which others need not even wait for."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(19)
