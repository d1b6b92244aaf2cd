"""The arena: bots against bots, every seating on the same shuffles, and what that proves.

The schedule goes shuffle by shuffle. On each, every table of the round robin plays, and each table in every order of
sitting down. Every match is seeded by its shuffle and its number, so a run can be stopped, resumed and shared among
threads without changing the result, as far as the players themselves are timed by iterations rather than seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement, islice, permutations
from pathlib import Path
from typing import Any

from openskill.models import PlackettLuce

from caravanserai.bots import Level, find_level
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import CaravanseraiError, InvalidOption
from caravanserai.kernel.game import Game
from caravanserai.lab.statistics import Estimate, mean, share, sign_test
from caravanserai.lab.tables import Result, play_match

FORMAT = 1


class InvalidResults(CaravanseraiError):
    """A file of results that cannot be read, or belongs to another arena."""


@dataclass(frozen=True)
class Arena:
    """Who plays what, how often."""

    game: Game
    edition: Edition
    options: Mapping[str, int]
    seats: int
    players: tuple[str, ...]
    matches: int
    seed: str
    pace: float = 1.0
    deeds: bool = False
    levels: Mapping[str, Level] = field(init=False)

    def __post_init__(self) -> None:
        self.game.blank(self.seats, self.options)
        if not self.players or not all(self.players):
            raise InvalidOption("players: expected levels with commas between them, such as vizier,merchant")
        if not self.pace >= 0:
            raise InvalidOption(f"pace: expected a number from 0 up, got {self.pace}")
        object.__setattr__(self, "levels", {name: find_level(name).paced(self.pace) for name in self.players})

    @cached_property
    def line_ups(self) -> list[tuple[str, ...]]:
        """Who meets whom at one table: as many of the players as there are seats, in every combination. If there are
        fewer players than seats, they come several times, but never all alike."""
        if len(self.players) >= self.seats:
            return sorted(set(combinations(self.players, self.seats)), key=self._order)
        repeated = combinations_with_replacement(self.players, self.seats)
        return [line_up for line_up in repeated if len(set(line_up)) > 1] or [self.players * self.seats]

    def _order(self, line_up: tuple[str, ...]) -> list[int]:
        return [self.players.index(name) for name in line_up]

    @cached_property
    def seatings(self) -> list[tuple[str, ...]]:
        """One round: every table in every order."""
        return [order for line_up in self.line_ups for order in dict.fromkeys(permutations(line_up))]

    def schedule(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Number, shuffle and seating of each match."""
        for number in range(self.matches):
            shuffle, order = divmod(number, len(self.seatings))
            yield number, f"{self.seed} shuffle {shuffle}", self.seatings[order]

    def play(self, number: int, shuffle: str, seating: tuple[str, ...]) -> Result:
        levels = [self.levels[name] for name in seating]
        return play_match(self.game, self.edition, self.options, levels, shuffle, number, self.deeds)

    def run(
        self, threads: int = 1, file: Path | None = None, watch: Callable[[Result], None] | None = None
    ) -> Standings:
        """Play what the file of results does not hold yet; ``watch`` is called with every result, old ones too."""
        results = self._resume(file) if file else {}
        for result in results.values():
            if watch:
                watch(result)
        todo = (entry for entry in self.schedule() if entry[0] not in results)
        with ThreadPoolExecutor(threads) as pool:
            running: set[Future[Result]] = set()
            try:
                while True:
                    running.update(pool.submit(self.play, *entry) for entry in islice(todo, 2 * threads - len(running)))
                    if not running:
                        break
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        result = future.result()
                        results[result.number] = result
                        if file:
                            with file.open("a", encoding="utf-8") as lines:
                                lines.write(json.dumps(result.as_json()) + "\n")
                        if watch:
                            watch(result)
            finally:
                for future in running:
                    future.cancel()
        return Standings(self, [results[number] for number in sorted(results)])

    def _header(self) -> dict[str, Any]:
        return {
            "arena": FORMAT,
            "game": self.game.id,
            "edition": self.edition.values(),
            "options": dict(self.options),
            "seats": self.seats,
            "players": list(self.players),
            "seed": self.seed,
            "pace": self.pace,
        }

    def _resume(self, file: Path) -> dict[int, Result]:
        """Results of an earlier run; a line cut short by its end is dropped."""
        header = json.dumps(self._header()) + "\n"
        try:
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            whole = text[: text.rfind("\n") + 1]
            if not whole:
                file.write_text(header, encoding="utf-8")
                return {}
            first, *lines = whole.splitlines()
            try:
                old = json.loads(first)
                results = [Result.from_json(json.loads(line)) for line in lines]
            except (ValueError, TypeError, AttributeError) as problem:
                raise InvalidResults(f"{file}: not results of an arena ({problem})") from None
            mine = json.loads(header)
            if not isinstance(old, dict) or old.get("arena") != FORMAT:
                raise InvalidResults(f"{file}: not results of an arena; expected a first line with arena {FORMAT}")
            for key, value in mine.items():
                if old.get(key) != value:
                    raise InvalidResults(
                        f"{file}: {key} there is {old.get(key)!r}; expected {value!r}, as asked for now"
                    )
            if whole != text:
                file.write_text(whole, encoding="utf-8")
        except OSError as problem:
            raise InvalidResults(f"{file}: {problem.strerror}; expected a file that can be read and written") from None
        except UnicodeDecodeError:
            raise InvalidResults(f"{file}: not results of an arena; expected lines of JSON") from None
        return {result.number: result for result in results if result.number < self.matches}


