"""The scale on which ratings are told: Elo's, around 1500.

Of two players 400 apart, the upper one ranks above the other ten times as often as below; of two 200 apart, about three
times as often.
"""

from __future__ import annotations

from math import log

MIDDLE, SCALE = 1500.0, 400 / log(10)

Z95 = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


def on_scale(strength: float, doubt: float) -> tuple[float, float]:
    """A rating and half of its 95 % interval, from a strength (the logarithm of the odds against one of 0) and half of
    the strength's interval.

    >>> on_scale(log(10), 0.0)
    (1900.0, 0.0)
    """
    return MIDDLE + SCALE * strength, SCALE * doubt
