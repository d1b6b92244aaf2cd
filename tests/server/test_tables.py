"""Tables: making them, sitting down, playing, leaving, coming back, playing again; on both databases."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from caravanserai.games import find_game, game_names
from caravanserai.match import verify
from caravanserai.server.messages import OUTGOING
from tests.cases import OURS
from tests.server.running import Server, Servers
from tests.server.wire import Person, open_table

GAME = game_names()[0]
SEATS = find_game(GAME).fewest


async def people(server: Server | Servers, *names: str) -> list[Person]:
    return [await Person(server, name).arrive() for name in names]


@pytest.mark.parametrize("game", OURS)
def test_a_whole_match_with_people_and_a_bot(sqlite_server: Server, game: str) -> None:
    """On PostgreSQL the same games are played through three processes, in ``test_cluster``."""
    whole_match(sqlite_server, game)


def test_a_whole_match_of_somebody_elses_game_on_each_database(server: Server) -> None:
    whole_match(server, "lamplight")


def whole_match(server: Server, game: str) -> None:
    """Two people and bots play to the end; what they are sent and what is kept of it agree."""

    async def scenario() -> None:
        persons = await people(server, "Ann", "Bob")
        bots = max(1, find_game(game).fewest - 2)
        table, _ = await open_table(persons, game, bots, options=find_game(game).lab_options({}))
        async with (
            persons[0].live(table=table, seat=0, language="en") as ann,
            persons[1].live(table=table, seat=1) as bob,
        ):
            await asyncio.gather(ann.play(random.Random(1)), bob.play(random.Random(2)))
            for frame in ann.frames + bob.frames:
                OUTGOING.validate_json(frame, strict=True)
            assert ann.state["outcome"]["scores"] == bob.state["outcome"]["scores"]
            assert ann.state["outcome"]["text"]
            numbers = [OUTGOING.validate_json(frame) for frame in bob.frames]
            states = [message.number for message in numbers if message.type in ("snapshot", "update")]
            assert states == list(range(states[0], states[0] + len(states)))
        log = await persons[0].get(f"/api/tables/{table}/replay")
        match = verify(log)
        assert list(match.scores) == ann.state["outcome"]["scores"]
        assert log["commitment"] == ann.state["table"]["commitment"]
        for number in (0, match.decisions):
            step = await persons[1].get(f"/api/tables/{table}/replay/{number}?language=fr")
            assert set(step["views"]) == {"spectator", *(str(seat) for seat in range(match.seats))}
        played = {entry["game"]: entry for entry in await persons[0].get("/api/statistics")}
        assert played[game]["played"] >= 1
        rated = {entry["name"] for entry in await persons[0].get(f"/api/ratings?game={game}")}
        assert {"Ann", "Bob"} <= rated

    asyncio.run(scenario())


@pytest.mark.parametrize("game", game_names())
def test_every_level_a_game_offers_can_be_seated_and_no_other(sqlite_server: Server, game: str) -> None:
    async def scenario() -> None:
        (ann,) = await people(sqlite_server, "Ann")
        house = await ann.get("/api/house")
        offered = next(entry for entry in house["games"] if entry["id"] == game)["levels"]
        assert set(offered) <= set(house["levels"])
        others = [{"kind": "open"}] * (find_game(game).fewest - 2)
        for level in house["levels"]:
            wanted: dict[str, Any] = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": level}, *others]}
            if level in offered:
                made = await ann.post("/api/tables", **wanted)
                assert made["table"]["seats"][1]["level"] == level
                await ann.post(f"/api/tables/{made['table']['id']}/leave")
            else:
                assert (await ann.refused("POST", "/api/tables", json=wanted))[1] == "invalid_option"

    asyncio.run(scenario())


def test_a_private_table_is_for_those_who_know_its_link(server: Server) -> None:
    async def scenario() -> None:
        ann, bob, eve = await people(server, "Ann", "Bob", "Eve")
        seats = [{"kind": "me"}, {"kind": "open"}] + [{"kind": "bot"}] * (SEATS - 2)
        made = await ann.post("/api/tables", game=GAME, seats=seats, public=False)
        table, invite = made["table"]["id"], made["invite"]
        assert table not in [found["id"] for found in await eve.get("/api/lobby")]
        for path in ("", "/replay", "/replay/0"):
            assert await eve.refused("GET", f"/api/tables/{table}{path}") == (404, "not_found")
        assert await eve.refused("POST", f"/api/tables/{table}/sit", json={}) == (404, "not_found")
        wrong = {"x-invite": invite[:-1] + ("A" if invite[-1] != "A" else "B")}
        assert await eve.refused("GET", f"/api/tables/{table}", headers=wrong) == (404, "not_found")
        async with eve.live(table=table) as live:
            assert (await live.next())["code"] == "not_found"
        await bob.post(f"/api/tables/{table}/sit", invite=invite)
        async with eve.live(table=table, invite=invite) as live:
            snapshot = await live.next()
            assert snapshot["invite"] is None
            assert snapshot["seat"] is None
        async with bob.live(table=table, seat=1) as live:
            assert (await live.next())["invite"] == invite

    asyncio.run(scenario())


def test_what_may_not_be_done_is_refused_and_changes_nothing(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        stranger = Person(server, "nobody")
        seats = [{"kind": "me"}, {"kind": "open"}] + [{"kind": "bot"}] * (SEATS - 2)
        good: dict[str, Any] = {"game": GAME, "seats": seats}
        assert await stranger.refused("POST", "/api/tables", json=good) == (401, "not_known")
        bad: list[tuple[dict[str, Any], str]] = [
            ({"game": "chess"}, "unknown_game"),
            ({"seats": [{"kind": "me"}] * 16}, "conflict"),
            ({"seats": [{"kind": "bot"}] * 16}, "invalid_option"),
            ({"seats": [{"kind": "bot", "level": "god"}, *seats[1:]]}, "invalid_option"),
            ({"seats": [{"kind": "me", "nickname": "<b>x</b>"}, *seats[1:]]}, "invalid"),
            ({"options": {"moon": 1}}, "invalid_option"),
            ({"edition": "/etc/passwd.toml"}, "invalid_edition"),
            ({"stand_in": "god"}, "invalid_option"),
            ({"clocks": {"turn": 1}}, "invalid"),
            ({"colour": "red"}, "invalid"),
        ]
        before = len(await ann.get("/api/mine"))
        for change, code in bad:
            assert (await ann.refused("POST", "/api/tables", json={**good, **change}))[1] == code, change
        assert len(await ann.get("/api/mine")) == before
        table = (await ann.post("/api/tables", **good))["table"]["id"]
        for path, body, code in [
            ("start", {}, "not_yours"),
            ("arrange", {"seat": 1}, "not_yours"),
            ("leave", {}, "not_yours"),
            ("resign", {}, "not_yours"),
            ("rematch", {}, "conflict"),
            ("sit", {"seat": 0}, "conflict"),
            ("sit", {"nickname": "ANN"}, "conflict"),
        ]:
            assert (await bob.refused("POST", f"/api/tables/{table}/{path}", json=body))[1] == code, path
        assert await ann.refused("POST", f"/api/tables/{table}/start", json={}) == (409, "conflict")
        assert await ann.refused("GET", f"/api/tables/{table}/replay") == (409, "conflict")
        async with bob.live(table=table, seat=0) as live:
            assert (await live.next())["code"] == "not_yours"
        info = await ann.get(f"/api/tables/{table}")
        assert [seat["kind"] for seat in info["seats"][:2]] == ["person", "open"]
        assert info["status"] == "waiting"

    asyncio.run(scenario())


def test_a_decision_counts_once_and_only_for_its_question(server: Server) -> None:
    async def scenario() -> None:
        persons = await people(server, "Ann", "Bob")
        table, _ = await open_table(persons, GAME, SEATS - 2)
        async with persons[0].live(table=table, seat=0) as ann, persons[1].live(table=table, seat=1) as bob:
            await ann.next("snapshot")
            await bob.next("snapshot")
            mover, other = (ann, bob) if ann.state["question"] else (bob, ann)
            question = mover.state["question"]
            await mover.decide(99_999)
            assert (await mover.next("error"))["code"] == "invalid_choice"
            await mover.decide(question_id="0" * 18)
            error = await mover.next("error")
            assert (error["code"], error["expected"]) == ("stale_question", question["id"])
            illegal = set(range(find_game(GAME).actions.count)) - {c["action"] for c in question["choices"]}
            await mover.decide(min(illegal))
            assert (await mover.next("error"))["code"] == "illegal_choice"
            await other.send(type="decide", question_id="x", choice=0, key="k")
            assert (await other.next("error"))["code"] == "not_to_act"
            key = await mover.decide()
            assert (await mover.next("accepted", "error"))["key"] == key
            after = await mover.next("update")
            choice = question["choices"][0]["action"]
            for _ in range(3):
                await mover.send(type="decide", question_id=question["id"], choice=choice, key=key)
                assert await mover.next() == {"type": "accepted", "key": key}
            seat = 0 if mover is ann else 1
            async with persons[seat].live(table=table, seat=seat) as again:
                assert (await again.next("snapshot"))["view"] == after["view"]

    asyncio.run(scenario())


def test_who_reconnects_is_told_what_they_missed(server: Server) -> None:
    async def scenario() -> None:
        [ann] = await people(server, "Ann")
        eve = await Person(server, "Eve").arrive()
        table, _ = await open_table([ann], GAME, SEATS - 1)
        async with eve.live(table=table) as watching:
            seen = await watching.next("snapshot")
        async with ann.live(table=table, seat=0) as live:
            events = []
            for _ in range(4):
                await live.decide()
                while (await live.next())["type"] != "accepted":
                    pass
                state = await live.next("update")
                events += state["events"]
                live.state = state
        async with eve.live(table=table, stream=seen["stream"], number=seen["number"]) as watching:
            update = await watching.next("update", "snapshot")
            assert update["type"] == "update"
            assert update["number"] > seen["number"]
            assert len(update["events"]) >= 4
        async with eve.live(table=table, stream=seen["stream"], number=999) as watching:
            assert (await watching.next("update", "snapshot"))["type"] == "snapshot"
        async with eve.live(table=table, stream="other", number=seen["number"]) as watching:
            assert (await watching.next("update", "snapshot"))["type"] == "snapshot"

    asyncio.run(scenario())


def test_a_seat_left_is_played_by_a_bot_until_its_owner_returns(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], GAME, SEATS - 2)
        async with bob.live(table=table, seat=1) as live:
            await live.next("snapshot")
            info = await ann.post(f"/api/tables/{table}/leave")
            assert info["seats"][0]["stand_in"]
            await live.until_asked()
            await live.decide()
            await live.next("accepted")
        async with ann.live(table=table, seat=0) as live:
            state = await live.next("snapshot")
            assert state["table"]["seats"][0]["stand_in"] is None
            assert state["table"]["seats"][0]["here"]
            await live.send(type="watch", table=table, seat=None)
            await live.next("snapshot")
        await ann.post(f"/api/tables/{table}/resign")
        async with ann.live(table=table, seat=0) as live:
            state = await live.next("snapshot")
            assert state["table"]["seats"][0]["resigned"]
            assert state["table"]["seats"][0]["stand_in"]

    asyncio.run(scenario())


def test_one_device_is_passed_round(server: Server) -> None:
    async def scenario() -> None:
        [ann] = await people(server, "Ann")
        names = [f"Guest {seat}" for seat in range(SEATS)]
        seats = [{"kind": "me", "nickname": name} for name in names]
        table = (await ann.post("/api/tables", game=GAME, seats=seats))["table"]["id"]
        await ann.post(f"/api/tables/{table}/start")
        async with ann.live(table=table, seat=0) as live:
            state = await live.next("snapshot")
            assert state["mine"] == list(range(SEATS))
            for _ in range(20):
                if state["hand_over"] is not None:
                    assert state["question"] is None
                    await live.send(type="watch", table=table, seat=state["hand_over"])
                    wanted = state["hand_over"]
                    state = await live.next("snapshot")
                    assert state["seat"] == wanted
                await live.decide()
                await live.next("accepted")
                state = await live.next("update")
        mine = await ann.get("/api/mine")
        assert [entry["my_turn"] for entry in mine if entry["table"]["id"] == table] == [True]

    asyncio.run(scenario())


def test_a_match_is_played_again(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        options = find_game(GAME).lab_options({})
        table, invite = await open_table([ann, bob], GAME, SEATS - 2, public=False, options=options)
        for person in (ann, bob):
            await person.post(f"/api/tables/{table}/leave")
        async with Person(server, "x").live(table=table, invite=invite) as live:
            while not live.state or live.state["outcome"] is None:
                await live.next()
            assert (await ann.post(f"/api/tables/{table}/rematch"))["table"]["rematch"] is None
            following = (await bob.post(f"/api/tables/{table}/rematch"))["table"]["rematch"]
            assert (await live.next("update"))["table"]["rematch"] == following
            assert (await ann.post(f"/api/tables/{table}/rematch"))["table"]["rematch"] == following
        made = await bob.get(f"/api/tables/{following}")
        assert made["status"] == "running"
        assert [seat["nickname"] for seat in made["seats"]] == ["Bob", *[None] * (SEATS - 2), "Ann"]

    asyncio.run(scenario())


def test_people_talk_in_phrases_and_freely_where_allowed(server: Server) -> None:
    async def scenario() -> None:
        [ann] = await people(server, "Ann")
        for free in (False, True):
            table, _ = await open_table([ann], GAME, SEATS - 1, start=False, free_talk=free)
            async with ann.live(table=table, seat=0) as live:
                await live.next("snapshot")
                await live.send(type="say", phrase="hello")
                assert (await live.next())["phrase"] == "hello"
                await live.send(type="say", phrase="abracadabra")
                assert (await live.next())["code"] == "invalid"
                await live.send(type="say", text="<script>\u202e\u0007 hi")
                said = await live.next()
                assert said["text"] == "<script>   hi" if free else said["code"] == "not_yours"
            async with ann.live(table=table) as live:
                await live.next("snapshot")
                assert (await live.next())["phrase"] == "hello"
                await live.send(type="say", phrase="hello")
                while (said := await live.next())["type"] == "talk":
                    pass
                assert said["code"] == "not_yours"

    asyncio.run(scenario())


def test_a_decision_can_be_taken_back_until_it_is_sealed(server: Server) -> None:
    async def scenario() -> None:
        names = [f"Guest {seat}" for seat in range(SEATS)]
        [ann] = await people(server, "Ann")
        seats = [{"kind": "me", "nickname": name} for name in names]
        table = (await ann.post("/api/tables", game=GAME, seats=seats))["table"]["id"]
        await ann.post(f"/api/tables/{table}/start")
        taken_back = 0
        async with ann.live(table=table, seat=0) as live:
            state = await live.next("snapshot")
            for _ in range(30):
                if state["hand_over"] is not None:
                    await live.send(type="watch", table=table, seat=state["hand_over"])
                    state = await live.next("snapshot")
                before = state
                await live.decide()
                state = await live.next("update")
                if state["undo"]:
                    await live.send(type="undo", key=live.key())
                    back = await live.next("update")
                    assert back["view"] == before["view"]
                    assert back["question"]["choices"] == before["question"]["choices"]
                    assert back["question"]["id"] != before["question"]["id"]
                    taken_back += 1
                    await live.decide()
                    state = await live.next("update")
                else:
                    await live.send(type="undo", key=live.key())
                    assert (await live.next("error"))["code"] == "nothing_to_undo"
        assert taken_back

    asyncio.run(scenario())


def test_a_seat_token_plays_without_a_cookie(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        table, _ = await open_table([ann], GAME, SEATS - 1, start=False)
        await ann.post(f"/api/tables/{table}/arrange", seat=SEATS - 1)
        token = (await bob.post(f"/api/tables/{table}/sit"))["token"]
        await ann.post(f"/api/tables/{table}/start")
        program = Person(server, "program")
        async with program.live(table=table, seat=SEATS - 1, token=token) as live:
            assert (await live.next())["mine"] == [SEATS - 1]
        async with program.live(table=table, seat=SEATS - 1, token="0" * 40) as live:
            assert (await live.next())["code"] == "not_yours"

    asyncio.run(scenario())
