"""Passkeys: somebody is known again by a key that their device keeps (WebAuthn).

A key is made for one host name, and browsers make and offer keys on secure pages only: https, or the machine the server
runs on under the name localhost. What the browser answers quotes the challenge it was given, which is a ticket: good
once and for a short time, by way of whichever process.

The library that makes and checks them is loaded when somebody first wants one: else every start would take a tenth of a
second longer, and most who start a server have no passkey.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from caravanserai.server.errors import Refused
from caravanserai.server.rows import PasskeyRow, values
from caravanserai.server.schema import passkeys
from caravanserai.server.storage import Conflict, Storage, Write
from caravanserai.server.tickets import SECONDS, Kind, issue, mark_of, take

MOST = 20
"""That one person may have."""

HOUSE = "Caravanserai"


@dataclass(frozen=True)
class Site:
    """The address by which somebody has come: keys are made for its name."""

    name: str
    host: str

    @classmethod
    def of(cls, host: str) -> Site:
        """The site of a ``Host`` header; refuses one for which no browser makes keys."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            if name and len(name) <= 255:
                return cls(name.lower(), host)
        raise Refused("invalid", f"passkeys cannot be made for {name!r}", "a host name, not a number")

    @property
    def origins(self) -> list[str]:
        """From where answers may come: secure pages only."""
        local = self.name == "localhost" or self.name.endswith(".localhost")
        return [f"https://{self.host}", *([f"http://{self.host}"] if local else [])]


async def options_to_add(storage: Storage, site: Site, person: str, nickname: str) -> dict[str, Any]:
    """What the browser needs to make a key for somebody."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    c = passkeys.c
    known = await storage.read(
        lambda q: [name for (name,) in q.execute(select(c.credential).where(c.person == person))]
    )
    if len(known) >= MOST:
        raise Refused("conflict", f"you have {MOST} passkeys", "one of them removed first")
    challenge = await issue(storage, "add", person)
    options = generate_registration_options(
        rp_id=site.name,
        rp_name=HOUSE,
        user_id=person.encode(),
        user_name=nickname,
        challenge=challenge.encode(),
        timeout=_milliseconds("add"),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(name)) for name in known],
    )
    return dict(json.loads(options_to_json(options)))


async def add(storage: Storage, site: Site, person: str, credential: dict[str, Any]) -> None:
    """Keep the key that the browser has made for somebody."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    challenge = _challenge(credential)
    await take(storage, "add", challenge, person)
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.name,
            expected_origin=site.origins,
        )
    except Exception as problem:  # whatever was sent: it comes from outside
        raise _not_good(problem) from None
    name = bytes_to_base64url(made.credential_id)
    public_key = bytes_to_base64url(made.credential_public_key)
    row = PasskeyRow(mark_of(name), person, name, public_key, made.sign_count, site.name, time.time(), None)

    def write(connection: Connection) -> None:
        connection.execute(insert(passkeys).values(values(row)))
        if (connection.execute(select(func.count()).where(passkeys.c.person == person)).scalar() or 0) > MOST:
            raise Refused("conflict", f"you have {MOST} passkeys", "one of them removed first")

    try:
        await storage.write(Write(work=[write]))
    except Conflict:
        raise Refused("conflict", "this passkey is in use already", "a new one") from None


async def remove(storage: Storage, person: str, mark: str) -> None:
    """Somebody is no longer known by a key of theirs."""
    c = passkeys.c
    removed: list[int] = []

    def write(connection: Connection) -> None:
        removed.append(connection.execute(delete(passkeys).where(c.mark == mark, c.person == person)).rowcount)

    await storage.write(Write(work=[write]))
    if not removed[-1]:
        raise Refused("not_found", "passkey: you have none of that id", "the id of a passkey of yours")


async def options_to_sign_in(storage: Storage, site: Site) -> dict[str, Any]:
    """What the browser needs to ask for a key; it offers those it has for this site."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.name,
        challenge=(await issue(storage, "sign-in", None)).encode(),
        timeout=_milliseconds("sign-in"),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(json.loads(options_to_json(options)))


async def owner(storage: Storage, site: Site, credential: dict[str, Any]) -> str:
    """Whose key has signed; refuses one that is nobody's here."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes

    challenge, c = _challenge(credential), passkeys.c
    await take(storage, "sign-in", challenge)
    mark = mark_of(str(credential.get("id")))
    question = select(passkeys).where(c.mark == mark, c.site == site.name)
    found = await storage.read(lambda q: q.execute(question).mappings().first())
    if found is None:
        raise Refused("not_found", "passkey: nobody here has it", "one that was added here and not removed")
    row = PasskeyRow(**found)
    try:
        signed = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge.encode(),
            expected_rp_id=site.name,
            expected_origin=site.origins,
            credential_public_key=base64url_to_bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
        )
    except Exception as problem:
        raise _not_good(problem) from None
    used = update(passkeys).where(c.mark == mark).values(sign_count=signed.new_sign_count, used_at=time.time())
    await storage.write(Write(statements=[used]))
    return row.person


def _challenge(credential: dict[str, Any]) -> str:
    """The secret that an answer quotes."""
    from webauthn.helpers import base64url_to_bytes

    try:
        told = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(told["challenge"]).decode("ascii")
    except Exception:
        raise Refused("invalid", "credential: it quotes no challenge", "what the browser answered") from None


def _not_good(problem: Exception) -> Refused:
    return Refused(
        "invalid", f"credential: {problem}"[:200], "what the browser answered, on a secure page of this site"
    )


def _milliseconds(kind: Kind) -> int:
    return round(1000 * SECONDS[kind])
