"""Live: one WebSocket a client. Messages come in one by one; what goes out waits in a queue of its own."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.server.errors import Refused, refusal
from caravanserai.server.guard import MOST_BYTES, TRY_AGAIN_LATER, Bucket, check_origin
from caravanserai.server.house import House
from caravanserai.server.identity import COOKIE
from caravanserai.server.messages import INCOMING, AnyIncoming, Back, Decide, Pause, Say, Undo, Watch

MESSAGES_A_SECOND, MESSAGE_BURST = 40.0, 200.0
MOST_UNSENT = 256
"""Messages that may wait for a slow client; then it is cut off, and gets a fresh snapshot when it is back."""

MOST_REFUSED = 100
"""Messages in a row that make no sense before the connection is cut."""

TOO_MUCH = 1008

log = logging.getLogger("caravanserai.live")


class Live:
    """The door for WebSockets, without a layer of a framework in between: nothing here is done more often."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = HTTPConnection(scope)
        await receive()
        try:
            check_origin(asked.headers, self.house.settings.origins)
        except Refused:
            await send({"type": "websocket.close"})
            return
        await send({"type": "websocket.accept"})
        person = self.house.signer.person(asked.cookies.get(COOKIE))
        await Connection(receive, send, self.house, person).run()


class Connection:
    """One client's WebSocket."""

    def __init__(self, receive: Receive, send: Send, house: House, person: str | None) -> None:
        self._receive = receive
        self._send = send
        self.house = house
        self.person = person
        self.language: str | None = None
        self.table_id: str | None = None
        self.viewer = SPECTATOR
        self.granted: dict[int, str] = {}
        self._unsent: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGE_BURST)
        self._refused = 0

    def send(self, message: bytes) -> None:
        """Put a message into the queue; a client that does not read is cut off."""
        if len(self._unsent) <= MOST_UNSENT:
            self._unsent.append(message)
            self._news.set()

    async def run(self) -> None:
        """Until either side ends it."""
        sending = asyncio.get_running_loop().create_task(self._send_all())
        self.house.metrics.sockets.inc()
        try:
            while (text := (await self._receive()).get("text")) is not None:
                if not await self._handle(text):
                    break
        finally:
            self.house.metrics.sockets.dec()
            await self.house.unwatch(self)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            await self._close(TOO_MUCH)

    async def _send_all(self) -> None:
        with suppress(OSError, RuntimeError):  # the other side has gone
            while len(self._unsent) <= MOST_UNSENT:
                await self._news.wait()
                self._news.clear()
                while self._unsent and len(self._unsent) <= MOST_UNSENT:
                    await self._send({"type": "websocket.send", "text": self._unsent.popleft().decode()})
        await self._close(TRY_AGAIN_LATER)

    async def _close(self, code: int) -> None:
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code})

    async def _handle(self, text: str) -> bool:
        """Whether the connection may go on."""
        key: str | None = None
        try:
            if not self._bucket.take():
                raise Refused("too_fast", "too many messages", f"{MESSAGES_A_SECOND:g} a second")
            message = read_message(text)
            key = getattr(message, "key", None)
            await self._do(message)
            self._refused = 0
        except CaravanseraiError as problem:
            refused = refusal(problem)
            self._refused += 1
            self.house.metrics.refused.labels(refused.code).inc()
            self.send(orjson.dumps({"type": "error", "key": key, **refused.as_json()}))
        except Exception as problem:
            log.error("a message failed", exc_info=problem)
            refused = Refused("unavailable", "that could not be done", "another try in a while")
            self.send(orjson.dumps({"type": "error", "key": key, **refused.as_json()}))
        return self._refused < MOST_REFUSED

    async def _do(self, message: AnyIncoming) -> None:
        match message:
            case Decide():
                await self.house.decide(self, message)
            case Watch():
                await self.house.watch(self, message)
            case Undo():
                await self.house.undo(self, message)
            case Say():
                await self.house.say(self, message)
            case Back():
                await self.house.back(self)
            case Pause():
                await self.house.pause(self, message)


def read_message(text: str) -> AnyIncoming:
    """A message, if it is one."""
    if len(text) > MOST_BYTES:
        raise Refused("too_large", "the message is too large", f"at most {MOST_BYTES} bytes")
    try:
        return INCOMING.validate_json(text)
    except ValidationError as problem:
        raise invalid(problem.errors(include_url=False, include_context=False, include_input=False)) from None


def invalid(errors: Any) -> Refused:
    """The refusal of a message that does not fit its type."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"]) or "message"
    return Refused("invalid", f"{where}: {first['msg']}"[:300], "a message as in the schema")
