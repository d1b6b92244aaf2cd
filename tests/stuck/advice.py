"""- Two pebbles are better than one."""

from __future__ import annotations

from caravanserai.kernel.arrays import Floats, Rows
from tests.stuck.rules import Edition, State, contract


@contract
def advise(editions: Rows[Edition], states: Rows[State], i: int, seat: int, weights: Floats) -> None:
    """Two of three times, two pebbles."""
    weights[:] = 0.0
    e, s = editions[0], states[i]
    if s.phase == 0 and seat == s.actor and not (s.trap and s.taken == e.stuck_after):
        weights[0] = 1.0
        weights[1] = 2.0
