"""All that is told, on record: views, prompts, labels, events, text views and score sheets, in both languages.

    python -m tests.golden.telling [--long] [--write]

plays matches of every case, half of them at random and half by the game's advice, half with memory aids and half
without, and compares a fingerprint of everything every seat and a spectator is told with the one on record; ``--write``
puts it on record. Where something differs, run it at both commits with ``--show CASE``. The tests do the short form.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from caravanserai.kernel.events import Sentence
from caravanserai.match import MEMORY_AIDS, Match
from caravanserai.words import LANGUAGES, words_for
from tests.cases import CASES, POLICIES, Case, viewers

FILE = Path(__file__).parent / "telling.json"
LENGTHS = {"short": (1, 12), "long": (7, 200)}
"""Matches of each kind, and decisions of each that are looked at: for the tests, and when the telling was touched."""
PLAYERS = ("Ann", "Bashir", "Cyd", "Daud", "Esra", "Fatou")
PARTS = ("views", "prompts", "labels", "events", "lines", "sheets")


class Speaker:
    """Puts what is told into words, in all languages; what was said before is remembered."""

    def __init__(self, case: Case) -> None:
        self._words = [words_for(case.game, language) for language in LANGUAGES]
        self._players = PLAYERS[: case.seats]
        self._said: dict[str, str] = {}

    def __call__(self, sentence: Sentence) -> str:
        key = repr(sentence)
        if key not in self._said:
            self._said[key] = " | ".join(words.sentence(sentence, self._players) for words in self._words)
        return self._said[key]


@cache
def speaker(case: Case) -> Speaker:
    return Speaker(case)


def tellings(case: Case, length: str) -> Iterator[tuple[str, str]]:
    """Everything that is told in the matches of a case: the part it belongs to, and what it is."""
    matches, decisions = LENGTHS[length]
    for policy in POLICIES:
        for aids in (False, True):
            for number in range(matches):
                yield from _tellings(case, policy, aids, number, decisions)


def _tellings(case: Case, policy: str, aids: bool, number: int, decisions: int) -> Iterator[tuple[str, str]]:
    options = {**case.game.lab_options(case.options), MEMORY_AIDS: aids}
    match = Match(case.game, case.seats, options, f"telling {policy} {aids} {number}")
    speak, own = speaker(case), random.Random(f"{case} {policy} {number}")
    choose: Callable[[int], int] = {"random": _at_random, "advice": _by_advice}[policy](match, own)
    for _ in range(decisions):
        yield from _told_now(case, match, speak)
        if match.over:
            return
        seat = own.choice(match.actors)
        match.play(seat, choose(seat))
    match.play_out("advice")
    yield from _told_now(case, match, speak)


def _at_random(match: Match, own: random.Random) -> Callable[[int], int]:
    return lambda seat: own.choice(match.choices(seat)).action


def _by_advice(match: Match, own: random.Random) -> Callable[[int], int]:
    def choose(seat: int) -> int:
        choices, weights = zip(*match.advice(seat), strict=True)
        return int(own.choices(choices, weights)[0].action if any(weights) else choices[0].action)

    return choose


def _told_now(case: Case, match: Match, speak: Speaker) -> Iterator[tuple[str, str]]:
    for viewer in viewers(case):
        yield "views", json.dumps(match.view(viewer), sort_keys=True)
        yield "prompts", speak(match.prompt(viewer))
        yield "lines", "\n".join(map(speak, match.describe(viewer)))
        yield "events", "\n".join(map(speak, match.events(viewer)))
    for seat in match.actors:
        yield "labels", "\n".join(f"{choice}: {speak(label)}" for choice, label in match.labels(seat))
    if match.over:
        yield "sheets", "\n\n".join("\n".join(map(speak, lines)) for lines in match.score_sheet())


def fingerprint(case: Case, length: str) -> dict[str, Any]:
    """How many positions were looked at, and a digest of each part of what was told."""
    digests = {part: hashlib.sha256() for part in PARTS}
    looks = 0
    for part, text in tellings(case, length):
        digests[part].update(text.encode() + b"\0")
        looks += part == "prompts"
    return {
        "positions": looks // len(viewers(case)),
        **{part: digest.hexdigest()[:16] for part, digest in digests.items()},
    }


def recorded(length: str) -> dict[str, dict[str, Any]]:
    """What is on record, by case."""
    data: dict[str, dict[str, Any]] = json.loads(FILE.read_text())[length]
    return data


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--long", action="store_const", const="long", default="short", dest="length")
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--game")
    arguments.add_argument("--show", metavar="CASE", help="print what is told in that case instead")
    given = arguments.parse_args()
    if given.show:
        [case] = [case for case in CASES if str(case) == given.show]
        for number, (part, text) in enumerate(tellings(case, given.length)):
            print(f"{number} {part}: {text}")
        return
    before, positions, different = recorded(given.length), 0, 0
    for case in CASES:
        if given.game in (None, case.name):
            found, known = fingerprint(case, given.length), before.get(str(case), {})
            parts = [part for part in found if found[part] != known.get(part)]
            print(f"{case}: {'different: ' + ', '.join(parts) if parts else 'as recorded'}", flush=True)
            before[str(case)] = found
            positions += found["positions"]
            different += bool(parts)
    print(f"{positions} positions looked at, {different} cases different")
    if given.write:
        FILE.write_text(json.dumps(json.loads(FILE.read_text()) | {given.length: before}, indent=1) + "\n")
    elif different:
        sys.exit(1)


if __name__ == "__main__":
    main()
