"""Disk: SQLite's log is seen to disk by the thread that has committed, and not by SQLite, which would let nobody else
commit meanwhile."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Engine

sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)
"""Waits until what was written to a file is on disk; when it was written may come later."""


class Log:
    """The log of a database as one thread has it open, and keeps it so: that a file could not be written is told to
    those who had it open then."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self._open()

    def is_current(self) -> bool:
        """Whether the file is there that is open: SQLite removes a log that nobody uses."""
        return self._file is not None and os.fstat(self._file).st_nlink > 0

    def reach_disk(self) -> None:
        """Wait until all that was committed is on disk; raises OSError if that is not possible."""
        if not self.is_current():
            self.close()
            self._open()
        if self._file is not None:  # else all of it has been taken into the database
            sync(self._file)

    def _open(self) -> None:
        with suppress(FileNotFoundError):
            self._file = os.open(self._path, os.O_RDWR)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def log_of(engine: Engine) -> Path | None:
    """Where the log of an SQLite database is; none where SQLite keeps none."""
    with engine.connect() as connection:
        mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
        _, _, file = connection.exec_driver_sql("PRAGMA database_list").one()
    return Path(f"{file}-wal") if mode == "wal" and file else None


def quick_way(engine: Engine) -> sqlite3.Connection:
    """A connection that waits for nobody and never takes the log in: whoever commits by it has no time for that."""
    borrowed = engine.raw_connection()
    connection: Any = borrowed.driver_connection
    borrowed.detach()
    for pragma in ("busy_timeout=0", "wal_autocheckpoint=0"):
        connection.execute(f"PRAGMA {pragma}")
    return cast(sqlite3.Connection, connection)


def take_in_log(engine: Engine) -> None:
    """Have all of the log taken into the database, and that seen to disk; raises OSError if somebody reads it."""
    with engine.connect() as connection:
        # No transaction may be open for that.
        busy, _, _ = connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise OSError("somebody reads what is to be seen to disk")
