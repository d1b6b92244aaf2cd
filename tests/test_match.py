"""One match from Python: what has happened in it, copies of it, advice, and what it refuses."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from caravanserai.batch import Batch
from caravanserai.bots import LEVELS, choose
from caravanserai.games import find_game, game_names
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.errors import (
    CaravanseraiError,
    InvalidChoice,
    InvalidEdition,
    InvalidLog,
    InvalidOption,
    InvalidPosition,
    InvalidSeat,
    MatchDidNotEnd,
    NotToAct,
)
from caravanserai.kernel.events import Event
from caravanserai.match import UNDO, Match
from caravanserai.words import LANGUAGES, words_for
from tests.cases import CASES, Case, effort

GAMES = pytest.mark.parametrize("name", game_names())


def lab_match(name: str, seed: int | str = 1, seats: int | None = None) -> Match:
    game = find_game(name)
    return Match(game, seats, game.lab_options({}), seed)


def wander(match: Match, decisions: int, seed: str, undoing: float = 0.3) -> Iterator[None]:
    """Random decisions, some of them taken back; pauses after each entry of the history."""
    pick = random.Random(seed)
    while match.actors and len(match.history) < decisions:
        backwards = [seat for seat in range(match.seats) if match.can_undo(seat)]
        if backwards and pick.random() < undoing:
            match.undo(backwards[0])
        else:
            seat = pick.choice(match.actors)
            match.play(seat, pick.choice(match.choices(seat)))
        yield


# What has happened --------------------------------------------------------------------------------------------------


def test_the_history_keeps_what_was_taken_back() -> None:
    match = Match("tantan", 2, seed=7)
    seat = match.actors[0]
    match.play(seat, "take slot=1")
    match.undo(seat)
    match.play(seat, "take slot=0")
    assert match.history == ((seat, 1), (seat, UNDO), (seat, 0))
    assert match.decisions == 1
    assert match.log()["moves"] == [[seat, "take slot=0"]]


def test_taking_a_decision_back_is_told_and_nothing_else() -> None:
    match = Match("tantan", 3, seed=7)
    seat = match.actors[0]
    assert match.events() == []
    match.play(seat, "take slot=0")
    first = match.events(SPECTATOR)
    match.play(seat, "take slot=1")
    match.undo(seat)
    for viewer in (SPECTATOR, 0, 1, 2):
        assert match.events(viewer) == [Event("taken_back", seat=seat)]
    match.undo(seat)
    assert match.events() == [Event("taken_back", seat=seat)]
    assert match.decisions == 0
    match.play(seat, "take slot=0")
    assert match.events(SPECTATOR) == first


def test_taking_back_has_words_in_both_languages() -> None:
    for language in LANGUAGES:
        said = words_for(None, language).sentence(Event("taken_back", seat=1), ["Ada", "Blaise"])
        assert said.startswith("Blaise ")
        assert said.endswith(".")


def expected_story(history: list[tuple[int, int]], told: list[list[Event]], since: int) -> list[Event]:
    """The definition, word for word, from what was told when it happened."""
    standing: list[int] = []
    undoes: dict[int, int] = {}
    for number, (_, action) in enumerate(history):
        if action == UNDO:
            undoes[number] = standing.pop()
        else:
            standing.append(number)
    undone = set(undoes.values())
    events: list[Event] = []
    for number, (seat, action) in enumerate(history):
        if number < since:
            continue
        if action != UNDO:
            events += told[number] if number not in undone else []
        elif undoes[number] < since and told[undoes[number]]:
            events.append(Event("taken_back", seat=seat))
    return events


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_story_leaves_out_what_was_taken_back_unless_it_was_seen(case: Case) -> None:
    whole = Match(case.game, case.seats, case.game.lab_options(case.options), "started")
    for _ in wander(whole, effort(40, 5), "before"):
        pass
    dealt = Match(case.game, case.seats, case.game.lab_options(case.options), "told")
    viewers = (SPECTATOR, 0, case.seats - 1)
    for match in (dealt, Match.from_position(whole.position(), 3)):
        told: dict[int, list[list[Event]]] = {viewer: [] for viewer in viewers}
        for _ in wander(match, effort(120, 12), "during"):
            for viewer in viewers:
                told[viewer].append(match.events(viewer))
        history = list(match.history)
        for viewer in viewers:
            for since in (*range(0, len(history), effort(7, 3)), len(history), len(history) + 5):
                assert match.story(viewer, since) == expected_story(history, told[viewer], since), (viewer, since)
        assert match.history == tuple(history)


def test_a_story_of_a_replayed_log_is_that_of_the_match() -> None:
    match = lab_match("gobi", seats=3)
    for _ in wander(match, 80, "log"):
        pass
    again = Match.from_log(json.loads(json.dumps(match.log())))
    assert again.story(1) == match.story(1)
    assert len(again.history) == match.decisions < len(match.history)


@pytest.mark.parametrize("since", [-1, 1.5, "0", None, True])
def test_a_story_begins_at_an_entry(since: Any) -> None:
    with pytest.raises(InvalidOption, match="since"):
        lab_match("tantan").story(SPECTATOR, since)


# Copies -------------------------------------------------------------------------------------------------------------


def pickled(match: Match) -> Match:
    found = pickle.loads(pickle.dumps(match))
    assert isinstance(found, Match)
    return found


COPIES: tuple[Callable[[Match], Match], ...] = (Match.copy, copy.copy, copy.deepcopy, pickled)


def told_whole(match: Match) -> Any:
    views = [match.view(seat) for seat in (SPECTATOR, *range(match.seats))]
    undoable = [match.can_undo(seat) for seat in range(match.seats)]
    return match.state_bytes(), views, match.events(), match.history, match.log(), match.story(0, 3), undoable


@GAMES
@pytest.mark.parametrize("copied", COPIES, ids=lambda copied: copied.__qualname__)
def test_a_copy_goes_on_as_the_match_would_and_without_it(name: str, copied: Callable[[Match], Match]) -> None:
    match = lab_match(name)
    for _ in wander(match, effort(40, 8), "copy"):
        pass
    twin = copied(match)
    before = told_whole(match)
    assert told_whole(twin) == before
    assert twin.game is match.game
    for _ in wander(twin, effort(90, 20), "on"):
        pass
    assert told_whole(match) == before
    for _ in wander(match, effort(90, 20), "on"):
        pass
    assert told_whole(match) == told_whole(twin)
    if effort(1, 0):
        assert match.copy().play_out().log() == twin.play_out().log()


def play_on(match: Match) -> tuple[bytes, Any]:
    return match.play_out("advice").state_bytes(), match.log()


def test_a_match_from_a_position_of_a_house_edition_goes_to_another_process() -> None:
    start = Match("tantan", 3, seed=5, edition={"hand_limit": 9})
    match = Match.from_position(start.position(), seed=6)
    match.play(match.actors[0], match.choices(match.actors[0])[0])
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.apply(play_on, (match,))
    assert there == play_on(match)
    assert match.edition["hand_limit"] == 9


@GAMES
def test_a_game_and_an_edition_can_be_copied_and_pickled(name: str) -> None:
    game = find_game(name)
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin is game
    for twin in (copy.copy(game.edition()), copy.deepcopy(game.edition()), pickle.loads(pickle.dumps(game.edition()))):
        assert twin == game.edition()
        assert game.edition(twin).values() == game.edition().values()


# Seats and numbers --------------------------------------------------------------------------------------------------


def afterwards(match: Match, deed: Callable[..., None], *given: Any) -> Any:
    deed(*given)
    return match.history


LOOKS: dict[str, Callable[[Match, Any], Any]] = {
    "view": Match.view,
    "prompt": Match.prompt,
    "events": Match.events,
    "describe": Match.describe,
    "story": Match.story,
    "concealed": lambda match, seat: match.concealed(seat).tobytes(),
    "actors_seen": Match.actors_seen,
    "narrate": lambda match, seat: match.narrate(match._first, match.state_bytes(), seat),
}
DEEDS: dict[str, Callable[[Match, Any], Any]] = {
    "choices": Match.choices,
    "labels": Match.labels,
    "advice": Match.advice,
    "can_undo": Match.can_undo,
    "undo": lambda match, seat: afterwards(match, match.undo, seat),
    "check": lambda match, seat: match.check(seat, 0),
    "action": lambda match, seat: match.action(seat, 0),
    "play": lambda match, seat: afterwards(match, match.play, seat, 0),
    "choose": lambda match, seat: choose(match, seat, seed=1),
}


def taken(seats: int = 3) -> Match:
    match = Match("tantan", seats, seed=7)
    match.play(match.actors[0], "take slot=1")
    return match


@pytest.mark.parametrize("deed", [*LOOKS, *DEEDS])
def test_a_seat_that_is_not_at_the_table_is_refused(deed: str) -> None:
    match = taken()
    before = match.state_bytes(), match.history
    for seat in (
        3,
        16,
        -2,
        2**70,
        True,
        1.0,
        "1",
        None,
        np.int64(3),
        np.bool_(True),
        [0],
        *([-1] if deed in DEEDS else []),
    ):
        with pytest.raises(InvalidSeat, match="expected a number from 0 to 2"):
            {**LOOKS, **DEEDS}[deed](match, seat)
    assert (match.state_bytes(), match.history) == before


@pytest.mark.parametrize("deed", [*LOOKS, *DEEDS])
def test_a_seat_may_be_one_of_numpys_numbers(deed: str) -> None:
    match, twin = taken(), taken()
    seat = match.actors[0]
    found = {**LOOKS, **DEEDS}[deed](match, np.int8(seat))
    assert found == {**LOOKS, **DEEDS}[deed](twin, seat)
    json.dumps(match.log())
    assert all(type(number) is int for entry in match.history for number in entry)


@pytest.mark.parametrize("deed", LOOKS)
def test_a_spectator_may_look(deed: str) -> None:
    match = taken()
    assert LOOKS[deed](match, np.int64(SPECTATOR)) == LOOKS[deed](match, SPECTATOR)


def test_numpys_numbers_are_numbers_everywhere() -> None:
    plain = Match("gobi", 3, {"turn_limit": 5, "taktik": True, "memory_aids": True}, 7, {"caravan_limit": 6})
    options = {"turn_limit": np.int16(5), "taktik": np.bool_(True), "memory_aids": np.bool_(True)}
    numpys = Match("gobi", np.int64(3), options, np.uint8(7), {"caravan_limit": np.int32(6)})
    for match in (plain, numpys):
        seat = match.actors[0]
        match.play(seat, match.choices(seat)[0].action)
    choice = plain.choices(seat := plain.actors[0])[-1]
    plain.play(seat, choice)
    numpys.play(np.int64(seat), np.int32(choice.action))
    assert json.dumps(plain.log()) == json.dumps(numpys.log())
    there = json.loads(json.dumps(plain.position()))
    there["state"]["seats"] = np.int8(3)
    assert Match.from_position(there).state_bytes() == plain.state_bytes()
    assert Batch("tantan", np.int64(4), np.int8(2), seed=np.int64(1), threads=np.int16(2)).masks(np.int64(0)).any()
    assert seed_bytes(np.int64(7)) == seed_bytes(7)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"seats": 3.0}, "expected 2 to 4 seats, got 3.0"),
        ({"seats": np.float64(3)}, "expected 2 to 4 seats"),
        ({"seed": 1.5}, "seed 1.5: expected a whole number, a text or bytes"),
        ({"seed": True}, "seed True: expected a whole number"),
        ({"options": {"memory_aids": 1.0}}, "memory_aids: expected true or false, got 1.0"),
    ],
)
def test_a_float_is_no_whole_number(wrong: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidOption, match=complaint):
        Match("tantan", **wrong)


def test_batches_refuse_seats_that_are_not_there() -> None:
    batch = Batch("tantan", 4, [2, 3, 4, 2], seed=1)
    assert batch.masks(np.array([0, 1, 3, -1])).shape == (4, 39)
    for seats in (2, -2, [0, 0, 0, 2], 0.0, [0, 1]):
        for look in (batch.masks, batch.observe):
            with pytest.raises(InvalidSeat, match="seat"):
                look(seats)


@pytest.mark.parametrize(
    "move", [True, 1.0, np.float32(1), 39, -1, np.int64(39), None, [1], Choice(0, "call"), Choice(10**6, "take")]
)
def test_what_is_no_choice_of_the_game_is_refused(move: Any) -> None:
    match = Match("tantan", 2, seed=7)
    before = match.state_bytes(), match.history
    with pytest.raises(InvalidChoice):
        match.play(match.actors[0], move)
    assert (match.state_bytes(), match.history) == before


# Playing out, advice and bots ---------------------------------------------------------------------------------------


def test_playing_out_a_match_that_does_not_end_says_so_and_leaves_it_where_it_was() -> None:
    match = Match("samarkand", seed=1)
    match.play(match.actors[0], match.choices(match.actors[0])[0])
    before = told_whole(match)
    with pytest.raises(MatchDidNotEnd, match=r"^samarkand: random play does not end .*turn_limit=300$"):
        match.play_out("random")
    assert told_whole(match) == before
    assert match.play_out("advice").over


def test_playing_out_goes_to_whatever_end_the_options_set() -> None:
    """A limit that was given is kept to, also one that takes many more decisions than simulations allow."""
    match = Match("samarkand", 5, {"turn_limit": 3000, "target": 1000}, seed=2).play_out("random")
    assert match.over
    assert match.decisions > 20_000


@GAMES
def test_advice_weighs_each_choice_by_what_the_seat_knows(name: str) -> None:
    match = lab_match(name)
    for _ in wander(match, 12, "advice", undoing=0):
        pass
    seat = match.actors[0]
    advised = match.advice(seat)
    assert [choice for choice, _ in advised] == match.choices(seat)
    assert all(weight >= 0 for _, weight in advised)
    assert any(weight > 0 for _, weight in advised)
    idle = [other for other in range(match.seats) if other not in match.actors]
    assert all(match.advice(other) == [] for other in idle)


@GAMES
def test_a_bot_of_any_level_chooses_one_decision(name: str) -> None:
    match = lab_match(name)
    seat = match.actors[0]
    before = match.state_bytes()
    for level in LEVELS:
        timed = f"{level}:20i" if LEVELS[level].searches else level
        chosen = choose(match, seat, timed, seed=3)
        assert chosen in match.choices(seat)
        assert choose(match, np.int64(seat), timed, seed=np.int64(3)) == chosen
    best = max(match.advice(seat), key=lambda advised: advised[1])
    assert dict(match.advice(seat))[choose(match, seat)] == best[1]
    assert match.state_bytes() == before


def test_asking_a_bot_for_what_it_cannot_do_is_refused() -> None:
    match = Match("tantan", 2, seed=7)
    idle = 1 - match.actors[0]
    with pytest.raises(NotToAct, match=f"seat {idle} has nothing to decide"):
        choose(match, idle)
    with pytest.raises(InvalidOption, match="level 'wizard'"):
        choose(match, match.actors[0], "wizard")
    for seed in (1.5, True, -1, "seven"):
        with pytest.raises(InvalidOption, match="seed"):
            choose(match, match.actors[0], seed=seed)  # type: ignore[arg-type]


# Editions and positions ---------------------------------------------------------------------------------------------


def test_an_edition_may_be_given_as_the_numbers_that_differ() -> None:
    match = Match(
        "tantan", 2, seed=7, edition={"hand_limit": np.int64(9), "purse": {"food": 8}, "slot_cost": (0, 1, 2, 3, 4)}
    )
    assert (match.edition["hand_limit"], match.edition["purse"]["food"], match.edition["purse"]["mouse"]) == (9, 8, 5)
    log = json.loads(json.dumps(match.play_out("advice").log()))
    assert log["edition"]["numbers"]["hand_limit"] == 9
    assert Match.from_log(log).edition == match.edition
    assert Batch("tantan", 2, edition={"hand_limit": 9}).edition["hand_limit"] == 9


@pytest.mark.parametrize(
    ("edition", "complaint"),
    [
        ({"hands": 3}, "hands: no such number"),
        ({"hand_limit": 99}, "hand_limit: expected a whole number from 1 to 20, got 99"),
        ({"hand_limit": 9.0}, "hand_limit: expected a whole number"),
        ({"purse": {"gold": 1}}, "purse.gold: no such key"),
        ({3: 3}, "3: no such number"),
        (7, "edition 7 of tantan: expected a name, a file or a dict of numbers"),
        (["standard"], "expected a name, a file or a dict"),
    ],
)
def test_numbers_that_no_edition_has_are_refused(edition: Any, complaint: str) -> None:
    with pytest.raises(InvalidEdition, match=complaint):
        Match("tantan", edition=edition)


JUNK: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, "", "no such", b"x", [], {}, [[]], {"name": 3}, {"name": "standard", "numbers": 3},
    {"name": "x", "numbers": {"hand_limit": 10**9}}, {"name": "x", "numbers": {"no such": 1}}, object(), np.arange(3),
)  # fmt: skip


@GAMES
def test_whatever_is_wrong_with_a_position_is_an_invalid_position(name: str) -> None:
    position = lab_match(name).position()
    refused = 0
    for junk in JUNK:
        given = [junk]
        for key in position:
            given.append({**position, key: junk})
            given.append({other: value for other, value in position.items() if other != key})
        for key in position["state"]:
            given.append({**position, "state": {**position["state"], key: junk}})
            given.append({**position, "state": {k: v for k, v in position["state"].items() if k != key}})
        given.append({**position, "state": {**position["state"], "no such field": junk}})
        given.append({**position, "state": {**position["state"], 3: junk}})
        for one in given:
            try:
                assert Match.from_position(one).position()["game"] == name
            except InvalidPosition:
                refused += 1
    assert refused > 10 * len(JUNK)


@GAMES
def test_seats_and_options_outside_the_rules_are_an_invalid_position(name: str) -> None:
    game = find_game(name)
    position = lab_match(name).position()
    wrong = [("seats", game.fewest - 1), ("seats", game.most + 1), ("seats", 16)]
    wrong += [(option.name, value) for option in game.options for value in (option.low - 1, option.high + 1)]
    for key, value in wrong:
        with pytest.raises(InvalidPosition, match="seats" if key == "seats" else key):
            Match.from_position({**position, "state": {**position["state"], key: value}})
    wrong_seeds: list[Any] = [1.5, [], True]
    for seed in wrong_seeds:
        with pytest.raises(InvalidPosition, match="seed"):
            Match.from_position(position, seed)


@pytest.mark.parametrize(
    "change", [{"game": "chess"}, {"seats": 9}, {"options": {"no": 1}}, {"start": {}}, {"edition": 3}]
)
def test_whatever_is_wrong_with_a_log_is_an_invalid_log(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidLog):
        Match.from_log({**Match("tantan", seed=1).log(), **change})


def test_all_these_errors_are_of_one_kind() -> None:
    for error in (InvalidSeat, InvalidPosition, InvalidLog, MatchDidNotEnd):
        assert issubclass(error, CaravanseraiError)
