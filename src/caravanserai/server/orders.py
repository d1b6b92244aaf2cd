"""Orders: what whoever runs the house wants done, from a command line, while servers go on.

An order is a row in the database, so whoever may write there may give one, from any machine, and no door is open to
anybody else. A server takes it, does it and writes what came of it, for which the command waits; all servers look for
orders that were done, because a notice concerns everybody, and a person who was removed is to be let in nowhere.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import orjson
from sqlalchemy import Connection, delete, insert, or_, select, update

from caravanserai.server import schema
from caravanserai.server.errors import Refused
from caravanserai.server.identity import new_id
from caravanserai.server.messages import NoticeInfo
from caravanserai.server.reading import Seat
from caravanserai.server.rows import OrderRow, values
from caravanserai.server.seating import REMOVED, seat_change
from caravanserai.server.services import Services
from caravanserai.server.storage import Conflict, Storage, StorageAway, Write
from caravanserai.server.sweeping import delete_table
from caravanserai.server.table import FINISHED, RUNNING, WAITING

LOOK_SECONDS = 1.0
"""Between two looks for orders."""

KEPT_SECONDS = 24 * 60 * 60.0
"""For which orders that were done are kept, and a notice at most is shown."""

log = logging.getLogger("caravanserai.orders")


class Orders:
    """Does what is ordered, and knows what was."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._name = new_id()
        self._heard: set[str] = set()
        self._looking: asyncio.Task[None] | None = None
        self.notice: NoticeInfo | None = None
        """What all are told just now."""
        self._ways: dict[str, Callable[..., Awaitable[dict[str, Any]]]] = {
            "close": self._close,
            "remove": self._remove,
            "admit": self._admit,
            "tell": self._tell,
            "quiet": self._quiet,
        }

    async def start(self) -> None:
        """Look for orders from now on; what was ordered before is known at once."""
        self._services.removed = await self._services.storage.read(_removed)
        await self._look()
        self._looking = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Take no more orders."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._look()
            except (StorageAway, Conflict):
                continue
            except Exception as problem:
                log.error("looking for orders failed", exc_info=problem)

    async def _look(self) -> None:
        question = select(schema.orders).order_by(schema.orders.c.at)
        found = await self._services.storage.read(
            lambda connection: [OrderRow(**row) for row in connection.execute(question).mappings()]
        )
        for order in found:
            if order.taken_by is None and await self._take(order):
                await self._do(order)
        done = [order for order in found if order.done_at is not None and order.problem is None]
        news = [order for order in done if order.id not in self._heard]
        if news:
            await self._hear(news)
        self._heard = {order.id for order in done}
        if self.notice is not None and self.notice.until < time.time():
            self._show(None)

    async def _take(self, order: OrderRow) -> bool:
        """Whether the order is this server's to do."""
        c, taken = schema.orders.c, []

        def take(connection: Connection) -> None:
            mine = update(schema.orders).where(c.id == order.id, c.taken_by.is_(None)).values(taken_by=self._name)
            taken.append(connection.execute(mine).rowcount)
            connection.execute(delete(schema.orders).where(c.done_at < time.time() - KEPT_SECONDS))

        await self._services.storage.write(Write(work=[take]))
        return bool(taken[-1])

    async def _do(self, order: OrderRow) -> None:
        changed: dict[str, Any] = {}
        try:
            changed["result"] = orjson.dumps(await self._ways[order.kind](**order.args)).decode()
        except Refused as problem:
            changed["problem"] = f"{problem.message}; expected {problem.expected}"
        except Exception as problem:
            log.error("an order failed", exc_info=problem, extra={"order": order.kind})
            changed["problem"] = "it could not be done; the server's log says why"
        done = update(schema.orders).where(schema.orders.c.id == order.id).values(done_at=time.time(), **changed)
        await self._services.storage.write(Write(statements=[done]))

    async def _hear(self, done: list[OrderRow]) -> None:
        """What orders mean for this server, whoever did them."""
        if any(order.kind in ("remove", "admit") for order in done):
            self._services.removed = await self._services.storage.read(_removed)
        for order in done:
            if order.kind == "quiet":
                self._show(None)
            elif order.kind == "tell" and order.args["until"] > time.time():
                self._show(NoticeInfo(type="notice", id=order.id, **order.args))

    def _show(self, notice: NoticeInfo | None) -> None:
        self.notice = notice
        told = notice or NoticeInfo(type="notice", id="", text="", restart_at=None, until=0.0)
        message = told.model_dump_json().encode()
        for watchers in self._services.registry.watchers.values():
            for watcher in watchers:
                watcher.send(message)

    # What can be ordered ----------------------------------------------------------------------------------------

    async def _close(self, table: str) -> dict[str, Any]:
        """Delete a table, whoever sits there; the result of a finished match stays."""
        return await self._services.registry.run_to_completion(table, partial(self._delete, table))

    async def _delete(self, table: str) -> dict[str, Any]:
        async with self._services.registry.locked(table, fresh=True) as found:
            told = {"table": found.id, "game": found.row.game, "status": found.status}
            await delete_table(self._services, found)
        return told

    async def _remove(self, person: str) -> dict[str, Any]:
        """Let somebody in no longer: bots play their seats to the end, and seats at tables that wait are free."""
        await self._mark(person, time.time())
        self._services.removed |= {person}
        told: dict[str, list[str]] = {"closed": [], "left": [], "given_to_bots": []}
        for table_id in await self._services.storage.read(lambda connection: _tables_of(connection, person)):
            work = partial(self._clear_seats, table_id, person, told)
            await self._services.registry.run_to_completion(table_id, work)
        return {"person": person, **told}

    async def _clear_seats(self, table_id: str, person: str, told: dict[str, list[str]]) -> None:
        async with self._services.registry.locked(table_id, fresh=True) as table:
            status, mine = table.status, table.seats_of(person)
            if status == RUNNING and table.playable is not None and mine:
                await self._services.seating.take_over(table, mine, REMOVED)
                told["given_to_bots"].append(table_id)
            elif status == WAITING and table.row.creator != person and mine:
                write = Write()
                for number in mine:
                    table.seats[number] = Seat()
                    write.statements.append(seat_change(table, number))
                await self._services.registry.store(table, write)
                self._services.publisher.publish(table)
                told["left"].append(table_id)
        if status == WAITING and table.row.creator == person:
            await self._close(table_id)
            told["closed"].append(table_id)

    async def _admit(self, person: str) -> dict[str, Any]:
        """Let somebody in again."""
        await self._mark(person, None)
        self._services.removed -= {person}
        return {"person": person}

    async def _mark(self, person: str, removed_at: float | None) -> None:
        c = schema.people.c
        known = await self._services.storage.read(
            lambda connection: connection.execute(select(c.id).where(c.id == person)).scalar()
        )
        if known is None:
            raise Refused("not_found", f"person {person}: there is none", "the id of somebody in `house people`")
        mark = update(schema.people).where(c.id == person).values(removed_at=removed_at)
        await self._services.storage.write(Write(statements=[mark]))

    async def _tell(self, **notice: Any) -> dict[str, Any]:
        return notice

    async def _quiet(self) -> dict[str, Any]:
        return {"was": self.notice.text if self.notice else None}


