"""Series: how the matches of an evening ended, added up over a chain of rematches.

A table's row keeps what the matches before it came to; what its own match adds is reckoned from its outcome. So nothing
has to be looked up, whichever process is asked, and it outlives the tables before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from caravanserai.server.reading import Seat
from caravanserai.server.table import FINISHED, Table


@dataclass
class Entry:
    """What somebody has done in a series: a person under one name, or all bots of a level."""

    person: str | None
    nickname: str | None
    level: str | None
    played: int = 0
    won: int = 0
    points: int = 0

    def is_of(self, seat: Seat) -> bool:
        """Whether whoever has the seat is meant."""
        if seat.person is not None:
            return (seat.person, seat.nickname) == (self.person, self.nickname)
        return self.person is None and seat.level == self.level


def ranks_of(seats: Sequence[Seat], ranks: Sequence[int]) -> list[int]:
    """The ranks of a match that is over, with those who resigned behind all others; whoever has left for good has
    become the bot."""
    last = len(seats)
    resigned = [rank for seat, rank in zip(seats, ranks, strict=True) if seat.resigned and not seat.departed]
    return [
        last if seat.resigned and not seat.departed else rank - sum(other < rank for other in resigned)
        for seat, rank in zip(seats, ranks, strict=True)
    ]


def total(table: Table) -> tuple[int, list[Entry]]:
    """How many matches of its series are over, and what they came to, in the order in which people came."""
    before = table.row.series or {"matches": 0, "entries": []}
    entries = [Entry(**entry) for entry in before["entries"]]
    outcome = table.row.outcome
    if table.status != FINISHED or outcome is None:
        return before["matches"], entries
    ranks = ranks_of(table.seats, outcome["ranks"])
    for seat, rank, points in zip(table.seats, ranks, outcome["scores"], strict=True):
        entry = next((entry for entry in entries if entry.is_of(seat)), None)
        if entry is None:
            entry = Entry(seat.person, seat.nickname, seat.level if seat.person is None else None)
            entries.append(entry)
        entry.played += 1
        entry.won += rank == 1
        entry.points += points
    return before["matches"] + 1, entries


def for_next(table: Table) -> dict[str, Any]:
    """What the row of the next table of the series keeps."""
    matches, entries = total(table)
    return {"matches": matches, "entries": [asdict(entry) for entry in entries]}


def series_info(table: Table) -> dict[str, Any] | None:
    """The series as all see it, the best first; none before there was a rematch."""
    if table.row.series is None:
        return None
    matches, entries = total(table)
    told = [
        {
            "nickname": entry.nickname,
            "level": entry.level,
            "seats": [number for number, seat in enumerate(table.seats) if entry.is_of(seat)],
            "played": entry.played,
            "won": entry.won,
            "points": entry.points,
        }
        for entry in sorted(entries, key=lambda entry: (-entry.won, -entry.points))
    ]
    return {"matches": matches, "standings": told}
