"""Announcing: the processes that share a PostgreSQL database tell each other what they have written.

An announcement is a notification on one channel: who tells it, when, the tables that were written with their versions,
those at which somebody came or went, and those that are gone. It says where to look, never what is there to see.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import orjson
import psycopg

from caravanserai.server.timing import now

if TYPE_CHECKING:
    from caravanserai.server.storage import Write

CHANNEL = "caravanserai"

MOST_NAMED = 120
"""Tables in one announcement: PostgreSQL takes 8,000 bytes."""

log = logging.getLogger("caravanserai.announcing")


@dataclass(frozen=True)
class Announcement:
    """What one process tells the others."""

    process: str
    at: float
    written: dict[str, int] = field(default_factory=dict)
    """Tables, each with its version now."""
    present: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    leaving: bool = False

    def as_text(self) -> str:
        told = {name: value for name, value in vars(self).items() if value}
        return orjson.dumps(told).decode()

    @classmethod
    def read(cls, text: str) -> Announcement:
        """What another process has told."""
        return cls(**orjson.loads(text))


class Announcer:
    """Tells other processes of commits, from the thread that writes."""

    def __init__(self, connect_args: Mapping[str, Any], process: str) -> None:
        self.process = process
        self._args = connect_args
        self._line: psycopg.Connection[Any] | None = None

    def tell(self, writes: Iterable[Write]) -> None:
        """Tell of what is on disk now. What cannot be told is found out later, by the versions."""
        written: dict[str, int] = {}
        present: set[str] = set()
        deleted: list[str] = []
        for write in writes:
            written |= {table: version + 1 for table, version in write.decided_on.items()}
            present.update(write.present)
            deleted += write.deleted
        if written or present or deleted:
            self._notify(announcements(self.process, written, present, deleted))

    def leave(self) -> None:
        """Tell that this process is about to end, so that nobody waits to find out."""
        self._notify([Announcement(self.process, now(), leaving=True)])

    def close(self) -> None:
        """Let go of the database."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _notify(self, told: Iterable[Announcement]) -> None:
        try:
            if self._line is None:
                self._line = psycopg.connect(**self._args, autocommit=True)
                self._line.execute("SET synchronous_commit = off")
            for announcement in told:
                self._line.execute("SELECT pg_notify(%s, %s)", (CHANNEL, announcement.as_text()))
        except psycopg.Error as problem:
            log.info("an announcement was lost: %s", problem)
            self.close()


def announcements(
    process: str, written: Mapping[str, int], present: Iterable[str] = (), deleted: Iterable[str] = ()
) -> Iterator[Announcement]:
    """What is to be told, in pieces that are small enough."""
    tables, came, gone = iter(written.items()), iter(present), iter(deleted)
    while True:
        some = dict(islice(tables, MOST_NAMED)), list(islice(came, MOST_NAMED)), list(islice(gone, MOST_NAMED))
        if not any(some):
            return
        yield Announcement(process, now(), *some)
