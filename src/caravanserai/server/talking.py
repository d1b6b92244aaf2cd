"""Talking: what people at a table say to each other."""

from __future__ import annotations

import time

from sqlalchemy import insert, select

from caravanserai.server import schema
from caravanserai.server.errors import Refused
from caravanserai.server.messages import Say
from caravanserai.server.permissions import acting_seat, seated_at
from caravanserai.server.presenting import talk_message
from caravanserai.server.registry import Registry
from caravanserai.server.rows import TalkRow, values
from caravanserai.server.seating import Seating
from caravanserai.server.storage import Write
from caravanserai.server.table import Table, Watcher

PHRASES = ("hello", "good-luck", "your-turn", "thinking", "well-played", "ouch", "thanks", "sorry", "rematch", "bye")
"""The ready-made phrases of table talk; their words are the messages ``phrase-<name>``."""

TALK_SHOWN = 30
"""Of what was said, how much whoever comes to a table is shown."""


class Talking:
    """Hands on what is said at tables."""

    def __init__(self, registry: Registry, seating: Seating) -> None:
        self._registry, self._seating = registry, seating

    async def say(self, watcher: Watcher, message: Say) -> None:
        """Somebody who sits at a table says something to all there."""
        if (message.phrase is None) == (message.text is None):
            raise Refused("invalid", "say: expected a phrase or a text, and not both", list(PHRASES))
        if message.phrase is not None and message.phrase not in PHRASES:
            raise Refused("invalid", f"phrase {message.phrase!r}: there is none", list(PHRASES))
        async with self._registry.locked(seated_at(watcher)) as table:
            seat = acting_seat(table, watcher)
            if message.text is not None and not table.row.free_talk:
                raise Refused("not_yours", "free text is not allowed at this table", list(PHRASES))
            said = printable(message.text)
            speaker, when = table.seats[seat], time.time()
            row = TalkRow(table.id, table.said, speaker.nickname, message.phrase, said, when, speaker.person)
            table.said += 1
            await self._registry.store(table, Write(statements=[insert(schema.talk).values(values(row))]))
            for other in table.watchers:
                other.send(talk_message(row))
            await self._seating.come_back(table, [seat])

    async def send_last(self, table: Table, watcher: Watcher) -> None:
        """Show a watcher what was said last."""
        if not table.said:
            return
        c = schema.talk.c
        last = select(schema.talk).where(c.table_id == table.id).order_by(c.number.desc()).limit(TALK_SHOWN)
        rows = await self._registry.storage.read(
            lambda connection: [TalkRow(**row) for row in connection.execute(last).mappings()]
        )
        for row in reversed(rows):
            watcher.send(talk_message(row))


def printable(text: str | None) -> str | None:
    """A text on one line, without characters that only steer a terminal or the direction of writing."""
    if text is None:
        return None
    shown = "".join(mark if mark.isprintable() else " " for mark in text)
    if not shown.strip():
        raise Refused("invalid", "text: nothing in it can be read", "something that can be read")
    return shown.strip()
