"""The cluster: the server processes that share a PostgreSQL database.

There is no owner and nothing to elect. Each process shows once a second that it is alive, hears what the others write,
and claims what is due at tables whose keeper is gone. The keeper of a table is whichever process wrote it last.
"""

from __future__ import annotations

import asyncio
import logging
import os
import platform
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.types.json import Json
from sqlalchemy import select

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.announcing import CHANNEL, Announcement
from caravanserai.server.identity import Signer
from caravanserai.server.presence import Presence
from caravanserai.server.reading import ALIVE_SECONDS, database_time
from caravanserai.server.registry import Registry
from caravanserai.server.schema import processes
from caravanserai.server.storage import Storage, StorageAway
from caravanserai.server.timing import begin_at, now

BEAT_SECONDS = 1.0
"""Between two signs of life."""

LOOK_SECONDS = 5.0
"""Between two looks for what was written and not heard of."""

OVERDUE_SECONDS = 60.0
"""After which what is due is done by another process though its keeper is alive: far more than any thinking takes."""

FORGET_SECONDS = 60.0
"""After which nothing is kept of a process that is gone."""

MOST_CLAIMED = 1000
"""Tables that one process claims at a time."""

APART_SECONDS = 2.0
"""That the clocks of two processes may differ before somebody is told."""

BEAT = """
INSERT INTO processes (id, host, pid, marks, seen_at)
VALUES (%(id)s, %(host)s, %(pid)s, %(marks)s, extract(epoch FROM clock_timestamp()))
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
"""
ALIVE = "SELECT id FROM processes WHERE seen_at > extract(epoch FROM clock_timestamp()) - %s"
CLAIM = """
WITH orphans AS (
    SELECT id FROM tables
    WHERE due_at <= %(now)s
    AND (keeper IS NULL OR NOT keeper = ANY(%(alive)s) OR due_at < %(overdue)s AND keeper <> %(id)s)
    ORDER BY due_at LIMIT %(most)s FOR UPDATE SKIP LOCKED
)
UPDATE tables SET keeper = %(id)s FROM orphans WHERE tables.id = orphans.id RETURNING tables.id, tables.due_at
"""
FORGET = (
    "DELETE FROM processes WHERE seen_at < extract(epoch FROM clock_timestamp()) - %s",
    "DELETE FROM presence WHERE NOT EXISTS (SELECT FROM processes WHERE processes.id = presence.process)",
)
LEAVE = ("DELETE FROM presence WHERE process = %s", "DELETE FROM processes WHERE id = %s")

log = logging.getLogger("caravanserai.cluster")


