"""RLlib's two kinds of environment, and Ray, whose arrays nobody may write to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import ray
from gymnasium.utils.env_checker import check_env

from caravanserai.envs import rllib
from caravanserai.envs.pettingzoo import env as table_of
from caravanserai.games import game_names
from caravanserai.kernel.errors import InvalidOption
from tests.test_travel import go_on, things


@pytest.fixture(scope="module", autouse=True)
def running() -> Iterator[None]:
    ray.init("local", _node_ip_address="127.0.0.1", num_cpus=2, include_dashboard=False, ignore_reinit_error=True)
    assert [node["NodeManagerAddress"] for node in ray.nodes()] == ["127.0.0.1"]
    yield
    ray.shutdown()


@pytest.mark.parametrize("game", game_names())
def test_a_seat_observes_by_rllib_s_names(game: str) -> None:
    chair = rllib.Chair({"game": game, "bots": "random"})
    check_env(chair, skip_render_check=True)
    observation, _ = chair.reset(seed=1)
    assert set(observation) == {"observations", "action_mask"}
    assert observation in chair.observation_space


@pytest.mark.parametrize("game", game_names())
def test_each_step_asks_those_who_must_decide(game: str) -> None:
    """The same match as PettingZoo's, where one is asked after the other."""
    table, one = rllib.Table({"game": game}), table_of(game)
    asked, _ = table.reset(seed=3)
    one.reset(seed=3)
    pick = np.random.default_rng(1)
    over = False
    while not over:
        actions = {}
        for agent, known in asked.items():
            assert known in table.get_observation_space(agent)
            assert (known["observations"] == one.observe(agent)["observation"]).all()
            actions[agent] = int(pick.choice(np.flatnonzero(known["action_mask"])))
        for agent, action in actions.items():
            assert one.agent_selection == agent
            one.step(action)
        asked, rewards, terminated, truncated, infos = table.step(actions)
        over = terminated["__all__"]
        assert not truncated["__all__"]
        assert set(rewards) == set(infos) == set(asked) == set(terminated) - {"__all__"}
    assert set(asked) == set(table.possible_agents)
    assert rewards == one.rewards
    assert infos == one.infos


@pytest.mark.parametrize("kind", [rllib.Chair, rllib.Table])
def test_a_config_without_a_game_is_refused_in_words(kind: Any) -> None:
    with pytest.raises(InvalidOption, match="env_config: expected game, the name of one, got seats"):
        kind({"seats": 2})


@ray.remote  # type: ignore[untyped-decorator]
def go_on_there(thing: Any) -> Any:
    return go_on(thing)


@pytest.mark.parametrize("game", game_names())
def test_everything_goes_on_where_ray_has_taken_it(game: str) -> None:
    for called, thing in things(game).items():
        there = ray.get(go_on_there.remote(ray.put(thing)))
        assert go_on(ray.get(ray.put(thing))) == there, called
        assert go_on(thing) == there, called
