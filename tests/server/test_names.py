"""Names: nobody at a table can be taken for somebody else, for a bot, or for nobody."""

from __future__ import annotations

import asyncio
import sys
import unicodedata

import pytest

from caravanserai.bots import LEARNED, LEVELS
from caravanserai.server.errors import Refused
from caravanserai.server.identity import INVISIBLE, check_nickname, same_name, skeleton
from caravanserai.words import LANGUAGES, words_for
from tests.server.running import Server
from tests.server.test_tables import GAME, SEATS, people


@pytest.mark.parametrize(
    "name",
    ["Zoé", "Jean-Luc", "Łukasz", "Мария", "李雷", "محمد", "O'Neil", "Nguyễn", "Σοφία", "さくら", "김민준", "अमित",
     "J. R.", "Traveller", "Voyageur", "Player 2", "Joueur 2", "Paul Marchand", "Ann_1", "Seattle", "Dede"],
)  # fmt: skip
def test_real_names_are_taken_as_they_are(name: str) -> None:
    assert check_nickname(name) == name


@pytest.mark.parametrize(
    "mark",
    ["\u200b", "\u200d", "\u00ad", "\u034f", "\u115f", "\u180b", "\u2060", "\ufe0f", "\ufeff", "\U000e0101",
     "\u202e"],
)  # fmt: skip
def test_marks_nobody_sees_are_left_out(mark: str) -> None:
    assert check_nickname(f"A{mark}nn{mark}") == "Ann"


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u115f\u1160", "\u2800", "\uffa0", "\u0301", "\u0301Ann", "\u200b", "\ufe0f", "\U00013441", "...",
     "- -", " Ann", ""],
)  # fmt: skip
def test_names_with_nothing_to_see_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="nickname"):
        check_nickname(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "ann"), ("Ann", "\u0410nn"), ("Ann", "ANN"), ("Ann", "An\u0578"), ("Ian", "lan"), ("Ian", "1an"),
     ("Mark", "rnark"), ("Bob", "B0b"), ("Σοφια", "Σoφιa"), ("Zoé", "Zoe\u0301"), ("Ann", "A\u200bnn")],
)  # fmt: skip
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("Zoe", "Zoé"), ("Ann 1", "Ann 2"), ("Мария", "Марина")])
def test_names_that_differ_may_sit_side_by_side(one: str, other: str) -> None:
    assert not same_name(one, other)


def test_the_skeleton_of_a_skeleton_is_itself() -> None:
    for number in range(sys.maxunicode + 1):
        once = skeleton(chr(number))
        assert skeleton(once) == once, f"U+{number:04X}"


def test_no_format_mark_stays_in_a_name() -> None:
    for mark in (chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) == "Cf"):
        with pytest.raises(Refused):
            check_nickname(mark)
        if INVISIBLE.fullmatch(mark):
            assert check_nickname(f"An{mark}n") == "Ann"
        else:
            with pytest.raises(Refused):
                check_nickname(f"An{mark}n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_bots_and_empty_seats_are_refused(language: str) -> None:
    words = words_for(None, language)
    levels = [words(f"bot-{level}") for level in (*LEVELS, LEARNED.name)]
    names = [words("bot", level=level, number=number) for level in levels for number in (1, 4, 10)]
    for name in (*levels, *names, words("seat", number=2), words("seat", number=16)):
        for worn in (name, name.upper(), name.replace("a", "\u0430"), name.replace("1", "l"), name + "\u200b"):
            with pytest.raises(Refused, match="bots and empty seats"):
                check_nickname(worn)


def test_digits_of_other_scripts_do_not_hide_a_bots_name() -> None:
    with pytest.raises(Refused):
        check_nickname("Vizir \u0663")


def test_nobody_sits_beside_a_lookalike(sqlite_server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(sqlite_server, "Ann", "Bob")
        made = await ann.post("/api/tables", game=GAME, seats=[{"kind": "me"}] + [{"kind": "open"}] * (SEATS - 1))
        table = made["table"]["id"]
        for name in ("\u0410nn", "Ann\u200b", "ann", "An\u0578"):
            assert await bob.refused("POST", f"/api/tables/{table}/sit", json={"nickname": name}) == (409, "conflict")
        for name in ("\u3164", words_for(None, "fr")("seat", number=1), words_for(None, "en")("bot-merchant") + " 2"):
            assert await bob.refused("POST", f"/api/tables/{table}/sit", json={"nickname": name}) == (422, "invalid")
        seated = await bob.post(f"/api/tables/{table}/sit", nickname="Anne")
        assert seated["table"]["seats"][1]["nickname"] == "Anne"

    asyncio.run(scenario())
