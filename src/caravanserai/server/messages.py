"""Every message of the server, once: the OpenAPI page, the JSON Schemas and the checks all come from these types.

``caravanserai schema`` prints the schemas; a client's types are generated from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from caravanserai.kernel.edition import STANDARD
from caravanserai.server.errors import Code
from caravanserai.words import LANGUAGES

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]

Status = Literal["waiting", "running", "finished"]
Fault = Literal["older_rules", "unreadable"]
Nickname = Annotated[str, StringConstraints(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f]+$")]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{12}$")]
Secret = Annotated[str, StringConstraints(max_length=64, pattern=r"^[!-~]*$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[ -~]+$")]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[ -~]+$")]
Share = Annotated[float, Field(ge=0, le=1)]
SeatNumber = Annotated[int, Field(ge=0, le=15, strict=True)]
Seconds = Annotated[int, Field(ge=5, le=60 * 60 * 24 * 30, strict=True)]
Increment = Annotated[int, Field(ge=0, le=60 * 60, strict=True)]


MOST_MOVES = 5000
"""Decisions of a match that is brought from a device: several times as many as the longest have."""


class Message(BaseModel):
    """A message: no unknown fields, so that a mistake in a name is not silently ignored."""

    model_config = ConfigDict(extra="forbid")


# What clients send by HTTP ------------------------------------------------------------------------------------------


class Introduce(Message):
    """Gives me the name that others see."""

    nickname: Nickname


class TakeVacation(Message):
    """For so many days from now on my clocks stand still at tables with days for a decision; none means I am back."""

    days: Annotated[int, Field(ge=0, le=30, strict=True)]


class SeatWanted(Message):
    """What a seat is to be: open, mine (perhaps under another name, when a device is passed round), or a bot's."""

    kind: Literal["open", "me", "bot"] = "open"
    nickname: Nickname | None = None
    level: Name | None = None


class ClockSettings(Message):
    """Seconds for a decision, or for the whole match; none means all the time in the world."""

    turn: Seconds | None = None
    window: Seconds | None = Field(default=20, description="seconds for a reaction, where the game has any")
    bank: Seconds | None = Field(default=None, description="seconds a seat has for the whole match, in place of turn")
    increment: Increment = Field(default=0, description="seconds added to the bank for each turn")


class CreateTable(Message):
    """A new table."""

    game: Name
    seats: list[SeatWanted] = Field(min_length=1, max_length=16)
    options: dict[Name, bool | int] = Field(default_factory=dict, max_length=32)
    edition: Name = STANDARD
    clocks: ClockSettings = ClockSettings()
    public: bool = True
    free_talk: bool = Field(default=False, description="whether people may write what they like to each other")
    stand_in: Name | None = Field(default=None, description="level of the bot that takes over a seat left")
    bots_open: bool | None = Field(
        default=None,
        description="whether whoever is let in may take a bot's seat in the match; by default at private tables",
    )


class LogEdition(Message):
    """The edition of a match that was played on a device: the standard one."""

    name: Literal["standard"]


class LogOutcome(Message):
    """How a match ended, as its log says."""

    winners: list[SeatNumber] = Field(max_length=16)
    reason: Name
    scores: list[int] = Field(max_length=16)
    ranks: list[int] = Field(max_length=16)


class PlayedLog(Message):
    """The log of a match that was played on a device: docs/formats.md, with the version of the rules."""

    format: Literal[1]
    game: Name
    rules: int = Field(ge=0, description="the version of the rules under which it was played")
    seats: int = Field(ge=1, le=16)
    options: dict[Name, bool | int] = Field(default_factory=dict, max_length=32)
    edition: LogEdition
    seed: Digest = Field(description="32 bytes, in hexadecimal")
    commitment: Digest = Field(description="the SHA-256 of the seed")
    moves: list[tuple[SeatNumber, MoveText]] = Field(max_length=MOST_MOVES)
    outcome: LogOutcome | None = Field(default=None, description="none if the match goes on")


class BringMatch(Message):
    """A match that was played on my device: one that is over is kept as a replay, any other goes on here."""

    log: PlayedLog
    seats: list[SeatWanted] = Field(min_length=1, max_length=16, description="each of them mine or a bot's")


class Sit(Message):
    """Take an open seat, or the first one, or my own under another name; in a match that goes on a bot's, where the
    table allows it."""

    seat: SeatNumber | None = None
    nickname: Nickname | None = None


class WhichSeat(Message):
    """One of my seats; all of them if none is named."""

    seat: SeatNumber | None = None


