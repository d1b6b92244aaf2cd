"""The guard at the door: origins, sizes, rates, and the headers that keep pages from being misused."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson

from caravanserai.server.errors import Refused
from caravanserai.server.metrics import Metrics
from caravanserai.server.settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 16_384
"""In a request's body or a WebSocket message."""

MOST_BUCKETS = 10_000
TRY_AGAIN_LATER = 1013

HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}


class Bucket:
    """Fills at a rate, up to a burst; each request takes one."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


def headers_of(scope: Scope) -> dict[str, str]:
    """The headers of a request, names in lower case."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def check_origin(headers: Mapping[str, str], allowed: tuple[str, ...]) -> None:
    """A page of another site may not act in a person's name. Programs send no origin, and no cookie they do not own."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return
    try:
        same = urlsplit(origin).netloc == headers.get("host") != ""
    except ValueError:
        same = False
    if not same:
        raise Refused("bad_origin", "the request comes from a page of another site", "a page of this server")


class Guard:
    """Wraps the application: what it refuses never gets there."""

    def __init__(self, app: App, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self._buckets: dict[str, Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket" and not self._allowed(scope):
                await receive()
                await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
                return
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS.items()]
            await send(message)

        try:
            self._check(scope)
            body = await _body(scope, receive)
        except Refused as problem:
            self.metrics.refused.labels(problem.code).inc()
            await _answer(problem, send_guarded)
            return
        await self.app(scope, body, send_guarded)

    def _check(self, scope: Scope) -> None:
        headers = headers_of(scope)
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            check_origin(headers, self.settings.origins)
        if not self._allowed(scope):
            raise Refused("too_fast", "too many requests from this address", f"{self.settings.rate:g} a second")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            raise Refused("too_large", "the body is too large", f"at most {MOST_BYTES} bytes")

    def _allowed(self, scope: Scope) -> bool:
        """Whether the address may ask once more; opening a WebSocket counts too."""
        return self.settings.rate <= 0 or self._bucket(scope).take()

    def _bucket(self, scope: Scope) -> Bucket:
        address = (scope.get("client") or ("?",))[0]
        if address not in self._buckets:
            if len(self._buckets) >= MOST_BUCKETS:
                self._buckets.clear()
            self._buckets[address] = Bucket(self.settings.rate, self.settings.burst)
        return self._buckets[address]


async def _body(scope: Scope, receive: Receive) -> Receive:
    """Read the body whole, and no more than allowed."""
    parts: list[bytes] = []
    more = scope["method"] not in ("GET", "HEAD")
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        parts.append(message.get("body", b""))
        if sum(map(len, parts)) > MOST_BYTES:
            raise Refused("too_large", "the body is too large", f"at most {MOST_BYTES} bytes")
        more = message.get("more_body", False)
    waiting: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": b"".join(parts), "more_body": False}]

    async def hand_on() -> MutableMapping[str, Any]:
        return waiting.pop() if waiting else await receive()

    return hand_on


async def _answer(problem: Refused, send: Send) -> None:
    body = orjson.dumps(problem.as_json())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
