"""Stable-Baselines3 on a single seat, and on many by the batch API."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor

from caravanserai.envs.gymnasium import env, vector_env
from caravanserai.envs.stable_baselines3 import vec_env
from caravanserai.games import game_names
from caravanserai.kernel.errors import InvalidOption


@pytest.mark.parametrize("game", game_names())
def test_its_checker_finds_nothing(game: str) -> None:
    check_env(env(game, bots="random"))


def test_what_it_predicts_is_an_action() -> None:
    """An array without axes: the page of Numba's errors that this once gave is gone."""
    chair = env("tantan")
    observation, _ = chair.reset(seed=1)
    action, _ = PPO("MultiInputPolicy", chair, n_steps=8, batch_size=8, seed=1).predict(observation)
    assert action.shape == ()
    _, reward, over, _, info = chair.step(action)
    assert (reward, over, info) in ((0.0, False, {}), (-1.0, True, {"illegal": True}))


def test_many_seats_are_those_of_the_vector_environment() -> None:
    many, chairs = vec_env("tantan", 3), vector_env("tantan", 3)
    seeds = many.seed(5)
    assert list(seeds) == [5, 6, 7]
    observation: Any = many.reset()
    expected, _ = chairs.reset(seed=[5, 6, 7])
    ended = 0
    for _ in range(200):
        assert all((observation[name] == expected[name]).all() for name in expected)
        masks = get_action_masks(many)
        assert (masks == expected["action_mask"]).all()
        actions = masks.argmax(axis=1)
        observation, rewards, over, infos = many.step(actions)
        expected, its_rewards, its_over, _, its_info = chairs.step(actions)
        assert (rewards == its_rewards.astype(np.float32)).all()
        assert (over == its_over).all()
        for i in np.flatnonzero(over):
            final = infos[i]["terminal_observation"]
            assert (final["observation"] == its_info["final_obs"][i]["observation"]).all()
            assert infos[i]["scores"] == its_info["final_info"]["scores"][i].tolist()
            ended += 1
    assert ended > 2
    assert is_masking_supported(many)
    assert not many.has_attr("fog")


def test_a_wrapper_counts_matches_and_an_illegal_action_ends_one() -> None:
    many = VecMonitor(vec_env("tantan", 2))
    many.reset()
    legal = get_action_masks(many).argmax(axis=1)
    _, rewards, over, infos = many.step(np.array([38, legal[1]]))
    assert (rewards.tolist(), over.tolist()) == ([-1, 0], [True, False])
    assert infos[0]["illegal"]
    assert infos[0]["episode"]["r"] == -1
    assert many.env_is_wrapped(VecMonitor) == [False, False]


def test_what_matches_share_is_set_for_all_of_them() -> None:
    many = vec_env("tantan", 2)
    many.set_attr("spec", "ours")
    assert many.get_attr("spec") == ["ours", "ours"]
    with pytest.raises(InvalidOption, match="indices of spec: expected None, since matches share it, got 0"):
        many.set_attr("spec", "ours", 0)


def test_pictures_are_put_side_by_side() -> None:
    many = vec_env("tantan", 4, render_mode="rgb_array")
    many.reset()
    assert many.render().shape == (2 * 720, 2 * 960, 3)
