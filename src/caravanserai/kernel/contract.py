"""The contract: the compiled functions every game supplies, all over arrays and an index.

=============================================  =====================================================================
``deal(editions, states, i, chance)``          a fresh position; seats and options are already in the record
``actors(editions, states, i)``                bit mask of the seats that must decide now; 0 when the match is over
``legal(editions, states, i, seat, mask)``     fills the mask of legal actions, returns how many
``step(editions, states, i, seat, a, chance)`` takes one seat's decision, which must be legal
``conceal(editions, states, i, seat)``         erases all that the seat cannot know; seat -1 is a spectator
``imagine(editions, states, i, seat, chance)`` fills what was erased with a guess; returns its relative weight
``score(editions, states, i, out)``            each seat's score (column 0) and rank from 1 (column 1) if it ended now
``encode(editions, states, i, seat, out)``     what the seat knows as numbers for a learner
``advise(editions, states, i, seat, weights)`` rule-of-thumb weight of each action, 0 for an illegal one
``audit(editions, states, i)``                 (0, 0, 0, 0), or the fault: its number, subject, found, expected
=============================================  =====================================================================

``editions[0]`` is the edition, ``states[i]`` the position, ``chance[0]`` the stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types

from caravanserai.kernel.chance import CHANCE
from caravanserai.kernel.compiling import compiled
from caravanserai.kernel.errors import NoChoice
from caravanserai.kernel.records import Axis, Field, Record

F = TypeVar("F", bound=Callable[..., Any])

FUNCTIONS = (
    "deal",
    "actors",
    "legal",
    "step",
    "conceal",
    "imagine",
    "score",
    "encode",
    "advise",
    "audit",
)

SPECTATOR = -1
"""The seat that knows nothing but what all know."""


@dataclass(frozen=True)
class Option:
    """A choice made before the match: a switch (low 0, high 1) or a number; it is a field of the position."""

    name: str
    default: int = 0
    low: int = 0
    high: int = 1
    doc: str = ""
    lab: int | None = None
    """What simulations use in its place where a match could otherwise last for ever."""

    @property
    def is_switch(self) -> bool:
        return (self.low, self.high) == (0, 1)


@dataclass(frozen=True)
class Part:
    """A stretch of the observation: a name, its axes, and the range of its numbers."""

    name: str
    axes: tuple[Axis, ...]
    low: float
    high: float
    doc: str

    @property
    def size(self) -> int:
        return int(np.prod([axis if isinstance(axis, int) else len(axis) for axis in self.axes], dtype=np.int64))


def state_record(game: str, phases: tuple[str, ...], reasons: tuple[str, ...], options: tuple[Option, ...],
                 *fields: Field) -> Record:  # fmt: skip
    """The record of a position: what all games have, the options, then the game's own fields.

    ``phase`` is what is going on, ``ended`` why the match is over (the first reason means that it is not), ``seal``
    counts the moments after which nothing before can be taken back.
    """
    return Record(
        game,
        Field("seats", np.int8, low=1, high=16, doc="how many seats play"),
        Field("phase", np.int8, names=phases, low=0, doc="what is going on"),
        Field("ended", np.int8, names=reasons, low=0, doc="why the match is over, if it is"),
        Field("seal", np.uint16, doc="counts the moments after which nothing before can be taken back"),
        *(Field(option.name, np.int32, low=option.low, high=option.high, doc=option.doc) for option in options),
        *fields,
    )


class Contract:
    """The types of one game's functions, and the decorators that compile them for exactly these types."""

    def __init__(self, edition: Record, state: Record) -> None:
        self.edition = edition
        self.state = state
        self.editions_type = types.Array(numba.from_dtype(edition.dtype), 1, "C")
        self.states_type = types.Array(numba.from_dtype(state.dtype), 1, "C")
        self.chance_type = types.Array(numba.from_dtype(CHANCE), 1, "C")
        common = (self.editions_type, self.states_type, types.int64)
        mask, numbers = types.Array(types.uint8, 1, "C"), types.Array(types.float32, 1, "C")
        table = types.Array(types.int64, 2, "C")
        self.signatures = {
            "deal": types.void(*common, self.chance_type),
            "actors": types.int64(*common),
            "legal": types.int64(*common, types.int64, mask),
            "step": types.void(*common, types.int64, types.int64, self.chance_type),
            "conceal": types.void(*common, types.int64),
            "imagine": types.float64(*common, types.int64, self.chance_type),
            "score": types.void(*common, table),
            "encode": types.void(*common, types.int64, numbers),
            "advise": types.void(*common, types.int64, numbers),
            "audit": types.UniTuple(types.int64, 4)(*common),  # type: ignore[no-untyped-call]
        }
        self._sources: dict[str, Callable[..., Any]] = {}
        self._compiled: dict[str, Callable[..., Any]] = {}

    def __call__(self, function: F) -> F:
        """Decorator: this is a function of the contract, which one is told by its name. It is compiled when needed,
        so that helpers may stand below it."""
        name = function.__name__
        if name not in self.signatures:
            raise ValueError(f"{name} is not a function of the contract: expected one of {', '.join(FUNCTIONS)}")
        self._sources[name] = function
        return function

    def function(self, name: str) -> Callable[..., Any]:
        """The compiled function of that name."""
        if name not in self._compiled:
            self._compiled[name] = compiled(self._sources[name], self.signatures[name], self.folder)
        return self._compiled[name]

    @property
    def folder(self) -> Path:
        """Where the game's sources are."""
        return Path(self._sources["deal"].__code__.co_filename).resolve().parent

    def no_choice(self, states: Any, i: int, seat: int, where: str = "") -> NoChoice:
        """What to raise where a seat must decide and nothing is legal; ``where`` says how to get there again."""
        phase = (self.state.fields["phase"].names or ())[states["phase"][i]]
        at = f" ({where})" if where else ""
        return NoChoice(
            f"{self.state.name}: seat {seat} must decide in phase {phase}{at} and nothing is possible; "
            f"expected rules and an edition that always leave a choice"
        )

    def function_type(self, name: str) -> Any:
        """The type with which the function is handed to compiled code that works for any game."""
        return types.FunctionType(self.signatures[name])

    def bind(self, function: Callable[..., Any], names: tuple[str, ...], result: Any, *args: Any) -> Bound:
        """Compile code that works for any game for this one, and put the game's functions before its arguments."""
        signature = result(*(self.function_type(name) for name in names), *args)
        return Bound(compiled(function, signature, self.folder), self, names)


class Bound:
    """Code that works for any game, compiled for one. The game's functions are put before its arguments; they are
    looked for when it is first called, so that it can be compiled without them."""

    def __init__(self, made: Callable[..., Any], contract: Contract, names: tuple[str, ...]) -> None:
        self.made = made
        self.contract = contract
        self.names = names

    @cached_property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The game's functions, compiled."""
        return tuple(self.contract.function(name) for name in self.names)

    def ready(self) -> Bound:
        """Itself, when all it needs is compiled: before a clock starts."""
        _ = self.functions
        return self

    def __call__(self, *given: Any) -> Any:
        return self.made(*self.functions, *given)


def option_values(options: tuple[Option, ...], given: Mapping[str, int]) -> dict[str, int]:
    """All options with their values, the defaults filled in."""
    return {option.name: int(given.get(option.name, option.default)) for option in options}
