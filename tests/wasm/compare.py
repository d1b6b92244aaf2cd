"""The whole comparison of the engine in WebAssembly with the native one, for every game, number of seats and option:
``python -m tests.wasm.compare [GAME…] [--decisions 100000] [--searches 50] [--node] [--chromium]``."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from caravanserai.games import all_games, find_game
from tests.wasm.running import bundle, errand, found, in_browser, in_node
from tests.wasm.walking import Found, Leg, Walker, legs
from tests.web.browsing import browser


def differences(native: list[Found], other: list[Found], ways: list[Leg]) -> list[str]:
    """In which cases something is not the same."""
    return [
        f"{leg.seats} seats, {leg.options}, {leg.policy}"
        for leg, one, two in zip(ways, native, other, strict=True)
        if one != two
    ]


def main() -> int:
    """Compare, and tell; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[game.id for game in all_games()])
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--playouts", type=int, default=100_000)
    parser.add_argument("--searches", type=int, default=50)
    parser.add_argument("--iterations", type=int, default=2_000)
    parser.add_argument("--only", choices=("node", "chromium"))
    asked = parser.parse_args()
    bad = 0
    with TemporaryDirectory() as folder, browser() as running:
        scripts = {name: bundle(name, Path(folder)) for name in ("node", "browser")}
        for name in asked.games:
            game, begin = find_game(name), time.perf_counter()
            ways = legs(game, asked.decisions, asked.playouts, asked.searches, asked.iterations)
            wanted = errand(game, ways)
            walker = Walker(game)
            native = [walker.walk(leg) for leg in ways]
            told = {}
            if asked.only != "chromium":
                told["Node"] = found(in_node(scripts["node"], wanted))
            if asked.only != "node":
                told["Chromium"] = found(in_browser(running, scripts["browser"], wanted))
            for place, other in told.items():
                differing = differences(native, other, ways)
                bad += len(differing)
                result = f"DIFFERS in {'; '.join(differing)}" if differing else "the same bits"
                searches = sum(len(one.verdicts) for one in native)
                print(
                    f"{name} in {place}: {len(ways)} cases, {sum(leg.decisions for leg in ways):,} decisions noted, "
                    f"{sum(leg.playouts for leg in ways):,} in playouts, {searches} searches of {asked.iterations:,}: "
                    f"{result} ({time.perf_counter() - begin:.0f} s)",
                    flush=True,
                )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
