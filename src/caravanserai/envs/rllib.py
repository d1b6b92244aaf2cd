"""The games as RLlib takes them: classes that are made of one ``env_config``.

    PPOConfig().environment(rllib.Chair, env_config={"game": "tantan", "bots": "merchant"})
    PPOConfig().environment(rllib.Table, env_config={"game": "gobi", "seats": 4})

``Chair`` is one seat against bots, ``Table`` has an agent in every seat: each step asks those that must decide, all of
them where several do at once. What is given is as in ``caravanserai.envs.gymnasium`` and
``caravanserai.envs.pettingzoo``, but for the key of what is observed: RLlib's ``ActionMaskingTorchRLModule`` looks for
``observations`` beside ``action_mask``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from caravanserai.envs.gymnasium import env
from caravanserai.envs.pettingzoo import ParallelTable
from caravanserai.envs.spaces import action_space, observation_space
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import Game

__all__ = ["Chair", "Table"]


def _given(config: Mapping[str, Any] | None) -> dict[str, Any]:
    given = dict(config or {})
    if "game" not in given:
        raise InvalidOption(f"env_config: expected game, the name of one, got {', '.join(given) or 'nothing'}")
    return given


def _space(game: Game) -> spaces.Dict:
    usual = observation_space(game)
    return spaces.Dict({"observations": usual["observation"], "action_mask": usual["action_mask"]})


class Chair(gym.ObservationWrapper[Any, Any, Any]):
    """One seat against bots. ``env_config`` has the arguments of ``gymnasium.env``."""

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        chair = env(**_given(config))
        super().__init__(chair)
        self.observation_space = _space(chair.play.game)

    def observation(self, observation: Any) -> dict[str, Any]:
        return {"observations": observation["observation"], "action_mask": observation["action_mask"]}


class Table(MultiAgentEnv):  # type: ignore[misc]
    """An agent in every seat. ``env_config`` has the arguments of ``pettingzoo.env``."""

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        given = _given(config)
        fixed = {name: given.pop(name, None) for name in ("seats", "edition", "render_mode")}
        self.hands = ParallelTable(given.pop("game"), **fixed, options=given)
        self.possible_agents = list(self.hands.possible_agents)
        self.agents = list(self.possible_agents)
        game = self.hands.play.game
        self.observation_spaces = {agent: _space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        observations, _ = self.hands.reset(seed=seed)
        asked = self._asked(observations)
        return asked, {agent: {} for agent in asked}

    def _asked(self, observations: Mapping[str, Any]) -> dict[str, Any]:
        """What those know who must decide, or all when the match is over."""
        pending = self.hands.play.pending() if self.hands.agents else -1
        actions = self.hands.play.actions
        return {
            agent: {"observations": known["observation"], "action_mask": known["action_mask"][:actions]}
            for seat, (agent, known) in enumerate(observations.items())
            if pending >> seat & 1
        }

    def step(self, action_dict: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        observations, rewards, over, cut, infos = self.hands.step(action_dict)
        asked = self._asked(observations)
        terminated = {"__all__": not self.hands.agents, **{agent: over[agent] for agent in asked}}
        truncated = {"__all__": False, **{agent: cut[agent] for agent in asked}}
        return asked, {a: rewards[a] for a in asked}, terminated, truncated, {a: infos[a] for a in asked}

    def render(self) -> Any:
        return self.hands.render()
