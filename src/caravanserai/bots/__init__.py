"""Bots: players that get a concealed position and never the true one.

``choose(match, seat, level)`` asks one for a single decision. ``make_bot(game, edition, level, seed)`` makes one that
stays; ``bot.choose(concealed, seat)`` is its decision. A bot holds no match: all it can know is what it is handed. A
concealed position keeps what a perfect memory could hold, so the only memory of its own that a bot needs is that of its
chance: how many decisions it has taken. Bots can be copied and pickled; the copy decides as the bot itself would.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Event
from typing import Any, Protocol

import numpy as np

from caravanserai.bots.learned import NetworkBot, is_taught
from caravanserai.bots.search import SearchBudget, SearchConfig, SearchResult, Verdict, search_seed, searcher
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.chance import new_seed, seed_bytes
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import InvalidOption, NotToAct
from caravanserai.kernel.game import Game
from caravanserai.kernel.records import Whole, whole
from caravanserai.match import Match

__all__ = [
    "LEARNED",
    "LEVELS",
    "Bot",
    "HeuristicBot",
    "Level",
    "NetworkBot",
    "SearchBot",
    "SearchConfig",
    "SearchResult",
    "Verdict",
    "choose",
    "find_level",
    "levels_of",
    "make_bot",
]

LOOSENESS = 0.5
"""An apprentice takes the root of each weight: good choices still lead, by less."""

SELDOM = 0.7
"""In a mixed policy, what is done less than this share as often as the favourite is not done at all."""

BRISK = 0.25
"""The share of its time that a bot thinks in a reaction window: there one question follows the other, and all wait."""


class Bot(Protocol):
    """Anything that decides for a seat."""

    def choose(self, concealed: Any, seat: int) -> int:
        """The number of a legal action, given the position as the seat knows it."""
        ...


class HeuristicBot:
    """Plays from the game's advice: ``power`` 0 is blind chance, 1 is the advice's own odds, infinity its favourite."""

    def __init__(self, game: Game, edition: Edition, power: float, seed: int | None = None) -> None:
        self.game = game
        self.edition = edition
        self.contract = game.contract
        self.functions = game.functions
        self.editions = edition.array
        self.power = power
        self.chance = np.random.default_rng(seed)
        self.mask = np.zeros(game.actions.count, np.uint8)
        self.weights = np.zeros(game.actions.count, np.float32)

    def __reduce__(self) -> Any:
        return type(self), (self.game, self.edition, self.power), {"chance": self.chance}

    def choose(self, concealed: Any, seat: int) -> int:
        """An action drawn by its weight in the game's advice. Raises NoChoice if nothing is legal."""
        if not self.functions.legal(self.editions, concealed, 0, seat, self.mask):
            raise self.contract.no_choice(concealed, 0, seat)
        odds = self.mask.astype(np.float64)
        if self.power > 0:
            self.functions.advise(self.editions, concealed, 0, seat, self.weights)
            if self.weights.any():
                odds = self.weights.astype(np.float64)
        if np.isinf(self.power):
            best = np.flatnonzero(odds == odds.max())
            return int(self.chance.choice(best))
        odds = np.where(odds > 0, odds, 0) ** (self.power or 1)
        return int(self.chance.choice(len(odds), p=odds / odds.sum()))


class SearchBot:
    """Searches for a while; with no time at all it plays as advised."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        seconds: float | None,
        iterations: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        config: SearchConfig | None = None,
    ) -> None:
        self.game = game
        self.edition = edition
        self.seconds = seconds
        self.iterations = iterations
        self.threads = threads
        self.config = config or SearchConfig()
        self.seed = new_seed() if seed is None else seed_bytes(seed)
        self.heuristic = HeuristicBot(game, edition, np.inf, seed)
        self.decisions = 0
        self._stopped = Event()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_stopped": self._stopped.is_set()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _stopped=Event())
        if state["_stopped"]:
            self.stop()

    def choose(self, concealed: Any, seat: int) -> int:
        """The action that search tries most; in a mixed policy one is drawn. What is forced is not thought about."""
        self.decisions += 1
        advised = self.heuristic.choose(concealed, seat)
        if self.heuristic.mask.sum() == 1:
            return advised
        result = self.think(concealed, seat)
        if not result.verdicts:
            return advised
        return self._mixed(result) if result.mixed else result.verdicts[0].action

    def think(self, concealed: Any, seat: int, favoured: int = -1) -> SearchResult:
        """What the search finds, in this bot's time."""
        key = search_seed(self.seed, self.decisions)
        seconds = self.seconds
        if seconds is not None and self.game.phases[concealed["phase"][0]] in self.game.windows:
            seconds *= BRISK
        budget = SearchBudget(seconds, self.iterations, self.threads)
        return searcher(self.game).think(
            self.edition, concealed, seat, key, budget, self.config, favoured, self._stopped
        )

    def _mixed(self, result: SearchResult) -> int:
        """Draw from the mixed policy, without what is hardly ever done in it."""
        odds = np.array([verdict.odds for verdict in result.verdicts])
        odds[odds < SELDOM * odds.max()] = 0
        return result.verdicts[int(self.heuristic.chance.choice(len(odds), p=odds / odds.sum()))].action

    def stop(self) -> None:
        """Make up your mind: from any thread; what was found so far decides, now and from now on."""
        self._stopped.set()


