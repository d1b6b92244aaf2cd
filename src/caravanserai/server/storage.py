"""Storage: the database, and the threads that write to it and wait for the disk.

Whoever writes waits until it is on disk. All that arrives while a commit is under way goes into the next one (group
commit), so that many tables share the price of one. With SQLite the disk takes ten times as long as all else, and is
waited for by threads of its own while the next commit is made: so what arrives meanwhile need not wait for the disk
twice.

What a match consists of, moves and what follows from them for their tables, takes a short way to SQLite: the event loop
commits it itself, which takes less than handing it to a thread would, and only has a thread wait for the disk. Whatever
is in the way (somebody else writes, the log is to be taken in, the disk is full), it goes the long way.

Every table has a version, which each write raises: a write says on which version it was decided, and is refused if
somebody else has written meanwhile. So no two processes can both change a table from the same state.

On PostgreSQL other processes are told of every commit. That is a transaction of its own, which waits for no disk:
whoever misses it finds out by the versions.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    create_engine,
    event,
    insert,
    make_url,
    update,
)
from sqlalchemy.exc import ArgumentError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.announcing import Announcer
from caravanserai.server.bulk import Change, change_tables, insert_moves, overtaken, write_at_once
from caravanserai.server.disk import Log, log_of, quick_way, take_in_log
from caravanserai.server.errors import Refused
from caravanserai.server.rows import MoveRow
from caravanserai.server.schema import health
from caravanserai.server.upgrading import UpgradeFailed, upgrade

T = TypeVar("T")

MOST_AT_ONCE = 1000
"""Writes in one commit."""

PROOF_SECONDS = 5.0
"""Given to storage to show that it can be written to."""

CONNECT_SECONDS = 3
"""For a database server to let us in; whoever asks meanwhile waits as long."""

AWAY = (OperationalError, InterfaceError, NoConnection, OSError)
"""What is told by a database that does not answer or cannot write; anything else is a defect of ours."""

WAITING_FOR_DISK = 2
"""Commits that may be on their way to the disk at once."""

PAGE_BYTES = 1024
"""Of a page of a new SQLite file. A move changes some bytes of three pages, and all of these go through the log."""

BYTES_IN_LOG = 32_000_000
"""After so many SQLite takes its log into the database, for which all that write have to wait."""

MOST_QUICK = 2_000
"""Moves that may take the short way before some take the long one, where the log is taken in if it is long enough."""

DEADLOCK, DEADLOCKS = "40P01", 5
"""PostgreSQL's name for two transactions that wait for each other, of which it ends one, and how often in a row one may
be ended and begun again."""

log = logging.getLogger("caravanserai.storage")


class Conflict(Exception):
    """Somebody else has written what this write would have: another process, or the same message twice."""


class StorageAway(Refused):
    """The database does not answer, or cannot write."""

    def __init__(self) -> None:
        super().__init__("unavailable", "storage does not answer", "another try in a while")


@dataclass
class Write:
    """What is to be written together: moves, statements, and work that must read first; and the tables it is about,
    each with the version on which it was decided and the columns that have changed."""

    moves: list[MoveRow] = field(default_factory=list)
    statements: list[Executable] = field(default_factory=list)
    work: list[Callable[[Connection], None]] = field(default_factory=list)
    decided_on: dict[str, int] = field(default_factory=dict)
    changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    present: list[str] = field(default_factory=list)
    """Tables at which somebody has come or gone."""
    deleted: list[str] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        """Whether it is moves and changes of tables alone."""
        return not self.statements and not self.work

    @property
    def changes(self) -> list[Change]:
        """The tables that are to be changed."""
        return [(table, version, self.changed.get(table, {})) for table, version in self.decided_on.items()]

    def run(self, connection: Connection) -> None:
        for statement in self.statements:
            connection.execute(statement)
        for job in self.work:
            job(connection)


@dataclass(slots=True)
class _Waiting:
    write: Write
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


_Outcomes = list[tuple[_Waiting, BaseException | None]]
"""Writes, each with what was in its way if something was."""


class Storage:
    """One database."""

    def __init__(self, url: str, process: str | None = None) -> None:
        self.engine = _engine(url)
        self.shared = self.engine.dialect.name == "postgresql"
        """Whether other processes may write to it too."""
        # What is read in several steps must fit together.
        self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ") if self.shared else self.engine
        self._announcer = Announcer(self.connect_args(), process) if self.shared and process is not None else None
        is_file = self.engine.dialect.name == "sqlite" and bool(self.engine.url.database)
        self._writing = _engine(url, syncs=False) if is_file else self.engine
        self._wal: Path | None = None
        """SQLite's log, if those who write have to see it to disk."""
        self._in_doubt = False
        """Whether that has failed: what was committed is taken into the database before anything else is written."""
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._committed: queue.SimpleQueue[_Outcomes | None] = queue.SimpleQueue()
        """What has yet to reach the disk."""
        self._turn = threading.Lock()
        """Of whoever commits."""
        self._way = threading.Semaphore(WAITING_FOR_DISK)
        """To the disk."""
        self._threads: list[threading.Thread] = []
        self._quick: sqlite3.Connection | None = None
        """The short way."""
        self._gathered: list[_Waiting] = []
        """What will take it next."""
        self._quick_moves = 0
        self._lock: FileLock | None = None
        self._away = False
        self.on_commit: Callable[[int, int], None] = lambda writes, moves: None

    def connect_args(self) -> dict[str, Any]:
        """With what the driver connects."""
        _, args = self.engine.dialect.create_connect_args(self.engine.url)
        return {**args, "connect_timeout": CONNECT_SECONDS}

    def check(self) -> None:
        """Refuses a database that cannot be opened, or that is another process's own; brings its schema up to date."""
        self._claim()
        try:
            upgrade(self.engine)
        except (SQLAlchemyError, UpgradeFailed, OSError) as problem:
            reason = problem.orig if isinstance(problem, OperationalError) else problem
            raise InvalidOption(
                f"database {self.engine.url.render_as_string()}: cannot be opened ({reason}); "
                "expected one that exists, lets this user in, and is not newer than this program"
            ) from None

    def _claim(self) -> None:
        """An SQLite file belongs to one process at a time, for as long as that lives."""
        file = self.engine.url.database
        if self.engine.dialect.name != "sqlite" or not file or file == ":memory:" or self._lock is not None:
            return
        lock = FileLock(f"{file}.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout:
            raise InvalidOption(
                f"database {file}: another server is using it; expected one process for a SQLite file, "
                "or PostgreSQL for several"
            ) from None
        except OSError as problem:
            raise InvalidOption(f"database {file}: {problem.strerror}; expected a folder to write in") from None
        self._lock = lock

    def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        self.check()
        self.begin_to_write()

    def begin_to_write(self) -> None:
        """Write from now on, without a look at the schema or at who else does."""
        self._begin(self._write_all, "writer")
        self._wal = log_of(self._writing) if self._writing is not self.engine else None
        if self._wal is not None:
            self._quick = quick_way(self._writing)
            for _ in range(WAITING_FOR_DISK):
                self._begin(self._see_to_disk, "disk")

    def _begin(self, work: Callable[[], None], name: str) -> None:
        self._threads.append(threading.Thread(target=work, name=name, daemon=True))
        self._threads[-1].start()

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._give_to_writer()
        self._queue.put(None)
        while self._threads:
            self._threads.pop(0).join()
        if self._announcer is not None:
            self._announcer.close()
        if self._quick is not None:
            self._quick.close()
            self._quick = None
        self._writing.dispose()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def write(self, write: Write) -> None:
        """Returns when it is on disk. Raises Conflict, and then nothing was written, or StorageAway."""
        loop = asyncio.get_running_loop()
        waiting = _Waiting(write, loop, loop.create_future())
        if self._quick is None or not write.is_plain:
            self._queue.put(waiting)
        else:
            self._gathered.append(waiting)
            if len(self._gathered) == 1:  # together with all that is decided in the same turn of the loop
                loop.call_soon(self._write_quickly)
        try:
            await waiting.done
        except AWAY as problem:
            self._lost(problem)
            raise StorageAway from None
        self._away = False

    async def read(self, question: Callable[[Connection], T]) -> T:
        """The answer to a question that only reads; raises StorageAway. Nobody is told what may not be on disk."""
        if self._in_doubt:
            await self.write(Write())

        def ask() -> T:
            with self._reading.connect() as connection:
                return question(connection)

        try:
            answer = await asyncio.to_thread(ask)
        except AWAY as problem:
            self._lost(problem)
            raise StorageAway from None
        self._away = False
        return answer

    async def prove(self) -> None:
        """Write something and read it; raises StorageAway."""

        def touch(connection: Connection) -> None:
            if not connection.execute(update(health).values(at=time.time())).rowcount:
                connection.execute(insert(health).values(id=1, at=time.time()))

        try:
            async with asyncio.timeout(PROOF_SECONDS):
                await self.write(Write(work=[touch]))
                await self.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        except (TimeoutError, Conflict):
            raise StorageAway from None

    def _lost(self, problem: Exception) -> None:
        """Log that storage went away, once until it is back."""
        if not self._away:
            log.warning("storage does not answer: %s", str(getattr(problem, "orig", problem)).strip())
        self._away = True

    def _write_quickly(self) -> None:
        """Commit what was gathered, unless so much is on its way to the disk that more had better wait for that."""
        if self._gathered and self._way.acquire(blocking=False):
            if self._commit_quickly():
                self._committed.put([(waiting, None) for waiting in self._gathered])
                self._gathered = []
            else:
                self._way.release()
                self._give_to_writer()

    def _commit_quickly(self) -> bool:
        """Whether what was gathered took the short way."""
        moves = [row for waiting in self._gathered for row in waiting.write.moves]
        self._quick_moves += len(moves)
        if self._quick is None or self._in_doubt or self._quick_moves > MOST_QUICK:
            return False
        if not self._turn.acquire(blocking=False):
            return False
        try:
            return write_at_once(self._quick, [change for w in self._gathered for change in w.write.changes], moves)
        finally:
            self._turn.release()

    def _give_to_writer(self) -> None:
        """Let what was gathered go the long way."""
        for waiting in self._gathered:
            self._queue.put(waiting)
        self._gathered, self._quick_moves = [], 0

    def _write_all(self) -> None:
        """What the thread does that writes: take all that waits and commit it, then have it seen to disk."""
        more = True
        while more:
            batch, more = self._take_batch()
            if batch and self._wal is not None:
                self._way.acquire()
                with self._turn:
                    self._committed.put(self._write_batch(batch))
            elif batch:
                self._tell(self._write_batch(batch))
        for _ in range(WAITING_FOR_DISK):
            self._committed.put(None)

    def _see_to_disk(self) -> None:
        """What each of the threads does that wait for the disk."""
        assert self._wal is not None
        log_file = Log(self._wal)
        while (outcomes := self._committed.get()) is not None:
            done = any(problem is None for _, problem in outcomes)
            if done and (lost := self._reach_disk(log_file)) is not None:
                outcomes = [(waiting, problem or lost) for waiting, problem in outcomes]
            self._way.release()
            self._tell(outcomes)
        log_file.close()

    def _tell(self, outcomes: _Outcomes) -> None:
        """Tell those who wait, and the other processes, what is done."""
        done = [waiting for waiting, problem in outcomes if problem is None]
        if done:
            self.on_commit(len(done), sum(len(waiting.write.moves) for waiting in done))
        loop = outcomes[0][0].loop
        with suppress(RuntimeError):  # whoever waited has gone, and the loop with them
            loop.call_soon_threadsafe(self._settle, outcomes)
        if done and self._announcer is not None:
            self._announcer.tell([waiting.write for waiting in done])

    def _settle(self, outcomes: _Outcomes) -> None:
        """The same, in their loop."""
        for waiting, problem in outcomes:
            if waiting.done.done():
                continue
            if problem is None:
                waiting.done.set_result(None)
            else:
                waiting.done.set_exception(problem)
        self._write_quickly()

    def _take_batch(self) -> tuple[list[_Waiting], bool]:
        """All that waits, or the first that comes; and whether more may come."""
        batch: list[_Waiting] = []
        while not batch or (len(batch) < MOST_AT_ONCE and not self._queue.empty()):
            waiting = self._queue.get()
            if waiting is None:
                return batch, False
            batch.append(waiting)
        return batch, True

    def _write_batch(self, batch: Sequence[_Waiting]) -> _Outcomes:
        """All in one commit but for those that were overtaken; if that fails, each in its own, so that only the guilty
        one fails. What came of each."""
        try:
            late = self._commit_again([waiting.write for waiting in batch])
        except Exception as problem:
            if len(batch) > 1:
                return [outcome for waiting in batch for outcome in self._write_batch([waiting])]
            return [(batch[0], Conflict(str(problem)) if isinstance(problem, IntegrityError) else problem)]
        return [
            (waiting, None if late.isdisjoint(waiting.write.decided_on) else Conflict("a table has changed since"))
            for waiting in batch
        ]

    def _reach_disk(self, log_file: Log) -> OSError | None:
        """Wait until all that was committed is on disk; what was in the way, if it cannot be brought there."""
        try:
            log_file.reach_disk()
        except OSError as problem:
            self._in_doubt = True
            return problem
        return None

    def _commit_again(self, writes: Sequence[Write]) -> set[str]:
        """Commit, once more if another process was in the way."""
        for _ in range(DEADLOCKS):
            try:
                return self._commit(writes)
            except OperationalError as problem:
                if getattr(problem.orig, "sqlstate", None) != DEADLOCK:
                    raise
        return self._commit(writes)

    def _commit(self, writes: Sequence[Write]) -> set[str]:
        """The tables that another process has changed since: what was to be written of them is not."""
        if self._in_doubt:
            take_in_log(self._writing)
            self._in_doubt = False
        with self._writing.begin() as connection:
            late = overtaken(connection, [change for write in writes for change in write.changes])
            if late:
                writes = [write for write in writes if late.isdisjoint(write.decided_on)]
            moves = [row for write in writes for row in write.moves]
            if not change_tables(connection, [change for write in writes for change in write.changes]):
                raise Conflict("a table has changed since")
            insert_moves(connection, moves)
            for write in writes:
                write.run(connection)
        return late


def _engine(url: str, syncs: bool = True) -> Engine:
    """The way to a database. SQLite waits with every commit until it is on disk, unless somebody else sees to that."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        remote = parsed.get_backend_name() != "sqlite"
        waits = {"connect_timeout": CONNECT_SECONDS} if parsed.get_backend_name() == "postgresql" else {}
        engine = create_engine(parsed, hide_parameters=True, pool_size=8, pool_pre_ping=remote, connect_args=waits)
    except (ArgumentError, ImportError, OSError, SQLAlchemyError) as problem:
        raise InvalidOption(
            f"database: {problem}; expected an address such as sqlite:///file or postgresql://user@host/name"
        ) from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", partial(_prepare_sqlite, syncs))
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    elif engine.dialect.name != "postgresql":
        raise InvalidOption(f"database: expected sqlite:///… or postgresql://…, got {engine.dialect.name}")
    return engine


def _prepare_sqlite(syncs: bool, connection: Any, _: Any) -> None:
    # Python's own driver would begin transactions where it thinks fit, and not before a change of the schema.
    connection.isolation_level = None
    connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
    (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    often = "FULL" if syncs or mode != "wal" else "NORMAL"
    for pragma in (f"synchronous={often}", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")
    (size,) = connection.execute("PRAGMA page_size").fetchone()  # older files have larger ones
    connection.execute(f"PRAGMA wal_autocheckpoint={BYTES_IN_LOG // size}")
