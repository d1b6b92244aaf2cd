"""What a game's ``table.py`` supplies: compiled functions that put what is seen into a view and say what is told.

=======================================================  ===========================================================
``see(editions, states, i, seat, aids, views)``          fills ``views[0]`` with what the seat sees
``ask(editions, states, i, seat, out)``                  says what is expected of whoever decides
``label(editions, states, i, seat, action, out)``        says what a choice does
``narrate(editions, befores, afters, i, seat, out)``     says what happened between two positions, one decision apart
``describe(editions, states, i, seat, aids, out)``       says what the seat sees
``explain(editions, states, i, seat, out)``              says how the seat's score came about
=======================================================  ===========================================================

All but ``explain`` are given concealed positions, so that they can tell nothing that the seat does not know; with
``aids`` they tell what a perfect memory would know. ``narrate`` says events, the others lines.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
from numba import types

from caravanserai.kernel.any_game import actors, bound, conceal, legal, of_the_game
from caravanserai.kernel.choices import WORD, allows, new_choices
from caravanserai.kernel.compact import most_compact, put_compact
from caravanserai.kernel.compiling import compiled
from caravanserai.kernel.contract import SPECTATOR, Contract
from caravanserai.kernel.events import Event, Line
from caravanserai.kernel.records import as_bytes
from caravanserai.kernel.sentences import FIRST, SPEECH, TAIL, SentenceKind
from caravanserai.kernel.views import Sight

F = TypeVar("F", bound=Callable[..., Any])

TABLE_FUNCTIONS = ("see", "ask", "label", "narrate", "describe", "explain")


class Presented(NamedTuple):
    """What a viewer is told, as numbers."""

    seat: int
    phase: int
    pending: int
    """Who must decide, as far as the viewer can tell: a bit a seat."""
    public_pending: int
    """The same as far as anybody can tell."""
    offered: int
    """How many choices there are."""
    view: bytes
    asked: bytes
    """Numbers of four bytes: the phase, who must decide, how many choices there are, these, and as sentences what is
    asked and what each choice does."""
    events: bytes
    compact: bytes
    """All of this in its compact form (``kernel/compact.py``); if it was made to follow a view, with what has changed
    since instead of the view."""

    @property
    def actions(self) -> tuple[int, ...]:
        """What the viewer may do."""
        return struct.unpack_from(f"<{self.offered}i", self.asked, 4 * HEAD)

    @property
    def lines(self) -> bytes:
        """What is asked, and what each choice does."""
        return self.asked[4 * (HEAD + self.offered) :]


@cache
def seats_in(pending: int) -> tuple[int, ...]:
    """The seats in a mask with a bit a seat.

    >>> seats_in(0b101)
    (0, 2)
    """
    return tuple(seat for seat in range(pending.bit_length()) if pending >> seat & 1)


HEAD = 3
"""Numbers before the actions: the phase, who must decide, how many actions there are."""


class Room(NamedTuple):
    """Where all that some viewers are told at once is put together; most of it has a row for each of them."""

    viewers: Any
    before: Any
    """The position before what happened."""
    known: Any
    then: Any
    """What a viewer knows of the position, and knew of the one before."""
    views: Any
    view_bytes: Any
    """The same array."""
    bases: Any
    follows: Any
    """The views that viewers have, and whether they have any."""
    speeches: Any
    parts: Any
    compact: Any


class Desk:
    """A room, and ways into it that are quick from Python."""

    def __init__(self, presenter: Presenter, viewers: int) -> None:
        state, views = presenter.contract.state, presenter.view.new(viewers)
        width = presenter.view.dtype.itemsize
        self.room = Room(
            viewers=np.zeros(viewers, np.int64),
            before=state.new(),
            known=state.new(),
            then=state.new(),
            views=views,
            view_bytes=as_bytes(views),
            bases=np.zeros((viewers, width), np.uint8),
            follows=np.zeros(viewers, np.int64),
            speeches=np.zeros((viewers, SPEECH), np.int32),
            parts=np.zeros((viewers, PARTS), np.int32),
            compact=np.zeros((viewers, most_compact(width, SPEECH)), np.uint8),
        )
        self.before = as_bytes(self.room.before)[0].data
        self.views = [row.data for row in self.room.view_bytes]
        self.bases = [row.data for row in self.room.bases]
        self.speeches = [row.data.cast("B") for row in self.room.speeches]
        self.compact = [row.data for row in self.room.compact]


PARTS = 7
"""What is noted of a speech: phase, who must decide as far as the viewer and as anybody can tell, how many choices
there are, where what is asked ends, and where what happened does; and how long its compact form is."""


class Desks(threading.local):
    """Desks by the number of viewers; each thread has its own."""

    def __init__(self) -> None:
        self.of: dict[int, Desk] = {}


class Presenter:
    """The types of one game's table functions, and the decorator that compiles them for exactly these types."""

    def __init__(
        self, contract: Contract, view: type[Sight], events: type[SentenceKind], lines: type[SentenceKind]
    ) -> None:
        self.contract = contract
        self.view = view
        self.events = events
        self.lines = lines
        views = types.Array(numba.from_dtype(view.dtype), 1, "C")
        speech = types.Array(types.int32, 1, "C")
        editions, states, number = contract.editions_type, contract.states_type, types.int64
        self.signatures = {
            "see": types.void(editions, states, number, number, number, views),
            "ask": types.void(editions, states, number, number, speech),
            "label": types.void(editions, states, number, number, number, speech),
            "narrate": types.void(editions, states, states, number, number, speech),
            "describe": types.void(editions, states, number, number, number, speech),
            "explain": types.void(editions, states, number, number, speech),
        }
        numbers, table, rows = (
            types.Array(number, 1, "C"),
            types.Array(types.int32, 2, "C"),
            types.Array(types.uint8, 2, "C"),
        )
        fields = [numbers, states, states, states, views, rows, rows, numbers, table, table, rows]
        room: Any = types.NamedTuple(fields, Room)  # type: ignore[no-untyped-call]
        self._present_signature = types.void(editions, states, number, number, number, contract.choices_type, room)
        self._sources: dict[str, Callable[..., Any]] = {}
        self._compiled: dict[str, Callable[..., Any]] = {}
        self._desks = Desks()

    def __call__(self, function: F) -> F:
        """Decorator: this is one of the table's functions, which one is told by its name."""
        name = function.__name__
        if name not in self.signatures:
            raise ValueError(f"{name} is no function of a table: expected one of {', '.join(TABLE_FUNCTIONS)}")
        self._sources[name] = function
        return function

    def function(self, name: str) -> Callable[..., Any]:
        """The compiled function of that name."""
        if name not in self._compiled:
            self._compiled[name] = compiled(self._sources[name], self.signatures[name], self.contract.folder)
        return self._compiled[name]

    def source(self, name: str) -> Callable[..., Any]:
        """The function of that name as it is written."""
        return self._sources[name]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """``presenter.see(…)``: the function, kept for the next time."""
        if name not in TABLE_FUNCTIONS:
            raise AttributeError(name)
        found = self.function(name)
        setattr(self, name, found)
        return found

    @cached_property
    def _present(self) -> Callable[..., None]:
        """``present_all`` with the game's own functions put into it."""
        owners = dict.fromkeys(self.signatures, self) | dict.fromkeys(self.contract.signatures, self.contract)
        put_in = bound(present_all, lambda name: owners[name].function(name), {})
        return compiled(put_in, self._present_signature, self.contract.folder)

    def ready(self) -> None:
        """Compile what presents, or find it compiled."""
        _ = self._present

    def present(
        self,
        editions: Any,
        states: Any,
        viewers: Sequence[int],
        bases: Sequence[bytes],
        before: bytes | None,
        choices: Any | None,
        aids: bool,
    ) -> list[Presented]:
        """All that some viewers are told at once. ``bases`` are the views that they have, each empty if it has none;
        ``before`` is the position before what happened, None if nothing did; ``choices`` is where choices are noted,
        None if nobody is asked."""
        desk = self._desks.of.get(len(viewers))
        if desk is None:
            desk = self._desks.of[len(viewers)] = Desk(self, len(viewers))
        room = desk.room
        room.viewers[:] = viewers
        for k, base in enumerate(bases):
            room.follows[k] = bool(base)
            if base:
                desk.bases[k][:] = base
        if before is not None:
            desk.before[:] = before
        asks = choices is not None
        self._present(editions, states, before is not None, asks, aids, choices if asks else NOBODY_ASKED, room)
        told = []
        for k, (phase, pending, public, count, middle, end, size) in enumerate(room.parts.tolist()):
            if end > SPEECH:
                raise ValueError(f"a speech of {end} numbers: expected at most {SPEECH}")
            speech = desk.speeches[k]
            asked, events = bytes(speech[4 * FIRST : 4 * middle]), bytes(speech[4 * middle : 4 * end])
            compact = bytes(desk.compact[k][:size])
            told.append(
                Presented(viewers[k], phase, pending, public, count, bytes(desk.views[k]), asked, events, compact)
            )
        return told

    def spoken_events(self, out: Any) -> list[Event]:
        """The events of a speech."""
        return [Event(name, **given) for name, given in self.events.spoken(out)]

    def spoken_lines(self, out: Any) -> Iterator[Line]:
        """The lines of a speech."""
        return (Line(name.replace("_", "-"), **given) for name, given in self.lines.spoken(out))


