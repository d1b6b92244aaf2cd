"""Seats: nobody plays another's, nobody loses theirs for good, and everybody is told who plays them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from caravanserai.games import find_game, game_names
from tests.server.running import Server
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import Live, Person, open_table

TURN = 5
"""The shortest clock there is."""


def secrets(live: Live) -> list[dict[str, Any]]:
    """States that came for a seat."""
    return [state for state in live.states() if state["seat"] is not None]


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("successor", ["person", "bot"])
def test_a_former_holder_of_a_seat_neither_sees_nor_plays_it(server: Server, game: str, successor: str) -> None:
    async def scenario() -> None:
        ann, bob, eve = await people(server, "Ann", "Bob", "Eve")
        bots = max(1, find_game(game).fewest - 2)
        table, invite = await open_table([ann, eve], game, bots, start=False)
        async with eve.live(table=table, seat=1) as old:
            assert (await old.next("snapshot"))["seat"] == 1
            await eve.post(f"/api/tables/{table}/leave")
            assert (await old.next("seat_lost"))["seat"] == 1
            assert (await old.next("snapshot"))["seat"] is None
            assert old.state["mine"] == []
            if successor == "person":
                await bob.post(f"/api/tables/{table}/sit", invite=invite)
            else:
                await ann.post(f"/api/tables/{table}/arrange", seat=1, level="merchant")
            await ann.post(f"/api/tables/{table}/start")
            old.frames.clear()
            for message in (
                {"type": "decide", "question_id": "x", "choice": 0, "key": "a"},
                {"type": "undo", "key": "b"},
                {"type": "back"},
                {"type": "pause", "on": True},
                {"type": "watch", "table": table, "seat": 1},
            ):
                await old.send(**message)
                assert (await old.next("error"))["code"] == "not_yours", message
            await old.send(type="say", phrase="hello")
            said = await old.next("talk")
            assert (said["nickname"], said["aside"]) == ("Eve", True), "only as one who looks on"
            async with ann.live(table=table, seat=0) as live:
                await live.next("snapshot")
                if live.state["question"]:
                    await live.decide()
                    await live.next("accepted")
                assert not any(json.loads(frame)["type"] == "talk" for frame in live.frames)
            await old.send(type="watch", table=table)
            await old.next("snapshot")
            assert secrets(old) == []
            assert all(state["question"] is None for state in old.states())

    asyncio.run(scenario())


def test_a_seat_token_ends_with_its_holder(server: Server) -> None:
    async def scenario() -> None:
        ann, bob, eve = await people(server, "Ann", "Bob", "Eve")
        table, _ = await open_table([ann], GAME, SEATS - 1, start=False)
        seat = SEATS - 1
        await ann.post(f"/api/tables/{table}/arrange", seat=seat)
        token = (await eve.post(f"/api/tables/{table}/sit"))["token"]
        program = Person(server, "program")
        async with program.live(table=table, seat=seat, token=token) as live:
            assert (await live.next("snapshot"))["mine"] == [seat]
            await eve.post(f"/api/tables/{table}/leave")
            assert (await live.next("seat_lost"))["seat"] == seat
            await bob.post(f"/api/tables/{table}/sit")
            await live.send(type="watch", table=table, seat=seat, token=token)
            assert (await live.next("error"))["code"] == "not_yours"
            await live.send(type="say", phrase="hello")
            assert (await live.next("error"))["code"] == "not_known"

    asyncio.run(scenario())


def test_saying_something_from_an_empty_seat_leaves_the_table_as_it_is(server: Server) -> None:
    async def scenario() -> None:
        ann, eve = await people(server, "Ann", "Eve")
        table, _ = await open_table([ann, eve], GAME, SEATS - 2, start=False)
        async with ann.live(table=table, seat=0) as watching, eve.live(table=table, seat=1) as live:
            stream = (await watching.next("snapshot"))["stream"]
            await live.next("snapshot")
            await eve.post(f"/api/tables/{table}/leave")
            await live.next("seat_lost")
            await live.send(type="say", phrase="hello")
            assert (await watching.next("talk"))["nickname"] == "Eve"
            await watching.send(type="watch", table=table, seat=0)
            assert (await watching.next("snapshot"))["stream"] == stream

    asyncio.run(scenario())


async def asked(*lives: Live) -> Live:
    """Whoever is asked something, once all see the table."""
    for live in lives:
        while not live.state:
            await live.next()
    while True:
        for live in lives:
            if live.state and live.state["question"]:
                return live
        tasks = [asyncio.create_task(live.next()) for live in lives]
        _, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.wait(tasks)


async def state_with(live: Live, event: str) -> dict[str, Any]:
    """The first state that tells of an event, once it has come."""
    while True:
        for state in live.states():
            if any(told["name"] == event for told in state["events"]):
                return state
        await live.next("update", "snapshot")


async def clock_of(live: Live, standing: bool) -> dict[str, Any]:
    """The one clock at the table, once it stands still or runs."""
    while True:
        [clock] = live.state["clocks"]
        if (clock["at"] is None) == standing:
            return dict(clock)
        await live.next("update")


def test_time_is_up_and_a_sign_of_life_brings_the_seat_back(own_server: Server) -> None:
    own_server.command += ["--grace", "0.1", "--bot-pace", "0.3"]
    own_server.start()

    async def scenario() -> None:
        ann, bob = await people(own_server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", 0, clocks={"turn": TURN})
        async with ann.live(table=table, seat=0, language="en") as one, bob.live(table=table, seat=1) as two:
            late = await asked(one, two)
            other = two if late is one else one
            seat = late.state["seat"]
            told = await state_with(late, "bot_after_time")
            assert told["table"]["seats"][seat]["stand_in"] == "merchant"
            assert (await state_with(other, "bot_after_time"))["table"]["seats"][seat]["stand_in"] == "merchant"
            # Back at once, and still the decision that came too late is the bot's.
            question = late.state["question"]
            await late.send(type="back")
            if question:
                question_id, choice = question["id"], question["choices"][0]["action"]
                await late.send(type="decide", question_id=question_id, choice=choice, key="late")
                assert (await late.next("error", "accepted"))["type"] == "error"
            back = await state_with(late, "person_back")
            assert back["table"]["seats"][seat]["stand_in"] is None
            assert (await state_with(other, "person_back"))["table"]["seats"][seat]["stand_in"] is None
            person = (ann, bob)[seat]
            story = [e["name"] for e in await person.get(f"/api/tables/{table}/story?seat={seat}")]
            between = story[story.index("bot_after_time") + 1 : story.index("person_back")]
            assert between, "what the bot did meanwhile"
            # The seat is theirs again.
            while late.state["question"] is None:
                if other.state["question"]:
                    await other.decide()
                    other.state = {}
                mover = await asked(one, two)
                if mover is late:
                    break
            await late.decide()
            await late.next("accepted")

    asyncio.run(scenario())


def test_a_connection_that_comes_back_by_itself_is_no_sign_of_life(own_server: Server) -> None:
    own_server.command += ["--grace", "0.1"]
    own_server.start()

    async def scenario() -> None:
        ann, bob = await people(own_server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", 0)
        async with ann.live(table=table, seat=0) as live:
            state = await live.next("snapshot")
        await ann.post(f"/api/tables/{table}/leave")
        async with ann.live(table=table, seat=0, stream=state["stream"], number=state["number"]) as live:
            state = await live.next("update", "snapshot")
            assert state["table"]["seats"][0]["stand_in"]
            assert "bot_after_leave" in [event["name"] for event in state["events"]]
            await live.send(type="say", phrase="hello")
            state = await state_with(live, "person_back")
            assert state["table"]["seats"][0]["stand_in"] is None
        await ann.post(f"/api/tables/{table}/resign")
        async with ann.live(table=table, seat=0) as live:
            await live.next("snapshot")
            await live.send(type="back")
            await live.send(type="watch", table=table, seat=0)
            assert (await live.next("snapshot"))["table"]["seats"][0]["stand_in"]
        story = [event["name"] for event in await bob.get(f"/api/tables/{table}/story")]
        seats = [name for name in story if name.startswith(("bot_", "person_"))]
        assert seats == ["bot_after_leave", "person_back", "bot_after_resign"]

    asyncio.run(scenario())


def test_a_clock_stands_still_while_its_person_is_shown_something(own_server: Server) -> None:
    own_server.command += ["--grace", "0.1"]
    own_server.start()

    async def scenario() -> None:
        ann, bob = await people(own_server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", 0, clocks={"turn": TURN})
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            shown = await asked(one, two)
            seat = shown.state["seat"]
            other = two if shown is one else one
            await shown.send(type="pause", on=True)
            clock = await clock_of(shown, standing=True)
            assert clock == {"seat": seat, "at": None, "left": clock["left"]}
            assert 0 < clock["left"] <= TURN + 5
            await asyncio.sleep(TURN + 2)
            await other.send(type="watch", table=table, seat=1 - seat)
            state = await other.next("snapshot")
            assert state["clocks"] == [clock]
            assert state["table"]["seats"][seat]["stand_in"] is None
            await shown.send(type="pause", on=False)
            left = (await clock_of(shown, standing=False))["at"] - shown.state["now"]
            assert abs(left - clock["left"]) < 0.5
            # Whoever goes away meanwhile does not hold the others up.
            await shown.send(type="pause", on=True)
            await clock_of(shown, standing=True)
            await shown.socket.close()
            assert (await state_with(other, "bot_after_time"))["table"]["seats"][seat]["stand_in"]

    asyncio.run(scenario())


def test_who_comes_back_to_a_question_gets_a_moment_to_see_it_once(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", 0, clocks={"turn": 60})
        async with Person(server, "Eve").live(table=table) as eve:
            [clock] = (await eve.next("snapshot"))["clocks"]
            seat, person = clock["seat"], (ann, bob)[clock["seat"]]
            for _ in range(3):
                async with person.live(table=table, seat=seat) as live:
                    [now] = (await live.next("snapshot"))["clocks"]
                    assert now["at"] == pytest.approx(clock["at"] + 5)

    asyncio.run(scenario())


@pytest.mark.parametrize("game", game_names())
def test_alone_there_are_no_clocks(sqlite_server: Server, game: str) -> None:
    async def scenario() -> None:
        (ann,) = await people(sqlite_server, "Ann")
        bots = find_game(game).fewest - 1
        table, _ = await open_table([ann], game, bots, clocks={"turn": TURN, "window": TURN})
        questions = windows = 0
        has_windows = bool(find_game(game).windows)
        async with ann.live(table=table, seat=0) as live:
            await live.next("snapshot")
            while question := await live.until_asked():
                assert live.state["clocks"] == []
                questions += 1
                windows += question["silence"] is not None
                if questions >= 60 and bool(windows) == has_windows:
                    break
                live.state = {}
                await live.decide_on(question)
        assert bool(windows) == has_windows

    asyncio.run(scenario())


def test_going_back_gives_back_the_time_that_was_left_and_no_more(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", 0, clocks={"turn": 60})

        def left(live: Live) -> float:
            [clock] = live.state["clocks"]
            return float(clock["at"] - live.state["now"])

        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            live = await asked(one, two)
            first = left(live)
            await asyncio.sleep(1.0)
            for turn in range(4):
                await live.decide()
                await live.next("accepted")
                await live.next("update")
                assert live.state["undo"], "a decision that can be taken back"
                second = left(live)
                assert second <= 60.0 - turn * 0.5
                await asyncio.sleep(0.5)
                await live.send(type="undo", key=live.key())
                await live.next("accepted")
                state = await live.next("update")
                assert [event["name"] for event in state["events"]] == ["taken_back"]
                assert left(live) <= first - 1.0 + 0.3

    asyncio.run(scenario())


def test_nobody_takes_back_for_ever(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", 0)
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            live = await asked(one, two)
            count = 0
            while True:
                await live.decide()
                await live.next("accepted")
                await live.next("update")
                await live.send(type="undo", key=live.key())
                if (await live.next("accepted", "error"))["type"] == "error":
                    break
                count += 1
                await live.next("update")
            assert count == 50

    asyncio.run(scenario())


def test_what_was_taken_back_is_told_as_that_to_those_who_saw_it(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", 0)
        eve = Person(server, "Eve")
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            live = await asked(one, two)
            async with eve.live(table=table) as early:
                first = await early.next("snapshot")
                await live.decide()
                await live.next("accepted")
                await live.next("update")
                saw = await early.next("update")
                assert saw["events"]
                await live.send(type="undo", key=live.key())
                await live.next("accepted")
                await live.next("update")
                assert [event["name"] for event in (await early.next("update"))["events"]] == ["taken_back"]
            # Whoever saw neither is told of neither; whoever saw the decision, that it was taken back.
            async with eve.live(table=table, stream=first["stream"], number=first["number"]) as later:
                assert (await later.next("update"))["events"] == []
            async with eve.live(table=table, stream=saw["stream"], number=saw["number"]) as later:
                assert [event["name"] for event in (await later.next("update"))["events"]] == ["taken_back"]
        assert await ann.get(f"/api/tables/{table}/story") == []

    asyncio.run(scenario())
