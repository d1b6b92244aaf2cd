"""Finished matches, as files and moment by moment."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.match import Match
from caravanserai.server import lobby, messages
from caravanserai.server.errors import Refused
from caravanserai.server.permissions import admit
from caravanserai.server.replays import finished_match, replay_log, replay_step
from caravanserai.server.routes.asking import Invite, Language, MaybePerson, Server, TableId
from caravanserai.server.table import FINISHED, Table

router = APIRouter(tags=["replays"])


async def finished_table(services: Server, table_id: TableId, person: MaybePerson, invite: Invite = None) -> Table:
    """A table whose match is over, and which whoever asks may look at."""
    async with services.registry.locked(table_id, fresh=True) as table:
        admit(table, person, invite)
        lobby.expect_status(table, FINISHED)
        return table


FinishedTable = Annotated[Table, Depends(finished_table)]


@router.get("/api/tables/{table_id}/replay", response_model=messages.Replay)
async def replay(table: FinishedTable, response: Response) -> Any:
    """A finished match as a file that `caravanserai verify` checks."""
    response.headers["content-disposition"] = f'attachment; filename="{table.row.game}-{table.id}.json"'
    return replay_log(table)


@router.get("/api/tables/{table_id}/replay/{number}", response_model=messages.ReplayStep)
async def step(
    table: FinishedTable,
    number: Annotated[int, Path(ge=0, le=1_000_000)],
    seat: Annotated[int | None, Query(ge=-1, le=15, description="one seat; -1 is a spectator; none is all")] = None,
    language: Language = "en",
) -> Any:
    """A finished match after so many decisions, as a seat, a spectator or everybody saw it."""
    match = finished_match(table)
    last = match.decisions
    if number > last:
        raise Refused("not_found", f"decision {number}: there is none", f"a number from 0 to {last}")
    if seat is not None and seat >= len(table.seats):
        raise Refused("invalid", f"seat {seat}: there is none", list(range(len(table.seats))))
    viewers = [SPECTATOR, *range(len(table.seats))] if seat is None else [seat]
    return replay_step(table, Match.from_log(match.log(), number), last, viewers, language)
