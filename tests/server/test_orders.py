"""What whoever runs a house does from the command line while people play: each says what it did, and people see it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.forking import run_command
from tests.server.running import Server, Servers, postgresql, sharing
from tests.server.test_tables import people
from tests.server.wire import SECONDS, Person, open_table


@pytest.fixture(params=["sqlite", "postgresql"])
def houses(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server | Servers, list[str]]]:
    """A house, and how its commands are told where it is."""
    if request.param == "sqlite":
        with Server(tmp_path) as server:
            yield server, ["--data", str(tmp_path)]
            assert "Traceback" not in server.log.read_text()
        return
    with postgresql() as cluster:
        database = cluster.new_database()
        with sharing(tmp_path, database, 2) as servers:
            yield servers, ["--database", database]
            assert "Traceback" not in servers.said()


def notice_to(person: Person) -> Callable[[], Awaitable[str | None]]:
    async def ask() -> str | None:
        told = (await person.get("/api/house"))["notice"]
        return str(told["text"]) if told else None

    return ask


async def status_of(person: Person, path: str) -> int:
    return (await person.request("GET", path)).status_code


def house(where: list[str], *command: str) -> subprocess.CompletedProcess[str]:
    return run_command(["house", *command, *where], os.environ, timeout=60)


def said(where: list[str], *command: str) -> str:
    done = house(where, *command)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


async def comes_to(ask: Callable[[], Awaitable[Any]], wanted: Any) -> None:
    """All servers of a house know of an order a moment after one has done it."""
    end = time.monotonic() + SECONDS
    agreed = 0
    while agreed < 16:  # each of them is asked sooner or later
        agreed = agreed + 1 if (found := await ask()) == wanted else 0
        assert time.monotonic() < end, found


def test_an_evening_is_looked_after_from_the_command_line(houses: tuple[Server | Servers, list[str]]) -> None:
    server, where = houses

    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        running, _ = await open_table([ann, bob], "tantan", 0)
        made = await bob.post("/api/tables", game="gobi", seats=[{"kind": "me"}, {"kind": "open"}])
        waiting = made["table"]["id"]
        async with ann.live(table=running, seat=0) as live:
            await live.next("snapshot")
            tables = json.loads(await asyncio.to_thread(said, where, "tables", "--json"))
            assert {(entry["id"], entry["status"]) for entry in tables} == {(running, "running"), (waiting, "waiting")}
            known = json.loads(await asyncio.to_thread(said, where, "people", "--json"))
            assert {entry["nickname"]: entry["tables"] for entry in known} == {"Ann": 1, "Bob": 2}

            assert "Soup" in await asyncio.to_thread(said, where, "tell", "Soup is ready")
            assert (await live.next("notice"))["text"] == "Soup is ready"
            await comes_to(notice_to(ann), "Soup is ready")
            assert "closes for a moment" in await asyncio.to_thread(said, where, "restart", "--in", "3")
            assert (await live.next("notice"))["restart_at"]
            await asyncio.to_thread(said, where, "quiet")
            assert (await live.next("notice"))["text"] == ""
            await comes_to(notice_to(ann), None)

            done = await asyncio.to_thread(said, where, "remove", "bob")
            assert f"given to bots: {running}" in done
            assert f"closed: {waiting}" in done
            while not (seat := live.state["table"]["seats"][1])["resigned"]:
                await live.next("update")
            assert seat["stand_in"]
            await comes_to(lambda: status_of(bob, "/api/mine"), 403)
            assert await bob.refused("GET", "/api/mine") == (403, "removed")
            assert await bob.refused("POST", "/api/me", json={"nickname": "Bob"}) == (403, "removed")
            with pytest.raises(InvalidStatus):
                async with bob.live(table=running):
                    pass
            assert (await ann.request("GET", f"/api/tables/{waiting}")).status_code == 404
            await asyncio.to_thread(said, where, "admit", "Bob")
            await comes_to(lambda: status_of(bob, "/api/me"), 200)

            assert running in await asyncio.to_thread(said, where, "close", running)
            assert (await live.next("error"))["code"] == "closed"
        assert (await ann.request("GET", f"/api/tables/{running}")).json()["code"] == "not_found"
        assert await ann.get("/api/mine") == []

    asyncio.run(scenario())


def test_what_cannot_be_done_is_said_and_nothing_is_changed(tmp_path: Path) -> None:
    where = ["--data", str(tmp_path)]
    assert "there is none; expected that of a server" in house(where, "tables").stderr

    async def arrive(server: Server) -> Person:
        return (await people(server, "Ann", "Ann"))[0]

    with Server(tmp_path) as server:
        asyncio.run(arrive(server))
        for command, problem in (
            (["close", "nosuchtable0"], "table nosuchtable0: there is none"),
            (["close", "-dashedtable"], "table -dashedtable: there is none"),
            (["remove", "Zoé"], "nobody has that id or name"),
            (["remove", "Ann"], "2 people have that name"),
            (["tell", " "], "expected 1 to 300"),
            (["tell", "x" * 301], "expected 1 to 300"),
        ):
            done = house(where, *command)
            assert done.returncode == 2
            assert problem in done.stderr
            assert "Traceback" not in done.stderr
        assert httpx.get(f"{server.url}/api/notice").json() is None
        server.stop()
    done = house(where, "tell", "Is anybody there?")
    assert done.returncode == 2
    assert "no server runs on this database; nothing was changed" in done.stderr
    assert "Ann" in said(where, "people")
    with Server(tmp_path) as server:
        assert httpx.get(f"{server.url}/api/notice").json() is None
