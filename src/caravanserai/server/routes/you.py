"""Who one is on every device: links to carry oneself over, recovery codes, passkeys; what is kept, and its end."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import Connection

from caravanserai.server import belongings, identity_messages, lobby, messages, passkeys, recovery, tickets
from caravanserai.server.budgets import address_of
from caravanserai.server.errors import Refused
from caravanserai.server.passkeys import Site
from caravanserai.server.routes.asking import KnownPerson, MaybePerson, Server
from caravanserai.server.routes.people import hand_cookie, person_info, take_cookie

router = APIRouter(tags=["you"])


async def count_attempt(services: Server, person: MaybePerson, request: Request) -> None:
    """Nobody may try often."""
    services.budgets.take("attempts", person, address_of(request.scope))


async def own_name(services: Server, person: KnownPerson) -> str:
    """The nickname of somebody who is still here."""
    return await lobby.own_nickname(services, person)


async def remaining_name(services: Server, person: KnownPerson) -> str:
    """The same for somebody of whom something may still be kept though they have begun to leave."""
    return await lobby.nickname_of(services, person) or await lobby.own_nickname(services, person)


async def site_of(request: Request) -> Site:
    """The address by which a request has come."""
    return Site.of(request.headers.get("host", ""))


Counted = Depends(count_attempt)
OwnName = Annotated[str, Depends(own_name)]
RemainingName = Annotated[str, Depends(remaining_name)]
ThisSite = Annotated[Site, Depends(site_of)]


# To another device ----------------------------------------------------------------------------------------------------


@router.post("/api/carry/new", response_model=identity_messages.Carry, dependencies=[Counted])
async def new_link(services: Server, person: KnownPerson, nickname: OwnName) -> Any:
    """A link that makes another device mine; older ones are good no longer."""
    token = await tickets.issue(services.storage, "carry", person, only=True)
    return {"token": token, "seconds": tickets.SECONDS["carry"]}


@router.post("/api/carry/look", response_model=identity_messages.CarryOffer, dependencies=[Counted])
async def look_at_link(services: Server, which: identity_messages.CarryLook, person: MaybePerson) -> Any:
    """What a link is good for. This does not use it up."""

    def look(connection: Connection) -> dict[str, Any]:
        ticket = tickets.look(connection, "carry", which.token)
        same, here = ticket.person is not None and ticket.person == person, None
        name = lobby.find_nickname(connection, person) if person is not None and not same else None
        if person is not None and name is not None:
            here = {"nickname": name, **belongings.count(connection, person)}
        nickname = lobby.find_nickname(connection, ticket.person) if ticket.person is not None else None
        return {"state": ticket.state, "nickname": nickname, "same": same, "here": here}

    return await services.storage.read(look)


@router.post("/api/carry", response_model=messages.Person, dependencies=[Counted])
async def carry_on(
    services: Server, wanted: identity_messages.CarryOn, person: MaybePerson, request: Request, response: Response
) -> Any:
    """Be whoever made the link, from here on. It works once."""
    new = await tickets.take(services.storage, "carry", wanted.token)
    assert new is not None
    services.expect_welcome(new)
    await lobby.own_nickname(services, new)
    if wanted.bring and person is not None and await lobby.nickname_of(services, person) is not None:
        await belongings.hand_over(services, person, new)
    hand_cookie(services, request, response, new)
    return await person_info(services, new)


@router.post("/api/me/recovery", response_model=identity_messages.RecoveryCode, dependencies=[Counted])
async def new_recovery_code(services: Server, person: KnownPerson, nickname: OwnName) -> Any:
    """A recovery code, told once; the one before is good no longer."""
    return {"code": await recovery.renew(services.storage, person)}


@router.post("/api/me/recovery/remove", response_model=identity_messages.Done)
async def remove_recovery_code(services: Server, person: KnownPerson) -> Any:
    """Have no recovery code any more."""
    await recovery.remove(services.storage, person)
    return {}


@router.post("/api/recover", response_model=identity_messages.Carry, dependencies=[Counted])
async def recover(services: Server, given: identity_messages.Recover) -> Any:
    """A link to be whoever has this recovery code."""
    return await _link_for(services, await recovery.owner(services.storage, given.code))


@router.post("/api/passkeys/new", response_model=identity_messages.BrowserOptions, dependencies=[Counted])
async def passkey_options(services: Server, site: ThisSite, person: KnownPerson, nickname: OwnName) -> Any:
    """What the browser needs to make a passkey for me."""
    return {"options": await passkeys.options_to_add(services.storage, site, person, nickname)}


@router.post("/api/passkeys", response_model=identity_messages.Linked)
async def add_passkey(services: Server, site: ThisSite, made: identity_messages.Credential, person: KnownPerson) -> Any:
    """Keep a passkey that the browser has made for me."""
    await passkeys.add(services.storage, site, person, made.credential)
    return await services.storage.read(lambda q: belongings.linked(q, person))


@router.post("/api/passkeys/remove", response_model=identity_messages.Linked)
async def remove_passkey(services: Server, which: identity_messages.WhichPasskey, person: KnownPerson) -> Any:
    """Be no longer known by a passkey."""
    await passkeys.remove(services.storage, person, which.id)
    return await services.storage.read(lambda q: belongings.linked(q, person))


@router.post("/api/passkeys/ask", response_model=identity_messages.BrowserOptions, dependencies=[Counted])
async def ask_for_passkey(services: Server, site: ThisSite) -> Any:
    """What the browser needs to offer its passkeys."""
    return {"options": await passkeys.options_to_sign_in(services.storage, site)}


@router.post("/api/passkeys/use", response_model=identity_messages.Carry, dependencies=[Counted])
async def use_passkey(services: Server, site: ThisSite, signed: identity_messages.Credential) -> Any:
    """A link to be whoever has this passkey."""
    return await _link_for(services, await passkeys.owner(services.storage, site, signed.credential))


async def _link_for(services: Server, person: str) -> dict[str, Any]:
    return {"token": await tickets.issue(services.storage, "carry", person), "seconds": tickets.SECONDS["carry"]}


# What is kept ---------------------------------------------------------------------------------------------------------


@router.get("/api/me/now", response_model=identity_messages.Now)
async def now(services: Server, person: MaybePerson, request: Request, response: Response) -> Any:
    """Who I am, if anybody; whoever has left for good is signed out."""
    if person is None:
        return {"nickname": None, "departed": False}

    def ask(connection: Connection) -> dict[str, Any]:
        nickname = lobby.find_nickname(connection, person)
        return {"nickname": nickname, "departed": nickname is None and belongings.has_departed(connection, person)}

    told = await services.storage.read(ask)
    if told["departed"]:
        take_cookie(services, request, response)
    return told


@router.get("/api/me/linked", response_model=identity_messages.Linked)
async def linked(services: Server, person: KnownPerson) -> Any:
    """By what else than a cookie I am known again."""
    return await services.storage.read(lambda q: belongings.linked(q, person))


@router.get("/api/me/kept", response_model=identity_messages.Kept)
async def kept(services: Server, person: KnownPerson, nickname: RemainingName, response: Response) -> Any:
    """All that is kept about me, as a file."""
    response.headers["content-disposition"] = 'attachment; filename="caravanserai-about-me.json"'
    response.headers["cache-control"] = "no-store"
    found = await services.storage.read(lambda q: belongings.kept(q, person))
    if found is None:
        raise Refused("not_known", "nothing is kept about you any more", "POST /api/me with a nickname first")
    return found


@router.post("/api/me/out", response_model=identity_messages.Done)
async def sign_out(services: Server, request: Request, response: Response) -> Any:
    """Be nobody on this device."""
    take_cookie(services, request, response)
    return {}


@router.post("/api/me/forget", response_model=identity_messages.Done)
async def forget(
    services: Server,
    sure: identity_messages.Forget,
    person: KnownPerson,
    nickname: RemainingName,
    request: Request,
    response: Response,
) -> Any:
    """Delete all that is kept about me, on all devices and for good."""
    if sure.nickname.strip() != nickname:
        raise Refused("invalid", "nickname: that is not yours", "your nickname, letter by letter")
    await belongings.forget(services, person)
    take_cookie(services, request, response)
    return {}
