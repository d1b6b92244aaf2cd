"""Live: one WebSocket a client. Messages come in one by one; what goes out waits in a queue of its own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import orjson
from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.server.budgets import address_of
from caravanserai.server.errors import Refused, refusal
from caravanserai.server.guard import MOST_BYTES
from caravanserai.server.identity import COOKIE
from caravanserai.server.messages import (
    INCOMING,
    AnyIncoming,
    Back,
    Decide,
    Message,
    Mine,
    Pause,
    Ping,
    Say,
    Undo,
    Watch,
)
from caravanserai.server.services import Services
from caravanserai.server.sockets import SEND_AT_ONCE

COST: dict[type[Message], float] = {Watch: 9, Mine: 9}
"""What a message takes from the budget for messages besides the 1 that each of them takes. Whoever comes to a table is
shown all of it, and all who look at it are told who is there; a list of tables has many."""

FAST = 0.0005
"""Seconds; when a message comes sooner than this after the one before was dealt with, it has waited already, and others
have their turn first."""

PAUSE = 0.05
"""Seconds before the next message of a connection is read whose budget is spent: what waits meanwhile waits at the
sender's."""

MOST_UNSENT = 256
"""Messages that may wait for a slow client; then it is cut off, and gets a fresh snapshot when it is back."""

MOST_REFUSED = 100
"""Messages in a row that make no sense before the connection is cut."""

PONG = orjson.dumps({"type": "pong"})

MOST_KEY = 64
TOO_MUCH = 1008
TRY_AGAIN_LATER = 1013

log = logging.getLogger("caravanserai.live")


