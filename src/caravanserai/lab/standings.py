"""What an arena came to: who is better, by how much, and how sure that is.

Workers only play, and load none of this: to load SciPy takes half as long as to load all else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.ratings import Rating, fit
from caravanserai.lab.statistics import Estimate, grouped_mean, grouped_share, sign_test
from caravanserai.lab.tables import Result

__all__ = ["Rating", "Standing", "Standings"]


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
