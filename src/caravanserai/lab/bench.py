"""How fast the engine is on this machine: compiled, from Python through the contract, and through Match."""

from __future__ import annotations

import platform
import time
from pathlib import Path
from typing import Any

import numpy as np

from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import ADVICE, RANDOM
from caravanserai.match import Match

SEED = seed_bytes("bench")


def machine() -> str:
    """The processor, in words."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def bench_game(game: Game, seconds: float, threads: int) -> dict[str, Any]:
    """Decisions a second of one game at its largest seat count."""
    begin = time.perf_counter()
    for _, compile_now in game.compile_steps():
        compile_now()
    ready = time.perf_counter() - begin
    return {
        "game": game.id,
        "seats": game.most,
        "compile_or_load_seconds": round(ready, 3),
        "bytes_a_position": game.state.size,
        "random": round(_compiled(game, RANDOM, seconds, 1)),
        "random_threads": round(_compiled(game, RANDOM, seconds, threads)),
        "advice": round(_compiled(game, ADVICE, seconds, 1)),
        "step_from_python": round(_from_python(game, seconds)),
        "match_play": round(_through_match(game, seconds)),
    }


def _compiled(game: Game, policy: int, seconds: float, threads: int) -> float:
    """Decisions a second in compiled playouts; the best of several runs, as the machine is shared."""
    editions, state = game.edition().array, game.blank(game.most, game.lab_options({}))
    matches = 64
    while True:
        tally = game.engine.simulate(editions, state, SEED, matches, policy, threads)
        if tally.seconds > seconds / 8:
            break
        matches *= 2
    rates = [tally.decisions_per_second]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        rates.append(game.engine.simulate(editions, state, SEED, matches, policy, threads).decisions_per_second)
    return max(rates)


def _from_python(game: Game, seconds: float) -> float:
    """Calls of ``step`` a second; choosing the action is not counted."""
    f, editions, state = game.functions, game.edition().array, game.blank(game.most, game.lab_options({}))
    mask, chance, pick = np.zeros(game.actions.count, np.uint8), new_chance(SEED), np.random.default_rng(1)
    spent, count = 0.0, 0
    clock = time.perf_counter
    while spent < seconds / 4:
        f.deal(editions, state, 0, chance)
        while pending := f.actors(editions, state, 0):
            seat = (pending & -pending).bit_length() - 1
            f.legal(editions, state, 0, seat, mask)
            legal = np.flatnonzero(mask)
            action = int(legal[pick.integers(len(legal))])
            begin = clock()
            f.step(editions, state, 0, seat, action, chance)
            spent += clock() - begin
            count += 1
    return count / spent


def _through_match(game: Game, seconds: float) -> float:
    """Calls of ``Match.play`` a second; choosing among the choices is not counted."""
    pick = np.random.default_rng(1)
    spent, count = 0.0, 0
    clock = time.perf_counter
    while spent < seconds / 2:
        match = Match(game, game.most, game.lab_options({}), count)
        while actors := match.actors:
            choices = match.choices(actors[0])
            choice = choices[pick.integers(len(choices))]
            begin = clock()
            match.play(actors[0], choice)
            spent += clock() - begin
            count += 1
    return count / spent
