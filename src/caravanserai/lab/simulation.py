"""Simulation: very many matches in compiled code, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.playout import POLICIES, SHARES
from caravanserai.lab.specs import Outcome, Spec

__all__ = ["Block", "SimulationSpec", "total"]

BLOCK = 256
"""Matches that are added up to one outcome."""


@dataclass(frozen=True)
class Block(Outcome):
    """Matches added up; wins are counted in sixtieths, so that shared victories add up exactly."""

    matches: int
    decisions: int
    longest: int
    points: tuple[int, ...]
    wins: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SimulationSpec(Spec[Block]):
    """Matches by a policy: ``random`` or ``advice``."""

    kind: ClassVar[str] = "simulation"
    outcome: ClassVar[type[Outcome]] = Block

    matches: int
    policy: str = "random"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.policy not in POLICIES:
            raise InvalidOption(f"policy {self.policy!r}: expected one of {', '.join(POLICIES)}")

    @property
    def units(self) -> int:
        return -(-self.matches // BLOCK)

    @cached_property
    def key(self) -> bytes:
        """The seed of everything: blocks are told apart by their numbers."""
        return seed_bytes(self.seed)

    def compile(self) -> None:
        _ = self.loaded_game.engine.matches

    def play(self, number: int) -> Block:
        game, first = self.loaded_game, number * BLOCK
        count = min(BLOCK, self.matches - first)
        state = game.blank(self.seats, self.options)
        tally = game.engine.simulate(
            self.loaded_edition.array, state, self.key, count, POLICIES[self.policy], first=first
        )
        wins = tuple(round(share * SHARES) for share in tally.win_shares)
        return Block(number, count, tally.decisions, tally.longest, tally.points, wins)


def total(blocks: Iterable[Block]) -> Block:
    """All blocks as one."""
    parts = list(blocks)
    return Block(
        0,
        sum(part.matches for part in parts),
        sum(part.decisions for part in parts),
        max(part.longest for part in parts),
        tuple(map(sum, zip(*(part.points for part in parts), strict=True))),
        tuple(map(sum, zip(*(part.wins for part in parts), strict=True))),
    )
