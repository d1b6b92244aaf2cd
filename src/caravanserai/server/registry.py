"""The registry: all tables of this process, each under a lock of its own, and who looks at them.

Every change of a table goes the same way: under the table's lock it is made in memory, written, and, once it is on
disk, published. If it cannot be written the copy in memory is thrown away and made anew from storage.

Other processes may write too. A copy that is known to be behind is brought up to date before anybody uses it; whoever
loses a race, or is refused something by a copy that was behind, tries again with what is there now.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection, Select, select

from caravanserai.server import schema
from caravanserai.server.announcing import Decided
from caravanserai.server.errors import Refused, no_table
from caravanserai.server.following import follow
from caravanserai.server.metrics import Metrics
from caravanserai.server.preparing import Preparation
from caravanserai.server.publishing import Publisher
from caravanserai.server.reading import Point, Saved, read_saved
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Conflict, Storage, StorageAway, Write
from caravanserai.server.table import WAITING, Table, Watcher
from caravanserai.server.timing import now

T = TypeVar("T")

IDLE_SECONDS = 600
"""After which a table nobody looks at is forgotten until somebody does."""

AGAIN_SECONDS, AGAIN_LATEST = 0.2, 3.0
"""Between two tries to read a table that was thrown away, the first and the longest."""

TRIES = 10
"""That somebody has who loses one race after the other."""

MOST_READ = 50
"""Tables of which is read at once what others have written."""

log = logging.getLogger("caravanserai.registry")


class Overtaken(Refused):
    """Another process has changed the table meanwhile; the copy of it is up to date again."""

    def __init__(self) -> None:
        super().__init__("conflict", "somebody else was faster", "a look at the table as it is now")


class Locked:
    """For ``async with``: a table, loaded if need be, under its lock."""

    def __init__(self, registry: Registry, table_id: str, fresh: bool) -> None:
        self._registry = registry
        self._id = table_id
        self._fresh = fresh

    async def __aenter__(self) -> Table:
        if self._fresh and self._registry.process is not None:
            await self._registry.look_for_news([self._id])
        while True:
            self._table = self._registry.tables.get(self._id) or await self._registry.get(self._id)
            await self._table.lock.acquire()
            if self._registry.tables.get(self._id) is self._table:
                self._table.used_at = now()
                if not self._table.behind or await self._catch_up():
                    return self._table
            self._table.lock.release()

    async def _catch_up(self) -> bool:
        """Bring the table up to date; whether it is still the one in use."""
        try:
            await self._registry.catch_up([self._id], holding=self._id)
        except BaseException:
            self._table.lock.release()
            raise
        return self._registry.tables.get(self._id) is self._table and not self._table.behind

    async def __aexit__(self, *_: object) -> None:
        self._table.lock.release()


class Registry:
    """The tables of one server process."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        metrics: Metrics,
        publisher: Publisher,
        preparation: Preparation,
        process: str | None = None,
    ) -> None:
        self.settings = settings
        self.storage = storage
        self.process = process if storage.shared else None
        """The name of this process among those that share the database; none if it is the only one."""
        self.metrics = metrics
        self.publisher = publisher
        self.preparation = preparation
        self.tables: dict[str, Table] = {}
        self.watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        """Who looks at each table; they stay when the copy of the table is thrown away."""
        self.schedule: Callable[[str, float], None] = lambda table, at: None
        """Has a table looked at by itself at a time."""
        self.written: Callable[[str], None] = lambda table: None
        """Is told of every table that was written, here or by another process."""
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._republishing: set[str] = set()
        self.closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    # Tables in memory -------------------------------------------------------------------------------------------

    def locked(self, table_id: str, fresh: bool = False) -> Locked:
        """The table, and nobody else at it meanwhile. For somebody who may just have been at another process it must be
        fresh: what was written there may not have been heard of yet."""
        return Locked(self, table_id, fresh)

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
        """A table as storage has it, once its game is there: what others wrote meanwhile is read too."""
        while True:
            saved = await self._saved(table_id)
            game = saved.row.game
            if saved.row.status == WAITING or self.preparation.has_loaded(game):
                return self.hold(Table.restored(saved, self.process is None, self.preparation.held_up(game)))
            await self.preparation.ready(game)

    async def told(self, table_id: str, tell: Callable[[Table], T]) -> T | None:
        """What is told of a table; none if it has gone meanwhile. Nobody waits here for a game that is being prepared:
        until then the table is told of without its match."""
        try:
            if table_id not in self.tables and self.preparation.under_way:
                saved = await self._saved(table_id)
                if saved.row.status != WAITING and not self.preparation.has(saved.row.game):
                    return tell(Table.without_match(saved))
            async with self.locked(table_id) as table:
                return tell(table)
        except Refused as problem:
            if problem.code != "not_found":
                raise
            return None

    async def _saved(self, table_id: str) -> Saved:
        saved = (await self._read({table_id: Point()})).get(table_id)
        if saved is None:
            raise no_table(table_id)
        return saved

    async def _read(self, since: Mapping[str, Point]) -> dict[str, Saved]:
        """What storage holds of tables, each from a point on."""
        return await self.storage.read(lambda connection: read_saved(connection, since, self.process))

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

    def dismiss(self, table_id: str) -> None:
        """A table is gone: whoever looks at it is told."""
        self.tables.pop(table_id, None)
        told = orjson.dumps({"type": "error", "key": None, **_closed().as_json()})
        for watcher in self.watchers.pop(table_id, ()):
            watcher.send(told)
        self.written(table_id)

    # Writing ----------------------------------------------------------------------------------------------------

    async def store(self, table: Table, write: Write) -> None:
        """Write what was done to a table; if that is not possible, it was not done."""
        write.decided_on[table.id] = table.row.version
        try:
            await self.storage.write(write)
        except Conflict:
            self.metrics.races_lost.inc()
            await self._replace(table)
            raise Overtaken from None
        except BaseException:
            self._throw_away(table)
            raise
        table.row.version += 1
        table.stored = table.point()
        self.written(table.id)

    def _throw_away(self, table: Table) -> None:
        self.tables.pop(table.id, None)
        self._republish(table.id)

    async def _replace(self, table: Table) -> None:
        """Put a copy in the place of one that has done what could not be written."""
        try:
            saved = (await self._read({table.id: Point(said=table.stored.said)})).get(table.id)
        except BaseException:
            self._throw_away(table)
            raise
        if saved is None:
            self.tables.pop(table.id, None)
            return
        try:
            fresh = Table.as_stored(saved, table)
        except Exception as problem:
            log.warning("a table has to be read anew: %s", problem, extra={"table": table.id})
            self._throw_away(table)
            return
        self.tables[table.id] = fresh
        self._bring_up_to_date(fresh, saved)

    # What other processes have written --------------------------------------------------------------------------

    def heard_of(self, table_id: str, version: int, decided: Decided | None = None) -> bool:
        """Another process has written a table, and maybe it is known what; whether it has to be read because somebody
        here looks at it."""
        table = self.tables.get(table_id)
        if table is None:
            self.written(table_id)
            return False
        table.known_version = max(table.known_version, version)
        if table.behind:
            self.written(table_id)
        if not table.behind or not table.watchers:
            return False
        if decided is not None and version == table.known_version == table.row.version + 1 and not table.lock.locked():
            self._bring_up_to_date(table, table.with_decision(version, decided))
        return table.behind

    async def look_for_news(self, table_ids: Iterable[str]) -> list[str]:
        """Find out which copies are behind; those at which somebody looks."""
        held, behind, c = [name for name in table_ids if name in self.tables], [], schema.tables.c
        for start in range(0, len(held), 20 * MOST_READ):
            question = select(c.id, c.version).where(c.id.in_(held[start : start + 20 * MOST_READ]))
            found = await self.storage.read(partial(_rows, question))
            behind += [name for name, version in found if self.heard_of(name, version)]
        return behind

    async def catch_up(self, table_ids: Iterable[str], holding: str | None = None) -> None:
        """Read what others have written of tables and tell those who look on here. At a table that somebody else works
        on it is done as soon as they have finished; whoever calls this may hold the lock of one."""
        wanted = [name for name in table_ids if name in self.tables and self.tables[name].behind]
        for start in range(0, len(wanted), MOST_READ):
            some = {name: self.tables[name] for name in wanted[start : start + MOST_READ] if name in self.tables}
            heard = {name: table.known_version for name, table in some.items()}
            found = await self._read({name: table.stored for name, table in some.items()})
            for name, table in some.items():
                if self.tables.get(name) is not table or not table.behind:
                    continue
                if table.lock.locked() and name != holding:
                    self.spawn(self._catch_up_later(name))
                elif name not in found:
                    self.forget(name)
                elif found[name].row.version > table.row.version:
                    self._bring_up_to_date(table, found[name])
                elif table.known_version == heard[name]:  # a rumour: storage knows best
                    table.known_version = table.row.version

    async def _catch_up_later(self, table_id: str) -> None:
        with suppress(Refused):  # there will be other occasions
            async with self.locked(table_id):
                pass

    def _bring_up_to_date(self, table: Table, saved: Saved) -> None:
        try:
            follow(table, saved, self.publisher)
        except Exception as problem:
            log.warning("a table has to be read anew: %s", problem, extra={"table": table.id})
            self._throw_away(table)
            return
        for deadline in table.deadlines(self.settings.grace):
            self.schedule(table.id, deadline)
        if table.returning:
            self.schedule(table.id, now())

    async def from_now(self, table_id: str | None, work: Callable[[], Awaitable[T]]) -> T:
        """Do something that is about a table; whoever was overtaken, or refused by a copy that was behind, tries again
        with what is there now."""
        for _ in range(TRIES - 1):
            try:
                return await work()
            except Overtaken:
                continue
            except Refused as problem:
                if self.process is None or table_id is None or isinstance(problem, StorageAway):
                    raise
                await self.look_for_news([table_id])
                if table_id not in self.tables or not self.tables[table_id].behind:
                    raise
        return await work()

    def _republish(self, table_id: str) -> None:
        """Those who looked at a table that was thrown away look at the new one as soon as it can be read."""
        if table_id not in self._republishing:
            self._republishing.add(table_id)
            self.spawn(self._keep_republishing(table_id))

    async def _keep_republishing(self, table_id: str) -> None:
        pause = AGAIN_SECONDS
        try:
            while self.watchers[table_id] and not self.closing:
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
            self._republishing.discard(table_id)

    # Work in the background -------------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that is finished before the server stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def run_to_completion(self, table_id: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do something that is about a table to its end, even if whoever asked for it goes away."""
        return await asyncio.shield(self.spawn(self.from_now(table_id, work)))

    async def close(self) -> None:
        """Let what has begun come to its end."""
        self.closing = True
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)


def _closed() -> Refused:
    return Refused("closed", "the table is no longer there", "another table")


def _rows(question: Select[Any], connection: Connection) -> list[Any]:
    return list(connection.execute(question))
