"""Several server processes on one database: people at one table by way of different ones."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from caravanserai.games import find_game
from caravanserai.server.app import make_app
from caravanserai.server.clocks import BACK_SECONDS
from caravanserai.server.settings import Settings
from tests.cases import OURS
from tests.server.crashing import LOST
from tests.server.running import PostgreSQL, Server, Servers, living, postgresql, sharing
from tests.server.test_tables import people
from tests.server.wire import Live, Person, open_table

SOON = 10.0
"""Seconds within which a table goes on at another process when one has died."""

WAITS = "the start has to wait for the database: "


@pytest.fixture(scope="module")
def house(cluster: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Three servers that many tests share, each at tables of its own."""
    with sharing(tmp_path_factory.mktemp("house"), cluster.new_database(), 3) as servers:
        yield servers
        said = servers.said()
        assert "Traceback" not in said, said
        assert '"level":"error"' not in said, said


async def spread(house: Servers, *names: str) -> list[Person]:
    """People, each at a server of their own."""
    came = await people(house.members[0], *names)
    return [person.at(house.members[number % len(house.members)]) for number, person in enumerate(came)]


async def until(live: Live, wanted: Any) -> dict[str, Any]:
    """The first state that is as wanted."""
    while not (live.state and wanted(live.state)):
        await live.next()
    return live.state


@pytest.mark.parametrize("game", OURS)
def test_a_whole_match_through_three_processes(house: Servers, game: str) -> None:
    async def scenario() -> None:
        found = find_game(game)
        names = ["Ann", "Bob", "Eve", "Joe", "Kim"][: max(3, found.fewest)]
        players = await spread(house, *names)
        table, _ = await open_table(players, game, 0, options=found.lab_options({}))
        dice = random.Random(game)
        async with AsyncExitStack() as stack:
            lives = [
                await stack.enter_async_context(player.live(table=table, seat=seat))
                for seat, player in enumerate(players)
            ]
            onlookers = [
                await stack.enter_async_context(players[0].at(member).live(table=table)) for member in house.members
            ]
            await asyncio.gather(
                *(live.play(dice) for live in lives), *(until(live, lambda s: s["outcome"]) for live in onlookers)
            )
        assert len({str(live.state["outcome"]) for live in [*lives, *onlookers]}) == 1
        # Whoever looks on is told the same, by way of whichever process: all that happens, in its order, and only once.
        told = [
            [event["name"] for state in live.states() if state["type"] == "update" for event in state["events"]]
            for live in onlookers
        ]
        longest = max(told, key=len)
        for events in told:
            assert events == longest[len(longest) - len(events) :]
        for seat, player in enumerate(players):
            stories = [await player.at(m).get(f"/api/tables/{table}/story?seat={seat}") for m in house.members]
            assert stories[0] == stories[1] == stories[2]

    asyncio.run(scenario())


