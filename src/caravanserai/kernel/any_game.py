"""Code that works for any game: written once, and compiled for each with the game's own functions put into it.

Such code calls the functions of the contract by their names here. ``Contract.bind`` makes a copy of it in which these
names stand for the functions of one game: they are called directly, the compiler sees through the calls, and the
machine code is found again on disk, which it is not for code that is given functions as arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeAlias, TypeVar, cast

from caravanserai.kernel.arrays import Array2, Floats, Rows
from caravanserai.kernel.chance import Stream
from caravanserai.kernel.choices import Choices
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.records import Record

F = TypeVar("F", bound=Callable[..., Any])


class Unbound:
    """What each game has its own of: a function of the contract, or a helper of ours that calls one."""

    def __init__(self, name: str, function: Callable[..., Any] | None, linked: Callable[[Any], Any] | None) -> None:
        self.name = name
        self.function = function
        """The helper; none for a function of the contract."""
        self.linked = linked
        """How it is compiled; none for what the contract has compiled already."""

    def __call__(self, *args: Any) -> Any:
        raise TypeError(f"{self.name} works for any game: expected it to be bound to one first")


def for_any_game(function: F) -> F:
    """A helper that calls functions of the contract, and is called by code that works for any game."""
    return cast(F, Unbound(function.__name__, function, helper))


def hot_for_any_game(function: F) -> F:
    """The same, put whole into each of its callers."""
    return cast(F, Unbound(function.__name__, function, hot))


def of_the_game(name: str) -> Any:
    """A function that each game supplies."""
    return Unbound(name, None, None)


def hot_of_the_game(name: str) -> Any:
    """The same, put whole into each of its callers: for loops over decisions, where handing over all that a position
    consists of would take as long as the rules do."""
    return Unbound(name, None, hot)


def bound(function: Callable[..., Any], find: Callable[[str], Any], made: dict[Unbound, Any]) -> Callable[..., Any]:
    """A copy of a function in which names stand for what ``find`` finds; ``made`` keeps the helpers made for it."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        other = names.get(name)
        if isinstance(other, Unbound):
            if other not in made:
                made[other] = _made(other, find, made)
            names[name] = made[other]
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__)


def _made(wanted: Unbound, find: Callable[[str], Any], made: dict[Unbound, Any]) -> Any:
    if wanted.function is not None:
        function = bound(wanted.function, find, made)
    else:
        function = find(wanted.name)
    if wanted.linked is None:
        return function
    return wanted.linked(getattr(function, "py_func", function))


# Of the editions the first counts, of the positions the one with the index that follows.
Editions: TypeAlias = Rows[Record]
Positions: TypeAlias = Rows[Any]
Chance: TypeAlias = Rows[Stream]

deal: Callable[[Editions, Positions, int, Chance], None] = of_the_game("deal")
actors: Callable[[Editions, Positions, int], int] = of_the_game("actors")
legal: Callable[[Editions, Positions, int, int, Choices], None] = of_the_game("legal")
step: Callable[[Editions, Positions, int, int, int, Chance], None] = of_the_game("step")
inlined_legal: Callable[[Editions, Positions, int, int, Choices], None] = hot_of_the_game("legal")
inlined_step: Callable[[Editions, Positions, int, int, int, Chance], None] = hot_of_the_game("step")
conceal: Callable[[Editions, Positions, int, int], None] = of_the_game("conceal")
determinize: Callable[[Editions, Positions, int, int, Chance], float] = of_the_game("determinize")
score: Callable[[Editions, Positions, int, Array2], None] = of_the_game("score")
encode: Callable[[Editions, Positions, int, int, Floats], None] = of_the_game("encode")
advise: Callable[[Editions, Positions, int, int, Floats], None] = of_the_game("advise")
audit: Callable[[Editions, Positions, int], tuple[int, int, int, int]] = of_the_game("audit")
