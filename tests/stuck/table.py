"""How the table looks: pebbles, and nothing hidden."""

from __future__ import annotations

from caravanserai.kernel.arrays import Array, Rows
from caravanserai.kernel.counting import total
from caravanserai.kernel.presenter import Presenter
from caravanserai.kernel.sentences import NUMBER, SEAT, SentenceKind, args, say
from caravanserai.kernel.views import Sight, number
from tests.stuck.rules import SEATS, Edition, State, contract


class View(Sight):
    """The pebbles of each seat."""

    seats: int = number(at=None)
    laid: Array = number(SEATS)

    lengths = {"laid": "seats"}  # noqa: RUF012


class Event(SentenceKind):
    """What happens."""

    LAID = args(seat=SEAT, pebbles=NUMBER)


class Line(SentenceKind):
    """What is asked, done, scored and seen."""

    PROMPT_TURN = args()
    CHOICE_LAY = args(pebbles=NUMBER)
    TELL_SEAT = args(seat=SEAT, pebbles=NUMBER)
    SCORE_LAID = args(points=NUMBER)


table = Presenter(contract, View, Event, Line)


@table
def see(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, views: Rows[View]) -> None:
    """The pebbles of each seat."""
    s, v = states[i], views[0]
    v.seats = s.seats
    v.laid[:] = s.laid


@table
def ask(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """What is expected."""
    say(out, Line.PROMPT_TURN)


@table
def label(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, out: Array) -> None:
    """What a choice does."""
    say(out, Line.CHOICE_LAY, 1 + action)


@table
def narrate(editions: Rows[Edition], befores: Rows[State], afters: Rows[State], i: int, seat: int, out: Array) -> None:
    """Who laid how many."""
    before, after = befores[i], afters[i]
    say(out, Event.LAID, before.actor, total(after.laid) - total(before.laid))


@table
def describe(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, out: Array) -> None:
    """The pebbles in words."""
    s = states[i]
    for other in range(s.seats):
        say(out, Line.TELL_SEAT, other, s.laid[other])


@table
def explain(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """A line for the pebbles."""
    say(out, Line.SCORE_LAID, states[i].laid[seat])
