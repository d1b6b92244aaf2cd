"""Playouts: whole matches of any game in compiled code, on any number of threads.

The functions of a game come in as typed arguments, so each of these compiles once for each game and is then found
in the disk cache. Every match has a random stream of its own, numbered like the match: what a run gives does not
depend on how many threads shared the work.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import types

from caravanserai.kernel.arrays import Array, Array2, Floats, Rows
from caravanserai.kernel.chance import Stream, below, enter, fraction, new_chance
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.contract import Bound, Contract, Function, Position
from caravanserai.kernel.errors import CaravanseraiError, MatchDidNotEnd
from caravanserai.kernel.records import Record

RANDOM, ADVICE = 0, 1
POLICIES = {"random": RANDOM, "advice": ADVICE}

ENDLESS = 1_000_000
"""A match with as many decisions is taken to be caught in a loop."""

STUCK = -1
"""Instead of an action or of a number of decisions: a seat must decide and nothing is legal."""

SHARES = 60
"""A win is counted in sixtieths, so that victories shared by up to six seats add up exactly."""

RUN = 32
"""Weights are looked at by so many: of hundreds of actions few have one, and the rest are skipped at a glance."""

MASK_FAULT, LEGAL_FAULT, ADVICE_FAULT, ENDLESS_FAULT = 101, 102, 103, 104
ENGINE_FAULTS = {
    MASK_FAULT: "legal counted {found} choices but marked {expected}",
    LEGAL_FAULT: "a seat must decide but has no choice",
    ADVICE_FAULT: "advice gives action {found} a weight below zero, or one although it is not legal",
    ENDLESS_FAULT: "the match did not end",
}


@hot
def first_seat(pending: int) -> int:
    """The lowest seat in a bit mask."""
    seat = 0
    while not (pending >> seat) & 1:
        seat += 1
    return seat


@hot
def nth_legal(mask: Array, n: int) -> int:
    """The action that stands at place n among the legal ones."""
    action = -1
    left = n + 1
    while left > 0:
        action += 1
        left -= mask[action]
    return action


@hot
def all_zero(bits: Any, start: int) -> bool:
    """Whether a whole run of weights, seen as bits, is zero."""
    found = np.int32(0)
    for k in range(start, start + RUN):
        found |= bits[k]
    return bool(found == 0)


@helper
def pick_by_weight(weights: Floats, c: Stream) -> int:
    """An action in proportion to its weight; -1 if no weight is positive."""
    bits = weights.view(np.int32)
    count = len(weights)
    whole_runs = count - count % RUN
    total = np.float64(0.0)
    for start in range(0, count, RUN):
        if start < whole_runs and all_zero(bits, start):
            continue
        for action in range(start, min(start + RUN, count)):
            total += weights[action]
    if not total > 0.0:
        return -1
    rest = fraction(c) * total
    last = -1
    for start in range(0, count, RUN):
        if start < whole_runs and all_zero(bits, start):
            continue
        for action in range(start, min(start + RUN, count)):
            if weights[action] > 0.0:
                last = action
                rest -= weights[action]
                if rest < 0.0:
                    return action
    return last


@hot
def at_random(legal: Function, editions: Rows[Record], states: Rows[Position], i: int, seat: int, mask: Array,
              c: Stream) -> int:  # fmt: skip
    """Anything legal, or STUCK."""
    count = legal(editions, states, i, seat, mask)
    return nth_legal(mask, below(c, count)) if count > 0 else STUCK


@hot
def as_advised(legal: Function, advise: Function, editions: Rows[Record], states: Rows[Position], i: int, seat: int,
               mask: Array, weights: Floats, c: Stream) -> int:  # fmt: skip
    """What the game's advice says; where it says nothing, anything legal, or STUCK."""
    advise(editions, states, i, seat, weights)
    action = pick_by_weight(weights, c)
    return action if action >= 0 else at_random(legal, editions, states, i, seat, mask, c)


@helper
def play_at_random(actors: Function, legal: Function, step: Function, editions: Rows[Record], states: Rows[Position],
                   i: int, chance: Rows[Stream], mask: Array, most: int) -> int:  # fmt: skip
    """Random play to the end of the match, or for so many decisions; returns how many there were, or STUCK."""
    for decisions in range(most):
        pending = actors(editions, states, i)
        if pending == 0:
            return decisions
        seat = first_seat(pending)
        action = at_random(legal, editions, states, i, seat, mask, chance[0])
        if action == STUCK:
            return STUCK
        step(editions, states, i, seat, action, chance)
    return most


@helper
def play_as_advised(actors: Function, legal: Function, step: Function, advise: Function, editions: Rows[Record],
                    states: Rows[Position], i: int, chance: Rows[Stream], mask: Array, weights: Floats,
                    most: int) -> int:  # fmt: skip
    """The same by advice: a loop of its own, since picking by weight in it would slow random play by a quarter."""
    for decisions in range(most):
        pending = actors(editions, states, i)
        if pending == 0:
            return decisions
        seat = first_seat(pending)
        action = as_advised(legal, advise, editions, states, i, seat, mask, weights, chance[0])
        if action == STUCK:
            return STUCK
        step(editions, states, i, seat, action, chance)
    return most


