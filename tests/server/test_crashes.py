"""Nothing acknowledged is ever lost: the short form of ``make soak``; and an orderly end."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.server.conftest import NewDatabase
from tests.server.crashing import EACH, check_nothing_lost, member_dies, outage_of, power_failure, under_fire
from tests.server.running import Server, postgresql, sharing
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import open_table

KILLS = {"sqlite": 5, "postgresql": 3}


def test_a_server_killed_under_load_loses_nothing(
    new_database: NewDatabase, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    kind = request.node.callspec.params["new_database"]
    database = new_database()
    with Server(tmp_path / "data", database) as server:
        tally = asyncio.run(under_fire(server, [power_failure] * KILLS[kind], tables_at_once=6, pause=0.8))
        assert server.stop() == 0
        assert check_nothing_lost(server, database, tally) >= EACH * KILLS[kind]
        assert tally.cut
        assert "Traceback" not in server.log.read_text()


def test_a_database_that_dies_under_load_loses_nothing_and_stops_nobody(tmp_path: Path) -> None:
    with postgresql() as cluster:
        database = cluster.new_database()
        with Server(tmp_path / "data", database) as server:
            tally = asyncio.run(under_fire(server, [outage_of(cluster)] * 2, tables_at_once=6, pause=0.8))
            assert server.stop() == 0
            assert check_nothing_lost(server, database, tally) >= EACH * 2
            assert "Traceback" not in server.log.read_text()


def test_one_of_several_servers_killed_under_load_loses_nothing_and_stops_nobody(tmp_path: Path) -> None:
    with postgresql() as cluster:
        database = cluster.new_database()
        with sharing(tmp_path, database, 3) as servers:
            blows = [member_dies, outage_of(cluster), member_dies]
            tally = asyncio.run(under_fire(servers, blows, tables_at_once=6, pause=0.8))
            while not servers.all_ready():
                time.sleep(0.05)
            servers.stop()
            assert check_nothing_lost(servers, database, tally) >= EACH * len(blows)
            assert tally.cut
            assert "Traceback" not in servers.said()


def test_told_to_stop_it_finishes_and_tells_clients_to_come_back(own_server: Server) -> None:
    async def scenario() -> None:
        [ann] = await people(own_server.start(), "Ann")
        table, _ = await open_table([ann], GAME, SEATS - 1)
        async with ann.live(table=table, seat=0) as live:
            state = await live.next("snapshot")
            await live.decide()
            await live.next("accepted")
            state = await live.next("update")
            stopping = asyncio.create_task(asyncio.to_thread(own_server.stop))
            await live.socket.wait_closed()
            assert live.socket.close_code == 1012
            assert await stopping == 0
        own_server.start()
        async with ann.live(table=table, seat=0, stream=state["stream"], number=state["number"]) as live:
            again = await live.next()
            assert again["type"] == "snapshot"
            if state["question"] is not None:
                assert again["question"]["id"] == state["question"]["id"]

    asyncio.run(scenario())
