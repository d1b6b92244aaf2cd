"""Thousands of matches at once, as arrays: for learning, and for measuring policies.

>>> batch = Batch("tantan", 1000, seats=2, seed=7)
>>> batch.observe().shape, batch.masks().shape
((1000, 217), (1000, 39))
>>> batch.step(batch.masks().argmax(axis=1))
>>> batch.rewards.shape, int(batch.done.sum())
((1000, 4), 0)

Row *i* of every array is match *i*. ``actor`` is the seat that decides in it now, the lowest bit of ``pending``,
and ``step`` takes one action a match, of that seat. Seats given a policy decide by themselves, in compiled code.

A match that ends is dealt anew in the same step (unless ``autoreset`` is off): ``done`` says so, ``rewards`` and
``scores`` tell how it ended, everything else is already about the next match. Rewards are 0 until the end, and sum to 0
there: 1 for winning alone, ``-1 / (seats - 1)`` for losing, and what is in between for a shared victory.

The chance of each match is its own, counted by deals and decisions: what a seed gives depends on the actions alone, not
on the number of threads nor of matches.

Where a seat must decide and nothing is legal, a fault in the rules or an edition, ``NoChoice`` is raised: by ``step``
and ``reset`` after all other matches have gone on, by ``masks``, and by a checked ``step`` before anything is done. The
match waits at that position until it is reset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numba import types

from caravanserai.bots import LEVELS
from caravanserai.games import find_game
from caravanserai.kernel.any_game import (
    actors,
    advise,
    deal,
    encode,
    for_any_game,
    hot_for_any_game,
    legal,
    score,
    step,
)
from caravanserai.kernel.chance import Seed, enter, new_chance, new_seed, seed_bytes
from caravanserai.kernel.choices import allows, clear, count, mark, new_choices, nth
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.errors import IllegalChoice, InvalidOption, InvalidSeat
from caravanserai.kernel.game import EditionLike, Game
from caravanserai.kernel.playout import STUCK, Board, at_random, first_seat, pick_by_weight
from caravanserai.kernel.records import Whole, as_bytes, whole

__all__ = ["POLICIES", "WAIT", "Batch"]

F = TypeVar("F", bound=Callable[..., Any])

CALLER = -1
"""The policy of a seat for which the caller decides."""

WAIT = -1
"""In place of an action: nothing is decided in this match now."""

POLICIES = tuple(name for name, level in LEVELS.items() if not level.searches)
"""The policies that run in compiled code: the levels that play by rules of thumb."""

STREAM_BITS = 32
"""Each match has so many bits of streams for its deals and decisions."""

NUMBERED = "one number a match"
"""What stands in place of a seed for all matches where each has its own."""

Array: TypeAlias = "np.ndarray[Any, Any]"

Seeds: TypeAlias = "Seed | list[int] | tuple[int, ...] | Array"
"""A seed for all matches, or a number for each of them."""


class Matches(NamedTuple):
    """Matches side by side as the compiled loops see them: a board of the thread's own, and arrays with a row for each
    match: the next stream of its chance, who plays by which policy, who decides among which choices, and what the last
    step gave. ``luck`` is what actions chosen at random depend on.

    It is many numbers, and to hand them all to a function takes longer than most decisions: what is done at each of
    them is put whole into the loops.
    """

    board: Board
    luck: Any
    streams: Any
    policies: Any
    powers: Any
    pending: Any
    actor: Any
    choices: Any
    rewards: Any
    scores: Any
    done: Any


@for_any_game
def _decide(board: Board, i: int, seat: int, power: float) -> int:
    """As a bot does that plays by rules of thumb: advice to some power, at random where it says nothing; or STUCK."""
    weights = board.weights
    if power > 0.0:
        advise(board.editions, board.states, i, seat, weights)
        if np.isinf(power):
            heaviest = np.float32(0.0)
            for weight in weights:
                heaviest = max(heaviest, np.float32(weight))
            for k in range(len(weights)):
                weights[k] = weights[k] == heaviest and heaviest > 0.0
        elif power != 1.0:
            for k in range(len(weights)):
                if weights[k] > 0.0:
                    weights[k] = weights[k] ** power
        action = pick_by_weight(weights, board.choices, board.chance[0])
        if action >= 0:
            return action
    return at_random(board, i, seat)


@hot
def _next_stream(m: Matches, i: int) -> None:
    enter(m.board.chance[0], m.streams[i])
    m.streams[i] += np.uint64(1)


@hot_for_any_game
def _settle(m: Matches, i: int) -> bool:
    """Let policies decide until only the caller can, or the match is over; false if one of them has no choice."""
    board = m.board
    clear(m.choices[i])
    while True:
        bits = actors(board.editions, board.states, i)
        theirs = 0
        for seat in range(board.states[i].seats):
            if m.policies[i, seat] != CALLER:
                theirs |= bits & (1 << seat)
        if theirs == 0:
            m.pending[i] = bits
            m.actor[i] = first_seat(bits) if bits else -1
            if bits:
                legal(board.editions, board.states, i, int(m.actor[i]), m.choices[i])
            return True
        seat = first_seat(theirs)
        _next_stream(m, i)
        action = _decide(board, i, seat, m.powers[m.policies[i, seat]])
        if action == STUCK:
            m.pending[i], m.actor[i] = 1 << seat, seat
            return False
        step(board.editions, board.states, i, seat, action, board.chance)


@for_any_game
def _deal_one(m: Matches, i: int) -> bool:
    """Deal a match; false if a policy has no choice in it."""
    _next_stream(m, i)
    deal(m.board.editions, m.board.states, i, m.board.chance)
    return _settle(m, i)


@helper
def _reward(seats: int, table: Any, scores: Any, rewards: Any) -> None:
    """What each seat gets at the end: its share of the victory, moved and stretched to sum to 0 with 1 for winning."""
    winners = 0
    for seat in range(seats):
        winners += table[seat, 1] == 1
    for seat in range(seats):
        scores[seat] = table[seat, 0]
        share = seats / winners if table[seat, 1] == 1 else 0.0
        rewards[seat] = (share - 1.0) / (seats - 1.0)


@hot_for_any_game
def _step_one(m: Matches, i: int, action: int, autoreset: bool) -> bool:
    """One decision in a match, and what follows from it; false if a policy has no choice in it."""
    board = m.board
    m.rewards[i] = 0.0
    m.scores[i] = 0
    m.done[i] = False
    if m.pending[i] != 0:
        if action == WAIT:
            return True
        _next_stream(m, i)
        step(board.editions, board.states, i, int(m.actor[i]), action, board.chance)
        if not _settle(m, i):
            return False
        if m.pending[i] != 0:
            return True
        m.done[i] = True
        score(board.editions, board.states, i, board.scores)
        _reward(board.states[i].seats, board.scores, m.scores[i], m.rewards[i])
    return _deal_one(m, i) if autoreset else True


def _deal(m: Matches, which: Any, first: int, last: int) -> int:
    """Deal the marked ones of some matches; returns the first in which a policy has no choice, or -1."""
    stuck = -1
    for i in range(first, last):
        if which[i] and not _deal_one(m, i) and stuck < 0:
            stuck = i
    return stuck


@hot
def _draw(m: Matches, i: int) -> int:
    """Any legal action of the deciding seat, or STUCK. What a random player does needs not to be secret as cards do, so
    this takes SplitMix64 of the match's next stream instead of the cipher."""
    number = count(m.choices[i])
    if number == 0:
        return STUCK
    x = m.luck + m.streams[i] * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    x = (x ^ x >> np.uint64(31)) >> np.uint64(32)
    return nth(m.choices[i], int(x * np.uint64(number) >> np.uint64(32)))


