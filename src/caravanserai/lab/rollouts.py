"""Rollouts: matches that a network plays, to learn from or to see how good it has become.

What is spread over an engine's workers is playing; whoever learns stays where it is. A worker is handed the network as
data and sends back what the network decided, a few bytes a decision. The learner plays that again from the same seed,
in compiled code, to have what was seen, what was legal and how it ended: see ``RolloutSpec.replay``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import types

from caravanserai.batch import POLICIES, WAIT, Array, Batch
from caravanserai.bots.learned import check_weights, read_weights
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.compiling import compiled
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.playout import SHARES
from caravanserai.lab.specs import Outcome, Spec

__all__ = ["Experience", "Network", "Rollout", "RolloutSpec", "pack", "win_share"]

BLOCK = 64
"""Matches that are played side by side, as one outcome."""


@dataclass(frozen=True)
class Rollout(Outcome):
    """Matches side by side: how many decisions the network took, its victories in sixtieths, and, where it explored,
    what it decided: step by step, at each step in the order of the matches."""

    matches: int
    decisions: int
    wins: int
    actions: tuple[int, ...] = ()


class Experience(NamedTuple):
    """What there is to learn from: a row for each decision in the order they were taken, then a row for each match."""

    observations: Array
    masks: Array
    actions: Array
    match: Array
    seat: Array
    rewards: Array
    scores: Array


@dataclass(frozen=True, kw_only=True)
class RolloutSpec(Spec[Rollout]):
    """Matches of a network. ``weights`` are its arrays as text (see ``pack``). ``opponents`` come one match after the
    other, each in all chairs but one: a policy of the batch API, or None for the network itself. While it explores, the
    network takes actions by their odds, otherwise always the one that it likes best."""

    kind: ClassVar[str] = "rollouts"
    outcome: ClassVar[type[Outcome]] = Rollout

    matches: int
    weights: str
    opponents: tuple[str | None, ...] = (None,)
    explore: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.matches < 1:
            raise InvalidOption(f"matches: expected a number from 1 up, got {self.matches}")
        if not self.opponents or not set(self.opponents) <= {None, *POLICIES}:
            raise InvalidOption(f"opponents: expected None or {', '.join(POLICIES)}, got {self.opponents!r}")
        _ = self.network

    @cached_property
    def network(self) -> Network:
        """The network that the weights are of; raises InvalidOption if they are of none."""
        try:
            file = io.BytesIO(base64.b64decode(self.weights, validate=True))
        except binascii.Error as problem:
            raise InvalidOption(f"weights: expected a file of weights as base64 ({problem})") from None
        weights = read_weights(file)
        check_weights(weights, self.loaded_game)
        return Network(weights)

    @property
    def units(self) -> int:
        return -(-self.matches // BLOCK)

    def identity(self) -> dict[str, Any]:
        """With a digest in place of the weights, which are long."""
        return {**super().identity(), "weights": hashlib.sha256(self.weights.encode()).hexdigest()}

    def compile(self) -> None:
        batch = self._deal(0)
        batch.step(self._decide(batch, np.flatnonzero(batch.pending), np.random.default_rng(0)), checked=False)

    def play(self, number: int) -> Rollout:
        batch, chance = self._deal(number), np.random.default_rng(list(seed_bytes(f"{self.seed} luck {number}")))
        taken: list[int] = []
        shares = 0.0
        rows, own = np.arange(batch.matches), self._own_seats(number)
        while len(deciding := np.flatnonzero(batch.pending)):
            actions = self._decide(batch, deciding, chance)
            taken += actions[deciding].tolist()
            batch.step(actions, checked=False)
            won = 1 + (self.seats - 1) * batch.rewards[rows, own]
            shares += float(won[batch.done].sum()) * SHARES / self.seats
        actions_told = tuple(taken) if self.explore else ()
        return Rollout(number, batch.matches, len(taken), round(shares), actions_told)

    def replay(self, rollout: Rollout) -> Experience:
        """An outcome of this specification as what there is to learn from."""
        batch, rest = self._deal(rollout.number), np.array(rollout.actions, np.int32)
        if not self.explore:
            raise InvalidOption("rollouts: expected some that explore; of others no action is told")
        parts = []
        rewards, scores = np.zeros((batch.matches, self.seats), np.float32), np.zeros((batch.matches, self.seats), int)
        while len(deciding := np.flatnonzero(batch.pending)):
            taken, rest = rest[: len(deciding)], rest[len(deciding) :]
            parts.append((batch.observe()[deciding], batch.masks()[deciding], taken, deciding, batch.actor[deciding]))
            batch.step(_spread(taken, deciding, batch.matches))
            rewards[batch.done] = batch.rewards[batch.done, : self.seats]
            scores[batch.done] = batch.scores[batch.done, : self.seats]
        seen, masks, actions, match, seat = (np.concatenate(part) for part in zip(*parts, strict=True))
        return Experience(seen, masks, actions, match, seat, rewards, scores)

    def _numbers(self, number: int) -> Array:
        """The matches of an outcome."""
        return np.arange(number * BLOCK, min((number + 1) * BLOCK, self.matches))

    def _own_seats(self, number: int) -> Array:
        """In each match of an outcome the seat that is the network's in any case: every chair in turn."""
        return self._numbers(number) // len(self.opponents) % self.seats

    def _deal(self, number: int) -> Batch:
        matches, seats = self._numbers(number), range(self.seats)
        opponents = [self.opponents[match % len(self.opponents)] for match in matches]
        policies = [
            [None if seat == own else opponent for seat in seats]
            for own, opponent in zip(self._own_seats(number), opponents, strict=True)
        ]
        return Batch(
            self.loaded_game, len(matches), self.seats, policies=policies, edition=self.loaded_edition,
            seed=f"{self.seed} block {number}", autoreset=False, **self.options,
        )  # fmt: skip

    def _decide(self, batch: Batch, deciding: Array, chance: np.random.Generator) -> Array:
        """What the network does in the matches that go on; the others wait."""
        likings = self.network.likings(batch.observe()[deciding])
        actions, masks = np.empty(len(deciding), np.int32), batch.masks()[deciding]
        luck = chance.random(len(deciding)) if self.explore else np.zeros(len(deciding))
        _loops().choose(likings, masks, luck, self.explore, actions)
        return _spread(actions, deciding, batch.matches)


