"""A push service, a browser's keys and a mailbox, for the tests: pushes are decrypted as browsers do it (RFC 8291)."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()

MADE_UP = "https://play.example.org"
"""Where the links of a server lead that sends letters; it does not live there."""


def encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _expand(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


class Browser:
    """A browser that has subscribed at a push service."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)

    def subscription(self) -> dict[str, Any]:
        """What it tells the server."""
        keys = {"p256dh": encode(_point(self.key.public_key())), "auth": encode(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def read(self, body: bytes) -> dict[str, Any]:
        """What was sent to it and nobody else."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\0" + _point(self.key.public_key()) + sender
        secret = _expand(shared, self.auth, info, 32)
        content = _expand(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _expand(secret, salt, b"Content-Encoding: nonce\0", 12)
        opened = AESGCM(content).decrypt(nonce, sealed, None)
        assert opened.rstrip(b"\0")[-1:] == b"\x02"
        told: dict[str, Any] = json.loads(opened.rstrip(b"\0")[:-1])
        return told


@dataclass
class Arrived:
    """A request to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self) -> dict[str, Any]:
        """What the sender says of itself, if it has signed it with the key it names (RFC 8292)."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid"
        signed, _, signature = parts["t"].rpartition(".")
        raw = decode(signature)
        given = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(parts["k"]))
        key.verify(given, signed.encode(), ec.ECDSA(SHA256()))
        claims: dict[str, Any] = json.loads(decode(signed.partition(".")[2]))
        return {**claims, "key": parts["k"]}


class PushService:
    """Takes messages for browsers."""

    def __init__(self) -> None:
        self.arrived: queue.Queue[Arrived] = queue.Queue()
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.arrived.put(Arrived(self.path, headers, body))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> PushService:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def next(self, seconds: float = 30) -> Arrived:
        return self.arrived.get(timeout=seconds)


class Letters:
    """A mailbox."""

    def __init__(self) -> None:
        self.arrived: list[EmailMessage] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 (its name there)
        self.arrived.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"

    async def next(self) -> EmailMessage:
        end = time.monotonic() + 30
        while not self.arrived:
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        return self.arrived.pop(0)


@contextmanager
def post_office() -> Iterator[tuple[Letters, dict[str, str]]]:
    """A mail server, and how a server of ours is told of it."""
    letters = Letters()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    mail = Controller(letters, hostname="127.0.0.1", port=port)
    mail.start()
    told = {
        "CARAVANSERAI_SMTP": f"smtp://127.0.0.1:{port}",
        "CARAVANSERAI_MAIL_FROM": "Caravanserai <tables@example.org>",
        "CARAVANSERAI_ADDRESS": MADE_UP,
    }
    try:
        yield letters, told
    finally:
        mail.stop()
