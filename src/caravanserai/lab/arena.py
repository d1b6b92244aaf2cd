"""The arena: bots against bots, and what that proves.

The schedule goes shuffle by shuffle. On each, one table of the round robin sits down in as many orders as there are
seats, so that each of its players has every chair once; the next shuffle has the next table, or the next way to sit
round it. Every match is seeded by its shuffle and its number, so a run can be stopped, resumed and shared among workers
without changing the result, as far as the players themselves are timed by iterations rather than seconds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, combinations, combinations_with_replacement, permutations
from typing import Any, ClassVar

from caravanserai.bots import Level, find_level
from caravanserai.bots.search import searcher
from caravanserai.kernel.errors import InvalidOption
from caravanserai.lab.ratings import Rating, fit
from caravanserai.lab.specs import Outcome, Spec
from caravanserai.lab.statistics import Estimate, grouped_mean, grouped_share, sign_test
from caravanserai.lab.tables import Result, play_match

__all__ = ["ArenaSpec", "Rating", "Standing", "Standings"]

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
        for _, compile_now in self.loaded_game.compile_steps():
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


@dataclass(frozen=True)
class Standing:
    """How one player did."""

    name: str
    matches: int
    win_share: Estimate
    mean_rank: Estimate
    margin: Estimate
    rating: float
    doubt: float
    """Half of the rating's 95 % interval."""

    def as_json(self) -> dict[str, Any]:
        """As the command prints it, rounded."""
        return {
            "name": self.name,
            "matches": self.matches,
            "win_share": round(self.win_share.value, 6),
            "win_share_low": round(self.win_share.low, 6),
            "win_share_high": round(self.win_share.high, 6),
            "mean_rank": round(self.mean_rank.value, 6),
            "rating": round(self.rating, 3),
        }


@dataclass(frozen=True)
class Standings:
    """What an arena came to."""

    spec: ArenaSpec
    results: Sequence[Result]

    @cached_property
    def names(self) -> list[str]:
        """The players, each once, in the order in which they were given."""
        return list(dict.fromkeys(self.spec.players))

    @cached_property
    def shuffles(self) -> list[list[Result]]:
        """The results of each shuffle: all its seatings are one draw of luck."""
        found: dict[int, list[Result]] = {}
        for result in self.results:
            found.setdefault(self.spec.place(result.number)[0], []).append(result)
        return list(found.values())

    def _grouped(self, values: Callable[[Result], list[float]]) -> list[list[float]]:
        """What is read off the results of each shuffle that tells anything."""
        groups = ([value for result in shuffle for value in values(result)] for shuffle in self.shuffles)
        return [group for group in groups if group]

    @cached_property
    def ratings(self) -> Mapping[str, Rating]:
        """How strong each player is, from all matches at once."""
        return fit(self.names, [[(r.players, r.ranks) for r in shuffle] for shuffle in self.shuffles])

    @cached_property
    def players(self) -> list[Standing]:
        """In the order given."""
        return [self._standing(name) for name in self.names]

    def _standing(self, name: str) -> Standing:
        def of(value: Callable[[Result, int], float]) -> list[list[float]]:
            return self._grouped(lambda r: [value(r, seat) for seat, player in enumerate(r.players) if player == name])

        wins = of(Result.win)
        return Standing(
            name,
            sum(map(len, wins)),
            grouped_share(wins),
            grouped_mean(of(lambda r, seat: r.ranks[seat])),
            grouped_mean(of(Result.margin)),
            self.ratings[name].value,
            self.ratings[name].doubt,
        )

    def duel(self, one: str, other: str) -> tuple[int, int, int]:
        """On shuffles where both sit at a table: on how many one won more often than the other, the reverse, and
        shuffles in all."""
        leads = [round(sum(leads), 9) for leads in self._grouped(partial(_lead, one, other))]
        return sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads), len(leads)

    def better(self, one: str, other: str) -> float:
        """The p-value of one winning more often than the other where both sit alike."""
        return sign_test(*self.duel(one, other)[:2])

    def above(self, one: str, other: str) -> Estimate | None:
        """The share of their meetings at which one ranked above the other; ties are halves. None if they never met."""
        meetings = self._grouped(partial(_meetings, one, other))
        return grouped_share(meetings) if meetings else None

    def seat_shares(self) -> list[Estimate]:
        """How often the seat that decided first won, then the next to its left, and so on."""
        return [grouped_share(self._grouped(partial(_wins_left_of_first, k))) for k in range(self.spec.seats)]

    def as_json(self) -> dict[str, Any]:
        """As the command prints it, rounded."""
        return {
            "game": self.spec.game,
            "seats": self.spec.seats,
            "matches": len(self.results),
            "players": [player.as_json() for player in self.players],
        }


def _lead(one: str, other: str, result: Result) -> list[float]:
    """By how much one won more than the other, if both sat there."""
    if one not in result.players or other not in result.players:
        return []
    won = {name: max(result.win(s) for s, p in enumerate(result.players) if p == name) for name in (one, other)}
    return [won[one] - won[other]]


def _meetings(one: str, other: str, result: Result) -> list[float]:
    """For each chair of one and each of the other: whether the first ranked above the second, a tie being a half."""
    chairs = [[seat for seat, player in enumerate(result.players) if player == name] for name in (one, other)]
    ranks = [(result.ranks[a], result.ranks[b]) for a in chairs[0] for b in chairs[1] if a != b]
    return [(a < b) + 0.5 * (a == b) for a, b in ranks]


def _wins_left_of_first(steps: int, result: Result) -> list[float]:
    """The share of the victory of the seat so many steps to the left of the one that decided first."""
    return [result.win((result.first + steps) % len(result.players))]
