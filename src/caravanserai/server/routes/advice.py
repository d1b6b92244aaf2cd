"""Advice for people: hints, and where a finished match was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from caravanserai.server import messages
from caravanserai.server.budgets import address_of
from caravanserai.server.routes.asking import Advising, KnownPerson, Language, MaybePerson, Server, TableId
from caravanserai.server.routes.replays import FinishedTable

NOBODY_LISTENS = 499
"""The status of an answer that nobody will read."""


async def pay_for_advice(services: Server, request: Request, person: MaybePerson) -> None:
    """Advice takes seconds of thinking, so there is a budget for asking, whatever comes of it."""
    services.budgets.take("hints", person, address_of(request.scope))


router = APIRouter(tags=["advice"], dependencies=[Depends(pay_for_advice)])


AskedSeat = Annotated[int, Query(ge=0, le=15, description="one of mine that must decide")]


@router.get("/api/tables/{table_id}/hint", response_model=list[messages.AdviceInfo])
async def hint(
    adviser: Advising,
    table_id: TableId,
    request: Request,
    person: KnownPerson,
    seat: AskedSeat,
    language: Language = "en",
) -> Any:
    """What a strong player would consider in my place; takes a second. I wait for one hint at a time."""
    return await unless_gone(request, adviser.hint(table_id, person, seat, language))


@router.get("/api/tables/{table_id}/position", response_model=messages.KnownPosition)
async def position(adviser: Advising, table_id: TableId, person: KnownPerson, seat: AskedSeat) -> Any:
    """The position as a seat of mine knows it, to think about it in my own browser."""
    return await adviser.known_position(table_id, person, seat)


@router.get("/api/tables/{table_id}/review", response_model=messages.ReviewInfo)
async def review(
    adviser: Advising,
    table: FinishedTable,
    request: Request,
    person: MaybePerson,
    language: Language = "en",
) -> Any:
    """Where a finished match was lost, and how the chances went; takes some seconds the first time."""
    return await unless_gone(request, adviser.review(table, person, language))


@router.get("/api/tables/{table_id}/review/kept", response_model=messages.ReviewInfo | None)
async def kept_review(adviser: Advising, table: FinishedTable, language: Language = "en") -> Any:
    """The same, if it is known already; else nothing."""
    return await adviser.kept_review(table, language)


@router.post("/api/tables/{table_id}/review", response_model=messages.ReviewInfo)
async def take_review(
    adviser: Advising,
    table: FinishedTable,
    found: messages.FoundReview,
    request: Request,
    person: KnownPerson,
    language: Language = "en",
) -> Any:
    """Share a review that my browser has made; some of it is searched again, and has to be the same."""
    return await unless_gone(request, adviser.take_review(table, person, found, language))


async def unless_gone(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of work that takes long; it is cancelled when whoever asked for it has closed the connection."""
    working = asyncio.create_task(work)
    gone = asyncio.create_task(disconnected(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else Response(status_code=NOBODY_LISTENS)
    finally:
        working.cancel()
        gone.cancel()


async def disconnected(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