class Arrange(Message):
    """Put a bot in a seat, or open it; for the creator, before the start."""

    seat: SeatNumber
    level: Name | None = None


class Start(Message):
    """Begin; open seats are filled with bots of the level, if one is given."""

    fill: Name | None = None


class Calls(Message):
    """When I want to be called to tables that wait for me."""

    how: Literal["at_once", "daily", "never"]
    language: Language = "en"
    morning: Annotated[int, Field(ge=0, lt=86_400, strict=True)] = Field(
        default=0, description="the second of the day, in UTC, at which a daily digest is due"
    )


class SubscriptionKeys(Message):
    """The keys of a browser's PushSubscription."""

    p256dh: Annotated[str, StringConstraints(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, StringConstraints(min_length=20, max_length=30, pattern=r"^[A-Za-z0-9_=-]+$")]


class Subscription(Message):
    """A browser that lets itself be woken: what its PushSubscription tells."""

    endpoint: Annotated[str, StringConstraints(min_length=10, max_length=1024, pattern=r"^[!-~]+$")]
    keys: SubscriptionKeys
    language: Language | None = Field(default=None, description="in which I am called; as before, if not said")


class Device(Message):
    """A browser that was allowed to be woken."""

    endpoint: Annotated[str, StringConstraints(min_length=10, max_length=1024, pattern=r"^[!-~]+$")]


class Email(Message):
    """The address for letters; none for no more."""

    email: Annotated[str, StringConstraints(min_length=3, max_length=254)] | None
    language: Language = "en"


class Absent(Message):
    """Somebody for whom the table waits, and who is not there: I want a bot to play for them until they are back."""

    seat: SeatNumber


class Filling(Message):
    """Fills the seats of those who do not play again: with bots of a level, or open to anybody if none is named."""

    level: Name | None = None


class PlayAgain(Message):
    """Whether I want to play again, and, if so, whether without those who have not accepted."""

    accept: bool = True
    without: Filling | None = None


# What clients send by WebSocket -------------------------------------------------------------------------------------


class Watch(Message):
    """Look at a table from a seat of mine, or as a spectator; may be sent again to change either."""

    type: Literal["watch"]
    table: TableId
    seat: SeatNumber | None = None
    language: Language | None = Field(default=None, description="also put everything into words of this language")
    packed: bool = Field(default=False, description="states come as packed binary frames, without words")
    invite: Secret | None = None
    token: Secret | None = Field(default=None, description="the seat's token, where there is no cookie")
    stream: Secret | None = Field(default=None, description="with number: the last update I saw")
    number: Annotated[int, Field(ge=0, strict=True)] | None = None


class VerbChoice(Message):
    """A choice as a verb with its arguments."""

    verb: Name
    args: dict[Name, Annotated[int, Field(strict=True)] | Name | None] = Field(default_factory=dict, max_length=8)


class Decide(Message):
    """Answer a question: its id says which, the key makes sending it twice harmless."""

    type: Literal["decide"]
    question_id: Secret
    choice: Annotated[int, Field(ge=0, strict=True)] | Annotated[str, StringConstraints(max_length=200)] | VerbChoice
    key: Key


class Undo(Message):
    """Take my last decision back, while that is possible."""

    type: Literal["undo"]
    key: Key


class Say(Message):
    """Table talk: a ready-made phrase, or free text where the table allows it."""

    type: Literal["say"]
    phrase: Name | None = None
    text: Annotated[str, StringConstraints(min_length=1, max_length=300)] | None = None


LineNumber = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]


class Mute(Message):
    """Hear whoever said a line no more, or again."""

    number: LineNumber
    on: bool = True


class Report(Message):
    """A line that whoever runs the server should see."""

    number: LineNumber


class Back(Message):
    """I am here: the bot that plays in my place gives my seats back, after the decision it is about to take."""

    type: Literal["back"]


class Pause(Message):
    """I cannot decide for a while, because I am being shown something: my clocks stand still, for some minutes a match
    at most."""

    type: Literal["pause"]
    on: bool


class Ping(Message):
    """Are you there? A page asks when it has heard nothing for a while: browsers do not tell it that a line is dead."""

    type: Literal["ping"]


class Mine(Message):
    """Tell me of my tables that are not over, and from now on of what changes about them."""

    type: Literal["mine"]


AnyIncoming = Watch | Decide | Undo | Say | Back | Pause | Ping | Mine
INCOMING: TypeAdapter[AnyIncoming] = TypeAdapter(Annotated[AnyIncoming, Field(discriminator="type")])


# What the server sends ----------------------------------------------------------------------------------------------


class Problem(Message):
    """Why a request was refused."""

    code: Code
    message: str
    expected: Any = None


