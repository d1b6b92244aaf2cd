"""A seat that must decide and has no choice is a fault that is told, wherever matches are played."""

from __future__ import annotations

import copy
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caravanserai.batch import WAIT, Batch
from caravanserai.bots import HeuristicBot, choose, make_bot
from caravanserai.bots.search import SearchBudget, searcher
from caravanserai.envs import gymnasium, pettingzoo
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.errors import NoChoice, NotToAct
from caravanserai.lab.balance import Surveyor
from caravanserai.match import Match
from tests import on_path
from tests.stuck import GAME

pytestmark = pytest.mark.xdist_group("stuck")
"""All by one worker: several would compile the game several times."""

KEY = seed_bytes("stuck")
SENTENCE = r"^stuck: seat \d must decide in phase turn .*nothing is possible; expected rules and an edition"


def match_of(trap: bool, seats: int = 2) -> Match:
    """A match in which a seat will be stuck after two decisions, or one in which none will be."""
    found = (Match(GAME, seats, seed=seed) for seed in range(100))
    return next(match for match in found if match.position()["state"]["trap"] == trap)


def stuck_match() -> Match:
    match = match_of(trap=True)
    for _ in range(2):
        match.play(match.actors[0], "lay pebbles=1")
    assert match.actors
    assert not match.choices(match.actors[0])
    return match


@pytest.mark.parametrize("policy", [0, 1], ids=["random", "advice"])
def test_a_simulation_names_the_match_the_phase_and_the_seat(policy: int) -> None:
    editions, blank = GAME.edition().array, GAME.blank(2, {})
    with pytest.raises(NoChoice, match=SENTENCE) as caught:
        GAME.engine.simulate(editions, blank, KEY, 500, policy, threads=2)
    told = re.search(r"seat 0 .*match (\d+) of seed ([0-9a-f]{64})", str(caught.value))
    assert told
    number = int(told[1])
    assert told[2] == KEY.hex()
    if number:
        assert GAME.engine.simulate(editions, blank, KEY, number, policy).matches == number
    with pytest.raises(NoChoice, match=f"match {number} of"):
        GAME.engine.simulate(editions, blank, KEY, 1, policy, first=number)
    sound = GAME.engine.simulate(editions, GAME.blank(2, {"sound": 1}), KEY, 500, policy)
    assert sound.decisions == 6 * 500


def test_a_survey_of_the_balance_lab_tells_it() -> None:
    surveyor = Surveyor(GAME)
    with pytest.raises(NoChoice, match=r"seat 0 .*match \d+ of seed"):
        surveyor.run(GAME.edition(), {}, 2, 100, "stuck", 1)
    assert surveyor.run(GAME.edition(), {"sound": 1}, 2, 100, "stuck", 1).mean("length") == 6


@pytest.mark.parametrize("policy", ["random", "advice"])
def test_playing_a_match_out_tells_it_and_leaves_the_match_where_it_was(policy: str) -> None:
    match = match_of(trap=True)
    match.play(0, 1)
    before = match.state_bytes(), match.history
    with pytest.raises(NoChoice, match=f"{SENTENCE[:-11]}.*") as caught:
        match.play_out(policy)
    assert f"after 2 decisions of seed {match.seed.hex()}" in str(caught.value)
    assert (match.state_bytes(), match.history) == before
    assert match_of(trap=False).play_out(policy).decisions == 6


@pytest.mark.parametrize("level", ["random", "apprentice", "merchant", "vizier:50i"])
def test_a_bot_that_has_no_choice_tells_it(level: str) -> None:
    match = stuck_match()
    with pytest.raises(NoChoice, match=SENTENCE):
        make_bot(GAME, match.edition, level, seed=1).choose(match.concealed(0), 0)
    with pytest.raises(NoChoice, match="after 2 decisions of seed"):
        choose(match, 0, level)


@pytest.mark.parametrize("decided", [0, 1, 2])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_that_comes_to_it_tells_it(decided: int, threads: int) -> None:
    match = match_of(trap=True)
    for _ in range(decided):
        match.play(match.actors[0], 0)
    seat = match.actors[0]
    with pytest.raises(NoChoice, match="seat 0 must decide in phase turn"):
        searcher(GAME).think(
            match.edition, match.concealed(seat), seat, KEY, SearchBudget(iterations=200, threads=threads)
        )
    sound = match_of(trap=False)
    result = searcher(GAME).think(
        sound.edition, sound.concealed(0), 0, KEY, SearchBudget(iterations=200, threads=threads)
    )
    assert {verdict.action for verdict in result.verdicts} == {0, 1}


