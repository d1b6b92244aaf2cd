"""Playouts: whole matches of any game in compiled code, on any number of threads.

Each of these is compiled once for each game, with the game's functions put into it. Every match has a random stream
of its own, numbered like the match: what a run gives does not depend on how many threads shared the work.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import types

from caravanserai.kernel.any_game import (
    actors,
    advise,
    audit,
    deal,
    for_any_game,
    hot_for_any_game,
    inlined_legal,
    inlined_step,
    legal,
    score,
    step,
)
from caravanserai.kernel.arrays import Array, Array2, Floats, Rows
from caravanserai.kernel.chance import Stream, below, enter, fraction, new_chance
from caravanserai.kernel.choices import ONE, WORD, Choices, allows, count, fill_not_zero, lowest_bit, new_choices, nth
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.contract import Contract, Position
from caravanserai.kernel.errors import CaravanseraiError, MatchDidNotEnd
from caravanserai.kernel.records import Record

F = TypeVar("F", bound=Callable[..., Any])

RANDOM, ADVICE = 0, 1
POLICIES = {"random": RANDOM, "advice": ADVICE}

ENDLESS = 1_000_000
"""A match with as many decisions is taken to be caught in a loop."""

STUCK = -1
"""Instead of an action or of a number of decisions: a seat must decide and nothing is legal."""

SHARES = 60
"""A win is counted in sixtieths, so that victories shared by up to six seats add up exactly."""

CHOICE_FAULT, LEGAL_FAULT, ADVICE_FAULT, ENDLESS_FAULT = 101, 102, 103, 104
ENGINE_FAULTS = {
    CHOICE_FAULT: "legal allows action {found}, expected one below {expected}",
    LEGAL_FAULT: "a seat must decide but has no choice",
    ADVICE_FAULT: "advice gives action {found} a weight below zero, or one although it is not legal",
    ENDLESS_FAULT: "the match did not end",
}


@hot
def first_seat(pending: int) -> int:
    """The lowest seat in a bit mask."""
    return int(lowest_bit(np.uint64(pending)))


@helper
def pick_by_weight(weights: Floats, weighty: Choices, c: Stream) -> int:
    """An action in proportion to its weight; -1 if no weight is positive. The set is room to work in."""
    fill_not_zero(weighty, weights)
    total = np.float64(0.0)
    for word in range(len(weighty)):
        left = weighty[word]
        while left:
            total += weights[word * WORD + lowest_bit(left)]
            left &= left - ONE
    if not total > 0.0:
        return -1
    rest = fraction(c) * total
    last = -1
    for word in range(len(weighty)):
        left = weighty[word]
        while left:
            action = word * WORD + int(lowest_bit(left))
            left &= left - ONE
            if weights[action] > 0.0:
                last = action
                rest -= weights[action]
                if rest < 0.0:
                    return action
    return last


class Board(NamedTuple):
    """A board to play on: the edition, positions, chance, and room to work in."""

    editions: Rows[Record]
    states: Rows[Position]
    chance: Rows[Stream]
    choices: Choices
    weights: Floats
    scores: Array2


@hot
def any_of(choices: Choices, c: Stream) -> int:
    """Any of some choices, or STUCK."""
    number = count(choices)
    return nth(choices, below(c, number)) if number > 0 else STUCK


@for_any_game
def at_random(board: Board, i: int, seat: int) -> int:
    """Anything legal, or STUCK."""
    legal(board.editions, board.states, i, seat, board.choices)
    return any_of(board.choices, board.chance[0])


@hot_for_any_game
def as_advised(board: Board, i: int, seat: int) -> int:
    """What the game's advice says; where it says nothing, anything legal, or STUCK."""
    advise(board.editions, board.states, i, seat, board.weights)
    action = pick_by_weight(board.weights, board.choices, board.chance[0])
    return action if action >= 0 else at_random(board, i, seat)


