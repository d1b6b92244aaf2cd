"""Messages about who somebody is, on every device: part of what ``messages.py`` is for the rest of the server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from caravanserai.server.messages import Message, Nickname, Secret, Status

Code = Annotated[str, StringConstraints(min_length=1, max_length=80)]


# What clients send ----------------------------------------------------------------------------------------------------


class CarryLook(Message):
    """Which link I was given."""

    token: Secret


class CarryOn(Message):
    """Be whoever made the link, on this device too."""

    token: Secret
    bring: bool = Field(description="whether all that I have here becomes theirs; else it stays as it is, without me")


class Recover(Message):
    """A recovery code, as it was written down."""

    code: Code


class Credential(Message):
    """What the browser answered, as JSON (``PublicKeyCredential.toJSON``)."""

    credential: dict[str, Any]


class WhichPasskey(Message):
    """One of my passkeys."""

    id: Secret


class Forget(Message):
    """Delete all that is kept about me; my name shows that I mean it."""

    nickname: Nickname


# What the server sends ------------------------------------------------------------------------------------------------


class Now(Message):
    """The name I have now, and whether I have left for good."""

    nickname: str | None
    departed: bool = Field(description="whether whoever I was has left for good; my cookie is taken back")


class Carry(Message):
    """A link to be me on another device: ``#/carry/<token>``."""

    token: str
    seconds: int = Field(description="for which it works, once")


class Belongings(Message):
    """What somebody has."""

    nickname: str
    tables: int
    results: int


class CarryOffer(Message):
    """What a link is good for."""

    state: Literal["ready", "used", "expired", "unknown"]
    nickname: str | None = Field(description="of whoever made it")
    same: bool = Field(description="whether that is who I am already")
    here: Belongings | None = Field(description="who I am on this device, if I am somebody else")


class RecoveryCode(Message):
    """A recovery code; it is told only now."""

    code: str


class BrowserOptions(Message):
    """What the browser is to be asked, for ``PublicKeyCredential.parse…OptionsFromJSON``."""

    options: dict[str, Any]


class PasskeyInfo(Message):
    """A passkey of mine."""

    id: str
    site: str = Field(description="the host name for which it was made")
    created_at: float
    used_at: float | None


class Linked(Message):
    """By what else than a cookie I am known again."""

    passkeys: list[PasskeyInfo]
    recovery_at: float | None = Field(description="when my recovery code was made")


class KeptTable(Message):
    """A table that I made."""

    table: str
    game: str
    status: Status
    public: bool
    created_at: float
    ended_at: float | None


class KeptSeat(KeptTable):
    """A seat of mine."""

    seat: int
    nickname: str | None


class KeptResult(Message):
    """How a match ended for me."""

    table: str
    game: str
    nickname: str | None
    rank: int
    score: int
    public: bool
    counted: bool


class KeptRating(Message):
    """How strong I am in a game."""

    game: str
    played: int
    rating: int
    doubt: int
    mu: float
    sigma: float


class KeptTalk(Message):
    """Something that I said."""

    table: str
    at: float
    phrase: str | None
    text: str | None


class KeptReport(Message):
    """A line that I reported."""

    table: str
    number: int
    at: float


class KeptCalls(Message):
    """How I am called to tables that wait for me."""

    how: str
    language: str
    email: str | None
    devices: int


class Kept(Message):
    """All that is kept about me."""

    nickname: str
    created_at: float
    seen_at: float = Field(description="when I last said who I am")
    vacation: dict[str, Any] | None = Field(description="the last one: from when, until when, and days used this year")
    tables: list[KeptTable]
    seats: list[KeptSeat]
    decisions: int = Field(description="that were taken in my seats, which are part of the matches")
    results: list[KeptResult]
    ratings: list[KeptRating]
    talk: list[KeptTalk]
    muted: int = Field(description="how many people I do not want to hear")
    reports: list[KeptReport]
    linked: Linked
    called: KeptCalls | None


class Done(Message):
    """It is done."""

    done: Literal[True] = True
