"""The guard at the door: origins, sizes, rates, and the headers that keep pages from being misused."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.middleware.cors import CORSMiddleware

from caravanserai.server.budgets import Budgets, address_of
from caravanserai.server.errors import Refused
from caravanserai.server.metrics import Metrics
from caravanserai.server.settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LIVE = "/api/live"
"""Where playing itself goes on."""

MOST_BYTES = 16_384
"""In a request's body or a WebSocket message."""

LARGE_BODIES, MOST_LARGE = re.compile(r"/api/tables/(bring|[\w-]{12}/review)"), 262_144
"""Requests that bring a whole match along, or all that was found about one, and bytes in their bodies."""

QUESTIONS = re.compile(r"/(api|healthz|readyz|metrics)\b")
"""Requests that something has to be done for; all others are for files of the page."""

BODY_SECONDS = 10
"""For a request's body to arrive whole."""

HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        b"font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}

log = logging.getLogger("caravanserai.guard")


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
    """Wraps the application: what it refuses never gets there, and what goes wrong there is answered here."""

    def __init__(self, app: App, settings: Settings, metrics: Metrics, budgets: Budgets, live: App) -> None:
        self.app = app
        self.live = live
        """What answers WebSockets; no framework stands between, for nothing is done more often than sending there."""
        self.settings = settings
        self.metrics = metrics
        self.budgets = budgets
        self._shared: App = self._answered
        if settings.origins:
            self._shared = CORSMiddleware(
                self._answered,
                allow_origins=settings.origins,
                allow_methods=("GET", "POST"),
                allow_headers=("content-type", "x-invite"),
                expose_headers=("content-disposition",),
                allow_credentials=True,
            )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"].endswith("http.response.start"):
                given = list(message.get("headers", ()))
                known = {name.lower() for name, _ in given}
                message["headers"] = given + [entry for entry in HEADERS.items() if entry[0] not in known]
            await send(message)

        try:
            check_origin(headers_of(scope), self.settings.origins)
        except Refused as problem:
            await self._refuse(problem, scope, send_guarded)
        else:
            await self._shared(scope, receive, send_guarded)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Every request gets an answer that clients understand, whatever happens."""
        started = False

        async def send_on(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            kind = "requests" if QUESTIONS.match(scope["path"]) else "files"
            self.budgets.take(kind, None, address_of(scope))
            if scope["type"] == "http":
                receive = await _body(scope, receive)
            is_live = scope["type"] == "websocket" and scope["path"] == LIVE
            await (self.live if is_live else self.app)(scope, receive, send_on)
        except Refused as problem:
            await self._refuse(problem, scope, send)
        except Exception as problem:
            log.error("a request failed", exc_info=problem, extra={"path": scope["path"]})
            if not started:
                problem = Refused("unavailable", "that could not be done", "another try in a while")
                await self._refuse(problem, scope, send)

    async def _refuse(self, problem: Refused, scope: Scope, send: Send) -> None:
        self.metrics.refused.labels(problem.code).inc()
        body = orjson.dumps(problem.as_json())
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if problem.code in ("too_large", "too_slow"):
            headers.append((b"connection", b"close"))  # the rest of the body is not waited for
        kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
        await send({"type": f"{kind}.start", "status": problem.status, "headers": headers})
        await send({"type": f"{kind}.body", "body": body})


async def _body(scope: Scope, receive: Receive) -> Receive:
    """Read the body whole, if it is not too large and not too slow."""
    length = headers_of(scope).get("content-length", "0")
    most = MOST_LARGE if LARGE_BODIES.fullmatch(scope.get("path", "")) else MOST_BYTES
    if not length.isdigit() or int(length) > most:
        raise Refused("too_large", "the body is too large", f"at most {most} bytes")
    body = bytearray()
    more = scope["method"] not in ("GET", "HEAD")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    break
                body += message.get("body", b"")
                if len(body) > most:
                    raise Refused("too_large", "the body is too large", f"at most {most} bytes")
                more = message.get("more_body", False)
    except TimeoutError:
        raise Refused("too_slow", "the body did not arrive", f"all of it within {BODY_SECONDS} seconds") from None
    waiting: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def hand_on() -> MutableMapping[str, Any]:
        return waiting.pop() if waiting else await receive()

    return hand_on
