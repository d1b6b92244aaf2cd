"""Presence: who looks at a table, by way of whichever process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial

from sqlalchemy import Connection, delete, insert

from caravanserai.server.reading import read_presence
from caravanserai.server.registry import Registry
from caravanserai.server.rows import PresenceRow, values
from caravanserai.server.schema import presence
from caravanserai.server.storage import Conflict, StorageAway, Write

GATHER_SECONDS = 0.05
"""For which comings and goings are gathered before they are written: a page that is loaded anew goes and comes."""

AGAIN_SECONDS = 1.0
"""Before another try, where storage does not answer."""

log = logging.getLogger("caravanserai.presence")


class Presence:
    """Tells the other processes who looks at tables here, and hears who does elsewhere. A process that shares its
    database with none has nothing to tell."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._told: dict[str, frozenset[str]] = {}
        """By table, the people looking at it here, as last written for the other processes."""
        self._changed: set[str] = set()
        self._heard: set[str] = set()
        self._telling: asyncio.Task[None] | None = None
        self._hearing: asyncio.Task[None] | None = None

    # Here -------------------------------------------------------------------------------------------------------

    def changed(self, table_id: str) -> None:
        """Somebody has come to a table here, or gone."""
        if self._registry.process is not None and self._here(table_id) != self._told.get(table_id, frozenset()):
            self._changed.add(table_id)
            if self._telling is None or self._telling.done():
                self._telling = self._registry.spawn(self._tell())

    def _here(self, table_id: str) -> frozenset[str]:
        watchers = self._registry.watchers.get(table_id, ())
        return frozenset(watcher.person for watcher in watchers if watcher.person is not None)

    async def _tell(self) -> None:
        process = self._registry.process
        assert process is not None
        while self._changed and not self._registry.closing:
            await asyncio.sleep(GATHER_SECONDS)
            tables, self._changed = self._changed, set()
            here = {table: self._here(table) for table in tables}
            rows = [values(PresenceRow(process, table, person)) for table in here for person in sorted(here[table])]

            def tell(connection: Connection, tables: set[str] = tables, rows: list[dict[str, str]] = rows) -> None:
                c = presence.c
                connection.execute(delete(presence).where(c.process == process, c.table_id.in_(tables)))
                if rows:
                    connection.execute(insert(presence), rows)

            try:
                await self._registry.storage.write(Write(work=[tell], present=sorted(tables)))
            except (StorageAway, Conflict):
                self._changed |= tables
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                self._told |= here
                self._told = {table: people for table, people in self._told.items() if people}

    # Elsewhere --------------------------------------------------------------------------------------------------

    def heard_of(self, tables: Iterable[str]) -> None:
        """Somebody has come to tables, or gone, by way of another process."""
        self._heard.update(name for name in tables if name in self._registry.tables)
        if self._heard and (self._hearing is None or self._hearing.done()):
            self._hearing = self._registry.spawn(self._hear())

    def look_again(self) -> None:
        """A process has come, or is back: look who comes by way of it."""
        self.heard_of(self._registry.tables)

    def forget(self, processes: Iterable[str]) -> None:
        """Processes are gone, and with them all who came by way of them."""
        gone = set(processes)
        for table in list(self._registry.tables.values()) if gone else ():
            self._set(table.id, {name: them for name, them in table.elsewhere.items() if name not in gone})

    async def _hear(self) -> None:
        process = self._registry.process
        assert process is not None
        while self._heard:
            tables, self._heard = self._heard, set()
            try:
                found = await self._registry.storage.read(partial(read_presence, tables=tables, process=process))
            except StorageAway:
                return  # all is looked at again when the others can be heard again
            for table_id, people in found.items():
                self._set(table_id, people)

    def _set(self, table_id: str, elsewhere: dict[str, frozenset[str]]) -> None:
        """Tell those who look on here. While somebody works at the table it is told with what they do."""
        table = self._registry.tables.get(table_id)
        if table is not None and table.elsewhere != elsewhere:
            table.elsewhere = elsewhere
            if not table.lock.locked():
                self._registry.publisher.publish(table)
