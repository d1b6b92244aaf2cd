"""All that leaves the server about a table is made here, and for one viewer at a time.

A viewer is a seat or a spectator. ``viewer_state`` is made of what ``Match`` presents to that viewer and of what all
may know; nothing else in the server reads a position to tell it to somebody.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import orjson

from caravanserai.kernel.actions import Choice
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.events import Event, Line, Sentence
from caravanserai.kernel.presenter import Presented, seats_in
from caravanserai.match import Match
from caravanserai.server.again import again_info
from caravanserai.server.clock import ClockInfo
from caravanserai.server.identity import alias
from caravanserai.server.notices import stand_ins, vote_info
from caravanserai.server.reading import Seat
from caravanserai.server.rows import TalkRow
from caravanserai.server.series import series_info
from caravanserai.server.table import FINISHED, Shown, Table
from caravanserai.server.timing import now
from caravanserai.wasm import module_key
from caravanserai.wire.packing import EMPTY, pack
from caravanserai.words import Words, words_for

WHO_AND_COUNT = 2
"""Numbers at the beginning of what is asked that do not belong to the question: the phase, and who must decide."""

OFTEN = ("actors", "waiting_since")
"""What is told of a table besides the rest of it."""

STORY = 400
"""Events that whoever comes to a table is told of."""


def seat_info(seat: Seat, table: Table, here: bool, vacation_until: float | None = None) -> dict[str, Any]:
    """A seat as all see it."""
    return {
        "kind": seat.kind,
        "nickname": seat.nickname or None,
        "level": seat.level,
        "stand_in": table.row.stand_in if seat.stand_in else None,
        "resigned": seat.resigned,
        "here": here,
        "vacation_until": vacation_until,
    }


def table_info(table: Table) -> dict[str, Any]:
    """A table as all see it; the seed only when the match is over."""
    row = table.row
    here = table.people_here()
    return {
        "id": table.id,
        "game": row.game,
        "edition": row.edition,
        "options": row.options,
        "clocks": {
            "turn": row.turn_seconds,
            "window": row.window_seconds,
            "bank": row.bank_seconds,
            "increment": row.increment_seconds,
        },
        "public": row.public,
        "free_talk": row.free_talk,
        "bots_open": row.bots_open,
        "brought": row.brought,
        "creator_here": row.creator in here,
        "status": table.status,
        "seats": [
            seat_info(seat, table, seat.person is not None and seat.person in here, table.vacations.get(number))
            for number, seat in enumerate(table.seats)
        ],
        "commitment": table.match.commitment if table.match else None,
        "seed": row.seed if table.status == FINISHED else None,
        "actors": table.public_actors() if table.playable else (),
        "rematch": row.rematch,
        "series": series_info(table),
        "vote": vote_info(table),
        "created_at": row.created_at,
        "started_at": row.started_at,
        "waiting_since": row.turn_at if table.playable else None,
        "ended_at": row.ended_at,
        "fault": table.fault,
    }


def my_table_info(table: Table, person: str) -> dict[str, Any]:
    """A table as one of its people finds it in a list: whether it waits for them or for whom else, since when, and how
    long they have. Nothing here tells who of the others has answered in secret."""
    held, pending = table.seats_of(person), table.playable.actors if table.playable else ()
    waiting = [seat for seat in held if seat in pending]
    asked, shown = table.row.asked or {}, waiting or (table.public_actors() if table.playable else ())
    clocks = {seat: table.clocks[seat] for seat in waiting if seat in table.clocks}
    first = min(clocks, key=lambda seat: clocks[seat].remaining(now()), default=None)
    return {
        "table": table_info(table),
        "mine": held,
        "my_turn": bool(waiting),
        "since": min((asked[str(seat)][1] for seat in shown if str(seat) in asked), default=None),
        "clock": None if first is None else ClockInfo(first, clocks[first].at, clocks[first].left)._asdict(),
        "now": now(),
        "invite": table.row.invite,
        "again": again_info(table) if held else None,
        "rank": min((table.row.outcome["ranks"][seat] for seat in held), default=None) if table.row.outcome else None,
    }


class PublicTable(NamedTuple):
    """A table as all see it, in the parts of a message: who must decide, and since when, changes often, the rest
    seldom."""

    table: Table
    actors: tuple[int, ...]
    since: float | None
    rest: bytes
    """All else, in JSON; kept as long as what may change about it has not."""

    @property
    def info(self) -> dict[str, Any]:
        """The whole table as all see it, as plain values."""
        return table_info(self.table)


def public_table(table: Table) -> PublicTable:
    """The table as all see it now."""
    here = table.people_here()
    seats = [(s.person, s.nickname, s.level, s.stand_in, s.resigned, s.person in here) for s in table.seats]
    row = table.row
    vote = None if row.vote is None else (row.vote, row.turn_at)
    of = (row.status, row.rematch, table.fault, table.match is None, vote, row.vacations, row.creator in here, seats)
    if table.last_info[0] != of:
        rest = {key: value for key, value in table_info(table).items() if key not in OFTEN}
        table.last_info = of, orjson.dumps(rest)
    if table.playable is None:
        return PublicTable(table, (), None, table.last_info[1])
    return PublicTable(table, table.public_actors(), row.turn_at, table.last_info[1])


class ViewerState:
    """What a viewer sees now, not yet in words."""

    def __init__(
        self,
        viewer: int,
        public: PublicTable,
        match: Match | None = None,
        presented: Presented | None = None,
        question_id: str | None = None,
        silence: int | None = None,
        undo: bool = False,
        clocks: tuple[ClockInfo, ...] = (),
    ) -> None:
        self.viewer, self.public, self.match, self.presented = viewer, public, match, presented
        view, asked = (presented.view, presented.asked) if presented else (b"", b"")
        again = b""
        if viewer != SPECTATOR and public.table.row.again is not None:
            again = orjson.dumps(again_info(public.table))
        self.shown = Shown(
            public.rest, public.actors, public.since, view, asked, question_id, silence, undo, clocks, again
        )
        """The same for two states that the viewer cannot tell apart."""

    @property
    def seat(self) -> int | None:
        return None if self.viewer == SPECTATOR else self.viewer

    @property
    def actors(self) -> tuple[int, ...]:
        """Who must decide, as far as the viewer can tell."""
        return seats_in(self.presented.pending) if self.presented else ()

    @property
    def phase(self) -> str | None:
        return self.match.game.phases[self.presented.phase] if self.match and self.presented else None

    @property
    def view(self) -> dict[str, Any] | None:
        """What is seen, as a tree."""
        if self.match is None or self.presented is None:
            return None
        seen = self.match.game.presenter.view
        table = seen.decode(np.frombuffer(self.presented.view, seen.dtype))
        return {
            "game": self.match.game.id,
            "seat": self.seat,
            "phase": self.phase,
            "actors": list(self.actors),
            "table": table,
        }

    @cached_property
    def _lines(self) -> list[Line]:
        if self.match is None or self.presented is None:
            return []
        return list(self.match.game.presenter.spoken_lines(self.presented.lines))

    @property
    def prompt(self) -> Line | None:
        """What is expected."""
        return self._lines[0] if self._lines else None

    @property
    def choices(self) -> list[tuple[Choice, Line]]:
        """What the viewer may do, and what that does."""
        if self.match is None or self.presented is None:
            return []
        choice, seats = self.match.game.actions.choice, self.match.seats
        choices = [choice(action, self.viewer, seats) for action in self.presented.actions]
        return list(zip(choices, self._lines[1:], strict=True))

    @property
    def events(self) -> list[Event]:
        """What happened."""
        if self.match is None or self.presented is None:
            return []
        return self.match.game.presenter.spoken_events(self.presented.events)


def viewer_states(
    table: Table, viewers: Sequence[int], happened: bool = False, follow: bool = False
) -> list[ViewerState]:
    """What some viewers see, and what has just happened if something has; if it is to follow what they were sent last,
    its compact form tells only what has changed since."""
    match = table.match
    if match is None or table.fault is not None:
        public = public_table(table)
        return [ViewerState(viewer, public) for viewer in viewers]
    streams = table.streams if follow else {}
    bases = [streams[viewer].shown.view if viewer in streams else b"" for viewer in viewers]
    presented = match.present(viewers, happened, table.playable is not None, bases)
    table.note_public_actors(seats_in(presented[0].public_pending))
    public, undoer = public_table(table), table.undoer()
    clocks = [ClockInfo(seat, clock.at, clock.left) for seat, clock in sorted(table.clocks.items())]
    states = []
    for shown in presented:
        question = silence = None
        if shown.offered:
            question, silence = question_id(table, shown), match.game.silence.get(shown.phase)
        running = tuple(clock for clock in clocks if shown.pending >> clock.seat & 1) if clocks else ()
        if table.row.bank_seconds is not None:
            running += banks(table, running)
        states.append(ViewerState(shown.seat, public, match, shown, question, silence, shown.seat == undoer, running))
    return states


def banks(table: Table, running: Sequence[ClockInfo]) -> tuple[ClockInfo, ...]:
    """What those have left for the whole match whose clocks do not run, as far as a viewer can tell."""
    if table.playable is None or table.is_alone:
        return ()
    run = {clock.seat for clock in running}
    people = [number for number, seat in enumerate(table.seats) if seat.person and not seat.resigned]
    return tuple(ClockInfo(seat, None, table.left(seat)) for seat in people if seat not in run)


def viewer_state(table: Table, viewer: int, happened: bool = False) -> ViewerState:
    """What a viewer sees."""
    return viewer_states(table, [viewer], happened)[0]


def question_id(table: Table, shown: Presented) -> str:
    """The id of the question a seat is asked. It changes when the seat has decided or may choose otherwise, and only
    then: what others answer in secret does not touch it."""
    text = f"{table.id} {shown.seat} {table.acts[shown.seat]} {shown.phase} "
    return hashlib.blake2s(text.encode() + shown.asked[4 * WHO_AND_COUNT :], digest_size=9).hexdigest()


def players(table: Table, words: Words) -> list[str]:
    """The names of those who sit at a table."""
    names = []
    for number, seat in enumerate(table.seats):
        if seat.level:
            bot = words(f"bot-{seat.level}") if f"bot-{seat.level}" in words else seat.level
            names.append(words("bot", level=bot, number=number + 1))
        else:
            names.append(seat.nickname or words("departed" if seat.departed else "seat", number=number + 1))
    return names


def talk_line(row: TalkRow) -> dict[str, Any]:
    """Something that was said, as it is told."""
    said = {"number": row.number, "nickname": row.nickname, "phrase": row.phrase, "text": row.text, "at": row.at}
    return {**said, "who": alias(row.table_id, row.person) if row.person else None, "aside": bool(row.aside)}


def talk_message(row: TalkRow) -> bytes:
    """The message that somebody said something."""
    return orjson.dumps({"type": "talk", **talk_line(row)})


class Speaker:
    """Turns sentences into JSON, in words too where a language was asked for."""

    words: Words | None = None

    def __init__(self, table: Table, language: str | None) -> None:
        if language is not None:
            self.words = words_for(table.match.game if table.match else None, language)
            self.names = players(table, self.words)

    def sentence(self, sentence: Sentence) -> dict[str, Any]:
        """A sentence as JSON."""
        data = sentence.as_json()
        if self.words is not None:
            data["text"] = self.words.sentence(sentence, self.names)
        return data

    def texts(self, lines: Sequence[Line]) -> list[str] | None:
        """Sentences as texts alone; none without a language."""
        return [self.words.sentence(line, self.names) for line in lines] if self.words is not None else None


class Base(NamedTuple):
    """What those who look from one seat have been sent last."""

    number: int
    shown: Shown


class MessageBuilder:
    """One state of a table, for all who look from one seat.

    ``base`` is what they were sent last, if this follows it. ``events`` are told besides those of the game.
    """

    def __init__(
        self,
        table: Table,
        state: ViewerState,
        number: int,
        events: Sequence[Event] = (),
        base: Base | None = None,
        kind: str = "snapshot",
    ) -> None:
        self.table, self.state, self.kind, self.number = table, state, kind, number
        self.events, self.base = events, base
        self.match = table.match if table.fault is None else None
        self.time = now()

    def message(self, packed: bool, language: str | None, mine: tuple[int, ...], creator: bool) -> bytes:
        """The message for those who hold some seats."""
        speaker = Speaker(self.table, language)
        return self._packed(speaker, mine, creator) if packed else self._json(speaker, mine, creator)

    def _about(self, speaker: Speaker, mine: tuple[int, ...]) -> dict[str, Any]:
        """What is not a matter of the game, as far as there is something to tell."""
        state = self.state
        about: dict[str, Any] = {"type": self.kind, "number": self.number, "now": self.time, "mine": mine}
        if state.viewer != SPECTATOR:
            about["seat"] = state.viewer
        if len(mine) > 1 and (seat := self._hand_over(mine)) is not None:
            about["hand_over"] = seat
        if state.shown.undo:
            about["undo"] = True
        if state.shown.clocks:
            about["clocks"] = [clock._asdict() for clock in state.shown.clocks]
        if self.events:
            about["events"] = [speaker.sentence(event) for event in self.events]
        if self.table.status == FINISHED:
            if (outcome := self._outcome(speaker)) is not None:
                about["outcome"] = outcome
            if mine and (again := again_info(self.table)) is not None:
                about["again"] = again
        return about

    def _packed(self, speaker: Speaker, mine: tuple[int, ...], creator: bool) -> bytes:
        """The packed form; if it follows ``base``, without what is as it was."""
        state, shown, base = self.state, self.state.shown, self.base
        about = self._about(speaker, mine)
        if state.public.actors:
            about["actors"] = state.public.actors
        if shown.question_id is not None:
            about["question_id"] = shown.question_id
            if shown.silence is not None:
                about["silence"] = shown.silence
        if base is not None and not (shown.view and base.shown.view):
            base = None
        if base is not None:
            about["base"] = base.number
        else:
            about |= {"stream": self.table.stream_id, "creator": creator}
        if base is None or base.shown.since != shown.since:
            about["since"] = shown.since
        if base is None or base.shown.table != shown.table:
            about["table"] = orjson.Fragment(shown.table)
            if creator or mine:
                about["invite"] = self.table.row.invite
        return pack(about, state.presented.compact if state.presented is not None else b"")

    def _json(self, speaker: Speaker, mine: tuple[int, ...], creator: bool) -> bytes:
        """All that the viewer may know, in JSON."""
        state, about = self.state, self._about(speaker, mine)
        message = {
            **EMPTY,
            **about,
            "stream": self.table.stream_id,
            "table": state.public.info,
            "creator": creator,
            "invite": self.table.row.invite if creator or mine else None,
            "phase": state.phase,
            "view": state.view,
            "prompt": speaker.sentence(state.prompt) if state.prompt else None,
            "question": self._question(speaker),
            "events": [*map(speaker.sentence, state.events), *about.get("events", ())],
            "lines": speaker.texts(self.match.describe(state.viewer)) if self.match and speaker.words else None,
        }
        return orjson.dumps(message)

    def _question(self, speaker: Speaker) -> dict[str, Any] | None:
        """What the viewer is asked."""
        shown = self.state.shown
        if shown.question_id is None:
            return None
        choices = [{**choice.as_json(), "label": speaker.sentence(label)} for choice, label in self.state.choices]
        return {"id": shown.question_id, "choices": choices, "silence": shown.silence}

    def _hand_over(self, mine: Sequence[int]) -> int | None:
        """Pass-and-play: whom the device is to be handed to. Only the seats of its holder are looked at."""
        if self.match is None or self.table.playable is None or self.state.shown.question_id is not None:
            return None
        pending = [seat for seat in self.match.actors if seat in mine and not self.table.seats[seat].stand_in]
        return pending[0] if pending else None

    def _outcome(self, speaker: Speaker) -> dict[str, Any] | None:
        """How it ended, when all is open."""
        outcome = self.match.outcome() if self.match else None
        if outcome is None or self.match is None:
            return None
        data = outcome.as_json()
        data["sheet"] = [[speaker.sentence(line) for line in lines] for lines in self.match.score_sheet()]
        data["stand_ins"] = stand_ins(self.table)
        if (words := speaker.words) is not None:
            names = words.enumerate([speaker.names[seat] for seat in outcome.winners])
            ended = words("match-ended", reason=words(f"reason-{outcome.reason}"))
            data["text"] = f"{ended} {words('winner', count=len(outcome.winners), names=names)}"
        return data


def known_position(match: Match, seat: int) -> dict[str, Any]:
    """The position as a seat knows it, for an engine in its player's browser, with the key of the sources that it
    is laid out by."""
    return {
        "game": match.game.id,
        "key": module_key(match.game),
        "edition": b64encode(match.edition.array.tobytes()).decode(),
        "seat": seat,
        "position": b64encode(match.concealed(seat).tobytes()).decode(),
    }


def story(table: Table, viewer: int, language: str) -> list[dict[str, Any]]:
    """What the viewer has seen happen so far; what was taken back is left out."""
    if table.match is None or table.fault is not None:
        return []
    speaker = Speaker(table, language)
    return [speaker.sentence(event) for event in table.story(viewer)[-STORY:]]
