"""A game from a package of somebody's own at the server's tables. That whole matches of it are played, in JSON and
packed, is tested with those of all games; here it is what a page needs that was built without the game."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from caravanserai.wire.declarations import declarations
from caravanserai.wire.packing import Reader
from caravanserai.words import words_for
from tests.lamplight import GAME
from tests.server.running import Server
from tests.server.wire import SECONDS, Live, Person, open_table


async def play_packed(live: Live, dice: random.Random) -> dict[str, Any]:
    """Play at random from packed frames until the match is over; the last state."""
    reader, asked = Reader(GAME), ""
    while True:
        frame = await asyncio.wait_for(live.socket.recv(), SECONDS)
        if not isinstance(frame, bytes):
            continue
        state: dict[str, Any] = reader.read(frame)
        if state["outcome"]:
            return state
        question = state["question"]
        if question and question["id"] != asked:
            asked = question["id"]
            await live.decide_on(question, dice.choice(question["choices"])["action"])


def test_a_match_is_played_by_one_who_reads_json_and_one_who_reads_packed_frames(sqlite_server: Server) -> None:
    async def scenario() -> None:
        ann, bob = [await Person(sqlite_server, name).arrive() for name in ("Ann", "Bob")]
        table, _ = await open_table([ann, bob], GAME.id)
        async with (
            ann.live(table=table, seat=0, language="fr") as in_words,
            bob.live(table=table, seat=1, packed=True) as packed,
        ):
            _, last = await asyncio.gather(in_words.play(random.Random(1)), play_packed(packed, random.Random(2)))
            outcome = in_words.state["outcome"]
            assert outcome["reason"] == "last_evening"
            assert outcome["scores"] == last["outcome"]["scores"]
            french = words_for(GAME, "fr")
            prompts = {state["prompt"]["text"] for state in in_words.states() if state["prompt"]}
            assert {french("prompt-offer"), french("prompt-over")} <= prompts

    asyncio.run(scenario())


def test_a_page_that_does_not_know_it_is_told_what_it_declares_and_its_words(sqlite_server: Server) -> None:
    async def scenario() -> None:
        person = Person(sqlite_server, "Ann")
        told = await person.get(f"/api/games/{GAME.id}/declared")
        assert told["declared"] == json.loads(json.dumps(declarations(GAME)))
        for language, text in told["words"].items():
            assert text == (GAME.folder / f"words.{language}.ftl").read_text(encoding="utf-8")
        assert await person.refused("GET", "/api/games/chess/declared") == (422, "unknown_game")

    asyncio.run(scenario())
