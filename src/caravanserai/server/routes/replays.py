"""Finished matches, as files and moment by moment."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.match import Match
from caravanserai.server import lobby, messages
from caravanserai.server.errors import Refused
from caravanserai.server.permissions import admit
from caravanserai.server.replays import finished_match, replay_log, replay_moves, replay_step
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
    viewers = [SPECTATOR, *range(len(table.seats))] if seat is None else [expect_seat(table, seat)]
    return replay_step(table, Match.from_log(match.log(), number), last, viewers, language)


@router.get("/api/tables/{table_id}/moves", response_model=list[messages.MoveInfo])
async def moves(
    table: FinishedTable,
    seat: Annotated[int, Query(ge=-1, le=15, description="as whom one looks; -1 is a spectator")] = SPECTATOR,
    language: Language = "en",
) -> Any:
    """All that happened in a finished match, decision by decision, as a seat or a spectator saw it."""
    return replay_moves(table, finished_match(table), expect_seat(table, seat), language)


def expect_seat(table: Table, seat: int) -> int:
    """Refuses a seat that the table does not have."""
    if seat >= len(table.seats):
        raise Refused("invalid", f"seat {seat}: there is none", list(range(len(table.seats))))
    return seat
