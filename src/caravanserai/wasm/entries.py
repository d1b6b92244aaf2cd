"""What a module exports: functions for any game that are given addresses and small numbers, which is all that a browser
can hand to WebAssembly.

Each makes arrays of the addresses and calls what the server calls: so there is one engine and not two. Sizes are those
of one game; they are put in as constants when the functions are bound to it (``Sizes``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from caravanserai.bots import search
from caravanserai.bots.learned import is_taught
from caravanserai.bots.search import CONFIG, DEEPEST, EDGE, EDGES, GROWTH, NODE, NODES, SLOTS, Grown
from caravanserai.kernel import chance as streams
from caravanserai.kernel import presenter
from caravanserai.kernel.any_game import (
    actors,
    advise,
    audit,
    conceal,
    deal,
    determinize,
    encode,
    for_any_game,
    legal,
    of_the_game,
    score,
    step,
)
from caravanserai.kernel.choices import WORD
from caravanserai.kernel.compact import most_compact
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import ADVICE, Board, play_as_advised, play_at_random
from caravanserai.kernel.presenter import PARTS, Room
from caravanserai.kernel.sentences import SPEECH

carray: Any = numba.carray  # type: ignore[attr-defined]

describe: Callable[..., None] = of_the_game("describe")
narrate: Callable[..., None] = of_the_game("narrate")
explain: Callable[..., None] = of_the_game("explain")
present_all = for_any_game(presenter.present_all)
grow_tree = for_any_game(search.grow)
enter_stream = streams.enter


class Sizes(NamedTuple):
    """What differs from game to game: how many actions and seats there are at most, words of a set of choices, phases,
    numbers of an observation, and bytes of a position, of a view and of the compact form of what a viewer is told."""

    ACTIONS: int
    SEATS: int
    WORDS: int
    PHASES: int
    OBSERVED: int
    STATE: int
    VIEW: int
    COMPACT: int

    @classmethod
    def of(cls, game: Game) -> Sizes:
        """The sizes of a game."""
        actions, view = game.actions.count, game.presenter.view.dtype.itemsize
        words = (actions + WORD - 1) // WORD
        phases, observed = len(game.phases), game.observation_size
        return cls(actions, game.most, words, phases, observed, game.state.size, view, most_compact(view, SPEECH))


ACTIONS = SEATS = WORDS = PHASES = OBSERVED = STATE = VIEW = COMPACT = 0
"""Each game's own are put in their place."""


def deal_entry(editions: Any, states: Any, chance: Any) -> None:
    """Deals; seats and options are in the position already."""
    deal(carray(editions, 1), carray(states, 1), 0, carray(chance, 1))


def actors_entry(editions: Any, states: Any) -> int:
    """Who must decide: a bit a seat."""
    return actors(carray(editions, 1), carray(states, 1), 0)


def legal_entry(editions: Any, states: Any, seat: int, choices: Any) -> None:
    """The set of what is legal."""
    legal(carray(editions, 1), carray(states, 1), 0, seat, carray(choices, WORDS))


def step_entry(editions: Any, states: Any, seat: int, action: int, chance: Any) -> None:
    """Takes a decision."""
    step(carray(editions, 1), carray(states, 1), 0, seat, action, carray(chance, 1))


def conceal_entry(editions: Any, states: Any, seat: int) -> None:
    """Erases what a seat cannot know."""
    conceal(carray(editions, 1), carray(states, 1), 0, seat)


def determinize_entry(editions: Any, states: Any, seat: int, chance: Any) -> float:
    """Guesses what was erased; how likely the guess is."""
    return determinize(carray(editions, 1), carray(states, 1), 0, seat, carray(chance, 1))


def score_entry(editions: Any, states: Any, scores: Any) -> None:
    """Scores and ranks."""
    score(carray(editions, 1), carray(states, 1), 0, carray(scores, (SEATS, 2)))


def advise_entry(editions: Any, states: Any, seat: int, weights: Any) -> None:
    """The weights of all actions."""
    advise(carray(editions, 1), carray(states, 1), 0, seat, carray(weights, ACTIONS))


def encode_entry(editions: Any, states: Any, seat: int, seen: Any) -> None:
    """What the seat knows, as numbers for a network."""
    encode(carray(editions, 1), carray(states, 1), 0, seat, carray(seen, OBSERVED))


def audit_entry(editions: Any, states: Any) -> int:
    """The number of the fault of a position, 0 if it is sound."""
    return audit(carray(editions, 1), carray(states, 1), 0)[0]


def enter_entry(chance: Any, stream: int) -> None:
    """Goes to the beginning of a stream."""
    enter_stream(carray(chance, 1)[0], stream)


def describe_entry(editions: Any, states: Any, seat: int, aids: int, speech: Any) -> None:
    """Says what the seat sees."""
    describe(carray(editions, 1), carray(states, 1), 0, seat, aids, carray(speech, SPEECH))


