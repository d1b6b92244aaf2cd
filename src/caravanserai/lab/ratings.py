"""Ratings: one Plackett–Luce fit over all matches at once, so that their order does not matter.

A rating is told on Elo's scale around 1500: of two players 400 apart, the upper one ranks above the other ten times as
often as below. A tie counts as each of its orders, in equal parts. Every two players begin with one draw between them,
so that whoever lost every match has a rating too.

In this model a ranking is a row of choices: the first is chosen among all, the second among the rest, and so on, each
player in proportion to the exponential of its strength. SciPy finds the strengths that make all choices likeliest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, permutations, product
from math import factorial, inf, prod
from typing import Any

import numpy as np
from scipy.optimize import minimize

from caravanserai.lab.scale import on_scale
from caravanserai.lab.statistics import quantile95

Ranked = tuple[Sequence[str], Sequence[int]]
"""One match: the players at the table, and their ranks."""

PRIOR = -1
"""In the place of a shuffle's number: the draws that all begin with."""


@dataclass(frozen=True)
class Rating:
    """A rating, and half of its 95 % interval."""

    value: float
    doubt: float


def fit(names: Sequence[str], shuffles: Sequence[Sequence[Ranked]]) -> Mapping[str, Rating]:
    """The rating of each player by the matches of each shuffle."""
    choices = Choices(names, shuffles)
    found = minimize(choices.loss, np.zeros(len(names)), jac=choices.gradient, options={"gtol": 1e-8})
    strengths = found.x - found.x.mean()
    errors = choices.errors(strengths, len(shuffles))
    return {
        name: Rating(*on_scale(float(strength), float(error)))
        for name, strength, error in zip(names, strengths, errors, strict=True)
    }


class Choices:
    """All rankings as choices, a row each: how often each player was there to be chosen (whoever sits twice, twice),
    who was chosen, how much the choice counts, and on which shuffle it was made."""

    def __init__(self, names: Sequence[str], shuffles: Sequence[Sequence[Ranked]]) -> None:
        draws: list[Ranked] = [(pair, (1, 1)) for pair in combinations(names, 2)]
        rows = [
            (shuffle, *choice)
            for shuffle, matches in [(PRIOR, draws), *enumerate(shuffles)]
            for match in matches
            for choice in _choices(names, match)
        ]
        self.shuffle, self.weight = (np.array([row[k] for row in rows]) for k in (0, 1))
        self.chosen = np.array([row[2] for row in rows], int)
        self.there = np.array([row[3] for row in rows], float).reshape(-1, len(names))

    def _odds(self, strengths: Any) -> Any:
        """How likely each player was to be chosen, in each row."""
        pull = self.there * np.exp(strengths - strengths.max())
        return pull / pull.sum(axis=1, keepdims=True)

    def _slopes(self, strengths: Any) -> Any:
        """By how much each choice would be less likely with each player a little stronger."""
        slopes = self._odds(strengths)
        slopes[np.arange(len(slopes)), self.chosen] -= 1
        return slopes * self.weight[:, None]

    def loss(self, strengths: Any) -> float:
        """How unlikely all choices are: the mean of their negative logarithms."""
        pull = self.there * np.exp(strengths - strengths.max())
        logs = strengths[self.chosen] - strengths.max() - np.log(pull.sum(axis=1))
        return float(-(self.weight @ logs) / max(1.0, self.weight.sum()))

    def gradient(self, strengths: Any) -> Any:
        return self._slopes(strengths).sum(axis=0) / max(1.0, self.weight.sum())

    def errors(self, strengths: Any, shuffles: int) -> Any:
        """Half of the 95 % interval of each strength, as the shuffles differ; never less than if all matches were draws
        of their own. Of a single shuffle nothing is known."""
        if shuffles < 2:
            return np.full(len(strengths), inf if len(strengths) > 1 else 0.0)
        odds, slopes = self._odds(strengths), self._slopes(strengths)
        curvature = np.diag(self.weight @ odds) - (odds * self.weight[:, None]).T @ odds
        alone = np.linalg.pinv(curvature, rcond=1e-9, hermitian=True)
        sums = np.zeros((shuffles, len(strengths)))
        played = self.shuffle != PRIOR
        np.add.at(sums, self.shuffle[played], slopes[played])
        together = alone @ (sums.T @ sums) @ alone * shuffles / (shuffles - 1)
        return quantile95(shuffles) * np.sqrt(np.maximum(np.diag(alone), np.diag(together)))


def _choices(names: Sequence[str], match: Ranked) -> Iterator[tuple[float, int, Any]]:
    """A match as choices: weight, who was chosen, and who was there. A tie is all its orders, in equal parts."""
    players, ranks = [names.index(name) for name in match[0]], match[1]
    seats = sorted(range(len(players)), key=lambda seat: ranks[seat])
    tied = [list(group) for _, group in groupby(seats, key=lambda seat: ranks[seat])]
    weight = 1 / prod(factorial(len(group)) for group in tied)
    for way in product(*map(permutations, tied)):
        order = [players[seat] for group in way for seat in group]
        for k, chosen in enumerate(order[:-1]):
            yield weight, chosen, np.bincount(order[k:], minlength=len(names))
