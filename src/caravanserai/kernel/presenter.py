"""What a game's ``table.py`` supplies: compiled functions that put what is seen into a view and say what is told.

=======================================================  ===========================================================
``see(editions, states, i, seat, aids, views)``          fills ``views[0]`` with what the seat sees
``ask(editions, states, i, seat, out)``                  says what is expected of whoever decides
``label(editions, states, i, seat, mask, out)``          says what each choice in the mask does
``narrate(editions, befores, afters, i, seat, out)``     says what happened between two positions, one decision apart
``describe(editions, states, i, seat, aids, out)``       says what the seat sees
``explain(editions, states, i, seat, out)``              says how the seat's score came about
=======================================================  ===========================================================

All but ``explain`` are given concealed positions, so that they can tell nothing that the seat does not know; with
``aids`` they tell what a perfect memory would know. ``narrate`` says events, the others lines.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, TypeVar

import numba
from numba import types

from caravanserai.kernel.compiling import compiled
from caravanserai.kernel.contract import SPECTATOR, Contract
from caravanserai.kernel.records import as_bytes
from caravanserai.kernel.sentences import FIRST, TAIL, Sentence, new_speech, spoken_bytes
from caravanserai.kernel.telling import Event, Line
from caravanserai.kernel.views import Sight

F = TypeVar("F", bound=Callable[..., Any])

TABLE_FUNCTIONS = ("see", "ask", "label", "narrate", "describe", "explain")


@dataclass(frozen=True, slots=True)
class Presented:
    """What a viewer is told, as numbers."""

    seat: int
    phase: int
    pending: int
    """Who must decide, as far as the viewer can tell: a bit a seat."""
    view: bytes
    actions: tuple[int, ...]
    lines: bytes
    """What is asked, and what each choice does."""
    events: bytes


class Room(threading.local):
    """Where things are put together; each thread has its own."""

    def __init__(self, presenter: Presenter) -> None:
        state = presenter.contract.state
        self.known, self.then, self.views = state.new(), state.new(), presenter.view.new()
        self.known_bytes, self.then_bytes = as_bytes(self.known)[0].data, as_bytes(self.then)[0].data
        self.view_bytes = as_bytes(self.views)[0]
        self.out = new_speech()


class Presenter:
    """The types of one game's table functions, and the decorator that compiles them for exactly these types."""

    def __init__(self, contract: Contract, view: type[Sight], events: type[Sentence], lines: type[Sentence]) -> None:
        self.contract = contract
        self.view = view
        self.events = events
        self.lines = lines
        views = types.Array(numba.from_dtype(view.dtype), 1, "C")
        mask, speech = types.Array(types.uint8, 1, "C"), types.Array(types.int32, 1, "C")
        editions, states, number = contract.editions_type, contract.states_type, types.int64
        self.signatures = {
            "see": types.void(editions, states, number, number, number, views),
            "ask": types.void(editions, states, number, number, speech),
            "label": types.void(editions, states, number, number, mask, speech),
            "narrate": types.void(editions, states, states, number, number, speech),
            "describe": types.void(editions, states, number, number, number, speech),
            "explain": types.void(editions, states, number, number, speech),
        }
        self._sources: dict[str, Callable[..., Any]] = {}
        self._compiled: dict[str, Callable[..., Any]] = {}
        self._room = Room(self)

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

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """``presenter.see(…)``: the function, kept for the next time."""
        if name not in TABLE_FUNCTIONS:
            raise AttributeError(name)
        found = self.function(name)
        setattr(self, name, found)
        return found

    @cached_property
    def _rules(self) -> SimpleNamespace:
        """The rules' functions that presenting needs."""
        return SimpleNamespace(**{name: self.contract.function(name) for name in ("conceal", "actors", "legal")})

    def present(
        self, editions: Any, states: Any, before: bytes | None, seat: int, aids: bool, mask: Any | None
    ) -> Presented:
        """All that a viewer is told at once. ``before`` is the position before what happened, None if nothing did;
        ``mask`` is where its choices are noted, None if it is not asked."""
        position = as_bytes(states)[0].data
        room, rules = self._room, self._rules
        out, known = room.out, room.known
        room.known_bytes[:] = position
        rules.conceal(editions, known, 0, seat)
        pending = rules.actors(editions, known, 0)
        room.view_bytes.fill(0)
        self.see(editions, known, 0, seat, aids, room.views)
        out[TAIL] = FIRST
        self.ask(editions, known, 0, seat, out)
        actions: tuple[int, ...] = ()
        if mask is not None and seat != SPECTATOR and pending >> seat & 1:
            rules.legal(editions, states, 0, seat, mask)
            self.label(editions, known, 0, seat, mask, out)
            actions = tuple(mask.nonzero()[0].tolist())
        lines = spoken_bytes(out)
        out[TAIL] = FIRST
        if before is not None:
            room.then_bytes[:] = before
            rules.conceal(editions, room.then, 0, seat)
            self.narrate(editions, room.then, known, 0, seat, out)
        return Presented(
            seat, int(known["phase"][0]), pending, room.view_bytes.tobytes(), actions, lines, spoken_bytes(out)
        )

    def spoken_events(self, out: Any) -> list[Event]:
        """The events of a speech."""
        return [Event(name, **given) for name, given in self.events.spoken(out)]

    def spoken_lines(self, out: Any) -> Iterator[Line]:
        """The lines of a speech."""
        return (Line(name.replace("_", "-"), **given) for name, given in self.lines.spoken(out))
