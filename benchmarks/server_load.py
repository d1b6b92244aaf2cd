"""How much the table server carries: sockets held, durable decisions a second, and how late updates come.

    python -m benchmarks.server_load [--tables 100 500 1000] [--seconds 8] [--peer 20] [--database postgresql://…]

The server runs in a process of its own; this process generates the load. At every table three people take the
decisions of a real match, over three sockets that ask for what the page asks for, words included. Each size is measured
twice: at a steady 500 decisions a second, and as fast as it goes. ``--peer`` plays the same pattern against
boardgame.io's server in the same run, one decision under way at each of so many tables. Matches of that game never end
and ours do, so ours are spread over more tables.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop

from benchmarks.lightweight import LightSocket, connect
from caravanserai.bots import LEVELS
from caravanserai.games import game_names
from tests.server.running import Server

SEATS = 3
STEADY = 500
"""Decisions a second, the aim."""
LANGUAGE = "en"
"""The page asks for words, which cost more than all the rest."""
CREATORS = 30
"""Tables that one person makes; nobody may have many more."""
SPREAD = 5
"""Tables for each decision under way, beside a peer whose matches do not end."""


@dataclass
class Meter:
    """What was measured."""

    decisions: int = 0
    latencies: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    refused: int = 0

    def summary(self, seconds: float) -> dict[str, Any]:
        return {
            "decisions_per_second": round(self.decisions / seconds),
            "update_p50_ms": quantile(self.latencies, 50),
            "update_p99_ms": quantile(self.latencies, 99),
            "accepted_p50_ms": quantile(self.acknowledged, 50),
            "accepted_p99_ms": quantile(self.acknowledged, 99),
            "refused": self.refused,
        }


def quantile(values: list[float], percent: int) -> float | None:
    if len(values) < 2:
        return None
    return round(statistics.quantiles(values, n=100)[percent - 1] * 1000, 1)


class Seat:
    """One socket at one table."""

    socket: LightSocket

    def __init__(self, load: Load, table: Game, number: int) -> None:
        self.load, self.table, self.number = load, table, number
        self.sent_at = 0.0
        self.key = 0

    def receive(self, _: LightSocket, payload: bytes) -> None:
        now = time.perf_counter()
        message = orjson.loads(payload)
        kind = message["type"]
        if kind == "accepted":
            self.load.meter.acknowledged.append(now - self.sent_at)
            self.load.meter.decisions += 1
        elif kind == "error":
            self.load.meter.refused += 1
        elif kind in ("snapshot", "update"):
            if kind == "update" and message["events"] and self.table.mover not in (None, self):
                self.load.meter.latencies.append(now - self.table.sent_at)
            if message["outcome"]:
                self.table.over = True
            elif message["question"]:
                self.load.ready.append((self, message["question"]))

    def decide(self, question: Any) -> None:
        self.key += 1
        choice = random.choice(question["choices"])["action"]
        self.table.mover = self
        self.sent_at = self.table.sent_at = time.perf_counter()
        self.socket.send(type="decide", window=question["window"], choice=choice, key=f"{self.number}.{self.key}")


class Game:
    """One table."""

    def __init__(self) -> None:
        self.mover: Seat | None = None
        self.sent_at = 0.0
        self.over = False


class Load:
    """Many tables."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.meter = Meter()
        self.ready: deque[tuple[Seat, Any]] = deque()
        self.games: list[Game] = []
        self.seats: list[Seat] = []
        self.memory = 0

    async def set_up(self, tables: int, game: str) -> None:
        for first in range(0, tables, CREATORS):
            people = [await arrive(self.server, name) for name in ("Ann", "Bob", "Cyd")]
            for _ in range(min(CREATORS, tables - first)):
                await self.open_table(people, game)
            for person in people:
                await person.aclose()
        await asyncio.sleep(1)
        latest = {id(seat): (seat, question) for seat, question in self.ready}
        self.ready = deque(latest.values())

    async def open_table(self, people: list[httpx.AsyncClient], game: str) -> None:
        wanted = {"game": game, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]}
        table = (await people[0].post("/api/tables", json=wanted)).json()["table"]["id"]
        for person in people[1:]:
            await person.post(f"/api/tables/{table}/sit", json={})
        (await people[0].post(f"/api/tables/{table}/start", json={})).raise_for_status()
        at = Game()
        self.games.append(at)
        for number, person in enumerate(people):
            seat = Seat(self, at, number)
            cookie = "; ".join(f"{key}={value}" for key, value in person.cookies.items())
            seat.socket = await connect("127.0.0.1", self.server.port, "/api/live", cookie, seat.receive)
            self.seats.append(seat)
            seat.socket.send(type="watch", table=table, seat=number, language=LANGUAGE)

    async def run(self, seconds: float, rate: float | None = None, at_once: int | None = None) -> dict[str, Any]:
        """Decide at a rate, or as fast as answers come, with at most so many decisions under way."""
        self.meter = Meter()
        begin, worked = time.perf_counter(), self.server.cpu_seconds()
        done = 0
        while (now := time.perf_counter()) < begin + seconds:
            allowed = len(self.ready)
            if rate is not None:
                allowed = min(allowed, int((now - begin) * rate) - done)
            if at_once is not None:
                allowed = min(allowed, at_once - done + self.meter.decisions + self.meter.refused)
            for _ in range(allowed):
                seat, question = self.ready.popleft()
                seat.decide(question)
                done += 1
            await asyncio.sleep(0.0005)
        await asyncio.sleep(0.3)
        worked = self.server.cpu_seconds() - worked
        return {
            **self.meter.summary(seconds),
            "server_ms_per_decision": round(worked / max(1, self.meter.decisions) * 1000, 2),
        }

    def held(self) -> int:
        return sum(not seat.socket.lost for seat in self.seats)

    def close(self) -> None:
        for seat in self.seats:
            seat.socket.transport.abort()