def _step(m: Matches, actions: Any, at_random: bool, autoreset: bool, seen: Any, masks: Any, first: int,
          last: int) -> int:  # fmt: skip
    """One decision in each of some matches, given or drawn, and what follows from it; then what the deciding seat knows
    and may do, where there are rows for that. Returns the first match in which a seat has no choice, or -1."""
    stuck = -1
    for i in range(first, last):
        has_choice = True
        if at_random:
            actions[i] = WAIT
            if m.pending[i] != 0:
                actions[i] = _draw(m, i)
                has_choice = actions[i] != STUCK  # which is to wait
        goes_on = _step_one(m, i, actions[i], autoreset) and has_choice
        if len(seen):
            encode(m.board.editions, m.board.states, i, int(m.actor[i]), seen[i])
        if len(masks):
            mark(m.choices[i], masks[i])
            goes_on = goes_on and (m.pending[i] == 0 or count(m.choices[i]) > 0)
        if not goes_on and stuck < 0:
            stuck = i
    return stuck


def _illegal(m: Matches, actions: Any, first: int, last: int) -> int:
    """The first of some matches whose action is not legal, or -1."""
    actions_of_game = len(m.board.weights)
    for i in range(first, last):
        action = actions[i]
        if m.pending[i] == 0 or action == WAIT:
            continue
        if not 0 <= action < actions_of_game or not allows(m.choices[i], action):
            return i
    return -1


