"""Rows of numbers in compiled code: counting along them, comparing them, filling them."""

from __future__ import annotations

from caravanserai.kernel.arrays import Array, Array2
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.records import NONE


@hot
def around(seat: int, seats: int) -> int:
    """A seat counted on past the last one, once round the table at most: after the last comes the first."""
    return seat if seat < seats else seat - seats


@hot
def total(counts: Array) -> int:
    """All of some counts together."""
    number = 0
    for count in counts:
        number += int(count)
    return number


@hot
def present(counts: Array) -> int:
    """The places at which there is something, as bits."""
    places = 0
    for k in range(len(counts)):
        places |= (counts[k] > 0) << k
    return places


@hot
def empty(row: Array) -> None:
    """Nothing anywhere. A slice would do the same, but takes longer to compile and to run."""
    for k in range(len(row)):
        row[k] = 0


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


@helper
def rank_by_score(scores: Array2, seats: int) -> None:
    """Fill column 1 with each seat's rank by the scores in column 0: the highest is first, equal ones share a rank."""
    for seat in range(seats):
        scores[seat, 1] = 1
        for other in range(seats):
            scores[seat, 1] += scores[other, 0] > scores[seat, 0]
