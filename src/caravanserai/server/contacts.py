"""Contacts: how people want to be called to tables that wait for them, and where."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, Executable, delete, func, insert, select, update

from caravanserai.server import schema
from caravanserai.server.errors import Refused
from caravanserai.server.identity import new_id
from caravanserai.server.messages import Calls, Subscription
from caravanserai.server.pushing import check_endpoint, check_keys, subscription_id
from caravanserai.server.rows import ContactRow, SubscriptionRow, read_rows, values
from caravanserai.server.services import Services
from caravanserai.server.storage import Write
from caravanserai.server.timing import now
from caravanserai.words import LANGUAGES

AT_ONCE, DAILY, NEVER = "at_once", "daily", "never"

MOST_DEVICES = 10
"""Browsers of one person; with one more, the oldest is forgotten."""

CONFIRM_SECONDS = 3 * 86_400
"""For which a link that confirms an address is good."""

ASK_AGAIN_SECONDS = 600
"""Before the same address is asked again, whoever wants it to be."""

DAY = 86_400
DIGEST = "digest"
"""In the place of a table: all that wait for somebody."""


def day_of(time_now: float, morning: int) -> str:
    """The day of somebody whose mornings begin at that second, by its number.

    >>> day_of(86_400 * 3 + 100, 99), day_of(86_400 * 3 + 100, 101)
    ('3', '2')
    """
    return str(int((time_now - morning) // DAY))


def read_contact(connection: Connection, person: str) -> ContactRow | None:
    """How somebody is called."""
    found = connection.execute(select(schema.contacts).where(schema.contacts.c.person == person)).mappings().first()
    return ContactRow(**found) if found is not None else None


def read_subscriptions(connection: Connection, person: str) -> list[SubscriptionRow]:
    """The browsers of somebody that may be woken."""
    c = schema.subscriptions.c
    return read_rows(connection, SubscriptionRow, select(schema.subscriptions).where(c.person == person))


async def calls_of(services: Services, person: str) -> dict[str, Any]:
    """What somebody has chosen, as they are told it."""
    contact = await services.storage.read(lambda q: read_contact(q, person))
    return {
        "how": contact.how if contact else AT_ONCE,
        "email": contact.email if contact else None,
        "confirmed": contact is not None and contact.confirmed_at is not None,
        "mail_offered": services.mailer.offered,
        "push_key": services.pusher.public_key,
    }


def _put(connection: Connection, person: str, **chosen: Any) -> None:
    """Write what somebody has chosen."""
    if not connection.execute(select(schema.people.c.id).where(schema.people.c.id == person)).first():
        raise Refused("not_known", "nobody is known by this cookie", "POST /api/me with a nickname first")
    c = schema.contacts.c
    if connection.execute(update(schema.contacts).where(c.person == person).values(person=person, **chosen)).rowcount:
        return
    usual = ContactRow(person, AT_ONCE, LANGUAGES[0], 0)
    connection.execute(insert(schema.contacts).values({**values(usual), **chosen}))


async def choose(services: Services, person: str, wanted: Calls) -> None:
    """When somebody wants to be called. A first digest comes with the next morning."""

    def write(connection: Connection) -> None:
        _put(connection, person, how=wanted.how, language=wanted.language, morning=wanted.morning)
        c = schema.calls.c
        connection.execute(delete(schema.calls).where(c.person == person, c.table_id == DIGEST))
        called = {"table_id": DIGEST, "person": person, "turn": day_of(now(), wanted.morning), "tries": 0}
        connection.execute(insert(schema.calls).values(**called, claimed_at=now(), settled_at=now()))

    await services.storage.write(Write(work=[write]))


async def subscribe(services: Services, person: str, wanted: Subscription, origin: str) -> None:
    """Let a browser of somebody be woken. One that another person has registered is theirs only with the same secret:
    then it is the same browser."""
    check_keys(wanted.keys.p256dh, wanted.keys.auth)
    await check_endpoint(wanted.endpoint, services.pusher.anywhere)
    keys = (wanted.keys.p256dh, wanted.keys.auth)
    row = SubscriptionRow(
        subscription_id(wanted.endpoint),
        person,
        wanted.endpoint,
        *keys,
        services.pusher.public_key,
        origin,
        time.time(),
    )

    def write(connection: Connection) -> None:
        c = schema.subscriptions.c
        _put(connection, person, **({} if wanted.language is None else {"language": wanted.language}))
        there = connection.execute(select(c.person, c.auth).where(c.id == row.id)).first()
        if there is not None and there.person != person and there.auth != row.auth:
            raise Refused("conflict", "endpoint: somebody else has it", "a subscription of this browser")
        connection.execute(delete(schema.subscriptions).where(c.id == row.id))
        newest = select(c.id).where(c.person == person).order_by(c.created_at.desc()).limit(MOST_DEVICES - 1)
        kept = [name for (name,) in connection.execute(newest)]
        connection.execute(delete(schema.subscriptions).where(c.person == person, c.id.not_in(kept)))
        connection.execute(insert(schema.subscriptions).values(values(row)))

    await services.storage.write(Write(work=[write]))


async def unsubscribe(services: Services, person: str, endpoint: str) -> None:
    """Wake a browser of somebody no more."""
    await services.storage.write(Write(statements=[forget_subscription(subscription_id(endpoint), person)]))


def forget_subscription(name: str, person: str) -> Executable:
    """The statement that forgets a browser of somebody."""
    c = schema.subscriptions.c
    return delete(schema.subscriptions).where(c.id == name, c.person == person)


async def ask_email(services: Services, person: str, email: str, language: str) -> str:
    """Note the address of somebody, which is not theirs before they have said so from there; what the link by which
    they do carries."""
    token = new_id(18)

    def write(connection: Connection) -> None:
        c = schema.contacts.c
        recent = select(func.count()).where(
            func.lower(c.email) == email.lower(), c.asked_at > time.time() - ASK_AGAIN_SECONDS
        )
        if connection.execute(recent).scalar():
            raise Refused(
                "too_fast", "email: this address was asked a moment ago", f"{ASK_AGAIN_SECONDS // 60} minutes"
            )
        chosen = {"email": email, "token": token, "asked_at": time.time(), "confirmed_at": None}
        _put(connection, person, language=language, **chosen)

    await services.storage.write(Write(work=[write]))
    return token


async def forget_email(services: Services, person: str) -> None:
    """Write to somebody no more. When the address was last asked stays noted."""
    nothing = {"email": None, "token": None, "confirmed_at": None}
    c = schema.contacts.c
    await services.storage.write(
        Write(statements=[update(schema.contacts).where(c.person == person).values(**nothing)])
    )


async def contact_by_token(services: Services, token: str) -> ContactRow:
    """Whose link it is; refuses one that is nobody's any more."""
    question = select(schema.contacts).where(schema.contacts.c.token == token)
    found = await services.storage.read(lambda q: q.execute(question).mappings().first())
    if found is None:
        raise Refused("not_found", "this link is no longer good", "the newest letter")
    return ContactRow(**found)


async def confirm(services: Services, token: str) -> None:
    """Somebody has said from their address that it is theirs; refuses a link that is too old."""
    contact = await contact_by_token(services, token)
    if contact.confirmed_at is None and (contact.asked_at or 0) < time.time() - CONFIRM_SECONDS:
        raise Refused("not_found", "this link is too old", "a new letter, asked for in the settings")
    c = schema.contacts.c
    said = update(schema.contacts).where(c.token == token, c.confirmed_at.is_(None)).values(confirmed_at=time.time())
    await services.storage.write(Write(statements=[said]))


async def leave(services: Services, token: str) -> None:
    """Whoever has the link wants no more letters. A link that is nobody's has nothing left to do."""
    nothing = {"email": None, "token": None, "confirmed_at": None}
    await services.storage.write(
        Write(statements=[update(schema.contacts).where(schema.contacts.c.token == token).values(**nothing)])
    )
