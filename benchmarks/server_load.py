"""How much the table server carries, and how it compares with others.

    python -m benchmarks.server_load carry [--tables 100 500 1000] [--game tantan] [--thinkers 4] [--spectators 150]
    python -m benchmarks.server_load compare [--tables 20] [--game all] [--beside COMMIT] [--peers]
    python -m benchmarks.server_load share [--processes 1 2 3] [--tables 20] [--game tantan] [--rate 300]

Servers run in processes of their own; this process generates the load. At every table three people take the decisions
of a real match, over three sockets that ask for what the page asks for.

``carry`` measures a number of tables twice: at a steady rate, and as fast as it goes; and how much each move takes on
disk. At most four tables of five have a move under way; the others take the places of those whose match is over.

``compare`` keeps some tables busy, with one move under way at each of them; where a match is over, a table that was
opened before takes its place. Beside this server it can measure that of an older commit (``--beside``), boardgame.io
and Colyseus (``--peers``). They take turns of a second each, so that whatever else the machine does meanwhile
touches them alike. All are driven by the same generator, and what it counts must be what the server has counted.
Both peers have a minimal game, and they keep everything in memory where ours writes each move to disk. Colyseus is
measured twice: with its patches only, and ("told") with two events and five worded choices a move besides.

``share`` measures server processes that share a PostgreSQL database, in turns too, each with a database of its own. At
every table each of the three comes by another process, so that nobody's move is seen without the others hearing of it
through the database. First at a steady rate, where the latency matters, then as fast as it goes.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sqlite3
import statistics
import subprocess
import tempfile
import timeit
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import uvloop

from benchmarks.load import peers
from benchmarks.load.driving import SEATS, Host, Load, Meter
from benchmarks.load.ours import DIALECTS, Ours, serving
from benchmarks.versions import ROOT, THIS, Version, version_of
from caravanserai.bots import LEVELS
from tests.cases import OURS
from tests.server.running import Server, postgresql, sharing

STANDING_BY = 5
"""One table of so many waits for another's match to be over."""
TURN = 1.0
"""Seconds for which a server is measured before the next one is."""
SPREAD = 3
"""Tables that are open for each that is busy, where matches end."""
HEADS = ("moves/s", "p50 ms", "p99 ms", "server ms/move", "bytes/socket/move", "server CPU", "generator CPU", "refused")


def told(meter: Meter) -> tuple[str, ...]:
    """What was measured, under the heads."""
    return (
        f"{meter.rate:,.0f}",
        f"{meter.latency(50):.1f}",
        f"{meter.latency(99):.1f}",
        f"{meter.work:.2f}",
        f"{meter.bytes:,.0f}",
        f"{meter.share('server'):.0%}",
        f"{meter.share('generator'):.0%}",
        str(meter.refused),
    )


def show(*first: str, cells: Sequence[str] = HEADS) -> None:
    begin = "".join(f"{cell:<16}" for cell in first)
    print(begin + "".join(f"{cell:>{len(head) + 2}}" for cell, head in zip(cells, HEADS, strict=True)), flush=True)


def show_machine(*versions: str) -> None:
    """Where and with what this is measured."""
    THIS.expect_sources()
    commit = subprocess.check_output(["git", "describe", "--always", "--dirty"], cwd=ROOT, text=True).strip()
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    model = found[1] if found else platform.machine()
    print(f"{model}, {os.cpu_count()} cores, load average {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    print(", ".join([f"commit {commit}", f"Python {platform.python_version()}", *versions]))
    took = min(timeit.repeat("for _ in range(1_000_000): pass", number=1, repeat=5))
    print(f"a loop of a million rounds takes {took * 1000:.0f} ms: how fast the machine is just now")


# How much it carries --------------------------------------------------------------------------------------------------


async def carry(tables: int, server: Server, given: argparse.Namespace) -> None:
    empty = server.memory()
    load = Load(Ours("this", server, given.game, given.dialect, given.spectators))
    await load.open(tables)
    memory = (server.memory() - empty) / tables / 1024
    await add_thinkers(server, given.thinkers, given.game)
    stored, moves = bytes_stored(server), 0.0
    for rate in (given.rate, None):
        load.meter = Meter()
        await load.run(given.seconds, tables - tables // STANDING_BY, rate)
        moves += load.meter.totals["moves"]
        show(str(tables), f"{rate:g} a second" if rate else "flat out", cells=told(load.meter))
    print(f"  {load.held()} sockets held, {memory:.0f} kB a table, load average {os.getloadavg()[0]:.1f}", flush=True)
    if given.database is None:
        print(f"  {(bytes_stored(server) - stored) / moves:.0f} bytes on disk a move", flush=True)
    if not given.thinkers:
        await load.check()
    load.close()


def bytes_stored(server: Server) -> int:
    """What its SQLite file holds, with what is still in the log beside it; nothing if it has another database."""
    file = server.data / "caravanserai.sqlite3"
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file)) as storage:
        [[pages]], [[size]] = (storage.execute(f"PRAGMA page_{what}").fetchall() for what in ("count", "size"))
    return int(pages) * int(size)


