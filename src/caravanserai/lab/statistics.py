"""The few statistics the lab needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, sqrt

Z95 = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


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
    if not number:
        return Estimate(0.0, 0.0, 1.0)
    p, z = hits / number, Z95 * Z95 / number
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
