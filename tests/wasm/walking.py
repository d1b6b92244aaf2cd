"""Walks through matches with the native engine and notes everything it says on the way, as
``web/tests/engine/walking.ts`` does with the one in WebAssembly: both are given the same errand."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from caravanserai.bots.search import SearchBudget, searcher
from caravanserai.kernel.chance import new_chance, seed_bytes, seek
from caravanserai.kernel.choices import new_choices
from caravanserai.kernel.edition import STANDARD, Edition
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import ENDLESS, POLICIES
from caravanserai.kernel.records import as_bytes
from caravanserai.kernel.sentences import new_speech, spoken_bytes
from tests.cases import CASES, Case, viewers

CHUNK = 1 << 20
SELDOM = 8


@dataclass(frozen=True)
class Leg:
    """One way to play a game, and how far: see ``walking.ts``."""

    seats: int
    options: dict[str, int]
    edition: str
    policy: str
    seed: str
    decisions: int
    playouts: int
    searches: int
    iterations: int


@dataclass(frozen=True)
class Found:
    """What a walk came to."""

    digest: str
    matches: int
    verdicts: list[list[dict[str, float]]]


@dataclass(frozen=True)
class Way:
    """One way to set a game up."""

    seats: int
    options: dict[str, int]
    edition: str = STANDARD


def usual_ways(game: Game) -> list[Way]:
    """Every number of seats with the usual options, and with each switch turned."""
    return [Way(case.seats, case.lab_options) for case in CASES if case.name == game.id]


def all_ways(game: Game) -> list[Way]:
    """Every number of seats with the usual options in each printed edition, and with each option at its usual value and
    at either end of its range."""
    usual = game.lab_options({})
    changed = [
        {**usual, option.name: value}
        for option in game.options
        for value in sorted({option.default, option.low, option.high} - {usual[option.name]})
    ]
    kinds = [*((usual, edition) for edition in game.editions), *((options, STANDARD) for options in changed)]
    return [Way(seats, options, edition) for seats in game.seat_counts for options, edition in kinds]


def legs(
    game: Game, ways: list[Way], decisions: int, playouts: int, searches: int, iterations: int, each: bool = False
) -> list[Leg]:
    """All ways, at random and as advised; the numbers are those of all together, or of ``each`` way."""
    played = [(way, policy) for way in ways for policy in POLICIES]
    parts = len(POLICIES) if each else len(played)
    return [
        Leg(
            way.seats, way.options, way.edition, policy, seed_bytes(f"walk {game.id} {way} {policy}").hex(),
            _share(decisions, k % parts, parts), _share(playouts, k % parts, parts), _share(searches, k % parts, parts),
            iterations,
        )
        for k, (way, policy) in enumerate(played)
    ]  # fmt: skip


def _share(number: int, k: int, parts: int) -> int:
    """The k-th share of a number, such that all come to it."""
    return (number + k) // parts


class Notes:
    """SHA-256 of all that was noted, link by link: see ``walking.ts``."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._digest = bytes(32)

    def add(self, *parts: bytes) -> None:
        for part in parts:
            self._parts.append(part)
            self._size += len(part)
            if self._size >= CHUNK:
                self._link()

    def numbers(self, *values: float) -> None:
        self.add(struct.pack(f"<{len(values)}d", *values))

    def end(self) -> str:
        self._link()
        return self._digest.hex()

    def _link(self) -> None:
        self._digest = hashlib.sha256(b"".join((self._digest, *self._parts))).digest()
        self._parts, self._size = [], 0


class Dice:
    """Small numbers that are the same everywhere."""

    def __init__(self) -> None:
        self._state = 1

    def next(self) -> int:
        self._state = (self._state * 1103515245 + 12345) & 0xFFFFFFFF
        return self._state >> 16


def _chosen(legal: list[int], weights: Any, policy: str, dice: Dice) -> int:
    thrown = dice.next()
    if policy == "random" or thrown % 4 == 0:
        return legal[(thrown >> 2) % len(legal)]
    return max(legal, key=lambda action: float(weights[action]))


