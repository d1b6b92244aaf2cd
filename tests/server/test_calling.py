"""People are told when a table waits for them: in a list that changes by itself, by push, by letter, once a day."""

from __future__ import annotations

import asyncio
import html
import os
import re
import sqlite3
import time
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from caravanserai.server.outbound import CheckedNetwork
from tests.server.conftest import NewDatabase
from tests.server.forking import run_command
from tests.server.post import Browser, Letters, PushService, post_office
from tests.server.running import PostgreSQL, Server, sharing
from tests.server.test_tables import people
from tests.server.wire import Live, Person, open_table

SOON = 2.0
"""Seconds within which a list must have changed."""

QUIET = 6.0
"""Seconds without anything, after which nothing will come: three rounds of all processes."""

HASTY = ("--call-after", "0.5", "--push-anywhere")
UNHURRIED = ("--call-after", "5", "--push-anywhere")
"""Long enough for all processes to hear who has come, however busy the machine is."""

GAME = "tantan"


async def news(live: Live, seconds: float = SOON) -> dict[str, Any]:
    """The next change of a list of tables."""
    return await asyncio.wait_for(live.next("mine"), seconds)


async def whose_turn(*players: Person) -> tuple[Person, Person]:
    """Of two people with one table, whom it waits for and who else there is."""
    for one, other in (players, players[::-1]):
        if any(entry["my_turn"] for entry in await one.get("/api/mine")):
            return one, other
    raise AssertionError("the table waits for nobody")


async def play_turn(player: Person, table: str, other: Person) -> None:
    """Play until the other is to decide, and go."""
    [entry] = [entry for entry in await player.get("/api/mine") if entry["table"]["id"] == table]
    async with player.live(table=table, seat=entry["mine"][0]) as live:
        while not any(e["my_turn"] for e in await other.get("/api/mine") if e["table"]["id"] == table):
            if (question := (await live.next("snapshot", "update"))["question"]) is not None:
                await live.decide_on(question)


# The list -----------------------------------------------------------------------------------------------------------


def test_the_list_of_ones_tables_changes_by_itself_through_other_processes(cluster: PostgreSQL, tmp_path: Path) -> None:
    async def scenario() -> None:
        ann, bob, eve = await people(house.members[0], "Ann", "Bob", "Eve")
        there = [person.at(house.members[1]) for person in (ann, bob)]
        async with ann.live() as mine, eve.live() as eve_list:
            await mine.send(type="mine")
            await eve_list.send(type="mine")
            for live in (mine, eve_list):
                first = await news(live)
                assert (first["whole"], first["tables"]) == (True, [])
            table, _ = await open_table([ann, bob], GAME, clocks={"turn": 86_400})
            entry: dict[str, Any] = {}
            while entry.get("table", {}).get("status") != "running":
                [entry] = (await news(mine))["tables"]
            first_player, other = await whose_turn(*there)
            assert entry["my_turn"] == (first_player.nickname == "Ann")
            assert 0 <= entry["now"] - entry["since"] < 30
            await play_turn(first_player, table, other)  # by way of the other process
            while entry["my_turn"] != (other.nickname == "Ann"):
                [entry] = (await news(mine))["tables"]
            if entry["my_turn"]:
                assert entry["clock"]["at"] - entry["now"] == pytest.approx(86_400, abs=30)
            else:
                assert entry["clock"] is None
            await ann.at(house.members[1]).post(f"/api/tables/{table}/resign")
            await bob.at(house.members[1]).post(f"/api/tables/{table}/resign")
            while not (last := await news(mine, 60))["gone"]:
                pass
            assert last["gone"] == [table]
            with pytest.raises(TimeoutError):
                await news(eve_list, 1)
        async with Person(house.members[0], "Nobody").live() as stranger:
            await stranger.send(type="mine")
            assert (await stranger.next("error"))["code"] == "not_known"

    with sharing(tmp_path, cluster.new_database(), 2) as house:
        asyncio.run(scenario())
        assert "Traceback" not in house.said()


# Push ---------------------------------------------------------------------------------------------------------------


