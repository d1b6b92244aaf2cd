"""People and programs at the other end of the wire."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.running import PLAIN, Server, Servers

SECONDS = 30
"""Longer than anything should take."""


class Person:
    """Somebody with a cookie."""

    def __init__(self, server: Server | Servers, nickname: str) -> None:
        self.server = server
        self.nickname = nickname
        self.cookies: dict[str, str] = {}

    async def arrive(self) -> Person:
        await self.post("/api/me", nickname=self.nickname)
        return self

    def at(self, server: Server) -> Person:
        """The same person at another server of the house."""
        there = Person(server, self.nickname)
        there.cookies = self.cookies
        return there

    async def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        cookies = httpx.Cookies()
        for name, value in self.cookies.items():
            cookies.set(name, value, domain="127.0.0.1")  # of the server, which may take it back
        url = self.server.url
        async with httpx.AsyncClient(base_url=url, cookies=cookies, timeout=SECONDS, verify=PLAIN) as client:
            answer = await client.request(method, path, **more)
            self.cookies = {cookie.name: cookie.value or "" for cookie in client.cookies.jar}
            return answer

    async def post(self, path: str, invite: str | None = None, **body: Any) -> Any:
        answer = await self.request("POST", path, json=body, headers={"x-invite": invite} if invite else None)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def get(self, path: str, invite: str | None = None) -> Any:
        answer = await self.request("GET", path, headers={"x-invite": invite} if invite else None)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refused(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        """The status and code of a request that must be refused."""
        answer = await self.request(method, path, **more)
        assert answer.status_code >= 400, answer.text
        problem = answer.json()
        assert set(problem) == {"code", "message", "expected"}
        assert problem["message"]
        return answer.status_code, problem["code"]

    @asynccontextmanager
    async def live(self, **watch: Any) -> AsyncIterator[Live]:
        """A WebSocket; what is given becomes its first message."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"cookie": cookie} if cookie else {}
        async with connect(self.server.live, additional_headers=headers, max_size=None, compression=None) as socket:
            live = Live(socket)
            if watch:
                await live.send(type="watch", **watch)
            yield live


class Live:
    """One WebSocket, with all that came through it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.state: dict[str, Any] = {}
        self.sent = 0
        self.decisions: dict[str, str] = {}  # the question that was answered with each key
        self.answered = ""  # the question whose answer was accepted last

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, *types: str) -> dict[str, Any]:
        """The next message, or the next of some types."""
        while True:
            text = await asyncio.wait_for(self.socket.recv(), SECONDS)
            assert isinstance(text, str)
            self.frames.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] in ("snapshot", "update"):
                self.state = message
            if message["type"] == "accepted":
                self.answered = self.decisions.get(message["key"], self.answered)
            if not types or message["type"] in types:
                return message

    async def until_asked(self) -> dict[str, Any]:
        """The question, once there is one."""
        while not self.state or (self.state["question"] is None and self.state["outcome"] is None):
            await self.next()
        question: dict[str, Any] = self.state["question"]
        return question

    def states(self) -> list[dict[str, Any]]:
        """All states that came."""
        return [m for m in map(json.loads, self.frames) if m["type"] in ("snapshot", "update")]

    def key(self) -> str:
        self.sent += 1
        return f"{id(self)}-{self.sent}"

    async def decide(self, choice: Any = None, key: str | None = None, question_id: str | None = None) -> str:
        """Answer the question; the first choice if none is named."""
        question = await self.until_asked()
        return await self.decide_on(question, choice, key, question_id)

    async def decide_on(
        self, question: dict[str, Any], choice: Any = None, key: str | None = None, question_id: str | None = None
    ) -> str:
        """Answer a question that was asked."""
        choice = question["choices"][0]["action"] if choice is None else choice
        key = key or self.key()
        self.decisions[key] = question["id"]
        await self.send(type="decide", question_id=question_id or question["id"], choice=choice, key=key)
        return key

    async def play(self, dice: random.Random) -> None:
        """Play at random until the match is over; what was asked before is answered at once."""
        asked = self.answered
        while not self.state or self.state["outcome"] is None:
            question = self.state["question"] if self.state else None
            if question is not None and question["id"] != asked:
                asked = question["id"]
                await self.decide(dice.choice(question["choices"])["action"])
            message = await self.next()
            assert message["type"] != "error" or message["code"] in ("stale_question", "not_to_act"), message


async def open_table(
    people: Sequence[Person], game: str, bots: int = 0, start: bool = True, **more: Any
) -> tuple[str, str]:
    """A table where these people sit in the first seats; its id and invite."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:]), *({"kind": "bot"} for _ in range(bots))]
    made = await people[0].post("/api/tables", game=game, seats=seats, **more)
    table, invite = made["table"]["id"], made["invite"]
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/sit", invite=invite)
    if start:
        await people[0].post(f"/api/tables/{table}/start")
    return table, invite
