"""Choices: the set of actions that are legal, a bit each in words of 64 bits, and what compiled code does with it.

A game's ``legal`` fills such a set with ``clear``, ``allow``, ``allow_range`` and ``allow_set``. Python and learners
get it as a mask, a byte for each action (``mark``).

>>> choices = new_choices(100)
>>> allow(choices, 3)
>>> allow_range(choices, 60, 70)
>>> allow_set(choices, 62, 0b1000_0000_0011)
>>> count(choices), nth(choices, 0), nth(choices, 5), nth(choices, 11)
(12, 3, 64, 73)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from caravanserai.kernel.arrays import Array, Floats
from caravanserai.kernel.compiling import COMPILER_ON, helper, hot

WORD = 64
"""Actions in a word."""

RUN = 32
"""Of an array with a number for each action so many are looked at together: most of them are zero."""

LANES = 16
"""So many of a run are compared at once. WebAssembly has an instruction that makes bits of as many; of more it would
take them one by one, which took longer than all the rest of Marracash's search."""

NOTHING, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFF_FFFF_FFFF_FFFF)


class Choices(Protocol):
    """A set of actions, as the type checker sees it."""

    def __getitem__(self, word: int, /) -> Any: ...
    def __setitem__(self, word: int, value: Any, /) -> None: ...
    def __len__(self) -> int: ...


def new_choices(actions: int) -> Any:
    """An empty set for so many actions."""
    return np.zeros((actions + WORD - 1) // WORD, np.uint64)


def _instruction(name: str, *more: bool) -> Callable[[Any], Any]:
    """One instruction of the processor on a word, for compiled callers."""

    def typed(context: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            flags = [context.get_constant(types.boolean, flag) for flag in more]
            return getattr(builder, name)(args[0], *flags)

        return types.int64(types.uint64), emit

    return cast(Callable[[Any], Any], intrinsic(typed))


def _not_zero(context: Any, numbers: Any, first: Any) -> Any:
    """A few instructions for a whole run, which the compiler would not find by itself."""
    word = ir.IntType(64)
    lanes = ir.VectorType(ir.IntType(32), LANES)

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row = context.make_array(signature.args[0])(context, builder, args[0]).data
        places = ir.Constant(word, 0)
        for start in range(0, RUN, LANES):
            place = builder.gep(row, [builder.add(args[1], ir.Constant(word, start))])
            found = builder.load(builder.bitcast(place, lanes.as_pointer()), align=4)
            some = builder.icmp_unsigned("!=", found, ir.Constant(lanes, [0] * LANES))
            bits = builder.zext(builder.bitcast(some, ir.IntType(LANES)), word)
            places = builder.or_(places, builder.shl(bits, ir.Constant(word, start)))
        return places

    return types.uint64(numbers, types.int64), emit


if COMPILER_ON:
    not_zero: Callable[[Floats, int], Any] = cast(Any, intrinsic(_not_zero))
    bits_in, lowest_bit = _instruction("ctpop"), _instruction("cttz", True)
else:

    def not_zero(numbers: Floats, first: int) -> Any:
        """Which of a run of numbers, from the first one on, are not zero: a bit for each."""
        return np.uint64(sum(1 << k for k in range(RUN) if numbers[first + k] != 0.0))

    def bits_in(word: Any) -> Any:
        """How many bits of a word are set."""
        return int(word).bit_count()

    def lowest_bit(word: Any) -> Any:
        """The place of the lowest bit that is set; of no bits it is not known."""
        return (int(word) & -int(word)).bit_length() - 1


@hot
def clear(choices: Choices) -> None:
    """Nothing is legal."""
    for word in range(len(choices)):
        choices[word] = NOTHING


@hot
def allow(choices: Choices, action: int) -> None:
    """One more action is legal."""
    choices[action >> 6] |= ONE << np.uint64(action & 63)


@hot
def allow_range(choices: Choices, first: int, beyond: int) -> None:
    """All actions from the first up to, but not including, another are legal."""
    for word in range(first >> 6, (beyond + 63) >> 6):
        low, high = max(first - (word << 6), 0), min(beyond - (word << 6), WORD)
        if low < high:
            choices[word] |= (ALL >> np.uint64(WORD - (high - low))) << np.uint64(low)


@hot
def allow_set(choices: Choices, first: int, bits: int) -> None:
    """The actions from the first on that have their bit set are legal."""
    word, shift = first >> 6, np.uint64(first & 63)
    choices[word] |= np.uint64(bits) << shift
    if first & 63 and word + 1 < len(choices):
        choices[word + 1] |= np.uint64(bits) >> (np.uint64(WORD) - shift)


@hot
def allows(choices: Choices, action: int) -> bool:
    """Whether an action is legal."""
    return bool(choices[action >> 6] >> np.uint64(action & 63) & ONE)


@hot
def forbid(choices: Choices, action: int) -> None:
    """An action is no longer in the set."""
    choices[action >> 6] &= ~(ONE << np.uint64(action & 63))


@hot
def count(choices: Choices) -> int:
    """How many actions are legal."""
    number = 0
    for word in range(len(choices)):
        number += bits_in(choices[word])
    return number


@hot
def nth(choices: Choices, n: int) -> int:
    """The action that stands at place n among the legal ones; there must be as many."""
    word = 0
    # Of numbers with and without a sign together the compiler would make fractions.
    left = int(np.int64(n))
    bits = choices[0]
    found = bits_in(bits)
    while left >= found:
        left -= found
        word += 1
        bits = choices[word]
        found = bits_in(bits)
    for _ in range(left):
        bits &= bits - ONE
    return word * WORD + int(lowest_bit(bits))


@hot
def fill_not_zero(choices: Choices, numbers: Floats) -> None:
    """The actions whose number is not zero."""
    clear(choices)
    actions = len(numbers)
    if actions < RUN:
        for action in range(actions):
            if numbers[action] != 0.0:
                allow(choices, action)
        return
    for first in range(0, actions, RUN):
        # The last run begins where it is still whole; what was looked at before is not looked at again.
        start = min(first, actions - RUN)
        choices[first >> 6] |= not_zero(numbers, start) >> np.uint64(first - start) << np.uint64(first & 63)


@helper
def mark(choices: Choices, mask: Array) -> None:
    """The same as a mask: 1 for each legal action, 0 for all others."""
    for word in range(len(choices)):
        bits = choices[word]
        first = word * WORD
        for k in range(min(WORD, len(mask) - first)):
            mask[first + k] = bits >> np.uint64(k) & ONE
