"""The games that are installed. Each is found through the entry-point group ``caravanserai.games``."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import UnknownGame
from caravanserai.kernel.game import Game

__all__ = ["GAMES_GROUP", "Edition", "Game", "all_games", "find_game", "game_names"]

GAMES_GROUP = "caravanserai.games"
"""The entry-point group through which games are found."""


@cache
def find_game(name: str) -> Game:
    """The game of that name.

    >>> find_game("tantan").title
    'Tan-Tan Caravan'
    """
    for point in entry_points(group=GAMES_GROUP, name=name):
        game: Game = point.load()
        return game
    raise UnknownGame(f"game {name!r}: expected one of {', '.join(game_names())}", game_names())


@cache
def game_names() -> tuple[str, ...]:
    """The names of all installed games, in alphabetical order."""
    return tuple(sorted({point.name for point in entry_points(group=GAMES_GROUP)}))


def all_games() -> list[Game]:
    """All installed games."""
    return [find_game(name) for name in game_names()]
