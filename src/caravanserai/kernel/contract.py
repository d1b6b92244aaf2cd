"""The contract: the compiled functions every game supplies, all over arrays and an index.

==================================================  =================================================================
``deal(editions, states, i, chance)``               a fresh position; seats and options are already in the record
``actors(editions, states, i)``                     bit mask of the seats that must decide now; 0 when the match is over
``legal(editions, states, i, seat, choices)``       fills the set of legal actions (``kernel/choices.py``)
``step(editions, states, i, seat, a, chance)``      takes one seat's decision, which must be legal
``conceal(editions, states, i, seat)``              erases all that the seat cannot know; seat -1 is a spectator
``determinize(editions, states, i, seat, chance)``  fills what was erased with a guess; returns its relative weight
``score(editions, states, i, out)``                 each seat's score and rank from 1 (columns 0, 1) if it ended now
``encode(editions, states, i, seat, out)``          what the seat knows as numbers for a learner
``advise(editions, states, i, seat, weights)``      rule-of-thumb weight of each action, 0 for an illegal one
``audit(editions, states, i)``                      (0, 0, 0, 0), or the fault: its number, subject, found, expected
``derive(editions, states, i)``                     fills the derived fields of a position whose others were read
==================================================  =================================================================

``derive`` is only asked of a game whose position has derived fields: sums, sets and the like that the rules keep so as
not to work them out again at every decision. They are no part of a position's readable form. They may tell no more
than the other fields do: ``conceal`` and ``determinize`` leave them as ``derive`` would fill them.

``editions[0]`` is the edition, ``states[i]`` the position, ``chance[0]`` the stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar, cast

import numba
import numpy as np
from numba import types

from caravanserai.kernel.actions import Actions
from caravanserai.kernel.any_game import Unbound, bound, legal
from caravanserai.kernel.arrays import Array, Array2, Floats, Rows
from caravanserai.kernel.chance import Stream
from caravanserai.kernel.choices import WORD, Choices, count, mark
from caravanserai.kernel.compiling import compiled
from caravanserai.kernel.errors import NoChoice
from caravanserai.kernel.names import Names
from caravanserai.kernel.records import Axis, Field, Layout, Record, declared, int8, uint16

F = TypeVar("F", bound=Callable[..., Any])

FUNCTIONS = (
    "deal",
    "actors",
    "legal",
    "step",
    "conceal",
    "determinize",
    "score",
    "encode",
    "advise",
    "audit",
)
DERIVE = "derive"
"""The function that a game with derived fields supplies besides."""

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
        """Whether it is a yes or a no."""
        return (self.low, self.high) == (0, 1)

    @property
    def field(self) -> Field:
        return Field(self.name, np.int32, low=self.low, high=self.high, doc=self.doc)

    def __set_name__(self, owner: type, name: str) -> None:
        """An option declared in a class is named by the line it is declared in."""
        object.__setattr__(self, "name", name)


def option(default: int = 0, low: int = 0, high: int = 1, doc: str = "", lab: int | None = None) -> int:
    """Declares an option in the body of a position: to the type checker it is a field like any other."""
    return cast(int, Option("", default, low, high, doc, lab))


class Parts(IntEnum):
    """The parts of the observation; each is the place at which it begins, and is named as fields are.

    >>> class Part(Parts):
    ...     hand = part((4, 11), 0, 9, "cards in each hand")
    ...     turn = part((4,), 0, 1, "whose turn it is")
    >>> int(Part.turn), Part.hand.size, Part.turn.name
    (44, 44, 'turn')
    """

    axes: tuple[Axis, ...]
    low: float
    high: float
    doc: str
    size: int

    def __new__(cls, axes: tuple[Axis, ...], low: float, high: float, doc: str) -> Parts:
        before = list(cls)[-1:]
        place = before[0] + before[0].size if before else 0
        member = int.__new__(cls, place)
        member._value_ = place
        member.axes, member.low, member.high, member.doc = axes, low, high, doc
        member.size = prod(axis if isinstance(axis, int) else len(axis) for axis in axes)
        return member


def part(axes: tuple[Axis, ...], low: float, high: float, doc: str) -> tuple[tuple[Axis, ...], float, float, str]:
    """A part: its axes, the range of its numbers, and what they mean."""
    return axes, low, high, doc


class Position(Record, name="position"):
    """What the positions of all games have. A game's own has the options and the game's fields besides: in the readable
    form they follow in that order.

    ``phase`` is what is going on, ``ended`` why the match is over (the first reason means that it is not),
    ``undo_barrier`` counts the moments after which nothing before can be taken back.
    """

    options: ClassVar[tuple[Option, ...]] = ()

    seats: int = int8(low=1, high=16, doc="how many seats play")
    phase: int = int8(low=0, doc="what is going on")
    ended: int = int8(low=0, doc="why the match is over, if it is")
    undo_barrier: int = uint16(doc="counts the moments after which nothing before can be taken back")

    def __init_subclass__(cls, *, name: str, phases: type[Names], reasons: type[Names]) -> None:
        seats, phase, ended, undo_barrier = declared(Position)
        common = (seats, phase.naming(phases.words()), ended.naming(reasons.words()), undo_barrier)
        cls.options = tuple(value for value in vars(cls).values() if isinstance(value, Option))
        cls.layout = Layout(name, *common, *(option.field for option in cls.options), *declared(cls))


E_contra = TypeVar("E_contra", bound=Record, contravariant=True)
S_contra = TypeVar("S_contra", bound=Position, contravariant=True)


class Rules(Protocol[E_contra, S_contra]):
    """What a game's module ``rules`` must have. Its package says that it does, so that mypy finds what is missing."""

    # fmt: off
    @property
    def contract(self) -> Contract: ...
    @property
    def ACTIONS(self) -> Actions: ...  # noqa: N802
    @property
    def WINDOWS(self) -> Mapping[Any, int]: ...  # noqa: N802
    @property
    def OBSERVATION(self) -> tuple[Parts, ...]: ...  # noqa: N802
    @property
    def FAULTS(self) -> Mapping[int, str]: ...  # noqa: N802
    def fault_subject(self, code: int, subject: int) -> str: ...
    def check_edition(self, e: E_contra) -> Iterator[str]: ...

    def deal(self, editions: Rows[E_contra], states: Rows[S_contra], i: int, chance: Rows[Stream]) -> None: ...
    def actors(self, editions: Rows[E_contra], states: Rows[S_contra], i: int) -> int: ...
    def legal(self, editions: Rows[E_contra], states: Rows[S_contra], i: int, seat: int, choices: Choices) -> None: ...
    def step(self, editions: Rows[E_contra], states: Rows[S_contra], i: int, seat: int, action: int,
             chance: Rows[Stream]) -> None: ...
    def conceal(self, editions: Rows[E_contra], states: Rows[S_contra], i: int, seat: int) -> None: ...
    def determinize(self, editions: Rows[E_contra], states: Rows[S_contra], i: int, seat: int,
                chance: Rows[Stream]) -> float: ...
    def score(self, editions: Rows[E_contra], states: Rows[S_contra], i: int, out: Array2) -> None: ...
    def encode(self, editions: Rows[E_contra], states: Rows[S_contra], i: int, seat: int, out: Floats) -> None: ...
    def audit(self, editions: Rows[E_contra], states: Rows[S_contra], i: int) -> tuple[int, int, int, int]: ...
    # fmt: on


