"""Sentences: what happened, what is asked, what a choice does, how a score came about; compiled code says them.

A game declares its sentences as an enum, each with its arguments, and its compiled functions say them:

>>> class Event(SentenceKind):
...     TOOK = args(seat=SEAT, card=("food", "silk"), cost=NUMBER)
...     LOT = args(seat=SEAT, cards=Counts(("food", "silk")))
>>> out = new_speech()
>>> say(out, Event.TOOK, 1, 0, 3)
>>> say(out, Event.LOT, 1)
>>> add_counts(out, np.array([0, 2], np.int8))
>>> list(Event.spoken(out))
[('took', {'seat': 1, 'card': 'food', 'cost': 3}), ('lot', {'seat': 1, 'cards': {'silk': 2}})]

Single arguments come first; counts and lists follow, each added by a call of its own. Two sentences that are worded
alike but have different arguments are told apart by what stands after a double underscore: ``ROUTE__CITY`` is worded
as ``ROUTE`` is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, SupportsIndex, TypeAlias

import numpy as np

from caravanserai.kernel.compiling import helper
from caravanserai.kernel.records import NONE

SPEECH = 4096
"""Numbers of the longest speech."""
END = np.iinfo(np.int32).min
"""Stands for an argument that is not given."""
TAIL, LAST, ITEMS, FIRST = 0, 1, 2, 3
"""A speech begins with where it ends, where its last sentence and its last list begin; then come the sentences, each
its kind, how many numbers follow, and these."""


@dataclass(frozen=True)
class Whole:
    """An argument that is a number; a ``seat`` is the number of one and is read as a name."""


@dataclass(frozen=True)
class Flag:
    """An argument that is true or false."""


@dataclass(frozen=True)
class Named:
    """An argument that is one of some words; ``none`` is said where there is none."""

    names: tuple[str, ...]
    none: str | None = "nothing"


@dataclass(frozen=True)
class Counts:
    """An argument that counts things."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Listed:
    """An argument that enumerates things."""

    of: Whole | Named


Argument: TypeAlias = "Whole | Flag | Named | Counts | Listed"
NUMBER = SEAT = Whole()
FLAG = Flag()


def listed(of: Whole | tuple[str, ...], none: str | None = "nothing") -> Listed:
    """An argument that enumerates numbers, seats or words."""
    return Listed(Named(of, none) if isinstance(of, tuple) else of)


def args(**given: Argument | tuple[str, ...]) -> tuple[dict[str, Argument]]:
    """The arguments of a sentence by name; a tuple of words is short for one of these words."""
    return ({name: Named(of) if isinstance(of, tuple) else of for name, of in given.items()},)


class SentenceKind(IntEnum):
    """The kinds of sentences of one sort; a member is the number of a kind, and knows its arguments."""

    args: dict[str, Argument]

    def __new__(cls, given: dict[str, Argument]) -> SentenceKind:
        number = len(cls.__members__)
        member = int.__new__(cls, number)
        member._value_ = number
        member.args = given
        return member

    @property
    def sentence_name(self) -> str:
        """By what name its words are found."""
        return self.name.split("__")[0].lower()

    @classmethod
    def spoken(cls, said: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        """The sentences of a speech, or of its bytes: names and arguments."""
        numbers = np.frombuffer(said if isinstance(said, bytes) else spoken_bytes(said), np.int32).tolist()
        kinds = list(cls)
        at = 0
        while at < len(numbers):
            kind, size = kinds[numbers[at]], numbers[at + 1]
            values = iter(numbers[at + 2 : at + 2 + size])
            yield kind.sentence_name, {name: _read(of, values) for name, of in kind.args.items()}
            if next(values, None) is not None:
                raise ValueError(f"{cls.__module__}: {kind.name}: more was said than its arguments")
            at += 2 + size


def _read(of: Argument, values: Iterator[int]) -> Any:
    match of:
        case Whole():
            return next(values)
        case Flag():
            return bool(next(values))
        case Named():
            value = next(values)
            return of.none if value == NONE else of.names[value]
        case Counts():
            return {name: count for name in of.names if (count := next(values))}
        case Listed():
            return [_read(of.of, values) for _ in range(next(values))]


def new_speech() -> Any:
    """Room for a speech, empty."""
    out = np.zeros(SPEECH, np.int32)
    out[TAIL] = FIRST
    return out


def spoken_bytes(out: Any) -> bytes:
    """The sentences of a speech as they are."""
    tail = out[TAIL]
    if tail > len(out):
        raise ValueError(f"a speech of {tail} numbers: expected at most {len(out)}")
    said: bytes = out[FIRST:tail].tobytes()
    return said


@helper
def say(out: Any, kind: Any, a: int = END, b: int = END, c: int = END, d: int = END, e: int = END, f: int = END,
        g: int = END) -> None:  # fmt: skip
    """Say a sentence with its single arguments."""
    at = out[TAIL]
    out[TAIL] = at + 2
    if at + 2 > len(out):
        return
    out[LAST], out[at], out[at + 1] = at, kind, 0
    for value in (int(a), int(b), int(c), int(d), int(e), int(f), int(g)):
        if value != END:
            add(out, value)


@helper
def add(out: Any, value: SupportsIndex) -> None:
    """One more number of the last sentence; what there is no room for is not written, and reading it is refused."""
    if out[TAIL] < len(out):
        out[out[TAIL]] = value
        out[out[LAST] + 1] += 1
    out[TAIL] += 1


@helper
def add_counts(out: Any, counts: Any) -> None:
    """How many of each: all places of an array."""
    for count in counts:
        add(out, count)


@helper
def add_list(out: Any) -> None:
    """A list, empty for now."""
    out[ITEMS] = out[TAIL]
    add(out, 0)


@helper
def add_item(out: Any, value: SupportsIndex) -> None:
    """One more item of the last list."""
    out[out[ITEMS]] += 1
    add(out, value)
