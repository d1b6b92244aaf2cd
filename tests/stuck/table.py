"""How the table looks: pebbles, and nothing hidden."""

from __future__ import annotations

from typing import Any

from caravanserai.kernel.actions import Choice
from caravanserai.kernel.telling import Event, Line


def view(e: Any, s: Any, seat: int, aids: bool) -> dict[str, Any]:
    """The pebbles of each seat."""
    return {"laid": s.laid[: s.seats]}


def prompt(e: Any, s: Any, seat: int) -> Line:
    """What is expected."""
    return Line("prompt-turn")


def label(e: Any, s: Any, seat: int, choice: Choice) -> Line:
    """What a choice does."""
    return Line("choice-lay", pebbles=choice.args["pebbles"])


def narrate(e: Any, then: Any, now: Any, seat: int) -> list[Event]:
    """Who laid how many."""
    return [Event("laid", seat=then.actor, pebbles=sum(now.laid) - sum(then.laid))]


def tell(e: Any, table: dict[str, Any], seat: int) -> list[Line]:
    """The pebbles in words."""
    return [Line("tell-seat", seat=k, pebbles=laid) for k, laid in enumerate(table["laid"])]


def score_sheet(e: Any, s: Any) -> list[list[Line]]:
    """A line a seat."""
    return [[Line("score-laid", points=laid)] for laid in s.laid[: s.seats]]
