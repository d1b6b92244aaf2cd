"""Search: one information-set Monte Carlo tree search, compiled, for every game that keeps the contract.

An information set has a natural key: the seat that decides and a hash of its *concealed* position. The tree is one
flat table from that key to a node, and each node holds the statistics of the actions opened there. Worlds from
``determinize`` share a node exactly when the deciding seat could not tell them apart; hidden placements, pending
simultaneous answers and transpositions need no special case. One iteration:

1. Copy the root and ``determinize`` it. Worlds are accepted in proportion to their weight, so evidence counts.
2. Descend. At an ordinary node the action with the best PUCT value is taken, with advice as the prior. At a mixed
   node (several seats decide at once, or the phase is a reaction window or one of the game's ``BLUFFS``) an action is
   drawn by regret matching. A node opens its actions by and by, best advised first, as its visits grow.
3. A new node ends the descent. Advice plays on, to the end of the match or for so many decisions.
4. Every seat gets its own gain, winning first and then by how much, and every node on the way learns its seat's.

Each thread grows a tree of its own from a random stream of its own, and the roots are added up: what comes out for a
seed and a number of iterations is always the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cache, cached_property
from threading import Event
from typing import Any, NamedTuple, cast

import numba
import numpy as np
from numba import types

from caravanserai.kernel.any_game import actors, advise, conceal, determinize, for_any_game, legal, score, step
from caravanserai.kernel.arrays import Array, Array2, Floats
from caravanserai.kernel.chance import Stream, fraction, new_chance, seed_bytes
from caravanserai.kernel.choices import ONE, WORD, Choices, count, forbid, lowest_bit, nth
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import NotToAct
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import ENDLESS, STUCK, Board, first_seat, play_as_advised
from caravanserai.kernel.powers import exp, power
from caravanserai.kernel.records import as_bytes

NODES = 1 << 17
EDGES = 1 << 19
"""The size of a tree; when it is full, playouts go on from its rim."""

FULL = NODES * 3 // 4
DEEPEST = 256
TRIES = 32
"""How many worlds are drawn at most until one is accepted."""

BATCH = 32
LOOK = 0.004
"""The clock is looked at after a first batch of iterations, then about so often: each look costs 0.2 ms."""

ROOT, WORLD, SEEN = 0, 1, 8
SLOTS = 16
"""Positions: the root, the world of this iteration, and what the deciding seat sees of it. The last one lies where
the bytes of any record come to whole 64-bit words."""

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("value", np.float64),
                ("epoch", np.int32),
                ("visits", np.int32),
                ("first", np.int32),
                ("room", np.int32),
                ("open", np.int32),
                ("legal", np.int32),
            ],
            align=True,
        ),
    )
)

EDGE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("value", np.float64),
                ("win", np.float64),
                ("margin", np.float64),
                ("policy", np.float64),
                ("prior", np.float32),
                ("action", np.int32),
                ("visits", np.int32),
                ("available", np.int32),
            ],
            align=True,
        ),
    )
)

GROWTH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("heaviest", np.float64),
                ("squares", np.float64),
                ("margins", np.float64),
                ("epoch", np.int32),
                ("nodes", np.int32),
                ("edges", np.int32),
                ("root", np.int32),
            ],
            align=True,
        ),
    )
)
"""What one search has come to: the heaviest world, the sizes of margins, and how much of the tree is used."""


@dataclass(frozen=True)
class SearchConfig:
    """How a search weighs what it finds."""

    exploration: float = 1.0
    """The weight of what is still uncertain in PUCT."""
    prior_weight: float = 0.7
    mixed_prior_weight: float = 0.97
    """The share of advice in the prior, at ordinary and at mixed nodes; the rest is even. At mixed nodes some trials go
    on following the prior, and a little folly at each of many adds up to a bad guess of what waiting is worth."""
    first_play_reduction: float = 0.1
    """How much worse than its node an action counts before it was tried."""
    width: float = 3.0
    growth: float = 0.5
    """A node with n visits has opened at most ``width + 2 n ** growth`` actions."""
    horizon: float = np.inf
    """Decisions of a playout, if the game's own horizon is not nearer; a longer match is judged by its scores."""
    margin_weight: float = 0.25
    """The share of the margin in the gain; the rest is winning."""
    exploration_share: float = 0.15
    """The share of trials at mixed nodes that follow the prior instead of regrets."""
    initial_regret: float = 10.0
    """The regret that a mixed node begins with, shared out by the prior."""


