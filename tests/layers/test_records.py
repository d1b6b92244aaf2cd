"""Any game: matches go out and in again, replay to the same bytes, and never share memory."""

from __future__ import annotations

import copy
import json

import pytest

from caravanserai.kernel.errors import InvalidLog, InvalidPosition
from caravanserai.match import Match, replay, verify
from tests.cases import CASES, POLICIES, Case, conceal, determinize, effort, moments, onlookers, raw

pytestmark = pytest.mark.parametrize("case", CASES, ids=str)


def played(case: Case, policy: str, seed: str) -> Match:
    match = Match(case.game, case.seats, case.lab_options, seed)
    return match.play_out(policy)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_log_replays_to_the_same_bytes_at_every_move(case: Case, policy: str) -> None:
    seen: list[bytes] = []
    match = Match(case.game, case.seats, case.lab_options, f"replay {policy}")
    again = played(case, policy, f"replay {policy}")
    log = json.loads(json.dumps(again.log()))
    replay(log, watch=lambda state: seen.append(state.state_bytes()))
    assert seen[0] == match.state_bytes()
    assert seen[-1] == again.state_bytes()
    assert len(seen) == again.decisions + 1
    for number, (seat, text) in enumerate(log["moves"]):
        assert match.state_bytes() == seen[number]
        match.play(seat, text)
    assert verify(log).outcome() == again.outcome()


def test_a_position_goes_out_and_in_unchanged_at_any_moment(case: Case) -> None:
    match = Match(case.game, case.seats, case.lab_options, "position")
    for number in range(effort(400, 30)):
        if match.over:
            break
        if number % 7 == 0:
            text = json.dumps(match.position())
            back = Match.from_position(json.loads(text), match.seed)
            assert back.state_bytes() == match.state_bytes()
            assert back.view() == match.view()
        seat = match.actors[-1]
        choices = match.choices(seat)
        match.play(seat, choices[number * 7 % len(choices)])


def test_what_a_position_keeps_is_what_the_rest_of_it_comes_to(case: Case) -> None:
    """Derived fields, also of what a seat knows: they tell nothing that the others do not."""
    game, editions = case.game, case.game.edition().array
    for moment in moments(case, effort(2, 1), seed="derived", most=effort(10**9, 60)):
        guess = determinize(case, conceal(case, moment.states, moment.seat), moment.seat, "derived")
        seen = [conceal(case, moment.states, seat) for seat in onlookers(case, moment.number)]
        for states in (moment.states, guess, *seen):
            again = states.copy()
            for name in game.state.derived:
                again[name] = 0
            game.contract.derive(editions, again)
            assert raw(again) == raw(states), moment.phase


def test_a_match_from_a_position_has_a_log_that_replays(case: Case) -> None:
    half = Match(case.game, case.seats, case.lab_options, "half")
    for _ in range(10):
        half.play(half.actors[0], half.choices(half.actors[0])[0])
    match = Match.from_position(half.position(), seed=3).play_out()
    assert verify(json.loads(json.dumps(match.log()))).state_bytes() == match.state_bytes()


def test_a_position_with_a_number_changed_is_refused_or_still_sound(case: Case) -> None:
    match = Match(case.game, case.seats, case.lab_options, "tamper")
    position = match.position()
    refused = 0
    for name, field in case.game.state.fields.items():
        tampered = copy.deepcopy(position)
        tampered["state"][name] = "a text where none belongs" if field.names is None else "no such name"
        with pytest.raises(InvalidPosition, match=name):
            Match.from_position(tampered)
        refused += 1
    assert refused == len(case.game.state.fields)
    del position["state"]["seats"]
    with pytest.raises(InvalidPosition, match="seats"):
        Match.from_position(position)


def test_a_tampered_log_does_not_verify(case: Case) -> None:
    log = played(case, "random", "tampered").log()
    for change in (
        {"seed": "00" * 32},
        {"commitment": "00" * 32},
        {"outcome": None},
        {"moves": log["moves"][:-1]},
        {"moves": [*log["moves"], log["moves"][0]]},
        {"moves": "none"},
        {"format": 99},
    ):
        with pytest.raises(InvalidLog):
            verify({**log, **change})


def test_what_was_handed_out_never_changes_afterwards(case: Case) -> None:
    match = Match(case.game, case.seats, case.lab_options, "shared memory")
    kept = []
    for number in range(effort(120, 20)):
        if match.over:
            break
        seat = match.actors[0]
        handed = match.view(seat), match.position(), match.concealed(seat), match.log(), match.describe(seat)
        frozen = copy.deepcopy(handed[0]), copy.deepcopy(handed[1]), handed[2].tobytes(), json.dumps(handed[3])
        kept.append((handed, frozen))
        choices = match.choices(seat)
        match.play(seat, choices[number * 5 % len(choices)])
    for handed, frozen in kept:
        assert (handed[0], handed[1], handed[2].tobytes(), json.dumps(handed[3])) == frozen