async def add_thinkers(server: Server, tables: int, game: str) -> None:
    """Tables at which the strongest bots think all the time; they must not make others wait."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        await http.post("/api/me", json={"nickname": "Dee"})
        for _ in range(tables):
            wanted = {"game": game, "seats": [{"kind": "bot", "level": list(LEVELS)[-1]}] * SEATS}
            made = (await http.post("/api/tables", json=wanted)).json()
            (await http.post(f"/api/tables/{made['table']['id']}/start", json={})).raise_for_status()


# How it compares ------------------------------------------------------------------------------------------------------


async def compare(hosts: Sequence[Host], tables: int, seconds: float) -> list[Meter]:
    """What each of them makes of the same load, in turns, there and back; the first turns are not counted."""
    loads = [Load(host) for host in hosts]
    order = list(loads)
    for warm in (True, False):
        for load in loads:
            load.meter = Meter()
        while any(load.meter.seconds < (TURN if warm else seconds) for load in loads):
            for load in order:
                await load.top_up(tables * (1 if load.host.endless else SPREAD))
                await load.run(TURN, tables)
            order.reverse()
    for load in loads:
        await load.check()
        load.close()
    return [load.meter for load in loads]


@contextmanager
def running(game: str, other: Version | None, packages: Path | None, given: argparse.Namespace) -> Iterator[list[Host]]:
    """All servers, this one first."""
    with ExitStack() as stack:
        found: list[Host] = [Ours("this", stack.enter_context(serving()), game, given.dialect)]
        if other is not None:
            found.append(Ours(other.name, stack.enter_context(serving(other)), game, given.beside_dialect))
        if packages is not None:
            found += stack.enter_context(peers.running(packages))
        yield found


def compare_all(given: argparse.Namespace) -> None:
    with ExitStack() as stack:
        other = version_of(given.beside) if given.beside else None
        packages = stack.enter_context(peers.installed()) if given.peers else None
        show_machine(*(peers.versions(packages) if packages else ()))
        show("game", "server")
        for game in OURS if given.game == "all" else [given.game]:
            with running(game, other, packages, given) as hosts:
                meters = uvloop.run(compare(hosts, given.tables, given.seconds))
            show_comparison(game, [host.name for host in hosts], meters)


def show_comparison(game: str, names: Sequence[str], meters: Sequence[Meter]) -> None:
    for name, meter in zip(names, meters, strict=True):
        show(game, name, cells=told(meter))
    for name, meter in zip(names, meters, strict=True):
        if meter.share("generator") > meter.share("server"):
            print(f"  the generator worked more than {name}: this may be its limit, not the server's")
    for name, meter in zip(names[1:], meters[1:], strict=True):
        print(f"  this over {name}: {ratio(meters[0], meter)}")
    print(f"  load average {os.getloadavg()[0]:.1f}", flush=True)


def ratio(this: Meter, other: Meter) -> str:
    """How two compare, and how much that changed from turn to turn: with the machine, not with the servers."""
    low, middle, high = statistics.quantiles([a / b for a, b in zip(this.rates, other.rates, strict=True)], n=4)
    times = (
        f"{this.rate / other.rate:.2f} times the moves/s (turns: {middle:.2f}, half of them {low:.2f} to {high:.2f})"
    )
    return f"{times}, {this.work / other.work:.2f} times the CPU time a move"


# Several processes that share a database ------------------------------------------------------------------------------


async def share(hosts: Sequence[Ours], given: argparse.Namespace) -> None:
    """What some numbers of processes make of the same load, in turns."""
    loads = [Load(host) for host in hosts]
    for rate in (given.rate, None):
        for warm in (True, False):
            for load in loads:
                load.meter = Meter()
            while any(load.meter.seconds < (TURN if warm else given.seconds) for load in loads):
                for load in loads:
                    await load.top_up(given.tables * SPREAD)
                    await load.run(TURN, given.tables, rate)
        for load in loads:
            show(load.host.name, f"{rate:g} a second" if rate else "flat out", cells=told(load.meter))
    first, *others = loads
    for load in others:
        print(f"  {load.host.name} over {first.host.name}: {ratio(load.meter, first.meter)}")
    await show_announcements(hosts)
    print(f"  load average {os.getloadavg()[0]:.1f}", flush=True)
    for load in loads:
        await load.check()
        load.close()


async def show_announcements(hosts: Sequence[Ours]) -> None:
    """What the processes had to tell each other."""
    for host in hosts:
        names = ("commits_total", "notifications_total", "caught_up_total", "races_lost_total")
        commits, heard, missed, lost = [await host.counted(f"caravanserai_{name}") for name in names]
        moves = await host.counted("caravanserai_decisions_total")
        print(
            f"  {host.name}: {moves / commits:.1f} moves a commit, {heard / moves:.2f} announcements heard a move, "
            f"{missed:.0f} tables found behind, {lost:.0f} races lost"
        )


def share_all(given: argparse.Namespace) -> None:
    show_machine("PostgreSQL on the same machine")
    show("processes", "rate")
    with postgresql() as cluster, ExitStack() as stack:
        hosts = []
        for count in given.processes:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="caravanserai-load-")))
            servers = stack.enter_context(sharing(folder, cluster.new_database(), count)).members
            hosts.append(Ours(str(count), servers[0], given.game, given.dialect, 0, *servers[1:]))
        uvloop.run(share(hosts, given))


def carry_all(given: argparse.Namespace) -> None:
    show_machine()
    show("tables", "rate")
    for tables in given.tables:
        with serving(database=given.database) as server:
            uvloop.run(carry(tables, server, given))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--dialect", choices=DIALECTS, default="packed", help="that this server speaks")
    modes = parser.add_subparsers(required=True)
    mode = modes.add_parser("carry")
    mode.set_defaults(run=carry_all)
    mode.add_argument("--tables", type=int, nargs="+", default=[100, 500, 1000])
    mode.add_argument("--game", choices=OURS, default="tantan")
    mode.add_argument("--rate", type=float, default=500, help="moves a second, where it is steady")
    mode.add_argument("--thinkers", type=int, default=0, help="also so many tables of the strongest bots alone")
    mode.add_argument("--spectators", type=int, default=0, help="also so many people at each table who only look on")
    mode.add_argument("--database", help="instead of SQLite in a temporary folder")
    mode = modes.add_parser("compare")
    mode.set_defaults(run=compare_all)
    mode.add_argument("--tables", type=int, default=20)
    mode.add_argument("--game", choices=[*OURS, "all"], default="all")
    mode.add_argument("--beside", metavar="COMMIT", help="also measure the server of that commit")
    mode.add_argument(
        "--beside-dialect", choices=DIALECTS, default="words-before-0.3", help="that the other server speaks"
    )
    mode.add_argument("--peers", action="store_true", help="also measure boardgame.io and Colyseus")
    mode = modes.add_parser("share")
    mode.set_defaults(run=share_all)
    mode.add_argument("--processes", type=int, nargs="+", default=[1, 2, 3])
    mode.add_argument("--tables", type=int, default=20)
    mode.add_argument("--game", choices=OURS, default="tantan")
    mode.add_argument("--rate", type=float, default=300, help="moves a second, where it is steady")
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