class VacationInfo(Message):
    """Until when my clocks of days stand still, if they do, and for how many days more they may this year."""

    until: float | None
    days_left: int


class Person(Message):
    """My name and my vacation."""

    nickname: str
    vacation: VacationInfo


class CallsInfo(Message):
    """How I am called to tables that wait for me, and how I could be."""

    how: Literal["at_once", "daily", "never"]
    email: str | None
    confirmed: bool = Field(description="whether the address was confirmed")
    mail_offered: bool = Field(description="whether this server sends letters")
    push_key: str = Field(description="the key that a browser subscribes with (applicationServerKey)")


class SentenceInfo(Message):
    """Something said as data; ``text`` is the same in words, if a language was asked for."""

    name: str
    args: dict[str, Any]
    text: str | None = None


class ChoiceInfo(Message):
    """Something the seat may do now."""

    action: int
    verb: str
    args: dict[str, Any]
    label: SentenceInfo


class SeatInfo(Message):
    """A seat as all see it."""

    kind: Literal["open", "person", "bot"]
    nickname: str | None
    level: str | None
    stand_in: str | None = Field(description="level of the bot that plays in the person's place")
    resigned: bool
    here: bool = Field(description="whether the person is connected")
    vacation_until: float | None = Field(description="until when the person's clocks of days stand still")


class SeriesEntry(Message):
    """What a person, or all bots of a level, have done in a series."""

    nickname: str | None
    level: str | None
    seats: list[int] = Field(description="theirs at this table")
    played: int
    won: int
    points: int


class SeriesInfo(Message):
    """The matches of a chain of rematches that are over, added up."""

    matches: int
    standings: list[SeriesEntry] = Field(description="the best first")


class VoteInfo(Message):
    """A vote on having a bot play for somebody who is not there."""

    seat: int
    agreed: list[int] = Field(description="a seat of each who does")


class TableInfo(Message):
    """A table as all see it."""

    id: str
    game: str
    edition: str
    options: dict[str, Any]
    clocks: ClockSettings
    public: bool
    free_talk: bool
    status: Status
    seats: list[SeatInfo]
    commitment: str | None = Field(description="the SHA-256 of the seed, published at the start")
    seed: str | None = Field(description="the seed, published at the end")
    actors: list[int] = Field(description="who must decide, as far as a spectator can tell")
    bots_open: bool = Field(description="whether whoever is let in may take a bot's seat in the match")
    brought: bool = Field(description="whether it was played on one device, at least at first; it counts for nobody")
    creator_here: bool = Field(description="whether whoever made the table is connected")
    rematch: str | None = Field(description="the table where the same people play again")
    series: SeriesInfo | None = Field(description="how the matches before ended, and this one if it is over")
    vote: VoteInfo | None
    created_at: float
    started_at: float | None
    waiting_since: float | None = Field(description="since when those are asked who must decide")
    ended_at: float | None
    fault: Fault | None = Field(
        description="why nothing can be played here: the match was begun under older rules, or cannot be read"
    )


class StandInInfo(Message):
    """That a bot played for somebody, or somebody for a bot from some moment on."""

    seat: int
    reason: str = Field(description="the event that told of it last: bot_after_time, bot_after_resign, person_joins …")
    decisions: int = Field(description="how many the bot took")
    of: int = Field(description="how many were taken in the seat")


class OutcomeInfo(Message):
    """How a match ended."""

    winners: list[int]
    reason: str
    scores: list[int]
    ranks: list[int]
    sheet: list[list[SentenceInfo]]
    stand_ins: list[StandInInfo]
    text: str | None = None


class Question(Message):
    """What is asked of the seat now."""

    id: str
    choices: list[ChoiceInfo]
    silence: int | None = Field(description="in a reaction window: the action that silence stands for")


class Due(Message):
    """A seat's clock: when its time is up, in seconds since 1970 on the server's clock, or how many seconds are left on
    a clock that stands still."""

    seat: int
    at: float | None
    left: float | None


class AnswerInfo(Message):
    """What somebody who sat at a table has answered to an offer to play again."""

    seats: list[int]
    answer: Literal["yes", "no"] | None
    goes_on: bool = Field(description="whether they want to go on without those who have not accepted")


class AgainInfo(Message):
    """An offer to play again, as those see it who sat at the table."""

    by: int = Field(description="a seat of whoever made it")
    people: list[AnswerInfo]
    without: Filling | None = Field(description="who gets the seats of the others, if somebody wants to go on")


