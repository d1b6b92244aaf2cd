"""Nothing leaks: what a viewer is sent depends on nothing the viewer may not know, in content, number or timing."""

from __future__ import annotations

import asyncio
import base64
import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from caravanserai.bots import LEVELS
from caravanserai.games import find_game, game_names
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.match import Match, replay
from caravanserai.server.presenting import MessageBuilder, viewer_state
from caravanserai.server.reading import Seat
from caravanserai.server.rows import TableRow
from caravanserai.server.table import RUNNING, Table
from tests.cases import CASES, Case, conceal, determinize
from tests.server.running import Server
from tests.server.wire import Live, Person, open_table


def table_for(case: Case, seed: str, clocks: int | None = 60, bank: int | None = None) -> Table:
    """A running table in memory."""
    options = {**case.game.lab_options(case.options), "memory_aids": False}
    row = TableRow(
        id="abcdefghijkl",
        invite="secret",
        creator="p0",
        game=case.name,
        edition="standard",
        options=options,
        turn_seconds=clocks if bank is None else None,
        window_seconds=clocks,
        bank_seconds=bank,
        increment_seconds=5 if bank is not None else 0,
        public=True,
        free_talk=False,
        stand_in=next(iter(LEVELS)),
        status=RUNNING,
        seed=seed,
        rules=case.game.rules_version,
        created_at=0.0,
    )
    return Table(row, [Seat(f"p{seat}", f"Guest {seat}") for seat in range(case.seats)])


def decisions(table: Table, seed: int) -> Iterator[tuple[int, int]]:
    """Random decisions until the match is over; the caller takes them."""
    dice = random.Random(seed)
    assert table.match is not None
    while actors := table.match.actors:
        seat = dice.choice(actors)
        yield seat, dice.choice(table.match.choices(seat)).action


def message(table: Table, viewer: int, language: str) -> bytes:
    """All that would be sent to a viewer, in both forms."""
    assert table.match is not None
    seen = viewer_state(table, viewer, happened=True)
    events = table.match.events(viewer) if table.match.last_was_taken_back else []
    assert seen.events + events == table.match.events(viewer)
    mine = () if viewer == SPECTATOR else (viewer,)
    update = MessageBuilder(table, seen, 1, events, kind="update")
    update.time = 0.0
    return update.message(False, language, mine, False) + update.message(True, language, mine, False)


FEWEST_AND_MOST = [case for case in CASES if not case.options and case.seats in (case.game.fewest, case.game.most)]


BANKS = pytest.mark.parametrize("bank", [None, 600], ids=["clock", "bank"])


@BANKS
@pytest.mark.parametrize("case", FEWEST_AND_MOST, ids=str)
def test_what_is_sent_does_not_depend_on_what_is_hidden(case: Case, bank: int | None) -> None:
    """Every hidden field is filled with other values; not one byte of any message may change."""
    table, twin = table_for(case, "ab" * 32, bank=bank), table_for(case, "cd" * 32, bank=bank)
    table.set_clocks(table.standing(), None, 999.0)
    match, other = table.match, twin.match
    assert match is not None
    assert other is not None
    other.seed = match.seed
    twin.stream_id = table.stream_id
    before: dict[int, bytes] = {}
    for number, (seat, action) in enumerate(decisions(table, 1)):
        standing = table.standing()
        table.take(seat, action)
        table.set_clocks(standing, seat, 1000.0 + number)
        after: dict[int, bytes] = {}
        for viewer in (SPECTATOR, *range(case.seats)):
            world = determinize(case, conceal(case, match._states, viewer), viewer, f"{number} {viewer}")
            after[viewer] = world.tobytes()
            if viewer not in before or match.over:
                continue
            other._bytes[:] = np.frombuffer(after[viewer], np.uint8)
            other._before, other._moves, other._trail = before[viewer], match._moves, match._trail
            other._history, other._left = match._history, match._left
            twin.acts, twin.clocks, twin.banks = table.acts, table.clocks, table.banks
            twin.forget_moment()
            language = ("en", "fr")[number % 2]
            assert message(twin, viewer, language) == message(table, viewer, language), (number, viewer, match.phase)
        before = after
        if number == 60:
            break


def canaries(seed: bytes) -> list[str]:
    """A seed in every form it might slip out in."""
    text = seed.hex()
    number = int.from_bytes(seed, "big")
    return [text[:16], text[-16:], text[:16].upper(), base64.b64encode(seed).decode()[:16],
            base64.urlsafe_b64encode(seed).decode()[:16], seed[::-1].hex()[:16], str(number)[:16],
            ", ".join(map(str, seed[:6])), ",".join(map(str, seed[:6]))]  # fmt: skip


