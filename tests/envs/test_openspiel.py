"""OpenSpiel's own tests of every game at every number of seats, and its algorithms on the games they fit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import gambit, ismcts, mcts, minimax

from caravanserai.envs.openspiel import load, load_small
from caravanserai.games import game_names
from tests.cases import CASES, Case
from tests.envs import options

EVERY = pytest.mark.parametrize("case", CASES, ids=str)
GAMES = pytest.mark.parametrize("name", game_names())


@EVERY
def test_random_play_with_every_state_stored_and_restored(case: Case) -> None:
    game = load(case.name, case.seats, streams=64, **options(case, turn_limit=6))
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)


@pytest.mark.parametrize("case", [case for case in CASES if case.game.windows], ids=str)
def test_random_play_of_the_simultaneous_view(case: Case) -> None:
    game = load(case.name, case.seats, simultaneous=True, streams=64, **options(case, turn_limit=6))
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)


def brief(name: str) -> Any:
    """A game that is soon over."""
    return load(name, **options(Case(name, 0), turn_limit=6))


def walk(game: Any, seed: int, most: int) -> Any:
    """A state after some random decisions, none of them chance's."""
    pick, state = np.random.default_rng(seed), game.new_initial_state()
    for _ in range(most):
        while state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(pick.choice(numbers, p=odds)))
        if state.is_terminal():
            break
        state.apply_action(int(pick.choice(state.legal_actions())))
    while state.is_chance_node():
        state.apply_action(0)
    return state


@GAMES
def test_resampling_changes_nothing_the_player_knows(name: str) -> None:
    state = walk(brief(name), 3, 12)
    assert not state.is_terminal()
    seat, pick = state.current_player(), np.random.default_rng(1)
    worlds = [state.resample_from_infostate(seat, pick.random) for _ in range(10)]
    for world in worlds:
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.observation_string(seat) == state.observation_string(seat)
        assert world.legal_actions() == state.legal_actions()
        assert (np.array(world.observation_tensor(seat)) == state.observation_tensor(seat)).all()
    hides = state.observation_string(seat) != state.dump(state.position)
    assert (len({str(world) for world in worlds}) > 1) == hides


@GAMES
def test_searches_of_openspiel_find_legal_actions(name: str) -> None:
    game = brief(name)
    state = walk(game, 1, 6)
    assert not state.is_terminal()
    pick = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, pick)
    blind = ismcts.ISMCTSBot(game, evaluator, 1.4, 4, random_state=pick)
    assert blind.step(state) in state.legal_actions()
    bot = mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=pick)
    assert bot.step(state) in state.legal_actions()


def test_chance_has_exact_odds_where_it_can_fall_in_few_ways() -> None:
    """Five food, a jewel and a thief can lie in 42 orders, and either of two seats begins."""
    outcomes = load_small("tantan").new_initial_state().chance_outcomes()
    assert len(outcomes) == 84
    assert [probability for _, probability in outcomes] == pytest.approx([1 / 84] * 84)


def test_a_die_is_a_chance_node_with_as_many_outcomes_as_faces() -> None:
    state = load("samarkand").new_initial_state()
    state.apply_action(0)
    while not state.is_chance_node():
        ride = [action for action in state.legal_actions() if state.action_to_string(action) == "ride"]
        state.apply_action(ride[0] if ride else state.legal_actions()[0])
    faces = [probability for _, probability in state.chance_outcomes()]
    assert sum(faces) == pytest.approx(1)
    assert min(faces) == pytest.approx(1 / 6)


def test_where_it_can_fall_in_many_ways_it_is_a_sample_that_the_seed_chooses() -> None:
    def deals(seed: int) -> list[str]:
        state = load("tantan", streams=8, seed=seed).new_initial_state()
        assert state.chance_outcomes() == [(k, 1 / 8) for k in range(8)]
        return [str(state.child(k)) for k in range(8)]

    assert deals(1) == deals(1)
    assert not set(deals(1)) & set(deals(2))


# Known values of the small instances, as docs/research.md publishes them ----------------------------------------------


def beginner(game: Any, value: Any) -> float:
    """What the match is worth to the seat that begins, on average over the deals."""
    root = game.new_initial_state()
    return float(sum(p * value(number, root.child(number)) for number, p in root.chance_outcomes()))


def best_play(_: int, state: Any) -> float:
    """For whoever decides, with all open: by going through everything."""
    return float(minimax.expectiminimax(state, 1000, None, state.current_player())[0])


def equilibrium(game: Any, iterations: int) -> tuple[Any, Any]:
    """The game as OpenSpiel's C++ sees it, by way of a Gambit file, and what its CFR+ comes to there."""
    compiled = pyspiel.load_efg_game(gambit.export_gambit(game))
    solver = pyspiel.CFRPlusSolver(compiled)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return compiled, solver.tabular_average_policy()


def test_small_tantan_is_worth_nineteen_twenty_firsts_to_the_beginner() -> None:
    game = load_small("tantan")
    assert beginner(game, best_play) == pytest.approx(float(Fraction(19, 21)))
    compiled, policy = equilibrium(game, 100)
    assert pyspiel.exploitability(compiled, policy) < 1e-3


def test_small_gobi_is_worth_nothing_to_the_beginner() -> None:
    game = load_small("gobi")
    compiled, policy = equilibrium(game, 100)
    root = compiled.new_initial_state()

    def equilibrium_play(number: int, state: Any) -> float:
        after = root.child(number)
        return float(pyspiel.expected_returns(after, policy, -1, False)[state.current_player()])

    assert pyspiel.exploitability(compiled, policy) < 1e-3
    assert beginner(game, equilibrium_play) == pytest.approx(0, abs=1e-3)


def test_small_marracash_is_shared_by_all_whatever_they_do() -> None:
    ends = set()

    def go_through(state: Any) -> None:
        if state.is_terminal():
            ends.add(tuple(state.returns()))
        for action in [0] if state.is_chance_node() else state.legal_actions():
            go_through(state.child(action))

    go_through(load_small("marracash").new_initial_state())
    assert ends == {(0.0, 0.0, 0.0)}


def test_small_samarkand_is_a_draw() -> None:
    assert beginner(load_small("samarkand"), best_play) == 0


def test_small_marche_has_an_equilibrium_in_which_nobody_gains() -> None:
    compiled, policy = equilibrium(load_small("marche"), 300)
    assert pyspiel.nash_conv(compiled, policy) < 1e-3
    assert pyspiel.expected_returns(compiled.new_initial_state(), policy, -1, False) == pytest.approx([0] * 3, abs=1e-3)
