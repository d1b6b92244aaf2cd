"""Chance: a keyed, counter-based stream of random numbers that is no part of any position.

It is ChaCha with twelve rounds: a 256-bit key, 2**64 independent streams for each key, and no way back from the
cards a seat sees to the key. Nothing is kept but the key and two counters, so any stream can be entered anywhere.

Chance can also follow a script that says how the first draws fall, and note how many ways each could have fallen:
``every_way`` goes through all that a shuffle or a die can come to, with exact odds.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np

from caravanserai.kernel.arrays import Array
from caravanserai.kernel.compiling import COMPILER_ON, helper, hot
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.records import Record, Whole, int64, uint32, uint64, whole

WORDS = 16
"""Numbers in a block of the cipher."""

AHEAD = 8 if COMPILER_ON else 1
"""Blocks made at a time, once a stream has given more than one."""

SCRIPT = 32
"""Draws that a script can tell; later ones fall as ever."""

U32 = np.uint32
U64 = np.uint64
LOW_HALF = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
ONE = np.uint64(1)
TWO = np.uint64(2)

T = TypeVar("T")

Seed: TypeAlias = "Whole | str | bytes"
"""Any seed a person may give."""


class Stream(Record, name="chance"):
    """One stream of chance: its key and number, how far it has got, and the script it follows, if any."""

    key: Array = uint32(8)
    # Sums of unsigned numbers with Python's own would not be whole: these two are only ever put together with U64.
    stream: Any = uint64()
    block: Any = uint64()
    # Blocks made ahead of need, the first words of all of them, then the second ones, and so on.
    word: Array = uint32(WORDS * AHEAD)
    ready: int = int64()
    used: int = int64()
    scripted: int = int64()
    draws: int = int64()
    script: Array = uint32(SCRIPT)
    ways: Array = uint32(SCRIPT)


def new_seed() -> bytes:
    """Thirty-two bytes from the operating system."""
    return secrets.token_bytes(32)


def seed_bytes(seed: Seed) -> bytes:
    """Any seed a person may give as the 32 bytes of a key.

    Thirty-two bytes stand for themselves, so does their hexadecimal text; anything else is hashed.

    >>> seed_bytes("ab" * 32) == bytes.fromhex("ab" * 32)
    True
    >>> seed_bytes(7) == seed_bytes("7")
    True
    """
    number = whole(seed)
    if number is None and not isinstance(seed, (str, bytes)):
        raise InvalidOption(f"seed {seed!r}: expected a whole number, a text or bytes")
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, str) and len(seed) == 64:
        try:
            return bytes.fromhex(seed)
        except ValueError:
            pass
    text = seed if isinstance(seed, bytes) else f"caravanserai {seed if number is None else number}".encode()
    return hashlib.sha256(text).digest()


def commitment(seed: bytes) -> str:
    """What is published before a match: the SHA-256 of its seed."""
    return hashlib.sha256(seed).hexdigest()


def new_chance(seed: bytes, streams: int = 1) -> Any:
    """An array of streams, all keyed with the seed, numbered from 0."""
    chances = Stream.layout.new(streams)
    chances["key"] = np.frombuffer(seed, np.dtype("<u4"))
    chances["stream"] = np.arange(streams, dtype=np.uint64)
    return chances


def seek(chances: Any, stream: int) -> None:
    """Go to the beginning of a stream, from Python."""
    chances["stream"] = stream
    for name in ("block", "ready", "used"):
        chances[name] = 0


def every_way(event: Callable[[Any], T], most: int) -> list[tuple[float, T]] | None:
    """All ways in which an event can fall, each with its probability: the event is called with a scripted chance for
    every one of them. None if there are more than ``most``, or if it draws more often than a script can tell.

    >>> every_way(lambda chance: (below(chance[0], 2), below(chance[0], 2)), most=10)
    [(0.25, (0, 0)), (0.25, (0, 1)), (0.25, (1, 0)), (0.25, (1, 1))]
    """
    chance = new_chance(bytes(32))
    chance["scripted"] = 1
    script, ways = chance["script"][0], chance["ways"][0]
    found: list[tuple[float, T]] = []
    while True:
        chance["draws"], chance["ready"], chance["used"] = 0, 0, 0
        result = event(chance)
        draws = int(chance["draws"][0])
        likely = math.prod(ways[:draws].tolist())
        if draws > SCRIPT or likely > most or len(found) == most:
            return None
        found.append((1 / likely, result))
        # The next script differs as late as possible, as an odometer's digits do.
        turned = next((k for k in range(draws - 1, -1, -1) if script[k] + 1 < ways[k]), None)
        if turned is None:
            return found
        script[turned] += 1
        script[turned + 1 :] = 0


@helper
def enter(c: Stream, stream: int) -> None:
    """Go to the beginning of a stream, in compiled code."""
    c.stream = U64(stream)
    c.block = U64(0)
    c.ready = 0
    c.used = 0


@hot
def _quarter(a: Any, b: Any, c: Any, d: Any) -> Any:
    a = U32(a + b)
    d = U32(d ^ a)
    d = U32((d << U32(16)) | (d >> U32(16)))
    c = U32(c + d)
    b = U32(b ^ c)
    b = U32((b << U32(12)) | (b >> U32(20)))
    a = U32(a + b)
    d = U32(d ^ a)
    d = U32((d << U32(8)) | (d >> U32(24)))
    c = U32(c + d)
    b = U32(b ^ c)
    b = U32((b << U32(7)) | (b >> U32(25)))
    return a, b, c, d


@hot
def _double_round(x0: Any, x1: Any, x2: Any, x3: Any, x4: Any, x5: Any, x6: Any, x7: Any, x8: Any, x9: Any, xa: Any,
                  xb: Any, xc: Any, xd: Any, xe: Any, xf: Any) -> Any:  # fmt: skip
    # Sixteen separate names rather than an array: they stay in the processor's registers.
    x0, x4, x8, xc = _quarter(x0, x4, x8, xc)
    x1, x5, x9, xd = _quarter(x1, x5, x9, xd)
    x2, x6, xa, xe = _quarter(x2, x6, xa, xe)
    x3, x7, xb, xf = _quarter(x3, x7, xb, xf)
    x0, x5, xa, xf = _quarter(x0, x5, xa, xf)
    x1, x6, xb, xc = _quarter(x1, x6, xb, xc)
    x2, x7, x8, xd = _quarter(x2, x7, x8, xd)
    x3, x4, x9, xe = _quarter(x3, x4, x9, xe)
    return x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xa, xb, xc, xd, xe, xf


@helper
def _scramble(c: Stream, blocks: int) -> None:
    """The next blocks of the cipher. There are no loops within the one over blocks, so that the compiler makes all of
    them at once, a block in each lane of the processor's widest registers."""
    k, w = c.key, c.word
    k0, k1, k2, k3, k4, k5, k6, k7 = k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]
    c0, c1, c2, c3 = U32(0x61707865), U32(0x3320646E), U32(0x79622D32), U32(0x6B206574)
    n2, n3 = U32(c.stream & LOW_HALF), U32(c.stream >> HALF)
    first = c.block
    for b in range(blocks):
        number = first + U64(b)
        n0, n1 = U32(number & LOW_HALF), U32(number >> HALF)
        x = _double_round(c0, c1, c2, c3, k0, k1, k2, k3, k4, k5, k6, k7, n0, n1, n2, n3)
        x = _double_round(*x)
        x = _double_round(*x)
        x = _double_round(*x)
        x = _double_round(*x)
        x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xa, xb, xc, xd, xe, xf = _double_round(*x)
        w[b], w[AHEAD + b], w[2 * AHEAD + b], w[3 * AHEAD + b] = U32(x0 + c0), U32(x1 + c1), U32(x2 + c2), U32(x3 + c3)
        w[4 * AHEAD + b], w[5 * AHEAD + b] = U32(x4 + k0), U32(x5 + k1)
        w[6 * AHEAD + b], w[7 * AHEAD + b] = U32(x6 + k2), U32(x7 + k3)
        w[8 * AHEAD + b], w[9 * AHEAD + b] = U32(x8 + k4), U32(x9 + k5)
        w[10 * AHEAD + b], w[11 * AHEAD + b] = U32(xa + k6), U32(xb + k7)
        w[12 * AHEAD + b], w[13 * AHEAD + b] = U32(xc + n0), U32(xd + n1)
        w[14 * AHEAD + b], w[15 * AHEAD + b] = U32(xe + n2), U32(xf + n3)
    c.block = first + U64(blocks)


