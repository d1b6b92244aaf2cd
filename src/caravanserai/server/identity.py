"""Who is who: signed cookies, nicknames, seat tokens and invite links. There are no accounts."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import tempfile
import time
import unicodedata
from functools import cache
from pathlib import Path

from confusable_homoglyphs.confusables import confusables_data

from caravanserai.bots import LEARNED, LEVELS
from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.errors import Refused
from caravanserai.words import LANGUAGES, words_for

COOKIE = "caravanserai"
COOKIE_SECONDS = 60 * 60 * 24 * 400
NICKNAME = "1 to 24 letters, digits, spaces or - _ . ' and no space at either end"
ALLOWED_MARKS = frozenset("-_.' ")
ANY_NUMBER = "\ue000"
NAMED_BOTS = 5  # the text `bot` has a name for each of these seats
DIRECTIONS = "\N{LEFT-TO-RIGHT MARK}"

INVISIBLE = re.compile(
    "[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F"
    "\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\U00013441\\U00013442\\U0001BCA0-\\U0001BCA3"
    "\\U0001D159\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF]"
)
"""Unicode's default ignorable code points, a set that is fixed for good, and blanks: Braille, hieroglyphs, music."""

KEY_FILE, RETIRED = "secret.key", "retired-{}.key"
LEAST_KEY = 32
LEAST_OLD_SECRET = 16
"""What was enough once."""


def alias(table: str, person: str) -> str:
    """What a person is known by at one table and at no other. (An id is a secret that nobody can guess.)"""
    return hashlib.sha256(f"{table} {person}".encode()).hexdigest()[:16]


def new_id(size: int = 9) -> str:
    """A name that cannot be guessed."""
    return secrets.token_urlsafe(size)


def read_keys(data: Path, given: str | None, old: str | None) -> list[bytes]:
    """What this house signs with, and after it what it signed with before: as given, or kept in the data folder."""
    if given is not None:
        if len(given) < LEAST_KEY:
            raise InvalidOption(f"secret: it has {len(given)} characters; expected at least {LEAST_KEY}")
        if old is not None and len(old) < LEAST_OLD_SECRET:
            raise InvalidOption(f"old secret: it has {len(old)} characters; expected at least {LEAST_OLD_SECRET}")
        return [given.encode()] if old is None else [given.encode(), old.encode()]
    file = data / KEY_FILE
    try:
        data.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            _write_whole(file, _new_key())
        return [_read_key(name) for name in (file, *sorted(data.glob(RETIRED.format("*")), reverse=True))]
    except OSError as problem:
        raise InvalidOption(f"{file}: {problem.strerror}; expected to read it, or to make it once") from None


def rotate_key(data: Path) -> Path:
    """Put a new key in the place of the one in the data folder; where the old one is kept, which still verifies."""
    file = data / KEY_FILE
    try:
        old = _read_key(file)
        kept = data / RETIRED.format(time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()))
        if not _write_whole(kept, old):
            raise InvalidOption(f"{kept}: there is one already; expected a second between two rotations")
        _write_whole(file, _new_key(), replace=True)
    except OSError as problem:
        raise InvalidOption(f"{file}: {problem.strerror}; expected the key of a server that has run once") from None
    return kept


def _new_key() -> bytes:
    return secrets.token_hex(32).encode()


def _read_key(file: Path) -> bytes:
    key = file.read_bytes()
    if len(key.strip()) < LEAST_KEY:
        raise InvalidOption(
            f"{file}: it has {len(key.strip())} bytes, and anybody could sign with so short a key; expected at least "
            f"{LEAST_KEY}: put back the file from a backup, or delete it and all will have to introduce themselves anew"
        )
    return key


def _write_whole(file: Path, contents: bytes, replace: bool = False) -> bool:
    """Write a file whole or not at all, for its owner's eyes only; whether it was written. If there is one already it
    stays as it is, unless it is to be replaced: of two who begin at once the second takes what the first has made."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(contents)
            stream.flush()
            os.fsync(stream.fileno())
        if replace:
            os.replace(name, file)
        else:
            os.link(name, file)
    except FileExistsError:
        return False
    finally:
        Path(name).unlink(missing_ok=True)
    if hasattr(os, "O_DIRECTORY"):  # its name must be on disk too
        folder = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(folder)
        os.close(folder)
    return True


class Signer:
    """Signs cookies and seat tokens with a key; what was signed with an older one is still good.

    By hand, not by itsdangerous: its signatures look otherwise, and would make every cookie and seat token worthless.
    """

    def __init__(self, key: bytes, *older: bytes) -> None:
        self._keys = (key, *older)

    def derived(self, purpose: str) -> list[bytes]:
        """Keys for something else, one of each; they tell nothing of those."""
        return [hmac.new(key, f"derived\0{purpose}".encode(), hashlib.sha512).digest() for key in self._keys]

    def marks(self) -> list[str]:
        """By which two servers find out whether they have a key in common; they tell nothing of the keys."""
        return [self._sign("mark", key=key)[:16] for key in self._keys]

    def _sign(self, *parts: str, key: bytes | None = None) -> str:
        return hmac.new(key or self._keys[0], "\0".join(parts).encode(), hashlib.sha256).hexdigest()[:40]

    def _signed(self, signature: str, *parts: str) -> bool:
        good = [hmac.compare_digest(signature.encode(), self._sign(*parts, key=key).encode()) for key in self._keys]
        return any(good)

    def cookie(self, person: str) -> str:
        """What a browser keeps to be known again."""
        return f"{person}.{self._sign('person', person)}"

    def person(self, cookie: str | None) -> str | None:
        """Whose cookie it is, None if it was not made here."""
        person, _, signature = (cookie or "").partition(".")
        return person if self._signed(signature, "person", person) else None

    def seat_token(self, table: str, seat: int, person: str) -> str:
        """What lets another device or program play the seat while that person holds it."""
        return self._sign("seat", table, str(seat), person)

    def fits(self, token: str, table: str, seat: int, person: str) -> bool:
        """Whether it is the seat's token."""
        return self._signed(token, "seat", table, str(seat), person)