class Live:
    """The door for WebSockets, without a layer of a framework in between: nothing here is done more often."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = HTTPConnection(scope)
        person = self.services.signer.person(asked.cookies.get(COOKIE))
        self.services.expect_welcome(person)
        address = address_of(scope)
        with self.services.budgets.socket(person, address):
            await receive()
            try:
                await send({"type": "websocket.accept"})
            except OSError:  # the other side has gone
                return
            turn = self._turns.setdefault(person or address, asyncio.Lock())
            connection = Connection(receive, send, self.services, person, address, turn)
            connection.send_at_once = scope.get("extensions", {}).get(SEND_AT_ONCE)
            await connection.run()


class Connection:
    """One client's WebSocket."""

    def __init__(
        self, receive: Receive, send: Send, services: Services, person: str | None, address: str, turn: asyncio.Lock
    ) -> None:
        self._receive = receive
        self._send = send
        self.services = services
        self.person = person
        self.address = address
        self._turn = turn
        self.language: str | None = None
        self.packed = False
        self.table_id: str | None = None
        self.viewer = SPECTATOR
        self.granted: dict[int, str] = {}
        self.send_at_once: Callable[[Sequence[tuple[bytes, bool]]], bool] | None = None
        """Where the server can do that: messages, each with whether it is binary."""
        self._held: list[tuple[bytes, bool]] | None = None
        self._unsent: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()
        self._refused = 0

    def send(self, message: bytes, binary: bool = False) -> None:
        """Send a message, or put it into the queue; a client that does not read is cut off."""
        if self._held is not None:
            self._held.append((message, binary))
        elif self._unsent or self.send_at_once is None or not self.send_at_once(((message, binary),)):
            self._send_later(message, binary)

    def together(self) -> Together:
        """What is sent meanwhile goes out in one piece, if it can be sent at once."""
        return Together(self)

    def hold(self) -> None:
        """Keep what is sent from now on."""
        self._held = []

    def let_go(self) -> None:
        """Send what was kept."""
        held, self._held = self._held, None
        if held and (self._unsent or self.send_at_once is None or not self.send_at_once(held)):
            for message, binary in held:
                self._send_later(message, binary)

    def _send_later(self, message: bytes, binary: bool) -> None:
        if len(self._unsent) <= MOST_UNSENT:
            content = {"bytes": message} if binary else {"text": message.decode()}
            self._unsent.append({"type": "websocket.send", **content})
            self._news.set()

    async def run(self) -> None:
        """Until either side ends it."""
        sending = asyncio.get_running_loop().create_task(self._send_all())
        self.services.metrics.sockets.inc()
        before = 0.0
        try:
            while (text := (await self._receive()).get("text")) is not None:
                if time.monotonic() - before < FAST:
                    await asyncio.sleep(0)
                if not await self._handle(text):
                    break
                before = time.monotonic()
        finally:
            self.services.metrics.sockets.dec()
            self.services.my_tables.unfollow(self)
            await self.services.watching.unwatch(self)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            # Whoever only sends nonsense is cut off without a goodbye, which would be waited for while more came in.
            if self._refused < MOST_REFUSED:
                await self._close(TOO_MUCH)

    async def _send_all(self) -> None:
        with suppress(OSError, RuntimeError):  # the other side has gone
            while len(self._unsent) <= MOST_UNSENT:
                await self._news.wait()
                self._news.clear()
                while self._unsent and len(self._unsent) <= MOST_UNSENT:
                    await self._send(self._unsent[0])
                    self._unsent.popleft()  # only now: what is sent meanwhile must not overtake it
        await self._close(TRY_AGAIN_LATER)

    async def _close(self, code: int) -> None:
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": code})

    async def _handle(self, text: str) -> bool:
        """Whether the connection may go on."""
        try:
            self._take("messages")
            message = read_message(text)
            if type(message) in COST:
                self._take("messages", COST[type(message)])
            if isinstance(message, Say):
                self._take("talk")
            table = message.table if isinstance(message, Watch) else self.table_id
            await self.services.registry.from_now(table, partial(self._do, message))
            self._refused = 0
        except CaravanseraiError as problem:
            refused = refusal(problem)
            self._refused += 1
            self.services.metrics.refused.labels(refused.code).inc()
            self._refuse(refused, text)
            if refused.code == "too_fast":
                await asyncio.sleep(PAUSE)
        except Exception as problem:
            log.error("a message failed", exc_info=problem)
            self._refuse(Refused("unavailable", "that could not be done", "another try in a while"), text)
        return self._refused < MOST_REFUSED

    def _take(self, kind: str, cost: float = 1) -> None:
        self.services.budgets.take(kind, self.person, self.address, cost)

    def _refuse(self, refused: Refused, text: str) -> None:
        self.send(orjson.dumps({"type": "error", "key": key_of(text), **refused.as_json()}))

    async def _do(self, message: AnyIncoming) -> None:
        match message:
            case Decide():
                await self.services.deciding.decide(self, message)
            case Watch():
                await self._wait_for_game(message.table)
                async with self._turn:  # however many sockets somebody has: others come between two of their looks
                    await self.services.watching.watch(self, message)
                    await asyncio.sleep(0)
            case Undo():
                await self.services.deciding.undo(self, message)
            case Say():
                await self.services.talking.say(self, message)
            case Back():
                await self.services.seating.back(self)
            case Pause():
                await self.services.clocks.pause(self, message)
            case Ping():
                self.send(PONG)
            case Mine():
                async with self._turn:
                    await self.services.my_tables.follow(self)

    async def _wait_for_game(self, table_id: str) -> None:
        """Until the game of a table is prepared: not in somebody's turn, or their other sockets would wait too."""
        if self.services.preparation.under_way:
            with suppress(Refused):  # whoever looks at the table is told
                await self.services.registry.get(table_id)


class Together:
    """For ``with``: what is sent over a connection meanwhile goes out in one piece."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.hold()

    def __exit__(self, *_: object) -> None:
        self._connection.let_go()


def read_message(text: str) -> AnyIncoming:
    """A message, if it is one."""
    if len(text) > MOST_BYTES:
        raise Refused("too_large", "the message is too large", f"at most {MOST_BYTES} bytes")
    try:
        message: AnyIncoming = INCOMING.validator.validate_json(text)
        return message
    except ValidationError as problem:
        raise invalid(problem.errors(include_url=False, include_context=False, include_input=False)) from None


def key_of(text: str) -> str | None:
    """The key of a message that may be no good otherwise, so that whoever sent it knows which one was refused."""
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    key = message.get("key") if isinstance(message, dict) else None
    return key if isinstance(key, str) and len(key) <= MOST_KEY else None


def invalid(errors: Any) -> Refused:
    """The refusal of a message that does not fit its type."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"]) or "message"
    return Refused("invalid", f"{where}: {first['msg']}"[:300], "a message as in the schema")