@helper
def _follow(c: Stream, n: int) -> None:
    """One number, such that what is made of it in ``below`` is what the script says."""
    if c.draws < SCRIPT:
        c.ways[c.draws] = n
        # Two above the least number that gives the outcome: never one of those that are drawn again.
        c.word[0] = U32((U64(c.script[c.draws]) << HALF) // U64(n) + TWO)
    else:
        _scramble(c, 1)
        c.word[0] = c.word[(WORDS - 1) * AHEAD]
    c.draws += 1
    c.ready = 1


@helper
def _refill(c: Stream, n: int) -> None:
    """More numbers; only a script asks how many ways the draw can fall. Many streams give but a number or two, so the
    first block is made alone, and from then on as many as can be made at once."""
    c.used = 0
    if c.scripted:
        _follow(c, n)
    else:
        blocks = AHEAD if c.block > 0 else 1
        _scramble(c, blocks)
        c.ready = blocks * WORDS


@hot
def draw(c: Stream, n: int = 1) -> Any:
    """The next 32 random bits; ``n`` is how many ways what is made of them can fall."""
    if c.used == c.ready:
        _refill(c, n)
    used = c.used
    c.used = used + 1
    return c.word[(used & 15) * AHEAD + (used >> 4)]


@hot
def below(c: Stream, n: int) -> int:
    """A whole number from 0 to n - 1, each exactly as likely (Lemire's method)."""
    product = U64(draw(c, n)) * U64(n)
    low = product & LOW_HALF
    if low < U64(n):
        unfair = (ONE << HALF) % U64(n)
        while low < unfair:
            product = U64(draw(c, n)) * U64(n)
            low = product & LOW_HALF
    return int(product >> HALF)


@hot
def fraction(c: Stream) -> float:
    """A number from 0 up to, but not including, 1."""
    return np.float64(draw(c)) / 4294967296.0


@helper
def shuffle(c: Stream, cards: Array, n: int) -> None:
    """Put the first n cards into a random order."""
    for k in range(n - 1, 0, -1):
        j = below(c, k + 1)
        cards[k], cards[j] = cards[j], cards[k]


@helper
def pick_weighted(c: Stream, counts: Array, total: int) -> int:
    """An index drawn in proportion to whole counts that sum to ``total``."""
    k = below(c, total)
    index = 0
    while k >= counts[index]:
        k -= counts[index]
        index += 1
    return index