NOBODY_ASKED = new_choices(0)


see: Callable[[Any, Any, int, int, int, Any], None] = of_the_game("see")
ask: Callable[[Any, Any, int, int, Any], None] = of_the_game("ask")
label: Callable[[Any, Any, int, int, int, Any], None] = of_the_game("label")
narrate: Callable[[Any, Any, Any, int, int, Any], None] = of_the_game("narrate")
"""The functions of a table that ``present_all`` calls: each game's own are put in their place."""


def present_all(editions: Any, states: Any, happened: int, asks: int, aids: int, choices: Any, room: Any) -> None:
    """What some viewers are told: what each sees goes into ``views``, what it is asked and what happened into
    ``speeches``. One call from Python for all of them, for each takes ten times as long as what it does."""
    known, then = room.known, room.then
    room.view_bytes[:] = 0
    known[0] = states[0]
    conceal(editions, known, 0, SPECTATOR)
    public_pending = actors(editions, known, 0)
    for k in range(len(room.viewers)):
        seat, speech, part = room.viewers[k], room.speeches[k], room.parts[k]
        known[0] = states[0]
        conceal(editions, known, 0, seat)
        pending = actors(editions, known, 0)
        see(editions, known, 0, seat, aids, room.views[k : k + 1])
        count = 0
        if asks and seat != SPECTATOR and pending >> seat & 1:
            legal(editions, states, 0, seat, choices)
            for action in range(WORD * len(choices)):
                if allows(choices, action):
                    speech[FIRST + HEAD + count] = action
                    count += 1
        speech[FIRST], speech[FIRST + 1], speech[FIRST + 2] = known[0].phase, pending, count
        speech[TAIL] = FIRST + HEAD + count
        ask(editions, known, 0, seat, speech)
        for number in range(count):
            label(editions, known, 0, seat, int(speech[FIRST + HEAD + number]), speech)
        part[0], part[1], part[2] = known[0].phase, pending, public_pending
        part[3], part[4] = count, speech[TAIL]
        if happened:
            then[0] = room.before[0]
            conceal(editions, then, 0, seat)
            narrate(editions, then, known, 0, seat, speech)
        part[5] = speech[TAIL]
        said = speech[FIRST : min(speech[TAIL], len(speech))]
        part[6] = put_compact(room.bases[k], room.view_bytes[k], room.follows[k], said, room.compact[k])
