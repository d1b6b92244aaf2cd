"""Belongings: what is kept about a person, how it becomes another's, and how it is deleted.

Seats and tables are changed one by one, each as every change of a table is, so that all processes hear of it; all else
in one transaction at the end. Whatever ends in between may be begun again: what is done is done. If a new seat was
taken meanwhile the transaction fails, for the person is still needed, and it is all gone through once more.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import orjson
from sqlalchemy import Connection, Text, cast, delete, func, insert, or_, select, update

from caravanserai.server import reports, schema
from caravanserai.server.errors import Refused
from caravanserai.server.reading import Seat
from caravanserai.server.results import PERSON, rating_info
from caravanserai.server.rows import RatingRow, read_rows
from caravanserai.server.seating import seat_change
from caravanserai.server.services import Services
from caravanserai.server.storage import Conflict, Write
from caravanserai.server.sweeping import delete_table
from caravanserai.server.table import WAITING, Table
from caravanserai.server.tickets import mark_of

NOBODY = "nobody"
"""In the place of whoever made a table and has left, where nobody else can have made it."""

TRIES = 10

ChangeTable = Callable[[Services, Table], Awaitable[None]]


# What there is ------------------------------------------------------------------------------------------------------


def count(connection: Connection, person: str) -> dict[str, int]:
    """How many tables and results somebody has."""
    results = select(func.count()).where(schema.results.c.person == person)
    return {
        "tables": len(connection.execute(_tables_of(person)).all()),
        "results": connection.execute(results).scalar() or 0,
    }


def kept(connection: Connection, person: str) -> dict[str, Any] | None:
    """All that is kept about somebody; none if nothing is."""
    p, t, s, m = schema.people.c, schema.tables.c, schema.seats.c, schema.moves.c
    who = (
        connection.execute(select(p.nickname, p.created_at, p.seen_at, p.vacation).where(p.id == person))
        .mappings()
        .first()
    )
    if who is None:
        return None
    at_table = select(t.id.label("table"), t.game, t.status, t.public, t.created_at, t.ended_at)
    decisions = (
        select(func.count())
        .select_from(schema.moves.join(schema.seats, (m.table_id == s.table_id) & (m.seat == s.seat)))
        .where(s.person == person)
    )
    sat = at_table.add_columns(s.seat, s.nickname).join(schema.seats, s.table_id == t.id).where(s.person == person)
    r, g, k = schema.results.c, schema.ratings.c, schema.talk.c
    results = select(r.table_id.label("table"), r.game, r.nickname, r.rank, r.score, r.public, r.counted)
    ratings = select(schema.ratings).where(g.who == PERSON.format(person)).order_by(g.game)
    said = select(k.table_id.label("table"), k.at, k.phrase, k.text).where(k.person == person).order_by(k.at)
    return {
        **who,
        "tables": _all(connection, at_table.where(t.creator == person).order_by(t.created_at)),
        "seats": _all(connection, sat.order_by(t.created_at, s.seat)),
        "decisions": connection.execute(decisions).scalar() or 0,
        "results": _all(connection, results.where(r.person == person).order_by(r.table_id)),
        "ratings": [rating_info(row) for row in read_rows(connection, RatingRow, ratings)],
        "talk": _all(connection, said),
        **_about_talk(connection, person),
        "linked": linked(connection, person),
        "called": _called(connection, person),
    }


def _about_talk(connection: Connection, person: str) -> dict[str, Any]:
    """How many people somebody does not want to hear (who they are stays theirs), and what they reported."""
    m, r = schema.mutes.c, schema.reports.c
    reported = select(r.table_id.label("table"), r.number, r.at).where(r.reporter == person).order_by(r.at)
    muted = connection.execute(select(func.count()).where(m.person == person)).scalar() or 0
    return {"muted": muted, "reports": _all(connection, reported)}


def _called(connection: Connection, person: str) -> dict[str, Any] | None:
    """How somebody is called to their tables, and on how many devices; none if they never said."""
    c, s = schema.contacts.c, schema.subscriptions.c
    devices = connection.execute(select(func.count()).where(s.person == person)).scalar() or 0
    contact = connection.execute(select(c.how, c.language, c.email).where(c.person == person)).mappings().first()
    return {**contact, "devices": devices} if contact is not None else None


def _all(connection: Connection, question: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(question).mappings()]


def linked(connection: Connection, person: str) -> dict[str, Any]:
    """By what else than a cookie somebody is known again."""
    c, r = schema.passkeys.c, schema.recoveries.c
    passkeys = select(c.mark.label("id"), c.site, c.created_at, c.used_at).where(c.person == person)
    recovery = connection.execute(select(r.set_at).where(r.person == person)).scalar()
    return {"passkeys": _all(connection, passkeys.order_by(c.created_at)), "recovery_at": recovery}


def _tables_of(person: str) -> Any:
    """Tables that somebody made or sits at."""
    t, s = schema.tables.c, schema.seats.c
    sits = select(s.table_id).where(s.person == person)
    return select(t.id).where(or_(t.creator == person, t.id.in_(sits))).order_by(t.created_at)


# Going over -----------------------------------------------------------------------------------------------------------


async def hand_over(services: Services, old: str, new: str) -> None:
    """Make all that belongs to somebody another's, who is the same person; the old one is gone for good."""
    if old != new:
        await _all_tables(services, old, partial(_hand_over_table, old=old, new=new), partial(_move, old=old, new=new))


