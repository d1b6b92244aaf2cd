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

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numba
from numba import types

from caravanserai.kernel.compiling import compiled
from caravanserai.kernel.contract import Contract
from caravanserai.kernel.sentences import Sentence
from caravanserai.kernel.telling import Event, Line
from caravanserai.kernel.views import Sight

F = TypeVar("F", bound=Callable[..., Any])

TABLE_FUNCTIONS = ("see", "ask", "label", "narrate", "describe", "explain")


class Presenter:
    """The types of one game's table functions, and the decorator that compiles them for exactly these types."""

    def __init__(self, contract: Contract, view: type[Sight], events: type[Sentence], lines: type[Sentence]) -> None:
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
        self._sources: dict[str, Callable[..., Any]] = {}
        self._compiled: dict[str, Callable[..., Any]] = {}

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

    def spoken_events(self, out: Any) -> list[Event]:
        """The events of a speech."""
        return [Event(name, **given) for name, given in self.events.spoken(out)]

    def spoken_lines(self, out: Any) -> Iterator[Line]:
        """The lines of a speech."""
        return (Line(name.replace("_", "-"), **given) for name, given in self.lines.spoken(out))
