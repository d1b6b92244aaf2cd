"""Settings of one server process; each is an option of ``caravanserai serve`` and an environment variable."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from caravanserai.kernel.errors import InvalidOption

LOG_LEVELS = ("debug", "info", "warning", "error")


LOOPBACK = "127.0.0.1"
"""The machine itself."""

MOST_ALLOWANCE = 3600
"""Seconds; with more, a process that hangs would as good as never be replaced."""


def default_data() -> Path:
    """Where a user's tables are kept if nothing else is said."""
    return user_data_path("caravanserai")


def expect_system_for(database_url: str) -> None:
    """Refuses PostgreSQL on Windows, where servers could not hear of each other: its driver cannot wait beside the
    event loop there."""
    if sys.platform == "win32" and not database_url.startswith("sqlite"):
        raise InvalidOption("database: PostgreSQL needs Linux or macOS here; expected SQLite on Windows")


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    host: str = LOOPBACK
    port: int = 8080
    database: str | None = None
    """An SQLAlchemy address; none means SQLite in the data folder."""
    data: Path = field(default_factory=default_data)
    log_level: str = "info"
    secret: str | None = None
    """What cookies are signed with; none means a file in the data folder, made once."""
    old_secret: str | None = None
    """What cookies were signed with before; they are still believed."""
    origins: tuple[str, ...] = ()
    """Origins of pages allowed to use the API, besides the server's own."""
    rate: float = 20.0
    """Requests a second from one address in the long run; 0 means no limit."""
    burst: int = 200
    sockets: int = 100
    """WebSockets open at a time from one address; 0 means no limit."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks whose word is taken for where a request comes from."""
    grace: float = 1.0
    """Seconds allowed for a message's journey after a clock has run out."""
    absence: float = 60.0
    """Seconds for which a table has waited for somebody who is away before a bot may play for them."""
    bot_pace: float = 0.6
    """Seconds a bot waits before it decides, so that people can follow."""
    keep_waiting: float | None = 14.0
    """Days after which a table that was never started is deleted; none means never."""
    keep_finished: float | None = None
    """Days after which a finished match is deleted; its results stay."""
    keep_guests: float | None = 90.0
    """Days after which somebody who never played is forgotten."""
    thinking_allowance: float = 10.0
    """Seconds a bot that searches may be late before it plays by advice, and its process is taken to hang."""
    processes: int = 1
    """Server processes that share the address."""
    thinkers: int = 0
    """Processes in which bots think, for each server process; 0 means as many as there are cores but one."""
    lan: bool = False
    """Whether other devices on the network are to reach it."""
    address: str | None = None
    """Where they do: links in letters and previews begin with it, and those that are made on the server's machine."""
    page: bool = True
    """Whether people are served the page they play on; without it there is the API alone."""
    smtp: str | None = None
    """The mail server that takes letters, as in smtps://user:password@host; none means that none are sent."""
    mail_from: str | None = None
    """Whom letters come from."""
    call_after: float = 10.0
    """Seconds a table waits for somebody before they are called."""
    push_anywhere: bool = False
    """Whether push services may be at private addresses and speak plain HTTP: for tests and closed networks."""
    metrics_token: str | None = None
    """Whoever presents it may read the metrics from afar; without it they are for this machine only."""

    @property
    def database_url(self) -> str:
        if self.database is None:
            return f"sqlite:///{self.data / 'caravanserai.sqlite3'}"
        if self.database.startswith(("postgresql://", "postgres://")):
            return "postgresql+psycopg://" + self.database.partition("://")[2]
        return self.database
