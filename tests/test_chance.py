"""Chance: the cipher is ChaCha, draws are fair, streams are independent of one another."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from caravanserai.kernel import chance
from caravanserai.kernel.chance import (
    SCRIPT,
    below,
    commitment,
    draw,
    every_way,
    fraction,
    new_chance,
    pick_weighted,
    seed_bytes,
    shuffle,
)
from tests.cases import effort

MASK = 0xFFFFFFFF


def chacha_block(key: bytes, block: int, stream: int, double_rounds: int) -> list[int]:
    """ChaCha as published, on plain Python numbers: four words of constant, eight of key, block, stream."""
    words = [int.from_bytes(b"expand 32-byte k"[4 * k : 4 * k + 4], "little") for k in range(4)]
    words += [int.from_bytes(key[4 * k : 4 * k + 4], "little") for k in range(8)]
    words += [block & MASK, block >> 32, stream & MASK, stream >> 32]
    x = words.copy()

    def rotate(value: int, by: int) -> int:
        return ((value << by) | (value >> (32 - by))) & MASK

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for p, q, r, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & MASK
            x[r] = rotate(x[r] ^ x[p], by)

    for _ in range(double_rounds):
        for column in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
            quarter(*column)
        for diagonal in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(*diagonal)
    return [(a + b) & MASK for a, b in zip(x, words, strict=True)]


def test_the_reference_is_chacha_as_published() -> None:
    """RFC 8439, section 2.3.2: twenty rounds, block 1; its 96-bit nonce covers our block's upper half and stream."""
    key = bytes(range(32))
    block = 1 | int.from_bytes(bytes.fromhex("00000009"), "little") << 32
    stream = int.from_bytes(bytes.fromhex("0000004a00000000"), "little")
    serial = b"".join(word.to_bytes(4, "little") for word in chacha_block(key, block, stream, 10))
    assert serial[:16].hex() == "10f1e7e4d13b5915500fdd1fa32071c4"
    assert serial[-16:].hex() == "b5129cd1de164eb9cbd083e8a2503c4e"


def draws(c: Any, count: int) -> list[int]:
    return [int(draw(c[0])) for _ in range(count)]


def test_the_stream_is_chacha_with_twelve_rounds() -> None:
    seed = seed_bytes("reference")
    c = new_chance(seed)
    chance.seek(c, 2**40 + 7)
    expected = [word for block in range(3) for word in chacha_block(seed, block, 2**40 + 7, 6)]
    assert draws(c, 48) == expected


def test_a_stream_can_be_entered_again_and_streams_differ() -> None:
    c = new_chance(seed_bytes(1))
    first = draws(c, 20)
    chance.seek(c, 1)
    second = draws(c, 20)
    chance.seek(c, 0)
    assert draws(c, 20) == first
    assert not set(first) & set(second)


def test_different_seeds_give_different_streams() -> None:
    assert draws(new_chance(seed_bytes(1)), 8) != draws(new_chance(seed_bytes(2)), 8)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 54, 105])
def test_numbers_below_n_are_all_as_likely(n: int) -> None:
    c, count = new_chance(seed_bytes(f"below {n}")), effort(20_000, 2_000)
    tally = Counter(int(below(c[0], n)) for _ in range(count))
    assert set(tally) <= set(range(n))
    expected = count / n
    chi2 = sum((tally[k] - expected) ** 2 / expected for k in range(n))
    assert chi2 <= n - 1 + 5 * np.sqrt(2 * (n - 1)) + 1e-9


def test_a_draw_that_would_be_unfair_is_drawn_again() -> None:
    """With n = 3 · 2**30 a quarter of all products must be rejected; what is left is even."""
    n = 3 * 2**30
    c, count = new_chance(seed_bytes("reject")), effort(6_000, 1_500)
    tally = Counter(int(below(c[0], n)) >> 30 for _ in range(count))
    assert all(abs(tally[k] - count / 3) < 5 * np.sqrt(count / 3) for k in range(3))


def test_fractions_are_from_zero_to_below_one() -> None:
    c = new_chance(seed_bytes("fraction"))
    values = [float(fraction(c[0])) for _ in range(2_000)]
    assert 0 <= min(values) < 0.01
    assert 0.99 < max(values) < 1


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    c, count = new_chance(seed_bytes("shuffle")), effort(12_000, 2_400)
    tally: Counter[tuple[int, ...]] = Counter()
    for _ in range(count):
        cards = np.arange(4, dtype=np.int8)
        shuffle(c[0], cards, 4)
        tally[tuple(int(card) for card in cards)] += 1
    assert len(tally) == 24
    expected = count / 24
    assert sum((number - expected) ** 2 / expected for number in tally.values()) < 23 + 5 * np.sqrt(46)


def test_a_weighted_pick_follows_the_counts_and_never_takes_what_is_not_there() -> None:
    c, counts = new_chance(seed_bytes("pick")), np.array([0, 3, 0, 1, 0], np.int8)
    tally = Counter(int(pick_weighted(c[0], counts, 4)) for _ in range(4_000))
    assert set(tally) == {1, 3}
    assert abs(tally[1] - 3_000) < 5 * np.sqrt(750)


def test_seeds_given_by_people() -> None:
    raw = bytes(range(32))
    assert seed_bytes(raw) == raw == seed_bytes(raw.hex())
    assert seed_bytes("x" * 64) != seed_bytes("y" * 64)
    assert len(seed_bytes("any text")) == 32
    assert commitment(raw) == hashlib.sha256(raw).hexdigest()


def test_every_order_of_a_shuffle_is_gone_through_once() -> None:
    def order(c: Any) -> tuple[int, ...]:
        cards = np.arange(5, dtype=np.int8)
        shuffle(c[0], cards, 5)
        return tuple(map(int, cards))

    found = every_way(order, most=120)
    assert found is not None
    assert len({cards for _, cards in found}) == len(found) == math.factorial(5)
    assert {odds for odds, _ in found} == {1 / math.factorial(5)}
    assert every_way(order, most=119) is None


def test_a_draw_that_depends_on_another_has_its_own_odds() -> None:
    """A coin; then on heads a die of three faces, on tails nothing."""
    found = every_way(lambda c: (heads := below(c[0], 2), below(c[0], 3) if heads else 0), most=9)
    assert found == [(1 / 2, (0, 0)), (1 / 6, (1, 0)), (1 / 6, (1, 1)), (1 / 6, (1, 2))]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 100, 2**20])
def test_a_script_reaches_the_first_and_the_last_of_any_number_of_ways(n: int) -> None:
    c = new_chance(seed_bytes("script"))
    c["scripted"] = 1
    c["script"][0][:2] = 0, n - 1
    assert [int(below(c[0], n)) for _ in range(2)] == [0, n - 1]
    assert c["ways"][0][:2].tolist() == [n, n]


def test_more_draws_than_a_script_can_tell_are_too_many() -> None:
    assert every_way(lambda c: [below(c[0], 1) for _ in range(SCRIPT)], most=1) == [(1.0, [0] * SCRIPT)]
    assert every_way(lambda c: [below(c[0], 1) for _ in range(SCRIPT + 1)], most=1) is None


def test_an_event_without_chance_falls_in_one_way() -> None:
    assert every_way(lambda c: "so", most=1) == [(1.0, "so")]
