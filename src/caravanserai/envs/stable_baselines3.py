"""The games as a ``VecEnv`` of Stable-Baselines3: one seat in each of many matches, on the compiled batch API.

    from sb3_contrib import MaskablePPO
    from caravanserai.envs import stable_baselines3

    MaskablePPO("MultiInputPolicy", stable_baselines3.vec_env("tantan", 64)).learn(100_000)

What is observed and rewarded is as in ``caravanserai.envs.gymnasium``, on whose vector environment this stands. There
is no environment for each match, so attributes are those of all of them. The info of a match that is over has its
``terminal_observation``, and its ``scores`` or that an action was ``illegal``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from caravanserai.batch import STREAM_BITS
from caravanserai.envs.gymnasium import USUAL_BOT, Chairs, vector_env
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import Game

__all__ = ["ChairsVecEnv", "vec_env"]


class ChairsVecEnv(VecEnv):  # type: ignore[misc]
    """A vector environment of Gymnasium's kind as Stable-Baselines3 asks for it."""

    def __init__(self, chairs: Chairs) -> None:
        self.chairs = chairs
        super().__init__(chairs.num_envs, chairs.single_observation_space, chairs.single_action_space)
        self._actions: Any = None

    def reset(self) -> dict[str, Any]:
        seeded = None not in self._seeds
        # Stable-Baselines3 counts up from any number of 32 bits.
        seeds = [seed % (1 << STREAM_BITS) for seed in self._seeds] if seeded else None
        self._reset_seeds()
        self._reset_options()
        observation, _ = self.chairs.reset(seed=seeds)
        return observation

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[dict[str, Any], Any, Any, list[dict[str, Any]]]:
        observation, rewards, over, _, info = self.chairs.step(self._actions)
        return observation, rewards.astype(np.float32), over, self._infos(over, info)

    def _infos(self, over: Any, info: dict[str, Any]) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over):
            final = info["final_info"]
            infos[i] = {"terminal_observation": info["final_obs"][i], "TimeLimit.truncated": False}
            infos[i] |= {"illegal": True} if final["illegal"][i] else {"scores": final["scores"][i].tolist()}
        return infos

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.chairs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        if indices is not None:
            raise InvalidOption(f"indices of {attr_name}: expected None, since matches share it, got {indices!r}")
        setattr(self.chairs, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """What a method of all the matches, such as ``action_masks`` or ``render``, gives for some of them."""
        given = getattr(self.chairs, method_name)(*args, **kwargs)
        return [given[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        return self.chairs.render() or ()

    def close(self) -> None:
        self.chairs.close()


def vec_env(
    game: Game | str, num_envs: int, seats: int | None = None, bots: str | Sequence[str] = USUAL_BOT, **more: Any
) -> ChairsVecEnv:
    """So many seats against bots. More: seat, edition, threads, render_mode, options."""
    return ChairsVecEnv(vector_env(game, num_envs, seats, bots, **more))
