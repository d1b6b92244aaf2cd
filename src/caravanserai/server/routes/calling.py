"""Being called to tables that wait: when, on which devices, and by letter.

What is behind a link in a letter is done when somebody presses a button, or their mail program does it for them by POST
(RFC 8058): programs that only look where a link leads change nothing.
"""

from __future__ import annotations

import html
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse

from caravanserai.server import contacts, messages
from caravanserai.server.budgets import address_of
from caravanserai.server.calling import words_of
from caravanserai.server.errors import Refused
from caravanserai.server.mailing import check_email
from caravanserai.server.routes.asking import KnownPerson, Server
from caravanserai.server.services import Services

router = APIRouter(tags=["calling"])

Token = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{24}$")]

PAGE_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    # With none at all, a browser would not say that its own page sends the form.
    "referrer-policy": "same-origin",
}


@router.get("/api/calls", response_model=messages.CallsInfo)
async def calls(services: Server, person: KnownPerson) -> Any:
    """How I am called to tables that wait for me."""
    return await contacts.calls_of(services, person)


@router.post("/api/calls", response_model=messages.CallsInfo)
async def choose(services: Server, wanted: messages.Calls, person: KnownPerson) -> Any:
    """Choose when I am called."""
    await contacts.choose(services, person, wanted)
    return await contacts.calls_of(services, person)


@router.post("/api/calls/devices", response_model=messages.CallsInfo)
async def subscribe(services: Server, wanted: messages.Subscription, person: KnownPerson, request: Request) -> Any:
    """Let this browser be woken by Web Push."""
    services.budgets.take("contacts", person, address_of(request.scope))
    origin = services.settings.address or f"https://{request.url.netloc}"
    await contacts.subscribe(services, person, wanted, origin[:200])
    return await contacts.calls_of(services, person)


@router.post("/api/calls/devices/forget", response_model=messages.CallsInfo)
async def unsubscribe(services: Server, device: messages.Device, person: KnownPerson) -> Any:
    """Wake this browser no more."""
    await contacts.unsubscribe(services, person, device.endpoint)
    return await contacts.calls_of(services, person)


@router.post("/api/calls/email", response_model=messages.CallsInfo)
async def email(services: Server, wanted: messages.Email, person: KnownPerson, request: Request) -> Any:
    """Have letters sent to an address, once I have said from there that it is mine; or no more."""
    if wanted.email is None:
        await contacts.forget_email(services, person)
    else:
        if not services.mailer.offered:
            raise Refused("conflict", "this server sends no letters", "one that does")
        to = check_email(wanted.email)
        services.budgets.take("contacts", person, address_of(request.scope))
        token = await contacts.ask_email(services, person, to, wanted.language)
        await ask(services, to, token, wanted.language)
    return await contacts.calls_of(services, person)


async def ask(services: Services, to: str, token: str, language: str) -> None:
    """Ask by letter whether an address is that of whoever said so; refuses what could not be sent."""
    words, url = words_of(language), services.mailer.url
    leave = f"{url}/mail/leave/{token}"
    text = f"{words('mail-confirm')}\n\n{url}/mail/confirm/{token}\n\n{words('mail-confirm-not')}\n{leave}\n"
    if not await services.mailer.send(to, words("mail-confirm-subject"), text, leave):
        raise Refused("unavailable", "the letter could not be sent", "another try in a while")


@router.get("/mail/confirm/{token}", include_in_schema=False)
async def confirm_page(services: Server, token: Token) -> HTMLResponse:
    """Asks whether letters are welcome; only pressing the button says so."""
    contact = await contacts.contact_by_token(services, token)
    return page(contact.language, "mail-page-confirm", "mail-page-confirm-button")


@router.post("/mail/confirm/{token}", include_in_schema=False)
async def confirm(services: Server, token: Token) -> HTMLResponse:
    """Letters are welcome."""
    contact = await contacts.contact_by_token(services, token)
    await contacts.confirm(services, token)
    return page(contact.language, "mail-page-confirmed")


@router.get("/mail/leave/{token}", include_in_schema=False)
async def leave_page(services: Server, token: Token) -> HTMLResponse:
    """Asks whether there should be no more letters."""
    contact = await contacts.contact_by_token(services, token)
    return page(contact.language, "mail-page-leave", "mail-page-leave-button")


@router.post("/mail/leave/{token}", include_in_schema=False)
async def leave(services: Server, token: Token) -> HTMLResponse:
    """No more letters."""
    contact = await contacts.contact_by_token(services, token)
    await contacts.leave(services, token)
    return page(contact.language, "mail-page-left")


def page(language: str, text: str, button: str | None = None) -> HTMLResponse:
    """A page that needs no script, with one button or none."""
    words = words_of(language)
    form = f'<form method="post"><button>{html.escape(words(button))}</button></form>' if button else ""
    return HTMLResponse(
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        '<title>Caravanserai</title><link rel="stylesheet" href="../../plain.css"></head>'
        f"<body><main><h1>Caravanserai</h1><p>{html.escape(words(text))}</p>{form}"
        f'<p><a href="../../">{html.escape(words("mail-page-home"))}</a></p></main></body></html>',
        headers=PAGE_HEADERS,
    )