@dataclass(frozen=True)
class Standing:
    """How one player did."""

    name: str
    matches: int
    win_share: Estimate
    mean_rank: Estimate
    margin: Estimate
    rating: float
    doubt: float
    """Half of the rating's 95 % interval."""

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "matches": self.matches,
            "win_share": round(self.win_share.value, 6),
            "win_share_low": round(self.win_share.low, 6),
            "win_share_high": round(self.win_share.high, 6),
            "mean_rank": round(self.mean_rank.value, 6),
            "rating": round(self.rating, 3),
        }


@dataclass(frozen=True)
class Standings:
    """What an arena came to."""

    arena: Arena
    results: Sequence[Result]

    @cached_property
    def names(self) -> list[str]:
        return list(dict.fromkeys(self.arena.players))

    @cached_property
    def ratings(self) -> dict[str, Any]:
        """OpenSkill ratings (Plackett–Luce), after all matches in their order; who sits twice learns their mean."""
        model = PlackettLuce()
        ratings = {name: model.rating(name=name) for name in self.names}
        for result in self.results:
            teams = [[model.create_rating([ratings[name].mu, ratings[name].sigma], name)] for name in result.players]
            rated = model.rate(teams, ranks=[float(rank) for rank in result.ranks])
            for name in set(result.players):
                own = [team[0] for team, player in zip(rated, result.players, strict=True) if player == name]
                ratings[name].mu = sum(rating.mu for rating in own) / len(own)
                ratings[name].sigma = sum(rating.sigma for rating in own) / len(own)
        return ratings

    @cached_property
    def players(self) -> list[Standing]:
        """In the order given."""
        return [self._standing(name) for name in self.names]

    def _standing(self, name: str) -> Standing:
        chairs = [(r, seat) for r in self.results for seat, player in enumerate(r.players) if player == name]
        rating = self.ratings[name]
        return Standing(
            name,
            len(chairs),
            share(sum(r.win(seat) for r, seat in chairs), len(chairs)),
            mean([r.ranks[seat] for r, seat in chairs]),
            mean([r.margin(seat) for r, seat in chairs]),
            rating.mu,
            1.96 * rating.sigma,
        )

    def duel(self, one: str, other: str) -> tuple[int, int, int]:
        """At tables where both sit: how often one won and the other did not, the reverse, and tables in all."""
        ahead = behind = tables = 0
        for result in self.results:
            if one in result.players and other in result.players:
                wins = [max(result.win(s) for s, p in enumerate(result.players) if p == name) for name in (one, other)]
                ahead += wins[0] > wins[1]
                behind += wins[0] < wins[1]
                tables += 1
        return ahead, behind, tables

    def better(self, one: str, other: str) -> float:
        """The p-value of one winning more often than the other where both sit alike."""
        return sign_test(*self.duel(one, other)[:2])

    def above(self, one: str, other: str) -> Estimate | None:
        """The share of their meetings at which one ranked above the other; ties are halves. None if they never met."""
        points, meetings = 0.0, 0
        for r in self.results:
            for seat, player in enumerate(r.players):
                for rival, opponent in enumerate(r.players):
                    if player == one and opponent == other and seat != rival:
                        points += (r.ranks[seat] < r.ranks[rival]) + 0.5 * (r.ranks[seat] == r.ranks[rival])
                        meetings += 1
        return share(points, meetings) if meetings else None

    def seat_shares(self) -> list[Estimate]:
        """How often the seat that decided first won, then the next to its left, and so on."""
        seats = self.arena.seats
        wins = [sum(r.win((r.first + k) % seats) for r in self.results) for k in range(seats)]
        return [share(won, len(self.results)) for won in wins]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.arena.game.id,
            "seats": self.arena.seats,
            "matches": len(self.results),
            "players": [player.as_json() for player in self.players],
        }
