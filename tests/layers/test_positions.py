"""Any game: a position from a file is refused in words, or can be played to the end like any other."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from caravanserai.games import game_names
from caravanserai.kernel.errors import InvalidPosition
from caravanserai.match import Match
from tests.cases import CASES, Case, effort
from tests.positions import leaves, reached, try_changes

ODD: tuple[Any, ...] = (
    "",
    "no such name",
    "1",
    0.5,
    1e400,
    -1,
    10**30,
    True,
    False,
    [],
    {},
    [[]],
    {"0": 1},
    [[1], [1]],
)
"""What a field may be told to be by whoever cannot spell, or means harm; null is said apart."""


def refused(position: Any) -> bool:
    """Whether a position is refused; anything but an InvalidPosition is not caught."""
    try:
        Match.from_position(position)
    except InvalidPosition:
        return True
    return False


def first_position(case: Case) -> Any:
    match = Match(case.game, case.seats, case.lab_options, "odd")
    return json.loads(json.dumps(match.position()))


@pytest.mark.parametrize("game", game_names())
def test_a_changed_position_is_refused_or_can_be_played(game: str) -> None:
    """``make soak`` tries 20,000 changes of each game."""
    counts = try_changes(game, effort(200, 12), effort(40, 10))
    assert counts["refused"] > 0
    assert counts.total() > counts["refused"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_position_that_is_reached_is_taken(case: Case) -> None:
    for state in reached(case):
        position = {"game": case.name, "edition": {"name": "standard"}, "memory_aids": False, "state": state}
        assert Match.from_position(position).position() == position


@pytest.mark.parametrize("case", [case for case in CASES if case.seats == case.game.fewest], ids=str)
def test_a_field_that_is_missing_unknown_or_of_another_kind_is_refused_in_words(case: Case) -> None:
    position = first_position(case)
    for name in position["state"]:
        for odd in (*ODD, None):
            changed = copy.deepcopy(position)
            changed["state"][name] = odd
            # An empty list, or nothing, is sometimes just what was there.
            assert refused(changed) or Match.from_position(changed).position()["state"][name] == odd
        changed = copy.deepcopy(position)
        del changed["state"][name]
        assert refused(changed)
    assert refused({**position, "state": {**position["state"], "sun": 1}})


@pytest.mark.parametrize("case", [case for case in CASES if case.seats == case.game.fewest], ids=str)
def test_an_entry_of_a_field_of_another_kind_is_refused_in_words(case: Case) -> None:
    position = first_position(case)
    for name in position["state"]:
        for odd in ODD:
            changed = copy.deepcopy(position)
            where = list(leaves(changed["state"][name])) if isinstance(changed["state"][name], (dict, list)) else []
            for data, key in where[:1] + where[-1:]:
                data[key] = odd
            # Some of these are what a field may well be: -1 is nobody, and a fountain is called 1.
            assert not where or refused(changed) or Match.from_position(changed).position() == changed


@pytest.mark.parametrize("case", [case for case in CASES if case.seats == case.game.fewest], ids=str)
def test_a_position_that_is_none_is_refused_in_words(case: Case) -> None:
    position = first_position(case)
    for odd in (*ODD, None):
        assert refused(odd)
        for name in ("game", "state"):
            assert refused({**position, name: odd})
        assert refused({**position, "edition": {"name": "ours", "numbers": odd}}) == (odd != {})
        for number in case.game.edition().values():
            assert refused({**position, "edition": {"name": "ours", "numbers": {number: odd}}}) or odd == {}
        assert refused({**position, "memory_aids": odd}) == (odd not in (True, False))
        assert refused({**position, "edition": odd})
    for name in ("game", "state"):
        assert refused({key: value for key, value in position.items() if key != name})