def test_a_search_for_a_seat_that_is_not_asked_is_refused() -> None:
    match = match_of(trap=False)
    with pytest.raises(NotToAct, match="seat 1 has nothing to decide"):
        searcher(GAME).think(match.edition, match.concealed(1), 1, KEY, SearchBudget(iterations=10))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_tells_it_when_the_caller_is_stuck(threads: int) -> None:
    batch = Batch(GAME, 64, 2, seed=1, threads=threads, autoreset=False)
    batch.step(np.zeros(64, np.int32))
    batch.step(np.zeros(64, np.int32))
    stuck = np.flatnonzero(batch.states["trap"])
    before = batch.states.tobytes()
    with pytest.raises(NoChoice, match=f"seat 0 .*match {stuck[0]} of this batch"):
        batch.masks()
    with pytest.raises(NoChoice, match=f"match {stuck[0]} of"):
        batch.masks(0)
    assert not batch.masks(1).any()
    with pytest.raises(NoChoice, match=f"match {stuck[0]} of"):
        batch.step(np.zeros(64, np.int32))
    assert batch.states.tobytes() == before
    free = copy.deepcopy(batch)
    with pytest.raises(NoChoice, match=f"match {stuck[0]} of"):
        free.step_at_random()
    assert set(free.states["taken"][stuck]) == {2}
    assert set(free.states["taken"][free.states["trap"] == 0]) == {3}
    waiting = np.where(batch.states["trap"] == 1, WAIT, 0)
    batch.step(waiting)
    assert set(batch.states["taken"][waiting == 0]) == {3}
    assert set(batch.states["taken"][stuck]) == {2}


@pytest.mark.parametrize("policy", ["random", "merchant"])
def test_a_batch_tells_it_when_a_policy_is_stuck_and_goes_on_with_the_others(policy: str) -> None:
    batch = Batch(GAME, 64, 3, policies=[None, None, policy], seed=1, autoreset=False)
    batch.step(np.zeros(64, np.int32))
    with pytest.raises(NoChoice, match=r"seat 2 .*match \d+ of this batch"):
        batch.step(np.zeros(64, np.int32))
    trapped = batch.states["trap"] == 1
    assert trapped.any()
    assert set(batch.states["taken"][trapped]) == {2}
    assert set(batch.states["taken"][~trapped]) == {3}
    with pytest.raises(NoChoice, match="seat 2"):
        batch.masks()
    while (batch.states["trap"] == 1).any():
        batch.reset(batch.states["trap"] == 1)
    batch.step(np.zeros(64, np.int32))


def test_a_batch_tells_it_when_it_deals_matches_anew() -> None:
    """In matches of three decisions the last seat's policy is stuck in the step that would have ended the match."""
    ending = Batch(GAME, 64, 3, policies=[None, None, "random"], seed=1, edition={"length": 3})
    ending.step(np.zeros(64, np.int32))
    with pytest.raises(NoChoice, match="seat 2"):
        ending.step(np.zeros(64, np.int32))
    assert ending.done.sum() == 64 - (ending.states["taken"] == 2).sum()
    with pytest.raises(NoChoice, match="seat 0"):
        Batch(GAME, 64, 2, policies=["random", None], seed=1, edition={"stuck_after": 0})


def matches_of_pebbles(deal: Callable[[], Any], step: Callable[[int], Any], decisions: int) -> None:
    """Many matches in an environment, until one of them fails."""
    for _ in range(100):
        deal()
        for _ in range(decisions):
            step(0)


def test_the_environments_tell_it() -> None:
    table = pettingzoo.env(GAME, 2)
    with pytest.raises(NoChoice, match=r"seat 0 .*match \d+\)"):
        matches_of_pebbles(table.reset, table.step, 6)
    chair = gymnasium.env(GAME, 2, "random", seat=1)
    with pytest.raises(NoChoice, match="seat 0"):
        matches_of_pebbles(chair.reset, chair.step, 3)


def test_a_heuristic_bot_still_draws_what_it_drew() -> None:
    match = match_of(trap=False)
    drawn = [HeuristicBot(GAME, match.edition, 1.0, seed).choose(match.concealed(0), 0) for seed in range(60)]
    assert set(drawn) == {0, 1}


# For people ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which the game is installed, as a package of somebody's own would be."""
    metadata = tmp_path / "stuck-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stuck\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[caravanserai.games]\nstuck = tests.stuck:GAME\n")
    return {**os.environ, "PYTHONPATH": on_path(tmp_path), "COLUMNS": "200"}


@pytest.mark.parametrize(
    ("arguments", "seat"),
    [
        (["simulate", "stuck", "--matches", "500", "--seed", "stuck"], 0),
        (["simulate", "stuck", "--matches", "500", "--seed", "stuck", "--policy", "advice", "--threads", "2"], 0),
        (["arena", "stuck", "--players", "random,merchant", "--matches", "64", "--seed", "stuck"], 0),
        (["arena", "stuck", "--players", "random,merchant", "--seed", "stuck", "--engine", "processes:1"], 0),
        (["play", "stuck", "--plain", "--lang", "en", "--seats", "2"], 0),
        (["play", "stuck", "--plain", "--lang", "en", "--seats", "3"], 2),
        (["play", "stuck", "--plain", "--lang", "en", "--seats", "3", "--people", "3"], 2),
        (["play", "stuck", "--plain", "--lang", "en", "--seats", "3", "--bots", "vizier:20i"], 2),
    ],
    ids=str,
)
def test_people_are_told_in_one_sentence(installed: dict[str, str], arguments: list[str], seat: int) -> None:
    if arguments[0] == "play":
        trapped = next(seed for seed in range(100) if Match(GAME, 2, seed=seed).position()["state"]["trap"])
        arguments = [*arguments, "--seed", str(trapped)]
    done = subprocess.run(
        [sys.executable, "-m", "caravanserai", *arguments], input="\n1\n" * 20, capture_output=True, text=True,
        timeout=300, env=installed, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith(f"caravanserai: stuck: seat {seat} must decide in phase turn")