CONFIG = np.dtype((np.record, np.dtype([(field.name, np.float64) for field in fields(SearchConfig)], align=True)))


@helper
def _key(words: Any, first: int, count: int, seat: int) -> Any:
    """A hash of the concealed position and who looks at it."""
    h = np.uint64(0x9E3779B97F4A7C15) * np.uint64(seat + 1)
    for k in range(first, first + count):
        h = (h ^ words[k]) * np.uint64(0xD6E8FEB86659FD93)
        h ^= h >> np.uint64(32)
    return h


@helper
def _find(nodes: Any, g: Any, key: Any) -> Any:
    """The node of a key, made if there is none; -1 if the tree is full."""
    place = np.int64(key & np.uint64(NODES - 1))
    while nodes[place].epoch == g.epoch:
        if nodes[place].key == key:
            return place
        place = (place + 1) & (NODES - 1)
    if g.nodes >= FULL:
        return -1
    g.nodes += 1
    n = nodes[place]
    n.epoch, n.key, n.visits, n.value = g.epoch, key, 0, 0.0
    n.first, n.room, n.open, n.legal = 0, 0, 0, 0
    return place


@helper
def _copy_edge(to: Any, old: Any) -> None:
    to.value, to.win, to.margin, to.policy = old.value, old.win, old.margin, old.policy
    to.prior, to.action, to.visits, to.available = old.prior, old.action, old.visits, old.available


@helper
def _heaviest(choices: Choices, weights: Floats) -> int:
    """The legal action with the largest weight, the first of equals."""
    best = -1
    for word in range(len(choices)):
        bits = choices[word]
        while bits:
            action = word * WORD + int(lowest_bit(bits))
            bits &= bits - ONE
            if best < 0 or weights[action] > weights[best]:
                best = action
    return best


@helper
def _open(n: Any, edges: Any, g: Any, wanted: int, choices: Choices, weights: Floats, prior_weight: float) -> None:
    """Open actions until the node has ``wanted``, best advised first, then in the order of their numbers."""
    if wanted > n.room:
        room = max(4, 2 * n.room)
        while room < wanted:
            room *= 2
        room = min(room, n.legal)
        if g.edges + room > EDGES:
            return
        for k in range(n.open):
            _copy_edge(edges[g.edges + k], edges[n.first + k])
        n.first, n.room = g.edges, room
        g.edges += room
    total = 0.0
    for word in range(len(choices)):
        bits = choices[word]
        while bits:
            total += weights[word * WORD + lowest_bit(bits)]
            bits &= bits - ONE
    for k in range(n.open):
        forbid(choices, edges[n.first + k].action)
    while n.open < wanted:
        best = _heaviest(choices, weights)
        forbid(choices, best)
        e = edges[n.first + n.open]
        even = 1.0 / n.legal
        e.prior = prior_weight * weights[best] / total + (1.0 - prior_weight) * even if total > 0.0 else even
        e.action, e.visits, e.available = best, 0, 0
        e.value, e.win, e.margin, e.policy = 0.0, 0.0, 0.0, 0.0
        n.open += 1


@helper
def _best(n: Any, edges: Any, config: Any) -> int:
    """PUCT: what has gone well, and what advice favours but was tried little while it was available."""
    best, highest = n.first, -1e300
    untried = n.value / max(1, n.visits) - config.first_play_reduction
    for k in range(n.first, n.first + n.open):
        e = edges[k]
        e.available += 1
        mean = e.value / e.visits if e.visits else untried
        worth = mean + config.exploration * e.prior * np.sqrt(e.available) / (1.0 + e.visits)
        if worth > highest:
            best, highest = k, worth
    return int(best)


@helper
def _regret(e: Any, usual: float, initial_regret: float) -> float:
    """What was gained by an action beyond what is usual at its node, over all its visits. Advice is where it begins;
    what is not positive is not done."""
    return max(0.0, float(initial_regret * e.prior + e.value - e.visits * usual))


