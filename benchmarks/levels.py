"""Is each level a step up? The figures of docs/bots.md, as rows of Markdown.

    python benchmarks/levels.py [GAME]… [--pace 0.1] [--least 200] [--results FOLDER] [--threads N]

At the smallest table of each game: the merchant against blind chance, the vizier against merchants, and each level at a
table with the levels just below it, one of each. Results are kept in the folder, so a run goes on where the last one
stopped. A measurement ends early when its interval is clear of the mark or its p-value below 0.001.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from caravanserai.games import find_game, game_names
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import default_threads
from caravanserai.lab.arena import Arena, Standings
from caravanserai.lab.bench import machine

LADDER = ("random", "apprentice", "merchant", "caravaneer", "vizier")
CLEAR = 0.001
SEED = "levels"


class Bench:
    """One game at its smallest table."""

    def __init__(self, game: Game, pace: float, folder: Path, threads: int, least: int) -> None:
        self.game, self.pace, self.folder, self.threads, self.least = game, pace, folder, threads, least

    def measure(self, players: Sequence[str], clear: Callable[[Standings], bool]) -> Standings:
        """Play round by round, at least so many matches for each table unless the outcome is clear before."""
        game = self.game

        def arena(matches: int) -> Arena:
            return Arena(
                game, game.edition(), game.lab_options({}), game.fewest, tuple(players), matches, SEED, self.pace
            )

        once = len(arena(1).seatings)
        tables = len(arena(1).line_ups)
        file = self.folder / f"{game.id}-{'-'.join(players)}.jsonl"
        rounds = 0
        while True:
            rounds = rounds + max(1, 12 * tables // once)
            standings = arena(rounds * once).run(self.threads, file)
            if rounds * once >= self.least * tables or clear(standings):
                return standings

    def ladder(self) -> Iterator[str]:
        """Each level with those just below it, one of each at a table: does it win more than the next one?"""
        seats = self.game.fewest
        for lower, upper in itertools.pairwise(LADDER):
            first = max(0, LADDER.index(upper) + 1 - seats)
            standings = self.measure(LADDER[first : first + seats], partial(is_above, upper, lower))
            yield self.step(standings, lower, upper)

    def step(self, standings: Standings, lower: str, upper: str) -> str:
        shares = {player.name: player.win_share for player in standings.players}
        ahead, behind, tables = standings.duel(upper, lower)
        return (
            f"| {self.game.id} | {upper} above {lower} | {ahead} to {behind} of {tables} tables | "
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


def is_above(upper: str, lower: str, standings: Standings) -> bool:
    """Whether one level wins more than another beyond doubt."""
    return standings.better(upper, lower) < CLEAR


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("games", nargs="*", default=game_names(), metavar="GAME")
    arguments.add_argument("--pace", type=float, default=0.1, help="share of their time that searching levels think")
    arguments.add_argument("--least", type=int, default=200, help="matches of each table unless it is clear before")
    arguments.add_argument("--results", type=Path, default=Path("build/levels"))
    arguments.add_argument("--threads", type=int, default=default_threads())
    given = arguments.parse_args()
    given.results.mkdir(parents=True, exist_ok=True)
    print(f"{machine()}; searching levels think {given.pace:g} of their time at a table\n")
    print("| game | who | played | won | |\n| --- | --- | --- | --- | --- |")
    for game in map(find_game, given.games):
        bench = Bench(game, given.pace, given.results, given.threads, given.least)
        print(bench.against("merchant", "random", 0.9, 0.8), flush=True)
        print(bench.against("vizier", "merchant", 0.7, 0.55), flush=True)
        for row in bench.ladder():
            print(row, flush=True)


if __name__ == "__main__":
    main()
