"""Calling: whoever is not at a table that waits for them is told, once a turn or once a day, as they have chosen.

Each process looks every few seconds, in storage, who is asked where. Whoever is to be called is claimed there first, so
that only one process calls; a claim that is not settled after a while was lost with its process, and another one calls.
Nothing depends on anybody's memory, and taking a decision costs nothing more for it.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
from sqlalchemy import Connection, and_, case, distinct, exists, func, or_, select, update

from caravanserai.games import find_game
from caravanserai.kernel.errors import UnknownGame
from caravanserai.server import schema
from caravanserai.server.contacts import (
    AT_ONCE,
    DAILY,
    DIGEST,
    day_of,
    forget_subscription,
    read_contact,
    read_subscriptions,
)
from caravanserai.server.letters import Letter, Link
from caravanserai.server.reading import read_presence
from caravanserai.server.rows import ContactRow, SubscriptionRow, insert_new
from caravanserai.server.services import Services
from caravanserai.server.storage import Conflict, StorageAway, Write
from caravanserai.server.table import RUNNING
from caravanserai.server.timing import now
from caravanserai.words import LANGUAGES, Words, words_for

ROUND_SECONDS = 2.0
"""Between two looks."""

LOST_SECONDS = 60.0
"""After which a claim that was not settled is anybody's: longer than all that is sent may take."""

MOST_TRIES = 3
MOST_LISTED = 20
"""Tables in one digest."""

log = logging.getLogger("caravanserai.calling")


@dataclass(frozen=True)
class Waiting:
    """A table that waits for somebody."""

    table: str
    game: str
    turn: str
    since: float
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Call:
    """Somebody who is to be called: to a table, or to all that wait."""

    topic: str
    person: str
    turn: str
    tables: tuple[Waiting, ...]
    seen: bool = False
    """Nobody has to be called: they look at the table, or nothing waits for them."""


class Caller:
    """Calls people to their tables."""

    def __init__(self, services: Services) -> None:
        self.services, self.registry, self.storage = services, services.registry, services.storage
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._loop = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Begin nothing more."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS * (0.8 + 0.4 * random.random()))
            try:
                await self._round()
            except (StorageAway, Conflict):
                continue  # in the next round
            except Exception as problem:
                log.error("people could not be called", exc_info=problem)

    async def _round(self) -> None:
        if not await self.storage.read(self._calls):
            return
        won: list[Call] = []

        def claim(connection: Connection) -> None:
            # Looked at once more: what was read may have been answered while this write waited for its turn.
            won[:] = [call for call in self._calls(connection) if _claim(connection, call)]

        await self.storage.write(Write(work=[claim]))
        for call in won:
            if not call.seen:
                self.registry.spawn(self._call(call))

    # Who is to be called ----------------------------------------------------------------------------------------

    def _calls(self, connection: Connection) -> list[Call]:
        """Who is to be called now, as far as storage tells, and who has seen for themselves."""
        at_once = self._waiting(connection, AT_ONCE)
        tables = {waiting.table for found in at_once.values() for waiting in found}
        here = self._people_at(connection, tables)
        calls = []
        for person, found in at_once.items():
            for waiting in found:
                seen = person in here.get(waiting.table, ())
                if seen or waiting.since <= now() - self.services.settings.call_after:
                    calls.append(Call(waiting.table, person, waiting.turn, (waiting,), seen))
        return _open(connection, [*calls, *self._digests(connection)])

    def _digests(self, connection: Connection) -> list[Call]:
        c = schema.contacts.c
        daily = {
            person: day_of(now(), morning)
            for person, morning in connection.execute(select(c.person, c.morning).where(c.how == DAILY, _reachable()))
        }
        due = _open(connection, [Call(DIGEST, person, day, ()) for person, day in daily.items()])
        waiting = self._waiting(connection, DAILY) if due else {}
        return [replace(call, tables=(found := tuple(waiting.get(call.person, ()))), seen=not found) for call in due]

    def _waiting(self, connection: Connection, how: str) -> dict[str, list[Waiting]]:
        """The tables that wait for people who want to be called so. A table of one person waits for nobody."""
        w, s, t = schema.contacts.c, schema.seats.c, schema.tables.c
        other = schema.seats.alias()
        people = (
            select(func.count(distinct(other.c.person)))
            .where(other.c.table_id == t.id, other.c.person.is_not(None), other.c.resigned.is_(False))
            .scalar_subquery()
        )
        question = (
            select(t.id, t.game, t.asked, s.seat, s.person)
            .join_from(schema.contacts, schema.seats, s.person == w.person)
            .join(schema.tables, t.id == s.table_id)
            .where(w.how == how, _reachable(), t.status == RUNNING, s.stand_in.is_(False), people > 1)
            .order_by(t.id, s.seat)
        )
        found: dict[tuple[str, str], Waiting] = {}
        for table, game, asked, seat, person in connection.execute(question):
            turn, since, answered = (asked or {}).get(str(seat), (0, 0, True))
            if not answered:
                found.setdefault((person, table), Waiting(table, game, f"{seat}.{turn}", since))
        waiting: dict[str, list[Waiting]] = {}
        for (person, _), entry in sorted(found.items(), key=lambda item: item[1].since):
            waiting.setdefault(person, []).append(entry)
        return waiting

    def _people_at(self, connection: Connection, tables: set[str]) -> dict[str, set[str]]:
        """Who looks at tables, by way of whichever process."""
        watchers = self.registry.watchers
        here = {table: {w.person for w in watchers.get(table, ()) if w.person is not None} for table in tables}
        if self.registry.process is not None and tables:
            for table, elsewhere in read_presence(connection, tables, self.registry.process).items():
                here[table].update(*elsewhere.values())
        return here

    # Calling them -----------------------------------------------------------------------------------------------

    async def _call(self, call: Call) -> None:
        """Send what is to be told to all devices of somebody, and by letter."""
        try:
            contact, devices, call = await self.storage.read(lambda q: _read(q, call))
            if contact is None:
                return
            message = compose(call, contact.language)
            content = orjson.dumps(message)
            results = await asyncio.gather(*(self.services.pusher.push(to, content, call.topic) for to in devices))
            gone = [to for to, result in zip(devices, results, strict=True) if result == "gone"]
            reached = "sent" in results
            if contact.email is not None and contact.confirmed_at is not None and self.services.mailer.offered:
                reached |= await self._write_to(contact, call)
            write = Write(statements=[forget_subscription(to.id, to.person) for to in gone])
            if reached or len(gone) == len(devices):
                c = schema.calls.c
                which = (c.table_id == call.topic, c.person == call.person, c.turn == call.turn)
                write.statements.append(update(schema.calls).where(*which).values(settled_at=now()))
            await self.storage.write(write)
        except StorageAway:
            pass  # its claim runs out, and somebody is called once more rather than never
        except Exception as problem:
            log.error("somebody could not be called", exc_info=problem)

    async def _write_to(self, contact: ContactRow, call: Call) -> bool:
        mailer, words = self.services.mailer, words_of(contact.language)
        message = compose(call, contact.language)
        letter = Letter(
            words,
            f"{message['title']}: {message['body']}" if call.topic != DIGEST else message["title"],
            words("mail-lead"),
            tuple(
                Link(about(entry, words), f"{mailer.url}/#/table/{entry.table}") for entry in call.tables[:MOST_LISTED]
            ),
            words("mail-foot"),
            f"{mailer.url}/mail/leave/{contact.token}",
        )
        assert contact.email is not None
        return await mailer.send(contact.email, letter)