@helper
def _mixed(n: Any, edges: Any, config: Any, c: Stream) -> int:
    """Regret matching: an action is drawn in proportion to its regret, now and then as advised."""
    usual = n.value / max(1, n.visits)
    regrets, priors = 0.0, 0.0
    for k in range(n.first, n.first + n.open):
        regrets += _regret(edges[k], usual, config.initial_regret)
        priors += edges[k].prior
    rest = fraction(c)
    chosen = -1
    for k in range(n.first, n.first + n.open):
        e = edges[k]
        e.available += 1
        share = _regret(e, usual, config.initial_regret) / regrets if regrets > 0.0 else e.prior / priors
        # Later policies are better ones and weigh more in the mean.
        e.policy += share * (n.visits + 1)
        if rest >= 0.0:
            chosen = k
            rest -= (1.0 - config.exploration_share) * share + config.exploration_share * e.prior / priors
    return int(chosen)


@helper
def _learn(n: Any, e: Any, gain: float, win: float, margin: float) -> None:
    """One more visit of a node and of the edge taken there."""
    n.visits += 1
    n.value += gain
    e.visits += 1
    e.value += gain
    e.win += win
    e.margin += margin


@helper
def _judge(seats: int, over: bool, scores: Array2, g: Any, margin_weight: float, gains: Any) -> None:
    """Each seat's gain, share of the win and margin to its best rival: columns 0 to 2."""
    for seat in range(seats):
        rival = -(1 << 62)
        for other in range(seats):
            if other != seat:
                rival = max(rival, scores[other, 0])
        gains[seat, 2] = scores[seat, 0] - rival
        g.squares += gains[seat, 2] ** 2
        g.margins += 1.0
    scale = 1.0 + np.sqrt(g.squares / g.margins)
    total = 0.0
    for seat in range(seats):
        if over:
            gains[seat, 1] = 1.0 if scores[seat, 1] == 1 else 0.0
        else:
            gains[seat, 1] = exp(min(2.0 * gains[seat, 2] / scale, 50.0))
        total += gains[seat, 1]
    for seat in range(seats):
        gains[seat, 1] /= total
        ahead = gains[seat, 2] / scale
        lead = 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
        gains[seat, 0] = (1.0 - margin_weight) * gains[seat, 1] + margin_weight * lead


class Grown(NamedTuple):
    """What a search works on: a board with the positions ROOT, WORLD and SEEN, the tree, and room to work in."""

    board: Board
    raw: Any
    words: Any
    """The same positions as bytes and as words of 64 bits."""
    nodes: Any
    edges: Any
    growth: Any
    gains: Any
    path: Array2
    bluffs: Array


@for_any_game
def _determinize_root(t: Grown, root_seat: int) -> None:
    """A world that the seat at the root holds possible. Worlds are accepted in proportion to their weight."""
    board, g, c = t.board, t.growth[0], t.board.chance[0]
    for _ in range(TRIES):
        board.states[WORLD] = board.states[ROOT]
        weight = determinize(board.editions, board.states, WORLD, root_seat, board.chance)
        g.heaviest = max(g.heaviest, weight)
        if weight >= g.heaviest or fraction(c) * g.heaviest < weight:
            break


