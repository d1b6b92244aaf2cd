"""Any game: nobody learns what they may not know, and guesses at it are honest."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.contract import SPECTATOR
from tests.cases import CASES, POLICIES, Case, conceal, copy_of, determinize, effort, moments, onlookers, raw
from tests.concealment import expect_honest_guesses, expect_nothing_told, tellers

pytestmark = pytest.mark.parametrize("case", CASES, ids=str)


def test_concealing_twice_is_concealing_once(case: Case) -> None:
    for moment in moments(case, effort(4), "advice", "twice", most=effort(10**9, 200)):
        for seat in onlookers(case, moment.number):
            once = conceal(case, moment.states, seat)
            assert raw(conceal(case, once, seat)) == raw(once)


def test_who_decides_sees_the_same_choices_in_the_concealed_position(case: Case) -> None:
    f, editions = case.game.functions, case.game.edition().array
    other = np.zeros(case.game.actions.count, np.uint8)
    true_weights, weights = np.zeros((2, case.game.actions.count), np.float32)
    for moment in moments(case, effort(6), "advice", "choices", most=effort(10**9, 200)):
        concealed = conceal(case, moment.states, moment.seat)
        f.legal(editions, concealed, 0, moment.seat, other)
        assert (other == moment.mask).all()
        f.advise(editions, moment.states, 0, moment.seat, true_weights)
        f.advise(editions, concealed, 0, moment.seat, weights)
        assert (weights == true_weights).all()


def test_the_observation_holds_nothing_that_is_concealed(case: Case) -> None:
    f, editions = case.game.functions, case.game.edition().array
    true, seen = np.zeros((2, case.game.observation_size), np.float32)
    low = np.concatenate([np.full(part.size, part.low) for part in case.game.observation])
    high = np.concatenate([np.full(part.size, part.high) for part in case.game.observation])
    for moment in moments(case, effort(4), "advice", "encode", most=effort(10**9, 200)):
        for seat in onlookers(case, moment.number):
            true[:], seen[:] = np.nan, np.nan
            f.encode(editions, moment.states, 0, seat, true)
            f.encode(editions, conceal(case, moment.states, seat), 0, seat, seen)
            assert (true == seen).all()
            assert (low <= true).all()
            assert (true <= high).all()


def test_an_answer_of_which_nothing_is_told_leaves_no_trace(case: Case) -> None:
    """Nobody learns who has answered already: what others know stays the same, byte by byte."""
    f, editions = case.game.functions, case.game.edition().array
    teller, _ = tellers(case)
    for moment in moments(case, effort(3), "advice", "trace", most=effort(2_000, 100)):
        if int(f.actors(editions, moment.states, 0)) & ~(1 << moment.seat) == 0:
            continue
        after = moment.states.copy()
        f.step(editions, after, 0, moment.seat, moment.action, new_chance(seed_bytes("trace")))
        for seat in onlookers(case, moment.number):
            if seat != moment.seat and not teller.narrate(raw(moment.states), raw(after), seat):
                assert raw(conceal(case, after, seat)) == raw(conceal(case, moment.states, seat)), moment.phase


@pytest.mark.parametrize("policy", POLICIES)
def test_views_and_events_do_not_change_when_what_is_hidden_is_permuted(case: Case, policy: str) -> None:
    """At the first moments of each phase, and then at every fiftieth: ``make soak`` looks at very many."""
    told_by = tellers(case)
    before = None
    seen: Counter[str] = Counter()
    for moment in moments(case, effort(3), policy, "permute", most=effort(10**9, 30)):
        seen[moment.phase] += 1
        if seen[moment.phase] <= 60 or moment.number % 50 == 0:
            steps = [moment.states] if before is None or moment.first else [before, moment.states]
            for seat in onlookers(case, moment.number):
                expect_nothing_told(case, told_by, steps, seat, f"{moment.number} {seat}")
        before = copy_of(moment.states)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_guess_equals_the_truth_no_more_often_than_another_guess(case: Case, policy: str) -> None:
    """In so many positions that a large trace shows; ``make soak`` takes whole matches, and finds small ones."""
    expect_honest_guesses(case, policy, matches=effort(30), most=effort(5_000, 40))


def test_guesses_differ_where_something_is_hidden(case: Case) -> None:
    differ = hidden = 0
    for moment in moments(case, effort(3), "advice", "differ", most=effort(10**9, 40)):
        concealed = conceal(case, moment.states, SPECTATOR)
        # Bytes of the fields that a position is told by: what is worked out of them hides nothing more.
        pairs = ((moment.states[name].tobytes(), concealed[name].tobytes()) for name in case.game.state.fields)
        unknown = sum(true != seen for pair in pairs for true, seen in zip(*pair, strict=True))
        if unknown >= 10:
            hidden += 1
            one, two = (raw(determinize(case, concealed, SPECTATOR, seed)) for seed in ("a", "b"))
            differ += one != two
    assert differ >= 0.9 * hidden