def _spread(actions: Array, deciding: Array, matches: int) -> Array:
    """Actions of those who decide as actions of all matches."""
    everywhere = np.full(matches, WAIT, np.int32)
    everywhere[deciding] = actions
    return everywhere


def pack(weights: dict[str, Any]) -> str:
    """The arrays of a network, as ``bots/learned.py`` describes them, as text."""
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **weights)
    return base64.b64encode(file.getvalue()).decode()


def win_share(rollouts: Iterable[Rollout]) -> float:
    """The share of the victories that went to the network's own seats."""
    parts = list(rollouts)
    return sum(part.wins for part in parts) / SHARES / sum(part.matches for part in parts)


class Network:
    """A network that says the same on every machine: BLAS adds up in an order that depends on the processor, the number
    of threads and of rows, and one bit more or less is another match."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self.mean, self.scale = weights["mean"], weights["scale"]
        count = sum(name.startswith("w") for name in weights)
        self.layers = [(np.ascontiguousarray(weights[f"w{k}"].T), weights[f"b{k}"]) for k in range(count)]

    def likings(self, seen: Array) -> Array:
        """What it says of every action, legal or not, a row for each observation."""
        signal: Array = (seen - self.mean) * self.scale
        for number, (weights, bias) in enumerate(self.layers):
            out = np.empty((len(signal), len(bias)), np.float32)
            _loops().pass_on(signal, weights, bias, number + 1 < len(self.layers), out)
            signal = out
        return signal


def _pass_on(signal: Array, weights: Array, bias: Array, rectified: bool, out: Array) -> None:
    """One layer, each sum in the order of the inputs."""
    for row in range(len(signal)):
        target = out[row]
        for j in range(len(target)):
            target[j] = bias[j]
        for k in range(len(weights)):
            x = signal[row, k]
            if x != 0.0:
                for j in range(len(target)):
                    target[j] += x * weights[k, j]
        if rectified:
            for j in range(len(target)):
                target[j] = max(target[j], np.float32(0.0))


def _choose(likings: Array, masks: Array, luck: Array, explore: bool, actions: Array) -> None:
    """A legal action for each row: by the odds that its likings stand for, or the best liked one."""
    for row in range(len(likings)):
        best = -1
        for k in range(len(masks[row])):
            if masks[row, k] and (best < 0 or likings[row, k] > likings[row, best]):
                best = k
        actions[row] = best
        if not explore:
            continue
        whole = 0.0
        for k in range(len(masks[row])):
            if masks[row, k]:
                whole += np.exp(np.float64(likings[row, k]) - np.float64(likings[row, best]))
        rest = luck[row] * whole
        for k in range(len(masks[row])):
            if masks[row, k]:
                rest -= np.exp(np.float64(likings[row, k]) - np.float64(likings[row, best]))
                if rest < 0.0:
                    actions[row] = k
                    break


class _Loops:
    """The compiled loops, which are the same for all games."""

    def __init__(self) -> None:
        sources = Path(__file__).parent
        rows, row = types.Array(types.float32, 2, "C"), types.Array(types.float32, 1, "C")
        masks, luck = types.Array(types.int8, 2, "C"), types.Array(types.float64, 1, "C")
        actions, switch = types.Array(types.int32, 1, "C"), types.boolean
        one, other = types.void(rows, rows, row, switch, rows), types.void(rows, masks, luck, switch, actions)
        self.pass_on = compiled(_pass_on, one, sources, long=True, allocates=False)
        self.choose = compiled(_choose, other, sources, long=True, allocates=False)


@cache
def _loops() -> _Loops:
    return _Loops()