@dataclass(frozen=True)
class Level:
    """How a bot plays: by the power of its advice, by searching for seconds or a number of iterations, or as taught."""

    name: str
    power: float = np.inf
    seconds: float | None = None
    iterations: int | None = None
    learned: bool = False

    @property
    def searches(self) -> bool:
        """Whether it looks ahead, rather than going by advice or a network alone."""
        return self.seconds is not None or self.iterations is not None

    def paced(self, pace: float) -> Level:
        """The same, thinking for another share of its time."""
        return self if self.seconds is None else replace(self, seconds=self.seconds * pace)


LEVELS = {
    level.name: level
    for level in (
        Level("random", power=0.0),
        Level("apprentice", power=LOOSENESS),
        Level("merchant"),
        Level("caravaneer", seconds=0.1),
        Level("vizier", seconds=1.0),
    )
}
"""The levels that every game has, weakest first."""

LEARNED = Level("learned", learned=True)
"""What some games have beside them."""


def levels_of(game: Game) -> dict[str, Level]:
    """The levels that a game has."""
    return {**LEVELS, LEARNED.name: LEARNED} if is_taught(game) else LEVELS


def find_level(text: str) -> Level:
    """A level by name; a searching one may be given its own time: ``vizier:0.5s``, or iterations: ``vizier:800i``.

    >>> find_level("vizier:800i").iterations
    800
    """
    name, colon, budget = text.partition(":")
    levels = {**LEVELS, LEARNED.name: LEARNED}
    if name not in levels:
        raise InvalidOption(f"level {name!r}: expected one of {', '.join(levels)}", list(levels))
    level = levels[name]
    if not colon:
        return level
    if not level.searches:
        raise InvalidOption(f"level {text!r}: {name} does not search; expected {name} alone")
    try:
        if budget.endswith("i") and int(budget[:-1]) >= 0:
            return replace(level, name=text, seconds=None, iterations=int(budget[:-1]))
        if budget.endswith("s") and 0 <= float(budget[:-1]) < np.inf:
            return replace(level, name=text, seconds=float(budget[:-1]))
    except ValueError:
        pass
    raise InvalidOption(f"level {text!r}: expected a time such as {name}:0.5s, or iterations such as {name}:800i")


def make_bot(game: Game, edition: Edition, level: str | Level, seed: Whole | None = None, threads: int = 1) -> Bot:
    """A bot of a level."""
    if isinstance(level, str):
        level = find_level(level)
    number = whole(seed)
    if seed is not None and (number is None or number < 0):
        raise InvalidOption(f"seed {seed!r}: expected a whole number from 0 up")
    if level.learned:
        return NetworkBot(game, edition)
    if level.searches:
        return SearchBot(game, edition, level.seconds, level.iterations, number, threads)
    return HeuristicBot(game, edition, level.power, number)


def choose(match: Match, seat: Whole, level: str | Level = "merchant", seed: Whole | None = None) -> Choice:
    """What a bot of a level would do now, if the seat were its own; nothing is played. It knows what the seat knows.

    The same seed gives the same choice, from levels that do not go by the clock: ``vizier:800i`` rather than
    ``vizier``.

    >>> match = Match("tantan", seats=2, seed=7)
    >>> seat = match.actors[0]
    >>> match.play(seat, choose(match, seat, "merchant", seed=1))
    >>> match.decisions
    1
    """
    offered = {choice.action: choice for choice in match.choices(seat)}
    if not offered:
        if seat in match.actors:
            raise match.no_choice(seat)
        raise NotToAct(f"seat {seat} has nothing to decide now; expected one of: {', '.join(map(str, match.actors))}")
    bot = make_bot(match.game, match.edition, level, seed)
    return offered[bot.choose(match.concealed(seat), int(seat))]
