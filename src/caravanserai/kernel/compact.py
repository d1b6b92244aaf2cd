"""The compact form of what a viewer is told: its view, or how that differs from the one before, and numbers.

- The length of the view in two bytes, little-endian, and the view. If it follows another: only what has changed since,
  a place in two bytes and the byte that stands there now, again and again.
- Numbers to the end, each zigzag and in groups of seven bits, the lowest first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caravanserai.kernel.compiling import helper


@helper
def put_compact(base: Any, view: Any, follows: int, told: Any, out: Any) -> int:
    """Write the compact form of a view and of some numbers; returns how many bytes it has."""
    size = 2
    if follows:
        for place in range(len(view)):
            if base[place] != view[place]:
                out[size], out[size + 1], out[size + 2] = place & 0xFF, place >> 8, view[place]
                size += 3
    else:
        for place in range(len(view)):
            out[size + place] = view[place]
        size += len(view)
    out[0], out[1] = (size - 2) & 0xFF, (size - 2) >> 8
    for number in told:
        rest = (int(number) << 1) ^ (int(number) >> 31)
        while rest >= 0x80:
            out[size] = rest & 0x7F | 0x80
            rest >>= 7
            size += 1
        out[size] = rest
        size += 1
    return size


def most_compact(view: int, numbers: int) -> int:
    """How many bytes the compact form has at most."""
    return 2 + 3 * view + 5 * numbers


def read_numbers(packed: bytes) -> Iterator[int]:
    """The numbers again."""
    number = shift = 0
    for byte in packed:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield (number >> 1) ^ -(number & 1)
            number = shift = 0
