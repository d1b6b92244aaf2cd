"""The arena: bots against bots. What that proves, ``standings`` tells.

The schedule goes shuffle by shuffle. On each, one table of the round robin sits down in as many orders as there are
seats, so that each of its players has every chair once; the next shuffle has the next table, or the next way to sit
round it. Every match is seeded by its shuffle and its number, so a run can be stopped, resumed and shared among workers
without changing the result, as far as the players themselves are timed by iterations rather than seconds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, combinations_with_replacement, permutations
from typing import ClassVar

from caravanserai.bots import Level, find_level
from caravanserai.bots.search import searcher
from caravanserai.kernel.errors import InvalidOption
from caravanserai.lab.specs import Outcome, Spec
from caravanserai.lab.tables import Result, play_match

__all__ = ["ArenaSpec"]

CALLED = ("deal", "actors", "choices", "step", "conceal", "advise", "score")
"""What a match between bots calls of a game: nobody reads what is told of it, and loading takes its time."""

Seating = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ArenaSpec(Spec[Result]):
    """Who plays what, how often. ``pace`` is the share of their usual time that searching players think; ``deeds`` asks
    for what each seat did; ``all_orders`` plays every table in every order on each shuffle."""

    kind: ClassVar[str] = "arena"
    outcome: ClassVar[type[Outcome]] = Result
    extensible: ClassVar[frozenset[str]] = frozenset({"matches"})

    players: tuple[str, ...]
    matches: int
    pace: float = 1.0
    deeds: bool = False
    all_orders: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.players or not all(self.players):
            raise InvalidOption("players: expected levels with commas between them, such as vizier,merchant")
        if not self.pace >= 0:
            raise InvalidOption(f"pace: expected a number from 0 up, got {self.pace}")
        _ = self.levels

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        """The levels of the players by name, each at the pace of the arena."""
        return {name: find_level(name).paced(self.pace) for name in self.players}

    @cached_property
    def line_ups(self) -> list[Seating]:
        """Who meets whom at one table: as many of the players as there are seats, in every combination. If there are
        fewer players than seats, they come several times, but never all alike."""
        if len(self.players) >= self.seats:
            return sorted(set(combinations(self.players, self.seats)), key=self._order)
        repeated = combinations_with_replacement(self.players, self.seats)
        return [line_up for line_up in repeated if len(set(line_up)) > 1] or [self.players * self.seats]

    def _order(self, line_up: Seating) -> list[int]:
        return [self.players.index(name) for name in line_up]

    @cached_property
    def rounds(self) -> list[list[Seating]]:
        """The seatings of one shuffle after the other, until all have been played; then they begin again."""
        if self.all_orders:
            return [[order for line_up in self.line_ups for order in dict.fromkeys(permutations(line_up))]]
        circles = [_circles(line_up) for line_up in self.line_ups]
        most = max(map(len, circles))
        return [_rotations(ways[k % len(ways)]) for k in range(most) for ways in circles]

    @cached_property
    def _ends(self) -> list[int]:
        """How many matches of all rounds there are up to the end of each."""
        return list(accumulate(map(len, self.rounds)))

    def place(self, number: int) -> tuple[int, int]:
        """The shuffle of a match, and its place among those of the shuffle."""
        cycle, rest = divmod(number, self._ends[-1])
        at = bisect_right(self._ends, rest)
        return cycle * len(self.rounds) + at, rest - (self._ends[at - 1] if at else 0)

    def schedule(self) -> Iterator[tuple[int, str, Seating]]:
        """Number, shuffle and seating of each match."""
        for number in range(self.matches):
            yield self._entry(number)

    def _entry(self, number: int) -> tuple[int, str, Seating]:
        shuffle, place = self.place(number)
        return number, f"{self.seed} shuffle {shuffle}", self.rounds[shuffle % len(self.rounds)][place]

    @property
    def missing(self) -> int:
        """How many matches more would let the last shuffle be seen from every chair."""
        shuffle, place = self.place(self.matches)
        return len(self.rounds[shuffle % len(self.rounds)]) - place if place else 0

    @property
    def units(self) -> int:
        return self.matches

    def compile(self) -> None:
        for name, compile_now in self.loaded_game.compile_steps():
            if name in CALLED or (name == "encode" and any(level.learned for level in self.levels.values())):
                compile_now()
        if any(level.searches for level in self.levels.values()):
            _ = searcher(self.loaded_game).grow

    def play(self, number: int) -> Result:
        _, shuffle, seating = self._entry(number)
        levels = [self.levels[name] for name in seating]
        return play_match(self.loaded_game, self.loaded_edition, self.options, levels, shuffle, number, self.deeds)


def _rotations(order: Seating) -> list[Seating]:
    """All ways to begin with another chair."""
    return list(dict.fromkeys(order[k:] + order[:k] for k in range(len(order))))


def _circles(line_up: Seating) -> list[Seating]:
    """All ways to sit round a table, whoever has the first chair."""
    circles: dict[Seating, Seating] = {}
    for order in permutations(line_up):
        circles.setdefault(min(_rotations(order)), order)
    return list(circles.values())
