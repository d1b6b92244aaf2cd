"""Hints for a decision, and the review of a finished match: what search thinks, in figures a player understands."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import sqrt
from typing import Any

from caravanserai.bots.search import SearchBudget, SearchResult, Verdict, search_seed, searcher
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import InvalidLog, InvalidOption
from caravanserai.kernel.events import Line
from caravanserai.kernel.game import Game
from caravanserai.match import Match, replay

__all__ = ["REVIEW_ITERATIONS", "Hint", "Lesson", "Moment", "Study", "hints", "review", "study"]

SEED = seed_bytes("hints")
WORTH_TELLING = 0.05
"""A choice tried less than this share as often as the best one is no hint."""
REVIEW_ITERATIONS = 256
"""For each decision of a review that is shared: so bounded it is the same wherever it is made."""


@dataclass(frozen=True)
class Hint:
    """A choice, the chance of winning with it, and the margin over the best rival to be expected."""

    choice: Choice
    win_chance: float
    margin: float

    def as_json(self) -> dict[str, Any]:
        """As it goes over the wire: the choice with its numbers, rounded."""
        return {**self.choice.as_json(), "win_chance": round(self.win_chance, 4), "margin": round(self.margin, 2)}


@dataclass(frozen=True)
class Lesson:
    """A decision of a match in which something was lost: what was played, what would have been better, and how much
    better, as a share of a win."""

    number: int
    seat: int
    played: Hint
    better: Hint
    loss: float

    def as_json(self) -> dict[str, Any]:
        """As it goes over the wire, rounded."""
        return {
            "decision": self.number,
            "seat": self.seat,
            "played": self.played.as_json(),
            "better": self.better.as_json(),
            "loss": round(self.loss, 4),
        }


@dataclass(frozen=True)
class Moment:
    """The chance of winning that a seat could see before one of its decisions, or, after the last one, how the match
    ended for it."""

    number: int
    seat: int
    chance: float


@dataclass(frozen=True)
class Study:
    """A finished match as search sees it: the decisions in which something was lost, worst first, and how the chances
    went."""

    lessons: list[Lesson]
    moments: list[Moment]


def hints(
    game: Game,
    edition: Edition,
    concealed: Any,
    seat: int,
    seconds: float | None = 1.0,
    iterations: int | None = None,
    most: int = 3,
    threads: int = 1,
) -> list[Hint]:
    """The best few choices of a seat, from its concealed position, best first."""
    result = searcher(game).think(edition, concealed, seat, SEED, SearchBudget(seconds, iterations, threads))
    ranked = ranked_verdicts(result)
    told = [v for v in ranked[:most] if v.visits >= WORTH_TELLING * ranked[0].visits]
    return [_hint(game, verdict, seat, int(concealed["seats"][0])) for verdict in told]


def ranked_verdicts(result: SearchResult) -> list[Verdict]:
    """Best first: what search would do most often."""
    return sorted(result.verdicts, key=lambda v: -v.odds) if result.mixed else list(result.verdicts)


def _hint(game: Game, verdict: Verdict, seat: int, seats: int) -> Hint:
    return Hint(game.actions.choice(verdict.action, seat, seats), verdict.win_chance, verdict.margin)


def review(
    log: Any,
    seat: int | None = None,
    seconds: float | None = 0.2,
    iterations: int | None = None,
    most: int = 5,
    threads: int = 1,
    watch: Callable[[int], None] | None = None,
) -> list[Lesson]:
    """The decisions of a finished match in which most was lost, worst first, each judged by what its seat knew then.

    ``watch`` is called with the number of each decision when it has been looked at.
    """
    return study(log, seat, seconds, iterations, threads, watch).lessons[:most]


def study(
    log: Any,
    seat: int | None = None,
    seconds: float | None = 0.2,
    iterations: int | None = None,
    threads: int = 1,
    watch: Callable[[int], None] | None = None,
    only: Collection[int] | None = None,
) -> Study:
    """All decisions of a finished match, all of a seat, or ``only`` some, looked at as ``review`` does."""
    whole = replay(log)
    if (outcome := whole.outcome()) is None:
        raise InvalidLog("log: the match is not over; expected a finished one to review")
    if seat is not None and not 0 <= seat < whole.seats:
        raise InvalidOption(f"seat {seat}: expected a number from 0 to {whole.seats - 1}")
    lessons: list[Lesson] = []
    moments: list[Moment] = []
    budget = SearchBudget(seconds, iterations, threads)

    def look(match: Match) -> None:
        number = match.decisions
        if number == len(log["moves"]):
            return
        mover, text = log["moves"][number]
        wanted = seat in (None, mover) and (only is None or number in only)
        if wanted and len(match.choices(mover)) > 1:
            key = search_seed(SEED, number)
            action = match.action(mover, text)
            result = searcher(match.game).think(
                match.edition, match.concealed(mover), mover, key, budget, favoured=action
            )
            _judge(match, mover, action, result, lessons, moments)
        if watch:
            watch(number)

    replay(log, watch=look)
    for one in range(whole.seats) if seat is None else (seat,):
        moments.append(Moment(len(log["moves"]), one, (one in outcome.winners) / len(outcome.winners)))
    return Study(sorted(lessons, key=lambda lesson: (-lesson.loss, lesson.number)), moments)


def _judge(
    match: Match, seat: int, action: int, result: SearchResult, lessons: list[Lesson], moments: list[Moment]
) -> None:
    """Note what a seat could expect, and what was lost by its action, if search is sure of it: more than twice the
    standard error of the difference."""
    played = next((v for v in result.verdicts if v.action == action), None)
    tried = [v for v in result.verdicts if 3 * v.visits >= result.verdicts[0].visits]
    if not tried:
        return
    best = max(tried, key=lambda v: v.gain)
    moments.append(Moment(match.decisions, seat, best.win_chance))
    if played is None:
        return
    loss = best.gain - played.gain
    doubt = sqrt(0.25 / best.visits + 0.25 / played.visits)
    if loss > 2 * doubt:
        game, seats = match.game, match.seats
        lost, better = _hint(game, played, seat, seats), _hint(game, best, seat, seats)
        lessons.append(Lesson(match.decisions, seat, lost, better, loss))


def hint_line(hint: Hint, label: str) -> Line:
    """A hint as a sentence to be put into words; ``label`` says what the choice does."""
    points = round(abs(hint.margin))
    name = "hint-level" if not points else "hint-ahead" if hint.margin > 0 else "hint-behind"
    return Line(name, choice=label, percent=round(100 * hint.win_chance), points=points)