@for_any_game
def play_at_random(board: Board, i: int, most: int) -> int:
    """Random play to the end of the match, or for so many decisions; returns how many there were, or STUCK."""
    for decisions in range(most):
        pending = actors(board.editions, board.states, i)
        if pending == 0:
            return decisions
        seat = first_seat(pending)
        inlined_legal(board.editions, board.states, i, seat, board.choices)
        action = any_of(board.choices, board.chance[0])
        if action == STUCK:
            return STUCK
        inlined_step(board.editions, board.states, i, seat, action, board.chance)
    return most


@for_any_game
def play_as_advised(board: Board, i: int, most: int) -> int:
    """The same by advice: a loop of its own, since picking by weight in it would slow random play by a quarter."""
    for decisions in range(most):
        pending = actors(board.editions, board.states, i)
        if pending == 0:
            return decisions
        seat = first_seat(pending)
        action = as_advised(board, i, seat)
        if action == STUCK:
            return STUCK
        inlined_step(board.editions, board.states, i, seat, action, board.chance)
    return most


@hot_for_any_game
def deal_match(board: Board, i: int, match: int) -> None:
    """A fresh position, from the random stream that is numbered like the match."""
    enter(board.chance[0], match)
    deal(board.editions, board.states, i, board.chance)


def _matches(board: Board, policy: int, first: int, number: int, totals: Array) -> int:
    """Play whole matches; totals: decisions, longest, then for each seat its points and its shares of wins.

    Returns -1, or the number of a match that has no end: the position is left where it got no further.
    """
    scores = board.scores
    for match in range(first, first + number):
        deal_match(board, 0, match)
        if policy == ADVICE:
            decisions = play_as_advised(board, 0, ENDLESS)
        else:
            decisions = play_at_random(board, 0, ENDLESS)
        if decisions == ENDLESS or decisions == STUCK:
            return match
        score(board.editions, board.states, 0, scores)
        totals[0] += decisions
        totals[1] = max(totals[1], decisions)
        seats = board.states[0].seats
        winners = 0
        for seat in range(seats):
            winners += scores[seat, 1] == 1
        for seat in range(seats):
            totals[2 + 2 * seat] += scores[seat, 0]
            if scores[seat, 1] == 1:
                totals[3 + 2 * seat] += SHARES // winners
    return -1


@helper
def note(fault: Array, code: int, subject: int, found: int, expected: int) -> bool:
    """Note a fault, as ``audit`` tells one; whether there is any."""
    fault[0], fault[1], fault[2], fault[3] = code, subject, found, expected
    return code != 0


@for_any_game
def soak_match(board: Board, policy: int, match: int, fault: Array) -> int:
    """One match with every invariant checked after every decision; returns the decisions, fault[0] tells the rest."""
    choices, weights, c = board.choices, board.weights, board.chance[0]
    deal_match(board, 0, match)
    for decisions in range(ENDLESS):
        code, subject, found, expected = audit(board.editions, board.states, 0)
        if note(fault, code, subject, found, expected):
            return decisions
        pending = actors(board.editions, board.states, 0)
        if pending == 0:
            return decisions
        seat = first_seat(pending)
        legal(board.editions, board.states, 0, seat, choices)
        number = count(choices)
        if number == 0:
            note(fault, LEGAL_FAULT, seat, 0, 1)
            return decisions
        if nth(choices, number - 1) >= len(weights):
            note(fault, CHOICE_FAULT, seat, nth(choices, number - 1), len(weights))
            return decisions
        action = -1
        if policy == ADVICE:
            advise(board.editions, board.states, 0, seat, weights)
            for k in range(len(weights)):
                if weights[k] < 0.0 or (weights[k] > 0.0 and not allows(choices, k)):
                    note(fault, ADVICE_FAULT, seat, k, 0)
                    return decisions
            action = pick_by_weight(weights, choices, c)
        if action < 0:
            action = at_random(board, 0, seat)
        step(board.editions, board.states, 0, seat, action, board.chance)
    note(fault, ENDLESS_FAULT, 0, ENDLESS, 0)
    return ENDLESS


