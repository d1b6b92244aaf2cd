"""Tables: making them, sitting down, starting, leaving, playing again."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.server import bringing, lobby, messages
from caravanserai.server.absence import let_bot_play
from caravanserai.server.again import again_info
from caravanserai.server.budgets import address_of
from caravanserai.server.errors import Refused
from caravanserai.server.permissions import admit
from caravanserai.server.presenting import story, table_info
from caravanserai.server.rematching import play_again
from caravanserai.server.routes.asking import Invite, KnownPerson, Language, MaybePerson, Server, TableId

router = APIRouter(tags=["tables"])


@router.get("/api/lobby", response_model=list[messages.TableInfo])
async def public_tables(services: Server) -> Any:
    """Public tables that wait for people or are being played."""
    return await lobby.public_tables(services)


@router.post("/api/tables", response_model=messages.Created, status_code=201)
async def create(services: Server, wanted: messages.CreateTable, person: KnownPerson, request: Request) -> Any:
    """Make a table."""
    services.budgets.take("tables", person, address_of(request.scope))
    table = await lobby.create(services, person, wanted)
    return {"table": table_info(table), "invite": table.row.invite}


@router.post("/api/tables/bring", response_model=messages.Created, status_code=201)
async def bring(services: Server, wanted: messages.BringMatch, person: KnownPerson, request: Request) -> Any:
    """Bring a match that was played on my device: a finished one becomes a replay, any other goes on here."""
    services.budgets.take("tables", person, address_of(request.scope))
    table = await bringing.bring(services, person, wanted)
    return {"table": table_info(table), "invite": table.row.invite}


@router.get("/api/tables/{table_id}", response_model=messages.TableInfo)
async def one_table(services: Server, table_id: TableId, person: MaybePerson, invite: Invite = None) -> Any:
    """A table as all see it."""
    async with services.registry.locked(table_id, fresh=True) as table:
        admit(table, person, invite)
        return table_info(table)


@router.get("/api/tables/{table_id}/story", response_model=list[messages.SentenceInfo])
async def so_far(
    services: Server,
    table_id: TableId,
    person: MaybePerson,
    seat: Annotated[int | None, Query(ge=0, le=15, description="one of mine; none is a spectator")] = None,
    language: Language = "en",
    invite: Invite = None,
) -> Any:
    """What has happened so far, as a seat of mine or a spectator saw it."""
    async with services.registry.locked(table_id, fresh=True) as table:
        admit(table, person, invite)
        if seat is not None and seat not in table.seats_of(person):
            raise Refused("not_yours", f"seat {seat} is not yours", table.seats_of(person))
        return story(table, SPECTATOR if seat is None else seat, language)


@router.post("/api/tables/{table_id}/sit", response_model=messages.Seated)
async def sit(
    services: Server, table_id: TableId, wanted: messages.Sit, person: KnownPerson, invite: Invite = None
) -> Any:
    """Sit down, before the start or in place of a bot."""
    work = partial(lobby.sit, services, table_id, person, wanted, invite)
    table, seat = await services.registry.run_to_completion(table_id, work)
    token = services.signer.seat_token(table.id, seat, person)
    return {"table": table_info(table), "seat": seat, "token": token}


@router.post("/api/tables/{table_id}/leave", response_model=messages.TableInfo)
async def leave(services: Server, table_id: TableId, which: messages.WhichSeat, person: KnownPerson) -> Any:
    """Leave; a bot plays on until I look at the table again."""
    work = partial(lobby.leave, services, table_id, person, which.seat, resign=False)
    return table_info(await services.registry.run_to_completion(table_id, work))


@router.post("/api/tables/{table_id}/resign", response_model=messages.TableInfo)
async def resign(services: Server, table_id: TableId, which: messages.WhichSeat, person: KnownPerson) -> Any:
    """Give up; a bot plays on for the others' sake."""
    work = partial(lobby.leave, services, table_id, person, which.seat, resign=True)
    return table_info(await services.registry.run_to_completion(table_id, work))


@router.post("/api/tables/{table_id}/arrange", response_model=messages.TableInfo)
async def arrange(services: Server, table_id: TableId, wanted: messages.Arrange, person: KnownPerson) -> Any:
    """Put a bot into a seat that is not mine, or free it."""
    work = partial(lobby.arrange, services, table_id, person, wanted)
    return table_info(await services.registry.run_to_completion(table_id, work))


@router.post("/api/tables/{table_id}/close", response_model=messages.TableInfo)
async def close(services: Server, table_id: TableId, person: KnownPerson) -> Any:
    """Take away a table that I made, before the start."""
    return await services.registry.run_to_completion(table_id, partial(lobby.close, services, table_id, person))


@router.post("/api/tables/{table_id}/start", response_model=messages.TableInfo)
async def start(services: Server, table_id: TableId, how: messages.Start, person: KnownPerson) -> Any:
    """Deal."""
    work = partial(lobby.start, services, table_id, person, how.fill)
    return table_info(await services.registry.run_to_completion(table_id, work))


@router.post("/api/tables/{table_id}/absent", response_model=messages.TableInfo)
async def absent(services: Server, table_id: TableId, who: messages.Absent, person: KnownPerson) -> Any:
    """Have a bot play for somebody who is not there; where others have to agree, as soon as they do."""
    work = partial(let_bot_play, services, table_id, person, who.seat)
    return table_info(await services.registry.run_to_completion(table_id, work))


@router.post("/api/tables/{table_id}/rematch", response_model=messages.Rematch)
async def rematch(
    services: Server, table_id: TableId, wanted: messages.PlayAgain, person: KnownPerson, request: Request
) -> Any:
    """Play again, or say that I do not want to; the match begins as soon as all have accepted."""
    services.budgets.take("tables", person, address_of(request.scope))
    work = partial(play_again, services, table_id, person, wanted)
    table = await services.registry.run_to_completion(table_id, work)
    return {"table": table_info(table), "again": again_info(table), "invite": table.row.invite}
