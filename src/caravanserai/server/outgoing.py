"""All that leaves the server about a table is made here, and for one viewer at a time.

A viewer is a seat or a spectator. ``look`` is made of what ``Match`` tells that viewer and of what all may know;
nothing else in the server reads a position to tell it to somebody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import orjson

from caravanserai.kernel.actions import Choice
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.presenter import Presented
from caravanserai.kernel.telling import Event, Line
from caravanserai.match import Match
from caravanserai.server.errors import Refused
from caravanserai.server.packing import KEPT, pack
from caravanserai.server.table import FAULTS, FINISHED, UNREADABLE, Seat, Table
from caravanserai.words import Words, words_for

STORY = 400
"""Events that whoever comes to a table is told of."""


@dataclass(frozen=True)
class Base:
    """What those who look from one seat have been sent last."""

    number: int
    view: bytes
    info: bytes


@dataclass
class Look:
    """What a viewer sees now, not yet in words."""

    viewer: int
    table: dict[str, Any]
    info: bytes
    """The table in JSON."""
    match: Match | None = None
    presented: Presented | None = None
    window: str | None = None
    silence: int | None = None
    undo: bool = False
    clocks: Sequence[dict[str, Any]] = ()

    def digest(self) -> bytes:
        """The same for two looks that the viewer cannot tell apart."""
        digest = hashlib.blake2b(self.info, digest_size=16)
        if seen := self.presented:
            digest.update(seen.view + seen.lines)
            rest = seen.phase, seen.pending, seen.actions, self.window, self.silence, self.undo, self.clocks
            digest.update(orjson.dumps(rest))
        return digest.digest()

    @property
    def seat(self) -> int | None:
        return None if self.viewer == SPECTATOR else self.viewer

    @cached_property
    def actors(self) -> list[int]:
        """Who must decide, as far as the viewer can tell."""
        return [k for k in range(len(self.table["seats"])) if self.presented and self.presented.pending >> k & 1]

    @cached_property
    def phase(self) -> str | None:
        return self.match.game.phases[self.presented.phase] if self.match and self.presented else None

    @cached_property
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
            "actors": self.actors,
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


def players(table: Table, words: Words) -> list[str]:
    """The names of those who sit at a table."""
    names = []
    for number, seat in enumerate(table.seats):
        if seat.level:
            bot = words(f"bot-{seat.level}") if f"bot-{seat.level}" in words else seat.level
            names.append(words("bot", level=bot, number=number + 1))
        else:
            names.append(seat.nickname or words("seat", number=number + 1))
    return names


def seat_info(seat: Seat, table: Table, here: bool) -> dict[str, Any]:
    """A seat as all see it."""
    return {
        "kind": seat.kind,
        "nickname": seat.nickname,
        "level": seat.level,
        "stand_in": table.row["stand_in"] if seat.stand_in else None,
        "resigned": seat.resigned,
        "here": here,
    }


def table_info(table: Table) -> dict[str, Any]:
    """A table as all see it; the seed only when the match is over."""
    row = table.row
    here = {connection.person for connection in table.watchers}
    return {
        "id": table.id,
        "game": row["game"],
        "edition": row["edition"],
        "options": row["options"],
        "clocks": {"turn": row["turn_seconds"], "window": row["window_seconds"]},
        "public": row["public"],
        "free_talk": row["free_talk"],
        "status": table.status,
        "seats": [seat_info(seat, table, seat.person is not None and seat.person in here) for seat in table.seats],
        "commitment": table.match.commitment if table.match else None,
        "seed": row["seed"] if table.status == FINISHED else None,
        "actors": list(table.public_actors()) if table.playable else [],
        "rematch": row["rematch"],
        "fault": table.fault,
    }


def look(table: Table, viewer: int, info: dict[str, Any], happened: bool = False, text: bytes | None = None) -> Look:
    """What the viewer sees, and what has just happened if something has; ``info`` is the table as all see it, ``text``
    the same in JSON."""
    match = table.match
    seen = Look(viewer, info, text or orjson.dumps(info))
    if match is None or table.fault is not None:
        return seen
    shown = match.present(viewer, happened, table.playable is not None)
    seen.match, seen.presented = match, shown
    seen.clocks = [
        {"seat": seat, "at": clock.at, "left": clock.left}
        for seat, clock in sorted(table.clocks.items())
        if shown.pending >> seat & 1
    ]
    if shown.actions:
        seen.window = window(table, shown)
        seen.silence = match.window.default.action if match.window else None
    seen.undo = viewer != SPECTATOR and table.may_undo(viewer)
    return seen


def window(table: Table, shown: Presented) -> str:
    """Names the question a seat is asked. It changes when the seat has decided or may choose otherwise, and only
    then: what others answer in secret does not touch it."""
    text = f"{table.id} {shown.seat} {table.acts[shown.seat]} {shown.phase} {shown.actions} "
    return hashlib.blake2s(text.encode() + shown.lines, digest_size=9).hexdigest()


class Teller:
    """Puts looks into messages, in words too where a language was asked for."""

    def __init__(self, table: Table, language: str | None) -> None:
        self.table = table
        self.match = table.match if table.fault is None else None
        self.words: Words | None = None
        if language is not None:
            game = self.match.game if self.match else None
            self.words = words_for(game, language)
            self.names = players(table, self.words)

    def told(self, told: Event | Line) -> dict[str, Any]:
        """One sentence."""
        data = told.as_json()
        if self.words is not None:
            data["text"] = self.words.told(told, self.names)
        return data

    def header(
        self,
        seen: Look,
        kind: str,
        number: int,
        events: Sequence[Event],
        mine: Sequence[int],
        creator: bool,
        now: float,
    ) -> dict[str, Any]:
        """What a connection is told that is not a matter of the game; ``events`` are those of the table."""
        return {
            "type": kind,
            "stream": self.table.stream_id,
            "number": number,
            "now": now,
            "table": seen.table,
            "seat": seen.seat,
            "mine": mine,
            "hand_over": self.hand_over(seen, mine),
            "creator": creator,
            "invite": self.table.row["invite"] if creator or mine else None,
            "undo": seen.undo,
            "clocks": seen.clocks,
            "events": [self.told(event) for event in events],
            "outcome": self.outcome(),
        }

    def state(self, seen: Look, header: dict[str, Any]) -> bytes:
        """The message that tells a connection all it may know."""
        message = {
            **header,
            "phase": seen.phase,
            "view": seen.view,
            "prompt": self.told(seen.prompt) if seen.prompt else None,
            "question": self.question(seen),
            "events": [self.told(event) for event in seen.events] + header["events"],
            "lines": self.lines(seen),
        }
        return orjson.dumps(message)

    def packed(self, seen: Look, header: dict[str, Any], base: Base | None) -> bytes:
        """The same in its packed form; if it follows ``base``, without what is as it was."""
        view = base.view if base and seen.presented and len(base.view) == len(seen.presented.view) else None
        header = {**header, "window": seen.window, "silence": seen.silence}
        if base is not None and view is not None:
            kept = KEPT if base.info == seen.info else ("stream", "creator")
            header = {key: value for key, value in header.items() if key not in kept} | {"base": base.number}
        return pack(header, seen.presented, view)

    def question(self, seen: Look) -> dict[str, Any] | None:
        """What the viewer is asked."""
        if seen.window is None:
            return None
        choices = [{**choice.as_json(), "label": self.told(label)} for choice, label in seen.choices]
        return {"window": seen.window, "choices": choices, "silence": seen.silence}

    def hand_over(self, seen: Look, mine: Sequence[int]) -> int | None:
        """Pass-and-play: whom the device is to be handed to. Only its holder's own seats are looked at."""
        if len(mine) < 2 or self.match is None or self.table.playable is None or seen.window is not None:
            return None
        pending = [seat for seat in self.match.actors if seat in mine and not self.table.seats[seat].stand_in]
        return pending[0] if pending else None

    def lines(self, seen: Look) -> list[str] | None:
        """The view in sentences."""
        if self.words is None or self.match is None:
            return None
        return [self.words.told(line, self.names) for line in self.match.tell(seen.viewer)]

    def outcome(self) -> dict[str, Any] | None:
        """How it ended, when all is open."""
        outcome = self.match.outcome() if self.match and self.table.status == FINISHED else None
        if outcome is None or self.match is None:
            return None
        data = outcome.as_json()
        data["sheet"] = [[self.told(line) for line in lines] for lines in self.match.score_sheet()]
        if self.words is not None:
            names = self.words.enumerate([self.names[seat] for seat in outcome.winners])
            ended = self.words("match-ended", reason=self.words(f"reason-{outcome.reason}"))
            data["text"] = f"{ended} {self.words('winner', count=len(outcome.winners), names=names)}"
        return data


