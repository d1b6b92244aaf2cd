"""Search speed on one thread at the start of a match with the most seats, beside OpenSpiel's C++ IS-MCTS.

    python benchmarks/search_speed.py [GAME]… [--seconds 2] [--json]

The playouts are those the bots really use. Time is the processor's, so that what else runs on the machine does not
count. The peer is ``pip install 'caravanserai[peers]'``; without it only our own figures are printed.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from typing import Any

from caravanserai.bots.search import SearchBudget, searcher
from caravanserai.games import find_game, game_names
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.game import Game
from caravanserai.lab.bench import machine
from caravanserai.match import Match

TRIES = 3
"""The best of so many, as the machine may be shared."""

PEER_GAME = "gin_rummy"
PEER_ITERATIONS = 300


def our_speed(game: Game, seconds: float) -> float:
    """Iterations a second."""
    match = Match(game, game.most, game.lab_options({}), "search speed")
    seat = match.actors[0]
    search = searcher(game)
    rates = []
    for k in range(TRIES):
        begin = time.thread_time()
        result = search.think(match.edition, match.concealed(seat), seat, seed_bytes(k), SearchBudget(seconds / TRIES))
        rates.append(result.iterations / (time.thread_time() - begin))
    return max(rates)


def peer_speed() -> float | None:
    """Iterations a second of OpenSpiel's IS-MCTS with its own random playouts, None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(PEER_GAME)
    rates = []
    for k in range(TRIES):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[k][0])
        bot = pyspiel.ISMCTSBot(
            k, pyspiel.RandomRolloutEvaluator(1, k), 2.0, PEER_ITERATIONS, -1,
            pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT, False, False,
        )  # fmt: skip
        begin = time.thread_time()
        bot.step(state)
        rates.append(PEER_ITERATIONS / (time.thread_time() - begin))
    return max(rates)


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("games", nargs="*", default=game_names(), metavar="GAME")
    arguments.add_argument("--seconds", type=float, default=2.0)
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    peer = peer_speed()
    rows: list[dict[str, Any]] = []
    for game in map(find_game, given.games):
        begin = time.perf_counter()
        _ = searcher(game).grow
        ready = time.perf_counter() - begin
        speed = our_speed(game, given.seconds)
        rows.append({"game": game.id, "seats": game.most, "iterations_per_second": round(speed),
                     "ready_seconds": round(ready, 1), "ratio": round(speed / peer, 1) if peer else None})  # fmt: skip
    if given.json:
        about = {"machine": machine(), "python": platform.python_version(), "peer": peer and round(peer)}
        print(json.dumps({**about, "games": rows}))
        return
    print(f"{machine()}, Python {platform.python_version()}, one thread; iterations a second of processor time")
    print(f"OpenSpiel IS-MCTS, {PEER_GAME}: " + (f"{peer:,.0f}" if peer else "not installed"))
    for row in rows:
        times = f", {row['ratio']:g} × the peer" if row["ratio"] else ""
        speed_line = f"{row['game']}, {row['seats']} seats: {row['iterations_per_second']:,}{times}"
        print(f"{speed_line} (compiled or found in the cache in {row['ready_seconds']} s)")


if __name__ == "__main__":
    main()