def narrate_entry(editions: Any, befores: Any, afters: Any, seat: int, speech: Any) -> None:
    """Says what happened between two positions, as the seat knows them."""
    narrate(carray(editions, 1), carray(befores, 1), carray(afters, 1), 0, seat, carray(speech, SPEECH))


def explain_entry(editions: Any, states: Any, seat: int, speech: Any) -> None:
    """Says how a score came about."""
    explain(carray(editions, 1), carray(states, 1), 0, seat, carray(speech, SPEECH))


def present_entry(
    editions: Any, states: Any, happened: int, asks: int, aids: int, choices: Any, viewer: Any, before: Any, known: Any,
    then: Any, view: Any, view_bytes: Any, base: Any, follows: Any, speech: Any, parts: Any, compact: Any,
) -> None:  # fmt: skip
    """All that one viewer is told."""
    room = Room(
        carray(viewer, 1), carray(before, 1), carray(known, 1), carray(then, 1), carray(view, 1),
        carray(view_bytes, (1, VIEW)), carray(base, (1, VIEW)), carray(follows, 1), carray(speech, (1, SPEECH)),
        carray(parts, (1, PARTS)), carray(compact, (1, COMPACT)),
    )  # fmt: skip
    present_all(carray(editions, 1), carray(states, 1), happened, asks, aids, carray(choices, WORDS), room)


def playout_entry(
    editions: Any, states: Any, chance: Any, choices: Any, weights: Any, scores: Any, policy: int, most: int
) -> int:
    """Plays on; how many decisions there were."""
    board = Board(
        carray(editions, 1), carray(states, 1), carray(chance, 1), carray(choices, WORDS), carray(weights, ACTIONS),
        carray(scores, (SEATS, 2)),
    )  # fmt: skip
    return play_as_advised(board, 0, most) if policy == ADVICE else play_at_random(board, 0, most)


def grow_entry(
    editions: Any, states: Any, raw: Any, words: Any, chance: Any, choices: Any, weights: Any, scores: Any, nodes: Any,
    edges: Any, growth: Any, gains: Any, path: Any, bluffs: Any, configs: Any, seat: int, favoured: int,
    iterations: int,
) -> int:  # fmt: skip
    """Grows a tree; how many nodes it has."""
    board = Board(
        carray(editions, 1), carray(states, SLOTS), carray(chance, 1), carray(choices, WORDS), carray(weights, ACTIONS),
        carray(scores, (SEATS, 2)),
    )  # fmt: skip
    grown = Grown(
        board, carray(raw, (SLOTS, STATE)), carray(words, SLOTS * STATE // 8), carray(nodes, NODES),
        carray(edges, EDGES), carray(growth, 1), carray(gains, (SEATS, 3)), carray(path, (DEEPEST, 3)),
        carray(bluffs, PHASES),
    )  # fmt: skip
    return grow_tree(grown, carray(configs, 1), seat, favoured, iterations)


def signatures(game: Game) -> dict[Callable[..., Any], Any]:
    """The entries with their types for a game. What a network looks at is there where something was learned."""
    pointer: Any = types.CPointer

    def at(kind: Any) -> Any:
        return pointer(numba.from_dtype(np.dtype(kind)))

    c = game.contract
    editions, states, chance = at(c.edition.dtype), at(c.state.dtype), at(streams.Stream.layout.dtype)
    view = at(game.presenter.view.dtype)
    nodes, edges, growth, configs = at(NODE), at(EDGE), at(GROWTH), at(CONFIG)
    byte, word, number, float32, float64 = (at(k) for k in (np.uint8, np.uint64, np.int64, np.float32, np.float64))
    int32, small, nothing = at(np.int32), types.int32, types.void
    position = editions, states
    board = chance, word, float32, number
    return {
        deal_entry: nothing(*position, chance),
        actors_entry: small(*position),
        legal_entry: nothing(*position, small, word),
        step_entry: nothing(*position, small, small, chance),
        conceal_entry: nothing(*position, small),
        determinize_entry: types.float64(*position, small, chance),
        score_entry: nothing(*position, number),
        advise_entry: nothing(*position, small, float32),
        audit_entry: small(*position),
        enter_entry: nothing(chance, small),
        describe_entry: nothing(*position, small, small, int32),
        narrate_entry: nothing(*position, states, small, int32),
        explain_entry: nothing(*position, small, int32),
        present_entry: nothing(
            *position, small, small, small, word, number, states, states, states, view, byte, byte, number, int32,
            int32, byte,
        ),
        playout_entry: small(*position, *board, small, small),
        grow_entry: small(
            *position, byte, word, *board, nodes, edges, growth, float64, number, byte, configs, small, small, small
        ),
        **({encode_entry: nothing(*position, small, float32)} if is_taught(game) else {}),
    }  # fmt: skip
