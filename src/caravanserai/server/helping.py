"""A helper: a process that thinks for servers, on any machine that reaches their database.

It takes jobs from the queue that servers share (``queueing.py``), as many as it has workers, and answers. What it
cannot do (a house edition that it lacks, a worker that was lost) it leaves to the server that asked. If its database
goes away it waits for it. Told to stop, it takes nothing more and finishes what it has begun.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from prometheus_client import start_http_server
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError

from caravanserai.games import game_names
from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.jobs import KINDS, code_of
from caravanserai.server.logs import set_up_logs
from caravanserai.server.metrics import Metrics, process_name
from caravanserai.server.queueing import AWAY, HEARTBEAT_SECONDS, JOBS, JobQueue, Taken
from caravanserai.server.settings import LOG_LEVELS, MOST_ALLOWANCE, Settings, expect_system_for
from caravanserai.server.thinking import HELPER, WorkerPool
from caravanserai.server.upgrading import is_current

log = logging.getLogger("caravanserai.thinking")


@dataclass(frozen=True)
class HelperSettings:
    """How a helper runs; each is an option of ``caravanserai think`` and an environment variable."""

    database: str
    workers: int
    thinking_allowance: float = 10.0
    metrics_port: int | None = None
    """On this machine only; none means that nobody can ask."""
    log_level: str = "info"

    @property
    def database_url(self) -> str:
        return Settings(database=self.database).database_url


def check_helper(settings: HelperSettings) -> None:
    """Refuses settings with which nothing would work."""
    if settings.log_level not in LOG_LEVELS:
        raise InvalidOption(f"log level {settings.log_level!r}: expected one of {', '.join(LOG_LEVELS)}")
    if not 1 <= settings.thinking_allowance <= MOST_ALLOWANCE:
        raise InvalidOption(
            f"thinking allowance {settings.thinking_allowance:g}: expected seconds from 1 to {MOST_ALLOWANCE}"
        )
    if not settings.database_url.startswith("postgresql+psycopg:"):
        kind = settings.database.partition(":")[0]
        raise InvalidOption(
            f"database {kind}: helpers take their jobs from PostgreSQL; expected postgresql://…, "
            "while a server with SQLite thinks by itself"
        )
    expect_system_for(settings.database_url)
    try:
        engine = create_engine(settings.database_url, hide_parameters=True, connect_args={"connect_timeout": 3})
        current = is_current(engine)
        engine.dispose()
    except SQLAlchemyError as problem:
        reason = str(getattr(problem, "orig", problem)).strip()
        raise InvalidOption(f"database: cannot be opened ({reason}); expected that of a running server") from None
    if not current:
        raise InvalidOption("database: its schema is not this version's; expected that of a server of the same version")


def think(settings: HelperSettings, prepare: Callable[[], object]) -> None:
    """Help until SIGTERM or SIGINT; ``prepare`` is what takes long before the first job can be taken."""
    check_helper(settings)
    set_up_logs(settings.log_level)
    metrics = Metrics()
    if settings.metrics_port is not None:
        try:
            start_http_server(settings.metrics_port, "127.0.0.1", metrics.labelled(process_name("think")))
        except OSError as problem:
            raise InvalidOption(
                f"metrics port {settings.metrics_port}: {problem.strerror}; expected one that is free"
            ) from None
    prepare()
    codes = [code_of(game) for game in game_names()]
    asyncio.run(Helper(settings, codes, metrics).run())


class Helper:
    """Takes jobs and answers."""

    def __init__(self, settings: HelperSettings, codes: Sequence[str], metrics: Metrics) -> None:
        self._database = settings.database_url
        self._codes = codes
        self._pool = WorkerPool("helper", settings.workers, settings.thinking_allowance, metrics, HELPER)
        self._poke = asyncio.Event()
        self._stopping = asyncio.Event()
        self._under_way: set[asyncio.Task[None]] = set()
        self._away = False

    async def run(self) -> None:
        """Help until told to stop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop)
        while not self._stopping.is_set():
            try:
                async with JobQueue.connected(self._database, JOBS) as queue:
                    await self._help(queue)
            except* AWAY as problems:
                self._lost(problems.exceptions[0])
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), HEARTBEAT_SECONDS)
        self._pool.close()

    def _stop(self) -> None:
        """Take nothing more; told so twice, drop what is under way too."""
        if self._stopping.is_set():
            self._pool.close()
        self._stopping.set()
        self._poke.set()

    def _lost(self, problem: BaseException) -> None:
        if not self._away:
            log.warning("the database is out of reach: %s", str(problem).strip() or type(problem).__name__)
        self._away = True

    async def _help(self, queue: JobQueue) -> None:
        """Take jobs and answer, until told to stop or the database goes away."""
        await self._beat(queue)
        if not self._stopping.is_set():
            print(f"thinking for others with {self._pool.workers} processes", flush=True)
        self._away = False
        async with asyncio.TaskGroup() as group:
            listening = group.create_task(queue.listen(lambda channel, payload: self._poke.set()))
            beating = group.create_task(self._keep_beating(queue))
            await self._take(queue)
            await asyncio.gather(*self._under_way)
            await queue.leave()
            beating.cancel()
            listening.cancel()

    async def _keep_beating(self, queue: JobQueue) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await self._beat(queue)

    async def _beat(self, queue: JobQueue) -> None:
        await queue.beat(HELPER, self._pool.workers, () if self._stopping.is_set() else self._codes)

    async def _take(self, queue: JobQueue) -> None:
        """Take a job whenever a worker is free: when told of one, and every second for those nobody was told of."""
        while not self._stopping.is_set():
            self._poke.clear()
            while self._pool.free and not self._stopping.is_set():
                taken = await queue.take(list(KINDS), self._codes, helper=True)
                if taken is None:
                    break
                task = asyncio.get_running_loop().create_task(self._do(queue, taken))
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)
                await asyncio.sleep(0)  # the job is in the pool before the next look at how many are free
            with suppress(TimeoutError):
                await asyncio.wait_for(self._poke.wait(), HEARTBEAT_SECONDS)

    async def _do(self, queue: JobQueue, taken: Taken) -> None:
        """Do a job; one that comes to nothing is the server's."""
        with suppress(*AWAY):  # whoever looks after the connection finds out by themselves
            try:
                # Whose turn it is was decided in the queue: here every job is its own owner's.
                result = await self._pool.submit(taken.id, taken.job)
            except Exception as problem:
                log.warning("a job (%s, %s) is left to its server: %s", taken.job.kind, taken.job.game, problem)
                await queue.refuse(taken.id)
            else:
                await queue.answer(taken.id, result)
        self._poke.set()
