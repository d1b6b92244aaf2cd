"""The packed form of states says what the JSON says, and is read alike."""

from __future__ import annotations

import asyncio
import random
import struct
from typing import Any

import numpy as np
import pytest

from caravanserai.games import find_game, game_names
from caravanserai.kernel.compact import most_compact, put_compact, read_numbers
from caravanserai.wire.packing import Reader, changed, pack, split
from tests.server.running import Server
from tests.server.wire import SECONDS, Live, Person, open_table

FEW_STATES = {"lamplight": 7}
"""Its seven evenings: of answers in secret a spectator is told nothing."""


async def read_all(live: Live, reader: Reader) -> dict[int, dict[str, Any]]:
    """All states until the end of the match, by number."""
    states: dict[int, dict[str, Any]] = {}
    while not states or reader.state["outcome"] is None:
        frame = await asyncio.wait_for(live.socket.recv(), SECONDS)
        if isinstance(frame, bytes):
            state = reader.read(frame)
            states[state["number"]] = state
    return states


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("seat", [0, None], ids=["seat", "spectator"])
def test_packed_states_say_what_json_says(sqlite_server: Server, game: str, seat: int | None) -> None:
    async def play() -> None:
        person = await Person(sqlite_server, "Ann").arrive()
        bots = find_game(game).fewest - 1
        options = {"turn_limit": 8} if game == "samarkand" else {}
        table, _ = await open_table([person], game, bots, start=False, options=options)
        async with (
            person.live(table=table, seat=0) as player,
            person.live(table=table, seat=seat) as plain,
            person.live(table=table, seat=seat, packed=True) as packed,
        ):
            first = await packed.socket.recv()
            reader = Reader(find_game(game))
            assert isinstance(first, bytes)
            assert reader.read(first)["table"]["status"] == "waiting"
            await person.post(f"/api/tables/{table}/start")
            reading = asyncio.create_task(read_all(packed, reader))
            await player.play(random.Random(game))
            states = await reading
            while plain.state.get("outcome") is None:
                await plain.next()
            told = {state["number"]: state for state in plain.states()}
            assert len(states) > FEW_STATES.get(game, 20)
            for number, state in states.items():
                assert state == told[number]

    asyncio.run(play())


def compact(view: bytes, *told: int, base: bytes | None = None) -> bytes:
    """The compact form of something that is told."""
    out = np.zeros(most_compact(len(view), len(told)), np.uint8)
    had, has = (np.frombuffer(content, np.uint8) for content in (base or view, view))
    size = put_compact(had, has, int(base is not None), np.array(told, np.int32), out)
    return out[:size].tobytes()


def test_numbers_are_packed_and_read_again() -> None:
    numbers = [0, 1, -1, 63, -64, 64, 300, -300, 2**31 - 1, -(2**31)]
    *_, packed = split(pack({}, compact(b"", *numbers)))
    assert list(read_numbers(packed)) == numbers
    assert len(split(pack({}, compact(b"", 5, -5, 63)))[2]) == 3


def test_a_view_is_changed_into_the_next() -> None:
    rng = np.random.default_rng(5)
    before = rng.integers(0, 255, 700, np.uint8)
    after = before.copy()
    after[[0, 300, 699]] ^= 1
    _, changes, _ = split(pack({}, compact(after.tobytes(), base=before.tobytes())))
    assert changed(before.tobytes(), changes) == after.tobytes()
    assert len(changes) == 9
    _, whole, _ = split(pack({}, compact(after.tobytes())))
    assert whole == after.tobytes()


def test_a_frame_that_follows_another_is_refused_without_it() -> None:
    with pytest.raises(ValueError, match="expected None"):
        Reader(find_game("tantan")).read(struct.pack("<H", 12) + b'{"base": 12}' + b"\0\0")
