"""Table talk beside the match: what was said, who is not to be heard, and what whoever runs the server should know."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import APIRouter, Request

from caravanserai.server import messages
from caravanserai.server.budgets import address_of
from caravanserai.server.errors import Refused
from caravanserai.server.identity import alias
from caravanserai.server.permissions import admit
from caravanserai.server.presenting import talk_line
from caravanserai.server.reports import report as keep_report
from caravanserai.server.routes.asking import Invite, KnownPerson, MaybePerson, Server, TableId
from caravanserai.server.rows import TalkRow
from caravanserai.server.services import Services
from caravanserai.server.storage import Write

router = APIRouter(tags=["talk"])
log = logging.getLogger("caravanserai.reports")


async def heard(
    services: Services, table_id: str, person: str | None, invite: str | None, number: int | None = None
) -> list[TalkRow]:
    """What somebody may hear of the talk at a table."""
    async with services.registry.locked(table_id, fresh=True) as table:
        admit(table, person, invite)
        return await services.talking.heard(table, bool(table.seats_of(person)), number)


async def line_of_another(
    services: Services, table_id: str, person: str, invite: str | None, number: int
) -> tuple[TalkRow, str]:
    """A line that somebody else has said and one may hear, and who said it."""
    lines = await heard(services, table_id, person, invite, number)
    if not lines:
        raise Refused("not_found", f"line {number}: nobody has said it", "the number of a line")
    if lines[0].person is None or lines[0].person == person:
        raise Refused("conflict", f"line {number}: not somebody else's", "a line that another person said")
    return lines[0], lines[0].person


async def told(services: Services, table_id: str, person: str | None, lines: list[TalkRow]) -> dict[str, Any]:
    """Lines, and what they mean to somebody."""
    me = alias(table_id, person) if person is not None else None
    muted = await services.talking.muted(table_id, person)
    return {"lines": [talk_line(line) for line in lines], "me": me, "muted": muted}


@router.get("/api/tables/{table_id}/talk", response_model=messages.TalkInfo)
async def talk(services: Server, table_id: TableId, person: MaybePerson, invite: Invite = None) -> Any:
    """What was said last: at the table, and among those who look on, which players hear after the match."""
    return await told(services, table_id, person, await heard(services, table_id, person, invite))


@router.post("/api/tables/{table_id}/talk/mute", response_model=messages.TalkInfo)
async def mute(
    services: Server, table_id: TableId, wanted: messages.Mute, person: KnownPerson, invite: Invite = None
) -> Any:
    """Hear whoever said a line no more, at any table, or again."""
    _, other = await line_of_another(services, table_id, person, invite, wanted.number)
    await services.talking.mute(person, other, wanted.on)
    return await told(services, table_id, person, await heard(services, table_id, person, invite))


@router.post("/api/tables/{table_id}/talk/report", response_model=messages.TalkLine)
async def report(
    services: Server,
    table_id: TableId,
    wanted: messages.Report,
    person: KnownPerson,
    request: Request,
    invite: Invite = None,
) -> Any:
    """Show a line, with what was said before it, to whoever runs the server."""
    services.budgets.take("reports", person, address_of(request.scope))
    line, _ = await line_of_another(services, table_id, person, invite, wanted.number)
    new: list[bool] = []
    await services.storage.write(Write(work=[lambda connection: new.append(keep_report(connection, person, line))]))
    if new[-1]:
        services.metrics.reports.inc()
        log.warning("a line of table talk was reported; `caravanserai house reports` shows it")
    return talk_line(line)
