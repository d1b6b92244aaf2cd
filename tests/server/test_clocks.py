"""Clocks: they run on the server, survive its death, and silence is an answer where the game says so."""

from __future__ import annotations

import asyncio
import random
import time

from caravanserai.games import all_games
from tests.cases import CASES
from tests.server.running import Server
from tests.server.test_secrets import decisions, table_for
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import open_table

TURN = 5
"""The shortest clock there is."""


def test_a_bot_takes_over_when_time_is_up_even_after_a_crash(own_server: Server) -> None:
    own_server.command += ["--grace", "0.2"]
    own_server.start()

    async def scenario() -> None:
        ann, bob = await people(own_server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], GAME, SEATS - 2, clocks={"turn": TURN})
        begun = time.time()
        own_server.kill()
        await asyncio.to_thread(own_server.start)
        async with ann.live(table=table) as live:
            state = await live.next("snapshot")
            [due] = state["clocks"]
            assert begun - 1 < due["at"] - TURN <= begun + 1
            late = due["seat"]
            while state["table"]["seats"][late]["stand_in"] is None:
                assert state["type"] == "snapshot" or state["view"]
                state = await live.next("update", "snapshot") if time.time() < due["at"] + 20 else state
            assert time.time() >= due["at"]
        person = (ann, bob)[late]
        async with person.live(table=table, seat=late) as live:
            state = await live.next("snapshot")
            assert state["table"]["seats"][late]["stand_in"] is None
            await live.until_asked()
            await live.decide()
            await live.next("accepted")

    asyncio.run(scenario())


def test_silence_is_a_choice_of_everybody_in_a_reaction_window() -> None:
    for case in CASES:
        if case.game.windows:
            table = table_for(case, "56" * 32)
            assert table.match is not None
            seen = set()
            for number, (seat, action) in enumerate(decisions(table, 3)):
                if window := table.match.window:
                    seen.add(window.kind)
                    for asked in table.match.actors:
                        assert table.check(asked, window.default.action) == window.default.action
                table.take(seat, action)
                if number > 400:
                    break
            assert seen


def test_a_reaction_window_closes_by_itself(sqlite_server: Server) -> None:
    dice = random.Random(7)

    async def scenario(game: str, bots: int) -> None:
        ann, bob = await people(sqlite_server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], game, bots, clocks={"turn": None, "window": TURN})
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            silent = 0.0
            for _ in range(400):
                for live in (one, two):
                    while not live.state:
                        await live.next()
                asked = [live for live in (one, two) if live.state["question"]]
                in_window = [live for live in asked if live.state["question"]["silence"] is not None]
                if in_window:
                    quiet = in_window[0]
                    due = min(clock["at"] for clock in quiet.state["clocks"])
                    question_id = quiet.state["question"]["id"]
                    begun = time.time()
                    while quiet.state["question"] and quiet.state["question"]["id"] == question_id:
                        await quiet.next()
                    silent = time.time() - begun
                    assert time.time() >= due
                    break
                for live in asked:
                    live_state, live.state = live.state, {}
                    await live.send(
                        type="decide",
                        question_id=live_state["question"]["id"],
                        choice=dice.choice(live_state["question"]["choices"])["action"],
                        key=live.key(),
                    )
                if not asked:
                    readers = [asyncio.create_task(live.next()) for live in (one, two)]
                    _, waiting = await asyncio.wait(readers, return_when=asyncio.FIRST_COMPLETED)
                    for reader in waiting:
                        reader.cancel()
                    await asyncio.wait(readers)
            assert silent > TURN / 2

    for game in all_games():
        if game.windows:
            asyncio.run(scenario(game.id, max(0, game.fewest - 2)))
