"""Pushing: waking a browser that has allowed it (Web Push: RFC 8030, 8291 and 8292).

The keys by which push services know this house are made of the keys that it signs with, so that all processes have the
same, and they are kept, shared and rotated together. A browser is bound to the key it was given: it is written down
with its address, and an older key goes on being used for it as long as it is kept.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import re
import time
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

import http_ece
import httpcore
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from caravanserai.server.errors import Refused
from caravanserai.server.identity import Signer
from caravanserai.server.metrics import Metrics
from caravanserai.server.outbound import CheckedNetwork, public_addresses
from caravanserai.server.rows import SubscriptionRow

Outcome = Literal["sent", "gone", "failed"]

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
POINT, AUTH = 65, 16
"""Bytes of a browser's public key, and of its secret."""

SEND_SECONDS = 10.0
"""For a push service to take a message."""

MOST_AT_ONCE = 16
"""Messages on their way at a time."""

LOOKUP_SECONDS = 5.0
"""To find out where a push service is."""

DAY = 86_400
"""For which a push service keeps a message for a device that is off."""

GONE = (404, 410)
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*", re.IGNORECASE)
PUSH_PORTS = (None, 443)

log = logging.getLogger("caravanserai.pushing")


def derive_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """The key of a push service's client that belongs to a secret."""
    return ec.derive_private_key(int.from_bytes(secret) % (ORDER - 1) + 1, CURVE)


def public_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers have it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(content: bytes) -> str:
    """Bytes as they stand in addresses and headers.

    >>> encode(b"?>"), decode("Pz4"), decode("Pz4=")
    ('Pz4', b'?>', b'?>')
    """
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes again; raises ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True)


def subscription_id(endpoint: str) -> str:
    """What an address is found by."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def check_keys(p256dh: str, auth: str) -> None:
    """Refuses keys with which nothing could be encrypted."""
    try:
        point, secret = decode(p256dh), decode(auth)
        if len(point) != POINT or len(secret) != AUTH:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        raise Refused("invalid", "keys: nothing can be encrypted with them", "those of a PushSubscription") from None


async def check_endpoint(endpoint: str, anywhere: bool) -> None:
    """Refuses an address that is no push service's: this server would be made to knock where it should not."""
    expected = "the address of a push service: https, a public name, the usual port"
    parts = _split(endpoint)
    plain = anywhere and parts is not None and parts.scheme == "http"
    if parts is None or not (parts.scheme == "https" or plain):
        raise Refused("invalid", "endpoint: not such an address", expected)
    try:
        if parts.port not in PUSH_PORTS and not anywhere:
            raise Refused("invalid", "endpoint: not at the usual port", expected)
        async with asyncio.timeout(LOOKUP_SECONDS):
            await public_addresses(parts.hostname or "", parts.port or 443, anywhere)
    except (OSError, ValueError):
        raise Refused("invalid", "endpoint: nothing public is there", expected) from None


def _split(endpoint: str) -> SplitResult | None:
    try:
        parts = urlsplit(endpoint)
        good = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "@" not in parts.netloc
        return parts if good and HOST.fullmatch(parts.hostname or "") and parts.port != 0 else None
    except ValueError:
        return None


class Pusher:
    """Sends messages by way of push services."""

    def __init__(self, signer: Signer, metrics: Metrics, anywhere: bool) -> None:
        keys = [Vapid02(derive_key(secret), {"no-strict": True}) for secret in signer.derived("push")]
        self._keys = {encode(public_point(key.public_key)): key for key in keys}
        self.public_key = next(iter(self._keys))
        """What browsers are given."""
        self.anywhere = anywhere
        self._metrics = metrics
        self._pool: httpcore.AsyncConnectionPool | None = None
        self._room = asyncio.Semaphore(MOST_AT_ONCE)

    async def push(self, to: SubscriptionRow, content: bytes, topic: str) -> Outcome:
        """Send a message; what came of it. As long as it is undelivered, a newer one on its topic takes its place."""
        outcome: Outcome = "failed"
        key = self._keys.get(to.server_key)
        if key is not None:
            try:
                async with self._room, asyncio.timeout(SEND_SECONDS):
                    headers, body = await asyncio.to_thread(_sealed, to, key, content, topic)
                    outcome = await self._send(to.endpoint, headers, body)
            except (TimeoutError, OSError, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
                pass  # it is counted
            except Exception as problem:
                log.error("a message could not be pushed", exc_info=problem)
        self._metrics.calls.labels("push", outcome).inc()
        return outcome

    async def _send(self, endpoint: str, headers: dict[str, str], body: bytes) -> Outcome:
        if self._pool is None:
            self._pool = httpcore.AsyncConnectionPool(
                max_connections=MOST_AT_ONCE, keepalive_expiry=30, network_backend=CheckedNetwork(self.anywhere)
            )
        # What else it answers is not read, and wherever it may point is not gone to.
        async with self._pool.stream("POST", endpoint, headers=list(headers.items()), content=body) as answer:
            if answer.status in GONE:
                return "gone"
            if 200 <= answer.status < 300:
                return "sent"
            log.info("a push service refused a message with status %d", answer.status)
            return "failed"

    async def close(self) -> None:
        """Let go of all connections."""
        if self._pool is not None:
            await self._pool.aclose()


def _sealed(to: SubscriptionRow, key: Vapid02, content: bytes, topic: str) -> tuple[dict[str, str], bytes]:
    """A message that only the browser can read, and the headers that say whose it is."""
    own = ec.generate_private_key(CURVE)
    body: bytes = http_ece.encrypt(
        content, private_key=own, dh=decode(to.p256dh), auth_secret=decode(to.auth), version="aes128gcm"
    )
    parts = urlsplit(to.endpoint)
    claims: dict[str, Any] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + DAY // 2}
    headers = {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "content-length": str(len(body)),
        "ttl": str(DAY),
        "urgency": "normal",
        "topic": topic,
        **key.sign({**claims, "sub": to.origin}),
    }
    return headers, body
