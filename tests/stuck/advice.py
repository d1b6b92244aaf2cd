"""- Two pebbles are better than one."""

from __future__ import annotations

from typing import Any

from tests.stuck.rules import contract


@contract
def advise(editions: Any, states: Any, i: int, seat: int, weights: Any) -> None:
    """Two of three times, two pebbles."""
    weights[:] = 0.0
    e, s = editions[0], states[i]
    if s.phase == 0 and seat == s.actor and not (s.trap and s.taken == e.stuck_after):
        weights[0] = 1.0
        weights[1] = 2.0
