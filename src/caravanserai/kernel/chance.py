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
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.lanes import AHEAD, CONSTANTS, DOUBLE_ROUNDS, WORDS, scramble_side_by_side
from caravanserai.kernel.records import Record, Whole, int64, uint32, uint64, whole

SCRIPT = 32
"""Draws that a script can tell; later ones fall as ever."""

U32 = np.uint32
U64 = np.uint64
LOW_HALF = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
NOTHING = np.uint64(0)
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


@helper
def _scramble(c: Stream) -> None:
    """The next block of the cipher."""
    k, w = c.key, c.word
    # Sixteen separate names rather than an array: they stay in the processor's registers.
    c0, c1, c2, c3 = U32(CONSTANTS[0]), U32(CONSTANTS[1]), U32(CONSTANTS[2]), U32(CONSTANTS[3])
    n0, n1 = U32(c.block & LOW_HALF), U32(c.block >> HALF)
    n2, n3 = U32(c.stream & LOW_HALF), U32(c.stream >> HALF)
    x0, x1, x2, x3 = c0, c1, c2, c3
    x4, x5, x6, x7 = k[0], k[1], k[2], k[3]
    x8, x9, xa, xb = k[4], k[5], k[6], k[7]
    xc, xd, xe, xf = n0, n1, n2, n3
    for _ in range(DOUBLE_ROUNDS):
        x0, x4, x8, xc = _quarter(x0, x4, x8, xc)
        x1, x5, x9, xd = _quarter(x1, x5, x9, xd)
        x2, x6, xa, xe = _quarter(x2, x6, xa, xe)
        x3, x7, xb, xf = _quarter(x3, x7, xb, xf)
        x0, x5, xa, xf = _quarter(x0, x5, xa, xf)
        x1, x6, xb, xc = _quarter(x1, x6, xb, xc)
        x2, x7, x8, xd = _quarter(x2, x7, x8, xd)
        x3, x4, x9, xe = _quarter(x3, x4, x9, xe)
    w[0], w[AHEAD], w[2 * AHEAD], w[3 * AHEAD] = U32(x0 + c0), U32(x1 + c1), U32(x2 + c2), U32(x3 + c3)
    w[4 * AHEAD], w[5 * AHEAD], w[6 * AHEAD] = U32(x4 + k[0]), U32(x5 + k[1]), U32(x6 + k[2])
    w[7 * AHEAD], w[8 * AHEAD], w[9 * AHEAD] = U32(x7 + k[3]), U32(x8 + k[4]), U32(x9 + k[5])
    w[10 * AHEAD], w[11 * AHEAD], w[12 * AHEAD] = U32(xa + k[6]), U32(xb + k[7]), U32(xc + n0)
    w[13 * AHEAD], w[14 * AHEAD], w[15 * AHEAD] = U32(xd + n1), U32(xe + n2), U32(xf + n3)
    c.block += ONE


@helper
def _scramble_ahead(c: Stream) -> None:
    """The next blocks of the cipher, all at once."""
    scramble_side_by_side(c.word, c.key, c.block, c.stream)
    c.block += U64(AHEAD)


@helper
def _follow(c: Stream, n: int) -> None:
    """One number, such that what is made of it in ``below`` is what the script says."""
    if c.draws < SCRIPT:
        c.ways[c.draws] = n
        # Two above the least number that gives the outcome: never one of those that are drawn again.
        c.word[0] = U32((U64(c.script[c.draws]) << HALF) // U64(n) + TWO)
    else:
        _scramble(c)
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
    elif AHEAD == 1 or c.block == NOTHING:
        _scramble(c)
        c.ready = WORDS
    else:
        _scramble_ahead(c)
        c.ready = AHEAD * WORDS


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
    # With a sign: whatever is reckoned from it and from a number with one would be a fraction to the compiler.
    return int(np.int64(product >> HALF))


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
