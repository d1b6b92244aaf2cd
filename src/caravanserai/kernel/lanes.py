"""Several blocks of the cipher side by side, a block in each lane of the processor's vector registers.

The compiler would find this out by itself only if all rounds were written out, which takes it seconds in every function
that draws; so the few instructions are written here as they are to be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils as untyped
from numba.extending import intrinsic

from caravanserai.kernel.compiling import COMPILER_ON

cgutils: Any = untyped

DOUBLE_ROUNDS = 6
WORDS = 16
"""Numbers in a block of the cipher."""

AHEAD = 8 if COMPILER_ON else 1
"""Blocks made at a time, once a stream has given more than one."""

CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
COLUMNS = tuple((k, 4 + k, 8 + k, 12 + k) for k in range(4))
DIAGONALS = tuple((k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4) for k in range(4))

NUMBER, LONG = ir.IntType(32), ir.IntType(64)
NUMBERS, LONGS = ir.VectorType(NUMBER, AHEAD), ir.VectorType(LONG, AHEAD)


def _everywhere(builder: Any, value: Any) -> Any:
    """The same value in every lane."""
    kind = ir.VectorType(value.type, AHEAD)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), value, ir.Constant(NUMBER, 0))
    lanes = ir.Constant(ir.VectorType(NUMBER, AHEAD), [0] * AHEAD)
    return builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), lanes)


def _halves(builder: Any, numbers: Any) -> tuple[Any, Any]:
    """The low and the high half of a number of 64 bits in each lane."""
    high = builder.lshr(numbers, ir.Constant(LONGS, [32] * AHEAD))
    return builder.trunc(numbers, NUMBERS), builder.trunc(high, NUMBERS)


def _quarter_round(builder: Any, words: list[Any], places: tuple[int, ...]) -> None:
    """A quarter round of the words at four places, in every lane."""
    a, b, c, d = (builder.load(words[place]) for place in places)

    def mixed(target: Any, other: Any, bits: int) -> Any:
        x = builder.xor(target, other)
        left, right = (ir.Constant(NUMBERS, [n] * AHEAD) for n in (bits, 32 - bits))
        return builder.or_(builder.shl(x, left), builder.lshr(x, right))

    for first, second in ((16, 12), (8, 7)):
        a = builder.add(a, b)
        d = mixed(d, a, first)
        c = builder.add(c, d)
        b = mixed(b, c, second)
    for place, value in zip(places, (a, b, c, d), strict=True):
        builder.store(value, words[place])


def _side_by_side(context: Any, words: Any, key: Any, block: Any, stream: Any) -> Any:
    """Blocks of a stream from one on: the first words of all of them, then the second ones, and so on."""

    def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        out, secret = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:2], given[:2], strict=True)
        )
        counted = builder.add(_everywhere(builder, given[2]), ir.Constant(LONGS, list(range(AHEAD))))
        keys = [builder.load(cgutils.gep_inbounds(builder, secret, k)) for k in range(8)]
        first = [
            *(ir.Constant(NUMBERS, [constant] * AHEAD) for constant in CONSTANTS),
            *(_everywhere(builder, number) for number in keys),
            *_halves(builder, counted),
            *_halves(builder, _everywhere(builder, given[3])),
        ]
        state = [cgutils.alloca_once_value(builder, value) for value in first]
        with cgutils.for_range(builder, ir.Constant(LONG, DOUBLE_ROUNDS)):
            for places in (*COLUMNS, *DIAGONALS):
                _quarter_round(builder, state, places)
        for k, value in enumerate(first):
            row = builder.bitcast(cgutils.gep_inbounds(builder, out, k * AHEAD), NUMBERS.as_pointer())
            builder.store(builder.add(builder.load(state[k]), value), row, align=4)
        return context.get_dummy_value()

    return types.void(words, key, types.uint64, types.uint64), emit


scramble_side_by_side: Callable[[Any, Any, Any, Any], None] = cast(Any, intrinsic(_side_by_side))