def test_whoever_is_not_at_a_table_that_waits_is_called_once_a_turn(new_database: NewDatabase, tmp_path: Path) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        browser = Browser(f"{service.url}/ann")
        told = await ann.post("/api/calls/devices", **browser.subscription(), language="fr")
        assert told == await ann.get("/api/calls")
        assert (told["how"], told["email"]) == ("at_once", None)
        # A browser whose address changes by itself says no language.
        await ann.post("/api/calls/devices", **browser.subscription())
        table, _ = await open_table([ann, bob], GAME)
        if (await whose_turn(ann, bob))[0] is bob:
            await play_turn(bob, table, ann)
        arrived = await asyncio.to_thread(service.next)
        assert browser.read(arrived.body) == {
            "title": "À vous",
            "body": "Tan-Tan Caravan, avec Bob",
            "tag": table,
            "url": f"#/table/{table}",
            "language": "fr",
        }
        claims = arrived.claims()
        assert (claims["aud"], claims["key"]) == (service.url, told["push_key"])
        assert time.time() < claims["exp"] <= time.time() + 86_400
        assert claims["sub"].startswith("https://")
        assert (arrived.headers["topic"], arrived.headers["content-encoding"]) == (table, "aes128gcm")
        await asyncio.sleep(QUIET)
        assert service.arrived.empty(), "once a turn"
        # Whoever looks at the table is not called, nor afterwards to the turn that they have seen.
        await play_turn(ann, table, bob)
        async with ann.live(table=table, seat=0) as live:
            await play_turn(bob, table, ann)
            await live.until_asked()
            await asyncio.sleep(QUIET)
        await asyncio.sleep(QUIET)
        assert service.arrived.empty()
        # A browser that is gone is forgotten.
        service.status = 410
        await play_turn(ann, table, bob)
        await play_turn(bob, table, ann)
        await asyncio.to_thread(service.next)
        await asyncio.sleep(QUIET)
        await play_turn(ann, table, bob)
        await play_turn(bob, table, ann)
        await asyncio.sleep(QUIET)
        assert service.arrived.empty()

    with PushService() as service, Server(tmp_path, new_database(), HASTY) as server:
        asyncio.run(scenario())
        said = server.log.read_text()
        assert "Traceback" not in said
        assert service.url not in said, "nobody is told an endpoint, not even the log"


def test_of_several_processes_one_calls_and_another_if_that_one_died_over_it(
    cluster: PostgreSQL, tmp_path: Path
) -> None:
    async def scenario() -> None:
        ann, bob = await people(house.members[0], "Ann", "Bob")
        browsers = {person: Browser(f"{service.url}/{person.nickname}") for person in (ann, bob)}
        for person, browser in browsers.items():
            await person.post("/api/calls/devices", **browser.subscription())
        table, _ = await open_table([ann, bob], GAME)
        for _ in range(4):
            now, then = await whose_turn(ann, bob)
            arrived = await asyncio.to_thread(service.next)
            assert arrived.path == f"/{now.nickname}"
            browsers[now].read(arrived.body)
            await asyncio.sleep(QUIET)
            assert service.arrived.empty()
            await play_turn(now, table, then)
        await asyncio.to_thread(service.next)
        await asyncio.sleep(QUIET)
        # As if the process had died after it claimed the call, and a minute had gone by.
        with psycopg.connect(database, autocommit=True) as connection:
            lost = "UPDATE calls SET settled_at = NULL, claimed_at = claimed_at - 61 WHERE person = %s"
            who = (await whose_turn(ann, bob))[0]
            cookie = who.cookies["caravanserai"].partition(".")[0]
            assert connection.execute(lost, (cookie,)).rowcount == 1
        assert (await asyncio.to_thread(service.next)).path == f"/{who.nickname}"
        await asyncio.sleep(QUIET)
        assert service.arrived.empty()

    database = cluster.new_database()
    with PushService() as service, sharing(tmp_path, database, 3, UNHURRIED) as house:
        asyncio.run(scenario())
        assert "Traceback" not in house.said()


WRONG = [
    "http://push.example.org/x",
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://169.254.169.254/latest/meta-data",
    "https://10.1.2.3/x",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://0x7f000001/x",
    "https://2130706433/x",
    "https://9.9.9.9:22/x",
    "https://ann@9.9.9.9/x",
    "https://9.9.9.9@127.0.0.1/x",
    "ftp://9.9.9.9/x",
    "file:///etc/passwd",
    "https://9.9.9.9/" + "x" * 2000,
]


