"""The balance lab: what strong play shows about a game, and what moves when a reconstructed number is varied.

Strong play is searched, match by match, and shows who wins from where, how long it takes and by what. Varying
numbers takes thousands of matches for each, so there advice plays in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
from numba import types

from caravanserai.kernel.any_game import actors, score
from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import InvalidEdition
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import ENDLESS, STUCK, Board, deal_match, first_seat, play_as_advised
from caravanserai.lab.specs import Outcome, Spec
from caravanserai.lab.standings import Standings
from caravanserai.lab.statistics import Estimate, mean, share

RECONSTRUCTED = "D"
STEP = 0.25
"""A number is varied by this share of itself, and by at least one."""

FEW_PARTS = 16
"""A table of at most so many reconstructed numbers is also varied number by number."""

SURE = 3.0
"""A difference counts when it is so many standard errors."""

CHANCE = 0.05
"""How likely a case may show a habit of winners where there is none; with many habits each must be clearer."""

COURSE = ("length", "first", "winner", "margin", "leader")


def _survey(board: Board, first: int, out: Any) -> int:
    """Advised matches, a row of COURSE each: how long; the first seat's share of the victory; the winner's score and
    margin; and whether who led alone at half time won, -1 if nobody did. The second play finds the half time.

    Returns -1, or the row of a match that has no end: the position is left where it got no further.
    """
    seats, scores = board.states[0].seats, board.scores
    for row in range(len(out)):
        deal_match(board, 0, first + row)
        opener = first_seat(actors(board.editions, board.states, 0))
        decisions = play_as_advised(board, 0, ENDLESS)
        if decisions == ENDLESS or decisions == STUCK:
            return row
        score(board.editions, board.states, 0, scores)
        winners = 0
        best, second = -(1 << 62), -(1 << 62)
        ranks = 0
        for seat in range(seats):
            winners += scores[seat, 1] == 1
            ranks |= (scores[seat, 1] == 1) << seat
            if scores[seat, 0] > best:
                best, second = scores[seat, 0], best
            else:
                second = max(second, scores[seat, 0])
        out[row, 0] = decisions
        out[row, 1] = ((ranks >> opener) & 1) / winners
        out[row, 2] = best
        out[row, 3] = best - second
        deal_match(board, 0, first + row)
        play_as_advised(board, 0, (decisions + 1) // 2)
        score(board.editions, board.states, 0, scores)
        leader, leaders, most = 0, 0, -(1 << 62)
        for seat in range(seats):
            if scores[seat, 0] > most:
                leader, leaders, most = seat, 1, scores[seat, 0]
            elif scores[seat, 0] == most:
                leaders += 1
        out[row, 4] = -1.0 if leaders > 1 else ((ranks >> leader) & 1) / winners
    return -1


class Surveyor:
    """The survey, compiled for one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def survey(self) -> Callable[[Board, int, Any], int]:
        out = types.Array(types.float64, 2, "C")
        return self.game.contract.bind(_survey, types.int64(self.game.engine.board_type, types.int64, out))

    def run(self, edition: Edition, options: Mapping[str, int], seats: int, matches: int, seed: str,
            threads: int) -> Course:  # fmt: skip
        """Advised matches on the shuffles of a seed."""
        out = np.zeros((matches, len(COURSE)))
        chunk = max(1, matches // (4 * threads))
        survey = self.survey

        def work(start: int) -> None:
            state = self.game.blank(seats, options)
            key = seed_bytes(seed)
            board = self.game.engine.board(edition.array, state, new_chance(key))
            failed = survey(board, start, out[start : start + chunk])
            if failed >= 0:
                where = f"match {start + failed} of seed {key.hex()}"
                raise self.game.engine.why_no_end(edition.array, state, where)

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, range(0, matches, chunk)))
        return Course(out)


@dataclass(frozen=True)
class Course:
    """How advised matches went: a row a match, with the columns of COURSE."""

    rows: Any

    def column(self, name: str) -> Any:
        values = self.rows[:, COURSE.index(name)]
        return values[values >= 0] if name == "leader" else values

    def mean(self, name: str) -> float:
        values = self.column(name)
        return float(values.mean()) if len(values) else 0.0

    def error(self, name: str) -> float:
        """The standard error of the mean."""
        values = self.column(name)
        return float(values.std() / sqrt(len(values))) if len(values) else 0.0


def describe(seats: int, options: Mapping[str, int]) -> str:
    """A case in words: so many seats, and which switches are not as usual."""
    return ", ".join([f"{seats} seats", *(name if value else f"no {name}" for name, value in options.items())])