class Advice(Protocol[E_contra, S_contra]):
    """What a game's module ``advice`` must have."""

    def advise(self, editions: Rows[E_contra], states: Rows[S_contra], i: int, seat: int, weights: Floats) -> None: ...


class Contract:
    """The types of one game's functions, and the decorators that compile them for exactly these types."""

    def __init__(self, edition: type[Record], state: type[Position]) -> None:
        self.edition = edition.layout
        self.state = state.layout
        self.options = state.options
        self.editions_type, self.states_type, self.chance_type = (
            types.Array(numba.from_dtype(record.layout.dtype), 1, "C") for record in (edition, state, Stream)
        )
        common = (self.editions_type, self.states_type, types.int64)
        self.choices_type, self.mask_type = types.Array(types.uint64, 1, "C"), types.Array(types.uint8, 1, "C")
        numbers, table = types.Array(types.float32, 1, "C"), types.Array(types.int64, 2, "C")
        self.signatures = {
            "deal": types.void(*common, self.chance_type),
            "actors": types.int64(*common),
            "legal": types.void(*common, types.int64, self.choices_type),
            "step": types.void(*common, types.int64, types.int64, self.chance_type),
            "conceal": types.void(*common, types.int64),
            "determinize": types.float64(*common, types.int64, self.chance_type),
            "score": types.void(*common, table),
            "encode": types.void(*common, types.int64, numbers),
            "advise": types.void(*common, types.int64, numbers),
            "audit": types.UniTuple(types.int64, 4)(*common),  # type: ignore[no-untyped-call]
            DERIVE: types.void(*common),
        }
        self._sources: dict[str, Callable[..., Any]] = {}
        self._compiled: dict[str, Callable[..., Any]] = {}
        self._bound: dict[Unbound, Any] = {}

    def __call__(self, function: F) -> F:
        """Decorator: this is a function of the contract, which one is told by its name. It is compiled when needed,
        so that helpers may stand below it."""
        name = function.__name__
        if name not in self.signatures:
            raise ValueError(f"{name} is not a function of the contract: expected one of {', '.join(self.signatures)}")
        self._sources[name] = function
        return function

    def function(self, name: str) -> Callable[..., Any]:
        """The compiled function of that name."""
        if name not in self._compiled:
            self._compiled[name] = compiled(self._sources[name], self.signatures[name], self.folder)
        return self._compiled[name]

    def source(self, name: str) -> Callable[..., Any] | None:
        """The function of that name as it is written, if the game has it: to be compiled for another machine."""
        return self._sources.get(name)

    @property
    def folder(self) -> Path:
        """Where the game's sources are."""
        return Path(self._sources["deal"].__code__.co_filename).resolve().parent

    def derive(self, editions: Rows[Record], states: Rows[Position], i: int = 0) -> None:
        """Fill the derived fields of a position, if the game has any."""
        if DERIVE in self._sources:
            self.function(DERIVE)(editions, states, i)

    def no_choice(self, states: Rows[Position], i: int, seat: int, where: str = "") -> NoChoice:
        """What to raise where a seat must decide and nothing is legal; ``where`` says how to get there again."""
        phase = (self.state.fields["phase"].names or ())[states[i].phase]
        at = f" ({where})" if where else ""
        return NoChoice(
            f"{self.state.name}: seat {seat} must decide in phase {phase}{at} and nothing is possible; "
            f"expected rules and an edition that always leave a choice"
        )

    def bind(self, function: F, signature: Any, long: bool = True, allocates: bool = False) -> F:
        """Compile code that works for any game for this one: see ``kernel/any_game.py``."""
        own = bound(function, self.function, self._bound)
        return cast(F, compiled(own, signature, self.folder, long, allocates))

    @cached_property
    def mark_legal(self) -> Callable[..., int]:
        """``legal`` for Python: fills a mask, a byte for each action, and returns how many are legal."""
        common = (self.editions_type, self.states_type, types.int64, types.int64)
        return self.bind(mark_legal, types.int64(*common, self.mask_type), long=False, allocates=True)


def mark_legal(editions: Rows[Record], states: Rows[Position], i: int, seat: int, mask: Array) -> int:
    """What is legal as a mask."""
    choices = np.empty((len(mask) + WORD - 1) // WORD, np.uint64)
    legal(editions, states, i, seat, choices)
    mark(choices, mask)
    return count(choices)


def option_values(options: tuple[Option, ...], given: Mapping[str, int]) -> dict[str, int]:
    """All options with their values, the defaults filled in."""
    return {option.name: int(given.get(option.name, option.default)) for option in options}