def states(live: Live) -> list[dict[str, Any]]:
    return [m for m in map(json.loads, live.frames) if m["type"] in ("snapshot", "update")]


def told_apart(state: dict[str, Any]) -> dict[str, Any]:
    """A message without what differs in every message."""
    return {key: value for key, value in state.items() if key not in ("type", "number", "now")}


@pytest.mark.parametrize("game", game_names())
def test_every_byte_of_whole_matches_over_the_wire(sqlite_server: Server, game: str) -> None:
    async def scenario() -> None:
        found = find_game(game)
        ann, bob, eve = [await Person(sqlite_server, name).arrive() for name in ("Ann", "Bob", "Eve")]
        bots = max(1, found.fewest - 2)
        table, _ = await open_table([ann, bob], game, bots, start=False, options=found.lab_options({}))
        async with (
            ann.live(table=table, seat=0) as one,
            bob.live(table=table, seat=1) as two,
            eve.live(table=table) as three,
        ):
            for live in (one, two, three):
                await live.next("snapshot")
            await ann.post(f"/api/tables/{table}/start")
            dice = random.Random(game)
            await asyncio.gather(one.play(dice), two.play(dice), watch(three))
        log = await eve.get(f"/api/tables/{table}/replay")
        seed = bytes.fromhex(log["seed"])
        for viewer, live in ((0, one), (1, two), (SPECTATOR, three)):
            frames = [frame for frame in live.frames if '"status":"finished"' not in frame]
            for canary in canaries(seed):
                assert not any(canary in frame for frame in frames), (viewer, canary)
            seen = [state for state in states(live) if state["view"] is not None]
            assert distinct([state["view"] for state in seen]) == distinct(expected_views(log, viewer))
            for earlier, later in pairwise(seen):
                assert later["events"] or told_apart(earlier) != told_apart(later), "an update that says nothing new"
            if viewer == SPECTATOR:
                assert all(state["question"] is None and state["invite"] is None for state in seen)

    asyncio.run(scenario())


async def watch(live: Live) -> None:
    while not live.state or live.state["outcome"] is None:
        await live.next()


def expected_views(log: dict[str, Any], viewer: int) -> list[Any]:
    """What the viewer saw, by replaying the match."""
    views: list[Any] = []
    replay(log, watch=lambda match: views.append(json.loads(json.dumps(match.view(viewer)))))
    return views


def distinct(views: list[Any]) -> list[Any]:
    """Without repetitions."""
    return [view for number, view in enumerate(views) if number == 0 or view != views[number - 1]]


@BANKS
@pytest.mark.parametrize("case", FEWEST_AND_MOST, ids=str)
def test_a_secret_answer_changes_nothing_for_the_others(case: Case, bank: int | None) -> None:
    """Whoever answers while others are still asked: neither question, nor clocks, nor undo of the others may move."""
    table = table_for(case, "12" * 32, bank=bank)
    match = table.match
    assert match is not None
    table.set_clocks(table.standing(), None, 999.0)
    for number, (seat, action) in enumerate(decisions(table, 2)):
        others = [SPECTATOR, *(other for other in range(case.seats) if other != seat)]
        before = {viewer: viewer_state(table, viewer) for viewer in others} if number % 2 else {}
        standing = table.standing()
        table.take(seat, action)
        table.set_clocks(standing, seat, 1000.0 + number)
        for viewer, seen in before.items():
            if match.view(viewer) == seen.view:
                now = viewer_state(table, viewer)
                assert now.shown == seen.shown, (number, viewer, match.phase)
                assert now.public.info == seen.public.info
                assert now.presented == seen.presented
        assert set(table.clocks) <= set(table.public_actors())
        if not match.over:
            assert set(table.clocks) == set(table.public_actors())
        if number == 120:
            break


def test_a_refusal_does_not_tell_who_is_to_decide() -> None:
    case = CASES[-1]
    table = table_for(case, "34" * 32)
    match = table.match
    assert isinstance(match, Match)
    idle = (
        next(seat for seat in range(case.seats) if seat not in match.actors) if len(match.actors) < case.seats else None
    )
    if idle is not None:
        with pytest.raises(Exception, match=r"nothing to decide now$"):
            table.check(idle, match.choices(match.actors[0])[0].action)