@dataclass(frozen=True)
class Move:
    """What changed when a number was varied: for each part of the course its new mean and by how many standard
    errors that differs."""

    what: str
    was: str
    became: str
    means: Mapping[str, float]
    strength: Mapping[str, float]
    refused: str = ""

    @property
    def moved(self) -> list[str]:
        return [name for name, z in self.strength.items() if abs(z) > SURE]


@dataclass(frozen=True)
class Survey:
    """Advised matches of one game at one number of seats with one set of options, and what moved their course."""

    options: Mapping[str, int]
    seats: int
    matches: int
    base: Mapping[str, float]
    moves: Sequence[Move]

    def __str__(self) -> str:
        return describe(self.seats, self.options)


def reconstructed(edition: Edition) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """The entries with reconstructed numbers, and the paths of these numbers within each. A 0 in a table says that
    there is none of something, and is no number to vary."""
    for key, entry in edition.entries.items():
        known = {tuple(path.split(".")): letter for path, letter in entry.exceptions.items()}

        def letter(path: tuple[Any, ...], source: str = entry.source, known: Any = known) -> str:
            for length in range(len(path), 0, -1):
                found = known.get(tuple(map(str, path[:length])))
                if found:
                    return str(found)
            return source

        paths = [path for path in leaves(entry.value) if letter(path) == RECONSTRUCTED]
        if len(paths) > 1:
            paths = [path for path in paths if at(entry.value, path)]
        if paths:
            yield key, paths


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all numbers in a value of an edition."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for k, item in enumerate(value):
            yield from leaves(item, (*path, k))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def varied(value: Any, paths: Sequence[tuple[Any, ...]], sign: int) -> Any:
    """The value with the numbers at the paths made larger or smaller; never below zero."""
    if () in paths:
        step = max(1, round(abs(value) * STEP))
        return max(0, value + sign * step) if value >= 0 else value + sign * step
    inner: dict[Any, list[tuple[Any, ...]]] = {}
    for first, *rest in paths:
        inner.setdefault(first, []).append(tuple(rest))
    if isinstance(value, Mapping):
        return {key: varied(item, inner[key], sign) if key in inner else item for key, item in value.items()}
    return [varied(item, inner[k], sign) if k in inner else item for k, item in enumerate(value)]


def exchanged(value: Any, more: tuple[Any, ...], less: tuple[Any, ...]) -> Any:
    """The value with one more at a path and one less at another: for tables whose sum is known."""
    value = deepcopy(value)
    for path, change in ((more, 1), (less, -1)):
        at(value, path[:-1])[path[-1]] += change
    return value


def at(value: Any, path: Sequence[Any]) -> Any:
    """The part of a value at a path."""
    for step in path:
        value = value[step]
    return value


@dataclass(frozen=True)
class Variation:
    """An entry of an edition with other numbers."""

    what: str
    was: str
    became: str
    key: str
    value: Any


def variations(edition: Edition) -> Iterator[Variation]:
    """Each entry with reconstructed numbers made larger and smaller; a short table also number by number, and with one
    taken from a number and given to the next."""
    for key, paths in reconstructed(edition):
        old = edition[key]
        short = 1 < len(paths) <= FEW_PARTS
        for group in [paths, *([path] for path in paths if short)]:
            for sign in (1, -1):
                new = varied(old, group, sign)
                if len(group) == 1:
                    name, was, became = _dotted(key, group[0]), str(at(old, group[0])), str(at(new, group[0]))
                else:
                    sized = f"each {'+' if sign > 0 else '−'} {STEP:.0%}, at least 1"
                    name, was, became = key, "all as they are", sized
                if new != old:
                    yield Variation(name, was, became, key, new)
        for one, other in pairwise(paths if short else ()):
            for less, more in ((one, other), (other, one)):
                if at(old, less) > 0:
                    name = f"{_dotted(key, less)}, {_dotted('', more)}"
                    was = f"{at(old, less)}, {at(old, more)}"
                    became = f"{at(old, less) - 1}, {at(old, more) + 1}"
                    yield Variation(name, was, became, key, exchanged(old, more, less))


def _dotted(key: str, path: tuple[Any, ...]) -> str:
    return ".".join(str(part) for part in (key, *path) if part != "")


@dataclass(frozen=True)
class Varied(Outcome):
    """How advised matches went with one variation of an edition: for each part of the course its mean and the standard
    error of that, or why the game cannot be played with it."""

    means: Mapping[str, float]
    errors: Mapping[str, float]
    refused: str = ""