def test_a_push_endpoint_leads_nowhere_but_to_a_public_service_and_is_ones_own(sqlite_server: Server) -> None:
    async def scenario() -> None:
        ann, eve = await people(sqlite_server, "Ann", "Eve")
        for endpoint in WRONG:
            body = Browser(endpoint).subscription()
            assert await ann.refused("POST", "/api/calls/devices", json=body) == (422, "invalid"), endpoint
        browser = Browser("https://9.9.9.9/ann")
        good = browser.subscription()
        for keys in ({**good["keys"], "auth": "A" * 22 + "AA"}, {**good["keys"], "p256dh": "B" + "A" * 86}):
            assert await ann.refused("POST", "/api/calls/devices", json={**good, "keys": keys}) == (422, "invalid")
        huge = {**good, "endpoint": "https://9.9.9.9/" + "x" * 20_000}
        assert await ann.refused("POST", "/api/calls/devices", json=huge) == (413, "too_large")
        await ann.post("/api/calls/devices", **good)
        # Somebody else knows the address, but not the browser's secret.
        theirs = Browser(good["endpoint"]).subscription()
        assert await eve.refused("POST", "/api/calls/devices", json=theirs) == (409, "conflict")
        await eve.post("/api/calls/devices/forget", endpoint=good["endpoint"])
        with sqlite3.connect(sqlite_server.data / "caravanserai.sqlite3") as storage:
            question = "SELECT nickname FROM subscriptions JOIN people ON person = people.id WHERE endpoint = ?"
            assert storage.execute(question, (good["endpoint"],)).fetchall() == [("Ann",)]
        await ann.post("/api/calls/devices/forget", endpoint=good["endpoint"])
        # A name that has changed where it leads since it was looked at.
        import httpcore

        with pytest.raises(httpcore.ConnectError, match="public"):
            await CheckedNetwork(anywhere=False).connect_tcp("localhost", sqlite_server.port)

    asyncio.run(scenario())


# Letters ------------------------------------------------------------------------------------------------------------


def links(letter: EmailMessage) -> list[str]:
    """The paths of the links in a letter, which are the same in plain text and in HTML."""
    text, page = letter.get_body(("plain",)), letter.get_body(("html",))
    assert text
    assert page
    shown = [html.unescape(found) for found in re.findall(r'href="([^"]*)"', page.get_content())]
    found = re.findall(r"https://play\.example\.org(/\S+)", text.get_content())
    assert shown == [f"https://play.example.org{path}" for path in found]
    assert not re.search(r"src=|url\(|<link|<script", page.get_content()), "nobody learns when it is read"
    return found


INJECTED = [
    "zoe@example.org\r\nBcc: eve@example.org",
    "zoe@example.org\nSubject: hello",
    "zoe@example.org, eve@example.org",
    "Zoe <zoe@example.org>",
    "zoe@example.org>",
    "zoe@localhost",
    "@example.org",
    "zoe@exa mple.org",
    "zoë@example.org",
    "zoe@" + "x" * 300 + ".org",
]


