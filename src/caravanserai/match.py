"""One match: a game, an edition, options, a seed and the decisions taken so far.

>>> match = Match("tantan", seats=2, seed=7)
>>> seat = match.actors[0]
>>> [str(choice) for choice in match.choices(seat)][:3]
['take slot=0', 'take slot=1', 'take slot=2']
>>> match.play(seat, "take slot=1")
>>> match.events(seat)
[Event('took', seat=1, card='mouse', cost=1, slot=1)]
>>> match.undo(seat)
>>> match.play_out("advice").outcome().reason
'pile_empty'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np

from caravanserai.games import find_game
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.chance import Seed, commitment, new_chance, new_seed, seed_bytes, seek
from caravanserai.kernel.choices import new_choices
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.edition import STANDARD, Edition
from caravanserai.kernel.errors import (
    CaravanseraiError,
    IllegalChoice,
    InvalidChoice,
    InvalidLog,
    InvalidOption,
    InvalidPosition,
    InvalidSeat,
    MatchDidNotEnd,
    NoChoice,
    NothingToUndo,
    NotToAct,
)
from caravanserai.kernel.events import Event, Line, Sentence
from caravanserai.kernel.game import EditionLike, Game
from caravanserai.kernel.playout import ENDLESS, POLICIES
from caravanserai.kernel.presenter import Presented, seats_in
from caravanserai.kernel.records import BadValue, Whole, as_bytes, whole
from caravanserai.kernel.sentences import new_speech

__all__ = [
    "LOG_FORMAT",
    "SPECTATOR",
    "UNDO",
    "Choice",
    "Event",
    "Line",
    "Match",
    "Move",
    "Outcome",
    "Sentence",
    "Window",
    "replay",
    "verify",
]

LOG_FORMAT = 1
MEMORY_AIDS = "memory_aids"

UNDO = -1
"""In a history, in place of an action: the seat took its last decision back."""

LONG = 20_000
"""``play_out`` gives up after so many decisions if no option of the game limits the match: no match within the limits
that simulations use has a quarter of them."""

Move: TypeAlias = "Choice | Whole | str | Mapping[str, Any]"
"""A choice: as offered, its number, its text as in a log, or ``{"verb": …, "args": {…}}``."""


@dataclass(frozen=True)
class Outcome:
    """How a match ended: who won, why it was over, and each seat's score and rank."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """As it stands in a log and goes over the wire."""
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

    ``edition`` is the name of one, the file of a house edition, or a dict of the numbers that are different. A seat
    that is not at the table is refused with InvalidSeat; where anybody may look, ``SPECTATOR`` is the seat that knows
    nothing. A match can be copied and pickled; the copy goes on as the match itself would.
    """

    def __init__(
        self,
        game: Game | str,
        seats: Whole | None = None,
        options: Mapping[str, Any] | None = None,
        seed: Seed | None = None,
        edition: EditionLike = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        given = dict(options or {})
        aids = given.pop(MEMORY_AIDS, False)
        if not isinstance(aids, (bool, np.bool_)) and whole(aids) not in (0, 1):
            raise InvalidOption(f"option {MEMORY_AIDS}: expected true or false, got {aids!r}", [True, False])
        self.memory_aids = bool(aids)
        self.edition = self.game.edition(edition)
        self.seed = new_seed() if seed is None else seed_bytes(seed)
        states = self.game.blank(self.game.fewest if seats is None else seats, given)
        self.seats = int(states["seats"][0])
        self.options = {**self.game.check_options(given), MEMORY_AIDS: self.memory_aids}
        self._start: dict[str, Any] | None = None
        self._prepare()
        self._f.deal(self.edition.array, states, 0, self._chance)
        self._begin(states)

    def _prepare(self) -> None:
        """All that is worked out of the game, the edition and the seed."""
        self._f = self.game.functions
        self._chance = new_chance(self.seed)
        self._mask = np.zeros(self.game.actions.count, np.uint8)
        self._choices = new_choices(self.game.actions.count)
        self._table = self.game.presenter

    def _begin(self, states: Any) -> None:
        """Nothing has been decided yet."""
        self._place(as_bytes(states)[0].tobytes())
        self._first = self._before = self._bytes.tobytes()
        self._history: list[tuple[int, int]] = []
        self._moves: list[tuple[int, int]] = []
        # Positions before each decision that can still be taken back: since the last undo barrier.
        self._trail: list[bytes] = []
        # If the last thing that happened was an undo: the position that it left.
        self._left: bytes | None = None

    def _place(self, raw: bytes) -> None:
        """The position is these bytes; ``_bytes`` and ``_states`` are two ways to see them."""
        self._states = self.game.state.copied(raw)
        self._bytes = as_bytes(self._states)[0]

    # Copies -----------------------------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("_f", "_chance", "_mask", "_choices", "_states", "_table"):
            del state[name]
        state["_bytes"] = self._bytes.tobytes()
        for name in ("_history", "_moves", "_trail"):
            state[name] = state[name].copy()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        raw = state["_bytes"]
        self.__dict__.update(state)
        self._prepare()
        self._place(raw)

    def copy(self) -> Match:
        """Another match that stands where this one does, with the same past and the same chance ahead."""
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    # Who decides, and what ------------------------------------------------------------------------------------

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must decide now; none when the match is over."""
        return self._actors(self._states)

    def _actors(self, states: Any) -> tuple[int, ...]:
        return seats_in(int(self._f.actors(self.edition.array, states, 0)))

    def actors_seen(self, seat: Whole = SPECTATOR) -> tuple[int, ...]:
        """The seats that must decide now as far as the seat can tell."""
        return self._actors(self._conceal(self._bytes, self._viewer(seat)))

    @property
    def over(self) -> bool:
        """Whether nobody has anything left to decide."""
        return not self._f.actors(self.edition.array, self._states, 0)

    @property
    def phase(self) -> str:
        """What is going on, by name."""
        return str(self.game.phases[self._states["phase"][0]])

    @property
    def decisions(self) -> int:
        """How many decisions have been taken, without those that were taken back."""
        return len(self._moves)

    @property
    def history(self) -> Sequence[tuple[int, int]]:
        """All that was decided, in order: seats and actions. UNDO in place of an action is the seat taking its last
        decision back, which still stands there too."""
        return tuple(self._history)

    @property
    def history_length(self) -> int:
        """How many entries the history has."""
        return len(self._history)

    @property
    def last_was_taken_back(self) -> bool:
        """Whether the last thing that happened was that a decision was taken back."""
        return self._left is not None

    @property
    def undo_depth(self) -> int:
        """How many decisions could be taken back now, one after the other."""
        return len(self._trail)

    @property
    def last_mover(self) -> int:
        """The seat whose decision was the last that stands."""
        return self._moves[-1][0]

    @property
    def window(self) -> Window | None:
        """The reaction window that is open, if one is."""
        default = self.game.windows.get(self.phase)
        if default is None:
            return None
        return Window(self.phase, self.game.actions.choice(default, 0, self.seats))

    def choices(self, seat: Whole) -> list[Choice]:
        """All that the seat may do now."""
        seat = self._seat(seat)
        self._f.legal(self.edition.array, self._states, 0, seat, self._mask)
        choice = self.game.actions.choice
        return [choice(int(action), seat, self.seats) for action in np.flatnonzero(self._mask)]

    def advice(self, seat: Whole) -> list[tuple[Choice, float]]:
        """What the game's rules of thumb say of each of the seat's choices, from what the seat knows: a weight, the
        larger the better, 0 for what they would not do. ``caravanserai.bots.choose`` asks a bot instead."""
        seat = self._seat(seat)
        weights = np.zeros(self.game.actions.count, np.float32)
        self._f.advise(self.edition.array, self._conceal(self._bytes, seat), 0, seat, weights)
        return [(choice, float(weights[choice.action])) for choice in self.choices(seat)]

    def _seat(self, seat: Any) -> int:
        """A seat at the table."""
        number = seat if type(seat) is int else whole(seat)
        if number is None or not 0 <= number < self.seats:
            expected = f"a number from 0 to {self.seats - 1}"
            raise InvalidSeat(f"seat {seat!r}: expected {expected}", expected)
        return number

    def _viewer(self, seat: Any) -> int:
        """A seat at the table, or a spectator."""
        number = seat if type(seat) is int else whole(seat)
        if number is None or not SPECTATOR <= number < self.seats:
            raise InvalidSeat(
                f"seat {seat!r}: expected a number from 0 to {self.seats - 1}, or {SPECTATOR} for a spectator"
            )
        return number

    def action(self, seat: Whole, move: Move) -> int:
        """The number of a choice in any of its forms."""
        seat = self._seat(seat)
        actions = self.game.actions
        if type(move) is int:  # what the page sends; the tests below take their time
            return actions.choice(move, seat, self.seats).action
        match move:
            case Choice():
                offered = actions.choice(move.action, seat, self.seats)
                if offered is move or offered == move:
                    return move.action
                problem = f"{move}: no choice of seat {seat}, whose action {move.action} is {offered}"
                raise InvalidChoice(problem, str(offered))
            case str():
                return actions.parse(move, seat, self.seats)
            case Mapping() if isinstance(move.get("verb"), str) and isinstance(move.get("args", {}), Mapping):
                return actions.find(move["verb"], move.get("args", {}), seat, self.seats)
            case _ if (number := whole(move)) is not None:
                return actions.choice(number, seat, self.seats).action
        expected = "a choice, its number, its text, or a verb with arguments"
        raise InvalidChoice(f"choice {move!r}: expected {expected}", expected)

    def check(self, seat: Whole, move: Move) -> int:
        """The number of the choice if the seat may make it now; raises and changes nothing otherwise."""
        seat = self._seat(seat)
        action = self.action(seat, move)
        self._f.legal(self.edition.array, self._states, 0, seat, self._mask)
        if not self._mask[action]:
            if seat not in self.actors:
                now = ", ".join(map(str, self.actors)) or "nobody, the match is over"
                raise NotToAct(f"seat {seat} has nothing to decide now; expected a decision of: {now}")
            offered = [str(choice) for choice in self.choices(seat)[:8]]
            chosen = self.game.actions.choice(action, seat, self.seats)
            problem = f"{chosen}: not possible for seat {seat} now; expected one of: {'; '.join(offered)}"
            raise IllegalChoice(problem, offered)
        return action

    def play(self, seat: Whole, move: Move) -> None:
        """Take a seat's decision."""
        action = self.check(seat, move)
        self.take(int(seat), action)

    def take(self, seat: int, action: int) -> None:
        """Take a decision that ``check`` has found possible."""
        self._before, self._left = self._bytes.tobytes(), None
        barrier = self._states["undo_barrier"][0]
        entry = seat, action
        self._moves.append(entry)
        self._history.append(entry)
        seek(self._chance, len(self._moves))
        self._f.step(self.edition.array, self._states, 0, seat, action, self._chance)
        if self._states["undo_barrier"][0] == barrier:
            self._trail.append(self._before)
        else:
            self._trail.clear()

    def can_undo(self, seat: Whole) -> bool:
        """Whether the seat may take its last decision back."""
        seat = self._seat(seat)
        return bool(self._trail) and self._moves[-1][0] == seat

    def undo(self, seat: Whole) -> None:
        """Take the seat's last decision back: possible until it is confirmed or something hidden was revealed."""
        seat = self._seat(seat)
        if not self.can_undo(seat):
            raise NothingToUndo(f"seat {seat} has no decision that can still be taken back")
        self._moves.pop()
        self._history.append((seat, UNDO))
        self._before, self._left = self._trail.pop(), self._bytes.tobytes()
        self._bytes[:] = np.frombuffer(self._before, np.uint8)

    def play_out(self, policy: str = "random") -> Match:
        """Let a simple policy, ``random`` or ``advice``, take all remaining decisions.

        Some games may go on for ever, and random play does not look for an end; they have an option that limits a match
        (the one for which simulations use a limit of their own, ``turn_limit`` say). If it was left as it was, and the
        end has not come after 20,000 decisions, MatchDidNotEnd names it. NoChoice is raised where a seat must decide
        and nothing is possible. After an error the match stands where it stood.
        """
        if policy not in POLICIES:
            raise InvalidOption(f"policy {policy!r}: expected one of {', '.join(POLICIES)}")
        limits = {option.name: option.lab for option in self.game.options
                  if option.lab is not None and self.options[option.name] == option.default}  # fmt: skip
        most = LONG if limits else ENDLESS
        ahead = self.copy()
        weights = np.zeros(self.game.actions.count, np.float32)
        own = np.random.default_rng(list(self.seed))
        for _ in range(most):
            actors = ahead.actors
            if not actors:
                self.__setstate__(ahead.__getstate__())
                return self
            seat = actors[0]
            if not self._f.legal(self.edition.array, ahead._states, 0, seat, self._mask):
                raise ahead.no_choice(seat)
            odds = self._mask.astype(np.float64)
            if policy == "advice":
                self._f.advise(self.edition.array, ahead._states, 0, seat, weights)
                odds = weights.astype(np.float64) if weights.any() else odds
            ahead.play(seat, int(own.choice(len(odds), p=odds / odds.sum())))
        expected = " and ".join(f"{name}={lab}" for name, lab in limits.items()) or "a match that ends"
        raise MatchDidNotEnd(
            f"{self.game.id}: {policy} play does not end within {most} decisions; expected an option that limits the "
            f"match, such as {expected}"
        )

    def no_choice(self, seat: Whole) -> NoChoice:
        """What to raise where the seat must decide and nothing is possible."""
        where = f"after {self.decisions} decisions of seed {self.seed.hex()}"
        return self.game.contract.no_choice(self._states, 0, self._seat(seat), where)

    # What is seen -----------------------------------------------------------------------------------------------

    def concealed(self, seat: Whole = SPECTATOR) -> Any:
        """A copy of the position in which all that the seat cannot know is erased."""
        return self._conceal(self._bytes, self._viewer(seat))

    def _conceal(self, raw: Any, seat: int) -> Any:
        copy = self.game.state.copied(raw)
        self._f.conceal(self.edition.array, copy, 0, seat)
        return copy

    def _known(self, seat: int) -> Any:
        """The position as the seat knows it."""
        return self._conceal(self._bytes, seat)

    def view(self, seat: Whole = SPECTATOR) -> dict[str, Any]:
        """All that the seat sees; a spectator is the seat that knows nothing. Made from its concealed position."""
        seat = self._viewer(seat)
        return self._view(self._known(seat), seat)

    def _view(self, concealed: Any, seat: int) -> dict[str, Any]:
        views = self._table.view.new()
        self._table.see(self.edition.array, concealed, 0, seat, self.memory_aids, views)
        return {
            "game": self.game.id,
            "seat": None if seat == SPECTATOR else seat,
            "phase": self.game.phases[concealed["phase"][0]],
            "actors": list(self._actors(concealed)),
            "table": self._table.view.decode(views),
        }

    def _lines(self, function: Callable[..., None], *given: Any) -> list[Line]:
        """What a compiled function says."""
        out = new_speech()
        function(self.edition.array, *given, out)
        return list(self._table.spoken_lines(out))

    def present(
        self, viewers: Sequence[int], happened: bool = True, asks: bool = True, bases: Sequence[bytes] | None = None
    ) -> list[Presented]:
        """All that some viewers are told at once, as numbers: what each sees, what it is asked, what its choices do,
        and, unless it was an undo, what happened last. ``bases`` are the views that they have already, if any."""
        before = self._before if happened and self._history and self._left is None else None
        choices = self._choices if asks else None
        bases = (b"",) * len(viewers) if bases is None else bases
        return self._table.present(self.edition.array, self._states, viewers, bases, before, choices, self.memory_aids)

    def events(self, seat: Whole = SPECTATOR) -> list[Event]:
        """What the seat saw happen last: at the last decision, or that it was taken back."""
        seat = self._viewer(seat)
        if not self._history:
            return []
        if self._left is not None:
            return self._taken_back(self._before, self._left, self._history[-1][0], seat)
        return self.narrate(self._before, self._bytes.tobytes(), seat)

    def _taken_back(self, before: bytes, after: bytes, who: int, seat: int) -> list[Event]:
        """What the seat is told when a decision is taken back: nothing, if it was told nothing of the decision."""
        return [Event("taken_back", seat=who)] if self.narrate(before, after, seat) else []

    def story(self, seat: Whole = SPECTATOR, since: Whole = 0) -> list[Event]:
        """What the seat saw happen from entry number ``since`` of the history on.

        A decision that was taken back is left out together with its undo, unless it lies before ``since``: whoever has
        seen it happen is told that it was taken back.
        """
        return [event for _, events in self.story_by_entry(seat, since) for event in events]

    def story_by_entry(self, seat: Whole = SPECTATOR, since: Whole = 0) -> Iterator[tuple[int, list[Event]]]:
        """The same, entry by entry: the number of each in the history, and what the seat saw happen."""
        viewer, first = self._viewer(seat), whole(since)
        if first is None or first < 0:
            raise InvalidOption(f"since {since!r}: expected a number from 0 up")
        for number, (who, action), before, after in self._replayed(first):
            if number < first:
                continue
            if action == UNDO:
                yield number, self._taken_back(after, before, who, viewer)
            else:
                yield number, self.narrate(before, after, viewer)

    def _replayed(self, since: int) -> Iterator[tuple[int, tuple[int, int], bytes, bytes]]:
        """The history played again from its start: the number of each entry, the entry, and the positions before and
        after it. Decisions whose undo lies on the same side of ``since`` are left out, and so is their undo."""
        standing: list[int] = []
        left_out: set[int] = set()
        undone: set[int] = set()
        for number, (_, action) in enumerate(self._history):
            if action != UNDO:
                standing.append(number)
                continue
            decision = standing.pop()
            if decision < since <= number:
                undone.add(decision)
            else:
                left_out |= {decision, number}
        states, chance = self.game.state.copied(self._first), new_chance(self.seed)
        raw, now, decisions = as_bytes(states)[0], self._first, 0
        trail: list[bytes] = []
        for number, entry in enumerate(self._history):
            if number in left_out:
                continue
            before = now
            if entry[1] == UNDO:
                decisions -= 1
                now = trail.pop()
                raw[:] = np.frombuffer(now, np.uint8)
            else:
                decisions += 1
                if number in undone:
                    trail.append(before)
                seek(chance, decisions)
                self._f.step(self.edition.array, states, 0, *entry, chance)
                now = raw.tobytes()
            yield number, entry, before, now

    def narrate(self, before: bytes, after: bytes, seat: Whole = SPECTATOR) -> list[Event]:
        """What the seat sees happen between two positions, given as bytes, with one decision between them."""
        seat = self._viewer(seat)
        out = new_speech()
        self._table.narrate(self.edition.array, self._conceal(before, seat), self._conceal(after, seat), 0, seat, out)
        return self._table.spoken_events(out)

    def prompt(self, seat: Whole = SPECTATOR) -> Line:
        """What is expected now, in one sentence."""
        seat = self._viewer(seat)
        return self._lines(self._table.ask, self._known(seat), 0, seat)[0]

    def labels(self, seat: Whole) -> list[tuple[Choice, Line]]:
        """The seat's choices, each with what it does in words."""
        seat = self._seat(seat)
        choices, known = self.choices(seat), self._known(seat)
        return [(choice, self._lines(self._table.label, known, 0, seat, choice.action)[0]) for choice in choices]

    def describe(self, seat: Whole = SPECTATOR) -> list[Line]:
        """The seat's view in sentences."""
        seat = self._viewer(seat)
        return self._lines(self._table.describe, self._known(seat), 0, seat, self.memory_aids)

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
        return [self._lines(self._table.explain, self._states, 0, seat) for seat in range(self.seats)]

    # In and out -------------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, which may be published while the match goes on."""
        return commitment(self.seed)

    def log(self) -> dict[str, Any]:
        """The whole match as JSON: with the seed, so for the end of a match or for its own server only."""
        text = self.game.actions.text
        log: dict[str, Any] = {
            "format": LOG_FORMAT,
            "game": self.game.id,
            "seats": self.seats,
            "options": self.options,
            "edition": self._edition_json(),
            "seed": self.seed.hex(),
            "commitment": self.commitment,
            "moves": [[seat, text(action, seat, self.seats)] for seat, action in self._moves],
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
    def from_position(cls, position: Any, seed: Seed | None = None) -> Match:
        """A match that begins at a position; raises InvalidPosition, whatever may be wrong with what was given."""
        try:
            return cls._from_position(position, seed)
        except InvalidPosition:
            raise
        except CaravanseraiError as problem:
            raise InvalidPosition(f"position: {problem}") from None

    @classmethod
    def _from_position(cls, position: Any, seed: Seed | None) -> Match:
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
        game.contract.derive(edition.array, states)
        code, subject, found, expected = match._f.audit(edition.array, states, 0)
        if code:
            rules = game.rules
            reason = rules.FAULTS[code].format(
                subject=rules.fault_subject(code, subject), found=found, expected=expected
            )
            raise InvalidPosition(f"position of {game.id}: {reason}")
        match._begin(states)
        match._refuse_stuck()
        match._start = match.position()
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


def _started(log: Mapping[str, Any], seed: str) -> Match:
    """The match of a log before its first decision."""
    if log.get("start") is not None:
        return Match.from_position(log["start"], seed)
    game = find_game(_text(log, "game", InvalidLog))
    options = log.get("options", {})
    if not isinstance(options, Mapping):
        raise InvalidLog(f"options: expected an object, got {options!r}")
    return Match(game, log.get("seats"), options, seed, _edition_from_json(game, log.get("edition"), InvalidLog))


def replay(log: Any, until: int | None = None, watch: Callable[[Match], None] | None = None) -> Match:
    """Replay a log; ``watch`` is called at the start and after every decision."""
    if not isinstance(log, Mapping) or log.get("format") != LOG_FORMAT:
        raise InvalidLog(f"log: expected an object with format {LOG_FORMAT}")
    moves = log.get("moves")
    if not isinstance(moves, Sequence) or isinstance(moves, str):
        raise InvalidLog(f"log: moves: expected a list, got {moves!r}")
    seed = _text(log, "seed", InvalidLog)
    try:
        match = _started(log, seed)
    except CaravanseraiError as problem:
        raise InvalidLog(f"log: {problem}") from None
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
