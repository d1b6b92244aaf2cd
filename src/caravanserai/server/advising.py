"""Advice for people: what a strong player would consider now, and where a finished match was lost.

Search thinks in a thread of its own, one question at a time, so that nobody's table waits for another's advice.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from caravanserai.bots.hints import Hint, hints, review
from caravanserai.match import Match
from caravanserai.server.errors import Refused
from caravanserai.server.house import House
from caravanserai.server.outgoing import Teller, replay_log
from caravanserai.server.table import Table
from caravanserai.server.thinking import give_way

HINT_SECONDS = 1.0
REVIEW_SECONDS = 0.04
"""For each decision: a match of three hundred is reviewed in some ten seconds."""

LESSONS = 6
REMEMBERED = 200
"""Reviews that are kept; a match that is over does not change."""


class Adviser:
    """One for each house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._thinker = ThreadPoolExecutor(1, "adviser", give_way)
        self._reviews: OrderedDict[str, list[dict[str, Any]]] = OrderedDict()

    def close(self) -> None:
        """Let go of the thread."""
        self._thinker.shutdown(wait=False, cancel_futures=True)

    async def hint(self, table_id: str, person: str, seat: int, language: str) -> list[dict[str, Any]]:
        """The best few choices of a person's seat; made from what the seat knows."""
        async with self.house.at(table_id) as table:
            if seat not in table.seats_of(person):
                raise Refused("not_yours", f"seat {seat} is not yours", table.seats_of(person))
            match = table.running
            if seat not in match.actors:
                raise Refused("not_to_act", f"seat {seat} has nothing to decide now", "a question to the seat")
            told = Teller(table, language)
            labels = {choice.action: told.told(label) for choice, label in match.labels(seat)}
            game, edition, concealed = match.game, match.edition, match.concealed(seat)
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._thinker, hints, game, edition, concealed, seat, HINT_SECONDS)
        return [_as_json(hint, labels) for hint in found]

    async def review(self, table: Table, language: str) -> list[dict[str, Any]]:
        """The decisions of a finished match in which most was lost, in the order in which they were taken."""
        assert table.match is not None
        log = replay_log(table)
        if table.id not in self._reviews:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._thinker, lambda: review(log, seconds=REVIEW_SECONDS, most=LESSONS))
            self._reviews[table.id] = [
                {"number": x.number, "seat": x.seat, "played": x.played, "better": x.better, "loss": x.loss}
                for x in sorted(found, key=lambda lesson: lesson.number)
            ]
            while len(self._reviews) > REMEMBERED:
                self._reviews.popitem(last=False)
        lessons = []
        for lesson in self._reviews[table.id]:
            match = Match.from_log(log, lesson["number"])
            told = Teller(table, language)
            labels = {choice.action: told.told(label) for choice, label in match.labels(lesson["seat"])}
            played, better = _as_json(lesson["played"], labels), _as_json(lesson["better"], labels)
            lessons.append({**lesson, "played": played, "better": better})
        return lessons


def _as_json(hint: Hint, labels: dict[int, dict[str, Any]]) -> dict[str, Any]:
    choice = {**hint.choice.as_json(), "label": labels[hint.choice.action]}
    return {"choice": choice, "win_chance": hint.win_chance, "margin": hint.margin}
