"""Any game, any number of seats: pieces are conserved, legal means possible, matches end with a reason."""

from __future__ import annotations

import numpy as np
import pytest

from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.errors import IllegalChoice, NotToAct
from caravanserai.match import Match
from tests.cases import CASES, POLICIES, Case, audit, effort, moments, raw

pytestmark = pytest.mark.parametrize("case", CASES, ids=str)


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_is_gained_or_lost_after_any_decision(case: Case, policy: str) -> None:
    for moment in moments(case, effort(20), policy, "conservation", most=effort(10**9, 300)):
        if moment.number % effort(1, 4) == 0:
            assert audit(case, moment.states) == (0, 0, 0, 0), moment


def test_every_legal_action_can_be_taken(case: Case) -> None:
    f, editions = case.game.functions, case.game.edition().array
    for moment in moments(case, effort(3), seed="legal", most=effort(10**9, 60)):
        if moment.number % 5:
            continue
        for action in np.flatnonzero(moment.mask):
            copy = moment.states.copy()
            f.step(editions, copy, 0, moment.seat, action, new_chance(seed_bytes(f"{moment.number} {action}")))
            assert audit(case, copy) == (0, 0, 0, 0), case.game.actions.choice(int(action), moment.seat, case.seats)


def test_legal_counts_what_it_marks_and_leaves_the_position_alone(case: Case) -> None:
    f, editions = case.game.functions, case.game.edition().array
    for moment in moments(case, effort(5), seed="mask", most=effort(10**9, 200)):
        before = raw(moment.states)
        pending = int(f.actors(editions, moment.states, 0))
        for seat in range(case.seats):
            mask = np.full(case.game.actions.count, 7, np.uint8)
            count = f.legal(editions, moment.states, 0, seat, mask)
            assert set(mask) <= {0, 1}
            assert count == mask.sum()
            assert bool(count) == bool(pending >> seat & 1)
        assert raw(moment.states) == before


def test_every_illegal_action_is_refused_and_changes_nothing(case: Case) -> None:
    match = Match(case.game, case.seats, case.lab_options, "illegal")
    apart = effort(7, 71)
    for number in range(effort(60, 10)):
        if match.over:
            break
        before = match.state_bytes(), match.decisions
        for seat in range(case.seats):
            legal = {choice.action for choice in match.choices(seat)}
            illegal = [action for action in range(case.game.actions.count) if action not in legal]
            for action in illegal[number % apart :: apart]:
                with pytest.raises((IllegalChoice, NotToAct)):
                    match.play(seat, action)
        assert (match.state_bytes(), match.decisions) == before
        seat = match.actors[0]
        choices = match.choices(seat)
        match.play(seat, choices[number % len(choices)])


@pytest.mark.parametrize("policy", POLICIES)
def test_a_finished_match_has_winners_and_a_reason(case: Case, policy: str) -> None:
    for seed in range(effort(5)):
        match = Match(case.game, case.seats, case.lab_options, seed).play_out(policy)
        outcome = match.outcome()
        assert outcome is not None
        assert outcome.winners
        assert outcome.reason in case.game.reasons[1:]
        assert match.phase == case.game.phases[-1]
        assert all(outcome.ranks[seat] == 1 for seat in outcome.winners)
        best = max(outcome.scores)
        assert all(outcome.scores[seat] == best for seat in outcome.winners)
        assert not any(match.choices(seat) for seat in range(case.seats))


@pytest.mark.parametrize("policy", POLICIES)
def test_every_simulated_match_ends(case: Case, policy: str) -> None:
    code = POLICIES.index(policy)
    tally = case.game.engine.simulate(
        case.game.edition().array, case.blank(), seed_bytes("ends"), effort(300, 1), code, threads=2
    )
    assert tally.decisions > 0
    assert sum(tally.win_shares) == pytest.approx(tally.matches)


def test_advice_weighs_legal_actions_only_and_never_has_nothing_to_say(case: Case) -> None:
    f, editions = case.game.functions, case.game.edition().array
    weights = np.zeros(case.game.actions.count, np.float32)
    for moment in moments(case, effort(10), "advice", "weights", most=effort(10**9, 300)):
        weights[:] = np.nan
        f.advise(editions, moment.states, 0, moment.seat, weights)
        assert np.isfinite(weights).all()
        assert (weights >= 0).all()
        assert not weights[moment.mask == 0].any()
        assert weights.any(), moment


def test_a_run_does_not_depend_on_the_number_of_threads(case: Case) -> None:
    runs = [
        case.game.engine.simulate(case.game.edition().array, case.blank(), seed_bytes("t"), effort(64, 2), 0, threads)
        for threads in (1, 2, 3)
    ]
    assert len({(run.decisions, run.longest, run.points, run.win_shares) for run in runs}) == 1


def test_silence_is_a_choice_in_every_reaction_window(case: Case) -> None:
    match = Match(case.game, case.seats, case.lab_options, "window")
    for number in range(effort(400, 60)):
        if match.over:
            break
        window = match.window
        assert (window is not None) == (match.phase in case.game.windows)
        if window is not None:
            assert window.kind == match.phase
            for seat in match.actors:
                assert window.default.action in {choice.action for choice in match.choices(seat)}
        seat = match.actors[number % len(match.actors)]
        choices = match.choices(seat)
        match.play(seat, choices[number * 3 % len(choices)])


def test_no_decision_that_can_be_undone_draws_on_chance_or_passes_to_another_seat(case: Case) -> None:
    f, editions = case.game.functions, case.game.edition().array
    for moment in moments(case, effort(5), "advice", "undo", most=effort(10**9, 300)):
        copy = moment.states.copy()
        chance = new_chance(seed_bytes("undo"))
        untouched = chance.copy()
        f.step(editions, copy, 0, moment.seat, moment.action, chance)
        if copy[0].undo_barrier == moment.states[0].undo_barrier:
            assert chance.tobytes() == untouched.tobytes()
            assert int(f.actors(editions, copy, 0)) == 1 << moment.seat
