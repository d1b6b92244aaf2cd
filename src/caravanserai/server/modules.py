"""The engine for browsers, as the server hands it out: modules that came with the package, and those made since.

A wheel brings them beside its page. In a repository, and for a game of somebody else's package, they are made in the
background if there is a linker (``caravanserai.wasm``); until then their addresses answer 404, and pages ask the server
for everything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from caravanserai import wasm
from caravanserai.games import all_games
from caravanserai.kernel.game import Game

FOLDER, INDEX = "engine", "index.json"
SHIPPED = Path(__file__).parent / "site" / FOLDER
TYPES = {".wasm": "application/wasm", ".json": "application/json", ".network": "application/octet-stream"}
NAME = re.compile(r"[a-z0-9_]+\.[0-9a-f]{16}\.(?:wasm|json|network)")


def shipped() -> dict[str, str]:
    """The keys of the modules that came with the package, by game."""
    try:
        keys: dict[str, str] = json.loads((SHIPPED / INDEX).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return keys


def keys() -> dict[str, str]:
    """The key of each game that has a module. One that was made of other sources than those that run here plays another
    game, and is not named."""
    came = shipped()
    return {
        game.id: key
        for game in all_games()
        if came.get(game.id) == (key := wasm.module_key(game)) or wasm.is_built(game)
    }


def find(name: str) -> Path | None:
    """The file of a module, of its description, or of what a bot has learned."""
    if not NAME.fullmatch(name):
        return None
    return next((path for folder in (SHIPPED, wasm.modules_folder()) if (path := folder / name).is_file()), None)


def lacking(games: Iterable[Game]) -> list[Game]:
    """Games whose modules could be made here and are not there."""
    if not wasm.can_build():
        return []
    there = keys()
    return [game for game in games if game.id not in there]
