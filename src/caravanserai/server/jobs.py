"""The kinds of jobs that are thought about: a bot's decision, a hint, the review of a match.

A job is plain data, a question, and so is what comes of it: either can cross to another machine. A question about a
match that goes on holds a position as one seat knows it, never the true one.

Another machine may have other games, or the same ones in another version. So a question names the *code* it is to be
answered with (the game, and a digest of its rules, of the kernel and of the bots) and the numbers of its edition.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection
from dataclasses import asdict
from functools import cache, partial
from operator import itemgetter
from pathlib import Path
from typing import Any

from caravanserai import bots, kernel
from caravanserai.bots import LEVELS, Bot, find_level, make_bot
from caravanserai.bots.hints import REVIEW_ITERATIONS, Hint, Lesson, Study, hints, study
from caravanserai.bots.search import searcher
from caravanserai.games import find_game
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import InvalidEdition
from caravanserai.kernel.game import Game
from caravanserai.match import Match
from caravanserai.server.thinking import Job

DECIDE, HINT, REVIEW = "decide", "hint", "review"

HINT_SECONDS = 1.0
REVIEW_SECONDS = 0.04
"""That a decision takes about; a review is bounded by iterations, so that it is the same wherever it is made."""

REVIEW_PATIENCE = 5
"""How many times as long a review may take where the machine is busy: every decision of it can be held up."""

LESSONS = 3
"""For each player: their worst decisions."""

ADVISED = [level.name for level in LEVELS.values() if not level.searches][-1]
"""The strongest level that decides at once: what a searching bot plays by when its search comes to nothing."""

Question = dict[str, Any]
"""Plain data: what JSON can hold."""


def bots_decision(match: Match, seat: int, level: str, wanted: Callable[[], bool]) -> Job[int]:
    """What a bot of a level does for a seat: the number of an action."""
    question = {**_position(match, seat), "level": level}
    seconds = find_level(level).seconds or 0
    return Job(decide, (question,), seconds, match.game.id, kind=DECIDE, wanted=wanted)


def hint(match: Match, seat: int) -> Job[list[dict[str, Any]]]:
    """The best few choices of a seat, each as ``plain_hint`` has it."""
    question = _position(match, seat)
    return Job(consider, (question,), HINT_SECONDS, match.game.id, (HINT, *question.values()), HINT)


def match_review(match: Match, log: dict[str, Any], only: Collection[int] | None = None) -> Job[dict[str, Any]]:
    """What search thinks of a finished match, or of some of its decisions, as ``plain_study`` has it."""
    question = {
        "numbers": numbers(match.edition),
        "log": {key: log[key] for key in log if key != "players"},
        "iterations": REVIEW_ITERATIONS,
        "only": None if only is None else sorted(only),
    }
    seconds = REVIEW_PATIENCE * REVIEW_SECONDS * len(log["moves"] if only is None else only)
    return Job(look_back, (question,), seconds, match.game.id, (REVIEW, repr(question)), REVIEW)


def _position(match: Match, seat: int) -> Question:
    return {
        "game": match.game.id,
        "edition": match.edition.name,
        "numbers": numbers(match.edition),
        "seat": seat,
        "position": b64encode(match.concealed(seat).tobytes()).decode(),
    }


def decide(question: Question) -> Callable[[], int]:
    """Makes a bot's decision ready."""
    bot = _bot(question["game"], _expect_edition(question).name, question["level"])
    return partial(bot.choose, _concealed(question), question["seat"])


def advised(question: Question) -> int:
    """What a bot does where its search comes to nothing."""
    return decide({**question, "level": ADVISED})()


def consider(question: Question) -> Callable[[], list[dict[str, Any]]]:
    """Makes a hint ready: the best few choices in a position as its seat knows it."""
    game, edition = with_search(question["game"]), _expect_edition(question)
    think = partial(hints, game, edition, _concealed(question), question["seat"], HINT_SECONDS)
    return lambda: [plain_hint(found) for found in think()]


def look_back(question: Question) -> Callable[[], dict[str, Any]]:
    """Makes a review ready."""
    log = question["log"]
    with_search(log["game"])
    _expect(question, Match.from_log(log, 0).edition)
    iterations, only = question["iterations"], question["only"]
    return lambda: plain_study(study(log, seconds=None, iterations=iterations, only=only), whole=only is None)


def plain_study(found: Study, whole: bool) -> dict[str, Any]:
    """A study as plain data: each player's worst decisions, or all that were looked at, and everybody's chances."""
    lessons = [
        {
            "number": lesson.number,
            "seat": lesson.seat,
            "played": plain_hint(lesson.played),
            "better": plain_hint(lesson.better),
            "loss": lesson.loss,
        }
        for lesson in (worst_of_each(found.lessons) if whole else found.lessons)
    ]
    lessons.sort(key=itemgetter("number"))
    return {"lessons": lessons, "chances": [asdict(moment) for moment in found.moments]}


def worst_of_each(lessons: list[Lesson]) -> list[Lesson]:
    """The first few lessons of each player."""
    seats = {lesson.seat for lesson in lessons}
    return [lesson for seat in seats for lesson in [one for one in lessons if one.seat == seat][:LESSONS]]


KINDS: dict[str, Callable[[Question], Callable[[], Any]]] = {DECIDE: decide, HINT: consider, REVIEW: look_back}
"""What makes each kind of job ready."""


def plain_hint(found: Hint) -> dict[str, Any]:
    """A hint as plain data."""
    return {"action": found.choice.action, "win_chance": found.win_chance, "margin": found.margin}


def with_search(game: str) -> Game:
    """A game whose search is loaded."""
    found = find_game(game)
    _ = searcher(found).grow
    return found


@cache
def _bot(game: str, edition: str, level: str) -> Bot:
    """A bot remembers nothing of a match, so one plays at all tables."""
    found = with_search(game) if find_level(level).searches else find_game(game)
    return make_bot(found, found.edition(edition), level)


def _concealed(question: Question) -> Any:
    return find_game(question["game"]).state.copied(b64decode(question["position"]))


def _expect_edition(question: Question) -> Edition:
    return _expect(question, find_game(question["game"]).edition(question["edition"]))


def _expect(question: Question, edition: Edition) -> Edition:
    """The edition, if its numbers are those of the match: a house edition can have any name."""
    if numbers(edition) != question["numbers"]:
        raise InvalidEdition(f"edition {edition.name!r} of {edition.game}: expected the numbers of the match")
    return edition


def numbers(edition: Edition) -> str:
    """A digest of an edition's numbers."""
    return hashlib.sha256(edition.array.tobytes()).hexdigest()[:16]


@cache
def code_of(game: str) -> str:
    """The name of a game with a digest of all that decides what an answer about it is, and how a position is laid out.
    Equal on any machine that has the same sources."""
    found = find_game(game)
    digest = hashlib.sha256(f"rules version {found.rules_version};".encode())
    for part in (kernel, bots):
        digest.update(_sources(Path(part.__path__[0]), "*.py"))
    folder = Path(found.contract.folder)
    digest.update(_sources(folder, "*.py") + _sources(folder, "*.toml"))
    digest.update(_sources(Path(bots.__path__[0]), f"{game}.npz"))
    return f"{game}:{digest.hexdigest()[:16]}"


def _sources(folder: Path, pattern: str) -> bytes:
    """A digest of some files of a folder, with their names."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob(pattern)):
        digest.update(f"{path.relative_to(folder).as_posix()} {path.stat().st_size};".encode() + path.read_bytes())
    return digest.digest()
