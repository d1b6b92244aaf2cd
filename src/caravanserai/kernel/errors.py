"""Every error a user can cause. Each message names the input and says what was expected."""

from __future__ import annotations

from typing import Any


class CaravanseraiError(Exception):
    """Something a user asked for cannot be done; the message says what and why, and nothing was changed.

    ``expected`` is what would have been possible, where that can be said: the values themselves, or what they are like.
    """

    def __init__(self, message: str, expected: Any = None) -> None:
        super().__init__(message)
        self.expected = expected


class UnknownGame(CaravanseraiError):
    """No installed package offers a game of that name."""


class InvalidOption(CaravanseraiError):
    """A number of seats, an option or its value that the game does not have."""


class InvalidEdition(CaravanseraiError):
    """An edition file with a key or value that the game does not have."""


class InvalidPosition(CaravanseraiError):
    """A position that cannot be read, or in which the pieces do not add up."""


class InvalidLog(CaravanseraiError):
    """A match log that cannot be read, or does not replay."""


class InvalidChoice(CaravanseraiError):
    """Not a choice of this game at all."""


class InvalidSeat(InvalidChoice):
    """Not a seat at this table."""


class IllegalChoice(CaravanseraiError):
    """A choice of this game, but not one the seat has now."""


class NotToAct(CaravanseraiError):
    """The seat has nothing to decide now."""


class NoChoice(CaravanseraiError):
    """A seat must decide and has nothing to choose from: a fault in the rules, or in an edition."""


class MatchDidNotEnd(CaravanseraiError):
    """A match that was played out went on past any sensible length."""


class NotCompiled(CaravanseraiError):
    """A game whose machine code could not be made: the compiler was lost, or its sources do not compile."""


class NothingToUndo(CaravanseraiError):
    """The seat's last decision can no longer be taken back."""
