"""Advice for people: what a strong player would consider now, and where a finished match was lost.

One question at a time, and not in the bots' processes: nobody's bot waits for another's advice. A person waits for one
hint at a time. Whoever asks the same as somebody else, or the same again, shares the answer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

from caravanserai.bots.hints import Hint, Lesson, hints, review
from caravanserai.match import Match
from caravanserai.server.errors import Refused
from caravanserai.server.presenting import Speaker
from caravanserai.server.replays import replay_log
from caravanserai.server.services import Services
from caravanserai.server.table import Table
from caravanserai.server.thinking import Job, WorkerPool, with_search

HINT_SECONDS = 1.0
REVIEW_SECONDS = 0.04
"""For each decision: a match of three hundred is reviewed in some ten seconds."""

REVIEW_PATIENCE = 5
"""How many times as long a review may take where the machine is busy: every decision of it can be held up."""

LESSONS = 6
REMEMBERED = 200
"""Reviews that are kept; a match that is over does not change."""

Question = tuple[str, str, bytes, int]
"""A game, an edition, a position as a seat knows it, and the seat."""


class Adviser:
    """Thinks about what people ask."""

    def __init__(self, services: Services) -> None:
        self._registry = services.registry
        self._pool = WorkerPool("advice", 1, services.settings.thinking_allowance, services.metrics)
        self._hints: defaultdict[str, dict[asyncio.Future[list[Hint]], Question]] = defaultdict(dict)
        """What each person waits for."""
        self._reviews: OrderedDict[str, list[dict[str, Any]]] = OrderedDict()

    def close(self) -> None:
        """Stop what is being thought about, and begin nothing more."""
        self._pool.close()

    async def hint(self, table_id: str, person: str, seat: int, language: str) -> list[dict[str, Any]]:
        """The best few choices of a person's seat; made from what the seat knows. A person who asks something else
        waits no longer for what was asked before."""
        async with self._registry.locked(table_id, fresh=True) as table:
            if seat not in table.seats_of(person):
                raise Refused("not_yours", f"seat {seat} is not yours", table.seats_of(person))
            match = table.expect_playable()
            if seat not in match.actors:
                raise Refused("not_to_act", f"seat {seat} has nothing to decide now", "a question to the seat")
            speaker = Speaker(table, language)
            labels = {choice.action: speaker.sentence(label) for choice, label in match.labels(seat)}
            question = match.game.id, match.edition.name, match.concealed(seat).tobytes(), seat
        for other, asked in self._hints[person].items():
            if asked != question and not other.done():
                other.set_exception(Refused("conflict", "another hint was asked for since", "one hint at a time"))
        future = self._pool.submit(person, Job(consider, question, HINT_SECONDS, match.game.id, ("hint", question)))
        self._hints[person][future] = question
        try:
            return [_as_json(hint, labels) for hint in await future]
        finally:
            del self._hints[person][future]
            if not self._hints[person]:
                del self._hints[person]

    async def review(self, table: Table, person: str | None, language: str) -> list[dict[str, Any]]:
        """The decisions of a finished match in which most was lost, in the order in which they were taken."""
        assert table.match is not None
        log = replay_log(table)
        if table.id not in self._reviews:
            seconds = REVIEW_PATIENCE * REVIEW_SECONDS * len(log["moves"])
            job = Job(look_back, (log,), seconds, table.match.game.id, ("review", table.id))
            found = await self._pool.submit(person or table.id, job)
            self._reviews[table.id] = [
                {"number": x.number, "seat": x.seat, "played": x.played, "better": x.better, "loss": x.loss}
                for x in sorted(found, key=lambda lesson: lesson.number)
            ]
            while len(self._reviews) > REMEMBERED:
                self._reviews.popitem(last=False)
        lessons = []
        for lesson in self._reviews[table.id]:
            match = Match.from_log(log, lesson["number"])
            speaker = Speaker(table, language)
            labels = {choice.action: speaker.sentence(label) for choice, label in match.labels(lesson["seat"])}
            played, better = _as_json(lesson["played"], labels), _as_json(lesson["better"], labels)
            lessons.append({**lesson, "played": played, "better": better})
        return lessons


def consider(game: str, edition: str, concealed: bytes, seat: int) -> Callable[[], list[Hint]]:
    """The best few choices in a position as its seat knows it."""
    found = with_search(game)
    return partial(hints, found, found.edition(edition), found.state.copied(concealed), seat, HINT_SECONDS)


def look_back(log: dict[str, Any]) -> Callable[[], list[Lesson]]:
    """Where most was lost in a match."""
    with_search(log["game"])
    return partial(review, log, seconds=REVIEW_SECONDS, most=LESSONS)


def _as_json(hint: Hint, labels: dict[int, dict[str, Any]]) -> dict[str, Any]:
    choice = {**hint.choice.as_json(), "label": labels[hint.choice.action]}
    return {"choice": choice, "win_chance": hint.win_chance, "margin": hint.margin}
