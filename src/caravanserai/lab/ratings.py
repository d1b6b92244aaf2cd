"""Ratings: one Plackett–Luce fit over all matches at once, so that their order does not matter.

A rating is told on Elo's scale around 1500: of two players 400 apart, the upper one ranks above the other ten times as
often as below. A tie counts as each of its orders, in equal parts. Every two players begin with one draw between them,
so that whoever lost every match has a rating too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, permutations, product
from math import factorial, inf, lcm, log, prod
from typing import Any

import choix
import numpy as np

from caravanserai.lab.statistics import quantile95

MIDDLE, SCALE = 1500.0, 400 / log(10)

JACKKNIFE = 20
"""The doubt about a rating is found by leaving out the shuffles of each of so many groups."""

Ranked = tuple[Sequence[int], Sequence[int]]
"""One match: the players at the table, by number, and their ranks."""


@dataclass(frozen=True)
class Rating:
    """A rating, and half of its 95 % interval."""

    value: float
    doubt: float


def fit(
    names: Sequence[str], shuffles: Sequence[Sequence[tuple[Sequence[str], Sequence[int]]]]
) -> Mapping[str, Rating]:
    """The rating of each player by the matches of each shuffle: who sat there, and their ranks."""
    if len(names) < 2:
        return {name: Rating(MIDDLE, 0.0) for name in names}
    numbers = {name: number for number, name in enumerate(names)}
    prior: list[Ranked] = [(pair, (1, 1)) for pair in combinations(range(len(names)), 2)]
    groups: list[list[Ranked]] = [[] for _ in range(min(len(shuffles), JACKKNIFE))]
    for k, shuffle in enumerate(shuffles):
        groups[k % len(groups)] += [([numbers[player] for player in players], ranks) for players, ranks in shuffle]
    copies = lcm(*(_orders(ranks) for group in [prior, *groups] for _, ranks in group))
    expanded = [list(_expanded(group, copies)) for group in groups]
    begin = list(_expanded(prior, copies))
    strengths = choix.ilsr_rankings(len(names), _joined(begin, expanded))
    doubts = [inf] * len(names)
    if len(groups) > 1:
        without = [
            choix.lsr_rankings(len(names), _joined(begin, expanded[:k] + expanded[k + 1 :]), initial_params=strengths)
            for k in range(len(groups))
        ]
        doubts = list(SCALE * quantile95(len(groups)) * _jackknife(np.array(without)))
    return {
        name: Rating(MIDDLE + SCALE * float(strength), float(doubt))
        for name, strength, doubt in zip(names, strengths, doubts, strict=True)
    }


def _jackknife(without: Any) -> Any:
    """The standard error of each strength, by the estimates with one group left out."""
    n = len(without)
    return np.sqrt((n - 1) / n * ((without - without.mean(axis=0)) ** 2).sum(axis=0))


def _joined(begin: list[tuple[int, ...]], groups: Sequence[list[tuple[int, ...]]]) -> list[tuple[int, ...]]:
    return begin + [ranking for group in groups for ranking in group]


def _orders(ranks: Sequence[int]) -> int:
    """In how many orders the players may have come in."""
    return prod(factorial(ranks.count(rank)) for rank in set(ranks))


def _expanded(matches: Iterable[Ranked], copies: int) -> Iterator[tuple[int, ...]]:
    """Each match as so many rankings, best first: all orders that its ties allow, equally often. The library knows no
    weights, so every match has as many as the one with most orders needs."""
    for players, ranks in matches:
        seats = sorted(range(len(players)), key=lambda seat: ranks[seat])
        tied = [list(group) for _, group in groupby(seats, key=lambda seat: ranks[seat])]
        for way in product(*map(permutations, tied)):
            ranking = tuple(players[seat] for group in way for seat in group)
            yield from [ranking] * (copies // _orders(ranks))
