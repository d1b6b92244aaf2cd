"""Sweeping: what nobody will ask for again is deleted, so that storage does not grow for ever."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import partial

from sqlalchemy import ColumnElement, Connection, delete, select

from caravanserai.server import schema
from caravanserai.server.identity import COOKIE_SECONDS
from caravanserai.server.reports import forget_settled
from caravanserai.server.services import Services
from caravanserai.server.storage import Write
from caravanserai.server.table import FINISHED, WAITING, Table

DAY = 24 * 60 * 60.0
MOST_AT_ONCE = 200
"""Rows of a kind deleted in one write, which others wait for."""

log = logging.getLogger("caravanserai.sweeping")


def delete_tables(connection: Connection, names: Sequence[str]) -> None:
    """Delete tables with all that belongs to them but the results."""
    for part in (schema.moves, schema.talk, schema.notices, schema.seats, schema.calls, schema.reviews):
        connection.execute(delete(part).where(part.c.table_id.in_(names)))
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(names)))


async def delete_table(services: Services, table: Table) -> None:
    """Delete a table that is held, whoever sits there; whoever looks at it is told."""
    clear = partial(delete_tables, names=[table.id])
    await services.registry.store(table, Write(work=[clear], deleted=[table.id]))
    services.registry.dismiss(table.id)


class Sweeper:
    """Deletes tables that were never started, guests who never played, and, where that is wished, old matches."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def sweep(self) -> dict[str, int]:
        """Delete what is due to be; how many of each."""
        settings, swept = self.services.settings, {"waiting": 0, "finished": 0, "guests": 0}
        t = schema.tables.c
        if settings.keep_waiting is not None:
            old = t.created_at < time.time() - settings.keep_waiting * DAY
            swept["waiting"] = await self._delete_tables(t.status == WAITING, old)
        if settings.keep_finished is not None:
            old = t.ended_at < time.time() - settings.keep_finished * DAY
            swept["finished"] = await self._delete_tables(t.status == FINISHED, old)
        if settings.keep_guests is not None:
            swept["guests"] = await self._delete_guests(time.time() - settings.keep_guests * DAY)
        old_marks = schema.departed.c.at < time.time() - COOKIE_SECONDS  # no cookie is older
        forget = Write(statements=[delete(schema.departed).where(old_marks)], work=[forget_settled])
        await self.services.storage.write(forget)
        if any(swept.values()):
            log.info("swept: %s", ", ".join(f"{count} {kind}" for kind, count in swept.items()))
        return swept

    async def _delete_tables(self, *conditions: ColumnElement[bool]) -> int:
        """Tables that nobody looks at, with all that belongs to them but the results."""
        c = schema.tables.c
        elsewhere = select(schema.presence.c.table_id).where(schema.presence.c.table_id == c.id).exists()
        conditions = (*conditions, ~elsewhere)
        due = select(c.id).where(*conditions).limit(MOST_AT_ONCE)
        count = 0
        while found := await self.services.storage.read(lambda q: [name for (name,) in q.execute(due)]):
            unwatched = [name for name in found if not self.services.registry.watchers.get(name)]
            write = Write()
            gone = write.deleted

            def clear(connection: Connection, names: list[str] = unwatched, gone: list[str] = gone) -> None:
                # Looked at once more, and held: somebody may have sat down meanwhile, at another process too.
                still = select(c.id).where(c.id.in_(names), *conditions).with_for_update()
                gone[:] = [name for (name,) in connection.execute(still)]
                delete_tables(connection, gone)

            write.work.append(clear)
            await self.services.storage.write(write)
            for name in gone:
                self.services.registry.forget(name)
            count += len(gone)
            if not gone:
                break
        return count

    async def _delete_guests(self, before: float) -> int:
        """People who have not been seen since then and have neither a table, a seat nor a result."""
        p = schema.people.c
        made = select(schema.tables.c.creator)
        sat = select(schema.seats.c.person).where(schema.seats.c.person.is_not(None))
        played = select(schema.results.c.person).where(schema.results.c.person.is_not(None))
        idle = (p.seen_at < before, p.id.not_in(made), p.id.not_in(sat), p.id.not_in(played))
        counted: list[int] = []

        def clear(connection: Connection) -> None:
            for part in (schema.contacts, schema.subscriptions, schema.calls):
                connection.execute(delete(part).where(part.c.person.in_(select(p.id).where(*idle))))
            connection.execute(delete(schema.mutes).where(schema.mutes.c.person.in_(select(p.id).where(*idle))))
            counted.append(connection.execute(delete(schema.people).where(*idle)).rowcount)

        await self.services.storage.write(Write(work=[clear]))
        return counted[-1]
