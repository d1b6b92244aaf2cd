"""How fast the engine is beside an older commit: random play, advice, search and batches, in one run.

    python -m benchmarks.engine_speed --beside COMMIT [GAME]… [--seconds 2] [--rounds 5]

Both versions are measured in turns, each in a process of its own that stays, so that whatever else the machine does
meanwhile touches them alike; a ratio is the middle one of its rounds. Play and search are on one thread and by the
processor's time; a batch of 4,096 matches is on two threads and by the wall's, as learners see it. One round of a batch
observes, asks for masks, chooses at random and steps: in compiled code where a version has that, with NumPy where not.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.versions import ROOT, THIS, Version, version_of

MATCHES, THREADS = 4096, 2
UNITS = {"random": "decisions", "advice": "decisions", "search": "iterations", "batch": "steps"}


# In the measured process: nothing here may need what only one of the versions has ------------------------------------


def play(game: Any, policy: int) -> Callable[[float], float]:
    """Decisions a second of compiled playouts at the largest seat count."""
    from caravanserai.kernel.chance import seed_bytes

    editions, state, seed = game.edition().array, game.blank(game.most, game.lab_options({})), seed_bytes("bench")

    def measure(seconds: float) -> float:
        matches, spent, decisions = 64, 0.0, 0
        while spent < seconds:
            begin = time.process_time()
            tally = game.engine.simulate(editions, state, seed, matches, policy, 1)
            took = time.process_time() - begin
            spent, decisions = spent + took, decisions + tally.decisions
            matches = matches * 2 if took < seconds / 8 else matches
        return decisions / spent

    return measure


def search(game: Any) -> Callable[[float], float]:
    """Iterations a second at the start of a match."""
    from caravanserai.bots import search
    from caravanserai.kernel.chance import seed_bytes
    from caravanserai.match import Match

    match = Match(game, game.most, game.lab_options({}), "search speed")
    seat, thinker = match.actors[0], search.searcher(game)
    # Older versions took the seconds as they are.
    budget: Any = getattr(search, "SearchBudget", float)

    def measure(seconds: float) -> float:
        begin = time.thread_time()
        found = thinker.think(match.edition, match.concealed(seat), seat, seed_bytes(7), budget(seconds))
        return float(found.iterations / (time.thread_time() - begin))

    return measure


def batch(game: Any) -> Callable[[float], float]:
    """Decisions a second in all matches of a batch together."""
    import numpy as np

    from caravanserai.batch import Batch

    matches = Batch(game, MATCHES, seats=game.most, seed=7, threads=THREADS)
    seen, masks, pick = matches.observe(), matches.masks(), np.random.default_rng(7)

    def compiled() -> None:
        matches.step_at_random(seen, masks)

    def by_numpy() -> None:
        matches.observe(out=seen)
        legal = matches.masks(out=masks)
        matches.step((pick.random(legal.shape, np.float32) * legal).argmax(axis=1), checked=False)

    turn = compiled if hasattr(matches, "step_at_random") else by_numpy

    def measure(seconds: float) -> float:
        begin, steps = time.perf_counter(), 0
        while (took := time.perf_counter() - begin) < seconds:
            turn()
            steps += MATCHES
        return steps / took

    return measure


def answer_questions(name: str) -> None:
    """Measure what the standard input asks for, a line each, until it ends."""
    from caravanserai.games import find_game
    from caravanserai.kernel.playout import ADVICE, RANDOM

    game = find_game(name)
    ways = {"random": play(game, RANDOM), "advice": play(game, ADVICE), "search": search(game), "batch": batch(game)}
    for measure in ways.values():
        measure(0.2)
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        way, seconds = json.loads(line)
        print(json.dumps(ways[way](seconds)), flush=True)


# In the process that asks --------------------------------------------------------------------------------------------


class Measured:
    """A process of some version that measures one game."""

    def __init__(self, version: Version, game: str) -> None:
        environment = {**os.environ, **version.environment}
        environment["PYTHONPATH"] += os.pathsep + str(ROOT)
        command = [sys.executable, "-m", "benchmarks.engine_speed", game, "--answer"]
        self.process = subprocess.Popen(
            command, env=environment, cwd="/", text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._line() == "ready"

    def _line(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, way: str, seconds: float) -> float:
        """So much a second."""
        assert self.process.stdin is not None
        print(json.dumps([way, seconds]), file=self.process.stdin, flush=True)
        return float(self._line())

    def close(self) -> None:
        self.process.communicate()


def compare(game: str, older: Version, seconds: float, rounds: int) -> None:
    """Print a game's figures, and how often they are the older version's."""
    ours, theirs = Measured(THIS, game), Measured(older, game)
    for way, unit in UNITS.items():
        rates = [(ours.ask(way, seconds), theirs.ask(way, seconds)) for _ in range(rounds)]
        ratios = sorted(a / b for a, b in rates)
        now, before = (statistics.median(rate) for rate in zip(*rates, strict=True))
        told = f"{game:10} {way:7} {now:12,.0f} {unit + '/s':13} {before:12,.0f} at {older.name}"
        print(f"{told}  {statistics.median(ratios):5.2f} times ({ratios[0]:.2f} to {ratios[-1]:.2f})", flush=True)
    ours.close()
    theirs.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--beside", metavar="COMMIT")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each turn of each version")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.answer:
        answer_questions(wanted.games[0])
        return
    if wanted.beside is None:
        parser.error("--beside: expected a commit to compare with")
    from caravanserai.games import find_game, game_names

    games = [find_game(name).id for name in wanted.games or game_names()]
    print(f"load average {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    older = version_of(wanted.beside)
    for game in games:
        compare(game, older, wanted.seconds, wanted.rounds)


if __name__ == "__main__":
    main()
