"""Table talk: those who look on have their own, nobody has to hear everybody, and what is out of place is reported."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.server.forking import run_command
from tests.server.running import PostgreSQL, Server, sharing
from tests.server.test_tables import people
from tests.server.wire import Live, Person, open_table

GAME = "tantan"


async def hear(live: Live) -> tuple[str, str | None]:
    line = await live.next("talk", "error")
    assert line["type"] == "talk", line
    return line["nickname"], line["phrase"] or line["text"]


async def lines(person: Person, table: str) -> list[tuple[str, bool]]:
    told = await person.get(f"/api/tables/{table}/talk")
    return [(line["nickname"], line["aside"]) for line in told["lines"]]


async def play_out(table: str, *players: Person) -> None:
    """All resign, and bots play to the end."""
    for person in players:
        await person.post(f"/api/tables/{table}/resign")
    while (await players[0].get(f"/api/tables/{table}"))["status"] != "finished":
        await asyncio.sleep(0.1)


def house(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    """What whoever runs the house does from a command line."""
    where = server.command[server.command.index("--database") :][:2] if "--database" in server.command else []
    return run_command(["house", *words, "--data", str(server.data), *where], os.environ, timeout=120)


def test_those_who_look_on_talk_among_themselves_until_the_match_is_over(cluster: PostgreSQL, tmp_path: Path) -> None:
    async def scenario() -> None:
        ann, bob, eve, kim = await people(servers.members[0], "Ann", "Bob", "Eve", "Kim")
        table, _ = await open_table([ann, bob], GAME, start=False, free_talk=True)
        async with eve.live(table=table) as early, ann.live(table=table, seat=0) as player:
            await early.send(type="say", text="May I join?")
            assert await hear(player) == ("Eve", "May I join?"), "nothing is played yet"
        await ann.post(f"/api/tables/{table}/start")
        elsewhere = kim.at(servers.members[1])
        async with (
            ann.live(table=table, seat=0) as player,
            ann.at(servers.members[1]).live(table=table) as sly,
            eve.live(table=table) as one,
            elsewhere.live(table=table) as two,
            Person(servers.members[0], "x").live(table=table) as stranger,
        ):
            for live in (player, sly, one, two, stranger):
                await live.next("snapshot")
                assert await hear(live) == ("Eve", "May I join?")
            await one.send(type="say", text="Ann has two cards left")
            for live in (one, two, stranger):
                assert await hear(live) == ("Eve", "Ann has two cards left")
            await stranger.send(type="say", phrase="hello")
            assert (await stranger.next("error"))["code"] == "not_known"
            await sly.send(type="say", phrase="hello")
            assert (await sly.next("error"))["code"] == "not_yours"
            await player.send(type="say", phrase="hello")
            for live in (player, sly, one, two, stranger):
                assert await hear(live) == ("Ann", "hello")
            assert await lines(ann, table) == [("Eve", False), ("Ann", False)]
            assert await lines(elsewhere, table) == [("Eve", False), ("Eve", True), ("Ann", False)]
            # Nor can a player act on what they may not know of.
            hidden = {"json": {"number": 1}}
            assert await ann.refused("POST", f"/api/tables/{table}/talk/report", **hidden) == (404, "not_found")
        await play_out(table, ann, bob)
        assert await lines(ann, table) == [("Eve", False), ("Eve", True), ("Ann", False)]
        async with bob.live(table=table, seat=1) as late, eve.live(table=table) as one:
            assert [await hear(late) for _ in range(3)][1] == ("Eve", "Ann has two cards left")
            await one.send(type="say", phrase="well-played")
            assert await hear(late) == ("Eve", "well-played"), "now all talk together"

    with sharing(tmp_path, cluster.new_database(), 2) as servers:
        asyncio.run(scenario())
        assert "Traceback" not in servers.said()


def test_whoever_is_not_to_be_heard_is_known_at_the_next_table_too_and_nobody_learns_who_it_is(server: Server) -> None:
    async def scenario() -> None:
        ann, bob, eve = await people(server, "Ann", "Bob", "Eve")
        seen = []
        for _ in range(2):
            table, _ = await open_table([ann, bob], GAME, public=False)
            path = f"/api/tables/{table}/talk"
            async with bob.live(table=table, seat=1) as live:
                await live.send(type="say", phrase="ouch")
                await hear(live)
            told = await ann.get(path)
            [line] = told["lines"]
            seen.append(line["who"])
            assert (await bob.get(path))["me"] == line["who"] != told["me"]
            if len(seen) == 1:
                assert told["muted"] == []
                assert (await ann.post(f"{path}/mute", number=0))["muted"] == [line["who"]]
                assert (await bob.get(path))["muted"] == []
                assert await bob.refused("POST", f"{path}/mute", json={"number": 0}) == (409, "conflict")
                assert await ann.refused("POST", f"{path}/mute", json={"number": 7}) == (404, "not_found")
                assert await ann.refused("POST", f"{path}/mute", json={"number": -1}) == (422, "invalid")
                assert await eve.refused("POST", f"{path}/mute", json={"number": 0}) == (404, "not_found")
                assert await eve.refused("GET", path) == (404, "not_found")
            else:
                assert told["muted"] == [line["who"]]
                assert (await ann.get("/api/me/kept"))["muted"] == 1
                assert (await ann.post(f"{path}/mute", number=0, on=False))["muted"] == []
        assert seen[0] != seen[1]
        assert not any(bob.cookies["caravanserai"].partition(".")[0] in who for who in seen)

    asyncio.run(scenario())


def test_what_is_out_of_place_is_kept_for_whoever_runs_the_server(own_server: Server) -> None:
    async def say(*texts: str) -> tuple[Person, Person, str]:
        ann, bob = await people(own_server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], GAME, free_talk=True)
        async with bob.live(table=table, seat=1) as live, ann.live(table=table, seat=0) as own:
            for text in texts:
                await live.send(type="say", text=text)
                assert (await hear(own))[1] == text
            await own.send(type="say", phrase="thanks")
            await hear(own)
        for _ in range(2):  # once is enough
            assert (await ann.post(f"/api/tables/{table}/talk/report", number=1))["text"] == texts[1]
        assert await ann.refused("POST", f"/api/tables/{table}/talk/report", json={"number": 2}) == (409, "conflict")
        [kept] = (await ann.get("/api/me/kept"))["reports"]
        assert (kept["table"], kept["number"]) == (table, 1)
        return ann, bob, table

    async def forget(person: Person) -> None:
        await person.post("/api/me/forget", nickname=person.nickname)

    own_server.start()
    _, bob, table = asyncio.run(say("You are slow", "and out of your mind"))
    shown = house(own_server, "reports")
    assert shown.returncode == 0, shown.stderr
    assert "Bob: You are slow\n  > Bob: and out of your mind\n1 open" in shown.stdout
    [told] = json.loads(house(own_server, "reports", "--json").stdout)
    assert told["table_id"] == table
    assert told["lines"][-1]["person"] == bob.cookies["caravanserai"].partition(".")[0]
    settled = house(own_server, "settle", told["id"])
    assert (settled.returncode, f"report {told['id']} is settled" in settled.stdout) == (0, True)
    assert "0 open" in house(own_server, "reports").stdout
    assert "1 settled" in house(own_server, "reports", "--settled").stdout
    again = house(own_server, "settle", told["id"])
    assert again.returncode == 2
    assert "none is open by that id; expected one that" in again.stderr.replace("\n", " ")
    # Whoever leaves for good is in no report any longer.
    asyncio.run(forget(bob))
    assert "0 settled" in house(own_server, "reports", "--settled").stdout
    said = own_server.log.read_text()
    assert "was reported" in said
    assert "out of your mind" not in said


def test_who_goes_on_at_another_device_stays_unheard_and_unhearing(server: Server) -> None:
    async def mute(person: Person, table: str, number: int) -> Any:
        return await person.post(f"/api/tables/{table}/talk/mute", number=number)

    async def scenario() -> None:
        ann, bob, new_bob = await people(server, "Ann", "Bob", "Bob two")
        table, _ = await open_table([ann, bob], GAME)
        for person, seat in ((ann, 0), (bob, 1)):
            async with person.live(table=table, seat=seat) as live:
                await live.send(type="say", phrase="hello")
                while (await hear(live))[0] != person.nickname:
                    pass
        await mute(ann, table, 1)
        await mute(bob, table, 0)
        link = await new_bob.post("/api/carry/new")
        await bob.post("/api/carry", token=link["token"], bring=True)  # all that was his is the new one's
        there = await ann.get(f"/api/tables/{table}/talk")
        assert there["muted"] == [there["lines"][1]["who"]]
        here = await new_bob.get(f"/api/tables/{table}/talk")
        assert here["muted"] == [here["lines"][0]["who"]]

    asyncio.run(scenario())