def _reachable() -> Any:
    """Those who can be called at all."""
    w, s = schema.contacts.c, schema.subscriptions.c
    return or_(w.confirmed_at.is_not(None), exists().where(s.person == w.person))


def _open(connection: Connection, calls: Sequence[Call]) -> list[Call]:
    """Those of calls that nobody has taken, or taken and not settled in time."""
    c = schema.calls.c
    people = {call.person for call in calls}
    rows = connection.execute(select(schema.calls).where(c.person.in_(people))) if people else ()
    taken = {(row.table_id, row.person): row for row in rows}
    found = []
    for call in calls:
        row = taken.get((call.topic, call.person))
        lost = row is not None and row.settled_at is None and row.claimed_at < now() - LOST_SECONDS
        if row is None or row.turn != call.turn or (lost and row.tries < MOST_TRIES):
            found.append(call)
    return found


def _claim(connection: Connection, call: Call) -> bool:
    """Take a call, unless somebody else has; whether it was taken."""
    c, time_now = schema.calls.c, now()
    lost = and_(c.settled_at.is_(None), c.claimed_at < time_now - LOST_SECONDS, c.tries < MOST_TRIES)
    taken = {"turn": call.turn, "claimed_at": time_now, "settled_at": time_now if call.seen else None}
    again = update(schema.calls).where(
        c.table_id == call.topic, c.person == call.person, or_(c.turn != call.turn, lost)
    )
    if connection.execute(again.values(**taken, tries=case((c.turn == call.turn, c.tries + 1), else_=1))).rowcount:
        return True
    return insert_new(connection, schema.calls, {"table_id": call.topic, "person": call.person, **taken, "tries": 1})


def _read(connection: Connection, call: Call) -> tuple[ContactRow | None, list[SubscriptionRow], Call]:
    """All that is needed to call somebody; who else sits at the tables."""
    s = schema.seats.c
    tables = []
    for entry in call.tables:
        names = select(s.nickname).where(s.table_id == entry.table, s.person != call.person, s.nickname.is_not(None))
        tables.append(replace(entry, others=tuple(name for (name,) in connection.execute(names.order_by(s.seat)))))
    contact, devices = read_contact(connection, call.person), read_subscriptions(connection, call.person)
    return contact, devices, replace(call, tables=tuple(tables))


def words_of(language: str) -> Words:
    """The words of a language, or of the first there is."""
    return words_for(None, language if language in LANGUAGES else LANGUAGES[0])


def about(entry: Waiting, words: Words) -> str:
    """A table in words."""
    try:
        title = find_game(entry.game).title
    except UnknownGame:
        title = entry.game
    if not entry.others:
        return title
    return words("call-table", what=title, names=words.enumerate(list(dict.fromkeys(entry.others))))


def compose(call: Call, language: str) -> dict[str, str]:
    """What a device is to show."""
    words = words_of(language)
    if call.topic != DIGEST:
        title, body, url = words("call-turn"), about(call.tables[0], words), f"#/table/{call.topic}"
    else:
        title = words("call-digest", number=len(call.tables))
        body, url = words.enumerate([about(entry, words) for entry in call.tables[:3]]), "#/lobby"
    return {"title": title, "body": body, "tag": call.topic, "url": url, "language": words.language}