async def _hand_over_table(services: Services, table: Table, old: str, new: str) -> None:
    write = Write()
    for number in table.seats_of(old):
        table.seats[number].person = new
        write.statements.append(seat_change(table, number))
    changed = _told_of(table, old, new)
    if table.row.creator == old:
        table.row.creator = changed["creator"] = new
    write.changed[table.id] = changed
    await services.registry.store(table, write)
    services.publisher.publish(table)


def _move(connection: Connection, old: str, new: str) -> None:
    """What no table holds. Of two ratings in one game the surer one stays."""
    p = schema.people.c
    if connection.execute(select(p.id).where(p.id == new).with_for_update()).first() is None:
        raise Refused("conflict", "whoever it was to go over to has left", "somebody who is still here")
    for part in (schema.results, schema.talk, schema.passkeys, schema.subscriptions):
        connection.execute(update(part).where(part.c.person == old).values(person=new))
    _move_mutes(connection, old, new)
    reports.rename_person(connection, old, new)
    w = schema.contacts.c
    if connection.execute(select(w.person).where(w.person == new)).first() is None:
        connection.execute(update(schema.contacts).where(w.person == old).values(person=new))
    c = schema.ratings.c
    before, after = PERSON.format(old), PERSON.format(new)
    found = connection.execute(select(c.game, c.who, c.sigma).where(c.who.in_((before, after))).order_by(c.sigma))
    surest: dict[str, str] = {}
    for game, who, _ in found:
        surest.setdefault(game, who)
    for game, who in surest.items():
        connection.execute(delete(schema.ratings).where(c.game == game, c.who.in_({before, after} - {who})))
        connection.execute(update(schema.ratings).where(c.game == game, c.who == who).values(who=after))
    _depart(connection, old)


def _move_mutes(connection: Connection, old: str, new: str) -> None:
    """Whom one did not want to hear, and by whom one was not heard."""
    m, now_of = schema.mutes.c, {old: new}
    found = connection.execute(select(m.person, m.muted).where(or_(*(c.in_((old, new)) for c in (m.person, m.muted)))))
    pairs = {(now_of.get(one, one), now_of.get(other, other)) for one, other in found}
    connection.execute(delete(schema.mutes).where(or_(*(c.in_((old, new)) for c in (m.person, m.muted)))))
    rows = [{"person": one, "muted": other} for one, other in sorted(pairs) if one != other]
    if rows:
        connection.execute(insert(schema.mutes), rows)


def _told_of(table: Table, old: str, new: str | None) -> dict[str, Any]:
    """What a table's row tells of somebody besides their seats (who wants to play again, who agrees to what, how they
    did in a series), as another's, or as nobody's; the columns that change."""

    def instead(people: list[str]) -> list[str]:
        renamed = (new if person == old else person for person in people)
        return list(dict.fromkeys(person for person in renamed if person is not None))

    row, changed = table.row, dict[str, Any]()
    if row.again is not None and old in orjson.dumps(row.again).decode():
        again = {**row.again, "yes": instead(row.again["yes"]), "no": instead(row.again["no"])}
        again["agreed"] = None if again["agreed"] is None else instead(again["agreed"]) or None
        again["by"] = next(iter(instead([again["by"]]) or again["yes"]), None)
        row.again = changed["again"] = again if again["yes"] else None
    if row.vote is not None and old in row.vote["agreed"]:
        row.vote = changed["vote"] = {**row.vote, "agreed": instead(row.vote["agreed"])}
    if row.series is not None and any(entry["person"] == old for entry in row.series["entries"]):
        mine = {"person": new} if new is not None else {"person": None, "nickname": None}
        entries = [{**entry, **mine} if entry["person"] == old else entry for entry in row.series["entries"]]
        row.series = changed["series"] = {**row.series, "entries": entries}
    return changed


