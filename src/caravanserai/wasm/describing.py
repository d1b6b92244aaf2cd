"""What a browser must know of a game beside its module, as JSON: sizes and places of records, what a table may choose,
printed editions, and how bots think; and what a bot has learned, as bytes. All of it is said by the game; nothing here
is written by hand for one."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import asdict
from typing import Any

import numpy as np

from caravanserai.bots import BRISK, SELDOM, levels_of
from caravanserai.bots.hints import REVIEW_ITERATIONS, SEED, WORTH_TELLING
from caravanserai.bots.learned import is_taught, weights
from caravanserai.bots.search import (
    CONFIG,
    DEEPEST,
    EDGE,
    EDGES,
    GROWTH,
    NODE,
    NODES,
    ROOT,
    SLOTS,
    SearchConfig,
)
from caravanserai.kernel.chance import Stream
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import ENDLESS
from caravanserai.kernel.presenter import PARTS
from caravanserai.kernel.records import as_bytes
from caravanserai.kernel.sentences import SPEECH
from caravanserai.wasm.entries import Sizes

FORMAT = 1
"""Raised when a description comes to mean something else."""

READ = ("seats", "phase", "ended", "undo_barrier")
"""What the page reads of any position."""


def description(game: Game, key: str) -> dict[str, Any]:
    """All of it for a game; ``key`` tells of which sources the module was made."""
    sizes = Sizes.of(game)
    return {
        "format": FORMAT,
        "game": game.id,
        "rules_version": game.rules_version,
        "key": key,
        "seats": [game.fewest, game.most],
        "actions": sizes.ACTIONS,
        "phases": list(game.phases),
        "reasons": list(game.reasons),
        "silence": {str(phase): action for phase, action in game.silence.items()},
        "bluffs": [int(phase in game.bluffs) for phase in game.phases],
        "options": [
            {"name": option.name, "default": option.default, "low": option.low, "high": option.high, "lab": option.lab}
            for option in game.options
        ],
        "editions": {
            name: b64encode(as_bytes(edition.array)[0].tobytes()).decode() for name, edition in game.editions.items()
        },
        "sizes": {
            "edition": game.contract.edition.size,
            "position": game.state.size,
            "chance": Stream.layout.size,
            "observation": sizes.OBSERVED,
            "view": sizes.VIEW,
            "compact": sizes.COMPACT,
            "speech": SPEECH,
            "parts": PARTS,
        },
        "position": _places(game.state.dtype, [*READ, *(option.name for option in game.options)]),
        "chance": _places(Stream.layout.dtype, ["key"]),
        "search": {
            "nodes": NODES,
            "edges": EDGES,
            "deepest": DEEPEST,
            "slots": SLOTS,
            "root": ROOT,
            "node": _record(NODE),
            "edge": _record(EDGE),
            "growth": _record(GROWTH),
            "config": _config(game),
        },
        "bots": {
            "levels": [
                {**asdict(level), "power": level.power if np.isfinite(level.power) else None}
                for level in levels_of(game).values()
            ],
            "network": _widths(game),
            "seldom": SELDOM,
            "brisk": BRISK,
            "worth_telling": WORTH_TELLING,
            "hints_seed": SEED.hex(),
            "review_iterations": REVIEW_ITERATIONS,
        },
    }


def _widths(game: Game) -> list[int] | None:
    """How many numbers each layer of a game's network has, what it looks at first; None where nothing was learned."""
    if not is_taught(game):
        return None
    known = weights(game)
    return [known["mean"].size, *(known[f"b{layer}"].size for layer in range(_layers(known)))]


def network(game: Game) -> bytes:
    """What was learned: mean and scale of what is looked at, then each layer's weights, row by row, and its biases."""
    known = weights(game)
    names = ["mean", "scale", *(f"{letter}{layer}" for layer in range(_layers(known)) for letter in "wb")]
    return b"".join(known[name].astype("<f4").tobytes() for name in names)


def _layers(known: dict[str, Any]) -> int:
    return sum(name[0] == "w" for name in known)


def _config(game: Game) -> dict[str, float]:
    """The numbers a search weighs with, in the order of the record; no playout goes further than the game's horizon."""
    config = asdict(SearchConfig())
    config["horizon"] = float(min(config["horizon"], game.horizon or ENDLESS))
    return {name: float(config[name]) for name in CONFIG.names or ()}


def _places(kind: np.dtype[Any], names: list[str]) -> dict[str, dict[str, Any]]:
    """Where some fields of a record begin, and their types."""
    fields: Any = kind.fields or {}
    return {name: {"at": fields[name][1], "type": fields[name][0].base.name} for name in names}


def _record(kind: np.dtype[Any]) -> dict[str, Any]:
    """The size of a record and all its fields."""
    return {"size": kind.itemsize, "fields": _places(kind, list(kind.names or ()))}
