"""One measured match between bots: what was played, and what came of it."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from caravanserai.bots import Level, make_bot
from caravanserai.kernel.actions import Left, Steps
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.game import Game
from caravanserai.lab.specs import Outcome
from caravanserai.match import Match


@dataclass(frozen=True)
class Result(Outcome):
    """One match: who sat where, how it ended, who led at half time, and how often each seat did what."""

    players: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    decisions: int
    leaders: tuple[int, ...]
    """The seats ahead after half of the decisions."""
    first: int
    """The seat that decided first; where all begin at once, the first seat."""
    deeds: tuple[Mapping[str, int], ...] = ()

    def win(self, seat: int) -> float:
        """The seat's share of the victory."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0

    def margin(self, seat: int) -> int:
        """How far the seat is ahead of its best rival."""
        return self.scores[seat] - max(score for other, score in enumerate(self.scores) if other != seat)


def play_match(
    game: Game,
    edition: Edition,
    options: Mapping[str, int],
    levels: Sequence[Level],
    shuffle: str,
    number: int,
    deeds: bool = False,
) -> Result:
    """A match between bots. ``shuffle`` seeds the cards, together with ``number`` the bots."""
    match = Match(game, len(levels), options, shuffle, edition)
    bots = [
        make_bot(game, edition, level, zlib.crc32(f"{shuffle} {number} {seat}".encode()))
        for seat, level in enumerate(levels)
    ]
    done: list[Counter[str]] = [Counter() for _ in levels]
    course = []
    first = match.actors[0]
    while actors := match.actors:
        seat = actors[0]
        action = bots[seat].choose(match.concealed(seat), seat)
        if deeds:
            done[seat].update(deeds_of(game, action, seat, match.seats))
        match.play(seat, action)
        course.append(match.scores)
    outcome = match.outcome()
    assert outcome is not None
    half = course[(len(course) - 1) // 2]
    leaders = tuple(seat for seat, score in enumerate(half) if score == max(half))
    return Result(
        number,
        tuple(level.name for level in levels),
        outcome.scores,
        outcome.ranks,
        outcome.reason,
        match.decisions,
        leaders,
        first,
        tuple(dict(counts) for counts in done) if deeds else (),
    )


def deeds_of(game: Game, action: int, seat: int, seats: int) -> list[str]:
    """What kinds of thing a choice is: its verb, and that with each argument but seats and amounts."""
    choice = game.actions.choice(action, seat, seats)
    domains = game.actions.verbs[choice.verb].args
    kinds = (f"{choice.verb} {name}={value}" for name, value in choice.args.items()
             if not isinstance(domains[name], Left | Steps))  # fmt: skip
    return [choice.verb, *kinds]