# Leaving for good -----------------------------------------------------------------------------------------------------


async def forget(services: Services, person: str) -> None:
    """Delete all that is kept about somebody. Their matches stay, for the others' sake, without a name. From the first
    moment on they can sit down nowhere; if this does not come to its end, they can ask for it again."""
    await services.storage.write(Write(work=[_know_nobody, partial(_mark_departed, person=person)]))
    await _all_tables(services, person, partial(_leave_table, person=person), partial(_delete, person=person))


async def _leave_table(services: Services, table: Table, person: str) -> None:
    seats, write = table.seats_of(person), Write()
    others = [seat.person for seat in table.seats if seat.person is not None and seat.person != person]
    if table.row.creator == person:
        if table.status == WAITING and not others:
            await delete_table(services, table)
            return
        table.row.creator = next(iter(others), NOBODY)
    write.changed[table.id] = {"creator": table.row.creator, **_told_of(table, person, None)}
    if table.status != WAITING:
        await services.seating.depart(table, seats, write)
        return
    for number in seats:
        table.seats[number] = Seat()
        write.statements.append(seat_change(table, number))
    await services.registry.store(table, write)
    services.publisher.publish(table)


def _delete(connection: Connection, person: str) -> None:
    k = schema.talk.c
    connection.execute(update(schema.talk).where(k.person == person).values(nickname="", text=None, person=None))
    reports.forget_person(connection, person)
    connection.execute(delete(schema.results).where(schema.results.c.person == person))
    connection.execute(delete(schema.ratings).where(schema.ratings.c.who == PERSON.format(person)))
    _depart(connection, person)


def _depart(connection: Connection, person: str) -> None:
    """Nobody is that person any more, whoever may still have their cookie."""
    for part in (schema.presence, schema.contacts, schema.subscriptions, schema.calls):
        connection.execute(delete(part).where(part.c.person == person))
    m = schema.mutes.c
    connection.execute(delete(schema.mutes).where(or_(m.person == person, m.muted == person)))
    for part in (schema.job_askers, schema.job_turns):
        connection.execute(delete(part).where(part.c.owner == person))
    connection.execute(delete(schema.people).where(schema.people.c.id == person))
    _mark_departed(connection, person)


def _mark_departed(connection: Connection, person: str) -> None:
    if not has_departed(connection, person):
        connection.execute(insert(schema.departed).values(mark=mark_of(person), at=time.time()))


def has_departed(connection: Connection, person: str) -> bool:
    """Whether somebody has left for good."""
    c = schema.departed.c
    return connection.execute(select(c.mark).where(c.mark == mark_of(person))).first() is not None


def _know_nobody(connection: Connection) -> None:
    now, c = time.time(), schema.people.c
    if not connection.execute(update(schema.people).where(c.id == NOBODY).values(seen_at=now)).rowcount:
        nobody = {"id": NOBODY, "nickname": "", "created_at": now, "seen_at": now}
        connection.execute(insert(schema.people).values(**nobody))


def _tables_with(person: str) -> Any:
    """Those and all whose series they have played in."""
    t, s = schema.tables.c, schema.seats.c
    sits = select(s.table_id).where(s.person == person)
    named = cast(t.series, Text).contains(person, autoescape=True)
    return select(t.id).where(or_(t.creator == person, t.id.in_(sits), named)).order_by(t.created_at)


async def _all_tables(services: Services, person: str, change: ChangeTable, rest: Callable[[Connection], None]) -> None:
    """Change every table of somebody, then do the rest."""
    for _ in range(TRIES):
        tables = await services.storage.read(lambda q: q.execute(_tables_with(person)).scalars().all())
        for name in tables:
            await services.registry.run_to_completion(name, partial(_change_table, services, name, change))
        try:
            await services.storage.write(Write(work=[rest]))
        except Conflict:  # they have sat down somewhere meanwhile
            continue
        return
    raise Refused("conflict", "somebody sits down again and again in your name", "another try, with no other page open")


async def _change_table(services: Services, name: str, change: ChangeTable) -> None:
    try:
        async with services.registry.locked(name, fresh=True) as table:
            await change(services, table)
    except Refused as problem:
        if problem.code != "not_found":  # it has been swept meanwhile
            raise