def _soak(board: Board, policy: int, first: int, number: int, fault: Array) -> int:
    """Soak matches one after the other; returns the decisions. At a fault it stops, and the match is in fault[4]."""
    decisions = 0
    for match in range(first, first + number):
        decisions += soak_match(board, policy, match, fault)
        if fault[0] != 0:
            fault[4] = match
            break
    return decisions


@dataclass(frozen=True)
class Tally:
    """What a run of matches came to."""

    matches: int
    seats: int
    seconds: float
    decisions: int
    longest: int
    points: tuple[int, ...]
    win_shares: tuple[float, ...]

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0


class Engine:
    """The playouts, compiled for one game."""

    def __init__(self, contract: Contract, actions: int, most_seats: int) -> None:
        self.contract = contract
        self.actions = actions
        self.most_seats = most_seats

    @cached_property
    def board_type(self) -> Any:
        """The type of a board of this game."""
        c = self.contract
        weights, scores = types.Array(types.float32, 1, "C"), types.Array(types.int64, 2, "C")
        fields = [c.editions_type, c.states_type, c.chance_type, c.choices_type, weights, scores]
        return types.NamedTuple(fields, Board)  # type: ignore[no-untyped-call]

    def board(self, editions: Rows[Record], states: Rows[Position], chance: Any) -> Board:
        """A board for a thread to play on."""
        weights, scores = np.zeros(self.actions, np.float32), np.zeros((self.most_seats, 2), np.int64)
        return Board(editions, states, chance, new_choices(self.actions), cast(Any, weights), cast(Any, scores))

    def _bind(self, function: F) -> F:
        """A loop over matches, compiled: it takes a board, a policy, a first match, how many, and an array to fill."""
        number, filled = types.int64, types.Array(types.int64, 1, "C")
        return self.contract.bind(function, number(self.board_type, number, number, number, filled))

    @cached_property
    def matches(self) -> Callable[[Board, int, int, int, Any], int]:
        return self._bind(_matches)

    @cached_property
    def soak(self) -> Callable[[Board, int, int, int, Any], int]:
        return self._bind(_soak)

    def simulate(self, editions: Rows[Record], state: Any, seed: bytes, matches: int, policy: int, threads: int = 1,
                 first: int = 0) -> Tally:  # fmt: skip
        """Play matches number ``first`` and following from the seats and options in ``state``."""
        run = self.matches
        seats = int(state[0].seats)
        chunk = max(1, min(1024, matches // (4 * threads)))

        def work(start: int) -> np.ndarray[Any, Any]:
            totals = np.zeros(2 + 2 * self.most_seats, np.int64)
            own = state.copy()
            board = self.board(editions, own, new_chance(seed))
            failed = run(board, policy, start, min(chunk, first + matches - start), totals)
            if failed >= 0:
                raise self.why_no_end(editions, own, f"match {failed} of seed {seed.hex()}")
            return totals

        begin = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(work, range(first, first + matches, chunk)))
        seconds = time.perf_counter() - begin
        totals = np.sum(parts, axis=0)
        return Tally(
            matches=matches,
            seats=seats,
            seconds=seconds,
            decisions=int(totals[0]),
            longest=int(max(part[1] for part in parts)),
            points=tuple(int(p) for p in totals[2 : 2 + 2 * seats : 2]),
            win_shares=tuple(int(w) / SHARES for w in totals[3 : 3 + 2 * seats : 2]),
        )

    def why_no_end(self, editions: Rows[Record], states: Rows[Position], where: str) -> CaravanseraiError:
        """What to raise for a match that a playout left without an end, at the position it left."""
        c = self.contract
        pending = int(c.function("actors")(editions, states, 0))
        seat = (pending & -pending).bit_length() - 1
        if not c.mark_legal(editions, states, 0, seat, np.zeros(self.actions, np.uint8)):
            return c.no_choice(states, 0, seat, where)
        return MatchDidNotEnd(f"{c.state.name}: {where} did not end within {ENDLESS} decisions")


def default_threads() -> int:
    """As many threads as there are processors to run them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
