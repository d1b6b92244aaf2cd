"""A bot that was taught by playing: a small network, trained by ``examples/learn.py``, played with NumPy alone.

The weights of a game lie in ``weights/<game>.npz``: layers ``w0 b0 w1 b1 …``, and ``mean`` and ``scale`` of what is
observed. Games without such a file have no learned bot.
"""

from __future__ import annotations

import zipfile
from functools import cache
from pathlib import Path
from typing import IO, Any

import numpy as np

from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import Game

WEIGHTS = Path(__file__).parent / "weights"


def weights_file(game: Game) -> Path:
    """Where a game's weights are, if there are any."""
    return WEIGHTS / f"{game.id}.npz"


def is_taught(game: Game) -> bool:
    """Whether there are weights for a game."""
    return weights_file(game).exists()


@cache
def weights(game: Game) -> dict[str, Any]:
    """The arrays of a game."""
    if not is_taught(game):
        taught = ", ".join(sorted(path.stem for path in WEIGHTS.glob("*.npz")))
        raise InvalidOption(f"level 'learned': nothing was learned about {game.id}; expected one of {taught}")
    return read_weights(weights_file(game))


def read_weights(file: Path | IO[bytes]) -> dict[str, Any]:
    """The arrays in a file."""
    try:
        with np.load(file, allow_pickle=False) as arrays:
            return {name: arrays[name].astype(np.float32) for name in arrays}
    except (ValueError, EOFError, TypeError, AttributeError, zipfile.BadZipFile):
        raise InvalidOption("weights: expected arrays as examples/learn.py writes them, in a file of NumPy's") from None


def check_weights(weights: dict[str, Any], game: Game) -> None:
    """Refuse arrays that are no network for a game."""
    count = sum(name.startswith("w") for name in weights)
    names = [f"{letter}{k}" for k in range(count) for letter in "wb"]
    if not count or set(weights) != {*names, "mean", "scale"}:
        there = " ".join(sorted(weights)) or "nothing"
        raise InvalidOption(f"weights: expected w0 b0 w1 b1 … mean scale, got {there}")
    widths = [game.observation_size, *(weights[f"b{k}"].size for k in range(count - 1)), game.actions.count]
    shapes: dict[str, tuple[int, ...]] = {f"w{k}": (widths[k + 1], widths[k]) for k in range(count)}
    shapes |= {f"b{k}": (widths[k + 1],) for k in range(count)} | {"mean": (widths[0],), "scale": (widths[0],)}
    for name, shape in shapes.items():
        if weights[name].shape != shape:
            raise InvalidOption(f"weights {name} of {game.id}: expected {shape}, got {weights[name].shape}")


class NetworkBot:
    """Takes what the network likes best."""

    def __init__(self, game: Game, edition: Edition) -> None:
        self.game = game
        self.edition = edition
        self.contract = game.contract
        self.functions = game.functions
        self.editions = edition.array
        self.weights = weights(game)
        self.mask = np.zeros(game.actions.count, np.uint8)
        self.seen = np.zeros(game.observation_size, np.float32)

    def __reduce__(self) -> Any:
        return type(self), (self.game, self.edition)

    def choose(self, concealed: Any, seat: int) -> int:
        """The action that the network rates best; raises NoChoice if nothing is legal."""
        if not self.functions.legal(self.editions, concealed, 0, seat, self.mask):
            raise self.contract.no_choice(concealed, 0, seat)
        self.functions.encode(self.editions, concealed, 0, seat, self.seen)
        return int(np.where(self.mask, self.likings(self.seen), -np.inf).argmax())

    def likings(self, seen: Any) -> Any:
        """What the network says of every action, legal or not, for one observation or many."""
        w = self.weights
        signal = (seen - w["mean"]) * w["scale"]
        last = sum(name.startswith("w") for name in w) - 1
        for layer in range(last):
            signal = np.maximum(signal @ w[f"w{layer}"].T + w[f"b{layer}"], 0)
        return signal @ w[f"w{last}"].T + w[f"b{last}"]
