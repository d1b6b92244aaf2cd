"""Advice for people: what a strong player would consider now, and where a finished match was lost.

One question at a time, and not in the bots' processes: nobody's bot waits for another's advice. A person waits for one
hint at a time. Whoever asks the same as somebody else, or the same again, shares the answer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Hashable
from typing import Any

from caravanserai.match import Match
from caravanserai.server.errors import Refused
from caravanserai.server.jobs import HINT, REVIEW, hint, match_review
from caravanserai.server.presenting import Speaker
from caravanserai.server.replays import replay_log
from caravanserai.server.services import Services
from caravanserai.server.sharing import Sharing, Thinking
from caravanserai.server.table import Table
from caravanserai.server.thinking import WorkerPool

REMEMBERED = 200
"""Reviews that are kept; a match that is over does not change."""


class Adviser:
    """Thinks about what people ask."""

    def __init__(self, services: Services, sharing: Sharing | None = None) -> None:
        self._registry = services.registry
        prepared = services.preparation
        pool = WorkerPool(
            "advice", 1, services.settings.thinking_allowance, services.metrics, has_game=prepared.has_search
        )
        prepared.on_news.append(pool.look_again)
        self._thinking = Thinking(pool, sharing, services.metrics, [HINT, REVIEW])
        self._hints: defaultdict[str, dict[asyncio.Future[list[dict[str, Any]]], Hashable]] = defaultdict(dict)
        """What each person waits for."""
        self._reviews: OrderedDict[str, dict[str, Any]] = OrderedDict()

    def close(self) -> None:
        """Stop what is being thought about, and begin nothing more."""
        self._thinking.close()

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
            job = hint(match, seat)
        for other, asked in self._hints[person].items():
            if asked != job.key and not other.done():
                other.set_exception(Refused("conflict", "another hint was asked for since", "one hint at a time"))
        future = self._thinking.submit(person, job)
        self._hints[person][future] = job.key
        try:
            return [_as_json(match, seat, found, labels) for found in await future]
        finally:
            del self._hints[person][future]
            if not self._hints[person]:
                del self._hints[person]

    async def review(self, table: Table, person: str | None, language: str) -> dict[str, Any]:
        """The worst decisions of a finished match, in the order in which they were taken, and how the chances went."""
        assert table.match is not None
        log = replay_log(table)
        if table.id not in self._reviews:
            self._reviews[table.id] = await self._thinking.submit(person or table.id, match_review(table.match, log))
            while len(self._reviews) > REMEMBERED:
                self._reviews.popitem(last=False)
        found, lessons = self._reviews[table.id], []
        for lesson in sorted(found["lessons"], key=lambda lesson: int(lesson["number"])):
            match = Match.from_log(log, lesson["number"])
            speaker = Speaker(table, language)
            seat = lesson["seat"]
            labels = {choice.action: speaker.sentence(label) for choice, label in match.labels(seat)}
            told = {name: _as_json(match, seat, lesson[name], labels) for name in ("played", "better")}
            lessons.append({**lesson, **told})
        return {**found, "lessons": lessons}


def _as_json(match: Match, seat: int, found: dict[str, Any], labels: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """A hint to a seat, with its choice in words."""
    choice = match.game.actions.choice(found["action"], seat, match.seats)
    told = {**choice.as_json(), "label": labels[choice.action]}
    return {"choice": told, "win_chance": found["win_chance"], "margin": found["margin"]}
