"""Talking: what people at a table say to each other."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, insert, select

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.server import schema
from caravanserai.server.errors import Refused
from caravanserai.server.identity import alias
from caravanserai.server.messages import Say
from caravanserai.server.permissions import acting_seat, held, may_hear
from caravanserai.server.presenting import talk_message
from caravanserai.server.registry import Registry
from caravanserai.server.rows import TalkRow, insert_new, values
from caravanserai.server.seating import Seating
from caravanserai.server.storage import Write
from caravanserai.server.table import FINISHED, RUNNING, Table, Watcher

PHRASES = ("hello", "good-luck", "your-turn", "thinking", "well-played", "ouch", "thanks", "sorry", "rematch", "bye")
"""The ready-made phrases of table talk; their words are the messages ``phrase-<name>``."""

TALK_SHOWN = 30
"""Of what was said, how much whoever comes to a table is shown."""


class Talking:
    """Hands on what is said at tables, and among those who look on."""

    def __init__(self, registry: Registry, seating: Seating) -> None:
        self._registry, self._seating = registry, seating

    async def say(self, watcher: Watcher, message: Say) -> None:
        """Somebody says something to all at a table; while a match is played, who looks on to those who do too."""
        if (message.phrase is None) == (message.text is None):
            raise Refused("invalid", "say: expected a phrase or a text, and not both", list(PHRASES))
        if message.phrase is not None and message.phrase not in PHRASES:
            raise Refused("invalid", f"phrase {message.phrase!r}: there is none", list(PHRASES))
        if watcher.table_id is None:
            raise Refused("not_yours", "you are at no table", "a watch message first")
        async with self._registry.locked(watcher.table_id) as table:
            seat = None if watcher.viewer == SPECTATOR else acting_seat(table, watcher)
            if message.text is not None and not table.row.free_talk:
                raise Refused("not_yours", "free text is not allowed at this table", list(PHRASES))
            said = printable(message.text)
            person, nickname = await self._speaker(table, watcher, seat)
            aside = seat is None and table.status == RUNNING
            row = TalkRow(table.id, table.said, nickname, message.phrase, said, time.time(), person, aside)
            table.said += 1
            await self._registry.store(table, Write(statements=[insert(schema.talk).values(values(row))]))
            for other in table.watchers:
                if may_hear(table, other, aside):
                    other.send(talk_message(row))
            if seat is not None:
                await self._seating.come_back(table, [seat])

    async def _speaker(self, table: Table, watcher: Watcher, seat: int | None) -> tuple[str | None, str | None]:
        """Who speaks, and under what name; refuses strangers, and players who only look on."""
        if seat is not None:
            return table.seats[seat].person, table.seats[seat].nickname
        if seats := held(table, watcher):
            raise Refused("not_yours", "you play at this table, and speak from your seat", list(seats))
        c = schema.people.c
        question = select(c.nickname).where(c.id == watcher.person)
        nickname = await self._registry.storage.read(lambda q: q.execute(question).scalar())
        if nickname is None:
            raise Refused("not_known", "nobody is known by this cookie", "POST /api/me with a nickname first")
        return watcher.person, nickname

    async def heard(self, table: Table, plays: bool, number: int | None = None) -> list[TalkRow]:
        """What was said last, or one line of it, as far as whoever plays or only looks on may hear it."""
        c = schema.talk.c
        last = select(schema.talk).where(c.table_id == table.id).order_by(c.number.desc()).limit(TALK_SHOWN)
        if plays and table.status != FINISHED:
            last = last.where(c.aside.is_not(True))
        if number is not None:
            last = last.where(c.number == number)
        rows = await self._registry.storage.read(
            lambda connection: [TalkRow(**row) for row in connection.execute(last).mappings()]
        )
        return rows[::-1]

    async def send_last(self, table: Table, watcher: Watcher) -> None:
        """Show a watcher what was said last."""
        if table.said:
            for row in await self.heard(table, bool(held(table, watcher))):
                watcher.send(talk_message(row))

    # Whom somebody does not want to hear ------------------------------------------------------------------------

    async def mute(self, person: str, other: str, on: bool) -> None:
        """Hear somebody no more, at whichever table, or again."""
        m = schema.mutes.c

        def write(connection: Connection) -> None:
            if on:
                insert_new(connection, schema.mutes, {"person": person, "muted": other})
            else:
                connection.execute(delete(schema.mutes).where(m.person == person, m.muted == other))

        await self._registry.storage.write(Write(work=[write]))

    async def muted(self, table_id: str, person: str | None) -> list[str]:
        """Those at a table whom somebody does not want to hear, by what they are known by there."""
        c, m = schema.talk.c, schema.mutes.c
        spoke = select(c.person).where(c.table_id == table_id)
        question = select(m.muted).where(m.person == person, m.muted.in_(spoke))
        found = await self._registry.storage.read(lambda q: [name for (name,) in q.execute(question)])
        return sorted(alias(table_id, name) for name in found)


def printable(text: str | None) -> str | None:
    """A text on one line, without characters that only steer a terminal or the direction of writing."""
    if text is None:
        return None
    shown = "".join(mark if mark.isprintable() else " " for mark in text)
    if not shown.strip():
        raise Refused("invalid", "text: nothing in it can be read", "something that can be read")
    return shown.strip()
