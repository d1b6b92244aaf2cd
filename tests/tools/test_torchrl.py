"""TorchRL's wrapper on both PettingZoo forms of every game."""

from __future__ import annotations

from typing import Any

import pytest
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from caravanserai.envs.pettingzoo import env, parallel_env
from caravanserai.games import all_games, game_names


def wrapped(table: Any) -> Any:
    return PettingZooWrapper(table, use_mask=True, seed=1)


def play(table: Any) -> None:
    """Random play is legal play: nobody is punished, and whole matches are played."""
    rolled = table.rollout(400, break_when_any_done=False)
    ended = rolled["next", "done"].flatten()
    assert ended.any()
    for group in table.group_map:
        rewards = rolled["next", group, "reward"].flatten(1)
        assert not rewards[~ended].any()
        seats = len(table.possible_agents)
        assert rewards.min() >= (-1 if seats == 2 else -1 / (seats - 1))


@pytest.mark.parametrize("game", game_names())
def test_one_after_the_other(game: str) -> None:
    table = wrapped(env(game, **short(game)))
    check_env_specs(table)
    play(table)


@pytest.mark.parametrize("game", [game.id for game in all_games() if game.windows])
def test_all_at_once(game: str) -> None:
    table = wrapped(parallel_env(game, **short(game)))
    check_env_specs(table)
    play(table)


def short(game: str) -> dict[str, Any]:
    """As few turns as a match of the game can have."""
    limits = {"turn_limit": 2}
    known = {option.name for found in all_games() if found.id == game for option in found.options}
    return {name: value for name, value in limits.items() if name in known}
