"""Tickets: secrets that are good once and for a short time. Storage keeps only their marks, from which nobody gets the
secret back, so that whoever reads the database cannot be somebody else by it."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, delete, insert, select, update

from caravanserai.server import schema
from caravanserai.server.errors import Refused
from caravanserai.server.identity import new_id
from caravanserai.server.storage import Storage, Write

Kind = Literal["carry", "add", "sign-in"]
"""To be a person on another device; to add a passkey; to sign in with one."""

State = Literal["ready", "used", "expired", "unknown"]

SECONDS: dict[Kind, float] = {"carry": 600.0, "add": 300.0, "sign-in": 300.0}
"""For which a ticket of each kind is good."""

TOLD_SECONDS = 24 * 60 * 60.0
"""For which it can still be said afterwards what became of it."""

SECRET_BYTES = 24


@dataclass(frozen=True)
class Ticket:
    """What can be said of a ticket."""

    state: State
    person: str | None = None
    seconds: float = 0.0
    """For which it is still good."""


def mark_of(secret: str) -> str:
    """What storage keeps of a secret that is too long to be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


async def issue(storage: Storage, kind: Kind, person: str | None, only: bool = False) -> str:
    """The secret of a new ticket; if it is to be the only one, older ones of the person are good no longer."""
    secret, now, c = new_id(SECRET_BYTES), time.time(), schema.tickets.c

    def write(connection: Connection) -> None:
        connection.execute(delete(schema.tickets).where(c.expires_at < now - TOLD_SECONDS))
        if only:
            older = c.person == person, c.kind == kind, c.expires_at > now
            connection.execute(update(schema.tickets).where(*older).values(expires_at=now))
        new = {"mark": mark_of(secret), "kind": kind, "person": person, "expires_at": now + SECONDS[kind]}
        connection.execute(insert(schema.tickets).values(**new))

    await storage.write(Write(work=[write]))
    return secret


def look(connection: Connection, kind: Kind, secret: str) -> Ticket:
    """What a ticket is good for; it stays as it is."""
    c, now = schema.tickets.c, time.time()
    question = select(c.person, c.expires_at, c.used_at).where(c.mark == mark_of(secret), c.kind == kind)
    found = connection.execute(question).first()
    if found is None:
        return Ticket("unknown")
    if found.used_at is not None:
        return Ticket("used")
    if found.expires_at <= now:
        return Ticket("expired")
    return Ticket("ready", found.person, found.expires_at - now)


async def take(storage: Storage, kind: Kind, secret: str, person: str | None = None) -> str | None:
    """Use a ticket up; whose it is. Refuses one that is not good, or not the person's if one is named. Of several who
    come at once, by whichever process, one gets it."""
    c, now, owners = schema.tickets.c, time.time(), list[str | None]()
    this = c.mark == mark_of(secret), c.kind == kind
    whose = (c.person == person,) if person is not None else ()

    def write(connection: Connection) -> None:
        good = *this, *whose, c.used_at.is_(None), c.expires_at > now
        if not connection.execute(update(schema.tickets).where(*good).values(used_at=now)).rowcount:
            state = look(connection, kind, secret).state
            if state in ("used", "expired"):
                raise Refused("conflict", f"this was {state} already", "a new one")
            raise Refused("not_found", "there is nothing of that name", "all of a link, a code or a passkey's answer")
        owners.append(connection.execute(select(c.person).where(*this)).scalar())

    await storage.write(Write(work=[write]))
    return owners[-1]
