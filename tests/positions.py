"""Is a position from a file refused, or can it be played? Positions that were reached by playing are changed a little.

    python -m tests.positions [GAME]… [--changes 20000] [--processes N]

changes so many positions of each game, spread over all seat counts, options, phases and both policies. Each changed
one must be refused in words, or be as good as one that was reached: nothing may be out of place in it or after it.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import json
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from caravanserai.games import find_game, game_names
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.errors import InvalidPosition
from caravanserai.kernel.records import Field
from caravanserai.match import Match
from tests.cases import CASES, POLICIES, Case, audit, effort, moments, viewers
from tests.concealment import expect_nothing_told, tellers

SAMPLES = 6
"""Positions kept of each phase of a case, with each policy."""

PART = 500
"""Changes a process tries before it takes the next ones."""

DECISIONS = 60
"""Decisions that are taken after a change that was not refused."""

Place = tuple[Any, Any]
"""A list or an object, and where in it."""


@cache
def reached(case: Case) -> tuple[dict[str, Any], ...]:
    """Positions of every phase that random play and advice come to, the ends of matches among them."""
    kept: dict[str, list[dict[str, Any]]] = defaultdict(list)
    pick = random.Random(f"reached {case}")
    dump = case.game.state.dump
    for policy in POLICIES:
        seen: Counter[str] = Counter()
        here: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for moment in moments(case, effort(12), policy, "positions", most=effort(6_000, 120)):
            seen[moment.phase] += 1
            if len(here[moment.phase]) < SAMPLES:
                here[moment.phase].append(dump(moment.states[0]))
            elif pick.random() < SAMPLES / seen[moment.phase]:
                here[moment.phase][pick.randrange(SAMPLES)] = dump(moment.states[0])
        for phase, states in here.items():
            kept[phase] += states
        for seed in range(effort(SAMPLES)):
            match = Match(case.game, case.seats, case.lab_options, seed)
            kept["over"].append(match.play_out(policy).position()["state"])
    return tuple(itertools.chain.from_iterable(kept.values()))


def leaves(data: Any) -> Iterator[Place]:
    """All single values of a field, each as where it lies."""
    for key, item in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(item, (dict, list)):
            yield from leaves(item)
        else:
            yield data, key


def places(state: dict[str, Any], field: Field) -> list[Place]:
    """Where the values of a field lie; of a list of names, the free place behind the last of them too."""
    data = state[field.name]
    if not field.axes:
        return [(state, field.name)]
    found = list(leaves(data))
    if field.names is not None and len(field.axes) == 1 and isinstance(data, list) and len(data) < field.shape[0]:
        found.append((data, len(data)))
    return found


def put(place: Place, value: Any) -> None:
    """A value into its place, or onto the end of its list."""
    data, key = place
    if isinstance(data, list) and key == len(data):
        data.append(value)
    else:
        data[key] = value


def value_at(place: Place) -> Any:
    """The value in a place; nothing lies behind the end of a list."""
    data, key = place
    return None if isinstance(data, list) and key == len(data) else data[key]


def change_value(state: dict[str, Any], fields: dict[str, Field], pick: random.Random) -> None:
    """Another value that the field may have."""
    field = pick.choice(list(fields.values()))
    where = places(state, field)
    if not where:
        return
    place = pick.choice(where)
    old = value_at(place)
    if field.names is not None:
        put(place, pick.choice([*field.names, *([None] if field.low < 0 else [])]))
    else:
        near = [old + d for d in (-2, -1, -1, 1, 1, 2)]
        far = [field.low, field.high, 0, 1, pick.randint(field.low, min(field.high, field.low + 100))]
        put(place, pick.choice([n for n in near + far if field.low <= n <= field.high]))


def swap_values(state: dict[str, Any], fields: dict[str, Field], pick: random.Random) -> None:
    """Two entries of a field change places: single values, or what two seats have."""
    field = pick.choice([field for field in fields.values() if field.axes])
    data = state[field.name]
    if isinstance(data, list) and len(data) > 1 and pick.random() < 0.5:
        k, j = pick.sample(range(len(data)), 2)
        data[k], data[j] = data[j], data[k]
    elif where := places(state, field):
        one, other = pick.choice(where), pick.choice(where)
        first, second = value_at(one), value_at(other)
        put(one, second)
        put(other, first)


def move_piece(state: dict[str, Any], fields: dict[str, Field], pick: random.Random) -> None:
    """One card or another piece goes where it could be, so that their number stays right."""
    counted = defaultdict(list)
    for field in fields.values():
        for place in places(state, field) if field.axes else []:
            if field.names is None and isinstance(place[1], str):
                counted[place[1]].append((field, place))
            elif field.names is not None and value_at(place) is not None:
                counted[value_at(place)].append((field, place))
    name = pick.choice([name for name, where in counted.items() if len(where) > 1] or [""])
    if not name:
        return
    source, place = pick.choice(counted[name])
    target, goal = pick.choice(counted[name])
    if source.names is None:
        if value_at(place) <= source.low:
            return
        put(place, value_at(place) - 1)
    else:
        put(place, None)
    if target.names is None:
        put(goal, min(value_at(goal) + 1, target.high))
    else:
        free = [free for free in places(state, target) if value_at(free) is None]
        if free:
            put(pick.choice(free), name)


def take_over(state: dict[str, Any], fields: dict[str, Field], pick: random.Random, donor: dict[str, Any]) -> None:
    """Some fields as they were in another position."""
    for name in pick.sample(list(fields), pick.randint(1, 3)):
        state[name] = copy.deepcopy(donor[name])


def changed(case: Case, pick: random.Random) -> dict[str, Any]:
    """A position that was reached, with one to three changes."""
    states = reached(case)
    by_phase = defaultdict(list)
    for state in states:
        by_phase[state["phase"]].append(state)
    state = copy.deepcopy(pick.choice(by_phase[pick.choice(list(by_phase))]))
    # The undo barrier counts round and round: any number is as good as another.
    fields = {name: field for name, field in case.game.state.fields.items() if name != "undo_barrier"}
    for _ in range(pick.randint(1, 3)):
        kind = pick.random()
        if kind < 0.45:
            change_value(state, fields, pick)
        elif kind < 0.6:
            swap_values(state, fields, pick)
        elif kind < 0.8:
            move_piece(state, fields, pick)
        elif kind < 0.9:
            state["phase"] = pick.choice(case.game.phases)
        else:
            take_over(state, fields, pick, pick.choice(states))
    return {
        "game": case.name,
        "edition": {"name": "standard"},
        "memory_aids": pick.random() < 0.5,
        "state": state,
    }


@cache
def _tellers(name: str, seats: int, options: tuple[tuple[str, int], ...]) -> tuple[Match, Match]:
    return tellers(Case(name, seats, dict(options)))


def expect_told(match: Match, case: Case, before: Any, seat: int, seed: str) -> None:
    """All that is told to a seat can be told, and nothing that is hidden from it."""
    game, now = match.game, match._states.copy()
    json.dumps([match.view(seat), [event.as_json() for event in match.events(seat)]])
    assert match.prompt(seat)
    assert match.describe(seat)
    told_by = _tellers(case.name, case.seats, tuple(case.options.items()))
    expect_nothing_told(case, told_by, [now] if before is None else [before, now], seat, seed)
    seen = np.zeros(game.observation_size, np.float32)
    game.functions.encode(match.edition.array, now, 0, seat, seen)
    assert (np.concatenate([np.full(part.size, part.low) for part in game.observation]) <= seen).all()
    assert (np.concatenate([np.full(part.size, part.high) for part in game.observation]) >= seen).all()
    if seat in match.actors:
        labels = match.labels(seat)
        assert labels, f"seat {seat} has no choice"
        weights = np.zeros(game.actions.count, np.float32)
        game.functions.advise(match.edition.array, now, 0, seat, weights)
        assert np.isfinite(weights).all()
        assert set(np.flatnonzero(weights)) <= {choice.action for choice, _ in labels}


def expect_sound(match: Match, pick: random.Random, decisions: int) -> None:
    """Play on at random: after every decision nothing is out of place, and all can be told to everybody."""
    case = Case(match.game.id, match.seats, {option.name: match.options[option.name] for option in match.game.options})
    before = None
    for number in range(decisions):
        assert audit(case, match._states) == (0, 0, 0, 0), f"after {number} decisions"
        chairs = viewers(case)
        for seat in chairs if number < 2 else pick.sample(chairs, number % 8 == 0):
            expect_told(match, case, before, seat, str(number))
        assert len(match.score_sheet()) == len(match.scores) == case.seats
        assert (match.outcome() is not None) == match.over
        if match.over:
            return
        for seat in match.actors:
            assert match.choices(seat), f"seat {seat} has no choice after {number} decisions"
        before = match._states.copy()
        seat = pick.choice(match.actors)
        match.play(seat, pick.choice(match.choices(seat)))


def try_changes(name: str, changes: int, decisions: int, first: int = 0) -> Counter[str]:
    """So many changed positions of a game; returns how many were refused, and how many played on from each phase."""
    # Without the compiler, what is changed takes as long to come to as the changes themselves: a third of the cases.
    cases = [case for case in CASES if case.name == name][:: effort(1, 3)]
    counts: Counter[str] = Counter()
    for number in range(first, first + changes):
        case = cases[number % len(cases)]
        pick = random.Random(f"change {name} {number}")
        text = json.dumps(changed(case, pick))
        try:
            match = Match.from_position(json.loads(text), seed_bytes(f"{number}"))
        except InvalidPosition:
            counts["refused"] += 1
            continue
        counts[match.phase] += 1
        try:
            expect_sound(match, pick, decisions)
        except Exception as problem:
            raise AssertionError(f"{case}, change {number}, was not refused: {text}") from problem
    return counts


def main() -> None:
    """Try many changes of some games, a part after the other so that every process has work."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("games", nargs="*", default=game_names(), metavar="GAME")
    arguments.add_argument("--changes", type=int, default=20_000)
    arguments.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    given = arguments.parse_args()
    with ProcessPoolExecutor(given.processes) as pool:
        for name in given.games:
            begin, firsts = time.perf_counter(), range(0, given.changes, PART)
            sizes = [min(PART, given.changes - first) for first in firsts]
            parts = pool.map(try_changes, [name] * len(sizes), sizes, [DECISIONS] * len(sizes), firsts)
            counts = sum(parts, Counter())
            told = ", ".join(f"{key} {counts[key]:,}" for key in ("refused", *find_game(name).phases))
            print(f"{name}: {told}; all sound ({time.perf_counter() - begin:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
