"""Who asks, and for what: the parts of requests that many routes have in common."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header, Path, Query, Request

from caravanserai.server import messages
from caravanserai.server.advising import Adviser
from caravanserai.server.errors import Refused
from caravanserai.server.identity import COOKIE
from caravanserai.server.services import Services


async def services_of(request: Request) -> Services:
    """What the server answers with."""
    services: Services = request.app.state.services
    return services


async def adviser_of(request: Request) -> Adviser:
    """Where advice for people comes from."""
    adviser: Adviser = request.app.state.adviser
    return adviser


Server = Annotated[Services, Depends(services_of)]
Advising = Annotated[Adviser, Depends(adviser_of)]


async def person_or_none(services: Server, request: Request) -> str | None:
    """Whoever the cookie says it is."""
    return services.signer.person(request.cookies.get(COOKIE))


MaybePerson = Annotated[str | None, Depends(person_or_none)]


async def known_person(services: Server, person: MaybePerson) -> str:
    """Somebody who has introduced themselves."""
    if person is None:
        raise Refused("not_known", "nobody is known by this cookie", "POST /api/me with a nickname first")
    services.expect_welcome(person)
    return person


KnownPerson = Annotated[str, Depends(known_person)]
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{12}$")]
Invite = Annotated[str | None, Header(alias="x-invite", max_length=64, description="the secret of an invite link")]
Language = Annotated[messages.Language, Query()]