def check_nickname(nickname: str) -> str:
    """The nickname in its normal form, without what cannot be seen; refuses what could be mistaken for markup, for
    nothing at all, or for a bot or an empty seat.

    >>> check_nickname("Zoé")
    'Zoé'
    """
    shown = re.sub(" +", " ", INVISIBLE.sub("", unicodedata.normalize("NFKC", nickname)))
    fits = 1 <= len(shown) <= 24 and shown == shown.strip() and any(mark.isalnum() for mark in shown)
    kinds = [unicodedata.category(mark)[0] for mark in shown]
    if not fits or kinds[0] == "M":
        raise Refused("invalid", "nickname: cannot be used here", NICKNAME)
    if not all(mark in ALLOWED_MARKS or kind in "LMN" for mark, kind in zip(shown, kinds, strict=True)):
        raise Refused("invalid", "nickname: cannot be used here", NICKNAME)
    if any(pattern.fullmatch(look) for pattern in house_names() for look in looks(_with_plain_digits(shown))):
        raise Refused("invalid", f"nickname {shown!r}: bots and empty seats are called so", "a name of your own")
    return shown


def same_name(one: str, other: str) -> bool:
    """Whether two nicknames could be taken for one another.

    >>> same_name("Ann", "\N{CYRILLIC CAPITAL LETTER A}NN"), same_name("Zoe", "Zoé")
    (True, False)
    """
    return not looks(one).isdisjoint(looks(other))


def looks(name: str) -> set[str]:
    """How a name looks: its skeletons as Unicode has them (UTS 39), whatever the case. There are two because an I looks
    like an l, and an i does not."""
    name = INVISIBLE.sub("", name)
    return {skeleton(name).casefold(), skeleton(name.casefold()).casefold()}


def skeleton(text: str) -> str:
    """The same for texts that look alike."""
    plain = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(lookalikes().get(mark, mark) for mark in plain))


@cache
def lookalikes() -> dict[str, str]:
    """What each character looks like. The library keeps Unicode's table as pairs, in both directions: the one of two
    that has more partners is the one that the others look like."""
    pairs = {
        mark.strip(DIRECTIONS): [other["c"].strip(DIRECTIONS) for other in others]
        for mark, others in confusables_data.items()
    }
    found = {}
    for mark, others in pairs.items():
        if len(mark) == 1 and len(others) == 1:
            rank = (len(pairs.get(others[0], ())), len(others[0]), others[0])
            if rank > (1, 1, mark):
                found[mark] = others[0]
    apart = {mark: unicodedata.normalize("NFD", look) for mark, look in found.items()}
    return {mark: "".join(apart.get(part, part) for part in look) for mark, look in apart.items()}


@cache
def house_names() -> list[re.Pattern[str]]:
    """What the server and its pages call bots, empty seats and people who left, in every language, with any number."""
    digits = {skeleton(digit).casefold() for digit in "0123456789"}
    number = f"(?:{'|'.join(map(re.escape, sorted(digits)))})+"
    patterns = []
    for words in (words_for(None, language) for language in LANGUAGES):
        levels = [words(f"bot-{level}") for level in (*LEVELS, LEARNED.name)]
        numbered = [words("bot", level=level, number=ANY_NUMBER) for level in levels]
        named = [words("bot", level="", number=seat) for seat in range(1, NAMED_BOTS + 1)]
        for name in (*levels, *numbered, *named, *(words(text, number=ANY_NUMBER) for text in ("seat", "departed"))):
            for look in looks(name):
                pattern = re.escape(look).replace(r"\ ", " *").replace(re.escape(ANY_NUMBER), number)
                patterns.append(re.compile(pattern))
    return patterns


def _with_plain_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(mark, mark)) for mark in text)