def test_letters_are_sent_to_an_address_that_was_confirmed_until_they_are_no_longer_wanted(tmp_path: Path) -> None:
    async def scenario(letters: Letters, server: Server) -> None:
        ann, bob = await people(server, "Ann", "Bob")
        for email in INJECTED:
            assert (await ann.refused("POST", "/api/calls/email", json={"email": email}))[1] == "invalid", email
        told = await ann.post("/api/calls/email", email="Ann@example.org", language="en")
        assert (told["email"], told["confirmed"]) == ("Ann@example.org", False)
        asked = await letters.next()
        assert (asked["To"], asked["From"]) == ("Ann@example.org", "Caravanserai <tables@example.org>")
        confirm, leave = links(asked)
        # The same mailbox is not written to again and again, whoever wants it.
        body = {"email": "ann@example.org"}
        assert await bob.refused("POST", "/api/calls/email", json=body) == (429, "too_fast")
        table, _ = await open_table([ann, bob], GAME)
        if (await whose_turn(ann, bob))[0] is bob:
            await play_turn(bob, table, ann)
        await asyncio.sleep(QUIET)
        assert letters.arrived == []
        async with httpx.AsyncClient(base_url=server.url) as robot:
            page = await robot.get(confirm)  # looking where a link leads changes nothing
            assert page.status_code == 200
            assert "form-action 'self'" in page.headers["content-security-policy"]
            assert "<form" in page.text
            assert not (await ann.get("/api/calls"))["confirmed"]
            assert (await robot.post(confirm, headers={"origin": server.url})).status_code == 200
            assert (await ann.get("/api/calls"))["confirmed"]
            called = await letters.next()
            assert called["Subject"] == "Your turn: Tan-Tan Caravan, with Bob"
            assert links(called) == [f"/#/table/{table}", leave]
            assert called["List-Unsubscribe"] == f"<https://play.example.org{leave}>"
            assert called["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            await asyncio.sleep(QUIET)
            assert letters.arrived == []
            assert (await robot.get(leave)).status_code == 200
            assert (await ann.get("/api/calls"))["email"] is not None
            one_click = {"List-Unsubscribe": "One-Click"}
            assert (await robot.post(leave, data=one_click)).status_code == 200
            # A link that leads nowhere any more, or was cut short, says so to people, in the language of their browser.
            for path in (leave, confirm, leave[:-4], "/mail/leave/%00"):
                page = await robot.get(path, headers={"accept-language": "fr"})
                assert page.status_code == 404
                assert page.headers["content-type"].startswith("text/html")
                assert "Ce lien n’est plus valable" in page.text
                assert "<form" not in page.text
        told = await ann.get("/api/calls")
        assert (told["email"], told["confirmed"]) == (None, False)
        await play_turn(ann, table, bob)
        await play_turn(bob, table, ann)
        await asyncio.sleep(QUIET)
        assert letters.arrived == []

    with post_office() as (letters, environment), Server(tmp_path, None, HASTY, environment) as server:
        asyncio.run(scenario(letters, server))
        said = server.log.read_text()
        assert "Traceback" not in said
        for ours in ("tables@example.org", "https://play.example.org"):
            said = said.replace(ours, "")
        assert "example.org" not in said


def test_a_digest_comes_once_a_day_and_nothing_to_those_who_want_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        browsers = [Browser(f"{service.url}/{person.nickname}") for person in (ann, bob)]
        for person, browser in zip((ann, bob), browsers, strict=True):
            await person.post("/api/calls/devices", **browser.subscription())
        await bob.post("/api/calls", how="never")
        assert await ann.refused("POST", "/api/calls", json={"how": "hourly"}) == (422, "invalid")
        tables = [(await open_table([ann, bob], GAME))[0] for _ in range(2)]
        for table in tables:
            entries = {entry["table"]["id"]: entry for entry in await bob.get("/api/mine")}
            if entries[table]["my_turn"]:
                await play_turn(bob, table, ann)
        while not service.arrived.empty():
            service.arrived.get()
        morning = int(time.time() + 8) % 86_400
        await ann.post("/api/calls", how="daily", morning=morning)
        await asyncio.sleep(4)
        while not service.arrived.empty():  # what was on its way before
            service.arrived.get()
        digest = browsers[0].read((await asyncio.to_thread(service.next)).body)
        assert (digest["title"], digest["tag"], digest["url"]) == ("2 tables wait for you", "digest", "#/lobby")
        await asyncio.sleep(QUIET)
        assert service.arrived.empty()

    with PushService() as service, Server(tmp_path, None, HASTY) as server:
        asyncio.run(scenario())
        assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"CARAVANSERAI_SMTP": "mail.example.org"}, "CARAVANSERAI_SMTP"),
        ({"CARAVANSERAI_SMTP": "smtp://mail.example.org"}, "--address"),
        ({"CARAVANSERAI_ADDRESS": "play.example.org"}, "address"),
        ({"CARAVANSERAI_SMTP": "smtp://m.example.org", "CARAVANSERAI_ADDRESS": "https://a.example"}, "MAIL_FROM"),
    ],
)
def test_mail_settings_that_cannot_work_are_refused_at_the_start(
    environment: dict[str, str], named: str, tmp_path: Path
) -> None:
    done = run_command(["serve", "--data", str(tmp_path), "--port", "0"], {**os.environ, **environment}, timeout=120)
    assert done.returncode == 2
    assert named in done.stderr
