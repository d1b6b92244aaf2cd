"""The engine for browsers: bytes of a module, and iterations a second of a search in Node and in Chromium beside the
native one, each game's in one run: ``python -m benchmarks.wasm [GAME…]``."""

from __future__ import annotations

import gzip
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from caravanserai.bots.search import SearchBudget, searcher
from caravanserai.games import all_games, find_game
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.game import Game
from caravanserai.match import Match
from caravanserai.wasm import build
from tests.wasm.running import bundle, errand, in_browser, in_node, node
from tests.web.browsing import browser

SECONDS = 3.0
ROUNDS = 3
"""Native, Node and Chromium take turns, and the best of each counts: other work on the machine only ever slows down."""

SEED = seed_bytes("pace")
BROTLI = "console.log(require('zlib').brotliCompressSync(require('fs').readFileSync(process.argv[1])).length)"


def native_pace(game: Game) -> float:
    """Iterations a second on one thread from the first decision of a match."""
    match = Match(game, game.most, seed=SEED)
    seat = match.actors[0]
    think = searcher(game).think
    think(match.edition, match.concealed(seat), seat, SEED, SearchBudget(iterations=1000))
    begin = time.perf_counter()
    result = think(match.edition, match.concealed(seat), seat, SEED, SearchBudget(SECONDS))
    return result.iterations / (time.perf_counter() - begin)


def brotli(path: Path) -> int:
    """Bytes as a web server with Brotli sends them; Node brings it."""
    return int(node("-e", BROTLI, path))


def main() -> None:
    """Measure, and print a table."""
    names = sys.argv[1:] or [game.id for game in all_games()]
    print(f"{'game':10} {'wasm':>7} {'gzip':>6} {'brotli':>6}   native     Node       Chromium   iterations/s")
    with TemporaryDirectory() as folder, browser() as running:
        scripts = {name: bundle(name, Path(folder)) for name in ("node", "browser")}
        for name in names:
            game = find_game(name)
            module, _ = build(game)
            size = module.read_bytes()
            asked = errand(game, [], pace={"seats": game.most, "seed": SEED.hex(), "seconds": SECONDS})
            native, in_nodes, in_browsers = [], [], []
            for _ in range(ROUNDS):
                native.append(native_pace(game))
                in_nodes.append(in_node(scripts["node"], asked)["pace"])
                in_browsers.append(in_browser(running, scripts["browser"], asked)["pace"])
            best, there, here = max(native), max(in_nodes), max(in_browsers)
            print(
                f"{name:10} {len(size):7,} {len(gzip.compress(size)):6,} {brotli(module):6,} {best:8,.0f} "
                f"{there:8,.0f} ({there / best:.2f}) {here:8,.0f} ({here / best:.2f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