async def arrive(server: Server, name: str) -> httpx.AsyncClient:
    """Somebody whom the server knows."""
    person = httpx.AsyncClient(base_url=server.url, timeout=60)
    (await person.post("/api/me", json={"nickname": name})).raise_for_status()
    return person


async def add_thinkers(server: Server, tables: int, game: str) -> None:
    """Tables at which the strongest bots think all the time; they must not make others wait."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        await http.post("/api/me", json={"nickname": "Dee"})
        for _ in range(tables):
            wanted = {"game": game, "seats": [{"kind": "bot", "level": list(LEVELS)[-1]}] * SEATS}
            made = (await http.post("/api/tables", json=wanted)).json()
            (await http.post(f"/api/tables/{made['table']['id']}/start", json={})).raise_for_status()


@asynccontextmanager
async def loaded(tables: int, database: str | None, game: str, thinkers: int = 0) -> AsyncIterator[Load]:
    """A server with so many tables."""
    folder = Path(tempfile.mkdtemp(prefix="caravanserai-load-"))
    try:
        with Server(folder, database) as server:
            empty = server.memory()
            load = Load(server)
            await load.set_up(tables, game)
            await add_thinkers(server, thinkers, game)
            load.memory = server.memory() - empty
            yield load
            load.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def measure(tables: int, seconds: float, database: str | None, game: str, thinkers: int) -> dict[str, Any]:
    async with loaded(tables, database, game, thinkers) as load:
        steady = await load.run(seconds, STEADY)
        flat_out = await load.run(seconds)
        return {
            "tables": tables,
            "sockets_held": load.held(),
            "memory_per_table_kb": round(load.memory / tables / 1024, 1),
            "steady": steady,
            "flat_out": flat_out,
        }


async def measure_beside_peer(at_once: int, seconds: float, database: str | None, game: str) -> dict[str, Any]:
    async with loaded(SPREAD * at_once, database, game) as load:
        return await load.run(seconds, at_once=at_once)


PEER = Path(__file__).parent / "peer"


def measure_peer(tables: int, seconds: float) -> dict[str, Any]:
    """The same pattern at boardgame.io's server; its package is fetched into a folder that is removed again."""
    folder = Path(tempfile.mkdtemp(prefix="caravanserai-peer-"))
    try:
        for file in PEER.iterdir():
            shutil.copy(file, folder)
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True, stdout=sys.stderr
        )
        server = subprocess.Popen(["node", "server.cjs"], cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            found = re.search(r"\d+", server.stdout.readline())
            assert found
            port = int(found[0])
            command = ["node", "load.cjs", str(port), str(tables), str(SEATS), str(seconds)]
            said = subprocess.run(
                command, cwd=folder, check=True, capture_output=True, text=True, timeout=seconds + 240
            )
            return dict(json.loads(said.stdout.splitlines()[-1]))
        finally:
            server.kill()
            server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tables", type=int, nargs="+", default=[100, 500, 1000])
    arguments.add_argument("--seconds", type=float, default=8.0)
    arguments.add_argument("--database")
    arguments.add_argument("--game", default=game_names()[-1])
    arguments.add_argument("--thinkers", type=int, default=0, help="also so many tables of the strongest bots alone")
    arguments.add_argument("--peer", type=int, metavar="TABLES", help="also measure boardgame.io with so many tables")
    given = arguments.parse_args()
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f}")
    for tables in given.tables:
        result = uvloop.run(measure(tables, given.seconds, given.database, given.game, given.thinkers))
        print(json.dumps(result), flush=True)
    if given.peer:
        ours = uvloop.run(measure_beside_peer(given.peer, given.seconds, given.database, given.game))
        peer = measure_peer(given.peer, given.seconds)
        ratio = ours["decisions_per_second"] / max(1, peer["decisions_per_second"])
        print(json.dumps({"at_once": given.peer, "ours": ours, "boardgame.io": peer, "ratio": round(ratio, 2)}))


if __name__ == "__main__":
    main()