def story(table: Table, viewer: int, language: str) -> list[dict[str, Any]]:
    """What the viewer has seen happen so far; what was taken back is left out."""
    teller = Teller(table, language)
    return [teller.told(event) for event in table.story(viewer)[-STORY:]] if teller.match else []


def replay_step(table: Table, match: Match, last: int, viewers: Sequence[int], language: str) -> dict[str, Any]:
    """A finished match at one of its moments, seen by some viewers."""
    assert table.status == FINISHED
    words = words_for(match.game, language)
    names = players(table, words)
    step: dict[str, Any] = {"number": match.decisions, "last": last, "views": {}, "events": {}, "lines": {}}
    for viewer in viewers:
        name = "spectator" if viewer == SPECTATOR else str(viewer)
        step["views"][name] = match.view(viewer)
        step["events"][name] = [{**event.as_json(), "text": words.told(event, names)} for event in match.events(viewer)]
        step["lines"][name] = [words.told(line, names) for line in match.tell(viewer)]
    moves = match.log()["moves"]
    step["move"] = moves[-1] if moves else None
    return step


def replay_log(table: Table) -> dict[str, Any]:
    """A finished match as a log that can be verified, and the version of the rules under which it was played."""
    return {
        **finished_match(table).log(),
        "rules": table.row["rules"],
        "players": [seat_info(seat, table, False) for seat in table.seats],
    }


def finished_match(table: Table) -> Match:
    """The match of a finished table; refuses one whose moves do not fit today's rules."""
    assert table.status == FINISHED
    if table.match is None:
        raise Refused("conflict", f"the match was {FAULTS[table.fault or UNREADABLE]}", "a match whose moves still fit")
    return table.match
