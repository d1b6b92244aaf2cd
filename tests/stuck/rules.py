"""The rules: in turn each seat lays one pebble or two, until so many decisions were taken; the most pebbles win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from caravanserai.kernel.actions import Actions, Steps, Verb
from caravanserai.kernel.chance import below
from caravanserai.kernel.contract import Contract, Option, Part, state_record
from caravanserai.kernel.records import Field, Record

SEATS = 3
PHASES = ("turn", "over")
TURN, OVER = range(len(PHASES))
REASONS = ("running", "all_laid")

OPTIONS = (Option("sound", doc="nobody is ever stuck"),)
WINDOWS: dict[str, int] = {}
ACTIONS = Actions(Verb("lay", pebbles=Steps(1, 1, 2)))

TRAPS = 8

EDITION = Record("stuck edition", Field("length", np.int8, low=1, high=100), Field("stuck_after", np.int8))
STATE = state_record(
    "stuck",
    PHASES,
    REASONS,
    OPTIONS,
    Field("actor", np.int8, low=0, high=SEATS - 1, doc="who decides"),
    Field("taken", np.int8, low=0, doc="decisions taken"),
    Field("laid", np.int16, SEATS, low=0, doc="pebbles of each seat"),
    Field("trap", np.int8, low=0, high=1, doc="somebody will be stuck"),
)
contract = Contract(EDITION, STATE)

FAULTS = {1: "{found} decisions, expected at most {expected}"}


def fault_subject(code: int, subject: int) -> str:
    """What a fault is about."""
    return str(subject)


def check_edition(e: Any) -> Iterator[str]:
    """Any length will do."""
    yield from ()


@contract
def deal(editions: Any, states: Any, i: int, chance: Any) -> None:
    """A fresh position."""
    s, c = states[i], chance[0]
    s.phase, s.ended, s.seal = TURN, 0, 0
    s.actor, s.taken = 0, 0
    s.laid[:] = 0
    s.trap = below(c, TRAPS) == 0 and not s.sound


@contract
def actors(editions: Any, states: Any, i: int) -> int:
    """One seat decides at a time."""
    s = states[i]
    return 0 if s.phase == OVER else 1 << s.actor


@contract
def legal(editions: Any, states: Any, i: int, seat: int, mask: Any) -> int:
    """One pebble or two; the fault is here."""
    e, s = editions[0], states[i]
    mask[:] = 0
    if s.phase == OVER or seat != s.actor or (s.trap and s.taken == e.stuck_after):
        return 0
    mask[:] = 1
    return 2


@contract
def step(editions: Any, states: Any, i: int, seat: int, action: int, chance: Any) -> None:
    """One decision."""
    e, s = editions[0], states[i]
    s.laid[seat] += 1 + action
    s.taken += 1
    s.seal += 1
    s.actor = (seat + 1) % s.seats
    if s.taken == e.length:
        s.phase, s.ended, s.actor = OVER, 1, 0


@contract
def conceal(editions: Any, states: Any, i: int, seat: int) -> None:
    """All is open."""


@contract
def imagine(editions: Any, states: Any, i: int, seat: int, chance: Any) -> float:
    """All is known."""
    return 1.0


@contract
def score(editions: Any, states: Any, i: int, out: Any) -> None:
    """The most pebbles win."""
    s = states[i]
    for seat in range(s.seats):
        out[seat, 0] = s.laid[seat]
        out[seat, 1] = 1
        for other in range(s.seats):
            if s.laid[other] > s.laid[seat]:
                out[seat, 1] += 1


@contract
def audit(editions: Any, states: Any, i: int) -> Any:
    """No more decisions than there are."""
    e, s = editions[0], states[i]
    if s.taken > e.length:
        return 1, 0, int(s.taken), int(e.length)
    return 0, 0, 0, 0


OBSERVATION = (Part("taken", (), 0, 127, "decisions taken"),)


@contract
def encode(editions: Any, states: Any, i: int, seat: int, out: Any) -> None:
    """How far the match has got."""
    out[0] = states[i].taken
