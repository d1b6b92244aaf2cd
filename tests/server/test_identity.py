"""Who somebody is, on every device: links that work once, recovery codes, what is kept and how it ends."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, select

from caravanserai.server import schema
from caravanserai.server.budgets import PERSON, SHARING
from caravanserai.server.settings import Settings
from tests.server.running import PostgreSQL, Server, Servers, sharing
from tests.server.test_tables import people
from tests.server.wire import Person, open_table

QUICK = "tantan"
EVIL = {"origin": "https://evil.example"}


@pytest.fixture(scope="module")
def two(cluster: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Servers, str]]:
    """Two processes on one database, and its address."""
    database = cluster.new_database()
    with sharing(tmp_path_factory.mktemp("two"), database, 2) as servers:
        yield servers, database
        assert "Traceback" not in servers.said(), servers.said()


def person_id(person: Person) -> str:
    return person.cookies["caravanserai"].partition(".")[0]


async def carried(device: Person, token: str, bring: bool = True) -> Person:
    """The device, once it is whoever made the link."""
    await device.post("/api/carry", token=token, bring=bring)
    return device


def test_a_link_makes_another_device_the_same_person_once(server: Server) -> None:
    async def scenario() -> None:
        [zoe] = await people(server, "Zoé")
        table, _ = await open_table([zoe], QUICK, 1, public=False)
        link = await zoe.post("/api/carry/new")
        phone, late = Person(server, ""), Person(server, "")
        token = {"token": link["token"]}
        # Neither looking, nor a robot that fetches what it sees, nor a page of another site uses it up.
        for _ in range(2):
            offer = await phone.post("/api/carry/look", **token)
            assert offer == {"state": "ready", "nickname": "Zoé", "same": False, "here": None}
        assert (await phone.refused("GET", "/api/carry", params=token))[0] in (404, 405)
        body = {**token, "bring": True}
        assert await late.refused("POST", "/api/carry", json=body, headers=EVIL) == (403, "bad_origin")
        assert (await zoe.post("/api/carry/look", **token))["same"]

        await carried(phone, link["token"])
        assert (await phone.get("/api/me"))["nickname"] == "Zoé"
        assert [entry["table"]["id"] for entry in await phone.get("/api/mine")] == [table]
        async with phone.live(table=table, seat=0) as live:
            assert (await live.next("snapshot"))["mine"] == [0]
        assert await late.refused("POST", "/api/carry", json=body) == (409, "conflict")
        assert (await late.post("/api/carry/look", **token))["state"] == "used"
        assert late.cookies == {}

        # A new link is the only one.
        first, second = await zoe.post("/api/carry/new"), await phone.post("/api/carry/new")
        assert (await late.post("/api/carry/look", token=first["token"]))["state"] == "expired"
        assert await late.refused("POST", "/api/carry", json={**first, "bring": True}) == (422, "invalid")
        body = {"token": first["token"], "bring": True}
        assert await late.refused("POST", "/api/carry", json=body) == (409, "conflict")
        assert (await late.post("/api/carry/look", token=second["token"]))["state"] == "ready"
        assert (await late.post("/api/carry/look", token=second["token"][:-1]))["state"] == "unknown"
        body = {"token": second["token"][:-1], "bring": True}
        assert await late.refused("POST", "/api/carry", json=body) == (404, "not_found")

    asyncio.run(scenario())


def test_links_and_codes_run_out_and_are_stored_as_marks_only(tmp_path: Path) -> None:
    server = Server(tmp_path)

    async def scenario() -> None:
        [zoe] = await people(server, "Zoé")
        token = (await zoe.post("/api/carry/new"))["token"]
        code = (await zoe.post("/api/me/recovery"))["code"]
        stored = b"".join(file.read_bytes() for file in tmp_path.glob("caravanserai.sqlite3*"))
        assert b"tickets" in stored
        assert token.encode() not in stored
        assert code.encode() not in stored
        with sqlite3.connect(tmp_path / "caravanserai.sqlite3") as connection:
            connection.execute("UPDATE tickets SET expires_at = expires_at - 601")
        phone = Person(server, "")
        assert (await phone.post("/api/carry/look", token=token))["state"] == "expired"
        assert await phone.refused("POST", "/api/carry", json={"token": token, "bring": True}) == (409, "conflict")

    with server:
        asyncio.run(scenario())


def test_of_many_devices_at_once_by_two_processes_one_is_carried(two: tuple[Servers, str]) -> None:
    servers, _ = two

    async def scenario() -> None:
        [zoe] = await people(servers.members[0], "Zoé")
        for _ in range(10):
            token = (await zoe.post("/api/carry/new"))["token"]
            devices = [Person(servers.members[number % 2], "") for number in range(8)]
            body = {"token": token, "bring": True}
            answers = await asyncio.gather(*(device.request("POST", "/api/carry", json=body) for device in devices))
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
            assert sum(device.cookies == zoe.cookies for device in devices) == 1

    asyncio.run(scenario())


def test_what_the_other_device_had_comes_along_or_stays_as_one_wishes(two: tuple[Servers, str]) -> None:
    servers, _ = two
    here, there = servers.members

    async def scenario() -> None:
        zoe, bao = await Person(here, "Zoé").arrive(), await Person(there, "Bao").arrive()
        rival, kim = await people(here, "Rival", "Kim")
        done, _ = await open_table([bao, rival], QUICK, public=True)
        async with rival.live(table=done, seat=1) as live:
            await bao.post(f"/api/tables/{done}/resign")
            await live.play(random.Random(1))
        running, _ = await open_table([zoe, bao], QUICK)
        bao_elsewhere = bao.at(here)
        offer = await bao.post("/api/carry/look", token=(await zoe.post("/api/carry/new"))["token"])
        assert offer["here"] == {"nickname": "Bao", "tables": 2, "results": 1}

        # Kim leaves herself behind, and loses nothing.
        kept = (await kim.post("/api/me/recovery"))["code"]
        await carried(kim, (await zoe.post("/api/carry/new"))["token"], bring=False)
        assert kim.cookies == zoe.cookies
        again = await Person(there, "").post("/api/recover", code=kept)
        assert (await Person(there, "").post("/api/carry/look", token=again["token"]))["nickname"] == "Kim"

        async with rival.live(table=running) as onlooker:
            await onlooker.next("snapshot")
            await carried(bao, (await zoe.post("/api/carry/new"))["token"])
        assert person_id(bao) == person_id(zoe)
        [entry] = [entry for entry in await zoe.get("/api/mine") if entry["table"]["id"] == running]
        assert entry["mine"] == [0, 1]
        assert [statistic["played"] for statistic in await zoe.get("/api/statistics")] == [1]
        [mine] = [row for row in await bao.get(f"/api/ratings?game={QUICK}") if row["me"]]
        assert (mine["name"], mine["played"]) == ("Zoé", 1)
        # Bao is no more, on no device.
        answer = await bao_elsewhere.request("POST", "/api/me", json={"nickname": "Bao"})
        assert (answer.status_code, answer.json()["code"]) == (401, "signed_out")
        assert bao_elsewhere.cookies == {}
        assert (await bao_elsewhere.post("/api/me", nickname="Bao"))["nickname"] == "Bao"
        assert await bao_elsewhere.get("/api/mine") == []

    asyncio.run(scenario())


def test_a_recovery_code_gives_somebody_back_until_it_is_replaced(server: Server) -> None:
    async def scenario() -> None:
        [zoe] = await people(server, "Zoé")
        assert await zoe.get("/api/me/linked") == {"passkeys": [], "recovery_at": None}
        code = (await zoe.post("/api/me/recovery"))["code"]
        assert not set(code) & set("ILOU")
        assert (await zoe.get("/api/me/linked"))["recovery_at"] is not None
        device = Person(server, "")
        typed = code.lower().replace("0", "o").replace("1", "l").replace("-", " ")
        await carried(device, (await device.post("/api/recover", code=f" {typed} "))["token"])
        assert device.cookies == zoe.cookies
        newer = (await device.post("/api/me/recovery"))["code"]
        assert await device.refused("POST", "/api/recover", json={"code": code}) == (404, "not_found")
        assert await device.refused("POST", "/api/recover", json={"code": code[:-1]}) == (422, "invalid")
        assert await device.refused("POST", "/api/recover", json={"code": "U" * 20}) == (422, "invalid")
        await device.post("/api/me/recovery/remove")
        assert await device.refused("POST", "/api/recover", json={"code": newer}) == (404, "not_found")
        await device.post("/api/me/out")
        assert device.cookies == {}
        assert (await zoe.get("/api/me/now")) == {"nickname": "Zoé", "departed": False}

    asyncio.run(scenario())


def test_nobody_may_try_often(tmp_path: Path) -> None:
    with Server(tmp_path, options=("--rate", "20")) as server, httpx.Client(base_url=server.url) as client:
        allowed, began = SHARING * int(PERSON["attempts"].burst), time.monotonic()
        for tried in range(10 * allowed):
            answer = client.post("/api/recover", json={"code": f"{tried:020}"})
            if answer.status_code == 429:
                break
            assert answer.status_code == 404
        refilled = SHARING * PERSON["attempts"].rate * (time.monotonic() - began)
        assert allowed <= tried <= allowed + refilled + 1


def everything(database: str | None, data: Path) -> str:
    """All rows of all tables."""
    engine = create_engine(Settings(data=data, database=database).database_url)
    with engine.connect() as connection:
        rows = [list(connection.execute(select(table))) for table in schema.metadata.sorted_tables]
    engine.dispose()
    return str(rows)


async def end(person: Person) -> None:
    """Delete somebody, once they have shown that they mean it."""
    assert await person.refused("POST", "/api/me/forget", json={"nickname": "Zoe"}) == (422, "invalid")
    body = {"nickname": person.nickname}
    assert await person.refused("POST", "/api/me/forget", json=body, headers=EVIL) == (403, "bad_origin")
    assert (await person.get("/api/me"))["nickname"] == person.nickname
    await person.post("/api/me/forget", **body)
    assert person.cookies == {}


def test_all_that_is_kept_about_somebody_can_be_read_and_deleted(two: tuple[Servers, str]) -> None:
    servers, database = two
    here, there = servers.members
    secret = "my aunt’s cat is called Nero"

    async def scenario() -> None:
        nero, bob = await Person(here, "Nero-Zoé").arrive(), await Person(there, "Bob").arrive()
        whoever = person_id(nero)
        tablet = Person(there, "")
        await carried(tablet, (await nero.post("/api/carry/new"))["token"])
        await nero.post("/api/me/recovery")
        over, _ = await open_table([nero, bob], QUICK, free_talk=True)
        async with nero.live(table=over, seat=0) as mine, bob.live(table=over, seat=1) as his:
            await mine.send(type="say", text=secret)
            assert (await his.next("talk"))["text"] == secret
        async with nero.live(table=over, seat=0) as mine, bob.live(table=over, seat=1) as his:
            await asyncio.gather(mine.play(random.Random(1)), his.play(random.Random(2)))
        running, _ = await open_table([nero, bob], QUICK, public=False)
        waiting, _ = await open_table([nero, bob], QUICK, 0, start=False)
        alone, _ = await open_table([nero], QUICK, 1, start=False)

        told = await nero.get("/api/me/kept")
        assert (told["nickname"], len(told["tables"]), len(told["seats"])) == ("Nero-Zoé", 4, 4)
        assert [line["text"] for line in told["talk"]] == [secret]
        assert len(told["results"]) == 1
        assert told["decisions"] > 0
        assert len(told["ratings"]) == 1
        assert told["linked"]["recovery_at"] is not None

        async with bob.live(table=running, seat=1) as his, bob.live(table=waiting, seat=1) as waits:
            await his.next("snapshot")
            await waits.next("snapshot")
            await end(nero)
            while not his.state["table"]["seats"][0]["resigned"]:
                await his.next("update")
            seat = his.state["table"]["seats"][0]
            assert (seat["kind"], seat["nickname"], seat["stand_in"] is not None) == ("person", None, True)
            assert any(event["name"] == "bot_after_resign" for s in his.states() for event in s["events"])
            while not waits.state["creator"]:
                await waits.next("update")
            assert waits.state["table"]["seats"][0]["kind"] == "open"
        async with bob.live(table=running, seat=1) as his:
            await his.play(random.Random(3))  # a bot plays on, to the end
        await bob.post(f"/api/tables/{waiting}/start", fill="merchant")
        assert await bob.refused("GET", f"/api/tables/{alone}") == (404, "not_found")

        # The match stays for Bob, and is still the one that was played.
        replay = await bob.get(f"/api/tables/{over}/replay")
        assert [seat["nickname"] for seat in replay["players"]] == [None, "Bob"]
        step = await bob.get(f"/api/tables/{over}/replay/3?language=en")
        assert "Somebody who left (1)" in json.dumps(step)
        async with bob.live(table=over, seat=1) as his:
            said = await his.next("talk")
            assert (said["nickname"], said["phrase"], said["text"]) == ("", None, None)
        assert {row["name"] for row in await bob.get(f"/api/ratings?game={QUICK}")} >= {"Bob"}

        assert (await tablet.get("/api/me/now")) == {"nickname": None, "departed": True}
        assert tablet.cookies == {}
        left = await asyncio.to_thread(everything, database, there.data)
        for trace in (whoever, "Nero", secret):
            assert trace not in left, trace

    asyncio.run(scenario())


def test_somebody_who_sits_down_while_they_are_deleted_is_deleted_all_the_same(two: tuple[Servers, str]) -> None:
    servers, database = two
    here, there = servers.members

    async def scenario() -> None:
        for number in range(3):
            nero = await Person(here, f"Nerissa {number}").arrive()
            whoever = person_id(nero)
            for _ in range(4):
                await open_table([nero], QUICK, 1)
            tablet = nero.at(there)
            tablet.cookies = dict(nero.cookies)
            body: dict[str, Any] = {"game": QUICK, "seats": [{"kind": "me"}, {"kind": "bot"}]}

            async def go_on(tablet: Person = tablet, body: dict[str, Any] = body) -> None:
                while (await tablet.request("POST", "/api/tables", json=body)).status_code in (201, 409):
                    pass

            await asyncio.gather(nero.post("/api/me/forget", nickname=nero.nickname), go_on())
            left = await asyncio.to_thread(everything, database, there.data)
            assert whoever not in left
            assert nero.nickname not in left

    asyncio.run(scenario())
