"""Soaking: very many decisions, with every invariant checked after each of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console

from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import ENGINE_FAULTS, POLICIES

BATCH = 500
"""Matches a thread plays before it looks whether there are enough decisions."""


class InvariantViolated(CaravanseraiError):
    """A position in which something does not add up, with all that is needed to see it again."""


@dataclass(frozen=True)
class Soaked:
    """What one variant of a game went through."""

    game: str
    seats: int
    options: Mapping[str, int]
    policy: str
    matches: int
    decisions: int
    seconds: float


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


def soak_variant(
    game: Game, seats: int, options: Mapping[str, int], policy: str, decisions: int, threads: int, seed: str = "soak"
) -> Soaked:
    """At least so many decisions of one variant; raises InvariantViolated at the first fault."""
    editions, key, run = game.edition().array, seed_bytes(seed), game.engine.soak

    def work(first: int) -> int:
        state, chance = game.blank(seats, options), new_chance(key)
        mask, weights = game.engine.scratch()
        fault = np.zeros(5, np.int64)
        done = run(editions, state, 0, chance, POLICIES[policy], mask, weights, first, BATCH, fault)
        if fault[0]:
            raise InvariantViolated(
                f"{game.id}, {seats} seats, {dict(options)}, {policy}, seed {seed!r}, match {fault[4]}: "
                f"{explain(game, fault[:4])}"
            )
        return int(done)

    begin, done, first = time.perf_counter(), 0, 0
    with ThreadPoolExecutor(threads) as pool:
        while done < decisions:
            done += sum(pool.map(work, range(first, first + threads * BATCH, BATCH)))
            first += threads * BATCH
    return Soaked(game.id, seats, options, policy, first, done, time.perf_counter() - begin)


def soak_games(games: Sequence[Game], decisions: int, threads: int, console: Console) -> None:
    """So many decisions of each game and variant, spread over all seat counts, half random and half advice."""
    for game in games:
        for options in variants(game):
            share = decisions // (len(game.seat_counts) * len(POLICIES))
            total = 0
            for seats in game.seat_counts:
                for policy in POLICIES:
                    done = soak_variant(game, seats, options, policy, share, threads)
                    total += done.decisions
                    console.print(
                        f"{game.id} {seats} seats {policy}: {done.decisions:,} decisions in {done.matches:,} matches, "
                        f"{done.decisions / done.seconds / 1e6:.2f} M/s, no fault"
                    )
            switched = {name: value for name, value in options.items() if value} or "usual options"
            console.print(f"[bold]{game.id}[/bold] with {switched}: {total:,} decisions, no fault")
