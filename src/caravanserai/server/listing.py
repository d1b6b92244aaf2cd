"""What is kept of tables and people, as lists for whoever runs the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from caravanserai.server import schema
from caravanserai.server.belongings import NOBODY
from caravanserai.server.table import FINISHED


@dataclass(frozen=True)
class ListedTable:
    """A table, as whoever runs the house sees it."""

    id: str
    game: str
    status: str
    public: bool
    creator: str
    seats: list[str]
    """Who sits there: names, levels of bots, and what is free."""
    created_at: float
    moved_at: float | None


@dataclass(frozen=True)
class ListedPerson:
    """A person, likewise."""

    id: str
    nickname: str
    seen_at: float
    tables: int
    """At which they sit and that are not over."""
    finished: int
    removed_at: float | None


def tables(connection: Connection, everything: bool = False) -> list[ListedTable]:
    """The tables that are not over, or all of them, the newest first."""
    t, s, m = schema.tables.c, schema.seats.c, schema.moves.c
    moved = select(func.max(m.at)).where(m.table_id == t.id).scalar_subquery()
    question = select(t.id, t.game, t.status, t.public, t.creator, t.created_at, moved).order_by(t.created_at.desc())
    if not everything:
        question = question.where(t.status != FINISHED)
    seated: dict[str, list[str]] = {}
    for seat in connection.execute(select(schema.seats).order_by(s.table_id, s.seat)):
        seated.setdefault(seat.table_id, []).append(_who(seat))
    return [
        ListedTable(name, game, status, public, creator, seated.get(name, []), created_at, moved_at)
        for name, game, status, public, creator, created_at, moved_at in connection.execute(question)
    ]


def _who(seat: Any) -> str:
    """Who has a seat, in a word or two."""
    if seat.person is not None:
        return f"{seat.nickname}{' (bot plays)' if seat.stand_in else ''}"
    return "somebody who left" if seat.nickname == "" else seat.level or "free"


def people(connection: Connection) -> list[ListedPerson]:
    """Everybody who is known, those seen last first."""
    p, t, s, r = schema.people.c, schema.tables.c, schema.seats.c, schema.results.c
    sits = (
        select(func.count(s.table_id.distinct()))
        .select_from(schema.seats.join(schema.tables))
        .where(s.person == p.id, t.status != FINISHED)
        .scalar_subquery()
    )
    finished = select(func.count(r.table_id.distinct())).where(r.person == p.id).scalar_subquery()
    question = select(p.id, p.nickname, p.seen_at, sits, finished, p.removed_at).where(p.id != NOBODY)
    question = question.order_by(p.seen_at.desc())
    return [ListedPerson(*row) for row in connection.execute(question)]
