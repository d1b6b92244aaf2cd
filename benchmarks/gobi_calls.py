"""Does the vizier call a liar more often than an honest seat? Gobi, two seats, every call the vizier could make.

python benchmarks/gobi_calls.py [--matches 60] [--think 0.4s]
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from math import erfc, sqrt
from typing import Any

import numpy as np

from caravanserai.bots import find_level, make_bot
from caravanserai.games import find_game
from caravanserai.kernel.playout import default_threads
from caravanserai.lab.bench import machine
from caravanserai.lab.statistics import share
from caravanserai.match import Match

VIZIER, OTHER = 0, 1


class Announcer:
    """Plays as advised, lays camels only where it can, and announces them falsely in a share of cases."""

    def __init__(self, match: Match, lying: float, seed: int) -> None:
        self.match, self.lying = match, lying
        self.chance = np.random.default_rng(seed)
        self.advice = make_bot(match.game, match.edition, "merchant", seed)
        self.weights = np.zeros(match.game.actions.count, np.float32)

    def choose(self, concealed: Any, seat: int) -> int:
        match = self.match
        choices = match.choices(seat)
        if match.phase == "play":
            goods = match.game.actions.verbs["announce"].args["good"]
            camels = [choice for choice in choices if isinstance(goods, tuple) and choice.args.get("card") in goods]
            if camels:
                match.game.functions.advise(match.edition.array, concealed, 0, seat, self.weights)
                return max(camels, key=lambda choice: self.weights[choice.action]).action
        if match.phase == "announce":
            card = concealed["placed"][0]
            names = match.game.state.fields["placed"].names or ()
            true = [choice for choice in choices if choice.args["good"] == names[card]]
            false = [choice for choice in choices if choice not in true]
            lies = not true or self.chance.random() < self.lying
            return int(self.chance.choice([choice.action for choice in (false if lies else true)]))
        return self.advice.choose(concealed, seat)


def calls(lying: float, number: int, think: str) -> tuple[int, int]:
    """How often the vizier called in one match, and how often it could have."""
    game = find_game("gobi")
    match = Match(game, 2, game.lab_options({}), f"calls {number}")
    players = {
        VIZIER: make_bot(game, match.edition, find_level(think), number),
        OTHER: Announcer(match, lying, number),
    }
    called = chances = 0
    quiet = game.windows["call"]
    while actors := match.actors:
        seat = actors[0]
        action = players[seat].choose(match.concealed(seat), seat)
        if seat == VIZIER and match.phase == "call":
            chances += 1
            called += action != quiet
        match.play(seat, action)
    return called, chances


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--matches", type=int, default=60)
    arguments.add_argument("--think", default="0.4s", help="time such as 0.1s, or iterations such as 800i")
    given = arguments.parse_args()
    find_level(f"vizier:{given.think}")
    print(machine())
    rates = []
    for lying in (0.0, 1 / 3):
        with ThreadPoolExecutor(default_threads()) as pool:
            counted = list(
                pool.map(lambda number: calls(lying, number, f"vizier:{given.think}"), range(given.matches))  # noqa: B023
            )
        called, chances = (sum(pair[k] for pair in counted) for k in (0, 1))
        rates.append((called, chances))
        rate = share(called, chances)
        print(
            f"opponent lies {lying:.0%}: called {called} of {chances}, "
            f"{rate.value:.1%} ({rate.low:.1%}–{rate.high:.1%})"
        )
    (a, m), (b, n) = rates
    pooled = (a + b) / (m + n)
    z = (b / n - a / m) / sqrt(pooled * (1 - pooled) * (1 / m + 1 / n))
    print(f"z = {z:.1f}, one-sided p = {erfc(z / sqrt(2)) / 2:.2g}")


if __name__ == "__main__":
    main()
