"""The registry: all tables of this process, each under a lock of its own, and who looks at them.

Every change of a table goes the same way: under the table's lock it is made in memory, written, and, once it is on
disk, published. If it cannot be written the copy in memory is thrown away and made anew from storage.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from caravanserai.server.errors import Refused
from caravanserai.server.metrics import Metrics
from caravanserai.server.publishing import Publisher
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Conflict, Storage, Write
from caravanserai.server.table import Table, Watcher
from caravanserai.server.timing import now

T = TypeVar("T")

IDLE_SECONDS = 600
"""After which a table nobody looks at is forgotten until somebody does."""

AGAIN_SECONDS, AGAIN_LATEST = 0.2, 3.0
"""Between two tries to read a table that was thrown away, the first and the longest."""


class Locked:
    """For ``async with``: a table, loaded if need be, under its lock."""

    def __init__(self, registry: Registry, table_id: str) -> None:
        self._registry = registry
        self._id = table_id

    async def __aenter__(self) -> Table:
        while True:
            self._table = self._registry.tables.get(self._id) or await self._registry.get(self._id)
            await self._table.lock.acquire()
            if self._registry.tables.get(self._id) is self._table:
                self._table.used_at = now()
                return self._table
            self._table.lock.release()

    async def __aexit__(self, *_: object) -> None:
        self._table.lock.release()


class Registry:
    """The tables of one server process."""

    def __init__(self, settings: Settings, storage: Storage, metrics: Metrics, publisher: Publisher) -> None:
        self.settings = settings
        self.storage = storage
        self.metrics = metrics
        self.publisher = publisher
        self.tables: dict[str, Table] = {}
        self.watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        """Who looks at each table; they stay when the copy of the table is thrown away."""
        self.schedule: Callable[[str, float], None] = lambda table, at: None
        """Has a table looked at by itself at a time."""
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._telling_anew: set[str] = set()
        self._closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    # Tables in memory -------------------------------------------------------------------------------------------

    def locked(self, table_id: str) -> Locked:
        """The table, and nobody else at it meanwhile."""
        return Locked(self, table_id)

    async def get(self, table_id: str) -> Table:
        """The table, loaded if need be; refuses one that does not exist."""
        if found := self.tables.get(table_id):
            return found
        if table_id not in self._loading:
            self._loading[table_id] = self.spawn(self._load(table_id))
        try:
            return await asyncio.shield(self._loading[table_id])
        finally:
            self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Table:
        table = await self.storage.read(lambda connection: Table.load(connection, table_id))
        if table is None:
            raise Refused("not_found", f"table {table_id}: there is none", "the id of a table")
        return self.hold(table)

    def hold(self, table: Table) -> Table:
        """Keep a table in memory, with those who look at it, and look after its clocks."""
        table.watchers = self.watchers[table.id]
        for deadline in table.deadlines(self.settings.grace):
            self.schedule(table.id, deadline)
        return self.tables.setdefault(table.id, table)

    def forget_idle(self) -> None:
        """Forget tables nobody has looked at for a while."""
        for table in list(self.tables.values()):
            if not table.watchers and not table.lock.locked() and now() - table.used_at > IDLE_SECONDS:
                self.forget(table.id)

    def forget(self, table_id: str) -> None:
        """Keep nothing of a table in memory but who looks at it."""
        self.tables.pop(table_id, None)
        if not self.watchers[table_id]:
            del self.watchers[table_id]

    # Writing ----------------------------------------------------------------------------------------------------

    async def store(self, table: Table, write: Write) -> None:
        """Write what was done to a table; if that is not possible, it was not done."""
        write.decided_on[table.id] = table.row.version
        try:
            await self.storage.write(write)
        except BaseException as problem:
            self.tables.pop(table.id, None)
            self._tell_anew(table.id)
            if isinstance(problem, Conflict):
                self.metrics.races_lost.inc()
                raise Refused("conflict", "somebody else was faster", "a look at the table as it is now") from None
            raise
        table.row.version += 1

    def _tell_anew(self, table_id: str) -> None:
        """Those who looked at a table that was thrown away look at the new one as soon as it can be read."""
        if table_id not in self._telling_anew:
            self._telling_anew.add(table_id)
            self.spawn(self._keep_telling_anew(table_id))

    async def _keep_telling_anew(self, table_id: str) -> None:
        pause = AGAIN_SECONDS
        try:
            while self.watchers[table_id] and not self._closing:
                try:
                    async with self.locked(table_id) as table:
                        self.publisher.publish(table, anew=True)
                        return
                except Refused as problem:
                    if problem.code != "unavailable":
                        raise
                await asyncio.sleep(pause)
                pause = min(AGAIN_LATEST, pause * 2)
        finally:
            self._telling_anew.discard(table_id)

    # Work in the background -------------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that is finished before the server stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def run_to_completion(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end even if whoever asked for it goes away."""
        return await asyncio.shield(self.spawn(work))

    async def close(self) -> None:
        """Let what has begun come to its end."""
        self._closing = True
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