def _matches(deal: Function, actors: Function, legal: Function, step: Function, advise: Function, score: Function,
             editions: Rows[Record], states: Rows[Position], i: int, chance: Rows[Stream], policy: int, mask: Array,
             weights: Floats, scores: Array2, first: int, count: int, totals: Array) -> int:  # fmt: skip
    """Play whole matches; totals: decisions, longest, then for each seat its points and its shares of wins.

    Returns -1, or the number of a match that has no end: the position is left where it got no further.
    """
    for match in range(first, first + count):
        enter(chance[0], match)
        deal(editions, states, i, chance)
        if policy == ADVICE:
            decisions = play_as_advised(
                actors, legal, step, advise, editions, states, i, chance, mask, weights, ENDLESS
            )
        else:
            decisions = play_at_random(actors, legal, step, editions, states, i, chance, mask, ENDLESS)
        if decisions == ENDLESS or decisions == STUCK:
            return match
        score(editions, states, i, scores)
        totals[0] += decisions
        totals[1] = max(totals[1], decisions)
        seats = states[i].seats
        winners = 0
        for seat in range(seats):
            winners += scores[seat, 1] == 1
        for seat in range(seats):
            totals[2 + 2 * seat] += scores[seat, 0]
            if scores[seat, 1] == 1:
                totals[3 + 2 * seat] += SHARES // winners
    return -1


@helper
def soak_match(deal: Function, actors: Function, legal: Function, step: Function, advise: Function, audit: Function,
               editions: Rows[Record], states: Rows[Position], i: int, chance: Rows[Stream], policy: int, mask: Array,
               weights: Floats, match: int, fault: Array) -> int:  # fmt: skip
    """One match with every invariant checked after every decision; returns the decisions, fault[0] tells the rest."""
    enter(chance[0], match)
    deal(editions, states, i, chance)
    decisions = 0
    while True:
        found = audit(editions, states, i)
        for k in range(4):
            fault[k] = found[k]
        if fault[0] != 0:
            return decisions
        pending = actors(editions, states, i)
        if pending == 0:
            return decisions
        seat = first_seat(pending)
        count = legal(editions, states, i, seat, mask)
        marked = 0
        for flag in mask:
            marked += flag
        if marked != count:
            fault[0], fault[1], fault[2], fault[3] = MASK_FAULT, seat, count, marked
            return decisions
        if count == 0:
            fault[0], fault[1], fault[2], fault[3] = LEGAL_FAULT, seat, 0, 1
            return decisions
        action = -1
        if policy == ADVICE:
            advise(editions, states, i, seat, weights)
            for k in range(len(mask)):
                if weights[k] < 0.0 or (weights[k] > 0.0 and not mask[k]):
                    fault[0], fault[1], fault[2], fault[3] = ADVICE_FAULT, seat, k, 0
                    return decisions
            action = pick_by_weight(weights, chance[0])
        if action < 0:
            action = nth_legal(mask, below(chance[0], count))
        step(editions, states, i, seat, action, chance)
        decisions += 1
        if decisions == ENDLESS:
            fault[0], fault[1], fault[2], fault[3] = ENDLESS_FAULT, 0, decisions, 0
            return decisions


def _soak(deal: Function, actors: Function, legal: Function, step: Function, advise: Function, audit: Function,
          editions: Rows[Record], states: Rows[Position], i: int, chance: Rows[Stream], policy: int, mask: Array,
          weights: Floats, first: int, count: int, fault: Array) -> int:  # fmt: skip
    """Soak matches one after the other; returns the decisions. At a fault it stops, and the match is in fault[4]."""
    decisions = 0
    for match in range(first, first + count):
        decisions += soak_match(
            deal, actors, legal, step, advise, audit, editions, states, i, chance, policy, mask, weights, match, fault
        )
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

    def _bind(self, function: Callable[..., Any], names: tuple[str, ...], *rest: Any) -> Bound:
        """Compile for this game: its functions, a position, a policy and scratch space, then the rest."""
        c = self.contract
        position = (c.editions_type, c.states_type, types.int64, c.chance_type, types.int64)
        mask, weights = types.Array(types.uint8, 1, "C"), types.Array(types.float32, 1, "C")
        return c.bind(function, names, types.int64, *position, mask, weights, *rest)

    @cached_property
    def matches(self) -> Bound:
        names = ("deal", "actors", "legal", "step", "advise", "score")
        totals = types.Array(types.int64, 1, "C")
        return self._bind(_matches, names, types.Array(types.int64, 2, "C"), types.int64, types.int64, totals)

    @cached_property
    def soak(self) -> Bound:
        names = ("deal", "actors", "legal", "step", "advise", "audit")
        return self._bind(_soak, names, types.int64, types.int64, types.Array(types.int64, 1, "C"))

    def scratch(self) -> tuple[Any, Any]:
        """A mask and weights to be filled by a playout."""
        return np.zeros(self.actions, np.uint8), np.zeros(self.actions, np.float32)

    def simulate(self, editions: Rows[Record], state: Any, seed: bytes, matches: int, policy: int, threads: int = 1,
                 first: int = 0) -> Tally:  # fmt: skip
        """Play matches number ``first`` and following from the seats and options in ``state``."""
        run = self.matches.ready()
        seats = int(state[0].seats)
        chunk = max(1, min(1024, matches // (4 * threads)))

        def work(start: int) -> np.ndarray[Any, Any]:
            totals = np.zeros(2 + 2 * self.most_seats, np.int64)
            scores = np.zeros((self.most_seats, 2), np.int64)
            count = min(chunk, first + matches - start)
            own = state.copy()
            failed = run(editions, own, 0, new_chance(seed), policy, *self.scratch(), scores, start, count, totals)
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
        if not c.function("legal")(editions, states, 0, seat, self.scratch()[0]):
            return c.no_choice(states, 0, seat, where)
        return MatchDidNotEnd(f"{c.state.name}: {where} did not end within {ENDLESS} decisions")


def default_threads() -> int:
    """As many threads as there are processors to run them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
