"""Powers and logarithms that come to the same bits on every machine, and in every browser.

A C library's own, and a browser's, differ from one to the next in the last bit; that is enough for a search to take
another way. These are made only of what IEEE 754 leaves no choice in: sums, products, quotients and roots. The
polynomials are those of FreeBSD's ``e_exp.c`` and ``e_log.c``, which are wrong by less than one bit in the last place.

>>> exp(0.0), exp(0.5), log(10.0), power(9.0, 0.5), whole_power(0.5, 3)
(1.0, 1.6487212707001282, 2.302585092994046, 3.0, 0.125)
"""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from caravanserai.kernel.compiling import COMPILER_ON, helper

LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""The logarithm of two in two parts, the first with room for a product with any exponent."""
INVERSE_LN2 = 1.44269504088896338700e00

P1, P2, P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
P4, P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08

L1, L2, L3, L4 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01
L5, L6, L7 = 1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01

FAR = 700.0
"""Beyond this, up or down, ``exp`` gives what it gives here: more than any weight or chance needs."""

EXPONENT_AT, EXPONENT_BIAS = 52, 1023
FRACTION = (1 << EXPONENT_AT) - 1
SQRT2 = 1.4142135623730951

if COMPILER_ON:

    def _seen_as(given: Any, wanted: Any, kind: Any) -> Any:
        def typed(context: Any, value: Any) -> Any:
            def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return builder.bitcast(args[0], kind)

            return wanted(given), emit

        return intrinsic(typed)

    bits_of = _seen_as(types.float64, types.int64, ir.IntType(64))
    of_bits = _seen_as(types.int64, types.float64, ir.DoubleType())
else:

    def bits_of(number: float) -> int:
        """The bits of a number as a whole number."""
        return int(struct.unpack("<q", struct.pack("<d", number))[0])

    def of_bits(bits: int) -> float:
        """The number that has these bits."""
        return float(struct.unpack("<d", struct.pack("<q", bits))[0])


@helper
def exp(x: float) -> float:
    """``e`` to a power."""
    x = min(max(float(x), -FAR), FAR)
    k = math.floor(x * INVERSE_LN2 + 0.5)
    high, low = x - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    t = r * r
    c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))))
    return float((1.0 - ((low - (r * c) / (2.0 - c)) - high)) * of_bits((k + EXPONENT_BIAS) << EXPONENT_AT))


@helper
def log(x: float) -> float:
    """The natural logarithm of a positive number."""
    bits = bits_of(float(x))
    k = (bits >> EXPONENT_AT) - EXPONENT_BIAS
    m = of_bits((bits & FRACTION) | (EXPONENT_BIAS << EXPONENT_AT))
    if m > SQRT2:
        m *= 0.5
        k += 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    r = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))))
    half = 0.5 * f * f
    return float(k * LN2_HIGH - ((half - (s * (half + r) + k * LN2_LOW)) - f))


@helper
def power(base: float, exponent: float) -> float:
    """A number that is not negative to any power; a root is exact."""
    if exponent == 0.5:
        return float(np.sqrt(float(base)))
    if exponent == 0.0:
        return 1.0
    return exp(exponent * log(base)) if base > 0.0 else 0.0


@helper
def whole_power(base: float, exponent: int) -> float:
    """A number to a power that is a whole number from 0 up: the few times it takes."""
    product = 1.0
    for _ in range(exponent):
        product *= base
    return product
