"""The whole comparison of the engine in WebAssembly with the native one, in Node and in Chromium, in pieces:

    python -m tests.wasm.compare [GAME ...] [--only node|chromium]

For each game, number of seats, option (at its usual value and at either end of its range) and printed edition: matches
of 100,000 decisions, after each of which everything is compared that anybody is told; as many in playouts; and searches
of 2,000 iterations from 50 positions. In each, one half is played at random and the other as advised. Games may be
compared side by side, by several of these.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from caravanserai.games import all_games, find_game
from tests.wasm.running import bundle, errand, found, in_browser, in_node
from tests.wasm.walking import Found, Leg, Walker, all_ways, legs
from tests.web.browsing import browser


def differences(native: list[Found], other: list[Found], walked: list[Leg]) -> list[str]:
    """In which cases something is not the same."""
    return [
        f"{leg.seats} seats, {leg.options}, edition {leg.edition}, {leg.policy}"
        for leg, one, two in zip(walked, native, other, strict=True)
        if one != two
    ]


def main() -> int:
    """Compare, and tell; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[game.id for game in all_games()])
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--playouts", type=int, default=100_000)
    parser.add_argument("--searches", type=int, default=50)
    parser.add_argument("--iterations", type=int, default=2_000)
    parser.add_argument("--only", choices=("node", "chromium"))
    asked = parser.parse_args()
    bad = 0
    with TemporaryDirectory() as folder, browser() as running, ThreadPoolExecutor(1) as beside:
        scripts = {name: bundle(name, Path(folder)) for name in ("node", "browser")}
        for name in asked.games:
            game, begin = find_game(name), time.perf_counter()
            ways = all_ways(game)
            all_legs = legs(game, ways, asked.decisions, asked.playouts, asked.searches, asked.iterations, each=True)
            wanted = errand(game, all_legs)
            there = None if asked.only == "chromium" else beside.submit(in_node, scripts["node"], wanted)
            walker = Walker(game)
            native = [walker.walk(leg) for leg in all_legs]
            told = {}
            if asked.only != "node":
                told["Chromium"] = found(in_browser(running, scripts["browser"], wanted))
            if there is not None:
                told["Node"] = found(there.result())
            for place, other in told.items():
                differing = differences(native, other, all_legs)
                bad += len(differing)
                result = f"DIFFERS in {'; '.join(differing)}" if differing else "the same bits"
                searches = sum(len(one.verdicts) for one in native)
                print(
                    f"{name} in {place}: {len(ways)} ways to play, {sum(leg.decisions for leg in all_legs):,} "
                    f"decisions noted, {sum(leg.playouts for leg in all_legs):,} in playouts, {searches:,} searches of "
                    f"{asked.iterations:,}: {result} ({time.perf_counter() - begin:.0f} s)",
                    flush=True,
                )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
