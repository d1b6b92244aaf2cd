"""Our server under load, this one or one of an older commit, and the dialects it has spoken."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any, ClassVar

import httpx
import orjson

from benchmarks.lightweight import TEXT
from benchmarks.load.driving import SEATS, Heard, Load, Table
from benchmarks.versions import THIS, Version
from caravanserai.kernel.compact import read_numbers
from caravanserai.server.timing import now
from caravanserai.wire.packing import split
from tests.server.running import Server

CREATORS = 30
"""Tables that one person makes; nobody may have many more."""
WINDOW_SECONDS = 3600
"""For a reaction. Clocks run as at any table, but none runs out while other servers have their turn."""


MOST_CHOICES = 400
"""That any question has."""


class Json:
    """Each message is JSON, each update all that the seat sees; the page puts it into words."""

    kind = TEXT
    keys: ClassVar[Iterator[int]] = count()
    id_in_question = "id"
    id_in_message = "question_id"
    """What a question's id is called, in the question itself and in messages that name the question."""

    @staticmethod
    def watch(table: str, seat: int | None) -> dict[str, Any]:
        """What the page sends first."""
        return {"type": "watch", "table": table, "seat": seat}

    def now(self) -> float:
        return now()

    def read(self, payload: bytes) -> Heard:
        message = orjson.loads(payload)
        match message["type"]:
            case "accepted":
                return Heard(done=True)
            case "error":
                return Heard(refused=True)
            case "snapshot" | "update":
                moved = message["type"] == "update" and message["events"]
                return Heard(
                    stamp=message["now"] if moved else None,
                    asked=True,
                    answer=self.answer(message["question"]) if message["question"] else None,
                    over=message["outcome"] is not None,
                )
        return Heard()

    def answer(self, question: dict[str, Any]) -> bytes:
        choice = random.choice(question["choices"])["action"]
        return self.decision(question[self.id_in_question], choice)

    def decision(self, question_id: str, choice: int) -> bytes:
        """The message that answers a question."""
        message = {"type": "decide", self.id_in_message: question_id, "choice": choice, "key": str(next(self.keys))}
        return orjson.dumps(message)


class Words(Json):
    """What the page asked for until it spoke itself: everything in words too, which cost more than all the rest."""

    @staticmethod
    def watch(table: str, seat: int | None) -> dict[str, Any]:
        return {**Json.watch(table, seat), "language": "en"}


class Packed(Json):
    """What the page asks for: states are packed binary frames that tell what has changed."""

    @staticmethod
    def watch(table: str, seat: int | None) -> dict[str, Any]:
        return {**Json.watch(table, seat), "packed": True}

    def read(self, payload: bytes) -> Heard:
        if payload.startswith(b'{"'):  # as long a header as these two bytes would mean does not exist
            return super().read(payload)
        about, _, numbers = split(payload)
        header = orjson.loads(about)
        _, _, choices, *rest = islice(read_numbers(numbers), 3 + MOST_CHOICES) if numbers else (0, 0, 0)
        moved = header["type"] == "update" and len(payload) > 0
        answer = None
        if self.id_in_message in header:
            answer = self.decision(header[self.id_in_message], random.choice(rest[:choices]))
        return Heard(stamp=header["now"] if moved else None, asked=True, answer=answer, over="outcome" in header)


class Before03:
    """Before version 0.3 of the API a question's id was called its window."""

    id_in_question = id_in_message = "window"


class PackedBefore03(Before03, Packed):
    """Packed frames of an older server."""


class JsonBefore03(Before03, Json):
    """JSON of an older server."""


class WordsBefore03(Before03, Words):
    """JSON of an older server, in words too."""


DIALECTS: dict[str, type[Json]] = {
    "packed": Packed,
    "json": Json,
    "words": Words,
    "packed-before-0.3": PackedBefore03,
    "json-before-0.3": JsonBefore03,
    "words-before-0.3": WordsBefore03,
}


class Ours:
    """Our server with matches of one game; every move is on disk before anybody is told of it. Where several processes
    share a database, whoever sits at a table comes by another of them than the one before."""

    endless = False

    def __init__(self, name: str, server: Server, game: str, dialect: str, spectators: int = 0, *more: Server) -> None:
        self.name, self.server, self.game, self.dialect = name, server, game, DIALECTS[dialect]
        self.servers = (server, *more)
        self.spectators = spectators
        """Sockets at each table besides those of its players."""

    async def open_tables(self, load: Load, count: int) -> list[Table]:
        opened = []
        for first in range(0, count, CREATORS):
            people = [await arrive(self.server, name) for name in ("Ann", "Bob", "Cyd")]
            for _ in range(min(CREATORS, count - first)):
                opened.append(await self.open_table(load, people))
            for person in people:
                await person.aclose()
        return opened

    async def open_table(self, load: Load, people: list[httpx.AsyncClient]) -> Table:
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
        wanted = {"game": self.game, "seats": seats, "clocks": {"window": WINDOW_SECONDS}, "public": True}
        name = (await people[0].post("/api/tables", json=wanted)).json()["table"]["id"]
        for person in people[1:]:
            await person.post(f"/api/tables/{name}/sit", json={})
        (await people[0].post(f"/api/tables/{name}/start", json={})).raise_for_status()
        table = Table(load)
        for number, person in enumerate(people):
            cookie = "; ".join(f"{key}={value}" for key, value in person.cookies.items())
            by = self.servers[number % len(self.servers)]
            socket = await table.sit(self.dialect(), by.port, "/api/live", cookie)
            socket.send(orjson.dumps(self.dialect.watch(name, number)))
        for _ in range(self.spectators):
            socket = await table.sit(self.dialect(), self.server.port, "/api/live")
            socket.send(orjson.dumps(self.dialect.watch(name, None)))
        return table

    def cpu_seconds(self) -> float:
        return sum(server.cpu_seconds() for server in self.servers)

    async def moves(self) -> int:
        return round(await self.counted("caravanserai_decisions_total"))

    async def counted(self, name: str) -> float:
        """What all its processes have counted."""
        total = 0.0
        for server in self.servers:
            async with httpx.AsyncClient(base_url=server.url) as http:
                page = (await http.get("/metrics")).text
            # One line a process; older servers had but one, and no label.
            found = re.findall(rf"^{name}(?:{{.*}})? (\S+)", page, re.MULTILINE)
            assert found
            total += sum(map(float, found))
        return total


async def arrive(server: Server, name: str) -> httpx.AsyncClient:
    """Somebody whom the server knows."""
    person = httpx.AsyncClient(base_url=server.url, timeout=60)
    (await person.post("/api/me", json={"nickname": name})).raise_for_status()
    return person


@contextmanager
def serving(version: Version = THIS, database: str | None = None) -> Iterator[Server]:
    """A server with a database of its own."""
    folder = tempfile.TemporaryDirectory(prefix="caravanserai-load-", ignore_cleanup_errors=True)
    with folder as data:
        server = Server(Path(data), database, environment=version.environment)
        try:
            yield server.start(prepared=version is THIS)  # an older one may not tell, and was compiled before
        finally:
            if server.running:
                server.kill()
