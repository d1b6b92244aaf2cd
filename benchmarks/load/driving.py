"""Keeps the tables of a server busy, whichever it is, and measures how it copes.

At every table there is at most one move under way, so it is known which update belongs to which move.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import Protocol

from benchmarks.lightweight import LightSocket, connect

SEATS = 3
PATIENCE = 30.0
"""Seconds for what is under way; then something was lost."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message said, as far as the load goes by it."""

    stamp: float | None = None
    """If it tells of a move: when that was made, in whatever the server counts."""
    asked: bool = False
    """Whether it says what the seat is asked now."""
    answer: bytes | None = None
    """What to send to decide, if the seat is asked to."""
    done: bool = False
    """Whether the seat's own move was taken."""
    refused: bool = False
    over: bool = False
    reply: bytes | None = None
    """What to send back at once."""


class Dialect(Protocol):
    """How a server talks to one seat."""

    kind: int
    """Of frames: text or binary."""

    def now(self) -> float:
        """A stamp for a move that is sent now: less than that of its updates, no less than those of any before."""

    def read(self, payload: bytes) -> Heard: ...


class Host(Protocol):
    """A server under load."""

    name: str
    endless: bool
    """Whether its matches never end."""

    async def open_tables(self, load: Load, count: int) -> list[Table]:
        """Tables at which everybody sits and looks on."""

    def cpu_seconds(self) -> float:
        """Time it has worked."""

    async def moves(self) -> int:
        """How many moves it has taken, as it says itself."""


class Meter:
    """What was measured."""

    def __init__(self) -> None:
        self.totals: defaultdict[str, float] = defaultdict(float)
        self.latencies: list[float] = []
        self.rates: list[float] = []
        """Moves a second in each turn."""

    def add(self, before: dict[str, float], after: dict[str, float]) -> None:
        self.rates.append((after["moves"] - before["moves"]) / (after["seconds"] - before["seconds"]))
        for name, value in after.items():
            self.totals[name] += value - before[name]

    @property
    def seconds(self) -> float:
        """For which moves were made."""
        return self.totals["seconds"]

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.totals["moves"] / self.seconds

    def latency(self, percent: int) -> float:
        """Milliseconds from sending a move to its update at another seat."""
        return statistics.quantiles(self.latencies, n=100)[percent - 1] * 1000

    @property
    def work(self) -> float:
        """Milliseconds of the server's CPU time a move."""
        return self.totals["server"] / self.totals["moves"] * 1000

    @property
    def bytes(self) -> float:
        """That each socket at a table receives for a move."""
        return self.totals["received"] / self.totals["moves"]

    @property
    def refused(self) -> int:
        """Moves that were not taken."""
        return round(self.totals["refused"])

    def share(self, whose: str) -> float:
        """Of a processor that the server or the generator took."""
        return self.totals[whose] / self.seconds


@dataclass(frozen=True, slots=True)
class Move:
    """A move that was sent."""

    by: Seat
    stamp: float
    sent_at: float


class Seat:
    """One socket at one table."""

    socket: LightSocket

    def __init__(self, table: Table, dialect: Dialect) -> None:
        self.table, self.dialect = table, dialect
        self.answer: bytes | None = None
        self.seen = False

    def receive(self, socket: LightSocket, payload: bytes) -> None:
        now = time.perf_counter()
        heard = self.dialect.read(payload)
        if heard.reply is not None:
            socket.send(heard.reply, self.dialect.kind)
        self.table.hear(self, heard, now)

    def decide(self) -> Move:
        assert self.answer is not None
        move = Move(self, self.dialect.now(), time.perf_counter())
        self.socket.send(self.answer, self.dialect.kind)
        self.answer = None
        return move


