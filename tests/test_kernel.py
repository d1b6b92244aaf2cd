"""Records, editions, actions, the registry and the cache: what every game stands on."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravanserai.games import find_game, game_names
from caravanserai.kernel import compiling
from caravanserai.kernel.actions import Actions, Left, Steps, Verbs, args
from caravanserai.kernel.arrays import Array, Array2, Floats
from caravanserai.kernel.choices import allows, fill_not_zero, new_choices
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.edition import Edition, Entry
from caravanserai.kernel.errors import InvalidChoice, InvalidEdition, InvalidOption, UnknownGame
from caravanserai.kernel.records import BadValue, Field, Layout, Record, as_bytes, int8, int32
from caravanserai.kernel.scratch import scratch_floats, scratch_whole

COLOURS = ("red", "blue")


class Chest(Record, name="chest"):
    coins: int = int32(low=0, high=1000)
    top: int = int8(names=COLOURS)
    row: Array = int8(3, names=COLOURS)
    grid: Array2 = int8(2, COLOURS, low=-5, high=5)


CHEST = Chest.layout
GOOD = {"coins": 7, "top": None, "row": ["red"], "grid": [{"red": 1, "blue": 2}, {"red": -3, "blue": 0}]}


def test_a_record_goes_out_and_in() -> None:
    assert CHEST.dump(CHEST.load(GOOD)[0]) == GOOD


@given(
    st.fixed_dictionaries(
        {
            "coins": st.integers(0, 1000),
            "top": st.sampled_from([None, *COLOURS]),
            "row": st.lists(st.sampled_from([None, *COLOURS]), max_size=3).map(
                lambda row: row[: 1 + max((k for k, name in enumerate(row) if name), default=-1)]
            ),
            "grid": st.lists(st.fixed_dictionaries(dict.fromkeys(COLOURS, st.integers(-5, 5))), min_size=2, max_size=2),
        }
    )
)
def test_any_record_goes_out_and_in(data: dict[str, Any]) -> None:
    array = CHEST.load(data)
    assert CHEST.dump(array[0]) == data
    assert as_bytes(array.copy()).tobytes() == as_bytes(array).tobytes()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"coins": 1001}, "coins: expected a whole number from 0 to 1000, got 1001"),
        ({"coins": True}, "coins: expected a whole number from 0 to 1000, got True"),
        ({"coins": 1.5}, "coins: expected a whole number"),
        ({"top": "green"}, "top: expected one of red, blue or null, got 'green'"),
        ({"row": ["red"] * 4}, "row: expected a list of at most 3, got one of 4"),
        ({"row": "red"}, "row: expected a list of 3, got 'red'"),
        ({"grid": [{"red": 1, "blue": 2}]}, "grid: expected a list of 2, got one of 1"),
        ({"grid": [{"red": 1}, {"red": 1}]}, "grid[0].blue: missing"),
        (
            {"grid": [{"red": 1, "blue": 9}, {"red": 1, "blue": 1}]},
            "grid[0].blue: expected a whole number from -5 to 5",
        ),
        ({"grid": [3, 4]}, "grid[0]: expected a table with the keys red, blue, got 3"),
        ({"lid": 1}, "lid: no such field"),
    ],
)
def test_what_does_not_fit_a_record_is_named(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadValue) as caught:
        CHEST.load({**GOOD, **change})
    assert str(caught.value).startswith(complaint)


def test_every_byte_of_a_record_belongs_to_a_field() -> None:
    for name in game_names():
        record = find_game(name).state
        taken = sum(record.dtype[field].itemsize for field in record.dtype.names or ())
        assert taken == record.size


class Verb(Verbs):
    BID = args(amount=Steps(100, 25, 5))
    GIVE = args(good=COLOURS, rival=Left(3))
    PASS = args()


MOVES = Actions(Verb)


def test_every_action_has_one_text_and_one_number() -> None:
    for seat in range(4):
        texts = {str(MOVES.choice(action, seat, 4)) for action in range(MOVES.count)}
        assert len(texts) == MOVES.count == 12
        for action in range(MOVES.count):
            choice = MOVES.choice(action, seat, 4)
            assert MOVES.parse(str(choice), seat, 4) == action
            assert MOVES.find(choice.verb, choice.args, seat, 4) == action


def test_seats_are_counted_to_the_left_and_shown_as_they_are() -> None:
    assert MOVES.choice(Verb.GIVE, 3, 4).args == {"good": "red", "rival": 0}
    assert MOVES.choice(Verb.BID + 4, 0, 4).args == {"amount": 200}


@pytest.mark.parametrize("text", ["", "fly", "bid", "bid amount=101", "give rival=1 good=red", "pass now=1"])
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(InvalidChoice):
        MOVES.parse(text, 0, 4)


def test_a_verb_with_other_arguments_is_refused_by_name() -> None:
    with pytest.raises(InvalidChoice, match="bid: expected the arguments amount, got none"):
        MOVES.find("bid", {}, 0, 4)


ROOM = 5


@helper
def count_up(row: Floats, start: int) -> None:
    for k in range(ROOM):
        row[k] = start + k


@helper
def with_scratch() -> float:
    one, two, whole = scratch_floats(ROOM), scratch_floats(ROOM), scratch_whole(ROOM)
    count_up(one, 1)
    count_up(two, 10)
    count_up(whole, 100)
    found = 0.0
    for k in range(ROOM):
        found += one[k] * two[k] + whole[k]
    return found


def test_rows_of_scratch_lie_apart_and_can_be_handed_on() -> None:
    assert with_scratch() == sum((1 + k) * (10 + k) + 100 + k for k in range(ROOM))


@pytest.mark.parametrize("actions", [1, 31, 32, 33, 63, 64, 65, 95, 96, 100, 1410])
def test_actions_that_have_a_weight_are_found_wherever_they_stand(actions: int) -> None:
    for one_in in (1, 2, 40):
        weights = (np.random.default_rng(actions).integers(one_in, size=actions) == 0).astype(np.float32)
        weights[[0, -1]] = 1e-45, 1e30
        choices: Any = new_choices(actions + 64)
        fill_not_zero(choices, weights)
        assert [allows(choices, action) for action in range(actions + 64)] == [*(weights != 0.0), *[False] * 64]


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match=r"'chess': expected one of .*tantan"):
        find_game("chess")


@pytest.mark.parametrize("name", game_names())
def test_seats_and_options_outside_the_rules_are_refused(name: str) -> None:
    game = find_game(name)
    for seats in (game.fewest - 1, game.most + 1, "three", True, None):
        with pytest.raises(InvalidOption, match=f"expected {game.fewest} to {game.most} seats"):
            game.blank(seats, {})  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="no_such_option"):
        game.check_options({"no_such_option": 1})
    for option in game.options:
        for value in (option.low - 1, option.high + 1, "yes", None, 1.5):
            with pytest.raises(InvalidOption, match=option.name):
                game.check_options({option.name: value})


@pytest.mark.parametrize("name", game_names())
def test_an_edition_that_is_not_the_games_is_refused(name: str) -> None:
    game = find_game(name)
    with pytest.raises(InvalidEdition, match=f"is one of somewhere else, expected one of {name}"):
        game.edition(
            Edition("somewhere else", "standard", Layout("empty", Field("x", np.int8)), {"x": Entry("x", 1, "R")})
        )
    with pytest.raises(InvalidEdition, match="expected one of standard"):
        game.edition("no such edition")


def write(folder: Path, text: str) -> Path:
    file = folder / "house.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_house_edition_from_a_file(tmp_path: Path) -> None:
    edition = find_game("tantan").edition(
        write(tmp_path, 'name = "club"\n[numbers]\nhand_limit = 9\n[numbers.purse]\nfood = 8\n')
    )
    assert (edition.name, edition["hand_limit"], edition["purse"]["food"], edition["purse"]["mouse"]) == (
        "club",
        9,
        8,
        5,
    )
    assert edition.array[0].hand_limit == 9


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("numbers = 3", "numbers: expected a table"),
        ("hand_limit = 9", "hand_limit: no such key; expected name, extends or numbers"),
        ("[numbers]\nhand_limit = 99", "hand_limit: expected a whole number from 1 to 20, got 99"),
        ('extends = "moon"\n[numbers]', "extends: expected one of standard"),
        ("name = 3\n[numbers]", "name: expected a text, got 3"),
        ("[numbers", "not TOML"),
    ],
)
def test_a_house_edition_with_a_mistake_names_it(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InvalidEdition, match=complaint):
        find_game("tantan").edition(write(tmp_path, text))


def test_a_house_edition_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidEdition, match=r"nowhere\.toml: cannot be read"):
        find_game("tantan").edition(tmp_path / "nowhere.toml")


def test_machine_code_is_kept_by_what_it_is_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "rules.py"
    source.write_text("A = 1\n")
    before = compiling.source_key(tmp_path)
    assert compiling.source_key(tmp_path) == before
    source.write_text("A = 2\n")
    after = compiling.source_key(tmp_path)
    assert after != before
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "another value")
    assert compiling.source_key(tmp_path) != after


def test_machine_code_nobody_used_for_long_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    old, new = tmp_path / f"old-{'0' * 16}", tmp_path / f"new-{'0' * 16}"
    for folder in (old, new):
        folder.mkdir()
    month_ago = time.time() - (compiling.KEEP_UNUSED_DAYS + 1) * 86400
    os.utime(old, (month_ago, month_ago))
    compiling.forget_old_code()
    assert [path.name for path in tmp_path.iterdir()] == [new.name]
