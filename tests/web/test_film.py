"""The moving picture of the README: still pictures put together as browsers take them."""

from __future__ import annotations

from tests.web.film import FILE, SIZE, chunk, film, picture_data

STILLS = [chunk(b"RIFF", b"WEBP" + chunk(b"VP8 ", bytes([number] * 5))) for number in (1, 2, 3)]


def test_the_picture_in_a_still_one_is_found() -> None:
    assert picture_data(STILLS[0]) == b"VP8 \5\0\0\0\1\1\1\1\1\0"
    with_more = chunk(b"RIFF", b"WEBP" + chunk(b"VP8X", bytes(10)) + chunk(b"VP8L", b"\7\7"))
    assert picture_data(with_more) == chunk(b"VP8L", b"\7\7")


def test_a_film_has_every_picture_in_its_order() -> None:
    made = film(STILLS, (4, 2))
    assert int.from_bytes(made[4:8], "little") == len(made) - 8
    assert made.count(b"ANMF") == 3
    places = [made.index(picture_data(still)) for still in STILLS]
    assert places == sorted(places)


def test_the_one_in_the_readme_moves_and_is_small() -> None:
    shown = FILE.read_bytes()
    assert len(shown) < 700_000
    assert shown[12:16] == b"VP8X"
    wide, high = (int.from_bytes(shown[at : at + 3], "little") + 1 for at in (24, 27))
    assert (wide, high) == SIZE
    assert shown.count(b"ANMF") >= 10
