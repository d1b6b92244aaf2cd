"""One table as a server process holds it: a copy of what is in storage, made anew from there at any time."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.errors import NotToAct
from caravanserai.kernel.records import as_bytes
from caravanserai.kernel.telling import Event
from caravanserai.match import Match
from caravanserai.server import storage
from caravanserai.server.errors import Refused
from caravanserai.server.identity import new_id

UNDO = -1
"""Stands in the list of moves for taking the one before back."""

MARKS = 200
"""Updates of which a viewer may have missed all and still be told what happened since."""

WAITING, RUNNING, FINISHED = "waiting", "running", "finished"

Entry = tuple[int, int]
"""A seat and its action, or UNDO."""


@dataclass
class Seat:
    """A seat: open if it has neither a person nor a level."""

    person: str | None = None
    nickname: str | None = None
    level: str | None = None
    stand_in: bool = False
    resigned: bool = False

    @property
    def kind(self) -> str:
        return "person" if self.person else "bot" if self.level else "open"

    @property
    def played_by_bot(self) -> bool:
        return self.person is None or self.stand_in

    def row(self, table: str, number: int) -> dict[str, Any]:
        return {"table_id": table, "seat": number, **vars(self)}


@dataclass
class Stream:
    """What one viewer has been sent: the last number, how long the history was at each of the last ones, the digest of
    what was seen, and the name of the question. Not the look itself: collecting garbage among the looks of a thousand
    tables would take a tenth of a second."""

    number: int = 0
    marks: deque[int] = field(default_factory=lambda: deque(maxlen=MARKS))
    seen: bytes = b""
    window: str | None = None

    def mark(self, number: int | None) -> int | None:
        """How long the history was when the viewer was sent that number, if it is still known."""
        back = self.number - number if number is not None else -1
        return self.marks[-1 - back] if 0 <= back < len(self.marks) else None


class Table:
    """A table, its people and its match."""

    def __init__(self, row: dict[str, Any], seats: Sequence[Seat]) -> None:
        self.id: str = row["id"]
        self.row = row
        self.seats = list(seats)
        self.match: Match | None = None
        self.history: list[Entry] = []
        self.acts = [0] * len(self.seats)
        """How many decisions each seat has taken or taken back."""
        self.keys: set[tuple[int, str]] = set()
        self.dues: dict[int, float] = {int(seat): at for seat, at in row["dues"].items()}
        self.said = 0
        self.lock = asyncio.Lock()
        self.stream_id = new_id()
        self.streams: dict[int, Stream] = {}
        self.watchers: set[Any] = set()
        self.thinking: set[int] = set()
        self.used_at = time.time()
        if row["status"] != WAITING:
            self.match = self.fresh_match()

    # From storage -----------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, connection: Connection, table_id: str) -> Table | None:
        """The table as it is in storage, its match replayed."""
        row = connection.execute(select(storage.tables).where(storage.tables.c.id == table_id)).mappings().first()
        if row is None:
            return None
        c = storage.seats.c
        found = connection.execute(select(storage.seats).where(c.table_id == table_id).order_by(c.seat)).mappings()
        table = cls(
            dict(row), [Seat(s["person"], s["nickname"], s["level"], s["stand_in"], s["resigned"]) for s in found]
        )
        m = storage.moves.c
        moves = select(m.seat, m.action, m.key).where(m.table_id == table_id).order_by(m.number)
        for seat, action, key in connection.execute(moves):
            table.take(seat, action)
            if key is not None:
                table.keys.add((seat, key))
        t = storage.talk.c
        table.said = len(connection.execute(select(t.number).where(t.table_id == table_id)).all())
        return table

    def fresh_match(self) -> Match:
        """The match as it was dealt."""
        options = dict(self.row["options"])
        return Match(self.row["game"], len(self.seats), options, self.row["seed"], self.row["edition"])

    def take(self, seat: int, action: int) -> None:
        """Take a decision, or take one back, in memory."""
        assert self.match is not None
        replay_entry(self.match, (seat, action))
        self.history.append((seat, action))
        self.acts[seat] += 1

    # How it stands ----------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        return str(self.row["status"])

    @property
    def running(self) -> Match:
        """The match, which must be going on."""
        if self.match is None or self.status != RUNNING:
            raise Refused("conflict", f"the table is {self.status}", "a table that is running")
        return self.match

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds."""
        return [number for number, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def public_actors(self) -> tuple[int, ...]:
        """Who must decide, as far as a spectator can tell."""
        if self.match is None:
            return ()
        return self.match.actors_seen(SPECTATOR)

    def public_bytes(self) -> bytes:
        """What a spectator knows, without the count of seals: secret answers are sealed too."""
        assert self.match is not None
        concealed = self.match.concealed(SPECTATOR)
        concealed["seal"] = 0
        return bytes(as_bytes(concealed)[0])

    def check(self, seat: int, move: Any) -> int:
        """The number of the choice, if the seat may make it; never tells who else has to decide."""
        try:
            return self.running.check(seat, move)
        except NotToAct:
            raise Refused("not_to_act", f"seat {seat} has nothing to decide now", "a question to the seat") from None

    def may_undo(self, seat: int) -> bool:
        """Whether the seat may take its last decision back. Where others may have answered meanwhile it may not:
        losing the possibility would tell that they have."""
        match = self.match
        return (
            match is not None
            and self.status == RUNNING
            and match.can_undo(seat)
            and set(self.public_actors()) <= {seat}
        )

    def events_since(self, length: int, viewer: int) -> list[Event]:
        """What a viewer saw happen since the history had that length."""
        match = self.fresh_match()
        events: list[Event] = []
        for number, entry in enumerate(self.history):
            replay_entry(match, entry)
            if number >= length and entry[1] != UNDO:
                events.extend(match.events(viewer))
        return events

    # Clocks -----------------------------------------------------------------------------------------------------

    def set_clocks(self, before: Standing, mover: int | None, now: float) -> None:
        """Give time to those who are newly asked. Nothing here may depend on a secret answer: a clock that changed
        would tell of it."""
        after = self.standing()
        if mover is not None and after.public == before.public:
            return
        limit = self.limit()
        if limit is None:
            self.dues = {}
            return
        dues = {}
        for seat in after.asked:
            anew = (
                seat not in self.dues
                or (seat in after.actors and (seat == mover or seat in before.answered))
                or after.phase != before.phase
            )
            dues[seat] = round(now + limit, 3) if anew else self.dues[seat]
        self.dues = dues

    def limit(self) -> int | None:
        """Seconds for what is asked now."""
        if self.match is None or self.status != RUNNING:
            return None
        seconds = self.row["window_seconds"] if self.match.window else self.row["turn_seconds"]
        return int(seconds) if seconds is not None else None

    def standing(self) -> Standing:
        """What the clocks go by."""
        assert self.match is not None
        actors, asked = frozenset(self.match.actors), self.public_actors()
        return Standing(self.public_bytes(), self.match.phase, actors, asked, frozenset(asked) - actors)

    def next_due(self, now: float, grace: float, pace: float) -> float | None:
        """When the server must look at the table by itself: a bot is to decide, or somebody's time will be up."""
        if self.match is None or self.status != RUNNING:
            return None
        dues = [
            now + pace if self.seats[seat].played_by_bot else self.dues[seat] + grace
            for seat in self.match.actors
            if self.seats[seat].played_by_bot or seat in self.dues
        ]
        return min(dues, default=None)


@dataclass(frozen=True)
class Standing:
    """How a match stands as far as clocks go."""

    public: bytes
    phase: str
    actors: frozenset[int]
    asked: tuple[int, ...]
    answered: frozenset[int]


def replay_entry(match: Match, entry: Entry) -> None:
    """One entry of a history."""
    seat, action = entry
    if action == UNDO:
        match.undo(seat)
    else:
        match.play(seat, action)
