"""Reading tables from storage: whole, or what has come since some moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, func, or_, select

from caravanserai.kernel.events import Event
from caravanserai.server import schema
from caravanserai.server.rows import SeatRow, TableRow, TalkRow, read_rows


@dataclass
class Seat:
    """A seat: open if it has neither a person nor a level."""

    person: str | None = None
    nickname: str | None = None
    level: str | None = None
    stand_in: bool = False
    resigned: bool = False

    @property
    def kind(self) -> str:
        return "person" if self.person or self.departed else "bot" if self.level else "open"

    @property
    def departed(self) -> bool:
        """Whether whoever sat here is gone for good: nothing is kept of them, and their name is empty."""
        return self.person is None and self.nickname == ""

    @property
    def played_by_bot(self) -> bool:
        return self.person is None or self.stand_in

    def row(self, table: str, number: int) -> SeatRow:
        return SeatRow(table, number, self.person, self.nickname, self.level, self.stand_in, self.resigned)


@dataclass(frozen=True)
class Notice:
    """Something that happened to a seat after so many entries of the history."""

    after: int
    seat: int
    name: str

    @property
    def event(self) -> Event:
        return Event(self.name, seat=self.seat)


class MoveEntry(NamedTuple):
    """A decision as it is stored."""

    number: int
    seat: int
    move: str
    key: str | None


class Point(NamedTuple):
    """How much of what storage holds of a table is known: whether it was dealt, decisions, notices, and what was said
    (which is only counted if none of it is wanted)."""

    dealt: bool = False
    moves: int = 0
    notices: int = 0
    said: int | None = None


@dataclass
class Saved:
    """What storage holds of a table, from some point on."""

    row: TableRow
    since: Point
    said: int = 0
    seats: list[Seat] = field(default_factory=list)
    moves: list[MoveEntry] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    talk: list[TalkRow] = field(default_factory=list)
    present: dict[str, frozenset[str]] = field(default_factory=dict)
    """Who looks at it, by the process through which they do."""


def read_saved(connection: Connection, since: Mapping[str, Point], process: str | None = None) -> dict[str, Saved]:
    """What storage holds of some tables, each from a point on; and who looks at them by way of other processes than the
    one that asks."""
    t, s, m, n = schema.tables.c, schema.seats.c, schema.moves.c, schema.notices.c
    found = {
        row.id: Saved(row, since[row.id])
        for row in read_rows(connection, TableRow, select(schema.tables).where(t.id.in_(since)))
    }
    for taken in read_rows(connection, SeatRow, select(schema.seats).where(s.table_id.in_(found)).order_by(s.seat)):
        seat = Seat(taken.person, taken.nickname, taken.level, taken.stand_in, taken.resigned)
        found[taken.table_id].seats.append(seat)
    moves = select(m.table_id, m.number, m.seat, m.move, m.key).where(
        or_(*(and_(m.table_id == name, m.number >= since[name].moves) for name in found))
    )
    notices = select(n.table_id, n.after, n.seat, n.name).where(
        or_(*(and_(n.table_id == name, n.number >= since[name].notices) for name in found))
    )
    if found:
        for name, *entry in connection.execute(moves.order_by(m.number)):
            found[name].moves.append(MoveEntry(*entry))
        for name, *told in connection.execute(notices.order_by(n.number)):
            found[name].notices.append(Notice(*told))
        _read_talk(connection, found, since)
        if process is not None:
            for name, people in read_presence(connection, found, process).items():
                found[name].present = people
    return found


def _read_talk(connection: Connection, found: Mapping[str, Saved], since: Mapping[str, Point]) -> None:
    """What was said: all since what is known, or how much it is."""
    c = schema.talk.c
    known = {name: said for name in found if (said := since[name].said) is not None}
    counted = [name for name in found if name not in known]
    if counted:
        question = select(c.table_id, func.count()).where(c.table_id.in_(counted)).group_by(c.table_id)
        for name, count in connection.execute(question):
            found[name].said = count
    if known:
        new = or_(*(and_(c.table_id == name, c.number >= said) for name, said in known.items()))
        for line in read_rows(connection, TalkRow, select(schema.talk).where(new).order_by(c.number)):
            found[line.table_id].talk.append(line)
        for name, said in known.items():
            found[name].said = said + len(found[name].talk)


ALIVE_SECONDS = 4.0
"""A process that was not seen for longer is taken to be dead."""


def database_time() -> Any:
    """The time by PostgreSQL's clock, which all processes share."""
    return func.extract("epoch", func.clock_timestamp())


def read_presence(
    connection: Connection, tables: Collection[str], process: str
) -> dict[str, dict[str, frozenset[str]]]:
    """Who looks at each of some tables by way of other processes that are alive."""
    p, alive = schema.presence.c, schema.processes.c
    question = (
        select(p.table_id, p.process, p.person)
        .join(schema.processes, p.process == alive.id)
        .where(p.table_id.in_(tables), p.process != process, alive.seen_at > database_time() - ALIVE_SECONDS)
    )
    people: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, other, person in connection.execute(question):
        people[name][other].add(person)
    return {name: {other: frozenset(them) for other, them in people[name].items()} for name in tables}