def _masks(m: Matches, seats: Any, out: Any, start: int, first: int, last: int) -> int:
    """The legal actions in some matches, none where the seat is -1; returns the first match in which the seat must
    decide and has no choice, or -1."""
    board, choices, stuck = m.board, m.board.choices, -1
    for k in range(first, last):
        i, seat = start + k, int(seats[start + k])
        if seat < 0:
            clear(choices)
        else:
            legal(board.editions, board.states, i, seat, choices)
        mark(choices, out[k])
        if seat >= 0 and m.pending[i] >> seat & 1 and count(choices) == 0 and stuck < 0:
            stuck = i
    return stuck


def _observe(m: Matches, seats: Any, out: Any, start: int, first: int, last: int) -> None:
    """What seats know in some matches."""
    for k in range(first, last):
        encode(m.board.editions, m.board.states, start + k, int(seats[start + k]), out[k])


class _Loops:
    """The loops over matches, compiled for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def _bind(self, function: F, result: Any, *rest: Any) -> F:
        return self.game.contract.bind(function, result(self._matches, *rest))

    @cached_property
    def _matches(self) -> Any:
        """The type of matches of this game."""
        kinds = (
            types.uint64, types.int8, types.float64, types.int16, types.int8, types.uint64, types.float32, types.int32,
        )  # fmt: skip
        axes = (1, 2, 1, 1, 1, 2, 2, 2)
        arrays = [types.Array(kind, n, "C") for kind, n in zip(kinds, axes, strict=True)]
        parts = [self.game.engine.board_type, types.uint64, *arrays, types.Array(types.boolean, 1, "C")]
        return types.NamedTuple(parts, Matches)  # type: ignore[no-untyped-call]

    @cached_property
    def deal(self) -> Callable[..., int]:
        return self._bind(_deal, types.int64, types.Array(types.boolean, 1, "C"), types.int64, types.int64)

    @cached_property
    def step(self) -> Callable[..., int]:
        actions, yes_or_no = types.Array(types.int32, 1, "C"), types.boolean
        seen, masks = types.Array(types.float32, 2, "C"), types.Array(types.uint8, 2, "C")
        rest = (actions, yes_or_no, yes_or_no, seen, masks, types.int64, types.int64)
        return self._bind(_step, types.int64, *rest)

    @cached_property
    def illegal(self) -> Callable[..., int]:
        return self._bind(_illegal, types.int64, types.Array(types.int32, 1, "C"), types.int64, types.int64)

    @cached_property
    def masks(self) -> Callable[..., int]:
        seats, out = types.Array(types.int8, 1, "C"), types.Array(types.uint8, 2, "C")
        return self._bind(_masks, types.int64, seats, out, *[types.int64] * 3)

    @cached_property
    def observe(self) -> Callable[..., None]:
        seats, out = types.Array(types.int8, 1, "C"), types.Array(types.float32, 2, "C")
        return self._bind(_observe, types.void, seats, out, *[types.int64] * 3)


@cache
def loops(game: Game) -> _Loops:
    """The loops of a game, compiled when first used."""
    return _Loops(game)


def compile_steps(game: Game) -> list[Callable[[], object]]:
    """What to call to have all loops of a game compiled, one after the other."""
    found = loops(game)
    return [
        lambda: found.deal,
        lambda: found.step,
        lambda: found.illegal,
        lambda: found.masks,
        lambda: found.observe,
    ]


class Batch:
    """Matches of one game side by side.

    ``seats``: for all matches, or one number a match. ``policies``: for each seat the name of a policy, or None where
    the caller decides; or a list of such lists, one a match. Options are the game's own, ``turn_limit=100`` say; those
    not given are such that every match ends. A batch can be copied and pickled; the copy goes on as the batch would.
    """

    def __init__(
        self,
        game: Game | str,
        matches: Whole,
        seats: Whole | Sequence[Whole] | None = None,
        *,
        policies: Sequence[Any] | None = None,
        edition: EditionLike = None,
        seed: Seeds | None = None,
        threads: Whole = 1,
        autoreset: bool = True,
        **options: Any,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        count, shared = whole(matches), whole(threads)
        if count is None or not 1 <= count < 1 << STREAM_BITS:
            raise InvalidOption(f"matches: expected a number from 1 up, got {matches!r}")
        if shared is None or shared < 1:
            raise InvalidOption(f"threads: expected a number from 1 up, got {threads!r}")
        self.edition = self.game.edition(edition)
        self.options = self.game.lab_options(options)
        self.threads = min(shared, count)
        self.states = self._blank(seats, count)
        self._prepare()
        self.policies = self._policies(policies)
        self.autoreset = autoreset
        self.matches = count
        self.pending = np.zeros(count, np.int16)
        self.actor = np.zeros(count, np.int8)
        self._choices = np.zeros((count, len(new_choices(self.game.actions.count))), np.uint64)
        self.rewards = np.zeros((count, self.game.most), np.float32)
        self.scores = np.zeros((count, self.game.most), np.int32)
        self.done = np.zeros(count, np.bool_)
        self.reset(seed=new_seed() if seed is None else seed)

    def _prepare(self) -> None:
        """All that is worked out of the rest: views, compiled code, threads."""
        self.seats = self.states["seats"]
        self._powers = np.array([LEVELS[name].power for name in POLICIES])
        self._loops = loops(self.game)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._of_thread: list[Matches] = []

    def __getstate__(self) -> dict[str, Any]:
        made = ("seats", "_powers", "_loops", "_pool", "_of_thread")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Arrays are copied: those that arrive may be read-only, or another batch's.
        self.__dict__.update((name, np.array(v) if isinstance(v, np.ndarray) else v) for name, v in state.items())
        self._prepare()

    def _blank(self, seats: Whole | Sequence[Whole] | None, matches: int) -> Any:
        """Positions to deal into, with any mix of seats."""
        given = np.asarray(self.game.fewest if seats is None else seats)
        if given.size not in (1, matches):
            raise InvalidOption(f"seats: expected one number, or {matches}, one a match, got {given.size}")
        counts = np.broadcast_to(given, matches).tolist()
        blanks = {number: self.game.blank(number, self.options) for number in set(counts)}
        states = self.game.state.new(matches)
        rows = as_bytes(states)
        for number, blank in blanks.items():
            rows[np.array(counts) == number] = as_bytes(blank)[0]
        return states

    def _policies(self, given: Sequence[Any] | None) -> Array:
        """The number of each seat's policy in each match."""
        out = np.full((len(self.states), self.game.most), CALLER, np.int8)
        if given is None:
            return out
        rows = given if given and isinstance(given[0], (list, tuple)) else [given] * len(out)
        if len(rows) != len(out):
            raise InvalidOption(f"policies: expected a list for each of the {len(out)} matches, got {len(rows)}")
        numbers: Mapping[Any, int] = {None: CALLER, **{name: k for k, name in enumerate(POLICIES)}}
        for i, row in enumerate(rows):
            if len(row) != self.seats[i]:
                raise InvalidOption(f"policies of match {i}: expected {self.seats[i]}, one a seat, got {len(row)}")
            for seat, name in enumerate(row):
                if name not in numbers:
                    raise InvalidOption(
                        f"policies of match {i}: expected None or one of {', '.join(POLICIES)}, got {name!r}"
                    )
                out[i, seat] = numbers[name]
            if None not in row:
                raise InvalidOption(f"policies of match {i}: expected None for at least one seat, got {list(row)!r}")
        return out

    def _share(self, count: int, work: Callable[[Matches, int, int], Any]) -> list[Any]:
        """Share a range of rows among the threads, of which this one is the first."""
        if not self._of_thread:
            self._of_thread = [self._matches() for _ in range(self.threads)]
        if self._pool is None:
            return [work(self._of_thread[0], 0, count)]
        edges = [count * k // self.threads for k in range(self.threads + 1)]
        first, *others = zip(self._of_thread, edges[:-1], edges[1:], strict=True)
        under_way = [self._pool.submit(work, *part) for part in others]
        return [work(*first), *(part.result() for part in under_way)]

    def _matches(self) -> Matches:
        """The matches as one thread sees them."""
        board = self.game.engine.board(self.edition.array, self.states, new_chance(self._key))
        luck = int.from_bytes(seed_bytes(self._key + b" luck")[:8], "little")
        return Matches(
            board, np.uint64(luck), self._streams, self.policies, self._powers, self.pending, self.actor,
            self._choices, self.rewards, self.scores, self.done,
        )  # fmt: skip

    @property
    def bytes_a_match(self) -> float:
        """Memory that one match takes; observations and masks are the caller's."""
        kept = (self.states, self._streams, self.policies, self.pending, self.actor, self._choices)
        return sum(array.nbytes for array in (*kept, self.rewards, self.scores, self.done)) / self.matches

    def reset(self, which: Any = None, seed: Seeds | None = None) -> None:
        """Deal all matches anew, or the marked ones; with a seed, chance begins anew as well.

        A list of numbers is a seed for each match: what a match does with its own does not depend on the others.
        """
        if seed is not None:
            self._reseed(seed)
        chosen = np.ones(self.matches, np.bool_) if which is None else np.ascontiguousarray(which, np.bool_)
        if chosen.shape != self.done.shape:
            raise InvalidOption(f"which: expected {self.matches} marks, one a match, got the shape {chosen.shape}")

        def work(matches: Matches, first: int, last: int) -> int:
            return self._loops.deal(matches, chosen, first, last)

        self._refuse_stuck(self._share(self.matches, work), self.actor)

    def _reseed(self, seed: Seeds) -> None:
        """One seed for all matches, which are then numbered from 0, or the number of each."""
        numbers = np.arange(self.matches)
        if isinstance(seed, (list, tuple, np.ndarray)):
            numbers, seed = self._numbers(seed), NUMBERED
        self._key = seed_bytes(seed)
        self._streams = numbers.astype(np.uint64) << np.uint64(STREAM_BITS)
        self._of_thread = []

    def _numbers(self, seeds: Any) -> Array:
        given = np.asarray(seeds)
        if given.shape != self.done.shape or given.dtype.kind not in "iu":
            raise InvalidOption(f"seed: expected a seed, or {self.matches} numbers, one a match, got {seeds!r}")
        if given.min() < 0 or given.max() >= 1 << STREAM_BITS:
            raise InvalidOption(f"seed: expected numbers from 0 to {(1 << STREAM_BITS) - 1}, got {seeds!r}")
        return given

    def _refuse_stuck(self, found: list[int], seats: Array) -> None:
        """Raise if there is a match in which its seat must decide and has no choice; -1 is none."""
        for i in found:
            if i >= 0:
                raise self.game.contract.no_choice(self.states, i, int(seats[i]), f"match {i} of this batch")

    def observe(self, seats: Any = None, start: int = 0, out: Array | None = None) -> Array:
        """What each deciding seat knows, or the given one of each match, in the order of the game's OBSERVATION.

        With ``out`` as many matches as it has rows, from ``start`` on: all at once may take more memory than there is.
        """
        if out is None:
            out = np.empty((self.matches - start, self.game.observation_size), np.float32)
        chosen = self._looking(seats, start, len(out))

        def work(matches: Matches, first: int, last: int) -> None:
            self._loops.observe(matches, chosen, out, start, first, last)

        self._share(len(out), work)
        return out

    def masks(self, seats: Any = None, start: int = 0, out: Array | None = None) -> Array:
        """The legal actions of each deciding seat, 1 or 0; none where the match is over."""
        if out is None:
            out = np.empty((self.matches - start, self.game.actions.count), np.int8)
        chosen, marks = self._looking(seats, start, len(out)), out.view(np.uint8)

        def work(matches: Matches, first: int, last: int) -> int:
            return self._loops.masks(matches, chosen, marks, start, first, last)

        self._refuse_stuck(self._share(len(out), work), chosen)
        return out

    def _looking(self, seats: Any, start: int, rows: int) -> Array:
        """The seat that looks in each match."""
        if not 0 <= start <= start + rows <= self.matches:
            raise InvalidOption(f"start, out: expected rows of the {self.matches} matches, got {start} + {rows}")
        if seats is None:
            return self.actor
        given = np.asarray(seats)
        if given.shape not in ((), self.seats.shape) or given.dtype.kind not in "iu":
            raise InvalidSeat(f"seats: expected a seat, or {self.matches}, one a match, got {seats!r}")
        outside = np.flatnonzero((given < SPECTATOR) | (given >= self.seats))
        if len(outside):
            i, seat = outside[0], given.flat[outside[0] % given.size]
            raise InvalidSeat(f"seat {seat} of match {i}: expected a number from 0 to {self.seats[i] - 1}, or -1")
        return np.array(np.broadcast_to(given, self.matches), np.int8)

    def step(
        self, actions: Any, checked: bool = True, observations: Array | None = None, masks: Array | None = None
    ) -> None:
        """Take one decision in each match, of the seat in ``actor``; -1 lets a match wait.

        An illegal action is refused before anything is done. Unchecked, it does what nobody knows. In ``observations``
        and ``masks``, arrays as ``observe`` and ``masks`` give them, what comes next is put in the same pass.
        """
        chosen = self.as_actions(actions)
        if checked:
            self._refuse_illegal(chosen)
        self._step(chosen, False, observations, masks)

    def step_at_random(self, observations: Array | None = None, masks: Array | None = None) -> Array:
        """The same with any legal action in each match, chosen in compiled code; returns what was chosen, -1 in matches
        that are over. What is chosen depends on the seed and on how far a match has got, and disturbs no other chance.
        """
        chosen = np.empty(self.matches, np.int32)
        self._step(chosen, True, observations, masks)
        return chosen

    def _step(self, chosen: Array, at_random: bool, observations: Array | None, masks: Array | None) -> None:
        seen = self._room("observations", observations, self.game.observation_size, np.float32)
        marks = self._room("masks", masks, self.game.actions.count, np.int8).view(np.uint8)

        def work(matches: Matches, first: int, last: int) -> int:
            return self._loops.step(matches, chosen, at_random, self.autoreset, seen, marks, first, last)

        self._refuse_stuck(self._share(self.matches, work), self.actor)

    def _room(self, name: str, given: Array | None, width: int, kind: type[np.generic]) -> Array:
        """An array to be filled, a row for each match; one without rows if none is wanted."""
        if given is None:
            return np.empty((0, width), kind)
        wanted = (self.matches, width)
        if given.shape != wanted or given.dtype != kind or not given.flags.c_contiguous or not given.flags.writeable:
            expected = f"an array of the shape {wanted}, {np.dtype(kind)}, in C's order and writeable"
            raise InvalidOption(f"{name}: expected {expected}, got {given.shape}, {given.dtype}")
        return given

    def as_actions(self, given: Any) -> Array:
        """Actions as the compiled loops take them; refuses what is no whole number."""
        actions = np.asarray(given)
        if actions.shape != self.actor.shape:
            raise InvalidOption(f"actions: expected {self.matches}, one a match, got the shape {actions.shape}")
        if actions.dtype.kind not in "iu":
            raise InvalidOption(f"actions: expected whole numbers, got {actions.dtype}")
        chosen = np.ascontiguousarray(actions, np.int32)
        if (chosen != actions).any():
            raise InvalidOption(f"actions: expected numbers below {self.game.actions.count}, got {actions.max()}")
        return chosen

    def _refuse_illegal(self, actions: Array) -> None:
        def work(matches: Matches, first: int, last: int) -> int:
            return self._loops.illegal(matches, actions, first, last)

        for i in self._share(self.matches, work):
            if i >= 0:
                seat, legal = int(self.actor[i]), np.flatnonzero(self.masks(start=i, out=self._row())[0])
                raise IllegalChoice(
                    f"match {i}: action {actions[i]} is not possible for seat {seat}; "
                    f"expected one of {', '.join(map(str, legal))}"
                )

    def _row(self) -> Array:
        return np.empty((1, self.game.actions.count), np.int8)
