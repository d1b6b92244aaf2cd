"""The spaces that PettingZoo and Gymnasium share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from caravanserai.envs.play import limits
from caravanserai.kernel.game import Game


def observation_space(game: Game) -> spaces.Dict:
    """What a seat knows as numbers, and the mask of what it may do."""
    low, high = limits(game)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (game.actions.count,), np.int8),
        }
    )


def action_space(game: Game) -> spaces.Discrete[Any]:
    """The numbered actions of a game."""
    return spaces.Discrete(game.actions.count)
