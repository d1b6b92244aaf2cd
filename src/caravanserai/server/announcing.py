"""Announcing: the processes that share a PostgreSQL database tell each other what they have written.

An announcement is a notification on one channel: who tells it, when, the tables that were written with their versions,
those at which somebody came or went, and those that are gone. If all that was written of a table is one decision and
what follows for its clocks, that is told too, and nobody has to read it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
import psycopg

from caravanserai.server.timing import now

if TYPE_CHECKING:
    from caravanserai.server.storage import Write

CHANNEL = "caravanserai"

MOST_BYTES = 7_900
"""Of one announcement: PostgreSQL takes 8,000."""

log = logging.getLogger("caravanserai.announcing")


class Decided(NamedTuple):
    """One decision, as it is stored, and the columns of its table that have changed with it."""

    number: int
    seat: int
    move: str
    key: str | None
    changed: dict[str, Any]


@dataclass(frozen=True)
class Announcement:
    """What one process tells the others."""

    process: str
    at: float
    written: dict[str, int] = field(default_factory=dict)
    """Tables, each with its version now."""
    decided: dict[str, Decided] = field(default_factory=dict)
    """What was written of some of them."""
    present: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    leaving: bool = False

    def as_bytes(self) -> bytes:
        told = {name: value for name, value in vars(self).items() if value}
        if self.decided:
            told["decided"] = {table: list(entry) for table, entry in self.decided.items()}
        return orjson.dumps(told)

    @classmethod
    def read(cls, text: str) -> Announcement:
        """What another process has told."""
        told = orjson.loads(text)
        told["decided"] = {table: Decided(*entry) for table, entry in told.get("decided", {}).items()}
        return cls(**told)


class Announcer:
    """Tells other processes of commits, from the thread that writes."""

    def __init__(self, connect_args: Mapping[str, Any], process: str) -> None:
        self.process = process
        self._args = connect_args
        self._line: psycopg.Connection[Any] | None = None

    def tell(self, writes: Sequence[Write]) -> None:
        """Tell of what is on disk now. What cannot be told is found out later, by the versions."""
        try:
            for message in announcements(self.process, writes):
                if self._line is None:
                    self._line = psycopg.connect(**self._args, autocommit=True)
                    self._line.execute("SET synchronous_commit = off")
                self._line.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message.decode()))
        except psycopg.Error as problem:
            log.info("an announcement was lost: %s", problem)
            self.close()
        except Exception as problem:  # whatever it is, it must not stop the thread that writes
            log.error("an announcement could not be made", exc_info=problem)

    def close(self) -> None:
        """Let go of the database."""
        if self._line is not None:
            self._line.close()
            self._line = None


def announcements(process: str, writes: Sequence[Write]) -> Iterator[bytes]:
    """What is to be told of some writes, in pieces that are small enough."""
    written: dict[str, int] = {}
    decided: dict[str, Decided] = {}
    present: set[str] = set()
    deleted: list[str] = []
    for write in writes:
        written |= {table: version + 1 for table, version in write.decided_on.items()}
        present.update(write.present)
        deleted += write.deleted
        if len(write.moves) == 1 and not write.statements and not write.work:
            [row] = write.moves
            changed = write.changed.get(row.table_id, {})
            decided[row.table_id] = Decided(row.number, row.seat, row.move, row.key, changed)
    if not (written or present or deleted):
        return
    message = Announcement(process, now(), written, decided, sorted(present), deleted).as_bytes()
    if len(message) <= MOST_BYTES:
        yield message
    elif len(writes) > 1:
        yield from announcements(process, writes[: len(writes) // 2])
        yield from announcements(process, writes[len(writes) // 2 :])
    else:  # many tables at once: whoever is concerned finds out by the versions
        log.info("an announcement of %d bytes was too large", len(message))