class StateInfo(Message):
    """All that a seat or a spectator sees. A snapshot has no past; an update has the events since the number before."""

    type: Literal["snapshot", "update"]
    stream: str
    number: int
    now: float
    table: TableInfo
    seat: int | None
    mine: list[int] = Field(description="the seats I hold")
    hand_over: int | None = Field(description="pass-and-play: the seat of mine that is to decide next, if not this one")
    creator: bool
    invite: str | None = Field(description="the secret of the invite link, for those who sit here")
    phase: str | None
    view: dict[str, Any] | None
    prompt: SentenceInfo | None
    question: Question | None
    undo: bool
    clocks: list[Due]
    events: list[SentenceInfo]
    outcome: OutcomeInfo | None
    again: AgainInfo | None = Field(description="whether those who sat here play again")
    lines: list[str] | None = Field(description="the view in sentences, if a language was asked for")


class Accepted(Message):
    """The decision is stored and will never be lost."""

    type: Literal["accepted"]
    key: str


class TalkLine(Message):
    """Something that somebody said."""

    number: int
    nickname: str
    phrase: str | None
    text: str | None
    at: float
    who: str | None = Field(description="what whoever said it is known by, at this table only")
    aside: bool = Field(description="said among those who look on; players hear it when the match is over")


class Talk(TalkLine):
    """Somebody said something."""

    type: Literal["talk"]


class TalkInfo(Message):
    """What was said at a table last, as far as one may hear it."""

    lines: list[TalkLine]
    me: str | None = Field(description="the `who` of one's own lines")
    muted: list[str] = Field(description="the `who` of those one does not want to hear")


class MyTable(Message):
    """One of my tables."""

    table: TableInfo
    mine: list[int]
    my_turn: bool
    since: float | None = Field(description="since when it waits for me, or for those it waits for")
    clock: Due | None = Field(description="my clock, while it is my turn")
    now: float
    invite: str = Field(description="the secret of the invite link")
    again: AgainInfo | None
    rank: int | None = Field(description="how I did in a match that is over; in the best of my seats")


class MyTables(Message):
    """My tables: all that are not over if it is the whole list, else those that have changed and those that are gone
    from it."""

    type: Literal["mine"]
    whole: bool
    tables: list[MyTable]
    gone: list[str]


class SeatLost(Message):
    """The seat from which I looked is no longer mine; a snapshot of what a spectator sees follows."""

    type: Literal["seat_lost"]
    seat: int


class Refusal(Problem):
    """A message was refused; nothing was changed."""

    type: Literal["error"]
    key: str | None = None


class NoticeInfo(Message):
    """What whoever runs the house tells everybody; one without a text takes the last one back."""

    type: Literal["notice"]
    id: str
    text: str
    restart_at: float | None = Field(description="when the house will be closed for a moment, if it will")
    until: float


class Pong(Message):
    """I am here."""

    type: Literal["pong"]


AnyOutgoing = StateInfo | Accepted | Talk | SeatLost | MyTables | Refusal | Pong | NoticeInfo
OUTGOING: TypeAdapter[AnyOutgoing] = TypeAdapter(Annotated[AnyOutgoing, Field(discriminator="type")])


class Seated(Message):
    """The seat is mine."""

    table: TableInfo
    seat: int
    token: str


class Created(Message):
    """A new table, and what to give to those who are to come."""

    table: TableInfo
    invite: str


class Rematch(Message):
    """A table that is over, whether those who sat there play again, and the invite of the next, which it names."""

    table: TableInfo
    again: AgainInfo | None
    invite: str


class OptionInfo(Message):
    """An option of a game."""

    name: str
    default: int
    low: int
    high: int
    text: str


class GameInfo(Message):
    """A game that can be played here."""

    id: str
    title: str
    fewest: int
    most: int
    about: str
    authors: list[str]
    publishers: list[str]
    minutes: list[int] = Field(description="from the shortest match to the longest")
    options: list[OptionInfo]
    editions: list[str]
    levels: list[str] = Field(description="of its bots, weakest first")
    reconstructed: list[str] = Field(description="the numbers that are not known from print, in words")


Shares = Annotated[
    dict[str, float],
    Field(description="by game, how much of it is compiled; at 1 it can be played, until then one waits"),
]


class HouseInfo(Message):
    """What this server offers, in one language."""

    games: list[GameInfo]
    levels: dict[str, str]
    phrases: dict[str, str]
    absence: float = Field(description="seconds for which a table waits before a bot may play for somebody away")
    address: str | None = Field(description="where others reach this server, if it was told so")
    notice: NoticeInfo | None = Field(description="what whoever runs the house tells everybody")
    prepared: Shares


