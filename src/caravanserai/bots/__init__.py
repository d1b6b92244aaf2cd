"""Bots: players that get a concealed position and never the true one.

``make_bot(game, edition, level, seed)`` makes one; ``bot.choose(concealed, seat)`` is its decision. A bot holds no
match: all it can know is what it is handed.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import Game

LOOSENESS = 0.5
"""An apprentice takes the root of each weight: good choices still lead, by less."""


class Bot(Protocol):
    """Anything that decides for a seat."""

    def choose(self, concealed: Any, seat: int) -> int:
        """The number of a legal action, given the position as the seat knows it."""
        ...


class ByThumb:
    """Plays from the game's advice: ``power`` 0 is blind chance, 1 is the advice's own odds, infinity its favourite."""

    def __init__(self, game: Game, edition: Edition, power: float, seed: int | None = None) -> None:
        self.functions = game.functions
        self.editions = edition.array
        self.power = power
        self.chance = np.random.default_rng(seed)
        self.mask = np.zeros(game.actions.count, np.uint8)
        self.weights = np.zeros(game.actions.count, np.float32)

    def choose(self, concealed: Any, seat: int) -> int:
        self.functions.legal(self.editions, concealed, 0, seat, self.mask)
        odds = self.mask.astype(np.float64)
        if self.power > 0:
            self.functions.advise(self.editions, concealed, 0, seat, self.weights)
            if self.weights.any():
                odds = self.weights.astype(np.float64)
        if np.isinf(self.power):
            best = np.flatnonzero(odds == odds.max())
            return int(self.chance.choice(best))
        odds = np.where(odds > 0, odds, 0) ** (self.power or 1)
        return int(self.chance.choice(len(odds), p=odds / odds.sum()))


LEVELS = {"random": 0.0, "apprentice": LOOSENESS, "merchant": np.inf}
"""The levels, weakest first, with the power each plays the advice by."""


def make_bot(game: Game, edition: Edition, level: str, seed: int | None = None) -> Bot:
    """A bot of a level."""
    if level not in LEVELS:
        raise InvalidOption(f"level {level!r}: expected one of {', '.join(LEVELS)}")
    return ByThumb(game, edition, LEVELS[level], seed)
