"""Soaking: very many decisions, with every invariant checked after each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import ENGINE_FAULTS, POLICIES
from caravanserai.lab.specs import Outcome, Spec

BATCH = 100
"""Matches that are counted together."""

SEED = "soak"


class InvariantViolated(CaravanseraiError):
    """A position in which something does not add up, with all that is needed to see it again."""


@dataclass(frozen=True)
class Soaked(Outcome):
    """Matches without a fault."""

    matches: int
    decisions: int


@dataclass(frozen=True, kw_only=True)
class SoakSpec(Spec[Soaked]):
    """Matches of one variant by a policy, without end; the first fault raises InvariantViolated."""

    kind: ClassVar[str] = "soak"
    outcome: ClassVar[type[Outcome]] = Soaked

    policy: str

    @property
    def units(self) -> None:
        return None

    def compile(self) -> None:
        _ = self.loaded_game.engine.soak

    def play(self, number: int) -> Soaked:
        game, fault = self.loaded_game, np.zeros(5, np.int64)
        state, chance = game.blank(self.seats, self.options), new_chance(seed_bytes(self.seed))
        board = game.engine.board(self.loaded_edition.array, state, chance)
        decisions = game.engine.soak(board, POLICIES[self.policy], number * BATCH, BATCH, fault)
        if fault[0]:
            raise InvariantViolated(
                f"{game.id}, {self.seats} seats, {dict(self.options)}, {self.policy}, seed {self.seed!r}, "
                f"match {fault[4]}: {explain(game, fault[:4])}"
            )
        return Soaked(number, BATCH, int(decisions))


def variants(game: Game) -> Iterator[dict[str, int]]:
    """The usual options, then each switch turned the other way."""
    yield game.lab_options({})
    for option in game.options:
        if option.is_switch:
            yield game.lab_options({option.name: 1 - option.default})


def explain(game: Game, fault: Any) -> str:
    """A fault in words."""
    code, subject, found, expected = (int(x) for x in fault)
    faults = {**game.rules.FAULTS, **ENGINE_FAULTS}
    about = str(subject) if code in ENGINE_FAULTS else game.rules.fault_subject(code, subject)
    return str(faults[code].format(subject=about, found=found, expected=expected))


def until(decisions: int, outcomes: Iterable[Soaked]) -> Iterator[Soaked]:
    """As many as it takes for so many decisions."""
    done = 0
    for outcome in outcomes:
        yield outcome
        done += outcome.decisions
        if done >= decisions:
            return


def soak_specs(game: Game) -> Iterator[SoakSpec]:
    """Each variant of a game at all numbers of seats, by each policy."""
    for options in variants(game):
        for seats in game.seat_counts:
            for policy in POLICIES:
                yield SoakSpec(game=game.id, seats=seats, seed=SEED, options=options, policy=policy)