class Table:
    """One table."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.seats: list[Seat] = []
        self.sent: deque[Move] = deque(maxlen=8)
        self.under_way = False
        self.queued = False
        self.over = False

    async def sit(self, dialect: Dialect, port: int, path: str, cookie: str = "") -> LightSocket:
        """Somebody more looks on, over a socket of their own."""
        seat = Seat(self, dialect)
        seat.socket = await connect(port, path, seat.receive, cookie)
        self.seats.append(seat)
        return seat.socket

    @property
    def received(self) -> float:
        """Bytes, by each of its sockets."""
        return sum(seat.socket.received for seat in self.seats) / len(self.seats)

    @property
    def ready(self) -> bool:
        """Whether a move can be made."""
        return not (self.under_way or self.over) and any(seat.answer is not None for seat in self.seats)

    def decide(self) -> None:
        self.under_way = True
        self.sent.append(random.choice([seat for seat in self.seats if seat.answer is not None]).decide())

    def hear(self, seat: Seat, heard: Heard, at: float) -> None:
        if heard.stamp is not None:
            move = next((move for move in reversed(self.sent) if move.stamp < heard.stamp), None)
            if move is not None and move.by is not seat:
                self.load.meter.latencies.append(at - move.sent_at)
        if heard.asked:
            seat.answer, seat.seen = heard.answer, True
        self.over |= heard.over
        if heard.done or heard.refused:
            self.under_way = False
            self.load.ended(heard.refused)
        self.load.look_at(self)


class Load:
    """The tables of one server."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.meter = Meter()
        self.tables: list[Table] = []
        self.spare: deque[Table] = deque()
        """Tables that will take the place of those whose match is over."""
        self.busy: set[Table] = set()
        self.queue: deque[Table] = deque()
        self.under_way = self.taken = self.refused = 0
        self.driving = self.flat_out = self.short = False

    async def open(self, count: int) -> None:
        """More tables."""
        opened = await self.host.open_tables(self, count)
        async with asyncio.timeout(PATIENCE):
            while not all(seat.seen for table in opened for seat in table.seats):
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)  # those who came first are told of those who came last
        self.tables += opened
        self.spare.extend(opened)

    async def top_up(self, count: int) -> None:
        """Open as many tables as there are fewer than so many with a match under way."""
        if (wanted := count - len(self.busy) - len(self.spare)) > 0:
            await self.open(wanted)

    async def run(self, seconds: float, busy: int, rate: float | None = None) -> None:
        """Move at so many tables, at a rate or whenever they are ready; ends early when too few matches are left. What
        is under way in the end is waited for and counted, with the time it takes: the server has worked for it."""
        while len(self.busy) < busy and self.spare:
            self.busy.add(self.spare.popleft())
        self.driving, self.flat_out, self.short = True, rate is None, len(self.busy) < busy
        before, begin, sent = self._counts(), time.perf_counter(), 0
        for table in list(self.busy):
            self.look_at(table)
        while (gone := time.perf_counter() - begin) < seconds and not self.short:
            if rate is not None:
                for _ in range(min(len(self.queue), int(gone * rate) - sent)):
                    self.move_at(self.queue.popleft())
                    sent += 1
            await asyncio.sleep(0.005 if rate is None else 0.002)
        self.driving = False
        async with asyncio.timeout(PATIENCE):
            while self.under_way:
                await asyncio.sleep(0.001)
        self.meter.add(before, self._counts())
        while self.queue:
            self.queue.popleft().queued = False

    def _counts(self) -> dict[str, float]:
        return {
            "seconds": time.perf_counter(),
            "moves": self.taken,
            "refused": self.refused,
            "received": sum(table.received for table in self.tables),
            "server": self.host.cpu_seconds(),
            "generator": time.process_time(),
        }

    def look_at(self, table: Table) -> None:
        """Something has changed at a table."""
        if table not in self.busy:
            return
        if table.over:
            self.busy.remove(table)
            if not self.spare:
                self.short = True
                return
            table = self.spare.popleft()
            self.busy.add(table)
        if self.driving and table.ready and not table.queued:
            table.queued = True
            if self.flat_out:
                asyncio.get_running_loop().call_soon(self.move_at, table)
            else:
                self.queue.append(table)

    def move_at(self, table: Table) -> None:
        """Move, if that is still to be done."""
        table.queued = False
        if self.driving and table.ready:
            table.decide()
            self.under_way += 1

    def ended(self, refused: bool) -> None:
        """A move is no longer under way."""
        self.under_way -= 1
        if refused:
            self.refused += 1
        else:
            self.taken += 1

    async def check(self) -> None:
        """That the server has taken as many moves as were counted here, and holds every socket."""
        assert (said := await self.host.moves()) == self.taken, f"{self.host.name}: {said} moves, not {self.taken}"
        assert self.held() == sum(len(table.seats) for table in self.tables)

    def held(self) -> int:
        """Sockets that are open."""
        return sum(not seat.socket.lost for table in self.tables for seat in table.seats)

    def close(self) -> None:
        for table in self.tables:
            for seat in table.seats:
                seat.socket.transport.abort()
