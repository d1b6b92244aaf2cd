"""Being called to tables that wait: when, on which devices, and by letter.

What is behind a link in a letter is done when somebody presses a button, or their mail program does it for them by POST
(RFC 8058): programs that only look where a link leads change nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from caravanserai.server import contacts, messages
from caravanserai.server.budgets import address_of
from caravanserai.server.calling import words_of
from caravanserai.server.errors import Refused
from caravanserai.server.letters import Letter, Link
from caravanserai.server.mailing import check_email
from caravanserai.server.preview import spoken_language
from caravanserai.server.routes.asking import KnownPerson, Server
from caravanserai.server.services import Services

router = APIRouter(tags=["calling"])

TOKEN = re.compile(r"[A-Za-z0-9_-]{24}")
"""What is at the end of a link in a letter."""

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
    letter = Letter(
        words,
        words("mail-confirm-subject"),
        words("mail-confirm"),
        (Link(words("mail-page-confirm-button"), f"{url}/mail/confirm/{token}"),),
        words("mail-confirm-not"),
        f"{url}/mail/leave/{token}",
    )
    if not await services.mailer.send(to, letter):
        raise Refused("unavailable", "the letter could not be sent", "another try in a while")


@router.get("/mail/confirm/{token}", include_in_schema=False)
async def confirm_page(services: Server, token: str, request: Request) -> HTMLResponse:
    """Asks whether letters are welcome; only pressing the button says so."""
    return await answer(services, token, request, "mail-page-confirm", button="mail-page-confirm-button")


@router.post("/mail/confirm/{token}", include_in_schema=False)
async def confirm(services: Server, token: str, request: Request) -> HTMLResponse:
    """Letters are welcome."""
    return await answer(services, token, request, "mail-page-confirmed", contacts.confirm)


@router.get("/mail/leave/{token}", include_in_schema=False)
async def leave_page(services: Server, token: str, request: Request) -> HTMLResponse:
    """Asks whether there should be no more letters."""
    return await answer(services, token, request, "mail-page-leave", button="mail-page-leave-button")


@router.post("/mail/leave/{token}", include_in_schema=False)
async def leave(services: Server, token: str, request: Request) -> HTMLResponse:
    """No more letters."""
    return await answer(services, token, request, "mail-page-left", contacts.leave)


async def answer(
    services: Services,
    token: str,
    request: Request,
    text: str,
    work: Callable[[Services, str], Awaitable[None]] | None = None,
    button: str | None = None,
) -> HTMLResponse:
    """The page behind a link of a letter, once its work is done; whoever follows one that is no longer good, or comes
    when that cannot be done, reads so instead of an answer for programs."""
    try:
        if not TOKEN.fullmatch(token):
            raise Refused("not_found", "this link is incomplete", "all of it")
        contact = await contacts.contact_by_token(services, token)
        if work is not None:
            await work(services, token)
    except Refused as refusal:
        services.metrics.refused.labels(refusal.code).inc()
        reader = spoken_language(request.headers.get("accept-language", ""))
        return page(reader, f"mail-page-{'late' if refusal.code == 'not_found' else 'later'}", status=refusal.status)
    return page(contact.language, text, button)


def page(language: str, text: str, button: str | None = None, status: int = 200) -> HTMLResponse:
    """A page that needs no script, with one button or none."""
    words = words_of(language)
    form = f'<form method="post"><button>{html.escape(words(button))}</button></form>' if button else ""
    return HTMLResponse(
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        '<title>Caravanserai</title><link rel="stylesheet" href="../../plain.css"></head>'
        f"<body><main><h1>Caravanserai</h1><p>{html.escape(words(text))}</p>{form}"
        f'<p><a href="../../">{html.escape(words("mail-page-home"))}</a></p></main></body></html>',
        status,
        PAGE_HEADERS,
    )
