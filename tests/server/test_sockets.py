"""Messages arrive however their bytes are cut up, and in order; what is no message is refused as ever."""

from __future__ import annotations

import json
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from caravanserai.server.guard import MOST_BYTES
from tests.server.running import Server

TEXT, CONTINUED, PING, PONG, CLOSE = 0x1, 0x0, 0x9, 0xA, 0x8
PROTOCOL_ERROR, TOO_BIG = 1002, 1009


def client_frame(content: bytes, kind: int = TEXT, last: bool = True, masked: bool = True) -> bytes:
    """A frame as a browser sends it."""
    mask = os.urandom(4)
    size = len(content)
    if size < 126:
        sizes = bytes([size])
    else:
        sizes = b"\x7e" + struct.pack("!H", size) if size < 1 << 16 else b"\x7f" + struct.pack("!Q", size)
    head = bytes([kind | (0x80 if last else 0), sizes[0] | (0x80 if masked else 0)]) + sizes[1:]
    if not masked:
        return head + content
    return head + mask + bytes(byte ^ mask[k % 4] for k, byte in enumerate(content))


class Wire:
    """A WebSocket of which we see every byte."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.data = b""

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def _read(self, size: int) -> bytes:
        while len(self.data) < size:
            more = self.connection.recv(65536)
            assert more, "the server has closed the connection"
            self.data += more
        taken, self.data = self.data[:size], self.data[size:]
        return taken

    def next(self) -> tuple[int, bytes]:
        """The next frame: its kind and content."""
        kind, size = self._read(2)
        if size == 126:
            (size,) = struct.unpack("!H", self._read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._read(8))
        return kind & 0x0F, self._read(size)

    def next_key(self) -> str:
        """The key of the next message, which is a refusal."""
        kind, content = self.next()
        assert kind == TEXT
        message = json.loads(content)
        assert message["type"] == "error"
        return str(message["key"])


@contextmanager
def wire(server: Server) -> Iterator[Wire]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = (
            "GET /api/live HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            "\r\n",
        )
        connection.sendall("\r\n".join(lines).encode())
        opened = Wire(connection)
        while not opened.data.endswith(b"\r\n\r\n"):
            opened.data += connection.recv(4096)
        assert opened.data.startswith(b"HTTP/1.1 101")
        opened.data = b""
        yield opened


def message(key: str, size: int = 0) -> bytes:
    """One that is refused, with its key, so that one sees that it was read."""
    return json.dumps({"type": "undo", "key": key, "more": "x" * size}).encode()


@pytest.mark.parametrize("size", [0, 60, 125, 3000, 12_000])
def test_a_message_arrives_however_it_is_cut(sqlite_server: Server, size: int) -> None:
    with wire(sqlite_server) as opened:
        opened.send(client_frame(message("whole", size)))
        assert opened.next_key() == "whole"
        opened.send(client_frame(message("one", size)) + client_frame(message("two", size)))
        assert [opened.next_key(), opened.next_key()] == ["one", "two"]
        cut = client_frame(message("cut", size))
        for place in (1, 3, 7, len(cut) - 1):
            opened.send(cut[:place])
            opened.send(cut[place:])
            assert opened.next_key() == "cut"
        # From here on the server no longer knows where frames begin; it reads them all the same.
        opened.send(client_frame(message("after", size)))
        assert opened.next_key() == "after"


def test_a_message_in_pieces_with_a_ping_between(sqlite_server: Server) -> None:
    with wire(sqlite_server) as opened:
        text = message("pieces", 500)
        opened.send(client_frame(text[:100], TEXT, last=False))
        opened.send(client_frame(b"there?", PING))
        assert opened.next() == (PONG, b"there?")
        opened.send(client_frame(text[100:], CONTINUED))
        assert opened.next_key() == "pieces"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (client_frame(message("bare"), masked=False), PROTOCOL_ERROR),
        (client_frame(b"half", TEXT, last=False) + client_frame(message("new")), PROTOCOL_ERROR),
        (client_frame(b"x" * (MOST_BYTES + 1)), TOO_BIG),
        (client_frame(b"x" * 70_000), TOO_BIG),
        (client_frame(b"\xff\xfe"), 1007),
    ],
    ids=["not masked", "a message within another", "too large", "far too large", "no text"],
)
def test_what_is_no_message_ends_the_connection(sqlite_server: Server, data: bytes, code: int) -> None:
    with wire(sqlite_server) as opened:
        opened.send(data)
        kind, content = opened.next()
        assert (kind, int.from_bytes(content[:2])) == (CLOSE, code)


def test_a_message_within_another_is_one_even_if_they_come_apart(sqlite_server: Server) -> None:
    with wire(sqlite_server) as opened:
        opened.send(client_frame(b'{"type"', TEXT, last=False))
        opened.send(client_frame(b"there?", PING))
        assert opened.next() == (PONG, b"there?")
        opened.send(client_frame(message("new")))
        kind, content = opened.next()
        assert (kind, int.from_bytes(content[:2])) == (CLOSE, PROTOCOL_ERROR)
