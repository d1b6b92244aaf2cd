"""People: who they are, their tables, and how they do."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from fastapi import APIRouter, Query, Request, Response

from caravanserai.server import lobby, messages, results
from caravanserai.server.identity import COOKIE, COOKIE_SECONDS
from caravanserai.server.routes.asking import KnownPerson, MaybePerson, Server
from caravanserai.server.services import Services

router = APIRouter(tags=["people"])

SameSite = Literal["none", "lax"]


class CookieManners(TypedDict):
    """How a cookie is to be treated."""

    httponly: bool
    samesite: SameSite
    secure: bool


def hand_cookie(services: Services, request: Request, response: Response, person: str) -> None:
    """From here on the browser is that person's."""
    response.set_cookie(
        COOKIE, services.signer.cookie(person), max_age=COOKIE_SECONDS, **_cookie_manners(services, request)
    )


def take_cookie(services: Services, request: Request, response: Response) -> None:
    """From here on the browser is nobody's."""
    response.delete_cookie(COOKIE, **_cookie_manners(services, request))


def _cookie_manners(services: Services, request: Request) -> CookieManners:
    """A page of another site is sent the cookie only if that is said, and browsers believe it only with https."""
    secure = request.url.scheme == "https"
    same_site: SameSite = "none" if secure and services.settings.origins else "lax"
    return {"httponly": True, "samesite": same_site, "secure": secure}


@router.post("/api/me", response_model=messages.Person)
async def introduce(
    services: Server, me: messages.Introduce, person: MaybePerson, request: Request, response: Response
) -> Any:
    """Say who I am; the answer's cookie is how I am known from now on."""
    services.expect_welcome(person)
    known = await lobby.introduce(services, person, me.nickname)
    hand_cookie(services, request, response, known)
    return await person_info(services, known)


@router.get("/api/me", response_model=messages.Person)
async def me(services: Server, person: KnownPerson, request: Request, response: Response) -> Any:
    """Who I am; a cookie that was signed with an old key is signed anew."""
    known = await person_info(services, person)
    if request.cookies[COOKIE] != services.signer.cookie(person):
        hand_cookie(services, request, response, person)
    return known


@router.post("/api/me/vacation", response_model=messages.Person)
async def vacation(services: Server, wanted: messages.TakeVacation, person: KnownPerson) -> Any:
    """Let my clocks of days stand still for a while, or run again."""
    await lobby.own_nickname(services, person)
    await services.registry.spawn(services.vacations.take(person, wanted.days))
    return await person_info(services, person)


async def person_info(services: Services, person: str) -> dict[str, Any]:
    """A person as they see themselves."""
    return {
        "nickname": await lobby.own_nickname(services, person),
        "vacation": await services.vacations.info(person),
    }


@router.get("/api/mine", response_model=list[messages.MyTable])
async def mine(services: Server, person: KnownPerson) -> Any:
    """My tables, and where it is my turn."""
    return await lobby.my_tables(services, person)


@router.get("/api/statistics", response_model=list[messages.Statistic])
async def statistics(services: Server, person: KnownPerson) -> Any:
    """What I have done, game by game."""
    return await services.storage.read(lambda q: results.statistics(q, person))


@router.get("/api/ratings", response_model=list[messages.Rating])
async def ratings(services: Server, person: MaybePerson, game: Annotated[messages.Name | None, Query()] = None) -> Any:
    """The best at public tables."""
    return await services.storage.read(lambda q: results.best_rated(q, game, person))