def test_people_see_each_other_come_and_go_and_hear_each_other(house: Servers) -> None:
    async def scenario() -> None:
        ann, bob = await spread(house, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan")
        async with ann.live(table=table, seat=0) as one:
            assert not (await one.next("snapshot"))["table"]["seats"][1]["here"]
            async with bob.live(table=table, seat=1) as two:
                state = await until(two, lambda s: s["table"]["seats"][0]["here"])
                await until(one, lambda s: s["table"]["seats"][1]["here"])
                assert state["table"]["seats"][1]["here"]
                await one.send(type="say", phrase="hello")
                assert (await two.next("talk"))["phrase"] == "hello"
                await two.send(type="say", phrase="thanks")
                heard = await one.next("talk")
                heard = heard if heard["phrase"] == "thanks" else await one.next("talk")
                assert (heard["number"], heard["nickname"], heard["phrase"]) == (1, "Bob", "thanks")
            await until(one, lambda s: not s["table"]["seats"][1]["here"])
            assert not (await ann.at(house.members[2]).get(f"/api/tables/{table}"))["seats"][1]["here"]

    asyncio.run(scenario())


def test_what_was_done_at_one_process_is_true_at_the_next_request_to_another(house: Servers) -> None:
    async def scenario() -> None:
        ann, bob = await spread(house, "Ann", "Bob")
        for number in range(10):
            here, there = house.members[number % 3], house.members[(number + 1) % 3]
            table, invite = await open_table([ann.at(here)], "tantan", 1, start=False, public=True)
            path = f"/api/tables/{table}"
            for member in house.members:  # all have a copy
                await ann.at(member).get(path)
            listed = await bob.at(there).get("/api/lobby")
            assert table in [info["id"] for info in listed]
            assert (await bob.at(there).get(path, invite))["seats"][0]["nickname"] == "Ann"
            await ann.at(here).post(f"{path}/leave")
            assert (await bob.at(there).get(path, invite))["seats"][0]["kind"] == "open"
            await bob.at(there).post(f"{path}/sit", seat=0, invite=invite)
            async with bob.at(here).live(table=table, seat=0) as live:
                assert (await live.next("snapshot", "error"))["type"] == "snapshot"

    asyncio.run(scenario())


def test_answers_that_come_at_once_by_different_processes_all_count(house: Servers) -> None:
    """In secret, to the same question, each by way of another process: nobody's answer is lost, nobody is refused."""

    async def scenario() -> None:
        players = await spread(house, "Ann", "Bob", "Eve")
        for _ in range(5):
            table, _ = await open_table(players, "marche")
            async with AsyncExitStack() as stack:
                lives = [
                    await stack.enter_async_context(player.live(table=table, seat=seat))
                    for seat, player in enumerate(players)
                ]
                for live in lives:
                    await live.next("snapshot")
                asked = [live for live in lives if live.state["question"] is not None]
                assert len(asked) > 1
                await asyncio.gather(*(live.decide() for live in asked))
                for live in asked:
                    assert (await live.next("accepted", "error"))["type"] == "accepted"

    asyncio.run(scenario())


def test_a_seat_that_changes_hands_is_lost_at_other_processes_too(house: Servers) -> None:
    async def scenario() -> None:
        ann, bob = await spread(house, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", start=False)
        async with bob.live(table=table, seat=1) as live:
            await live.next("snapshot")
            await bob.at(house.members[2]).post(f"/api/tables/{table}/leave")
            assert (await live.next("seat_lost"))["seat"] == 1
            assert (await until(live, lambda s: s["seat"] is None))["table"]["seats"][1]["kind"] == "open"
            await live.send(type="decide", question_id="x", choice=0, key="k")
            assert (await live.next("error"))["code"] == "not_yours"

    asyncio.run(scenario())


def test_a_clock_runs_out_whoever_looks_on_and_stands_still_for_all(house: Servers) -> None:
    async def scenario() -> None:
        ann, bob = await spread(house, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", clocks={"turn": 10, "window": 10})
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            for live in (one, two):
                await live.next("snapshot")
            mover, other = (one, two) if one.state["question"] else (two, one)
            await mover.send(type="pause", on=True)
            await until(other, lambda s: s["clocks"] and s["clocks"][0]["left"] is not None)
            # A copy that is made now, at a third process, knows of it too.
            async with ann.at(house.members[2]).live(table=table) as third:
                assert (await third.next("snapshot"))["clocks"][0]["left"] is not None
                await mover.send(type="pause", on=False)
                await until(third, lambda s: s["clocks"] and s["clocks"][0]["at"] is not None)
                seat = mover.state["seat"]
                state = await until(third, lambda s: s["table"]["seats"][seat]["stand_in"])
                assert "bot_after_time" in [event["name"] for event in state["events"]]

    asyncio.run(scenario())


def test_a_clock_stands_still_for_whoever_is_back_by_another_process_until_they_have_gone(house: Servers) -> None:
    async def scenario() -> None:
        ann, bob = await spread(house, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", clocks={"turn": 60})
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            for live in (one, two):
                await live.next("snapshot")
            mover, other, person, seat = (one, two, ann, 0) if one.state["question"] else (two, one, bob, 1)
            await mover.send(type="pause", on=True)
            await until(other, lambda s: s["clocks"] and s["clocks"][0]["left"] is not None)
            # A page that has given up a connection is back by another before the server has seen the first one end.
            async with person.at(house.members[2]).live(table=table, seat=seat) as again:
                await again.next("snapshot")
                await again.send(type="pause", on=True)
                await mover.socket.close()
                await asyncio.sleep(3 * BACK_SECONDS)
                await other.send(type="watch", table=table, seat=1 - seat)
                assert (await other.next("snapshot"))["clocks"][0]["at"] is None
            await until(other, lambda s: s["clocks"] and s["clocks"][0]["at"] is not None)

    asyncio.run(scenario())


def test_rematch_hint_and_review_by_way_of_another_process(house: Servers) -> None:
    async def scenario() -> None:
        ann, bob = await spread(house, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan")
        dice = random.Random(5)
        path = f"/api/tables/{table}"
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            for live in (one, two):
                await live.next("snapshot")
            seat, asked = (0, ann) if one.state["question"] else (1, bob)
            hints = await asked.at(house.members[2]).get(f"{path}/hint?seat={seat}")
            assert hints
            await asyncio.gather(one.play(dice), two.play(dice))
            review = await ann.at(house.members[2]).request("GET", f"{path}/review")
            assert review.status_code == 200
            await ann.at(house.members[2]).post(f"{path}/rematch")
            await until(two, lambda s: s["again"] is not None)
            following = (await bob.post(f"{path}/rematch"))["table"]["rematch"]
            assert (await until(one, lambda s: s["table"]["rematch"]))["table"]["rematch"] == following
        mine = await ann.at(house.members[1]).get("/api/mine")
        assert following in [entry["table"]["id"] for entry in mine]

    asyncio.run(scenario())


# Processes that go --------------------------------------------------------------------------------------------------


def test_when_a_process_dies_its_tables_go_on_at_another(cluster: PostgreSQL, tmp_path: Path) -> None:
    """Its bots decide, its clocks run out, and those who were there by way of it are seen to be gone."""

    async def scenario(servers: Servers) -> None:
        first, second = servers.members
        [ann, bob] = await people(first, "Ann", "Bob")
        alone, _ = await open_table([ann], "tantan", 2)
        timed, _ = await open_table([ann, bob], "tantan", clocks={"turn": 10, "window": 10})
        ann2, bob2 = ann.at(second), bob.at(second)
        async with ann2.live(table=alone, seat=0) as one, bob2.live(table=timed, seat=1) as two:
            async with ann.live(table=alone, seat=0) as there, ann.live(table=timed, seat=0) as other:
                await there.until_asked()
                await other.next("snapshot")
                await until(two, lambda s: s["table"]["seats"][0]["here"])
                assert first.process is not None
                first.process.send_signal(signal.SIGSTOP)
                # Nobody hears from it; what its bots owe is decided elsewhere.
                await one.decide()
                begin = time.monotonic()
                await one.next("accepted")
                one.state = {}
                await one.until_asked()
                first.kill()
            assert time.monotonic() - begin < SOON
            begin = time.monotonic()
            await until(two, lambda s: not s["table"]["seats"][0]["here"])
            assert time.monotonic() - begin < SOON
            mover = 1 if two.state["question"] else 0
            await until(two, lambda s: s["table"]["seats"][mover]["stand_in"])

    with sharing(tmp_path, cluster.new_database(), 2) as servers:
        asyncio.run(scenario(servers))
        assert "Traceback" not in servers.said()


def test_processes_at_one_address_are_begun_anew_one_after_the_other(cluster: PostgreSQL, tmp_path: Path) -> None:
    database = cluster.new_database()

    async def scenario(server: Server) -> None:
        ann, bob = await people(server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", public=True)
        process = server.process
        assert process is not None
        before = await asyncio.to_thread(living, database, 2)
        played = asyncio.create_task(keep_playing([ann, bob], table))
        process.send_signal(signal.SIGHUP)
        end = time.monotonic() + 60
        while before & await asyncio.to_thread(living, database, 2):
            assert time.monotonic() < end
            assert (await ann.request("GET", f"/api/tables/{table}")).status_code == 200
            await asyncio.sleep(0.1)
        # One that is killed is replaced, and nobody has to do anything.
        victim = next(iter(await asyncio.to_thread(living, database, 2)))
        subprocess.run(["kill", "-KILL", str(victim)], check=True)
        while victim in await asyncio.to_thread(living, database, 2):
            assert time.monotonic() < end + 60
            await asyncio.sleep(0.1)
        await asyncio.wait_for(played, 120)

    with Server(tmp_path, database, ["--processes", "2"]) as server:
        asyncio.run(scenario(server))
        assert server.stop() == 0
        assert "Traceback" not in server.log.read_text()


async def keep_playing(players: list[Person], table: str) -> None:
    """Play a match to its end, whatever happens to the connections."""
    dice = random.Random(3)

    async def play(player: Person, seat: int) -> None:
        while True:
            try:
                async with player.live(table=table, seat=seat) as live:
                    await live.play(dice)
                    return
            except LOST:
                await asyncio.sleep(0.1)

    await asyncio.gather(*(play(player, seat) for seat, player in enumerate(players)))


def test_children_end_with_the_process_that_began_them(cluster: PostgreSQL, tmp_path: Path) -> None:
    database = cluster.new_database()
    with Server(tmp_path, database, ["--processes", "2"]) as server:
        found = living(database, 2)
        server.kill()
        end = time.monotonic() + 15
        while any(Path(f"/proc/{process}").exists() for process in found):
            assert time.monotonic() < end
            time.sleep(0.05)
        server.start()


def test_what_waits_for_a_database_that_is_away_ends_when_it_is_told_to(tmp_path: Path) -> None:
    with postgresql() as away:
        database = away.new_database()
        with Server(tmp_path, database, ["--processes", "2"]) as server:
            victim = min(living(database, 2))
            away.stop()
            os.kill(victim, signal.SIGKILL)
            end = time.monotonic() + 60
            while "a new process has to wait" not in server.log.read_text():
                assert time.monotonic() < end
                time.sleep(0.05)
            assert server.stop() == 0
            assert "Traceback" not in server.log.read_text()
            away.start()


def test_servers_that_begin_at_once_on_an_empty_database(cluster: PostgreSQL, tmp_path: Path) -> None:
    """As a composition of containers does."""
    database, house = cluster.new_database(), {"CARAVANSERAI_SECRET": "the same for all servers of this house"}
    servers = [Server(tmp_path / name, database, environment=house) for name in ("one", "two")]
    try:
        with ThreadPoolExecutor() as threads:
            list(threads.map(Server.start, servers))
        assert len(living(database, 2)) == 2
    finally:
        for server in servers:
            assert server.stop() == 0
            assert "Traceback" not in server.log.read_text()


# What is refused ----------------------------------------------------------------------------------------------------


def test_a_start_waits_for_a_database_that_is_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One that has gone, or is too busy to let anybody in, after it was looked at."""

    async def scenario(database: PostgreSQL, app: FastAPI) -> None:
        async def start() -> None:
            async with app.router.lifespan_context(app):
                assert app.state.ready

        starting = asyncio.create_task(start())
        while WAITS not in caplog.text:
            assert not starting.done()
            await asyncio.sleep(0.05)
        assert not starting.done()
        await asyncio.to_thread(database.start)
        await starting

    with postgresql() as database:
        app = make_app(Settings(data=tmp_path, database=database.new_database()))
        app.state.services.storage.check()
        database.stop()
        asyncio.run(scenario(database, app))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--processes", "2"], "processes 2: a SQLite file belongs to one; expected PostgreSQL for several"),
        (["--processes", "0"], "processes 0: expected a number from 1 to 64"),
    ],
)
def test_what_cannot_be_shared_is_refused_in_one_sentence(tmp_path: Path, options: list[str], said: str) -> None:
    refused = Server(tmp_path).refused(*options)
    assert refused.returncode != 0
    assert said in " ".join((refused.stderr + refused.stdout).split())
    assert "Traceback" not in refused.stderr


def test_a_server_with_another_secret_is_refused(cluster: PostgreSQL, tmp_path: Path) -> None:
    database = cluster.new_database()
    with Server(tmp_path / "one", database) as one:
        stranger = Server(tmp_path / "two", database)
        refused = stranger.refused("--port", "0")
        assert refused.returncode != 0
        assert "sign with another one" in " ".join((refused.stderr + refused.stdout).split())
        assert "Traceback" not in refused.stderr
        one.stop()
        # Nobody is there any longer whom it would not understand.
        with stranger:
            pass
