"""Mine: whoever looks at the list of their own tables is told when one of them changes, through whichever process.

In the list are tables that are not over, and those where somebody wants to play again and waits for their answer. It is
sent once, then only what has changed of it. What somebody does at another process (a new table, a seat
taken) is found out by looking now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Text, and_, cast, or_, select

from caravanserai.server import schema
from caravanserai.server.errors import Refused
from caravanserai.server.presenting import my_table_info
from caravanserai.server.registry import Registry
from caravanserai.server.storage import StorageAway
from caravanserai.server.table import FINISHED, RUNNING, WAITING, Table, Watcher
from caravanserai.server.timing import now

GATHER_SECONDS = 0.5
"""For which changes of tables are gathered before they are told."""

LOOK_SECONDS = 10.0
"""Between two looks for tables that came by way of another process."""

LISTED = 100

log = logging.getLogger("caravanserai.mine")


def tables_of(person: str) -> ColumnElement[bool]:
    """Those that a person made or sits at."""
    t, s = schema.tables.c, schema.seats.c
    return or_(t.creator == person, t.id.in_(select(s.table_id).where(s.person == person)))


async def my_table(registry: Registry, table_id: str, person: str) -> dict[str, Any] | None:
    """A table as one of its people finds it in a list; none if it has gone meanwhile."""

    def tell(table: Table) -> dict[str, Any] | None:
        mine = table.row.creator == person or table.seats_of(person)
        return my_table_info(table, person) if mine else None

    return await registry.told(table_id, tell)


def is_listed(entry: dict[str, Any]) -> bool:
    """Whether one is told of a table: it is not over, or somebody there waits for one's answer."""
    if entry["table"]["status"] != FINISHED:
        return True
    offer = entry["again"] if entry["table"]["rematch"] is None else None
    mine, asked = {*entry["mine"]}, [one for one in offer["people"] if one["answer"] is None] if offer else []
    return any(mine.intersection(one["seats"]) for one in asked)


