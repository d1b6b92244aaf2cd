"""Is each level a step up? The figures of docs/bots.md, as rows of Markdown.

    python benchmarks/levels.py [GAME]… [--iterations N] [--pace 0.1] [--least 200] [--results FOLDER]
                                [--engine threads:N]

At the smallest table of each game: the merchant against blind chance, the vizier against merchants, and each level at a
table with the levels just below it, one of each. With --iterations the levels that search think so many, the vizier ten
times as many, and all comes out the same on every machine. Results are kept in the folder, so a run goes on where the
last one stopped, by Ctrl-C for example. A measurement ends early when its interval is clear of the mark or its p-value
below 0.001.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from caravanserai.cli.measuring import Session, results_folder, session
from caravanserai.cli.stopping import Stopped, leave
from caravanserai.games import find_game, game_names
from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.kernel.game import Game
from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.bench import machine
from caravanserai.lab.standings import Standings

LADDER = ("random", "apprentice", "merchant", "caravaneer", "vizier")
CLEAR = 0.001
SEED = "levels"


class Bench:
    """One game at its smallest table."""

    def __init__(self, game: Game, given: argparse.Namespace, folder: Path, current: Session) -> None:
        self.game, self.folder, self.session = game, folder, current
        self.pace, self.least, self.levels = given.pace, given.least, ladder_of(given.iterations)

    def measure(self, players: Sequence[str], clear: Callable[[Standings], bool]) -> Standings:
        """Play about a dozen matches after the other, each shuffle from every chair, until there are enough or the
        outcome is clear."""
        seats = self.game.fewest
        file = self.folder / f"{self.game.id}-{'-'.join(players).replace(':', '-')}.jsonl"
        matches = 0
        while True:
            matches += max(1, 12 // seats) * seats
            spec = ArenaSpec(
                game=self.game.id, seats=seats, players=tuple(players), matches=matches, seed=SEED, pace=self.pace
            )
            wanted, what = max(matches, self.least), f"matches of {self.game.id}, {' and '.join(players)}"
            standings = Standings(spec, list(self.session.run(spec, file, wanted, what)))
            if matches >= self.least or clear(standings):
                return standings

    def ladder(self) -> Iterator[str]:
        """Each level with those just below it, one of each at a table: does it win more than the next one?"""
        seats = self.game.fewest
        for lower, upper in itertools.pairwise(self.levels):
            first = max(0, self.levels.index(upper) + 1 - seats)
            standings = self.measure(self.levels[first : first + seats], partial(is_above, upper, lower))
            yield self.step(standings, lower, upper)

    def step(self, standings: Standings, lower: str, upper: str) -> str:
        shares = {player.name: player.win_share for player in standings.players}
        ahead, behind, shuffles = standings.duel(upper, lower)
        return (
            f"| {self.game.id} | {upper} above {lower} | {ahead} to {behind} of {shuffles} shuffles | "
            f"{shares[upper].value:.0%} and {shares[lower].value:.0%} of their matches | "
            f"p = {standings.better(upper, lower):.2g} |"
        )

    def against(self, one: str, other: str, two: float, three: float) -> str:
        """One player against the other in all other chairs; the mark depends on the number of seats."""
        seats = self.game.fewest
        mark = two if seats == 2 else three
        players = (one, *[other] * (seats - 1))
        standings = self.measure(players, lambda s: s.players[0].win_share.low > mark)
        won = standings.players[0].win_share
        return (
            f"| {self.game.id} | {one} against {seats - 1} × {other} | {len(standings.results)} matches | "
            f"{won.value:.1%} ({won.low:.1%} to {won.high:.1%}) | wanted {mark:.0%} |"
        )


def ladder_of(iterations: int | None) -> tuple[str, ...]:
    """The levels, weakest first; those that search going by the clock, or by iterations."""
    *advised, searches, searches_longest = LADDER
    if iterations is None:
        return LADDER
    return (*advised, f"{searches}:{iterations}i", f"{searches_longest}:{10 * iterations}i")


def is_above(upper: str, lower: str, standings: Standings) -> bool:
    """Whether one level wins more than another beyond doubt."""
    return standings.better(upper, lower) < CLEAR


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("games", nargs="*", default=game_names(), metavar="GAME")
    arguments.add_argument("--pace", type=float, default=0.1, help="share of their time that searching levels think")
    arguments.add_argument("--iterations", type=int, help="that the caravaneer thinks, and the vizier ten times")
    arguments.add_argument("--least", type=int, default=200, help="matches unless it is clear before")
    arguments.add_argument("--results", type=Path, default=Path("build/levels"))
    arguments.add_argument("--engine", default="threads", help="threads:N, processes:N, ray or ray://HOST:PORT")
    try:
        climb(arguments.parse_args())
    except CaravanseraiError as problem:
        sys.exit(f"levels.py: {problem}")
    except Stopped as stopped:
        leave("levels.py", stopped)


def climb(given: argparse.Namespace) -> None:
    """All that is measured, a row each."""
    games, folder = [find_game(name) for name in given.games], results_folder(given.results)
    assert folder is not None
    by_the_clock = f"searching levels think {given.pace:g} of their time at a table"
    print(f"{machine()}; {by_the_clock if given.iterations is None else 'searching levels go by iterations'}\n")
    print("| game | who | played | won | |\n| --- | --- | --- | --- | --- |")
    with session(given.engine, games, folder) as current:
        for game in games:
            bench = Bench(game, given, folder, current)
            print(bench.against("merchant", "random", 0.9, 0.8), flush=True)
            print(bench.against(bench.levels[-1], "merchant", 0.7, 0.55), flush=True)
            for row in bench.ladder():
                print(row, flush=True)


if __name__ == "__main__":
    main()
