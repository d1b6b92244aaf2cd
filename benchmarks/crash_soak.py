"""The long form of "nothing lost" and "bad input": part of ``make soak``.

    python -m benchmarks.crash_soak [--kills 100] [--outages 10] [--mutations 100000] [--tables 12] [--servers 1 2 3]

The server is killed (SIGKILL) under load from real sockets, first on SQLite, then on PostgreSQL, which is itself
stopped at once and started again some times in between; connections are cut at random too. The same, as often, is done
to any one of two and of three servers that share a database, at tables whose people come by all of them. Then mutated
WebSocket messages are sent, and the server's memory is watched.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from caravanserai.games import find_game, game_names
from tests.server.crashing import Blow, check_nothing_lost, member_dies, outage_of, power_failure, under_fire
from tests.server.running import Server, postgresql, sharing
from tests.server.test_bad_input import send_mutations
from tests.server.wire import Person, open_table


def crash(name: str, database: str | None, blows: Sequence[Blow], tables: int) -> None:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), database) as server:
        begin = time.monotonic()
        tally = asyncio.run(under_fire(server, blows, tables, pause=1.0))
        assert server.stop() == 0
        decisions = check_nothing_lost(server, database, tally)
        assert "Traceback" not in server.log.read_text()
        kills = blows.count(power_failure)
        print(
            f"{name}: {kills} kills, {len(blows) - kills} outages, {tally.cut} connections cut, {decisions} "
            f"acknowledged decisions, none lost, none twice, {len(tally.finished)} matches finished, "
            f"{time.monotonic() - begin:.0f} s",
            flush=True,
        )


def crash_one_of(count: int, kills: int, outages: int, tables: int) -> None:
    """One of several servers on one database is killed, again and again, and the database at times."""
    with postgresql() as cluster, tempfile.TemporaryDirectory() as folder:
        database, outage = cluster.new_database(), outage_of(cluster)
        with sharing(Path(folder), database, count) as servers:
            begin = time.monotonic()
            blows = random.Random(count).sample([member_dies] * kills + [outage] * outages, kills + outages)
            tally = asyncio.run(under_fire(servers, blows, tables, pause=0.5))
            while not servers.all_ready():
                time.sleep(0.05)
            servers.stop()
            decisions = check_nothing_lost(servers, database, tally)
            assert "Traceback" not in servers.said()
            waits = list(zip(tally.waits, blows, strict=True))
            print(
                f"{count} servers on PostgreSQL: {kills} kills of one, {outages} outages, {tally.cut} connections cut, "
                f"{decisions} acknowledged decisions, none lost, none twice, {len(tally.finished)} matches finished; "
                f"every table went on {within([wait for wait, blow in waits if blow is not outage])} of a kill, "
                f"{within([wait for wait, blow in waits if blow is outage])} of a stop of PostgreSQL, which was away "
                f"for up to three; {time.monotonic() - begin:.0f} s",
                flush=True,
            )


def within(waits: Sequence[float]) -> str:
    """The longest of some times, and the usual one."""
    return f"within {max(waits):.1f} s (median {statistics.median(waits):.1f})" if waits else "in no time"


async def mutate(server: Server, count: int) -> None:
    ann = await Person(server, "Ann").arrive()
    game = game_names()[0]
    table, _ = await open_table([ann], game, find_game(game).fewest - 1)
    await send_mutations(ann, table, 0, count // 10, seed=1)
    before = server.memory()
    refused = await send_mutations(ann, table, 0, count, seed=2)
    grown = (server.memory() - before) / 1e6
    assert grown < 16, f"memory grew by {grown:.1f} MB"
    print(f"{count} mutated messages: {refused} refused, memory {grown:+.1f} MB", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--kills", type=int, default=100)
    arguments.add_argument("--outages", type=int, default=10)
    arguments.add_argument("--mutations", type=int, default=100_000)
    arguments.add_argument("--tables", type=int, default=12)
    arguments.add_argument(
        "--servers", type=int, nargs="+", choices=(1, 2, 3), default=[1, 2, 3], help="that share a database, in turn"
    )
    given = arguments.parse_args()
    kills: list[Blow] = [power_failure] * given.kills
    if 1 in given.servers:
        crash("sqlite", None, kills, given.tables)
        with postgresql() as cluster:
            outages: list[Blow] = [outage_of(cluster)] * given.outages
            blows = random.Random(1).sample([*kills, *outages], given.kills + given.outages)
            crash("postgresql", cluster.new_database(), blows, given.tables)
    for count in sorted({*given.servers} - {1}):
        crash_one_of(count, given.kills, given.outages, given.tables)
    if not given.mutations:
        return
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        asyncio.run(mutate(server, given.mutations))
        assert "Traceback" not in server.log.read_text()


if __name__ == "__main__":
    main()
