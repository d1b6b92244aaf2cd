"""What a network plays for whoever learns: what was decided comes back, and all else follows from it."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from caravanserai.bots.learned import NetworkBot, weights
from caravanserai.games import find_game
from caravanserai.kernel.errors import CaravanseraiError, InvalidOption
from caravanserai.kernel.playout import SHARES
from caravanserai.lab.rollouts import BLOCK, Network, RolloutSpec, pack, win_share

TANTAN = find_game("tantan")
SPEC = RolloutSpec(
    game="tantan", seats=2, seed="9", matches=BLOCK + 20, weights=pack(weights(TANTAN)), opponents=(None, "merchant")
)


def untaught(game: str, width: int = 8) -> dict[str, Any]:
    """Some network for any game."""
    found, chance = find_game(game), np.random.default_rng(1)
    sizes = (found.observation_size, width, found.actions.count)
    layers = {f"w{k}": chance.normal(size=(sizes[k + 1], sizes[k])).astype(np.float32) for k in range(2)}
    layers |= {f"b{k}": np.zeros(sizes[k + 1], np.float32) for k in range(2)}
    return {**layers, "mean": np.zeros(sizes[0], np.float32), "scale": np.ones(sizes[0], np.float32)}


def test_what_was_decided_is_enough_to_learn_from() -> None:
    rollout = SPEC.play(1)
    experience = SPEC.replay(rollout)
    rows = np.arange(rollout.decisions)
    assert rollout.matches == 20
    assert experience.actions.tolist() == list(rollout.actions)
    assert experience.masks[rows, experience.actions].all()
    assert experience.observations.shape == (rollout.decisions, TANTAN.observation_size)
    assert set(experience.match) == set(range(20))
    assert np.allclose(experience.rewards.sum(axis=1), 0)
    assert (experience.scores.argmax(axis=1) == experience.rewards.argmax(axis=1)).mean() > 0.9
    # By turns it plays both seats, and each chair alone against a merchant.
    seats = [set(experience.seat[experience.match == match]) for match in range(8)]
    assert seats == [{0, 1}, {0}, {0, 1}, {1}] * 2
    own = [0, 0, 1, 1] * 5
    shares = (1 + experience.rewards[range(20), own]) / 2
    assert rollout.wins == round(shares.sum() * SHARES)


def test_it_explores_by_the_odds_of_its_network() -> None:
    """The actions taken are as likely, on the whole, as the network says they are."""
    parts = [SPEC.replay(SPEC.play(number)) for number in range(2)]
    seen, masks, actions = (np.concatenate([getattr(part, name) for part in parts])
                            for name in ("observations", "masks", "actions"))  # fmt: skip
    likings = np.where(masks, SPEC.network.likings(seen).astype(np.float64), -np.inf)
    odds = np.exp(likings - likings.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    taken = odds[np.arange(len(actions)), actions]
    best_taken, best = actions == odds.argmax(axis=1), odds.max(axis=1)
    doubt = 4 * np.sqrt((best * (1 - best)).sum()) / len(best)
    assert best_taken.mean() == pytest.approx(best.mean(), abs=doubt)
    assert (taken > 0).all()
    assert 0.3 < best.mean() < 0.97


def test_otherwise_it_takes_what_it_likes_best_and_wins() -> None:
    spec = replace(SPEC, opponents=("merchant",), explore=False, matches=8 * BLOCK)
    rollouts = [spec.play(number) for number in range(8)]
    assert win_share(rollouts) > 0.65
    assert [rollout.actions for rollout in rollouts] == [()] * 8
    with pytest.raises(InvalidOption, match="expected some that explore"):
        spec.replay(rollouts[0])


def test_it_says_what_the_learned_bot_says_whatever_it_is_asked_besides() -> None:
    """Up to the last bits; and its own bits do not depend on how many rows there are."""
    seen = SPEC.replay(SPEC.play(0)).observations[:500]
    network, bot = Network(weights(TANTAN)), NetworkBot(TANTAN, TANTAN.edition())
    likings = network.likings(seen)
    assert np.allclose(likings, bot.likings(seen), atol=1e-4)
    assert (np.concatenate([network.likings(seen[k : k + 7]) for k in range(0, 500, 7)]) == likings).all()


@pytest.mark.parametrize("game", ["gobi", "marche"])
def test_a_game_where_several_decide_at_once_is_played_too(game: str) -> None:
    seats = find_game(game).fewest
    spec = RolloutSpec(game=game, seats=seats, seed="9", matches=6, weights=pack(untaught(game)), opponents=(None,))
    rollout = spec.play(0)
    assert spec.play(0) == rollout
    assert spec.replay(rollout).actions.tolist() == list(rollout.actions)


def without(name: str) -> dict[str, Any]:
    return {key: array for key, array in untaught("tantan").items() if key != name}


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"weights": "no base64!"}, "weights: expected a file of weights as base64"),
        ({"weights": "bm90aGluZw=="}, "weights: expected arrays as examples/learn.py writes them"),
        ({"weights": ""}, "weights: expected arrays as examples/learn.py writes them"),
        ({"weights": pack(without("mean"))}, "weights: expected w0 b0 w1 b1 … mean scale, got b0 b1 scale w0 w1"),
        ({"weights": pack({})}, "weights: expected w0 b0 w1 b1 … mean scale, got nothing"),
        ({"weights": pack(untaught("gobi"))}, r"weights w0 of tantan: expected \(8, 217\), got"),
        ({"opponents": ("vizier",)}, r"opponents: expected None or random, apprentice, merchant, got \('vizier',\)"),
        ({"opponents": ()}, "opponents: expected None or random"),
        ({"matches": 0}, "matches: expected a number from 1 up, got 0"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(given: Mapping[str, Any], complaint: str) -> None:
    with pytest.raises(CaravanseraiError, match=complaint) as problem:
        RolloutSpec.from_json({**SPEC.as_json(), **given})
    assert "\n" not in str(problem.value)


def test_weights_that_would_run_code_are_not_read() -> None:
    file = io.BytesIO()
    np.savez(file, w0=np.array([print], object))
    with pytest.raises(InvalidOption, match="weights: expected arrays"):
        replace(SPEC, weights=base64.b64encode(file.getvalue()).decode())
