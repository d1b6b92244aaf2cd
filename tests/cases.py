"""What the tests of all games share: the cases to try, and ways to walk through matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caravanserai.games import all_games, find_game
from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.compiling import COMPILER_ON
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.game import Game
from caravanserai.kernel.records import as_bytes

SHORT = 20
"""Turns after which a match ends that is played without the compiler. With it, and in the playthroughs on record, it is
played to its own end: at random that can be thousands of decisions."""


def effort(compiled: int, interpreted: int = 1) -> int:
    """How much to try: with the compiler off everything takes a hundred times as long."""
    return compiled if COMPILER_ON else interpreted


@dataclass(frozen=True)
class Case:
    """One way to play one game."""

    name: str
    seats: int
    options: dict[str, int] = field(default_factory=dict, hash=False)

    @property
    def game(self) -> Game:
        return find_game(self.name)

    def __str__(self) -> str:
        switches = "".join(f"-{name}" for name, value in self.options.items() if value)
        return f"{self.name}-{self.seats}{switches}"

    @property
    def lab_options(self) -> dict[str, int]:
        """Options with which every match ends: after a few turns already where no compiler helps."""
        limits = {option.name: effort(option.lab, SHORT) for option in self.game.options if option.lab is not None}
        return self.game.lab_options({**limits, **self.options})

    def blank(self) -> Any:
        return self.game.blank(self.seats, self.lab_options)


def _variants(game: Game) -> Iterator[dict[str, int]]:
    """The usual options, then each switch turned on."""
    yield {}
    for option in game.options:
        if option.is_switch:
            yield {option.name: 1 - option.default}


CASES = [
    Case(game.id, seats, options) for game in all_games() for seats in game.seat_counts for options in _variants(game)
]


OURS = tuple(game.id for game in all_games() if game.package.startswith("caravanserai.games."))
"""The games of this repository's own package; the tests know one more, see ``tests/__init__.py``."""

POLICIES = ("random", "advice")


def half_of_cases(number: int) -> set[tuple[str, str]]:
    """One half of the cases, 0 or 1, each with one policy. A game is played with every number of seats once, with the
    usual options and each switch in turn, and with each policy so that it comes together with every option."""
    return {
        (str(Case(game.id, seats, variants[(place + number) % len(variants)])), policy)
        for game in all_games()
        for variants in [list(_variants(game))]
        for place, seats in enumerate(game.seat_counts)
        for policy in [POLICIES[(place + place // 2 + number) % len(POLICIES)]]
    }


@dataclass
class Moment:
    """A position, and the decision that is about to be taken there, the first of its match or not."""

    case: Case
    states: Any
    seat: int
    action: int
    mask: Any
    number: int
    first: bool

    @property
    def phase(self) -> str:
        return str(self.case.game.phases[self.states[0].phase])


def moments(
    case: Case, matches: int, policy: str = "random", seed: str = "moments", most: int = 10**9
) -> Iterator[Moment]:
    """Every decision of some matches; ``states`` is the position itself and moves on with the next moment."""
    game = case.game
    f, editions = game.functions, game.edition().array
    states, mask = case.blank(), np.zeros(game.actions.count, np.uint8)
    weights = np.zeros(game.actions.count, np.float32)
    pick = np.random.default_rng(list(seed_bytes(f"{seed} {case} {policy}")))
    count = 0
    for k in range(matches):
        chance = new_chance(seed_bytes(f"{seed} {case} {policy} {k}"))
        f.deal(editions, states, 0, chance)
        first = True
        while pending := int(f.actors(editions, states, 0)):
            seats = [seat for seat in range(case.seats) if pending >> seat & 1]
            seat = seats[int(pick.integers(len(seats)))]
            f.legal(editions, states, 0, seat, mask)
            odds = mask.astype(np.float64)
            if policy == "advice":
                f.advise(editions, states, 0, seat, weights)
                odds = weights.astype(np.float64) if weights.any() else odds
            upto = odds.cumsum()
            action = int(upto.searchsorted(pick.random() * upto[-1], side="right"))
            yield Moment(case, states, seat, action, mask, count, first)
            f.step(editions, states, 0, seat, action, chance)
            first = False
            count += 1
            if count >= most:
                return


def copy_of(states: Any) -> Any:
    """A copy by bytes, which is much faster than field by field."""
    return as_bytes(states).copy().reshape(-1).view(states.dtype).view(type(states))


def conceal(case: Case, states: Any, seat: int) -> Any:
    """A concealed copy."""
    copy = copy_of(states)
    case.game.functions.conceal(case.game.edition().array, copy, 0, seat)
    return copy


def determinize(case: Case, concealed: Any, seat: int, seed: str) -> Any:
    """A guess at what was concealed, as a copy."""
    copy = copy_of(concealed)
    case.game.functions.determinize(case.game.edition().array, copy, 0, seat, new_chance(seed_bytes(seed)))
    return copy


def raw(states: Any) -> bytes:
    """The bytes of a position."""
    return bytes(as_bytes(states)[0].tobytes())


def audit(case: Case, states: Any) -> tuple[int, ...]:
    """What is wrong with a position; all zeros if nothing."""
    return tuple(int(x) for x in case.game.functions.audit(case.game.edition().array, states, 0))


def viewers(case: Case) -> list[int]:
    """All seats, and the spectator."""
    return [SPECTATOR, *range(case.seats)]


def onlookers(case: Case, number: int) -> list[int]:
    """All seats, and the spectator; without the compiler one of them, each in turn."""
    everybody = viewers(case)
    return everybody if COMPILER_ON else [everybody[number % len(everybody)]]
