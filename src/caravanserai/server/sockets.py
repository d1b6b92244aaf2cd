"""WebSockets as uvicorn speaks them, with a short way for what a match consists of: a small text that arrives whole,
and messages that are sent. Everything else, from the handshake to the goodbye, goes the long way."""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

from caravanserai.server.budgets import Bucket, Limit
from caravanserai.server.guard import MOST_BYTES

BYTES = Limit(8_192, 32_768)
"""That are read from a WebSocket in a second, and at once. Forty decisions have fewer; a flood of pings, which are no
messages and cost as much to take apart, has more."""

SEND_AT_ONCE = "caravanserai.send_at_once"
"""Among the extensions of a connection: a function that sends without waiting, if that is possible."""

WHOLE, MASKED = 0x80, 0x80
TEXT, BINARY = 0x1, 0x2
TWO_BYTES, EIGHT_BYTES = 126, 127
"""In place of a length: it follows, in so many bytes."""

_LONG, _LONGER = struct.Struct("!BBH"), struct.Struct("!BBQ")


class Inbox:
    """What has come for the application, which alone takes it. A queue of asyncio does more, and takes longer."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Any] = deque()
        self._news: asyncio.Future[None] | None = None
        """What the application waits for."""

    def put_nowait(self, message: Any) -> None:
        self._waiting.append(message)
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def get(self) -> Any:
        while not self._waiting:
            self._news = self._loop.create_future()
            await self._news
        return self._waiting.popleft()

    def empty(self) -> bool:
        return not self._waiting

    def qsize(self) -> int:
        return len(self._waiting)


class QuickWebSocket(WebSocketsSansIOProtocol):
    """Takes the short way where that is the same."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.queue = cast(Any, Inbox(self.loop))
        self._between_frames: bool | None = None
        """Whether all that has come after the handshake's request are whole frames."""

    def data_received(self, data: bytes) -> None:
        if self._between_frames and not self.frames and self._is_open:
            text = whole_text(data)
            if text is not None and self._hand_on(text):
                return
        if self.handshake_complete:
            self._between_frames = bool(self._between_frames) and ends_with_a_frame(data)
            super().data_received(data)
        else:
            super().data_received(data)
            self._between_frames = self._between_frames is None

    def _hand_on(self, content: bytes) -> bool:
        """Give the application a text, unless it is none. Reading goes on until a second one waits to be taken."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:  # as without us, but for the traceback that it would put into the log
                self.frames = []
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    @property
    def _is_open(self) -> bool:
        return self.handshake_complete and not self.close_sent and self.conn.state is State.OPEN

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = cast(Any, self.scope["extensions"])
            extensions[SEND_AT_ONCE] = self.send_at_once

    def send_at_once(self, messages: Sequence[tuple[bytes, bool]]) -> bool:
        """Send messages, each with whether it is binary, without waiting; whether that was possible."""
        if self.close_sent or self.disconnected or not self.handshake_complete or not self.writable.is_set():
            return False
        if not self.transport.is_closing():
            frames = b""
            for content, binary in messages:
                frames += frame(BINARY if binary else TEXT, content)
            self.transport.write(frames)
        return True

    async def send(self, message: Any) -> None:
        if message["type"] != "websocket.send" or not self._is_open or self.disconnected:
            await super().send(message)
            return
        content = message.get("bytes")
        frames = ((message["text"].encode(), False) if content is None else (content, True),)
        while not self.send_at_once(frames):
            await self.writable.wait()
            if not self._is_open or self.disconnected:
                raise ClientDisconnected


class PatientWebSocket(QuickWebSocket):
    """One that reads no faster than people play."""

    _rest: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._bytes = Bucket(BYTES)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._bytes.fill()
        self._bytes.left -= len(data)
        if self._bytes.left < 0 and self._rest is None:
            self._rest = self.loop.call_later(-self._bytes.left / BYTES.rate, self._read_on)
            self._pause()

    async def receive(self) -> Any:
        message = await super().receive()
        if self._rest is not None:  # it would read on now
            self._pause()
        return message

    def _pause(self) -> None:
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._rest is not None:
            self._rest.cancel()
        super().connection_lost(exc)

    def _read_on(self) -> None:
        """Unless messages wait that the application has yet to take: then it reads on when it has."""
        self._rest = None
        if self.read_paused and self.queue.empty() and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()


@lru_cache(maxsize=1)
def frame(kind: int, content: bytes) -> bytes:
    """A whole message as a frame of a server; the same is often sent to many, one after the other.

    >>> frame(TEXT, b"hi"), frame(BINARY, b"x" * 300)[:5]
    (b'\\x81\\x02hi', b'\\x82~\\x01,x')
    """
    size = len(content)
    if size < TWO_BYTES:
        return bytes((WHOLE | kind, size)) + content
    if size < 1 << 16:
        return _LONG.pack(WHOLE | kind, TWO_BYTES, size) + content
    return _LONGER.pack(WHOLE | kind, EIGHT_BYTES, size) + content


def whole_text(data: bytes) -> bytes | None:
    """The text, if the data are exactly one frame of a client with a whole one of a size that we read.

    >>> whole_text(bytes.fromhex("81 82 01020304 696b")), whole_text(bytes.fromhex("81 82 01020304 69"))
    (b'hi', None)
    """
    if len(data) < 6 or data[0] != WHOLE | TEXT or data[1] < MASKED:
        return None
    size, at = data[1] & 0x7F, 2
    if size == TWO_BYTES:
        size, at = int.from_bytes(data[2:4]), 4
    if size > MOST_BYTES or len(data) != at + 4 + size or data[1] == MASKED | EIGHT_BYTES:
        return None
    text: bytes = apply_mask(data[at + 4 :], data[at : at + 4])
    return text


def ends_with_a_frame(data: bytes) -> bool:
    """Whether data that begin with a frame of a client end with one.

    >>> ends_with_a_frame(bytes.fromhex("81 82 01020304 696b 89 80 01020304"))
    True
    >>> ends_with_a_frame(bytes.fromhex("81 82 01020304 696b 81"))
    False
    """
    at = 0
    while at + 2 <= len(data):
        size, head = data[at + 1] & 0x7F, 2
        if size == TWO_BYTES:
            size, head = int.from_bytes(data[at + 2 : at + 4]), 4
        elif size == EIGHT_BYTES:
            size, head = int.from_bytes(data[at + 2 : at + 10]), 10
        at += head + 4 * (data[at + 1] >= MASKED) + size
    return at == len(data)
