"""OpenSpiel's own tests of every game at every number of seats, and its algorithms on the games they fit."""

from __future__ import annotations

import pyspiel
import pytest

from caravanserai.envs.openspiel import load
from tests.cases import CASES, Case
from tests.envs import options

EVERY = pytest.mark.parametrize("case", CASES, ids=str)


@EVERY
def test_random_play_with_every_state_stored_and_restored(case: Case) -> None:
    game = load(case.name, case.seats, streams=64, **options(case, turn_limit=6))
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)


@pytest.mark.parametrize("case", [case for case in CASES if case.game.windows], ids=str)
def test_random_play_of_the_simultaneous_view(case: Case) -> None:
    game = load(case.name, case.seats, simultaneous=True, streams=64, **options(case, turn_limit=6))
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)
