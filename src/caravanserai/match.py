"""One match: a game, an edition, options, a seed and the decisions taken so far.

>>> match = Match("tantan", seats=2, seed=7)
>>> seat = match.actors[0]
>>> [str(choice) for choice in match.choices(seat)][:3]
['take slot=0', 'take slot=1', 'take slot=2']
>>> match.play(seat, "take slot=1")
>>> match.events(seat)
[Event('took', seat=1, card='mouse', cost=1)]
>>> match.undo(seat)
>>> match.play_out("advice").outcome().reason
'pile_empty'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from caravanserai.games import find_game
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.chance import commitment, new_chance, new_seed, seed_bytes, seek
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.edition import STANDARD, Edition
from caravanserai.kernel.errors import (
    CaravanseraiError,
    IllegalChoice,
    InvalidChoice,
    InvalidLog,
    InvalidOption,
    InvalidPosition,
    NothingToUndo,
    NotToAct,
)
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import POLICIES
from caravanserai.kernel.records import BadValue, as_bytes, opened
from caravanserai.kernel.telling import Event, Line

LOG_FORMAT = 1
UNDO = -1
MEMORY_AIDS = "memory_aids"

Move = Choice | int | str | Mapping[str, Any]
"""A choice: as offered, its number, its text as in a log, or ``{"verb": …, "args": {…}}``."""


@dataclass(frozen=True)
class Outcome:
    """How a match ended: who won, why it was over, and each seat's score and rank."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Window:
    """A reaction window: what kind it is, and the choice that silence stands for."""

    kind: str
    default: Choice