@dataclass(frozen=True, kw_only=True)
class SurveySpec(Spec[Varied]):
    """Advised matches with the edition as it is, then with each of its variations, on the same shuffles."""

    kind: ClassVar[str] = "survey"
    outcome: ClassVar[type[Outcome]] = Varied

    matches: int

    @cached_property
    def surveyor(self) -> Surveyor:
        return Surveyor(self.loaded_game)

    @cached_property
    def variations(self) -> list[Variation]:
        return list(variations(self.loaded_edition))

    @property
    def units(self) -> int:
        return 1 + len(self.variations)

    def compile(self) -> None:
        _ = self.surveyor.survey

    def play(self, number: int) -> Varied:
        edition = self.loaded_edition
        if number:
            v = self.variations[number - 1]
            try:
                edition = self.loaded_game.sound(edition.changed(f"{v.what} varied", {v.key: v.value}))
            except InvalidEdition as problem:
                return Varied(number, {}, {}, str(problem).rpartition(": ")[2])
        course = self.surveyor.run(edition, self.options, self.seats, self.matches, self.seed, threads=1)
        return Varied(
            number, {part: course.mean(part) for part in COURSE}, {part: course.error(part) for part in COURSE}
        )


def sensitivity(spec: SurveySpec, options: Mapping[str, int], outcomes: Iterable[Varied]) -> Survey:
    """What moves when each reconstructed number is varied. ``options`` are those that are not as usual."""
    base, *others = outcomes
    moves = []
    for v, other in zip(spec.variations, others, strict=True):
        strength = {}
        for part in other.means:
            doubt = sqrt(base.errors[part] ** 2 + other.errors[part] ** 2)
            strength[part] = (other.means[part] - base.means[part]) / doubt if doubt else 0.0
        moves.append(Move(v.what, v.was, v.became, other.means, strength, other.refused))
    return Survey(options, spec.seats, spec.matches, base.means, moves)


@dataclass(frozen=True)
class Habit:
    """Something done: how often by those who won, how often by the others, and by how many standard errors that
    differs."""

    deed: str
    winners: float
    others: float
    strength: float


@dataclass(frozen=True)
class Study:
    """Strong play of one game at one number of seats with one set of options."""

    options: Mapping[str, int]
    standings: Standings

    @property
    def seats(self) -> int:
        return self.standings.spec.seats

    def __str__(self) -> str:
        return describe(self.seats, self.options)

    @cached_property
    def lengths(self) -> list[int]:
        return [r.decisions for r in self.standings.results]

    @cached_property
    def winning_scores(self) -> Estimate:
        return mean([max(r.scores) for r in self.standings.results])

    @cached_property
    def winning_margins(self) -> Estimate:
        return mean([sorted(r.scores)[-1] - sorted(r.scores)[-2] for r in self.standings.results])

    @cached_property
    def leader_wins(self) -> Estimate:
        """How often who led alone at half time won."""
        alone = [r for r in self.standings.results if len(r.leaders) == 1]
        return share(sum(r.win(r.leaders[0]) for r in alone), len(alone))

    @cached_property
    def reasons(self) -> dict[str, float]:
        """Why matches ended."""
        results = self.standings.results
        names = [r.reason for r in results]
        return {name: names.count(name) / len(names) for name in sorted(set(names), key=names.count, reverse=True)}

    def habits(self, most: int = 6) -> list[Habit]:
        """What winners did more often than others, and less often: the clearest of each."""
        results = [r for r in self.standings.results if r.ranks.count(1) < len(r.ranks)]
        deeds = sorted({deed for r in results for done in r.deeds for deed in done})
        sure = NormalDist().inv_cdf(1 - CHANCE / 2 / max(1, len(deeds)))
        habits = []
        for deed in deeds:
            pairs = []
            for r in results:
                counts = [done.get(deed, 0) for done in r.deeds]
                won = [count for count, rank in zip(counts, r.ranks, strict=True) if rank == 1]
                lost = [count for count, rank in zip(counts, r.ranks, strict=True) if rank != 1]
                pairs.append((sum(won) / len(won), sum(lost) / len(lost)))
            gap = mean([a - b for a, b in pairs])
            doubt = (gap.high - gap.value) / 1.96
            if doubt and abs(gap.value) / doubt > sure:
                winners, others = (sum(pair[k] for pair in pairs) / len(pairs) for k in (0, 1))
                habits.append(Habit(deed, winners, others, gap.value / doubt))
        habits.sort(key=lambda habit: habit.strength)
        fewer = [habit for habit in habits if habit.strength < 0][:most]
        more = [habit for habit in reversed(habits) if habit.strength > 0][:most]
        return more + fewer


def cases(game: Game) -> Iterator[tuple[int, dict[str, int]]]:
    """All numbers of seats with the usual options, then with each switch turned."""
    variants = [{}, *({option.name: 1 - option.default} for option in game.options if option.is_switch)]
    for options in variants:
        for seats in game.seat_counts:
            yield seats, options
