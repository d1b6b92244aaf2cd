"""boardgame.io and Colyseus under the same load, each with a minimal game and everything in memory.

The packages are fetched into a folder that is removed again. Both games have three seats that move in turn.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson

from benchmarks.lightweight import BINARY, TEXT
from benchmarks.load.driving import SEATS, Heard, Load, Table
from tests.server.running import cpu_seconds

PROGRAMS = Path(__file__).parents[1] / "peer"
PACKAGES = ("boardgame.io", "@colyseus/core", "@colyseus/schema", "@colyseus/ws-transport")
MARKET = 5
"""Cards to take from."""


class Peer(ABC):
    """A Node process."""

    endless = True

    def __init__(self, name: str, folder: Path, program: list[str]) -> None:
        self.name = name
        command = ["node", *program]
        self.process = subprocess.Popen(command, cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = self.told("listening")

    def told(self, what: str) -> int:
        """A number that the process says, among other things."""
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith(what):
                return int(line.split()[1])
        raise AssertionError(f"{self.name} has ended")

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.process.pid)

    async def moves(self) -> int:
        assert self.process.stdin
        print(file=self.process.stdin, flush=True)
        return self.told("moves")

    async def open_tables(self, load: Load, count: int) -> list[Table]:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as http:
            return [await self.open_table(Table(load), http) for _ in range(count)]

    @abstractmethod
    async def open_table(self, table: Table, http: httpx.AsyncClient) -> Table:
        """All sit down."""

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


async def post(http: httpx.AsyncClient, path: str, **body: Any) -> dict[str, Any]:
    return dict((await http.post(path, json=body)).raise_for_status().json())


def in_turn(seat: int, turn: int, stamp: int, answer: bytes) -> Heard:
    """What a seat hears when it is somebody's turn: that the one before has moved, and perhaps that it may move."""
    return Heard(stamp, asked=True, answer=answer if turn == seat else None, done=turn == (seat + 1) % SEATS)


class BoardgameDialect:
    """socket.io: digits that say what it is, where it belongs, and JSON. States are numbered."""

    kind = TEXT

    def __init__(self, match: str, seat: int, credentials: str) -> None:
        self.match, self.seat, self.credentials = match, seat, credentials
        self.state = -1

    def now(self) -> float:
        return self.state

    def read(self, payload: bytes) -> Heard:
        if payload.startswith(b"0"):  # open
            return Heard(reply=b"40/bazaar,")
        if payload.startswith(b"2"):  # ping
            return Heard(reply=b"3")
        if payload.startswith(b"40"):  # connected
            return Heard(reply=self.emit("sync", self.match, str(self.seat), self.credentials, SEATS))
        name, _, *rest = orjson.loads(payload[payload.index(b"[") :])
        if name == "sync":
            state = rest[0]["state"]
            self.state, turn = state["_stateID"], int(state["ctx"]["currentPlayer"])
            return Heard(asked=True, answer=self.take() if turn == self.seat else None)
        if name == "update":
            state = rest[0]
            self.state, turn = state["_stateID"], int(state["ctx"]["currentPlayer"])
            return in_turn(self.seat, turn, self.state, self.take())
        return Heard()

    def take(self) -> bytes:
        player = str(self.seat)
        args = {"type": "take", "args": [random.randrange(MARKET)], "playerID": player, "credentials": self.credentials}
        return self.emit("update", {"type": "MAKE_MOVE", "payload": args}, self.state, self.match, player)

    def emit(self, *message: Any) -> bytes:
        return b"42/bazaar," + orjson.dumps(message)


class Boardgame(Peer):
    """boardgame.io's server."""

    async def open_table(self, table: Table, http: httpx.AsyncClient) -> Table:
        match = (await post(http, "/games/bazaar/create", numPlayers=SEATS))["matchID"]
        for number in range(SEATS):
            joined = await post(http, f"/games/bazaar/{match}/join", playerID=str(number), playerName=f"p{number}")
            dialect = BoardgameDialect(match, number, joined["playerCredentials"])
            await table.sit(dialect, self.port, "/socket.io/?EIO=4&transport=websocket")
        return table


class ColyseusDialect:
    """A first byte that says what it is. What follows need not be read: each patch is one move."""

    kind = BINARY
    JOINED, DATA, STATE, PATCH = 10, 13, 14, 15

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.patches = 0

    def now(self) -> float:
        return self.patches

    def read(self, payload: bytes) -> Heard:
        match payload[0]:
            case self.JOINED:
                return Heard(reply=bytes([self.JOINED]))
            case self.STATE:
                return Heard(asked=True, answer=self.take() if self.seat == 0 else None)
            case self.PATCH:
                self.patches += 1
                return in_turn(self.seat, self.patches % SEATS, self.patches, self.take())
        return Heard()

    def take(self) -> bytes:
        """The name of the message as a short text of MessagePack, and a small number."""
        return bytes([self.DATA, 0xA4, *b"take", random.randrange(MARKET)])


class Colyseus(Peer):
    """Colyseus' server."""

    async def open_table(self, table: Table, http: httpx.AsyncClient) -> Table:
        way = "create/bazaar"
        for number in range(SEATS):
            joined = await post(http, f"/matchmake/{way}", seat=number)
            way = f"joinById/{joined['roomId']}"
            path = f"/{joined['processId']}/{joined['roomId']}?sessionId={joined['sessionId']}"
            await table.sit(ColyseusDialect(number), self.port, path)
        return table


PEERS: list[tuple[type[Peer], str, list[str]]] = [
    (Boardgame, "boardgame.io", ["boardgame.cjs"]),
    (Colyseus, "Colyseus", ["colyseus.cjs"]),
    (Colyseus, "Colyseus, told", ["colyseus.cjs", "told"]),
]


@contextmanager
def installed() -> Iterator[Path]:
    """A folder with the packages."""
    with tempfile.TemporaryDirectory(prefix="caravanserai-peer-") as folder:
        shutil.copytree(PROGRAMS, folder, dirs_exist_ok=True)
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(install, cwd=folder, check=True, stdout=sys.stderr)
        yield Path(folder)


def versions(folder: Path) -> list[str]:
    """What was installed."""
    found = [json.loads((folder / "node_modules" / name / "package.json").read_text()) for name in PACKAGES]
    node = subprocess.check_output(["node", "--version"], text=True).strip()
    return [f"Node {node}", *(f"{package['name']} {package['version']}" for package in found)]


@contextmanager
def running(folder: Path) -> Iterator[list[Peer]]:
    """Each of them, and Colyseus also with events and choices in words."""
    with ExitStack() as stack:
        found: list[Peer] = []
        for kind, name, program in PEERS:
            found.append(kind(name, folder, program))
            stack.callback(found[-1].stop)
        yield found
