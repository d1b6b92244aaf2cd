"""Gymnasium's own checker on every game at every number of seats, and the vector environment against the single one."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from caravanserai.envs.gymnasium import env, vector_env
from caravanserai.kernel.errors import InvalidOption
from tests.cases import CASES, Case
from tests.envs import options

EVERY = pytest.mark.parametrize("case", CASES, ids=str)


@EVERY
def test_the_checker_finds_nothing(case: Case) -> None:
    made: Any = gym.make(f"caravanserai/{case.name}-v0", seats=case.seats, bots="random", **options(case))
    check_env(made.unwrapped)


@EVERY
def test_a_match_ends_with_the_seat_rewarded_by_its_rank(case: Case) -> None:
    chair, pick = env(case.name, case.seats, "random", seat=1, **options(case, turn_limit=8)), np.random.default_rng(1)
    observation, _ = chair.reset(seed=2)
    over, reward = False, 0.0
    info: dict[str, Any] = {}
    while not over:
        assert observation in chair.observation_space
        observation, reward, over, _, info = chair.step(pick.choice(np.flatnonzero(observation["action_mask"])))
    assert reward == chair.play.rewards()[1]
    assert (reward > 0) <= (info["scores"][1] == max(info["scores"]))


@EVERY
def test_many_at_once_keep_to_their_spaces_and_deal_anew_in_the_same_step(case: Case) -> None:
    chairs = vector_env(case.name, 5, case.seats, "random", threads=2, **options(case, turn_limit=8))
    assert chairs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    pick = np.random.default_rng(1)
    observation, _ = chairs.reset(seed=4)
    ended = 0
    for _ in range(200):
        assert observation in chairs.observation_space
        odds = observation["action_mask"] * pick.random(observation["action_mask"].shape)
        observation, rewards, over, truncated, info = chairs.step(odds.argmax(axis=1))
        assert not truncated.any()
        assert not rewards[~over].any()
        if over.any():
            ended += int(over.sum())
            assert (info["_final_obs"] == over).all()
            assert info["final_obs"] in chairs.observation_space
            assert not info["final_obs"]["action_mask"][over].any()
            scores = info["final_info"]["scores"]
            assert ((rewards > 0) <= (scores[:, 0] == scores.max(axis=1)))[over].all()
    assert ended > 0


def test_an_illegal_action_ends_the_match_and_costs_one() -> None:
    chair = env("tantan")
    for wrong in (38, 39, -1):
        chair.reset(seed=1)
        before = bytes(chair.play.raw)
        _, reward, over, _, info = chair.step(wrong)
        assert (reward, over, info) == (-1.0, True, {"illegal": True})
        assert bytes(chair.play.raw) == before
    chairs = vector_env("tantan", 3)
    observation, _ = chairs.reset(seed=1)
    actions = observation["action_mask"].argmax(axis=1)
    actions[1] = 38
    _, rewards, over, _, info = chairs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert over.tolist() == [False, True, False]
    assert info["final_info"]["illegal"].tolist() == [False, True, False]


def test_a_seed_gives_the_same_match_against_the_same_bots() -> None:
    def play(chair: Any) -> list[Any]:
        observation, _ = chair.reset(seed=6)
        seen = []
        for _ in range(20):
            seen.append(observation["observation"].tobytes())
            observation, *_ = chair.step(observation["action_mask"].argmax())
        return seen

    assert play(env("gobi", 3, "apprentice")) == play(env("gobi", 3, ["apprentice", "apprentice"]))


def test_it_is_shown_in_words() -> None:
    chair = env("tantan", render_mode="ansi")
    chair.reset(seed=1)
    assert "seat_0" in chair.render()
    assert env("tantan").render() is None


def test_vector_environments_are_made_by_gymnasium() -> None:
    chairs: Any = gym.make_vec("caravanserai/tantan-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert chairs.reset(seed=1)[0]["observation"].shape == (3, 217)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"bots": ["random", "random"]}, "bots: expected one level, or 1 for the other seats, got 2"),
        ({"seat": 2}, "seat: expected a number from 0 to 1, got 2"),
        ({"render_mode": "human"}, "render_mode: expected None or 'ansi', got 'human'"),
        ({"seats": 7}, "expected 2 to 4 seats, got 7"),
    ],
)
def test_bad_input_is_refused_in_words(given: dict[str, Any], expected: str) -> None:
    with pytest.raises(InvalidOption, match=expected):
        env("tantan", **given)


def test_many_at_once_are_refused_a_bot_that_searches() -> None:
    with pytest.raises(InvalidOption, match="expected None or one of random, apprentice, merchant, got 'vizier'"):
        vector_env("tantan", 2, bots="vizier")
