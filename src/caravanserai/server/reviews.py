"""Reviews: kept for all who look at a match, and made by whoever looks at it first, in their browser or here.

A search with a fixed number of iterations finds the same everywhere, to the last bit. So what a browser says it found
can be checked: all that is told of it in words, and some of the rest, chosen by chance.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from caravanserai.match import Match, replay
from caravanserai.server.errors import Refused
from caravanserai.server.jobs import LESSONS
from caravanserai.server.messages import FoundLesson, FoundReview
from caravanserai.server.rows import ReviewRow, values
from caravanserai.server.schema import reviews

CHECKED = 6
"""Decisions chosen by chance that are looked at again, beside those that something is told of."""


def find_review(connection: Connection, table_id: str, rules: int) -> dict[str, Any] | None:
    """The review that is kept of a match; none if it was made under other rules, whose actions had other numbers."""
    c = reviews.c
    question = select(c.found).where(c.table_id == table_id, c.rules == rules)
    found: dict[str, Any] | None = connection.execute(question).scalar()
    return found


def keep_review(connection: Connection, table_id: str, rules: int, found: dict[str, Any]) -> None:
    """Keep the review of a match, in the place of one made under other rules. Of two, the first stays."""
    if find_review(connection, table_id, rules) is None:
        connection.execute(delete(reviews).where(reviews.c.table_id == table_id))
        connection.execute(insert(reviews).values(values(ReviewRow(table_id, rules, found, time.time()))))


class Decisions:
    """What can be said about the decisions of a match without a search: whose they were, and what else was possible."""

    def __init__(self, log: dict[str, Any]) -> None:
        self.movers: dict[int, int] = {}
        """The seats that had a choice, by the numbers of their decisions."""
        self.taken: dict[int, int] = {}
        self.possible: dict[int, set[int]] = {}

        def look(match: Match) -> None:
            if (number := match.decisions) < len(log["moves"]):
                seat, text = log["moves"][number]
                choices = {choice.action for choice in match.choices(seat)}
                if len(choices) > 1:
                    self.movers[number], self.possible[number] = seat, choices
                    self.taken[number] = match.action(seat, text)

        match = replay(log, watch=look)
        outcome = match.outcome()
        assert outcome is not None
        share = 1 / len(outcome.winners)
        self.ends = [share * (seat in outcome.winners) for seat in range(match.seats)]
        self.last = match.decisions

    def expect_fitting(self, found: FoundReview) -> None:
        """Refuses a review that cannot be one of this match, whatever a search finds."""
        expected = [*self.movers.items(), *((self.last, seat) for seat in range(len(self.ends)))]
        if [(one.number, one.seat) for one in found.chances] != expected:
            raise differs("chances", "one for each decision with a choice, in their order, and one for each seat's end")
        if [one.chance for one in found.chances if one.number == self.last] != self.ends:
            raise differs("chances", f"{self.ends} at the end")
        numbers = [lesson.number for lesson in found.lessons]
        if numbers != sorted(set(numbers)):
            raise differs("lessons", "one for a decision, in their order")
        for lesson in found.lessons:
            self._expect_possible(lesson)
        if most := [seat for seat, count in Counter(one.seat for one in found.lessons).items() if count > LESSONS]:
            raise differs(f"lessons of seat {most[0]}", f"at most {LESSONS}")

    def _expect_possible(self, lesson: FoundLesson) -> None:
        number, better = lesson.number, lesson.better.action
        if self.movers.get(number) != lesson.seat:
            raise differs(f"lesson {number}", "a decision with a choice, of the seat that took it")
        if lesson.played.action != self.taken[number]:
            raise differs(f"lesson {number}: played", f"action {self.taken[number]}")
        if better not in self.possible[number] - {self.taken[number]}:
            raise differs(f"lesson {number}: better", "another action that was possible")

    def sample(self, found: FoundReview) -> list[int]:
        """Decisions to be looked at again: all that something is told of, and some that nobody could foresee."""
        told = {lesson.number for lesson in found.lessons}
        rest = sorted(self.movers.keys() - told)
        return sorted(told | set(random.SystemRandom().sample(rest, min(CHECKED, len(rest)))))


def expect_equal(found: FoundReview, again: dict[str, Any], looked_at: list[int]) -> None:
    """Refuses a review in which a decision that was looked at again is told otherwise."""
    chances = {one.number: one.chance for one in found.chances}
    lessons = {one.number: one for one in found.lessons}
    for one in again["chances"]:
        if one["number"] in looked_at and chances[one["number"]] != one["chance"]:
            raise differs(f"chance {one['number']}", one["chance"])
    known = {one["number"]: one for one in again["lessons"]}
    for number in looked_at:
        lesson, right = lessons.get(number), known.get(number)
        if lesson is not None and lesson.model_dump() != right:
            raise differs(f"lesson {number}", right)
        if lesson is None and right is not None:
            worse = [one for one in found.lessons if one.seat == right["seat"] and one.loss >= right["loss"]]
            if len(worse) < LESSONS:
                raise differs(f"lesson {number}: missing", right)


def differs(what: str, expected: Any) -> Refused:
    """The refusal of a review that is not what a search finds."""
    return Refused("invalid", f"review: {what}: not as found here", expected)
