"""The spaces that PettingZoo and Gymnasium share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from caravanserai.envs.play import limits
from caravanserai.kernel.game import Game


def observation_space(game: Game, more: int = 0) -> spaces.Dict:
    """What a seat knows as numbers, and the mask of what it may do; ``more`` actions than the game has."""
    low, high = limits(game)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (game.actions.count + more,), np.int8),
        }
    )


def action_space(game: Game, more: int = 0) -> spaces.Discrete[Any]:
    """The numbered actions of a game, and ``more`` after them."""
    return spaces.Discrete(game.actions.count + more)
