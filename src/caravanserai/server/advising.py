"""Advice for people: what a strong player would consider now, and where a finished match was lost.

One question at a time, and not in the bots' processes: nobody's bot waits for another's advice.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Any

from caravanserai.bots.hints import Hint, Lesson, hints, review
from caravanserai.match import Match
from caravanserai.server.errors import Refused
from caravanserai.server.house import House
from caravanserai.server.outgoing import Teller, replay_log
from caravanserai.server.table import Table
from caravanserai.server.thinking import Thinkers, Thought, with_search

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
        self._thinker = Thinkers(1)
        self._reviews: OrderedDict[str, list[dict[str, Any]]] = OrderedDict()

    def close(self) -> None:
        """Think no more."""
        self._thinker.close()

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
            question = match.game.id, match.edition.name, match.concealed(seat).tobytes(), seat
        found = await self._thinker.run(consider, *question)
        return [_as_json(hint, labels) for hint in found]

    async def review(self, table: Table, language: str) -> list[dict[str, Any]]:
        """The decisions of a finished match in which most was lost, in the order in which they were taken."""
        assert table.match is not None
        log = replay_log(table)
        if table.id not in self._reviews:
            found = await self._thinker.run(look_back, log)
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


def consider(game: str, edition: str, concealed: bytes, seat: int) -> Thought[list[Hint]]:
    """The best few choices in a position as its seat knows it."""
    found = with_search(game)
    return partial(hints, found, found.edition(edition), found.state.copied(concealed), seat, HINT_SECONDS)


def look_back(log: dict[str, Any]) -> Thought[list[Lesson]]:
    """Where most was lost in a match."""
    with_search(log["game"])
    return partial(review, log, seconds=REVIEW_SECONDS, most=LESSONS)


def _as_json(hint: Hint, labels: dict[int, dict[str, Any]]) -> dict[str, Any]:
    choice = {**hint.choice.as_json(), "label": labels[hint.choice.action]}
    return {"choice": choice, "win_chance": hint.win_chance, "margin": hint.margin}
