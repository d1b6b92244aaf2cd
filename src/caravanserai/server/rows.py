"""Rows of the database, each a class with a field for every column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeVar

from sqlalchemy import Connection, Select, Table, insert

from caravanserai.server import schema

R = TypeVar("R", bound="Row")
Status = Literal["waiting", "running", "finished"]


class Row:
    """A row of some table of the database."""

    table: ClassVar[Table]

    def __init_subclass__(cls, *, table: Table) -> None:
        cls.table = table


@dataclass(kw_only=True)
class TableRow(Row, table=schema.tables):
    """A table: who made it, what is played there and how, and how far it is."""

    id: str
    invite: str
    creator: str
    game: str
    edition: str
    options: dict[str, Any]
    turn_seconds: int | None
    window_seconds: int | None
    bank_seconds: int | None = None
    increment_seconds: int = 0
    public: bool
    free_talk: bool
    bots_open: bool = False
    brought: bool = False
    stand_in: str
    status: Status = "waiting"
    version: int = 0
    rules: int
    seed: str | None = None
    outcome: dict[str, Any] | None = None
    again: dict[str, Any] | None = None
    rematch: str | None = None
    series: dict[str, Any] | None = None
    vote: dict[str, Any] | None = None
    created_at: float
    started_at: float | None = None
    turn_at: float | None = None
    ended_at: float | None = None
    clocks: dict[str, Any] = field(default_factory=dict)
    pauses: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, Any] | None = None
    banks: dict[str, Any] = field(default_factory=dict)
    vacations: dict[str, Any] = field(default_factory=dict)
    due_at: float | None = None
    keeper: str | None = None


@dataclass
class SeatRow(Row, table=schema.seats):
    """A seat of a table."""

    table_id: str
    seat: int
    person: str | None
    nickname: str | None
    level: str | None
    stand_in: bool
    resigned: bool


@dataclass
class MoveRow(Row, table=schema.moves):
    """A decision, as its text."""

    table_id: str
    number: int
    seat: int
    move: str
    key: str | None
    at: float


@dataclass
class NoticeRow(Row, table=schema.notices):
    """Something that happened to a seat."""

    table_id: str
    number: int
    after: int
    seat: int
    name: str
    at: float


@dataclass
class TalkRow(Row, table=schema.talk):
    """Something that was said."""

    table_id: str
    number: int
    nickname: str | None
    phrase: str | None
    text: str | None
    at: float
    person: str | None
    aside: bool | None = None


@dataclass
class ReportRow(Row, table=schema.reports):
    """Something that was said and that somebody found out of place."""

    id: str
    at: float
    reporter: str | None
    table_id: str
    number: int
    lines: list[dict[str, Any]]
    settled_at: float | None = None


@dataclass
class PasskeyRow(Row, table=schema.passkeys):
    """A passkey of somebody."""

    mark: str
    person: str
    credential: str
    public_key: str
    sign_count: int
    site: str
    created_at: float
    used_at: float | None


@dataclass
class ReviewRow(Row, table=schema.reviews):
    """What search thinks of a finished match."""

    table_id: str
    rules: int
    found: dict[str, Any]
    at: float


@dataclass
class ResultRow(Row, table=schema.results):
    """How a match ended for a seat."""

    table_id: str
    seat: int
    game: str
    person: str | None
    nickname: str | None
    level: str | None
    rank: int
    score: int
    public: bool
    counted: bool


@dataclass
class RatingRow(Row, table=schema.ratings):
    """How strong somebody is in a game."""

    game: str
    who: str
    name: str
    bot: bool
    mu: float
    sigma: float
    played: int


@dataclass
class ProcessRow(Row, table=schema.processes):
    """A server process that shares the database."""

    id: str
    host: str
    pid: int
    marks: list[str]
    seen_at: float


@dataclass
class PresenceRow(Row, table=schema.presence):
    """Somebody who looks at a table by way of a process."""

    process: str
    table_id: str
    person: str


@dataclass
class OrderRow(Row, table=schema.orders):
    """Something that whoever runs the house wants done, and what came of it."""

    id: str
    kind: str
    args: dict[str, Any]
    at: float
    taken_by: str | None = None
    done_at: float | None = None
    result: str | None = None
    problem: str | None = None


@dataclass
class ContactRow(Row, table=schema.contacts):
    """How somebody is called to tables that wait for them."""

    person: str
    how: str
    language: str
    morning: int
    email: str | None = None
    token: str | None = None
    asked_at: float | None = None
    confirmed_at: float | None = None


@dataclass
class SubscriptionRow(Row, table=schema.subscriptions):
    """A browser that lets us wake it."""

    id: str
    person: str
    endpoint: str
    p256dh: str
    auth: str
    server_key: str
    origin: str
    created_at: float


def values(row: Row) -> dict[str, Any]:
    """A row by the names of its columns, as it is now."""
    return dict(vars(row))


def changes(before: dict[str, Any], row: Row) -> dict[str, Any]:
    """The columns of a row that have changed since its values were taken."""
    return {name: new for name, new in vars(row).items() if new != before[name]}


def read_rows(connection: Connection, kind: type[R], question: Select[Any]) -> list[R]:
    """The rows of a table that a question finds, which asks for all columns."""
    return [kind(**found) for found in connection.execute(question).mappings()]


def insert_rows(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Put rows into a table, by a statement that is made once for however many."""
    if rows:
        connection.execute(insert(table), [values(row) for row in rows])


def insert_new(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Put a row into a table, unless one like it is there; whether it was new, whoever else does the same just now."""
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert as make
    else:
        from sqlalchemy.dialects.postgresql import insert as make  # type: ignore[assignment]
    return bool(connection.execute(make(table).values(row).on_conflict_do_nothing()).rowcount)