class Walker:
    """A game to walk through, natively."""

    def __init__(self, game: Game) -> None:
        self.game, self.f, self.table = game, game.functions, game.presenter
        self.mask = np.zeros(game.actions.count, np.uint8)
        self.weights = np.zeros(game.actions.count, np.float32)
        self.choices = new_choices(game.actions.count)

    def _said(self, function: Any, *given: Any) -> bytes:
        out = new_speech()
        function(*given, out)
        return spoken_bytes(out)

    def _known(self, editions: Any, states: Any, seat: int) -> Any:
        copy = states.copy()
        self.f.conceal(editions, copy, 0, seat)
        return copy

    def walk(self, leg: Leg) -> Found:
        """Everything noted."""
        game, f, edition = self.game, self.f, self.game.edition(leg.edition)
        editions = edition.array
        chance = new_chance(bytes.fromhex(leg.seed))
        notes, dice = Notes(), Dice()
        verdicts: list[list[dict[str, float]]] = []
        everybody = viewers(Case(game.id, leg.seats))
        between = max(1, leg.decisions // leg.searches) if leg.searches else 0
        matches = 0
        bases: list[bytes] = []

        def deal() -> Any:
            nonlocal matches, bases
            seek(chance, matches)
            matches += 1
            bases = [b""] * len(everybody)
            states = game.blank(leg.seats, leg.options)
            f.deal(editions, states, 0, chance)
            return states

        states = deal()
        for number in range(leg.decisions):
            pending = int(f.actors(editions, states, 0))
            if not pending:
                scores = np.zeros((game.most, 2), np.int64)
                f.score(editions, states, 0, scores)
                for score, rank in scores[: leg.seats].tolist():
                    notes.numbers(score, rank)
                for seat in range(leg.seats):
                    notes.add(self._said(self.table.explain, editions, states, 0, seat))
                states = deal()
                continue
            asked = [seat for seat in range(leg.seats) if pending >> seat & 1]
            seat = asked[number % len(asked)]
            known = self._known(editions, states, seat)
            f.legal(editions, states, 0, seat, self.mask)
            legal = np.flatnonzero(self.mask).tolist()
            f.advise(editions, known, 0, seat, self.weights)
            notes.add(raw(known), np.array(legal, np.int32).tobytes(), self.weights.tobytes())
            guess = known.copy()
            weight = f.determinize(editions, guess, 0, seat, chance)
            notes.add(raw(guess))
            notes.numbers(weight, f.audit(editions, states, 0)[0])
            if len(verdicts) < leg.searches and number >= between * len(verdicts):
                verdicts.append(self._search(edition, known, seat, leg))
            before = raw(states)
            action = _chosen(legal, self.weights, leg.policy, dice)
            f.step(editions, states, 0, seat, action, chance)
            notes.add(raw(states))
            aids = number % 2 == 1
            told = self.table.present(editions, states, everybody, bases, before, self.choices, aids)
            befores = game.state.copied(before)
            for viewer, shown in zip(everybody, told, strict=True):
                head = (shown.phase, shown.pending, shown.public_pending, *shown.actions)
                notes.add(np.array(head, np.int32).tobytes(), shown.view, shown.lines, shown.events, shown.compact)
                if number % SELDOM == 0:
                    seen, then = self._known(editions, states, viewer), self._known(editions, befores, viewer)
                    notes.add(self._said(self.table.describe, editions, seen, 0, viewer, aids))
                    notes.add(self._said(self.table.narrate, editions, then, seen, 0, viewer))
            bases = [shown.view for shown in told]
        board = game.engine.board(editions, states, chance)
        totals = np.zeros(2 + 2 * game.most, np.int64)
        played = 0
        while played < leg.playouts:
            earlier = int(totals[0])
            endless = game.engine.matches(board, POLICIES[leg.policy], matches, 1, totals) >= 0
            matches += 1
            decided = ENDLESS if endless else int(totals[0]) - earlier
            notes.add(raw(states), raw(chance))
            notes.numbers(decided)
            played += decided
        return Found(notes.end(), matches, verdicts)

    def _search(self, edition: Edition, known: Any, seat: int, leg: Leg) -> list[dict[str, float]]:
        thought = searcher(self.game).think(
            edition, known, seat, bytes.fromhex(leg.seed), SearchBudget(iterations=leg.iterations)
        )
        verdicts = [asdict(verdict) for verdict in thought.verdicts]
        return [{"winChance": verdict.pop("win_chance"), **verdict} for verdict in verdicts]


def raw(records: Any) -> bytes:
    """The bytes of a record."""
    return bytes(as_bytes(records)[0].tobytes())
