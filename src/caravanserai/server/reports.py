"""Reports: what was said at a table and somebody found out of place, kept for whoever runs the server."""

from __future__ import annotations

import time

from sqlalchemy import Connection, Text, cast, delete, select, update

from caravanserai.server import schema
from caravanserai.server.identity import new_id
from caravanserai.server.rows import ReportRow, TalkRow, insert_new, values

CONTEXT = 10
"""Lines before the one that is reported that are kept with it."""

MOST_LISTED = 100

KEPT_SECONDS = 90 * 24 * 60 * 60.0
"""For which a report is kept after it was settled."""


def report(connection: Connection, reporter: str, line: TalkRow) -> bool:
    """Keep a line with what was said before it, which outlives its table; whether nobody had reported it yet."""
    c = schema.talk.c
    said = (
        select(c.nickname, c.phrase, c.text, c.aside, c.at, c.person)
        .where(c.table_id == line.table_id, c.number <= line.number)
        .order_by(c.number.desc())
        .limit(CONTEXT + 1)
    )
    lines = [dict(row) for row in connection.execute(said).mappings()][::-1]
    row = ReportRow(new_id(), time.time(), reporter, line.table_id, line.number, lines)
    return insert_new(connection, schema.reports, values(row))


def list_reports(connection: Connection, settled: bool = False) -> list[ReportRow]:
    """Reports that nobody has settled yet, or those that somebody has; the newest first."""
    r = schema.reports.c
    question = select(schema.reports).where(r.settled_at.is_not(None) if settled else r.settled_at.is_(None))
    found = connection.execute(question.order_by(r.at.desc()).limit(MOST_LISTED)).mappings()
    return [ReportRow(**row) for row in found]


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
