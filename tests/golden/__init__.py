"""Golden files: a readable playthrough and node counts of every game.

``make golden`` writes them anew; the diff shows a reviewer what a change did to the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from caravanserai.games import find_game
from caravanserai.kernel.chance import new_chance, seek
from caravanserai.match import Match
from caravanserai.words import words_for
from tests.cases import CASES, Case, viewers

FOLDER = Path(__file__).parent
NODES = 10_000
"""Node counts go as deep as they can without visiting more positions than this."""
FULL_EVERY = 25
"""A playthrough shows the whole position and all views at every so many decisions."""


def playthrough(case: Case) -> str:
    """A whole match by the game's own advice, as text."""
    return "\n".join(_playthrough(case)) + "\n"


def _playthrough(case: Case) -> Iterator[str]:
    options = case.game.lab_options(case.options)
    moves = Match(case.game, case.seats, options, "playthrough").play_out("advice").log()["moves"]
    match = Match(case.game, case.seats, options, "playthrough")
    words = words_for(case.game, "en")
    players = [f"seat {seat}" for seat in range(case.seats)]
    yield f"{case}: {case.game.actions.count} actions, observation of {case.game.observation_size} numbers"
    for number, (seat, text) in enumerate(moves):
        yield ""
        yield f"== {number}: {match.phase}, to act {list(match.actors)}, scores {list(match.scores)}"
        if number % FULL_EVERY == 0:
            yield f"position {_compact(match.position()['state'])}"
            for viewer in viewers(case):
                yield f"view {viewer} {_compact(match.view(viewer))}"
        yield "legal " + "; ".join(map(str, match.choices(seat)))
        yield f"seat {seat} plays: {text}"
        match.play(seat, text)
        for event in match.events():
            yield f"  {words.sentence(event, players)}"
    yield ""
    yield f"outcome {_compact(match.log()['outcome'])}"


def _compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


@cache
def perft(case: Case, nodes: int) -> tuple[int, ...]:
    """How many sequences of one, two, three … decisions there are from the deal, chance being fixed. It goes one deeper
    as long as there are no more positions than ``nodes``."""
    f, editions = case.game.functions, case.game.edition().array
    first = Match(case.game, case.seats, case.game.lab_options(case.options), "perft")
    chance, mask = new_chance(first.seed), np.zeros(case.game.actions.count, np.uint8)
    layer = [first._states.copy()]
    counts: list[int] = []
    while len(layer) <= nodes and len(counts) < 8:
        below = []
        for state in layer:
            for seat in range(case.seats):
                if not f.actors(editions, state, 0) >> seat & 1:
                    continue
                f.legal(editions, state, 0, seat, mask)
                for action in np.flatnonzero(mask):
                    copy = state.copy()
                    seek(chance, len(counts) + 1)
                    f.step(editions, copy, 0, seat, action, chance)
                    below.append(copy)
        layer = below
        counts.append(len(layer))
    return tuple(counts)


def golden_cases() -> list[Case]:
    """The smallest and largest table of each game and variant."""
    return [case for case in CASES if case.seats in (case.game.fewest, case.game.most)]


def playthrough_file(case: Case) -> Path:
    return FOLDER / f"{case}.txt"


def rules_file(game: str) -> Path:
    return FOLDER / f"{game}.rules.json"


def rules_record(game: str, nodes: int = NODES) -> dict[str, Any]:
    """The version of a game's rules, and what tells whether they have changed: its verbs, and how many sequences of
    decisions there are."""
    found = find_game(game)
    verbs = [{"verb": verb.word, **{name: str(domain) for name, domain in verb.args.items()}} for verb in found.actions]
    counts = {str(case): list(perft(case, nodes)) for case in CASES if case.name == game}
    return {"rules_version": found.rules_version, "verbs": verbs, "perft": counts}


def write_rules_record(game: str, nodes: int = NODES) -> None:
    """Write the record anew. Rules that have changed must have another version: matches that were begun under the old
    ones could not be played on."""
    file, now = rules_file(game), rules_record(game, nodes)
    if file.exists():
        before = json.loads(file.read_text())
        if before != now and before["rules_version"] == now["rules_version"]:
            raise SystemExit(f"{game}: its rules or verbs have changed: raise rules_version in its edition.toml first")
    file.write_text(json.dumps(now, indent=1) + "\n")
