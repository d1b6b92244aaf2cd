"""One match as the adapters play it: straight on the contract of the game, with nothing kept but the position."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from caravanserai.envs.pictures import can_draw, drawn
from caravanserai.games import find_game
from caravanserai.kernel.chance import Stream, new_chance, new_seed, seed_bytes, seek
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.errors import InvalidChoice, InvalidOption
from caravanserai.kernel.game import EditionLike, Game
from caravanserai.kernel.records import as_bytes, whole
from caravanserai.kernel.sentences import new_speech
from caravanserai.words import words_for

Array: TypeAlias = "np.ndarray[Any, Any]"

ILLEGAL_REWARD = -1.0
"""What an illegal action costs; the match is over with it, and the other seats get nothing."""


class Play:
    """One match after the other at one table.

    Options not given are such that every match ends. Each match has a random stream of its own, numbered from 0. A
    copy, also one that went to another process, goes on as the table itself would.
    """

    def __init__(self, game: Game | str, seats: int | None, edition: EditionLike, options: dict[str, Any]) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.edition = self.game.edition(edition)
        self.options = self.game.lab_options(options)
        self._prepare(self.game.blank(self.game.fewest if seats is None else seats, self.options))
        self._reseed(new_seed())

    def _prepare(self, states: Any) -> None:
        """The position, and all that is worked out of it, the game and the edition."""
        self.states = states
        self.raw = as_bytes(states)[0]
        self.seats = int(states["seats"][0])
        self.f = self.game.functions
        self.e = self.edition.array
        self.actions = self.game.actions.count
        self.size = self.game.observation_size

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in ("game", "edition", "options", "matches")}
        return {**kept, "raw": bytes(self.raw), "chance": as_bytes(self.chance).tobytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, chance=Stream.layout.copied(state["chance"]))
        self._prepare(self.game.state.copied(state["raw"]))

    def _reseed(self, seed: bytes) -> None:
        self.chance = new_chance(seed)
        self.matches = 0

    def deal(self, seed: int | str | bytes | None = None) -> None:
        """The next match; with a seed, the first one of that seed."""
        if seed is not None:
            self._reseed(seed_bytes(seed))
        seek(self.chance, self.matches)
        self.matches += 1
        self.f.deal(self.e, self.states, 0, self.chance)

    def pending(self) -> int:
        """The seats that must decide, as bits."""
        return int(self.f.actors(self.e, self.states, 0))

    def mask(self, seat: int) -> Array:
        """The legal actions of a seat; raises NoChoice if it must decide and has none."""
        mask = np.empty(self.actions, np.uint8)
        if not self.f.legal(self.e, self.states, 0, seat, mask) and self.pending() >> seat & 1:
            raise self.game.contract.no_choice(self.states, 0, seat, f"match {self.matches - 1}")
        return mask.view(np.int8)

    def observe(self, seat: int) -> dict[str, Array]:
        """What a seat knows, and what it may do."""
        out = np.empty(self.size, np.float32)
        self.f.encode(self.e, self.states, 0, seat, out)
        return {"observation": out, "action_mask": self.mask(seat)}

    def at(self, position: Any) -> Play:
        """The same table, set up with a position given as bytes."""
        self.raw[:] = np.frombuffer(position, np.uint8)
        return self

    def action_number(self, action: Any) -> int:
        """An action, legal or not, as Python's own number; whatever is no whole number is refused."""
        number = whole(action)
        if number is None:
            expected = f"a whole number from 0 to {self.actions - 1}"
            raise InvalidChoice(f"action {action!r}: expected {expected}", expected)
        return number

    def step(self, seat: int, action: int) -> None:
        """Take a decision, which must be legal."""
        self.f.step(self.e, self.states, 0, seat, action, self.chance)

    def concealed(self, seat: int) -> Any:
        """The position as a seat knows it, for a bot."""
        copy = self.game.state.copied(self.raw)
        self.f.conceal(self.e, copy, 0, seat)
        return copy

    def describe(self) -> str:
        """The table as a spectator sees it, in words."""
        players, words = [f"seat_{seat}" for seat in range(self.seats)], words_for(self.game, "en")
        table, out = self.game.presenter, new_speech()
        table.describe(self.e, self.concealed(SPECTATOR), 0, SPECTATOR, False, out)
        return "\n".join(words.sentence(line, players) for line in table.spoken_lines(out))

    def rendered(self, mode: str | None) -> Any:
        """The table as a spectator sees it, in a way that was asked for; None if in none."""
        if mode == "rgb_array":
            return drawn(self.game.title, self.describe())
        return self.describe() if mode == "ansi" else None

    def table(self) -> Array:
        """Each seat's score and rank if the match ended now."""
        out = np.zeros((self.game.most, 2), np.int64)
        self.f.score(self.e, self.states, 0, out)
        return out[: self.seats]

    def rewards(self) -> list[float]:
        """What each seat gets at the end: the same as in ``caravanserai.batch``."""
        won = self.table()[:, 1] == 1
        shares = won * (self.seats / won.sum())
        rewards: list[float] = ((shares - 1) / (self.seats - 1)).tolist()
        return rewards


def lowest(pending: int) -> int:
    """The lowest seat in a bit mask."""
    return (pending & -pending).bit_length() - 1


def render_modes() -> list[str]:
    """The ways in which a table can be shown here."""
    return ["ansi", "rgb_array"] if can_draw() else ["ansi"]


def checked_render_mode(mode: str | None) -> str | None:
    """The mode itself, if a table can be shown like that here."""
    if mode == "rgb_array" and not can_draw():
        raise InvalidOption(
            "render_mode 'rgb_array': expected Pillow to be there: pip install 'caravanserai[pictures]'"
        )
    if mode not in (None, *render_modes()):
        expected = " or ".join(map(repr, render_modes()))
        raise InvalidOption(f"render_mode: expected None or {expected}, got {mode!r}", render_modes())
    return mode


def limits(game: Game) -> tuple[Array, Array]:
    """The least and the greatest value of each number of the observation."""
    low = np.concatenate([np.full(part.size, part.low, np.float32) for part in game.observation])
    high = np.concatenate([np.full(part.size, part.high, np.float32) for part in game.observation])
    return low, high
