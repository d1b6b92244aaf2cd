"""The rules: in turn each seat lays one pebble or two, until so many decisions were taken; the most pebbles win."""

from __future__ import annotations

from collections.abc import Iterator
from enum import auto

from caravanserai.kernel.actions import Actions, Steps, Verbs, args
from caravanserai.kernel.arrays import Array, Array2, Floats, Rows
from caravanserai.kernel.chance import Stream, below
from caravanserai.kernel.choices import Choices, allow_range, clear
from caravanserai.kernel.contract import Contract, Parts, Position, option, part
from caravanserai.kernel.counting import rank_by_score
from caravanserai.kernel.names import Names
from caravanserai.kernel.records import Record, int8, int16

SEATS = 3


class Phase(Names):
    TURN = auto()
    OVER = auto()


class Reason(Names):
    RUNNING = auto()
    ALL_LAID = auto()


class Verb(Verbs):
    LAY = args(pebbles=Steps(1, 1, 2))


WINDOWS: dict[Phase, Verb] = {}
ACTIONS = Actions(Verb)

TRAPS = 8


class Edition(Record, name="stuck edition"):
    """When a match ends, and when somebody is stuck."""

    length: int = int8(low=1, high=100)
    stuck_after: int = int8()


class State(Position, name="stuck", phases=Phase, reasons=Reason):
    """A position."""

    # Chosen before the match.
    sound: int = option(doc="nobody is ever stuck")
    actor: int = int8(low=0, high=SEATS - 1, doc="who decides")
    taken: int = int8(low=0, doc="decisions taken")
    laid: Array = int16(SEATS, low=0, doc="pebbles of each seat")
    trap: int = int8(low=0, high=1, doc="somebody will be stuck")


contract = Contract(Edition, State)

FAULTS = {1: "{found} decisions, expected at most {expected}"}


def fault_subject(code: int, subject: int) -> str:
    """What a fault is about."""
    return str(subject)


def check_edition(e: Edition) -> Iterator[str]:
    """Any length will do."""
    yield from ()


@contract
def deal(editions: Rows[Edition], states: Rows[State], i: int, chance: Rows[Stream]) -> None:
    """A fresh position."""
    s, c = states[i], chance[0]
    s.phase, s.ended, s.undo_barrier = Phase.TURN, Reason.RUNNING, 0
    s.actor, s.taken = 0, 0
    s.laid[:] = 0
    s.trap = below(c, TRAPS) == 0 and not s.sound


@contract
def actors(editions: Rows[Edition], states: Rows[State], i: int) -> int:
    """One seat decides at a time."""
    s = states[i]
    return 0 if s.phase == Phase.OVER else 1 << s.actor


@contract
def legal(editions: Rows[Edition], states: Rows[State], i: int, seat: int, choices: Choices) -> None:
    """One pebble or two; the fault is here."""
    e, s = editions[0], states[i]
    clear(choices)
    if s.phase != Phase.OVER and seat == s.actor and not (s.trap and s.taken == e.stuck_after):
        allow_range(choices, Verb.LAY, Verb.LAY + 2)


@contract
def step(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, chance: Rows[Stream]) -> None:
    """One decision."""
    e, s = editions[0], states[i]
    s.laid[seat] += 1 + action
    s.taken += 1
    s.undo_barrier += 1
    s.actor = (seat + 1) % s.seats
    if s.taken == e.length:
        s.phase, s.ended, s.actor = Phase.OVER, Reason.ALL_LAID, 0


@contract
def conceal(editions: Rows[Edition], states: Rows[State], i: int, seat: int) -> None:
    """All is open."""


@contract
def determinize(editions: Rows[Edition], states: Rows[State], i: int, seat: int, chance: Rows[Stream]) -> float:
    """All is known."""
    return 1.0


@contract
def score(editions: Rows[Edition], states: Rows[State], i: int, out: Array2) -> None:
    """The most pebbles win."""
    s = states[i]
    for seat in range(s.seats):
        out[seat, 0] = s.laid[seat]
    rank_by_score(out, s.seats)


@contract
def audit(editions: Rows[Edition], states: Rows[State], i: int) -> tuple[int, int, int, int]:
    """No more decisions than there are."""
    e, s = editions[0], states[i]
    if s.taken > e.length:
        return 1, 0, int(s.taken), int(e.length)
    return 0, 0, 0, 0


class Part(Parts):
    """What the seat knows, in the order of the observation."""

    taken = part((), 0, 127, "decisions taken")


OBSERVATION = tuple(Part)


@contract
def encode(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Floats) -> None:
    """How far the match has got."""
    out[0] = states[i].taken