class MyTables:
    """Tells people of their own tables."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        registry.written = self.written
        registry.preparation.on_news.append(self.look_at_all)
        self._followers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._told: defaultdict[str, dict[str, bytes]] = defaultdict(dict)
        """What each person was told last, by table."""
        self._people: defaultdict[str, set[str]] = defaultdict(set)
        """Who follows each table."""
        self._changed: set[str] = set()
        self._unsure: set[str] = set()
        """People who may have come to a table that they do not follow yet."""
        self._telling: asyncio.Task[None] | None = None
        self._looked_at = 0.0

    async def follow(self, watcher: Watcher) -> None:
        """Tell somebody of all their tables, and from now on of what changes."""
        person = watcher.person
        if person is None:
            raise Refused("not_known", "nobody is known by this cookie", "POST /api/me with a nickname first")
        if watcher in self._followers[person]:
            self._unfollow(person, watcher)
        self._followers[person].add(watcher)
        try:
            found = await self._find([person])
            for table_id in found[person]:
                self._people[table_id].add(person)
            entries = [await my_table(self._registry, table_id, person) for table_id in found[person]]
        except BaseException:
            self._unfollow(person, watcher)
            raise
        shown = [entry for entry in entries if entry is not None and is_listed(entry)]
        self._told[person] = {entry["table"]["id"]: _without_time(entry) for entry in shown}
        watcher.send(_message(shown, whole=True))
        self._wake()

    def unfollow(self, watcher: Watcher) -> None:
        """Whoever looked at the list is gone."""
        if watcher.person is not None and watcher in self._followers.get(watcher.person, ()):
            self._unfollow(watcher.person, watcher)

    def _unfollow(self, person: str, watcher: Watcher) -> None:
        self._followers[person].discard(watcher)
        if not self._followers[person]:
            del self._followers[person]
            self._told.pop(person, None)
            self._unsure.discard(person)
            for table_id in [name for name, people in self._people.items() if person in people]:
                self._forget(table_id, person)

    def _forget(self, table_id: str, person: str) -> None:
        self._people[table_id].discard(person)
        if not self._people[table_id]:
            del self._people[table_id]

    def written(self, table_id: str) -> None:
        """A table has changed, here or by way of another process."""
        if table_id in self._people:
            self._changed.add(table_id)
            self._wake()

    def look_at_all(self) -> None:
        """Another game is there: it is known whose turn it is at its tables."""
        self._changed.update(self._people)
        self._wake()

    def look_again(self, person: str) -> None:
        """Somebody has come to a table."""
        if person in self._followers:
            self._unsure.add(person)
            self._wake()

    def _wake(self) -> None:
        if self._telling is None or self._telling.done():
            self._telling = self._registry.spawn(self._run())

    async def _run(self) -> None:
        """As long as anybody follows."""
        while self._followers and not self._registry.closing:
            await asyncio.sleep(GATHER_SECONDS)
            try:
                await self._look_for_new()
                changed, self._changed = self._changed, set()
                for table_id in changed:
                    for person in list(self._people.get(table_id, ())):
                        await self._tell(table_id, person)
            except StorageAway:
                self._unsure.update(self._followers)  # all is looked at again when it is back
                self._changed.update(self._people)
            except Exception as problem:
                log.error("a list of tables could not be told", exc_info=problem)

    async def _look_for_new(self) -> None:
        if self._registry.process is not None and now() >= self._looked_at + LOOK_SECONDS:
            self._looked_at = now()
            self._unsure.update(self._followers)
        unsure, self._unsure = self._unsure, set()
        if unsure:
            for person, tables in (await self._find(unsure)).items():
                if person in self._followers:
                    for table_id in {*tables} ^ {*self._told[person]}:
                        self._people[table_id].add(person)
                        self._changed.add(table_id)

    async def _tell(self, table_id: str, person: str) -> None:
        """Tell somebody how one of their tables is now, if that is news."""
        entry = await my_table(self._registry, table_id, person)
        if person not in self._followers:
            return
        if entry is None:
            self._forget(table_id, person)
        if entry is None or not is_listed(entry):
            # A match that is over is still followed: somebody may want to play again.
            if self._told[person].pop(table_id, None) is not None:
                self._send(person, _message([], gone=[table_id]))
        elif self._told[person].get(table_id) != (told := _without_time(entry)):
            self._told[person][table_id] = told
            self._send(person, _message([entry]))

    def _send(self, person: str, message: bytes) -> None:
        for watcher in self._followers.get(person, ()):
            watcher.send(message)

    async def _find(self, people: Iterable[str]) -> dict[str, list[str]]:
        """The tables of people that are not over or may be played again, the newest first; copies of them that are
        behind are known to be."""
        t = schema.tables.c
        offered = and_(t.status == FINISHED, t.rematch.is_(None), cast(t.again, Text) != "null")
        open_tables = or_(t.status.in_((WAITING, RUNNING)), offered)

        def find(connection: Connection) -> dict[str, list[Any]]:
            return {
                person: list(
                    connection.execute(
                        select(t.id, t.version)
                        .where(tables_of(person), open_tables)
                        .order_by(t.created_at.desc())
                        .limit(LISTED)
                    )
                )
                for person in people
            }

        found = await self._registry.storage.read(find)
        for tables in found.values():
            for name, version in tables:
                self._registry.heard_of(name, version)
        return {person: [name for name, _ in tables] for person, tables in found.items()}


def _without_time(entry: dict[str, Any]) -> bytes:
    """An entry as it is compared."""
    return orjson.dumps({**entry, "now": None})


def _message(tables: list[dict[str, Any]], gone: Iterable[str] = (), whole: bool = False) -> bytes:
    return orjson.dumps({"type": "mine", "whole": whole, "tables": tables, "gone": list(gone)})
