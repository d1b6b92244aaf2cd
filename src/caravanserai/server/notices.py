"""Notices: what is told of seats that changed hands, and of who wants one to."""

from __future__ import annotations

from typing import Any

from caravanserai.match import UNDO
from caravanserai.server.table import Table

PERSON_BACK, PERSON_JOINS = "person_back", "person_joins"


def vote_of(table: Table, seat: int) -> list[str]:
    """The people who have voted, in this turn, that a bot shall play for a seat."""
    vote = table.row.vote
    return vote["agreed"] if vote is not None and (vote["seat"], vote["turn"]) == (seat, table.row.turn_at) else []


def vote_info(table: Table) -> dict[str, Any] | None:
    """The vote on having a bot play for somebody away, as all see it; None if there is none."""
    vote = table.row.vote
    if vote is None or not (agreed := vote_of(table, vote["seat"])):
        return None
    return {"seat": vote["seat"], "agreed": [table.seats_of(person)[0] for person in agreed if table.seats_of(person)]}


def stand_ins(table: Table) -> list[dict[str, Any]]:
    """For whom a bot played, why it last did, and how many of the seat's decisions it took."""
    if table.match is None:
        return []
    told = []
    for number in sorted({notice.seat for notice in table.notices}):
        about = [notice for notice in table.notices if notice.seat == number]
        by_bot, reason, count, total = about[0].name == PERSON_JOINS, "", 0, 0
        for entry, (seat, action) in enumerate(table.match.history):
            while about and about[0].after <= entry:
                by_bot, reason = _after(about.pop(0).name, reason)
            if seat == number and action != UNDO:
                total += 1
                count += by_bot
        for notice in about:
            by_bot, reason = _after(notice.name, reason)
        told.append({"seat": number, "reason": reason, "decisions": count, "of": total})
    return told


def _after(notice: str, reason: str) -> tuple[bool, str]:
    """Whether a bot plays from a notice on, and what is told of it."""
    return notice not in (PERSON_BACK, PERSON_JOINS), reason if notice == PERSON_BACK else notice
