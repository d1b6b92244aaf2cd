"""Rules of thumb for Lamplight.

- Offer more the more the stall is worth to you, and keep some coins for the evenings to come.
- Give away what is worth least to you, never what was ordered.
"""

from __future__ import annotations

from caravanserai.kernel.arrays import Floats, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.powers import power, whole_power
from tests.lamplight.rules import (
    MOST_OFFER,
    N_GOODS,
    Edition,
    Phase,
    State,
    Verb,
    contract,
    pending,
)

COIN_WORTH = 3.0
"""Points for which a seat would offer a coin."""


@helper
def worth(e: Edition, s: State, seat: int, good: int) -> int:
    """Points of a good for a seat that knows its order."""
    return int(e.points[good]) + (int(e.order_points) if s.order[seat] == good else 0)


@contract
def advise(editions: Rows[Edition], states: Rows[State], i: int, seat: int, weights: Floats) -> None:
    """The weight of each legal choice."""
    e, s = editions[0], states[i]
    weights[:] = 0.0
    if not pending(s) >> seat & 1:
        return
    if s.phase == Phase.OFFER:
        stall = 0
        for good in range(N_GOODS):
            stall += int(s.stall[good]) * worth(e, s, seat, good)
        wanted = min(stall / COIN_WORTH, 1.0 + s.coins[seat] / (1.0 + e.evenings - s.evening))
        for coins in range(min(MOST_OFFER, int(s.coins[seat])) + 1):
            weights[coins] = power(0.5, abs(wanted - coins))
    else:
        for good in range(N_GOODS):
            if s.stall[good]:
                weights[Verb.GIVE + good] = whole_power(0.5, worth(e, s, seat, good))