class Match:
    """One match of one game.

    Chance is entered anew for every decision, at the number of the decision: the same seed and decisions give the
    same match, and taking a decision back does not change what comes next.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str | bytes | None = None,
        edition: Edition | str | Path | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        given = dict(options or {})
        aids = given.pop(MEMORY_AIDS, False)
        if aids not in (True, False):
            raise InvalidOption(f"option {MEMORY_AIDS}: expected true or false, got {aids!r}")
        self.memory_aids = bool(aids)
        self.edition = self.game.edition(edition)
        self.seed = new_seed() if seed is None else seed_bytes(seed)
        self.seats = self.game.fewest if seats is None else seats
        self._states = self.game.blank(self.seats, given)
        self.options = {**self.game.check_options(given), MEMORY_AIDS: self.memory_aids}
        self._f = self.game.functions
        self._e = opened(self.edition.array)
        self._chance = new_chance(self.seed)
        self._mask = np.zeros(self.game.actions.count, np.uint8)
        self._start: dict[str, Any] | None = None
        self._f.deal(self.edition.array, self._states, 0, self._chance)
        self._begin()

    def _begin(self) -> None:
        """Nothing has been decided yet."""
        self._bytes = as_bytes(self._states)[0]
        self._moves: list[tuple[int, int]] = []
        self.history: list[tuple[int, int]] = []
        self._first = self._bytes.tobytes()
        # Positions before each decision that can still be taken back: since the last seal.
        self._trail: list[bytes] = []
        self._before = self._bytes.tobytes()
        self._kept: tuple[bytes, int, Any, Any] | None = None

    # Who decides, and what ------------------------------------------------------------------------------------

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must decide now; none when the match is over."""
        return self._actors(self._states)

    def _actors(self, states: Any) -> tuple[int, ...]:
        pending = int(self._f.actors(self.edition.array, states, 0))
        return tuple(seat for seat in range(self.seats) if pending >> seat & 1)

    def actors_seen(self, seat: int = SPECTATOR) -> tuple[int, ...]:
        """The seats that must decide now as far as the seat can tell."""
        return self._actors(self.concealed(seat))

    @property
    def over(self) -> bool:
        return not self._f.actors(self.edition.array, self._states, 0)

    @property
    def phase(self) -> str:
        """What is going on, by name."""
        return str(self.game.phases[self._states["phase"][0]])

    @property
    def decisions(self) -> int:
        """How many decisions have been taken."""
        return len(self._moves)

    @property
    def window(self) -> Window | None:
        """The reaction window that is open, if one is."""
        default = self.game.windows.get(self.phase)
        if default is None:
            return None
        return Window(self.phase, self.game.actions.choice(default, 0, self.seats))

    def choices(self, seat: int) -> list[Choice]:
        """All that the seat may do now."""
        self._check_seat(seat)
        self._f.legal(self.edition.array, self._states, 0, seat, self._mask)
        choice = self.game.actions.choice
        return [choice(int(action), seat, self.seats) for action in np.flatnonzero(self._mask)]

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise InvalidChoice(f"seat {seat!r}: expected a number from 0 to {self.seats - 1}")

    def action(self, seat: int, move: Move) -> int:
        """The number of a choice in any of its forms."""
        actions = self.game.actions
        match move:
            case bool():
                pass
            case int():
                return actions.choice(move, seat, self.seats).action
            case Choice():
                return move.action
            case str():
                return actions.parse(move, seat, self.seats)
            case Mapping() if isinstance(move.get("verb"), str) and isinstance(move.get("args", {}), Mapping):
                return actions.find(move["verb"], move.get("args", {}), seat, self.seats)
        raise InvalidChoice(f"choice {move!r}: expected a choice, its number, its text, or a verb with arguments")

    def check(self, seat: int, move: Move) -> int:
        """The number of the choice if the seat may make it now; raises and changes nothing otherwise."""
        self._check_seat(seat)
        action = self.action(seat, move)
        self._f.legal(self.edition.array, self._states, 0, seat, self._mask)
        if not self._mask[action]:
            if seat not in self.actors:
                now = ", ".join(map(str, self.actors)) or "nobody, the match is over"
                raise NotToAct(f"seat {seat} has nothing to decide now; expected a decision of: {now}")
            offered = "; ".join(map(str, self.choices(seat)[:8]))
            chosen = self.game.actions.choice(action, seat, self.seats)
            raise IllegalChoice(f"{chosen}: not possible for seat {seat} now; expected one of: {offered}")
        return action

    def play(self, seat: int, move: Move) -> None:
        """Take a seat's decision."""
        action = self.check(seat, move)
        self._before = self._bytes.tobytes()
        seal = self._states["seal"][0]
        self._moves.append((seat, action))
        self.history.append((seat, action))
        seek(self._chance, len(self._moves))
        self._f.step(self.edition.array, self._states, 0, seat, action, self._chance)
        if self._states["seal"][0] == seal:
            self._trail.append(self._before)
        else:
            self._trail.clear()

    @property
    def undo_depth(self) -> int:
        """How many decisions can be taken back, one after the other."""
        return len(self._trail)

    def story_by_entry(self, seat: int, since: int = 0) -> Any:
        twin = Match(self.game, self.seats, self.options, self.seed, self.edition)
        twin._bytes[:] = np.frombuffer(self._first, np.uint8)
        told: list[tuple[int, list[Event]]] = []
        for number, (who, action) in enumerate(self.history):
            if action == UNDO:
                twin.undo(who)
                if told and told[-1][0] >= since:
                    told.pop()
                elif number >= since:
                    told.append((number, [Event("taken_back", seat=who)]))
            else:
                twin.play(who, action)
                told.append((number, twin.events(seat)))
        return [entry for entry in told if entry[0] >= since]

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take its last decision back."""
        return bool(self._trail) and self._moves[-1][0] == seat

    def undo(self, seat: int) -> None:
        """Take the seat's last decision back: possible until it is confirmed or something hidden was revealed."""
        self._check_seat(seat)
        if not self.can_undo(seat):
            raise NothingToUndo(f"seat {seat} has no decision that can still be taken back")
        self._moves.pop()
        self.history.append((seat, UNDO))
        self._bytes[:] = np.frombuffer(self._trail.pop(), np.uint8)
        self._before = self._bytes.tobytes()

    def play_out(self, policy: str = "random") -> Match:
        """Let a simple policy take all remaining decisions."""
        if policy not in POLICIES:
            raise InvalidOption(f"policy {policy!r}: expected one of {', '.join(POLICIES)}")
        weights = np.zeros(self.game.actions.count, np.float32)
        own = np.random.default_rng(list(self.seed))
        while actors := self.actors:
            seat = actors[0]
            self._f.legal(self.edition.array, self._states, 0, seat, self._mask)
            odds = self._mask.astype(np.float64)
            if policy == "advice":
                self._f.advise(self.edition.array, self._states, 0, seat, weights)
                odds = weights.astype(np.float64) if weights.any() else odds
            self.play(seat, int(own.choice(len(odds), p=odds / odds.sum())))
        return self

    # What is seen -----------------------------------------------------------------------------------------------

    def concealed(self, seat: int = SPECTATOR) -> Any:
        """A copy of the position in which all that the seat cannot know is erased."""
        return self._conceal(self._bytes, seat)

    def _conceal(self, raw: Any, seat: int) -> Any:
        copy = self.game.state.copied(raw)
        self._f.conceal(self.edition.array, copy, 0, seat)
        return copy

    def _known(self, raw: bytes, seat: int) -> tuple[Any, Any]:
        """A position as the seat knows it: as an array, and with its fields as attributes. The last one is kept,
        because one seat is told several things about it."""
        if self._kept is None or self._kept[:2] != (raw, seat):
            concealed = self._conceal(raw, seat)
            self._kept = raw, seat, concealed, opened(concealed)
        return self._kept[2:]

    def rest(self) -> None:
        """Keep nothing that can be worked out again: for a match that waits, among many, for its next decision."""
        self._kept = None

    def view(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """All that the seat sees; a spectator is the seat that knows nothing. Made from its concealed position."""
        concealed, s = self._known(self._bytes.tobytes(), seat)
        return self._view(concealed, seat, s)

    def _view(self, concealed: Any, seat: int, s: Any = None) -> dict[str, Any]:
        s = s or opened(concealed)
        return {
            "game": self.game.id,
            "seat": None if seat == SPECTATOR else seat,
            "phase": self.game.phases[s.phase],
            "actors": list(self._actors(concealed)),
            "table": self.game.table.view(self._e, s, seat, self.memory_aids),
        }

    def events(self, seat: int = SPECTATOR) -> list[Event]:
        """What the seat saw happen at the last decision."""
        if self.history and self.history[-1][1] == UNDO:
            return [Event("taken_back", seat=self.history[-1][0])]
        return self.narrate(self._before, self._bytes.tobytes(), seat) if self._moves else []

    def narrate(self, before: bytes, after: bytes, seat: int = SPECTATOR) -> list[Event]:
        """What the seat sees happen between two positions, given as bytes, with one decision between them."""
        then, now = opened(self._conceal(before, seat)), self._known(after, seat)[1]
        events: list[Event] = self.game.table.narrate(self._e, then, now, seat)
        return events

    def prompt(self, seat: int = SPECTATOR) -> Line:
        """What is expected now, in one sentence."""
        line: Line = self.game.table.prompt(self._e, self._known(self._bytes.tobytes(), seat)[1], seat)
        return line

    def labels(self, seat: int) -> list[tuple[Choice, Line]]:
        """The seat's choices, each with what it does in words."""
        s = self._known(self._bytes.tobytes(), seat)[1]
        return [(choice, self.game.table.label(self._e, s, seat, choice)) for choice in self.choices(seat)]

    def tell(self, seat: int = SPECTATOR) -> list[Line]:
        """The seat's view in sentences."""
        lines: list[Line] = self.game.table.tell(self._e, self.view(seat)["table"], seat)
        return lines

    # How it stands ----------------------------------------------------------------------------------------------

    def _score_table(self) -> Any:
        out = np.zeros((self.game.most, 2), np.int64)
        self._f.score(self.edition.array, self._states, 0, out)
        return out[: self.seats]

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score if the match ended now."""
        return tuple(int(points) for points in self._score_table()[:, 0])

    def outcome(self) -> Outcome | None:
        """Who won and why; None while the match goes on."""
        if not self.over:
            return None
        table = self._score_table()
        return Outcome(
            winners=tuple(int(seat) for seat in np.flatnonzero(table[:, 1] == 1)),
            reason=self.game.reasons[self._states["ended"][0]],
            scores=tuple(int(points) for points in table[:, 0]),
            ranks=tuple(int(rank) for rank in table[:, 1]),
        )

    def score_sheet(self) -> list[list[Line]]:
        """Each seat's score explained line by line; meant for the end, when all is open."""
        sheet: list[list[Line]] = self.game.table.score_sheet(self._e, opened(self._states))
        return sheet

    # In and out -------------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, which may be published while the match goes on."""
        return commitment(self.seed)

    def log(self) -> dict[str, Any]:
        """The whole match as JSON: with the seed, so for the end of a match or for its own server only."""
        choice = self.game.actions.choice
        log: dict[str, Any] = {
            "format": LOG_FORMAT,
            "game": self.game.id,
            "seats": self.seats,
            "options": self.options,
            "edition": self._edition_json(),
            "seed": self.seed.hex(),
            "commitment": self.commitment,
            "moves": [[seat, str(choice(action, seat, self.seats))] for seat, action in self._moves],
        }
        if self._start is not None:
            log["start"] = self._start
        outcome = self.outcome()
        if outcome:
            log["outcome"] = outcome.as_json()
        return log

    def _edition_json(self) -> dict[str, Any]:
        differences = self.edition.differences(self.game.editions[STANDARD])
        return {"name": self.edition.name, **({"numbers": differences} if differences else {})}

    @classmethod
    def from_log(cls, log: Any, until: int | None = None) -> Match:
        """Replay a match from its log, or its first ``until`` decisions; raises InvalidLog."""
        return replay(log, until)

    def position(self) -> dict[str, Any]:
        """The whole position, hidden parts too, as readable JSON: for tests, puzzles and bug reports."""
        return {
            "game": self.game.id,
            "edition": self._edition_json(),
            MEMORY_AIDS: self.memory_aids,
            "state": self.game.state.dump(self._states[0]),
        }

    @classmethod
    def from_position(cls, position: Any, seed: int | str | bytes | None = None) -> Match:
        """A match that begins at a position; raises InvalidPosition with the reason if it is inconsistent."""
        if not isinstance(position, Mapping) or not isinstance(position.get("state"), Mapping):
            raise InvalidPosition("position: expected an object with game, edition and state")
        state = position["state"]
        game = find_game(_text(position, "game", InvalidPosition))
        edition = _edition_from_json(game, position.get("edition", {"name": STANDARD}), InvalidPosition)
        options = {option.name: state.get(option.name) for option in game.options}
        try:
            states = game.state.load(state)
        except BadValue as problem:
            raise InvalidPosition(f"position of {game.id}: {problem}") from None
        options[MEMORY_AIDS] = position.get(MEMORY_AIDS, False)
        match = cls(game, state["seats"], options, seed, edition)
        code, subject, found, expected = match._f.audit(edition.array, states, 0)
        if code:
            rules = game.rules
            reason = rules.FAULTS[code].format(
                subject=rules.fault_subject(code, subject), found=found, expected=expected
            )
            raise InvalidPosition(f"position of {game.id}: {reason}")
        match._states[:] = states
        match._refuse_stuck()
        match._start = match.position()
        match._begin()
        return match

    def _refuse_stuck(self) -> None:
        """A position must be over with a reason, or leave whoever decides a choice."""
        state = self._states[0]
        if self.over != (state.phase == len(self.game.phases) - 1) or self.over != (state.ended != 0):
            raise InvalidPosition(
                f"position of {self.game.id}: phase {self.phase} and ended {self.game.reasons[state.ended]}: "
                f"expected {self.game.phases[-1]} with a reason, or neither"
            )
        for seat in self.actors:
            if not self.choices(seat):
                raise InvalidPosition(f"position of {self.game.id}: phase {self.phase}: seat {seat} has no choice")

    def state_bytes(self) -> bytes:
        """The position as raw bytes."""
        return bytes(self._bytes)

    def __repr__(self) -> str:
        return f"<Match {self.game.id}, {self.seats} seats, {self.decisions} decisions, {self.phase}>"


def _text(data: Mapping[str, Any], key: str, error: type[CaravanseraiError]) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise error(f"{key}: expected a text, got {value!r}")
    return value


def _edition_from_json(game: Game, data: Any, error: type[CaravanseraiError]) -> Edition:
    if not isinstance(data, Mapping) or not isinstance(data.get("numbers", {}), Mapping):
        raise error(f"edition: expected an object with a name and perhaps numbers, got {data!r}")
    name = _text(data, "name", error)
    told = game.editions[STANDARD].changed(name, data.get("numbers", {}))
    printed = game.editions.get(name)
    return printed if printed == told else game.sound(told)


def replay(log: Any, until: int | None = None, watch: Callable[[Match], None] | None = None) -> Match:
    """Replay a log; ``watch`` is called at the start and after every decision."""
    if not isinstance(log, Mapping) or log.get("format") != LOG_FORMAT:
        raise InvalidLog(f"log: expected an object with format {LOG_FORMAT}")
    moves = log.get("moves")
    if not isinstance(moves, Sequence) or isinstance(moves, str):
        raise InvalidLog(f"log: moves: expected a list, got {moves!r}")
    seed = _text(log, "seed", InvalidLog)
    if log.get("start") is not None:
        match = Match.from_position(log["start"], seed)
    else:
        game = find_game(_text(log, "game", InvalidLog))
        options = log.get("options", {})
        if not isinstance(options, Mapping):
            raise InvalidLog(f"log: options: expected an object, got {options!r}")
        match = Match(game, log.get("seats"), options, seed, _edition_from_json(game, log.get("edition"), InvalidLog))
    if watch:
        watch(match)
    for number, move in enumerate(moves[:until]):
        if not isinstance(move, Sequence) or len(move) != 2:
            raise InvalidLog(f"log: move {number}: expected a seat and a choice, got {move!r}")
        try:
            match.play(move[0], move[1])
        except CaravanseraiError as problem:
            raise InvalidLog(f"log: move {number}: {problem}") from None
        if watch:
            watch(match)
    return match


def verify(log: Any) -> Match:
    """Replay a log and check it against its seed commitment and its outcome; raises InvalidLog."""
    match = replay(log)
    if log.get("commitment") != match.commitment:
        raise InvalidLog(
            f"log: commitment: expected {match.commitment}, the SHA-256 of the seed, got {log.get('commitment')!r}"
        )
    outcome = match.outcome()
    expected = json.loads(json.dumps(outcome.as_json())) if outcome else None
    if json.loads(json.dumps(log.get("outcome"))) != expected:
        raise InvalidLog(f"log: outcome: the replay gives {expected}, the log says {log.get('outcome')!r}")
    return match
