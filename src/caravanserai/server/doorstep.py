"""The doorstep: connections that have not yet sent a whole request do not keep others from being served.

uvicorn waits for a request as long as it takes. Here its head must arrive in time and be of a sensible size, and of the
connections of one address that are still to send a whole request only so many may stay.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from caravanserai.server.budgets import address_group
from caravanserai.server.guard import BODY_SECONDS

HEAD_SECONDS = 10
"""For the head of a request to arrive whole; a connection that sends nothing at first has no longer."""

REST_SECONDS = 2 * BODY_SECONDS
"""For the body. The guard waits less and answers in words; this is for bodies that nobody waits for."""

MOST_HEAD = 32_768
"""Bytes; our own pages need less than one thousand."""

HEAD_END = b"\r\n\r\n"

MOST_UNFINISHED = 100
"""Connections of one address without a whole request. Those who are at work need a moment at most, so ..."""

AT_ONCE = 1.0
"""... they may be any number for so many seconds: when a server is back, everybody comes at once."""


class Doorstep:
    """The connections that wait to be let in, by address, the oldest first."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[PatientProtocol, float]] = defaultdict(dict)
        self._looked_at: set[str] = set()

    def come(self, connection: PatientProtocol) -> None:
        """Somebody begins a request."""
        waiting = self._waiting[connection.address]
        waiting[connection] = connection.loop.time()
        if len(waiting) > MOST_UNFINISHED and connection.address not in self._looked_at:
            self._looked_at.add(connection.address)
            connection.loop.call_later(AT_ONCE, self._thin, connection.address, connection.loop)

    def go(self, connection: PatientProtocol) -> None:
        """Somebody has sent a request, or has left."""
        waiting = self._waiting.get(connection.address)
        if waiting is not None:
            waiting.pop(connection, None)
            if not waiting:
                del self._waiting[connection.address]

    def _thin(self, address: str, loop: asyncio.AbstractEventLoop) -> None:
        """Send away those too many who have waited for longest."""
        self._looked_at.discard(address)
        waiting = self._waiting.get(address, {})
        long = [connection for connection, since in waiting.items() if loop.time() - since >= AT_ONCE]
        for connection in long[: max(0, len(waiting) - MOST_UNFINISHED)]:
            connection.send_away()
        if len(self._waiting.get(address, ())) > MOST_UNFINISHED:
            self._looked_at.add(address)
            loop.call_later(AT_ONCE, self._thin, address, loop)


DOORSTEP = Doorstep()
"""Of this process."""


class PatientProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with an end to its patience."""

    address = ""
    _timer: asyncio.TimerHandle | None = None
    _head: int | None = None
    """Bytes of the head that have come, while it is not whole."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = address_group(self.client[0] if self.client else "?")
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            end = data.find(HEAD_END)  # a body may come in the same piece
            self._head += len(data) if end < 0 else end
            if self._head > MOST_HEAD:
                self.send_away()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._head is None:
            self._begin()

    def on_headers_complete(self) -> None:
        self._head = None
        self._wait(REST_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._end()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._end()
        super().handle_websocket_upgrade()

    def send_away(self) -> None:
        """Close the connection without an answer: nobody there waits for one."""
        self._end()
        self.transport.close()

    def _begin(self) -> None:
        self._head = 0
        self._wait(HEAD_SECONDS)
        DOORSTEP.come(self)

    def _end(self) -> None:
        self._head = None
        self._wait(None)
        DOORSTEP.go(self)

    def _wait(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self.send_away)
