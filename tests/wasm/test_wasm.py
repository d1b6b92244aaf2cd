"""The engine in WebAssembly gives what the native one gives: positions, views, sentences, advice and visits."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from caravanserai.games import all_games, find_game
from caravanserai.wasm import build
from tests.wasm.running import bundle, errand, found, in_browser, in_node
from tests.wasm.walking import Walker, legs, usual_ways

GAMES = [game.id for game in all_games()]
DECISIONS, PLAYOUTS, SEARCHES, ITERATIONS = 400, 2000, 4, 200
"""Of all ways to play a game together; ``python -m tests.wasm.compare`` goes much further."""

MOST_BYTES = 80_000
"""Of a module, compressed."""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundle("node", tmp_path_factory.mktemp("node"))


@pytest.mark.parametrize("name", GAMES)
def test_node_walks_as_the_native_engine_does(name: str, script: Path) -> None:
    game = find_game(name)
    ways = legs(game, usual_ways(game), DECISIONS, PLAYOUTS, SEARCHES, ITERATIONS)
    walker = Walker(game)
    assert found(in_node(script, errand(game, ways))) == [walker.walk(leg) for leg in ways]


def test_chromium_walks_as_the_native_engine_does(browser: Browser, tmp_path: Path) -> None:
    game = find_game("tantan")
    ways = legs(game, usual_ways(game), DECISIONS, PLAYOUTS, SEARCHES, ITERATIONS)[:4]
    walker = Walker(game)
    told = in_browser(browser, bundle("browser", tmp_path), errand(game, ways))
    assert found(told) == [walker.walk(leg) for leg in ways]


@pytest.mark.parametrize("name", GAMES)
def test_a_module_is_small_and_described(name: str) -> None:
    game = find_game(name)
    module, described = build(game)
    assert len(gzip.compress(module.read_bytes())) < MOST_BYTES
    told = json.loads(described.read_text())
    assert (told["game"], told["actions"]) == (game.id, game.actions.count)
    assert told["sizes"]["position"] == game.state.size
