"""Rows of numbers in compiled code: counting along them, comparing them, filling them."""

from __future__ import annotations

from caravanserai.kernel.arrays import Array
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.records import NONE


@helper
def total(counts: Array) -> int:
    """All of some counts together."""
    number = 0
    for count in counts:
        number += int(count)
    return number


@helper
def first_difference(before: Array, after: Array) -> int:
    """The first place at which two rows differ, or none."""
    for k in range(len(before)):
        if before[k] != after[k]:
            return k
    return NONE


@helper
def first_rise(before: Array, after: Array) -> int:
    """The first place at which a row has more than before, or none."""
    for k in range(len(before)):
        if after[k] > before[k]:
            return k
    return NONE


@helper
def put(row: Array, values: Array) -> None:
    """Fill a row with the first of some values. Assigning it whole would do the same, but takes seconds to compile."""
    for k in range(len(row)):
        row[k] = values[k]
