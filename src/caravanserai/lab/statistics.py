"""The few statistics the lab needs.

Matches on one shuffle share their luck, so they are no independent draws: the grouped estimates take a list of values
for each shuffle, and their intervals go by how the shuffles differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, lgamma, log, sqrt

from scipy.special import stdtrit

from caravanserai.lab.scale import Z95


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


def share(hits: float, number: int) -> Estimate:
    """A share with Wilson's interval; shared victories may make ``hits`` a fraction.

    >>> share(90, 100)
    Estimate(value=0.9, low=0.825..., high=0.944...)
    """
    return _wilson(hits / number, number, Z95) if number else Estimate(0.0, 0.0, 1.0)


def _wilson(p: float, number: float, quantile: float) -> Estimate:
    z = quantile * quantile / number
    middle = (p + z / 2) / (1 + z)
    reach = sqrt(max(0.0, p * (1 - p)) * z + z * z / 4) / (1 + z)
    return Estimate(p, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[float]) -> Estimate:
    """A mean with the normal interval.

    >>> mean([1, 3])
    Estimate(value=2.0, low=0.04..., high=3.95...)
    """
    n = len(values)
    if not n:
        return Estimate(0.0, 0.0, 0.0)
    middle = sum(values) / n
    spread = sqrt(sum((v - middle) ** 2 for v in values) / (n - 1) / n) if n > 1 else 0.0
    return Estimate(middle, middle - Z95 * spread, middle + Z95 * spread)


def quantile95(groups: int) -> float:
    """Standard errors on either side that hold 95 %, where the error itself was estimated from so many groups."""
    return float(stdtrit(groups - 1, 0.975)) if groups > 1 else inf


def _spread(groups: Sequence[Sequence[float]], middle: float) -> float:
    """The standard error of the mean of all values, as the groups' sums differ."""
    number, n = sum(map(len, groups)), len(groups)
    return sqrt(sum((sum(group) - middle * len(group)) ** 2 for group in groups) * n / (n - 1)) / number


def grouped_share(groups: Sequence[Sequence[float]]) -> Estimate:
    """A share of hits, with Wilson's interval for as many independent matches as would tell as much: never more than
    there are, and where all are alike as if each group were one match.

    >>> grouped_share([[1, 1, 1], [0, 0, 0], [1, 1, 1], [0, 0, 0]])
    Estimate(value=0.5, low=0.060..., high=0.939...)
    """
    values = [value for group in groups for value in group]
    if not values:
        return Estimate(0.0, 0.0, 1.0)
    p, n = sum(values) / len(values), len(groups)
    if n < 2:
        return Estimate(p, 0.0, 1.0)
    if min(values) == max(values):
        return _wilson(p, n, Z95)
    spread = _spread(groups, p)
    worth = min(len(values), p * (1 - p) / spread**2) if spread else len(values)
    return _wilson(p, worth, quantile95(n))


def grouped_mean(groups: Sequence[Sequence[float]]) -> Estimate:
    """A mean with its interval by groups; of a single group nothing is known.

    >>> grouped_mean([[1, 1], [3, 3], [2, 2]])
    Estimate(value=2.0, low=-0.48..., high=4.48...)
    """
    values = [value for group in groups for value in group]
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    middle = sum(values) / len(values)
    reach = quantile95(len(groups)) * _spread(groups, middle) if len(groups) > 1 else inf
    return Estimate(middle, middle - reach, middle + reach)


def sign_test(better: int, worse: int) -> float:
    """How likely at least so many of ``better + worse`` would be better if both were as likely: exact, one-sided.

    >>> sign_test(5, 0)
    0.03125
    """
    n = better + worse
    if n == 0:
        return 1.0
    if n <= 60:
        term, total = 1, 0
        for k in range(n, better - 1, -1):
            total += term
            term = term * k // (n - k + 1)
        return float(total / 2**n)
    logs = (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2) for k in range(better, n + 1))
    return min(1.0, sum(exp(value) for value in logs))
