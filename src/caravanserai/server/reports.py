"""Reports: what was said at a table and somebody found out of place, kept for whoever runs the server."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, Text, cast, delete, select, update

from caravanserai.server import schema
from caravanserai.server.identity import new_id
from caravanserai.server.rows import ReportRow, TalkRow, insert_new, read_rows, values

CONTEXT = 10
"""Lines before the one that is reported that are kept with it."""

MOST_LISTED = 100

KEPT_SECONDS = 90 * 24 * 60 * 60.0
"""For which a report is kept after it was settled."""


def report(connection: Connection, reporter: str, line: TalkRow) -> bool:
    """Keep a line with what was said before it, which outlives its table; whether nobody had reported it yet."""
    c = schema.talk.c
    said = select(schema.talk).where(c.table_id == line.table_id, c.number <= line.number)
    last = read_rows(connection, TalkRow, said.order_by(c.number.desc()).limit(CONTEXT + 1))
    lines = [_line(row) for row in reversed(last)]
    row = ReportRow(new_id(), time.time(), reporter, line.table_id, line.number, lines)
    return insert_new(connection, schema.reports, values(row))


def _line(row: TalkRow) -> dict[str, Any]:
    """A line as it is kept in a report, which knows the table and tells the order."""
    said = {"nickname": row.nickname, "phrase": row.phrase, "text": row.text}
    return {**said, "aside": row.aside, "at": row.at, "person": row.person}


def list_reports(connection: Connection, settled: bool = False) -> list[ReportRow]:
    """Reports that nobody has settled yet, or those that somebody has; the newest first."""
    r = schema.reports.c
    question = select(schema.reports).where(r.settled_at.is_not(None) if settled else r.settled_at.is_(None))
    return read_rows(connection, ReportRow, question.order_by(r.at.desc()).limit(MOST_LISTED))


def settle(connection: Connection, report_id: str) -> bool:
    """Put a report away; whether it was open."""
    r = schema.reports.c
    done = update(schema.reports).where(r.id == report_id, r.settled_at.is_(None)).values(settled_at=time.time())
    return bool(connection.execute(done).rowcount)


def forget_settled(connection: Connection) -> None:
    """Delete what was settled long ago."""
    connection.execute(delete(schema.reports).where(schema.reports.c.settled_at < time.time() - KEPT_SECONDS))


def forget_person(connection: Connection, person: str) -> None:
    """Take somebody who leaves out of all reports: what they said, and what they reported."""
    r = schema.reports.c
    connection.execute(update(schema.reports).where(r.reporter == person).values(reporter=None))
    concerned = select(r.id, r.lines).where(cast(r.lines, Text).contains(person, autoescape=True))
    for name, lines in connection.execute(concerned).all():
        if lines[-1]["person"] == person:
            connection.execute(delete(schema.reports).where(r.id == name))
        else:
            left = [line for line in lines if line["person"] != person]
            connection.execute(update(schema.reports).where(r.id == name).values(lines=left))


def rename_person(connection: Connection, old: str, new: str) -> None:
    """Somebody is known by another id from now on."""
    r = schema.reports.c
    connection.execute(update(schema.reports).where(r.reporter == old).values(reporter=new))
    concerned = select(r.id, r.lines).where(cast(r.lines, Text).contains(old, autoescape=True))
    for name, lines in connection.execute(concerned).all():
        renamed = [{**line, "person": new if line["person"] == old else line["person"]} for line in lines]
        connection.execute(update(schema.reports).where(r.id == name).values(lines=renamed))
