"""A WebSocket client that costs next to nothing, so that a load generator measures the server and not itself."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class LightSocket(asyncio.Protocol):
    """Speaks just enough of RFC 6455; ``on_message`` gets every message as bytes."""

    def __init__(self, host: str, path: str, cookie: str, on_message: Callable[[LightSocket, bytes], None]) -> None:
        self.on_message = on_message
        key = base64.b64encode(os.urandom(16)).decode()
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self.buffer = bytearray()
        self.open = asyncio.get_running_loop().create_future()
        self.lost = False
        self.received = 0
        """Bytes of all messages, the heads of their frames included."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(bytes(buffer[:80]).decode()))
                return
            del buffer[: end + 4]
            self.open.set_result(None)
        at = 0
        while len(buffer) - at >= 2:
            size, head = buffer[at + 1] & 127, 2
            if size == 126:
                if len(buffer) - at < 4:
                    break
                size, head = struct.unpack_from(">H", buffer, at + 2)[0], 4
            elif size == 127:
                if len(buffer) - at < 10:
                    break
                size, head = struct.unpack_from(">Q", buffer, at + 2)[0], 10
            if len(buffer) - at < head + size:
                break
            kind = buffer[at] & 15
            payload = bytes(buffer[at + head : at + head + size])
            at += head + size
            if kind in (TEXT, BINARY):
                self.received += head + size
                self.on_message(self, payload)
            elif kind == PING:
                self.send(payload, PONG)
        del buffer[:at]

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """Masked with zeros, which changes nothing and is allowed."""
        size = len(payload)
        head = struct.pack(">BB", 128 | kind, 128 | size) if size < 126 else struct.pack(">BBH", 128 | kind, 254, size)
        self.transport.write(head + b"\0\0\0\0" + payload)


async def connect(
    port: int, path: str, on_message: Callable[[LightSocket, bytes], None], cookie: str = ""
) -> LightSocket:
    """An open socket to a server on this machine."""
    host = "127.0.0.1"
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: LightSocket(f"{host}:{port}", path, cookie, on_message), host, port
    )
    await socket.open
    return socket
