"""One table as a server process holds it: a copy of what is in storage, made anew from there at any time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Protocol

from sqlalchemy import Connection

from caravanserai.games import find_game
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.errors import NotToAct
from caravanserai.kernel.events import Event
from caravanserai.kernel.records import as_bytes
from caravanserai.match import UNDO, Match
from caravanserai.server.announcing import Decided
from caravanserai.server.clock import LEAST_SECONDS, PAUSE_SECONDS, RETURN_SECONDS, Clock, ClockInfo, Standing
from caravanserai.server.errors import Refused
from caravanserai.server.identity import new_id
from caravanserai.server.reading import MoveEntry, Notice, Point, Saved, Seat, read_saved
from caravanserai.server.rows import Status, TableRow
from caravanserai.server.timing import now

UNDO_TEXT = "(undo)"
"""Stands in storage for taking the move before back."""

MARKS = 200
"""Updates of which a viewer may have missed all and still be told what happened since."""

MOST_UNDONE = 50
"""Decisions that may be taken back before one is final: nobody needs more, and each is kept for ever."""

WAITING: Final = "waiting"
RUNNING: Final = "running"
FINISHED: Final = "finished"
OLDER_RULES, UNREADABLE = "older_rules", "unreadable"

OUT_OF_TIME = "bot_after_time"
"""The notice that a bot plays for a seat whose time was up."""

log = logging.getLogger("caravanserai.table")

Mark = tuple[int, int]
"""How much had happened: entries of the history, and notices."""


class Watcher(Protocol):
    """A connection that looks at a table."""

    person: str | None
    language: str | None
    packed: bool
    table_id: str | None
    viewer: int
    granted: dict[int, str]
    """Seats for which a token was shown, each with the person who held it then."""

    def send(self, message: bytes, binary: bool = False) -> None:
        """Send without waiting."""
        ...

    def together(self) -> AbstractContextManager[None]:
        """What is sent meanwhile may go out in one piece."""
        ...


class Shown(NamedTuple):
    """All that a viewer can tell apart, but for what happened. It is kept to see whether anything has changed, as plain
    values: collecting garbage among richer objects of a thousand tables would take a tenth of a second."""

    table: bytes = b""
    """As all see it, in JSON, but for ``actors`` and ``waiting_since``."""
    actors: tuple[int, ...] = ()
    since: float | None = None
    view: bytes = b""
    asked: bytes = b""
    question_id: str | None = None
    silence: int | None = None
    undo: bool = False
    clocks: tuple[ClockInfo, ...] = ()
    again: bytes = b""
    """Who wants to play again, in JSON; for those who sat there."""


NOTHING_SHOWN = Shown()


@dataclass
class Stream:
    """What one viewer has been sent: the last number, how much had happened at each of the last ones, and what was
    shown last."""

    number: int = 0
    marks: deque[Mark] = field(default_factory=lambda: deque(maxlen=MARKS))
    shown: Shown = NOTHING_SHOWN

    def mark(self, number: int | None) -> Mark | None:
        """How much had happened when the viewer was sent that number, if it is still known."""
        back = self.number - number if number is not None else -1
        return self.marks[-1 - back] if 0 <= back < len(self.marks) else None


class Table:
    """A table, its people and its match."""

    def __init__(self, row: TableRow, seats: Sequence[Seat]) -> None:
        self.id: str = row.id
        self.row = row
        self.known_version = row.version
        """The newest version in storage that was heard of."""
        self.seats = list(seats)
        self.match: Match | None = None
        self.fault: str | None = None
        """Why the match cannot be played on, if it cannot."""
        self.acts = [0] * len(self.seats)
        """How many decisions each seat has taken or taken back."""
        self.own_acts = [0] * len(self.seats)
        """How many of these its person did, and not a bot or the clock."""
        self.last_entries = [-1] * len(self.seats)
        """Where in the history each seat decided last."""
        self.asked_before: tuple[int, ...] = ()
        """Who had to decide before the last decision, as far as a spectator could tell."""
        self.undone = 0
        """Decisions taken back since the last that was final."""
        self.keys: set[tuple[int, str]] = set()
        self.notices: list[Notice] = []
        self.clocks: dict[int, Clock] = {}
        self.pauses: dict[int, float] = {}
        """Seats whose person cannot decide for a while, and since when."""
        self.patience: list[float] = []
        """For how long each seat's clock may still be made to stand still."""
        self.banks: dict[int, float] = {}
        """What seats have left of their time for the whole match, where they have used some."""
        self.vacations: dict[int, float] = {}
        """Seats whose people are on vacation, and until when."""
        self._read_times()
        self.returning: set[int] = set()
        self.said = 0
        self.elsewhere: dict[str, frozenset[str]] = {}
        """Who looks at the table by way of other processes."""
        self.lock = asyncio.Lock()
        self.stream_id = new_id()
        self.streams: dict[int, Stream] = {}
        self.watchers: set[Watcher] = set()
        self.thinking: set[int] = set()
        self.used_at = now()
        self.last_info: tuple[Any, bytes] = (None, b"")
        """The table as all see it, in JSON, and what it was made of."""
        self._public_actors: tuple[int, ...] | None = None
        self._standing: Standing | None = None
        if row.status != WAITING:
            self.match = self.fresh_match()
        self.stored = self.point()
        """How far storage and this copy are known to agree."""

    # From storage -----------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, connection: Connection, table_id: str) -> Table | None:
        """The table as it is in storage, its match replayed; with a fault if that is not possible."""
        saved = read_saved(connection, {table_id: Point()}).get(table_id)
        return cls.restored(saved) if saved is not None else None

    @classmethod
    def restored(cls, saved: Saved, alone: bool = True, held_up: tuple[float, float] | None = None) -> Table:
        """The table of which storage holds this. If no other process has it, nobody is at it now. From when to when it
        was held up, no clock ran: nobody could have played."""
        table = cls._replayed(saved.row, saved.seats, saved.moves)
        table.notices, table.said, table.elsewhere = list(saved.notices), saved.said, dict(saved.present)
        if alone:
            table.pauses.clear()
        if held_up is not None:
            table._put_off(*held_up)
        table._cap_clocks()
        table.stored = table.point()
        return table

    @classmethod
    def _replayed(cls, row: TableRow, seats: Sequence[Seat], moves: Sequence[MoveEntry]) -> Table:
        """The table with its match, as far as its moves fit today's rules."""
        older = False
        try:
            older = row.status != WAITING and row.rules != find_game(row.game).rules_version
            table = cls(row, seats)
            for entry in moves:
                table.take_entry(entry)
            table.expect_consistent()
        except Exception as problem:
            if not older:
                log.warning("a table cannot be read: %s", problem, extra={"table": row.id})
            table = cls._unplayed(row, seats)
            table.fault = OLDER_RULES if older else UNREADABLE
        if older:
            table.fault = OLDER_RULES
        return table

    @classmethod
    def _unplayed(cls, row: TableRow, seats: Sequence[Seat]) -> Table:
        """The table without its match."""
        table = cls(replace(row, status=WAITING), seats)
        table.row = row
        return table

    @classmethod
    def without_match(cls, saved: Saved) -> Table:
        """The table to be listed: nobody can play at it."""
        table = cls._unplayed(saved.row, saved.seats)
        table.elsewhere = dict(saved.present)
        return table

    @classmethod
    def as_stored(cls, saved: Saved, other: Table) -> Table:
        """The table as it was when another copy of it last agreed with storage, in that copy's place: whoever looks on
        has been told so much, and not what that copy has done since and could not be written."""
        point = other.stored
        table = cls(replace(saved.row, status=RUNNING if point.dealt else WAITING), saved.seats)
        for entry in saved.moves[: point.moves]:
            table.take_entry(entry)
        table.notices, table.said, table.elsewhere = saved.notices[: point.notices], point.said or 0, saved.present
        table.stored = point
        table.watchers, table.stream_id, table.streams = other.watchers, other.stream_id, other.streams
        table.returning, table.thinking = other.returning, other.thinking
        return table

    def with_decision(self, version: int, decided: Decided) -> Saved:
        """What storage holds of the table besides what is here, if it is one decision."""
        row = replace(self.row, **decided.changed, version=version)
        return Saved(row, self.point(), self.said, self.seats, [MoveEntry(*decided[:4])])

    def adopt(self, row: TableRow, seats: Sequence[Seat]) -> None:
        """Be as another process has written it, all but what happened in the match."""
        self.row, self.seats = row, list(seats)
        self._read_times()
        if self.match is None and row.status != WAITING:
            self.match = self.fresh_match()

    def take_entry(self, entry: MoveEntry) -> None:
        """Take what storage says was decided; raises if that is not possible."""
        action = self.action(entry.seat, entry.move)
        if self.match is not None and action != UNDO:
            self.match.check(entry.seat, action)
        self.take(entry.seat, action, entry.key)

    def expect_consistent(self) -> None:
        """Raises if what was decided and how the table is said to stand do not fit together."""
        if self.match is not None and self.match.over != (self.status == FINISHED):
            raise ValueError(f"the match is {self.status}, its moves say otherwise")

    def point(self) -> Point:
        """How much of what storage holds is here."""
        dealt, (moves, notices) = self.match is not None, self.mark()
        return Point(dealt, moves, notices, self.said)

    @property
    def behind(self) -> bool:
        """Whether another process is known to have written since."""
        return self.known_version > self.row.version

    def _read_times(self) -> None:
        """Clocks, banks, pauses and vacations as the row has them."""
        self.clocks = {int(seat): Clock(**clock) for seat, clock in self.row.clocks.items()}
        self.banks = {int(seat): left for seat, left in self.row.banks.items()}
        self.vacations = {int(seat): until for seat, until in self.row.vacations.items()}
        self.patience = [PAUSE_SECONDS] * len(self.seats)
        self.pauses = {}
        for seat, (since, left) in self.row.pauses.items():
            self.patience[int(seat)] = left
            if since is not None:
                self.pauses[int(seat)] = since

    def write_times(self) -> None:
        """Put clocks, banks, pauses and vacations into the row."""
        row = self.row
        row.banks = {str(seat): left for seat, left in self.banks.items()} if self.banks else {}
        row.vacations = {str(seat): until for seat, until in self.vacations.items()} if self.vacations else {}
        row.clocks = {str(seat): clock.as_json() for seat, clock in self.clocks.items()} if self.clocks else {}
        row.pauses = {}
        for seat, left in enumerate(self.patience):
            if left != PAUSE_SECONDS or seat in self.pauses:
                row.pauses[str(seat)] = [self.pauses.get(seat), round(left, 3)]

    def _put_off(self, since: float, until: float) -> None:
        """Give those back who were asked before ``until`` what they could not use since ``since``."""
        for seat, clock in self.clocks.items():
            if clock.at is not None and since < clock.at <= until + (self.limit(seat) or 0):
                clock.at = round(clock.at + until - since, 3)

    def note_asked(self, mover: int | None, undone: bool, time: float) -> None:
        """Put into the row which people are asked, in which turn and since when, and whether they have answered. Those
        who have answered in secret stay there, as they do for all others."""
        before, asked, match = self.row.asked or {}, {}, self.playable
        if match is not None:
            actors, moment = match.actors, match.history_length
            goes_on = undone or match.undo_depth > 0
            for seat in sorted({*actors, *self.public_actors()}):
                if self.seats[seat].played_by_bot:
                    continue
                turn, since, answered = before.get(str(seat), (moment, round(time, 3), 0))
                if seat in actors and (answered or (seat == mover and not goes_on)):
                    turn, since = moment, round(time, 3)
                asked[str(seat)] = [turn, since, int(seat not in actors)]
        self.row.asked = asked

    def _cap_clocks(self) -> None:
        """After a while without a server: clocks that stood still run, unless somebody wants them to, and none has more
        time than it can have had, though the system's clock may have been set back meanwhile."""
        time = now()
        for seat, clock in self.clocks.items():
            limit = self.limit(seat)
            if clock.at is None:
                if not self.stands_still(seat):
                    clock.go_on(time)
            elif limit is not None:
                clock.at = min(clock.at, round(time + limit + RETURN_SECONDS, 3))

    def fresh_match(self) -> Match:
        """The match as it was dealt."""
        options = dict(self.row.options)
        return Match(self.row.game, len(self.seats), options, self.row.seed, self.row.edition)

    def action(self, seat: int, text: str) -> int:
        """The number of a move that is stored as text."""
        assert self.match is not None
        return UNDO if text == UNDO_TEXT else self.match.game.actions.parse(text, seat, len(self.seats))

    def text(self, seat: int, action: int) -> str:
        """A move as it is stored."""
        assert self.match is not None
        return UNDO_TEXT if action == UNDO else self.match.game.actions.text(action, seat, len(self.seats))

    def take(self, seat: int, action: int, key: str | None = None) -> None:
        """Take a decision that is possible, or take one back, in memory; a person's has a key."""
        assert self.match is not None
        self.forget_moment()
        self.last_entries[seat] = self.match.history_length
        if action == UNDO:
            self.match.undo(seat)
            self.undone += 1
        else:
            self.match.take(seat, action)
            if not self.match.undo_depth:
                self.undone = 0
        self.acts[seat] += 1
        if key is not None:
            self.own_acts[seat] += 1
            self.keys.add((seat, key))

    # How it stands ----------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        return self.row.status

    @property
    def playable(self) -> Match | None:
        """The match, while it goes on."""
        return self.match if self.row.status == RUNNING and self.fault is None else None

    def expect_playable(self) -> Match:
        """The match, which must be going on; refuses otherwise."""
        if (match := self.playable) is None:
            state = self.status if self.fault is None else FAULTS[self.fault]
            raise Refused("conflict", f"the table is {state}", "a table that is running")
        return match

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def holders(self) -> dict[str, tuple[int, ...]]:
        """Whoever holds seats, with these."""
        held: dict[str, tuple[int, ...]] = {}
        for number, seat in enumerate(self.seats):
            if seat.person is not None:
                held[seat.person] = (*held.get(seat.person, ()), number)
        return held

    def people_here(self) -> set[str | None]:
        """Who looks at the table, here or by way of another process."""
        return {watcher.person for watcher in self.watchers}.union(*self.elsewhere.values())

    def owes(self, seat: int) -> bool:
        """Whether a seat's time was up and the bot has not decided yet: it does even if its person is back. Else
        letting the time run out would be a way to more of it."""
        last = next((notice for notice in reversed(self.notices) if notice.seat == seat), None)
        return last is not None and last.name == OUT_OF_TIME and self.last_entries[seat] < last.after

    def mark(self) -> Mark:
        """How much has happened."""
        return (self.match.history_length if self.match else 0, len(self.notices))

    def public_actors(self) -> tuple[int, ...]:
        """Who must decide, as far as a spectator can tell."""
        if self._public_actors is None:
            if self.match is None:
                return ()
            self._public_actors = self.match.actors_seen(SPECTATOR)
        return self._public_actors

    def note_public_actors(self, actors: tuple[int, ...]) -> None:
        """The same, as it was worked out with what viewers are told."""
        self._public_actors = actors

    def forget_moment(self) -> None:
        """Work out anew what is kept for as long as nothing is decided."""
        self._public_actors = self._standing = None

    def public_bytes(self) -> bytes:
        """What a spectator knows, without the undo barrier, which secret answers raise too."""
        assert self.match is not None
        concealed = self.match.concealed(SPECTATOR)
        concealed["undo_barrier"] = 0
        return bytes(as_bytes(concealed)[0])

    def check(self, seat: int, move: Any) -> int:
        """The number of the choice, if the seat may make it; never tells who else has to decide."""
        try:
            return self.expect_playable().check(seat, move)
        except NotToAct:
            raise Refused("not_to_act", f"seat {seat} has nothing to decide now", "a question to the seat") from None

    def undoer(self) -> int | None:
        """The seat that may take its last decision back. Where others may have answered meanwhile it may not: losing
        the possibility would tell that they have."""
        match = self.playable
        if match is None or not match.undo_depth or self.undone >= MOST_UNDONE:
            return None
        seat = match.last_mover
        return seat if self.public_actors() in ((), (seat,)) else None

    def story(self, viewer: int, since: Mark = (0, 0)) -> list[Event]:
        """What a viewer saw happen at the table since then."""
        entries, notices = since
        waiting = deque(self.notices[notices:])
        events: list[Event] = []
        for number, told in self.match.story_by_entry(viewer, entries) if self.match else ():
            while waiting and waiting[0].after <= number:
                events.append(waiting.popleft().event)
            events += told
        return events + [notice.event for notice in waiting]

    # Clocks -----------------------------------------------------------------------------------------------------

    def set_clocks(self, before: Standing, mover: int | None, time: float, undone: bool = False) -> None:
        """Give time to those who are newly asked. Nothing here may depend on a secret answer: a clock that changed
        would tell of it."""
        after = self.standing()
        if mover is not None and after.public == before.public:
            self._note_answer(mover, after, time)
            return
        clocks = {}
        for seat in after.asked:
            limit = self.limit(seat)
            if limit is None or (self.from_banks and self.seats[seat].played_by_bot):
                continue
            clock = self.clocks.get(seat)
            anew = clock is None or (seat in after.actors and (seat == mover or seat in before.answered))
            if clock is not None and seat == mover and (undone or after.depth > 0) and seat in after.actors:
                clock.turn_to(before.depth, after.depth, limit, time)
            elif clock is None or anew or after.phase != before.phase:
                clock = self._new_clock(seat, limit, anew and mover is not None, time)
            if self.stands_still(seat):
                clock.stop(time)
            clocks[seat] = clock
        for seat in self.clocks.keys() - clocks.keys():
            self.stop_counting(seat, time)
        self.clocks = clocks

    def _new_clock(self, seat: int, limit: float, turn: bool, time: float) -> Clock:
        """A clock for what a seat is newly asked; if that is another turn, its bank grows."""
        self.stop_counting(seat, time)
        if not self.from_banks:
            return Clock(round(time + limit, 3))
        bank = self.bank(seat) + turn * self.row.increment_seconds
        return Clock(round(time + max(LEAST_SECONDS, bank), 3), bank=bank)

    def _note_answer(self, mover: int, after: Standing, time: float) -> None:
        """Somebody answered in secret: what they think about from now on does not cost them time."""
        clock = self.clocks.get(mover)
        if clock is not None and clock.bank is not None and mover not in after.actors:
            clock.answered = round(clock.remaining(time), 3)

    def stop_counting(self, seat: int, time: float) -> None:
        """A seat's turn is over, or a bot plays it: what is left is for its next one."""
        clock = self.clocks.get(seat)
        if clock is not None and clock.bank is not None:
            self.banks[seat] = clock.saved(time)
            del self.clocks[seat]

    def bank(self, seat: int) -> float:
        """What a seat has left for the whole match."""
        return self.banks.get(seat, float(self.row.bank_seconds or 0))

    def left(self, seat: int) -> float:
        """The same for a seat that has decided, even if only it knows."""
        clock = self.clocks.get(seat)
        return clock.saved(now()) if clock is not None and clock.answered is not None else self.bank(seat)

    @property
    def from_banks(self) -> bool:
        """Whether what is asked now is reckoned from a time for the whole match."""
        return self.row.bank_seconds is not None and self.playable is not None and not self.playable.window

    @property
    def is_alone(self) -> bool:
        """Whether at most one person plays: they have all the time in the world."""
        return len({seat.person for seat in self.seats if seat.person and not seat.resigned}) < 2

    def limit(self, seat: int) -> float | None:
        """Seconds that a seat has for what is asked now."""
        row = self.row
        limit: float | None = None
        if (match := self.playable) is not None:
            if match.phase in match.game.windows:
                limit = row.window_seconds
            elif row.bank_seconds is not None:
                limit = max(LEAST_SECONDS, self.bank(seat) + row.increment_seconds)
            else:
                limit = row.turn_seconds
        return None if limit is None or self.is_alone else limit

    def stands_still(self, seat: int) -> bool:
        """Whether a seat's clock must not run."""
        return seat in self.pauses or seat in self.vacations

    def set_vacations(self, until: dict[int, float], time: float) -> bool:
        """Let the clocks of those who are on vacation stand still, and those of others run; whether that changes
        anything."""
        if until == self.vacations:
            return False
        self.vacations = until
        for seat, clock in self.clocks.items():
            if self.stands_still(seat):
                clock.stop(time)
            elif clock.at is None:
                clock.go_on(time)
        return True

    @property
    def is_timed(self) -> bool:
        """Whether any clock could run."""
        windows = self.row.window_seconds is not None and bool(self.expect_playable().game.windows)
        return windows or self.row.turn_seconds is not None or self.row.bank_seconds is not None

    def pause(self, seat: int, on: bool, time: float) -> bool:
        """Let a seat's clock stand still, or run again; whether that changes anything."""
        if on == (seat in self.pauses) or (on and self.patience[seat] <= 0):
            return False
        clock = self.clocks.get(seat)
        if on:
            self.pauses[seat] = time
            if clock:
                clock.stop(time)
        else:
            self.patience[seat] -= time - self.pauses.pop(seat)
            if clock and not self.stands_still(seat):
                clock.go_on(time)
        return True

    def ease(self, seat: int) -> bool:
        """Give whoever comes back to a question a moment to see what it is; whether that changes anything."""
        clock = self.clocks.get(seat)
        if clock is None or clock.at is None or clock.eased:
            return False
        clock.at, clock.eased = round(clock.at + RETURN_SECONDS, 3), True
        return True

    def standing(self) -> Standing:
        """What the clocks go by; kept until something is decided."""
        assert self.match is not None
        if self._standing is None:
            actors, asked = frozenset(self.match.actors), self.public_actors()
            answered, depth = frozenset(asked) - actors, self.match.undo_depth
            self._standing = Standing(self.public_bytes(), self.match.phase, actors, asked, answered, depth)
        return self._standing

    def late(self, seat: int, time: float, grace: float) -> bool:
        """Whether the seat's time is up."""
        clock = self.clocks.get(seat)
        return clock is not None and clock.at is not None and clock.at + grace <= time

    def next_deadline(self, time: float, grace: float, pace: float) -> float | None:
        """When the server must look at the table by itself: a bot is to decide, or a clock says so."""
        match, some_bots = self.playable, any(seat.played_by_bot for seat in self.seats)
        if match is None or not (some_bots or self.clocks or self.pauses or self.vacations):
            return None
        bots = [time + pace for seat in match.actors if self.seats[seat].played_by_bot] if some_bots else []
        return min([*bots, *self.deadlines(grace)], default=None)

    def deadlines(self, grace: float) -> list[float]:
        """When somebody's time will be up, or a clock has stood still for long enough."""
        if (match := self.playable) is None:
            return []
        people = [seat for seat in match.actors if seat in self.clocks and not self.seats[seat].played_by_bot]
        running = [at + grace for seat in people if (at := self.clocks[seat].at) is not None]
        running += self.vacations.values()
        return running + [since + self.patience[seat] for seat, since in self.pauses.items()]


FAULTS = {OLDER_RULES: "played under older rules", UNREADABLE: "stored in a way that cannot be read"}
