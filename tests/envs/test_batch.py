"""The batch API: the same matches as through the contract, for any number of threads, and nothing done by halves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from caravanserai.batch import CALLER, POLICIES, STREAM_BITS, Batch
from caravanserai.kernel.chance import new_chance, seed_bytes, seek
from caravanserai.kernel.errors import IllegalChoice, InvalidOption, UnknownGame
from caravanserai.kernel.records import as_bytes
from tests.cases import CASES, Case
from tests.envs import options

EVERY = pytest.mark.parametrize("case", CASES, ids=str)


def at_random(batch: Batch, pick: np.random.Generator) -> Any:
    """A legal action for every match."""
    return (batch.masks() * pick.random((batch.matches, batch.game.actions.count))).argmax(axis=1)


def trace(batch: Batch, steps: int) -> list[bytes]:
    """All that a run gives, step by step."""
    pick = np.random.default_rng(1)
    found = []
    for _ in range(steps):
        batch.step(at_random(batch, pick))
        arrays = (batch.states, batch.rewards, batch.done, batch.scores, batch.actor, batch.pending)
        found.append(b"".join(array.tobytes() for array in (*arrays, batch.observe())))
    return found


@EVERY
def test_a_run_does_not_depend_on_the_number_of_threads(case: Case) -> None:
    runs = [trace(Batch(case.name, 7, case.seats, seed=3, threads=n, **options(case)), 60) for n in (1, 2, 3)]
    assert runs[0] == runs[1] == runs[2]


@EVERY
def test_a_step_at_random_is_a_step_with_what_it_chose_and_shows_what_comes_next(case: Case) -> None:
    batches = [Batch(case.name, 7, case.seats, seed=3, threads=n, **options(case)) for n in (1, 3, 1)]
    seen = np.empty((7, case.game.observation_size), np.float32)
    masks = np.empty((7, case.game.actions.count), np.int8)
    for _ in range(60):
        legal = batches[0].masks()
        chosen = batches[0].step_at_random(seen, masks)
        assert legal[np.arange(7), chosen].all()
        assert (batches[1].step_at_random() == chosen).all()
        batches[2].step(chosen)
        assert len({batch.states.tobytes() + batch.rewards.tobytes() + batch.done.tobytes() for batch in batches}) == 1
        assert (seen == batches[0].observe()).all()
        assert (masks == batches[0].masks()).all()


def test_a_step_at_random_takes_every_legal_action_as_often() -> None:
    batch = Batch("tantan", 20_000, 2, seed=7)
    masks, chosen = batch.masks(), batch.step_at_random()
    counts = masks.sum(axis=1)
    places = (np.cumsum(masks, axis=1) - 1)[np.arange(20_000), chosen]
    for number in np.unique(counts):
        among = np.bincount(places[counts == number], minlength=number)
        expected = among.sum() / number
        assert ((among - expected) ** 2 / expected).sum() < number + 6 * np.sqrt(2 * number)
    assert (chosen != batch.step_at_random()).any()


def test_a_step_at_random_lets_finished_matches_be() -> None:
    batch = Batch("tantan", 4, 2, seed=1, autoreset=False)
    while batch.pending.any():
        batch.step_at_random()
    assert (batch.step_at_random() == -1).all()
    assert not batch.done.any()


@pytest.mark.parametrize("kind", ["observations", "masks"])
def test_an_array_that_cannot_be_filled_is_refused_and_nothing_done(kind: str) -> None:
    batch = Batch("tantan", 4, 2, seed=1)
    width, dtype = (217, np.float32) if kind == "observations" else (39, np.int8)
    read_only = np.empty((4, width), dtype)
    read_only.flags.writeable = False
    before = batch.states.tobytes()
    for given in (
        np.empty((3, width), dtype),
        np.empty((4, width), np.int64),
        np.empty((width, 4), dtype).T,
        read_only,
    ):
        with pytest.raises(InvalidOption, match=rf"{kind}: expected an array of the shape \(4, {width}\)"):
            batch.step_at_random(**{kind: given})
    assert batch.states.tobytes() == before


@EVERY
def test_each_match_is_played_as_through_the_contract(case: Case) -> None:
    """Replayed one by one, every position, observation, mask and result is the same."""
    batch = Batch(case.name, 3, case.seats, seed=5, **options(case, turn_limit=8))
    f, editions, pick = case.game.functions, batch.edition.array, np.random.default_rng(2)
    alone = case.game.blank(case.seats, batch.options, 3)
    mask, seen = np.zeros(case.game.actions.count, np.uint8), np.zeros(case.game.observation_size, np.float32)
    table, chance = np.zeros((case.game.most, 2), np.int64), new_chance(seed_bytes(5))
    streams = [i << STREAM_BITS for i in range(3)]

    def enter(i: int) -> None:
        seek(chance, streams[i])
        streams[i] += 1

    for i in range(3):
        enter(i)
        f.deal(editions, alone, i, chance)
    ended = 0
    for _ in range(600):
        actions, masks, observed = at_random(batch, pick), batch.masks(), batch.observe()
        seats = batch.actor.copy()
        batch.step(actions)
        for i in range(3):
            pending = int(f.actors(editions, alone, i))
            assert seats[i] == (pending & -pending).bit_length() - 1
            f.legal(editions, alone, i, seats[i], mask)
            f.encode(editions, alone, i, seats[i], seen)
            assert (masks[i] == mask).all()
            assert (observed[i] == seen).all()
            enter(i)
            f.step(editions, alone, i, seats[i], actions[i], chance)
            assert batch.done[i] == (not f.actors(editions, alone, i))
            if batch.done[i]:
                ended += 1
                f.score(editions, alone, i, table)
                assert (batch.scores[i] == table[:, 0]).all()
                winners = table[: case.seats, 1] == 1
                shares = winners / winners.sum()
                expected = (shares - shares.mean()) / (1 - shares.mean())
                assert batch.rewards[i][: case.seats] == pytest.approx(expected, abs=1e-6)
                assert not batch.rewards[i][case.seats :].any()
                enter(i)
                f.deal(editions, alone, i, chance)
            else:
                assert not batch.rewards[i].any()
            assert as_bytes(alone)[i].tobytes() == as_bytes(batch.states)[i].tobytes()
            pending = int(f.actors(editions, alone, i))
            assert batch.pending[i] == pending
    assert ended > 0


@pytest.mark.parametrize("name", sorted({case.name for case in CASES}))
def test_matches_with_different_numbers_of_seats_run_side_by_side(name: str) -> None:
    game = next(case.game for case in CASES if case.name == name)
    counts = list(game.seat_counts)
    mixed = Batch(name, len(counts), counts, seed=9)
    trace(mixed, 40)
    for i, seats in enumerate(counts):
        # What a match comes to depends on its own actions alone, and these are drawn alike.
        alike = Batch(name, len(counts), seats, seed=9)
        trace(alike, 40)
        assert alike.states[i].tobytes() == mixed.states[i].tobytes()


def test_what_a_seed_gives_does_not_depend_on_how_many_matches_there_are() -> None:
    few, many = (Batch("tantan", n, 2, seed=4) for n in (2, 5))
    for _ in range(100):
        actions = few.masks().argmax(axis=1)
        few.step(actions)
        many.step([*actions, *many.masks(start=2, out=np.empty((3, 39), np.int8)).argmax(axis=1)])
        assert few.states.tobytes() == many.states[:2].tobytes()


@EVERY
def test_policies_decide_for_their_seats(case: Case) -> None:
    row = [None, *[POLICIES[k % len(POLICIES)] for k in range(case.seats - 1)]]
    batch = Batch(case.name, 20, case.seats, policies=row, seed=1, **options(case, turn_limit=8))
    pick, ended = np.random.default_rng(3), 0
    for _ in range(150):
        batch.step(at_random(batch, pick))
        assert ((batch.actor == 0) | (batch.pending == 0)).all()
        ended += int(batch.done.sum())
    assert ended > 0


def test_the_policies_are_the_bots_of_the_same_name() -> None:
    """Merchant beats apprentice beats random, as at a table, and by as much."""
    shares = {}
    for level in POLICIES:
        policies = [[None, level] if k % 2 else [level, None] for k in range(400)]
        batch = Batch("tantan", 400, 2, policies=policies, seed=8, autoreset=False)
        pick, own = np.random.default_rng(1), np.arange(400) % 2 == 0
        won = np.zeros(400)
        while (batch.actor >= 0).any():
            batch.step(at_random(batch, pick))
            won += batch.done * batch.rewards[np.arange(400), own.astype(int)]
        shares[level] = (1 - won.mean()) / 2
    assert abs(shares["random"] - 0.5) < 0.1
    assert shares["random"] + 0.2 < shares["apprentice"] < shares["merchant"]
    assert shares["merchant"] > 0.95


def test_without_autoreset_a_match_stays_over_until_it_is_dealt() -> None:
    batch = Batch("tantan", 4, 2, seed=2, autoreset=False)
    pick = np.random.default_rng(1)
    while (batch.actor >= 0).any():
        batch.step(at_random(batch, pick))
    before = batch.states.tobytes()
    assert not batch.masks().any()
    batch.step([0, 0, 0, 0])
    assert batch.states.tobytes() == before
    assert not batch.done.any()
    batch.reset([True, False, False, True])
    assert [seat >= 0 for seat in batch.actor] == [True, False, False, True]


def test_a_match_may_wait() -> None:
    batch = Batch("tantan", 2, 2, seed=2)
    before = batch.states[0].tobytes()
    batch.step([-1, batch.masks()[1].argmax()])
    assert batch.states[0].tobytes() == before


def test_an_illegal_action_is_refused_before_anything_is_done() -> None:
    batch = Batch("tantan", 3, 2, seed=1, threads=2)
    before = batch.states.tobytes()
    for wrong in (38, 39, -2):
        actions = batch.masks().argmax(axis=1)
        actions[2] = wrong
        with pytest.raises(IllegalChoice, match=f"match 2: action {wrong} is not possible for seat [01]; expected one"):
            batch.step(actions)
        assert batch.states.tobytes() == before


def test_a_seed_begins_anew_and_a_reset_goes_on() -> None:
    batch = Batch("tantan", 2, 2, seed=6)
    first = batch.states.tobytes()
    batch.reset()
    assert batch.states.tobytes() != first
    batch.reset(seed=6)
    assert batch.states.tobytes() == first


def test_a_million_matches_fit_in_a_gibibyte() -> None:
    batch = Batch("tantan", 1000, 2)
    held = sum(a.nbytes for a in vars(batch).values() if isinstance(a, np.ndarray) and a.base is None)
    assert batch.bytes_a_match == pytest.approx(held / 1000, abs=1)
    assert batch.bytes_a_match * 1_000_000 < 2**30


@pytest.mark.parametrize(
    ("given", "error", "expected"),
    [
        ({"game": "chess"}, UnknownGame, "game 'chess': expected one of"),
        ({"matches": 0}, InvalidOption, "matches: expected a number from 1 up, got 0"),
        ({"seats": 9}, InvalidOption, "expected 2 to 4 seats, got 9"),
        ({"seats": [2, 2, 2]}, InvalidOption, "seats: expected one number, or 2, one a match, got 3"),
        ({"threads": 0}, InvalidOption, "threads: expected a number from 1 up, got 0"),
        ({"policies": ["merchant"]}, InvalidOption, "policies of match 0: expected 2, one a seat, got 1"),
        ({"policies": [None, "vizier"]}, InvalidOption, "expected None or one of random, apprentice, merchant"),
        ({"policies": ["random", "random"]}, InvalidOption, "expected None for at least one seat"),
        ({"policies": [[None, None]]}, InvalidOption, "expected a list for each of the 2 matches, got 1"),
        ({"fog": 1}, InvalidOption, "option 'fog' of tantan"),
    ],
)
def test_bad_input_is_refused_in_words(given: dict[str, Any], error: type[Exception], expected: str) -> None:
    with pytest.raises(error, match=expected):
        Batch(**{"game": "tantan", "matches": 2, "seats": 2, **given})


def test_arrays_of_the_wrong_shape_are_refused_in_words() -> None:
    batch = Batch("tantan", 2, 2)
    with pytest.raises(InvalidOption, match="actions: expected 2, one a match"):
        batch.step([1])
    with pytest.raises(InvalidOption, match="which: expected 2 marks"):
        batch.reset([True])
    with pytest.raises(InvalidOption, match="expected rows of the 2 matches"):
        batch.observe(start=1, out=np.empty((2, batch.game.observation_size), np.float32))
    assert (batch.policies == CALLER).all()


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([0.0, 1.0, 2.0], "actions: expected whole numbers, got float64"),
        ([True, False, True], "actions: expected whole numbers, got bool"),
        (["0", "1", "2"], "actions: expected whole numbers, got <U1"),
        ([0, 1, 1 << 32], "actions: expected numbers below 39, got 4294967296"),
    ],
)
def test_actions_that_are_no_whole_numbers_are_refused_in_words(actions: list[Any], expected: str) -> None:
    batch = Batch("tantan", 3, seed=1)
    with pytest.raises(InvalidOption, match=expected):
        batch.step(actions)


def test_each_match_may_have_its_own_seed() -> None:
    """What a match does with its seed depends on nothing else."""

    def play(seeds: Any) -> dict[int, list[bytes]]:
        batch, seen = Batch("gobi", len(seeds), seed=seeds), []
        for _ in range(60):
            batch.step(batch.masks().argmax(axis=1))
            seen.append([state.tobytes() for state in batch.states])
        return {int(seed): [row[i] for row in seen] for i, seed in enumerate(seeds)}

    some, others = play([7, 0, (1 << 32) - 1]), play(np.array([3, 7]))
    assert some[7] == others[7]
    assert len({tuple(seen) for seen in (*some.values(), *others.values())}) == 4


@pytest.mark.parametrize("seeds", [[1, 2], [1, 2, 1 << 32], [1, 2, -1], [1, 2, 3.0], []])
def test_seeds_that_do_not_fit_are_refused_in_words(seeds: list[Any]) -> None:
    with pytest.raises(InvalidOption, match="seed: expected"):
        Batch("tantan", 3, seed=seeds)
