"""What browsers work out by themselves, and what the server gives and takes for that."""

from __future__ import annotations

import asyncio
import random
from base64 import b64decode
from typing import Any

import pytest

from caravanserai.bots.hints import REVIEW_ITERATIONS, study
from caravanserai.games import find_game
from caravanserai.kernel.chance import new_seed
from caravanserai.match import Match, verify
from caravanserai.server.jobs import plain_study
from caravanserai.wasm import module_key
from tests.server.running import Server
from tests.server.test_thinking import PATIENCE
from tests.server.wire import Person, open_table


async def both(server: Server) -> tuple[Person, Person]:
    return await Person(server, "Ann").arrive(), await Person(server, "Bob").arrive()


def test_whoever_is_asked_gets_the_position_as_their_seat_knows_it(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await both(server)
        table, invite = await open_table([ann, bob], "marche", bots=1)
        path = f"/api/tables/{table}/position?seat="
        async with ann.live(table=table, seat=0) as first, bob.live(table=table, seat=1) as second:
            await first.until_asked()
            given: dict[str, Any] = await ann.get(f"{path}0")
            await second.until_asked()
            # Bob answers in secret: Ann's position stays as it was, to the bit.
            await second.decide()
            await second.next("accepted")
            assert await ann.get(f"{path}0") == given
            dice = random.Random(1)
            await asyncio.gather(first.play(dice), second.play(dice))
        log = await ann.get(f"/api/tables/{table}/replay", invite)
        match = Match.from_log(log, 1)
        assert log["moves"][0][0] != 0
        assert (given["game"], given["seat"]) == ("marche", 0)
        assert given["key"] == module_key(find_game("marche"))
        assert b64decode(given["edition"]) == match.edition.array.tobytes()
        assert b64decode(given["position"]) == match.concealed(0).tobytes() != match.state_bytes()

    asyncio.run(scenario())


def test_a_position_is_refused_as_a_hint_is(sqlite_server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await both(sqlite_server)
        table, _ = await open_table([ann, bob], "tantan")
        async with ann.live(table=table, seat=0) as live:
            await live.next("snapshot")
            asked = 0 if live.state["question"] else 1
        stranger = await Person(sqlite_server, "Eve").arrive()
        for what in ("hint", "position"):
            path = f"/api/tables/{table}/{what}?seat="
            assert await (ann, bob)[1 - asked].refused("GET", f"{path}{1 - asked}") == (409, "not_to_act")
            assert await (ann, bob)[1 - asked].refused("GET", f"{path}{asked}") == (403, "not_yours")
            assert await stranger.refused("GET", f"{path}{asked}") == (403, "not_yours")
            assert await Person(sqlite_server, "?").refused("GET", f"{path}{asked}") == (401, "not_known")
            assert await ann.refused("GET", f"{path}16") == (422, "invalid")
            assert await ann.refused("GET", f"/api/tables/{'x' * 12}/{what}?seat=0") == (404, "not_found")

    asyncio.run(scenario())


def played_on_device(decisions: int | None = None) -> dict[str, Any]:
    """What a browser brings of a match of its own, after so many decisions or at its end."""
    found = find_game("tantan")
    match, dice = Match(found, 2, found.lab_options({}), seed=new_seed().hex()), random.Random(2)
    while not match.over and match.decisions != decisions:
        seat = match.actors[0]
        match.play(seat, dice.choice(match.choices(seat)))
    seats = [{"kind": "me", "nickname": "Zoé"}, {"kind": "bot", "level": "random"}]
    return {"log": match.log() | {"rules": found.rules_version}, "seats": seats}


def test_a_finished_match_of_a_device_becomes_a_replay_that_counts_for_nobody(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await both(server)
        wanted = played_on_device()
        made = await ann.post("/api/tables/bring", **wanted)
        table, invite = made["table"], made["invite"]
        assert (table["status"], table["brought"], table["public"]) == ("finished", True, False)
        assert [seat["nickname"] for seat in table["seats"]] == ["Zoé", None]
        # Whoever has the link sees it; a stranger does not.
        log = await bob.get(f"/api/tables/{table['id']}/replay", invite)
        assert verify(log).log() == {name: wanted["log"][name] for name in verify(log).log()}
        assert await bob.refused("GET", f"/api/tables/{table['id']}/replay") == (404, "not_found")
        assert await ann.get("/api/statistics") == []
        # Brought again, it is where it was.
        assert (await ann.post("/api/tables/bring", **wanted))["table"]["id"] == table["id"]
        assert len(await ann.get("/api/mine")) == 1

    asyncio.run(scenario())


def test_a_match_goes_on_at_the_server_as_it_was_and_counts_for_nobody(server: Server) -> None:
    async def scenario() -> None:
        ann = await Person(server, "Ann").arrive()
        wanted = played_on_device(5)
        made = await ann.post("/api/tables/bring", **wanted)
        table = made["table"]["id"]
        assert (made["table"]["status"], made["table"]["seed"]) == ("running", None)
        async with ann.live(table=table, seat=0) as live:
            await live.play(random.Random(3))
        log = await ann.get(f"/api/tables/{table}/replay")
        assert verify(log).over
        assert [tuple(move) for move in log["moves"][:5]] == [tuple(move) for move in wanted["log"]["moves"]]
        assert log["seed"] == wanted["log"]["seed"]
        assert await ann.get("/api/statistics") == []
        [entry] = await ann.get("/api/mine")
        assert entry["rank"] in (1, 2)
        # What the device still had is the same match; another ending of it is not taken.
        assert (await ann.post("/api/tables/bring", **wanted))["table"]["id"] == table
        other = {**wanted, "log": {**wanted["log"], "moves": wanted["log"]["moves"][:4]}}
        assert (await ann.post("/api/tables/bring", **other))["table"]["id"] == table

    asyncio.run(scenario())


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "an impossible move": ({"moves": [[0, "take slot=99"]]}, "invalid_log"),
    "a move of nobody": ({"moves": [[7, "pass"]]}, "invalid_log"),
    "no end": ({"outcome": None}, "invalid_log"),
    "another winner": ({"outcome": {"winners": [], "reason": "x", "scores": [], "ranks": []}}, "invalid_log"),
    "another seed": ({"seed": "0" * 64}, "invalid_log"),
    "another commitment": ({"commitment": "0" * 64}, "invalid_log"),
    "no seed": ({"seed": "7"}, "invalid"),
    "other rules": ({"rules": 9999}, "older_rules"),
    "a house edition": ({"edition": {"name": "standard", "numbers": {"hand_limit": 9}}}, "invalid"),
    "another game": ({"game": "chess"}, "unknown_game"),
    "an option that is not there": ({"options": {"speed": 1}}, "invalid_log"),
    "another number of seats": ({"seats": 3}, "invalid"),
    "a start of one's own": ({"start": {}}, "invalid"),
    "too many moves": ({"moves": [[0, "pass"]] * 5001}, "invalid"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_match_that_is_not_what_it_says_is_refused_and_nothing_is_kept(sqlite_server: Server, case: str) -> None:
    async def scenario() -> None:
        ann = await Person(sqlite_server, "Ann").arrive()
        wanted = played_on_device()
        change, code = WRONG[case]
        refused = await ann.request("POST", "/api/tables/bring", json={**wanted, "log": {**wanted["log"], **change}})
        assert refused.json()["code"] == code, refused.text
        assert refused.json()["message"]
        assert await ann.get("/api/mine") == []

    asyncio.run(scenario())


def test_seats_that_are_not_of_one_device_are_refused(sqlite_server: Server) -> None:
    async def scenario() -> None:
        ann = await Person(sqlite_server, "Ann").arrive()
        wanted = played_on_device(3)
        me, bot = wanted["seats"]
        for seats in ([me], [bot, bot], [me, {"kind": "open"}]):
            assert await ann.refused("POST", "/api/tables/bring", json={**wanted, "seats": seats}) == (422, "invalid")
        learnt = [me, {"kind": "bot", "level": "nobody"}]
        status, code = await ann.refused("POST", "/api/tables/bring", json={**wanted, "seats": learnt})
        assert (status, code) == (422, "invalid_option")
        stranger = Person(sqlite_server, "?")
        assert await stranger.refused("POST", "/api/tables/bring", json=wanted) == (401, "not_known")
        assert await ann.get("/api/mine") == []

    asyncio.run(scenario())


def reviewed(log: dict[str, Any]) -> dict[str, Any]:
    """What a browser finds in a match."""
    return plain_study(study(log, seconds=None, iterations=REVIEW_ITERATIONS), whole=True)


def test_a_review_made_in_a_browser_is_shared_and_nonsense_is_not(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await both(server)
        log = played_on_device()
        made = await ann.post("/api/tables/bring", **log)
        path, invite = f"/api/tables/{made['table']['id']}/review", made["invite"]
        assert await bob.get(f"{path}/kept", invite) is None
        found = reviewed(log["log"])
        assert found["lessons"], "a match at random has lost something somewhere"

        # Nothing that differs is taken, and nothing is kept of it.
        chance, lesson = found["chances"][0], found["lessons"][0]
        wrong = [
            {**found, "chances": found["chances"][1:]},
            {**found, "chances": [{**chance, "seat": 1 - chance["seat"]}, *found["chances"][1:]]},
            {**found, "chances": [*found["chances"][:-1], {**found["chances"][-1], "chance": 0.5}]},
            {**found, "chances": [{**one, "chance": one["chance"] / 2} for one in found["chances"]]},
            {**found, "chances": [{**chance, "chance": 2}, *found["chances"][1:]]},
            {**found, "lessons": []},
            {**found, "lessons": found["lessons"] * 2},
            {**found, "lessons": [{**lesson, "loss": lesson["loss"] * 1.001}, *found["lessons"][1:]]},
            {**found, "lessons": [{**lesson, "better": lesson["played"]}, *found["lessons"][1:]]},
            {**found, "lessons": [{**lesson, "number": 100_000}]},
            {**found, "more": 1},
        ]
        for nonsense in wrong[:5] + wrong[6:]:
            refused = await ann.request("POST", path, json=nonsense, timeout=PATIENCE)
            assert (refused.status_code, refused.json()["code"]) == (422, "invalid"), refused.text
            assert "expected" in refused.json()
        # Whoever may not see the match may not say anything about it either.
        assert await bob.refused("POST", path, json=found) == (404, "not_found")
        nobody = Person(server, "?")
        assert await nobody.refused("POST", path, json=found, headers={"x-invite": invite}) == (401, "not_known")
        assert await ann.get(f"{path}/kept") is None

        shared = (await ann.request("POST", path, json=found, timeout=PATIENCE)).json()
        assert [one["number"] for one in shared["lessons"]] == [one["number"] for one in found["lessons"]]
        assert shared["chances"] == found["chances"]
        assert shared["lessons"][0]["better"]["choice"]["label"]["text"]
        # The next who looks has it at once, and another one changes nothing.
        assert await bob.get(f"{path}/kept", invite) == shared
        assert await ann.post(path, **wrong[5]) == shared

    asyncio.run(scenario())


def test_a_review_made_here_is_what_a_browser_finds_and_is_kept(server: Server) -> None:
    async def scenario() -> None:
        ann = await Person(server, "Ann").arrive()
        log = played_on_device()
        made = await ann.post("/api/tables/bring", **log)
        path = f"/api/tables/{made['table']['id']}/review"
        # Thinking gives way to everything else, on a machine that may be busy.
        review = (await ann.request("GET", path, timeout=PATIENCE)).json()
        assert review["chances"] == reviewed(log["log"])["chances"]
        assert await ann.get(f"{path}/kept") == review

    asyncio.run(scenario())