@for_any_game
def _descend(t: Grown, config: Any, root_seat: int, favoured: int) -> int:
    """From the root to a new node, or to the end of the match; returns how many nodes were on the way, or STUCK."""
    board, g, c = t.board, t.growth[0], t.board.chance[0]
    editions, states, choices, chance = board.editions, board.states, board.choices, board.chance
    size = t.raw.shape[1]
    depth = 0
    seat = root_seat
    while depth < DEEPEST:
        legal(editions, states, WORLD, seat, choices)
        number = count(choices)
        if number == 0:
            return STUCK
        if number == 1 and depth > 0:
            step(editions, states, WORLD, seat, nth(choices, 0), chance)
        else:
            states[SEEN] = states[WORLD]
            conceal(editions, states, SEEN, seat)
            place = _find(t.nodes, g, _key(t.words, size, (size + 7) // 8, seat))
            if place < 0:
                break
            n = t.nodes[place]
            if depth == 0:
                g.root = place
            elif n.visits == 0:
                n.visits = 1
                break
            n.legal = number
            pending = actors(editions, states, SEEN)
            mixed = t.bluffs[states[SEEN].phase] or pending & (pending - 1)
            wanted = min(number, int(config.width + 2.0 * power(n.visits, config.growth)))
            if n.open < wanted:
                advise(editions, states, SEEN, seat, board.weights)
                prior_weight = config.mixed_prior_weight if mixed else config.prior_weight
                _open(n, t.edges, g, wanted, choices, board.weights, prior_weight)
                if n.open == 0:
                    break
            chosen = _mixed(n, t.edges, config, c) if mixed else _best(n, t.edges, config)
            if depth == 0 and favoured >= 0:
                for k in range(n.first, n.first + n.open):
                    if t.edges[k].action == favoured and 3 * t.edges[k].visits <= n.visits:
                        chosen = k
            t.path[depth, 0], t.path[depth, 1], t.path[depth, 2] = place, chosen, seat
            depth += 1
            step(editions, states, WORLD, seat, t.edges[chosen].action, chance)
        pending = actors(editions, states, WORLD)
        if pending == 0:
            break
        seat = first_seat(pending)
    return depth


def grow(t: Grown, configs: Any, root_seat: int, favoured: int, iterations: int) -> int:
    """Grow the tree by some iterations. ``favoured`` is an action of the root that gets a third of them, or -1.

    Returns the number of nodes, or STUCK if in the world at hand a seat must decide and nothing is legal.
    """
    board, g, config = t.board, t.growth[0], configs[0]
    seats = board.states[ROOT].seats
    for _ in range(iterations):
        _determinize_root(t, root_seat)
        depth = _descend(t, config, root_seat, favoured)
        if depth == STUCK or play_as_advised(board, WORLD, int(config.horizon)) == STUCK:
            return STUCK
        score(board.editions, board.states, WORLD, board.scores)
        over = actors(board.editions, board.states, WORLD) == 0
        _judge(seats, over, board.scores, g, config.margin_weight, t.gains)
        for d in range(depth):
            seat = t.path[d, 2]
            gain, win, margin = t.gains[seat, 0], t.gains[seat, 1], t.gains[seat, 2]
            _learn(t.nodes[t.path[d, 0]], t.edges[t.path[d, 1]], gain, win, margin)
    return int(g.nodes)


class Tree:
    """The memory of one thread of a search; used again for the next one."""

    def __init__(self, game: Game) -> None:
        states = game.state.new(SLOTS)
        raw = as_bytes(states)
        self.grown = Grown(
            board=game.engine.board(game.edition().array, states, new_chance(bytes(32))),
            raw=raw,
            words=raw.reshape(-1).view(np.uint64),
            nodes=np.zeros(NODES, NODE),
            edges=np.zeros(EDGES, EDGE),
            growth=np.zeros(1, GROWTH),
            gains=np.zeros((game.most, 3), np.float64),
            path=cast(Any, np.zeros((DEEPEST, 3), np.int64)),
            bluffs=cast(Any, np.array([phase in game.bluffs for phase in game.phases], np.uint8)),
        )

    def plant(self, edition: Edition, concealed: Any, chance: Any) -> Grown:
        """Begin anew from a position."""
        t = self.grown
        t.raw[ROOT] = as_bytes(concealed)[0]
        epoch = t.growth["epoch"][0] + 1
        t.growth[:] = 0
        t.growth["epoch"] = epoch
        self.grown = t._replace(board=t.board._replace(editions=edition.array, chance=chance))
        return self.grown

    def root_edges(self) -> Any:
        """The statistics of the root's actions."""
        root = self.grown.nodes[self.grown.growth["root"][0]]
        return self.grown.edges[root["first"] : root["first"] + root["open"]]


@dataclass(frozen=True)
class SearchBudget:
    """What a search may use: time or iterations in all, whichever ends first, and threads."""

    seconds: float | None = None
    iterations: int | None = None
    threads: int = 1


@dataclass(frozen=True)
class Verdict:
    """What a search thinks of one action: how often it was tried, its odds in a mixed policy, its mean gain, win
    chance, and margin over the best rival."""

    action: int
    visits: int
    odds: float
    gain: float
    win_chance: float
    margin: float


@dataclass(frozen=True)
class SearchResult:
    """What a search came to: a verdict for each action it looked at, most tried first."""

    verdicts: tuple[Verdict, ...]
    iterations: int
    seconds: float
    mixed: bool


class Searcher:
    """The search, compiled for one game, with the trees that are not in use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._trees: list[Tree] = []

    @cached_property
    def grow(self) -> Callable[..., int]:
        """``grow``, compiled."""

        def array(kind: Any, axes: int = 1) -> Any:
            return types.Array(kind if isinstance(kind, types.Type) else numba.from_dtype(kind), axes, "C")

        tree = (array(kind) for kind in (NODE, EDGE, GROWTH))
        room = (array(types.float64, 2), array(types.int64, 2), array(types.uint8))
        parts = (self.game.engine.board_type, array(types.uint8, 2), array(types.uint64), *tree, *room)
        number = types.int64
        grown: Any = types.NamedTuple(parts, Grown)  # type: ignore[no-untyped-call]
        return self.game.contract.bind(grow, number(grown, array(CONFIG), number, number, number))

    def think(
        self,
        edition: Edition,
        concealed: Any,
        seat: int,
        seed: bytes,
        budget: SearchBudget,
        config: SearchConfig = SearchConfig(),  # noqa: B008  (it is frozen)
        favoured: int = -1,
        stop: Event | None = None,
    ) -> SearchResult:
        """Search until the budget is spent; for one batch at least, however long it took to begin.

        Raises NoChoice if a seat must decide and nothing is legal, here or in what may follow.
        """
        begin = time.perf_counter()
        f, c = self.game.functions, self.game.contract
        pending = int(f.actors(edition.array, concealed, 0))
        if not pending >> seat & 1:
            raise NotToAct(f"seat {seat} has nothing to decide now; expected a seat that must")
        if not f.legal(edition.array, concealed, 0, seat, np.zeros(self.game.actions.count, np.uint8)):
            raise c.no_choice(concealed, 0, seat)
        end = begin + budget.seconds if budget.seconds is not None else np.inf
        iterations, threads = budget.iterations, budget.threads
        settings = np.zeros(1, CONFIG)
        for field in fields(config):
            settings[field.name] = getattr(config, field.name)
        settings["horizon"] = min(config.horizon, self.game.horizon or ENDLESS)
        chances = new_chance(seed, threads)

        def work(thread: int) -> tuple[Tree, int]:
            tree = self._trees.pop() if self._trees else Tree(self.game)
            grown = tree.plant(edition, concealed, chances[thread : thread + 1])
            left = np.inf if iterations is None else (iterations + thread) // threads
            done, most, now = 0, BATCH, time.perf_counter()
            while left > 0 and (now < end or not done) and not (stop and stop.is_set()):
                batch = int(min(left, most))
                if self.grow(grown, settings, seat, favoured, batch) == STUCK:
                    states = grown.board.states
                    their = int(f.actors(edition.array, states, WORLD))
                    raise c.no_choice(states, WORLD, (their & -their).bit_length() - 1, "in a determinization")
                left -= batch
                done += batch
                before, now = now, time.perf_counter()
                most = max(1, int(batch * min(2.0, LOOK / (now - before))))
            return tree, done

        if threads == 1:
            grown = [work(0)]
        else:
            with ThreadPoolExecutor(threads) as pool:
                grown = list(pool.map(work, range(threads)))
        done = sum(count for _, count in grown)
        verdicts = _verdicts([tree.root_edges() for tree, count in grown if count])
        self._trees.extend(tree for tree, _ in grown)
        mixed = self.game.phases[concealed["phase"][0]] in self.game.bluffs or bool(pending & (pending - 1))
        return SearchResult(verdicts, done, time.perf_counter() - begin, mixed)


def _verdicts(roots: list[Any]) -> tuple[Verdict, ...]:
    """The roots of several trees added up, most tried action first."""
    if not roots:
        return ()
    every = np.concatenate(roots)
    verdicts = []
    # One after the other, as the page adds them up: NumPy's own sum would go in another order.
    policy = np.cumsum(every["policy"])[-1] or 1.0
    for action in np.unique(every["action"]):
        same = every[every["action"] == action]
        visits = int(same["visits"].sum())
        if visits:
            gain, win, margin = (float(same[name].sum()) / visits for name in ("value", "win", "margin"))
            odds = float(same["policy"].sum()) / policy
            verdicts.append(Verdict(int(action), visits, odds, gain, win, margin))
    return tuple(sorted(verdicts, key=lambda v: (-v.visits, -v.gain, v.action)))


@cache
def searcher(game: Game) -> Searcher:
    """The search of a game."""
    return Searcher(game)


def search_seed(seed: bytes, number: int) -> bytes:
    """The key of a bot's decision number so-and-so."""
    return seed_bytes(seed + number.to_bytes(8, "big"))