class Cluster:
    """This process among those that share its database."""

    def __init__(self, registry: Registry, presence: Presence, marks: Sequence[str]) -> None:
        assert registry.process is not None
        self.process = registry.process
        self._registry, self._presence, self._metrics = registry, presence, registry.metrics
        self._marks = list(marks)
        self._line: AsyncConnection[Any] | None = None
        self._alive: frozenset[str] = frozenset()
        self._beaten_at = 0.0
        self._behind: set[str] = set()
        self._catching_up: asyncio.Task[None] | None = None
        self._loop: asyncio.Task[None] | None = None
        self._look_at = 0.0

    async def join(self) -> None:
        """Be one of them."""
        line = await self._connect()
        try:
            question = "SELECT extract(epoch FROM clock_timestamp())::float"
            [[time_there]] = await (await line.execute(question)).fetchall()
            begin_at(time_there)
            await self._beat(line)
        except BaseException:
            await line.close()
            raise
        self._loop = asyncio.get_running_loop().create_task(self._run(line))

    async def leave(self) -> None:
        """Be no longer one of them: what this process looked after is for the others now."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
        try:
            async with await self._connect() as line:
                for statement in LEAVE:
                    await line.execute(statement, (self.process,))
                goodbye = Announcement(self.process, now(), leaving=True)
                await line.execute("SELECT pg_notify(%s, %s)", (CHANNEL, goodbye.as_bytes().decode()))
        except psycopg.Error as problem:
            log.info("could not say goodbye: %s", problem)

    async def _connect(self) -> AsyncConnection[Any]:
        line = await AsyncConnection.connect(**self._registry.storage.connect_args(), autocommit=True)
        try:
            await line.execute("SET synchronous_commit = off")
            await line.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            await line.close()
            raise
        return line

    async def _run(self, line: AsyncConnection[Any] | None) -> None:
        """Until this process ends."""
        while True:
            try:
                async with line or await self._connect() as connection:
                    line = None
                    await self._beat(connection)
                    self._look_at = 0.0  # whatever was told meanwhile was missed
                    while True:
                        await self._listen(connection)
                        await self._beat(connection)
                        await self._attend(connection)
            except (psycopg.Error, OSError, StorageAway) as problem:
                log.info("the other processes cannot be heard: %s", str(problem).strip())
                await asyncio.sleep(BEAT_SECONDS)

    async def _listen(self, line: AsyncConnection[Any]) -> None:
        """Hear what the others write until the next beat. (It ends by itself: whoever broke off would lose what has
        come with the last one.)"""
        async for told in line.notifies(timeout=BEAT_SECONDS):
            self._hear(Announcement.read(told.payload))

    def _hear(self, told: Announcement) -> None:
        if told.process == self.process:
            return
        self._metrics.notified.inc()
        late = now() - told.at
        self._metrics.notification_lag.observe(max(0.0, late))
        if abs(late) > APART_SECONDS:
            log.warning("an announcement of another process came %.1f s late, or its clock is another", late)
        for name, version in told.written.items():
            if self._registry.heard_of(name, version, told.decided.get(name)):
                self._behind.add(name)
        for name in told.deleted:
            self._registry.dismiss(name)
        self._presence.heard_of(told.present)
        if told.leaving:
            self._presence.forget([told.process])
            self._alive -= {told.process}
        self._catch_up()

    def _catch_up(self) -> None:
        """Bring copies up to date at which somebody looks; what is heard of meanwhile is next."""
        if self._behind and (self._catching_up is None or self._catching_up.done()):
            self._catching_up = self._registry.spawn(self._keep_catching_up())

    async def _keep_catching_up(self) -> None:
        while self._behind:
            some, self._behind = self._behind, set()
            try:
                await self._registry.catch_up(some)
            except StorageAway:
                return  # they are looked for again when storage is back

    async def _beat(self, line: AsyncConnection[Any]) -> None:
        """Show that this process is alive, and see who else is."""
        me = {"id": self.process, "host": platform.node()[:100], "pid": os.getpid(), "marks": Json(self._marks)}
        await line.execute(BEAT, me)
        alive = frozenset(name for (name,) in await (await line.execute(ALIVE, (ALIVE_SECONDS,))).fetchall())
        # After a pause of its own nobody can tell who else is gone: all may have been kept from showing it.
        steady = now() - self._beaten_at < ALIVE_SECONDS
        self._beaten_at = now()
        if steady or alive >= self._alive:
            self._presence.forget(self._alive - alive)
            if alive - self._alive:
                self._presence.look_again()
            self._alive = alive
        self._metrics.processes.set(len(self._alive))

    async def _attend(self, line: AsyncConnection[Any]) -> None:
        """Claim what nobody looks after, and look for what was missed."""
        due = {"now": now(), "overdue": now() - OVERDUE_SECONDS, "most": MOST_CLAIMED}
        claimed = await (await line.execute(CLAIM, {"id": self.process, "alive": list(self._alive), **due})).fetchall()
        for name, due_at in claimed:
            if (table := self._registry.tables.get(name)) is not None:
                table.row.keeper = self.process
            self._registry.schedule(name, due_at)
        if now() >= self._look_at:
            self._look_at = now() + LOOK_SECONDS
            watched = [name for name, watchers in self._registry.watchers.items() if watchers]
            missed = await self._registry.look_for_news(watched)
            self._metrics.caught_up.inc(len(missed))
            self._behind.update(missed)
            self._catch_up()
            await line.execute(FORGET[0], (FORGET_SECONDS,))
            await line.execute(FORGET[1])


def expect_common_key(storage: Storage, signer: Signer) -> None:
    """Refuses to join servers that would know nobody of those who come from here."""
    if not storage.shared:
        return
    c = processes.c
    alive = select(c.marks).where(c.seen_at > database_time() - ALIVE_SECONDS)
    with storage.engine.connect() as connection:
        for (marks,) in connection.execute(alive):
            if not set(marks) & set(signer.marks()):
                raise InvalidOption(
                    "secret: other servers that share the database sign with another one, so that nobody could go from "
                    "one to the other; expected the same CARAVANSERAI_SECRET, or a copy of secret.key, for all of them"
                )
