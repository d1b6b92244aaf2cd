"""Who is who: signed cookies, nicknames, seat tokens and invite links. There are no accounts."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import unicodedata
from pathlib import Path

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.errors import Refused

COOKIE = "caravanserai"
COOKIE_SECONDS = 60 * 60 * 24 * 400
NICKNAME = "1 to 24 letters, digits, spaces or - _ . ' and no space at either end"
ALLOWED_MARKS = frozenset("-_.' ")


def new_id(size: int = 9) -> str:
    """A name that cannot be guessed."""
    return secrets.token_urlsafe(size)


def read_secret(data: Path, given: str | None) -> bytes:
    """What this house signs with: as given, or kept in the data folder, made once and readable by its owner only."""
    if given is not None:
        if len(given) < 16:
            raise InvalidOption("secret: expected at least 16 characters")
        return given.encode()
    data.mkdir(parents=True, exist_ok=True)
    file = data / "secret.key"
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_bytes()
    with os.fdopen(handle, "wb") as stream:
        stream.write(secrets.token_hex(32).encode())
        stream.flush()
        os.fsync(stream.fileno())
    return file.read_bytes()


class Signer:
    """Signs cookies and seat tokens."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def _sign(self, *parts: str) -> str:
        return hmac.new(self._secret, "\0".join(parts).encode(), hashlib.sha256).hexdigest()[:40]

    def cookie(self, person: str) -> str:
        """What a browser keeps to be known again."""
        return f"{person}.{self._sign('person', person)}"

    def person(self, cookie: str | None) -> str | None:
        """Whose cookie it is, None if it was not made here."""
        person, _, signature = (cookie or "").partition(".")
        good = hmac.compare_digest(signature.encode(), self._sign("person", person).encode())
        return person if good else None

    def seat_token(self, table: str, seat: int, person: str) -> str:
        """What lets another device or program play the seat while that person holds it."""
        return self._sign("seat", table, str(seat), person)

    def fits(self, token: str, table: str, seat: int, person: str) -> bool:
        """Whether it is the seat's token."""
        return hmac.compare_digest(token.encode(), self.seat_token(table, seat, person).encode())


def check_nickname(nickname: str) -> str:
    """The nickname in its normal form; refuses what could be mistaken for markup or for nothing at all.

    >>> check_nickname("Zoé")
    'Zoé'
    """
    normal = unicodedata.normalize("NFKC", nickname)
    fits = 1 <= len(normal) <= 24 and normal == normal.strip() and any(mark.isalnum() for mark in normal)
    if not fits or not all(mark in ALLOWED_MARKS or unicodedata.category(mark)[0] in "LMN" for mark in normal):
        raise Refused("invalid", "nickname: cannot be used here", NICKNAME)
    return normal


def same_name(one: str, other: str) -> bool:
    """Whether two nicknames could be taken for one another."""
    return one.casefold() == other.casefold()