def _removed(connection: Connection) -> frozenset[str]:
    c = schema.people.c
    return frozenset(name for (name,) in connection.execute(select(c.id).where(c.removed_at.is_not(None))))


def _tables_of(connection: Connection, person: str) -> list[str]:
    """Tables that somebody made or sits at, and that are not over."""
    t, s = schema.tables.c, schema.seats.c
    sits = select(s.table_id).where(s.person == person)
    question = select(t.id).where(t.status != FINISHED, or_(t.creator == person, t.id.in_(sits)))
    return [name for (name,) in connection.execute(question)]


class Unanswered(Exception):
    """No server has done what was ordered."""


async def order(storage: Storage, kind: str, seconds: float, **args: Any) -> dict[str, Any]:
    """Have the servers of a house do something; what came of it. Raises Refused or Unanswered, and then nothing was
    changed, unless a server died while it did it."""
    c, name = schema.orders.c, new_id(16)
    await storage.write(
        Write(statements=[insert(schema.orders).values(values(OrderRow(name, kind, args, time.time())))])
    )
    question, end = select(schema.orders).where(c.id == name), time.monotonic() + seconds
    while True:
        row = await storage.read(lambda connection: OrderRow(**connection.execute(question).mappings().one()))
        if row.problem is not None:
            raise Refused("invalid", row.problem)
        if row.done_at is not None:
            result: dict[str, Any] = orjson.loads(row.result or "{}")
            return result
        if time.monotonic() > end:
            break
        await asyncio.sleep(0.1)
    await storage.write(Write(statements=[delete(schema.orders).where(c.id == name, c.taken_by.is_(None))]))
    raise Unanswered(
        "a server began and did not end it" if row.taken_by else "no server runs on this database; nothing was changed"
    )