class Preparing(Message):
    """How far the games are, which a server compiles when it is first started."""

    prepared: Shares


class RulesInfo(Message):
    """The rules of a game as Markdown."""

    game: str
    language: Language
    text: str


class Declared(Message):
    """What a game declares of its views and sentences, and its words: enough to show it without knowing it."""

    game: str
    declared: dict[str, Any] = Field(description="as `caravanserai schema --game` prints it")
    words: dict[str, str] = Field(description="Fluent messages, by language")


class ReplayStep(Message):
    """A finished match after some decisions, seen from one or several seats."""

    number: int
    last: int
    views: dict[str, dict[str, Any]] = Field(description="by seat number; the spectator's is under 'spectator'")
    events: dict[str, list[SentenceInfo]]
    lines: dict[str, list[str]]
    move: list[Any] | None = Field(description="the seat that decided last, and what")


class MoveInfo(Message):
    """What happened with a decision of a finished match."""

    number: int = Field(description="how many decisions were taken, with this one")
    events: list[SentenceInfo]


class Replay(Message):
    """A finished match: a log that ``caravanserai verify`` checks, and who played it."""

    model_config = ConfigDict(extra="allow")

    format: int
    game: str
    seats: int
    seed: str
    commitment: str
    moves: list[tuple[int, str]]
    players: list[SeatInfo]


class AdviceInfo(Message):
    """A choice as a strong player sees it."""

    choice: ChoiceInfo
    win_chance: float
    margin: float = Field(description="points ahead of the best rival to be expected at the end")


class KnownPosition(Message):
    """A position as one seat knows it, for an engine in its player's browser: what is hidden from it is erased."""

    game: str
    key: str = Field(description="of the sources that the bytes are laid out by; an engine of others cannot read them")
    edition: str = Field(description="the record of the edition, in base64")
    seat: int
    position: str = Field(description="the record of the position, in base64")


class FoundAdvice(Message):
    """What a search found of an action."""

    action: int = Field(ge=0, le=1_000_000)
    win_chance: Share
    margin: float = Field(ge=-1e6, le=1e6)


class FoundLesson(Message):
    """A decision in which something was lost, as a search found."""

    number: int = Field(ge=0, le=MOST_MOVES)
    seat: SeatNumber
    played: FoundAdvice
    better: FoundAdvice
    loss: float = Field(gt=0, le=2)


class FoundChance(Message):
    """What a player could expect before a decision of theirs, as a search found."""

    number: int = Field(ge=0, le=MOST_MOVES)
    seat: SeatNumber
    chance: Share


class FoundReview(Message):
    """The review of a finished match as a browser has made it: what `GET …/review` tells in words, in numbers."""

    lessons: list[FoundLesson] = Field(max_length=48)
    chances: list[FoundChance] = Field(max_length=MOST_MOVES + 16)


class LessonInfo(Message):
    """A decision of a finished match in which something was lost."""

    number: int = Field(description="how many decisions were taken before it")
    seat: int
    played: AdviceInfo
    better: AdviceInfo
    loss: float = Field(description="as a share of a win")


class ChanceInfo(Message):
    """What a player could expect before a decision of theirs; with the last number, how the match ended."""

    number: int = Field(description="how many decisions were taken before it")
    seat: int
    chance: float = Field(description="of winning, as a share of a win")


class ReviewInfo(Message):
    """A finished match looked through: each player's worst decisions, and how everybody's chances went."""

    lessons: list[LessonInfo]
    chances: list[ChanceInfo]


class Statistic(Message):
    """What a person has done in one game; matches that a bot mostly played for them are left out."""

    game: str
    played: int
    won: int
    mean_rank: float
    best_score: int
    rating: int | None = Field(description="at public tables, on Elo's scale around 1500")
    doubt: int | None = Field(description="half of the rating's 95 % interval")


class Rating(Message):
    """How strong somebody is at public tables. Lists are sorted by what is as good as certain: rating - doubt."""

    name: str
    bot: bool
    me: bool = Field(description="whether it is whoever asks; names may repeat")
    game: str
    played: int
    rating: int = Field(description="on Elo's scale around 1500: 400 more is ten times as often above the other")
    doubt: int = Field(description="half of the rating's 95 % interval")
    mu: float = Field(description="as OpenSkill has it")
    sigma: float


class Health(Message):
    """Whether the server is well."""

    status: Literal["ok"]
    version: str


def schemas() -> dict[str, Any]:
    """The JSON Schemas of both directions of the WebSocket."""
    return {
        "incoming": INCOMING.json_schema(mode="validation"),
        "outgoing": OUTGOING.json_schema(mode="serialization"),
    }
