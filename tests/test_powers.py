"""Powers and logarithms of our own: as good as the C library's, and the same everywhere."""

from __future__ import annotations

import math

import numpy as np

from caravanserai.kernel.powers import FAR, exp, log, power, whole_power

CLOSE = 1.0
"""Units in the last place."""

# The bits of a few results: whatever machine, compiler or browser they are worked out on, they must be these.
KNOWN = {
    0.5: "0x1.a61298e1e069cp+0",
    -1.3862943611198906: "0x1.0000000000000p-2",
    13.7: "0x1.b303e54fb3873p+19",
}


def apart(found: float, true: float) -> float:
    return abs(found - true) / math.ulp(true)


def test_powers_of_e_are_right_to_the_last_place() -> None:
    for x in np.linspace(-60.0, 60.0, 401).tolist():
        assert apart(exp(x), math.exp(x)) <= CLOSE, x


def test_logarithms_are_right_to_the_last_place() -> None:
    for x in np.geomspace(1e-9, 1e9, 401).tolist():
        assert apart(log(x), math.log(x)) <= CLOSE, x
        assert apart(power(x, 0.3), x**0.3) <= 32 * CLOSE, x


def test_bits() -> None:
    assert {x: exp(x).hex() for x in KNOWN} == KNOWN


def test_ends() -> None:
    assert exp(10 * FAR) == exp(FAR) < math.inf
    assert exp(-10 * FAR) == exp(-FAR) > 0.0
    assert [power(x, 0.5) for x in (0.0, 1.0, 4.0, 9.0)] == [0.0, 1.0, 2.0, 3.0]
    assert (power(0.0, 0.7), power(5.0, 0.0), log(1.0)) == (0.0, 1.0, 0.0)
    assert (whole_power(0.85, 0), whole_power(0.5, 10)) == (1.0, 2.0**-10)
