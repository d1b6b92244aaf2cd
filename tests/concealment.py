"""Does anybody learn what they may not know? What is hidden is permuted, and nothing that is told may change.

    python -m tests.concealment [GAME]… [--positions 10000] [--processes N]

goes through so many positions of each phase of each game, spread over all seat counts, options and both policies,
and looks at each from one chair in turn, the spectator's among them. In some whole matches what is hidden is guessed
too, and the truth is guessed no more often than anything else.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from caravanserai.games import find_game, game_names
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.records import as_bytes
from caravanserai.match import Match
from tests.cases import CASES, POLICIES, Case, audit, conceal, copy_of, determinize, moments, raw, viewers

BATCH = 20
"""Matches of a case before the next case has its turn."""

GUESSED = 30
"""Matches of each case and policy in which what is hidden is guessed."""

FRUITLESS = 500
"""After so many rounds without a new position, phases that are still missing are given up and named."""


def tellers(case: Case) -> tuple[Match, Match]:
    """Matches whose only use is to tell about positions handed to them: without and with aids to memory."""
    options = case.lab_options
    bare, aided = (Match(case.game, case.seats, {**options, "memory_aids": aids}, "teller") for aids in (False, True))
    return bare, aided


def expect_nothing_told(case: Case, told_by: Sequence[Match], steps: Sequence[Any], seat: int, seed: str) -> None:
    """Views of some successive positions and what is told between them are the same in a world that could be true."""
    worlds = []
    for number, states in enumerate(steps):
        concealed = conceal(case, states, seat)
        world = determinize(case, concealed, seat, f"{seed} {number}")
        about = case, case.game.phases[states[0].phase], seat
        assert audit(case, world) == (0, 0, 0, 0), about
        hidden_again = conceal(case, world, seat)
        assert raw(hidden_again) == raw(concealed), about
        for teller in told_by:
            assert teller._view(hidden_again, seat) == teller._view(concealed, seat), about
        worlds.append(raw(world))
    truth = [raw(states) for states in steps]
    for teller in told_by:
        for true, world in zip(itertools.pairwise(truth), itertools.pairwise(worlds), strict=True):
            assert teller.narrate(*true, seat) == teller.narrate(*world, seat), (case, seat, seed)


def expect_honest_guesses(case: Case, policy: str, matches: int, most: int = 10**9) -> None:
    """If the truth left a trace in the concealed position, guesses would hit it more often than they hit each other."""
    hits: dict[str, Counter[str]] = defaultdict(Counter)
    for moment in moments(case, matches, policy, "guess", most):
        for seat in (SPECTATOR, moment.number % case.seats):
            concealed = conceal(case, moment.states, seat)
            true = as_bytes(moment.states)[0]
            hidden = true != as_bytes(concealed)[0]
            if not hidden.any():
                continue
            one, two = (as_bytes(determinize(case, concealed, seat, f"{moment.number} {seat} {k}"))[0] for k in (1, 2))
            tally = hits[moment.phase]
            tally["truth"] += int((one == true)[hidden].mean() * 1000)
            tally["other"] += int((one == two)[hidden].mean() * 1000)
            tally["number"] += 1
    for phase, tally in hits.items():
        truth, other, number = tally["truth"] / 1000, tally["other"] / 1000, tally["number"]
        slack = 4 * math.sqrt(number) + 3
        assert truth <= other + slack, (phase, truth / number, other / number, number)


def soak(name: str, positions: int) -> Counter[str]:
    """So many positions of each phase in which somebody decides; returns how many there were of each."""
    cases = [case for case in CASES if case.name == name]
    told_by = {str(case): tellers(case) for case in cases}
    for case, policy in itertools.product(cases, POLICIES):
        expect_honest_guesses(case, policy, GUESSED)
    phases = set(find_game(name).phases) - {"over"}
    share = math.ceil(positions / (len(cases) * len(POLICIES)))
    looked: Counter[str] = Counter()
    fruitless = 0
    for number in itertools.count():
        missing = {phase for phase in phases if looked[phase] < positions}
        if not missing or fruitless == FRUITLESS:
            return looked
        fruitless += 1
        for case, policy in itertools.product(cases, POLICIES):
            before = None
            here: Counter[str] = Counter()
            for moment in moments(case, BATCH, policy, f"concealment {number}", most=20_000):
                if looked[moment.phase] < positions and here[moment.phase] < share:
                    looked[moment.phase] += 1
                    here[moment.phase] += 1
                    fruitless = 0
                    chairs = viewers(case)
                    steps = [moment.states] if before is None or moment.first else [before, moment.states]
                    seat = chairs[looked[moment.phase] % len(chairs)]
                    expect_nothing_told(case, told_by[str(case)], steps, seat, f"{number} {moment.number}")
                before = copy_of(moment.states)
    raise AssertionError("unreachable")


def main() -> None:
    """Soak some games side by side."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("games", nargs="*", default=game_names(), metavar="GAME")
    arguments.add_argument("--positions", type=int, default=10_000)
    arguments.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    given = arguments.parse_args()
    begin = time.perf_counter()
    with ProcessPoolExecutor(given.processes) as pool:
        found = pool.map(soak, given.games, [given.positions] * len(given.games))
        for name, looked in zip(given.games, found, strict=True):
            told = ", ".join(f"{phase} {looked[phase]:,}" for phase in find_game(name).phases if phase != "over")
            print(f"{name}: {told}; nothing told ({time.perf_counter() - begin:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
