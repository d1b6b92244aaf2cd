"""Advice for people: what a strong player would consider now, and where a finished match was lost.

One question at a time, and not in the bots' processes: nobody's bot waits for another's advice. A person waits for one
hint at a time. Whoever asks the same as somebody else, or the same again, shares the answer.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Hashable
from contextlib import suppress
from typing import Any

from caravanserai.match import Match
from caravanserai.server.errors import Refused
from caravanserai.server.jobs import HINT, REVIEW, hint, match_review
from caravanserai.server.messages import FoundReview
from caravanserai.server.permissions import admit
from caravanserai.server.presenting import Speaker, known_position
from caravanserai.server.replays import finished_match, replay_log
from caravanserai.server.reviews import Decisions, expect_equal, find_review, keep_review
from caravanserai.server.services import Services
from caravanserai.server.sharing import Sharing, Thinking
from caravanserai.server.storage import Conflict, Write
from caravanserai.server.table import Table
from caravanserai.server.thinking import WorkerPool


class Adviser:
    """Thinks about what people ask."""

    def __init__(self, services: Services, sharing: Sharing | None = None) -> None:
        self._registry, self._storage = services.registry, services.storage
        prepared = services.preparation
        pool = WorkerPool(
            "advice", 1, services.settings.thinking_allowance, services.metrics, has_game=prepared.has_search
        )
        prepared.on_news.append(pool.look_again)
        self._thinking = Thinking(pool, sharing, services.metrics, [HINT, REVIEW])
        self._hints: defaultdict[str, dict[asyncio.Future[list[dict[str, Any]]], Hashable]] = defaultdict(dict)
        """What each person waits for."""

    def close(self) -> None:
        """Stop what is being thought about, and begin nothing more."""
        self._thinking.close()

    async def hint(self, table_id: str, person: str, seat: int, language: str) -> list[dict[str, Any]]:
        """The best few choices of a person's seat; made from what the seat knows. A person who asks something else
        waits no longer for what was asked before."""
        async with self._registry.locked(table_id, fresh=True) as table:
            match = expect_asked(table, person, seat)
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

    async def known_position(self, table_id: str, person: str, seat: int) -> dict[str, Any]:
        """What a hint to a person's seat is made from, for whoever thinks about it in their own browser."""
        async with self._registry.locked(table_id, fresh=True) as table:
            return known_position(expect_asked(table, person, seat), seat)

    async def review(self, table: Table, person: str | None, language: str) -> dict[str, Any]:
        """The worst decisions of a finished match, in the order in which they were taken, and how the chances went."""
        if (kept := await self.kept_review(table, language)) is not None:
            return kept
        found = await self._thinking.submit(person or table.id, match_review(finished_match(table), replay_log(table)))
        return await self._keep(table, found, language)

    async def kept_review(self, table: Table, language: str) -> dict[str, Any] | None:
        """The same, if somebody has looked at the match before."""
        rules = finished_match(table).game.rules_version
        found = await self._storage.read(lambda connection: find_review(connection, table.id, rules))
        return None if found is None else _review_info(table, found, language)

    async def take_review(self, table: Table, person: str, given: FoundReview, language: str) -> dict[str, Any]:
        """Keep a review that a browser has made, if it is what a search here finds."""
        if (kept := await self.kept_review(table, language)) is not None:
            return kept
        log = replay_log(table)
        decisions = await asyncio.to_thread(Decisions, log)
        decisions.expect_fitting(given)
        sample = decisions.sample(given)
        again = await self._thinking.submit(person, match_review(finished_match(table), log, sample))
        expect_equal(given, again, sample)
        return await self._keep(table, given.model_dump(), language)

    async def _keep(self, table: Table, found: dict[str, Any], language: str) -> dict[str, Any]:
        rules = finished_match(table).game.rules_version
        with suppress(Conflict):  # another process has kept it at the same moment, or the table was deleted
            await self._storage.write(Write(work=[lambda connection: keep_review(connection, table.id, rules, found)]))
        return _review_info(table, found, language)


def _review_info(table: Table, found: dict[str, Any], language: str) -> dict[str, Any]:
    """A review with its choices in words."""
    log, speaker, lessons = replay_log(table), Speaker(table, language), []
    for lesson in found["lessons"]:
        match, seat = Match.from_log(log, lesson["number"]), lesson["seat"]
        labels = {choice.action: speaker.sentence(label) for choice, label in match.labels(seat)}
        told = {name: _as_json(match, seat, lesson[name], labels) for name in ("played", "better")}
        lessons.append({**lesson, **told})
    return {**found, "lessons": lessons}


def expect_asked(table: Table, person: str, seat: int) -> Match:
    """The match in which a person may ask for a hint to a seat; refuses if it is not theirs, or not asked anything."""
    admit(table, person)
    if seat not in table.seats_of(person):
        raise Refused("not_yours", f"seat {seat} is not yours", table.seats_of(person))
    match = table.expect_playable()
    if seat not in match.actors:
        raise Refused("not_to_act", f"seat {seat} has nothing to decide now", "a question to the seat")
    return match


def _as_json(match: Match, seat: int, found: dict[str, Any], labels: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """A hint to a seat, with its choice in words."""
    choice = match.game.actions.choice(found["action"], seat, match.seats)
    told = {**choice.as_json(), "label": labels[choice.action]}
    return {"choice": told, "win_chance": found["win_chance"], "margin": found["margin"]}
