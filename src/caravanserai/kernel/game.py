"""A game as the rest of the system sees it: a folder with an edition, rules, a table and advice."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from caravanserai.kernel import edition as editions
from caravanserai.kernel.actions import Actions
from caravanserai.kernel.contract import FUNCTIONS, Contract, Option, Parts, option_values
from caravanserai.kernel.edition import HOUSE, STANDARD, Edition
from caravanserai.kernel.errors import InvalidEdition, InvalidOption
from caravanserai.kernel.playout import Engine
from caravanserai.kernel.presenter import TABLE_FUNCTIONS, Presenter
from caravanserai.kernel.records import Layout, Whole, whole

EditionLike: TypeAlias = "Edition | str | Path | Mapping[str, Any] | None"
"""An edition, its name, the file of a house edition, or a dict of numbers that are not the standard ones."""


def _game_of(package: str, folder: Path) -> Game:
    """The game of a package: the one it offers as ``GAME``, so that there is only one of it."""
    game = getattr(importlib.import_module(package), "GAME", None)
    return game if isinstance(game, Game) else Game(package, folder)


class Functions:
    """The compiled functions of a game's contract for Python, each loaded or compiled when it is first asked for. Here
    ``legal`` fills a mask, a byte for each action, and returns how many are legal."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        if name not in FUNCTIONS:
            raise AttributeError(f"{name}: not a function of the contract; expected one of {', '.join(FUNCTIONS)}")
        contract = self._game.contract
        found = contract.mark_legal if name == "legal" else contract.function(name)
        setattr(self, name, found)  # found at once from now on
        return found

    def __reduce__(self) -> Any:
        return getattr, (self._game, "functions")


class Game:
    """One game. What can be read without compiling anything is; the rules are loaded when first needed.

    A copy of a game, also one that went to another process, is the game itself.
    """

    def __init__(self, package: str, folder: str | Path) -> None:
        self.package = package
        self.folder = Path(folder)
        self._data = editions.read_toml(self.folder / "edition.toml")
        self.about: Mapping[str, Any] = self._data["game"]
        self.id: str = self.about["id"]
        self.title: str = self.about["title"]
        self.fewest, self.most = self.about["seats"]
        self.rules_version: int = self.about.get("rules_version", 1)
        """Raised when a rule or a verb changes: a match dealt under another version cannot be played on."""

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def __reduce__(self) -> Any:
        return _game_of, (self.package, self.folder)

    @property
    def seat_counts(self) -> range:
        """How many seats may play."""
        return range(self.fewest, self.most + 1)

    def rules_text(self, language: str) -> str:
        """The rules in words, as Markdown."""
        return (self.folder / f"rules.{language}.md").read_text(encoding="utf-8")

    @cached_property
    def rules(self) -> ModuleType:
        """The game's ``rules`` module; its advice, which joins the contract, is loaded too."""
        rules = importlib.import_module(f"{self.package}.rules")
        importlib.import_module(f"{self.package}.advice")
        return rules

    @cached_property
    def advice(self) -> ModuleType:
        """The game's ``advice`` module."""
        return importlib.import_module(f"{self.package}.advice")

    @cached_property
    def table(self) -> ModuleType:
        """The game's ``table`` module."""
        return importlib.import_module(f"{self.package}.table")

    @property
    def presenter(self) -> Presenter:
        """The compiled functions of the game's table."""
        presenter: Presenter = self.table.table
        return presenter

    @property
    def contract(self) -> Contract:
        """The types of the game's compiled functions, and the functions."""
        contract: Contract = self.rules.contract
        return contract

    @cached_property
    def functions(self) -> Functions:
        """The compiled functions of the contract for Python: ``game.functions.step(...)``."""
        return Functions(self)

    @property
    def state(self) -> Layout:
        """The layout of the game's positions."""
        return self.contract.state

    @property
    def actions(self) -> Actions:
        """The numbered moves of the game."""
        actions: Actions = self.rules.ACTIONS
        return actions

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen before a match."""
        return self.contract.options

    @property
    def observation(self) -> tuple[Parts, ...]:
        """The parts of what a seat knows as numbers, in order."""
        observation: tuple[Parts, ...] = self.rules.OBSERVATION
        return observation

    @cached_property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.observation)

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases, by their numbers."""
        return self.state.fields["phase"].names or ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why a match may be over, by number; the first one means that it is not."""
        return self.state.fields["ended"].names or ()

    @cached_property
    def windows(self) -> Mapping[str, int]:
        """Phases that are reaction windows, each with the action that silence stands for."""
        return {phase.word: int(action) for phase, action in self.rules.WINDOWS.items()}

    @cached_property
    def silence(self) -> Mapping[int, int]:
        """The same by the numbers of the phases."""
        return {self.phases.index(phase): action for phase, action in self.windows.items()}

    @property
    def bluffs(self) -> frozenset[str]:
        """Phases in which a good player cannot be seen through: reaction windows, and what the rules say is hidden."""
        return frozenset(self.windows) | {phase.word for phase in getattr(self.rules, "BLUFFS", ())}

    @property
    def horizon(self) -> int | None:
        """After how many decisions a playout may be judged by its scores so far; None if only the end tells."""
        return getattr(self.rules, "HORIZON", None)

    @cached_property
    def engine(self) -> Engine:
        """Playouts, compiled for the game."""
        return Engine(self.contract, self.actions.count, self.most)

    def compile_steps(self) -> list[tuple[str, Callable[[], object]]]:
        """The functions of the contract: a name, and what compiles it or finds it compiled."""
        steps: list[tuple[str, Callable[[], object]]] = []
        steps += [(name, partial(self.contract.function, name)) for name in FUNCTIONS]
        steps.append(("choices", lambda: self.contract.mark_legal))
        steps += [(name, partial(self.presenter.function, name)) for name in TABLE_FUNCTIONS]
        steps.append(("present", self.presenter.ready))
        return steps

    @cached_property
    def editions(self) -> dict[str, Edition]:
        """The printed editions by name; the first is the standard one."""
        printed = editions.printed_editions(self.id, self._data, self.contract.edition)
        return {name: self.sound(edition) for name, edition in printed.items()}

    def edition(self, name: EditionLike = None) -> Edition:
        """An edition by name, or a house edition: from a file that ends in ``.toml``, or given as the numbers that are
        not the standard ones.

        >>> from caravanserai.games import find_game
        >>> find_game("tantan").edition({"hand_limit": 8, "purse": {"food": 7}})["hand_limit"]
        8
        """
        if isinstance(name, Edition):
            if name.game != self.id:
                problem = f"edition {name.name!r} is one of {name.game}, expected one of {self.id}"
                raise InvalidEdition(problem, list(self.editions))
            return self.sound(name)
        if name is None:
            return self.editions[STANDARD]
        if isinstance(name, Mapping):
            return self.sound(self.editions[STANDARD].changed(HOUSE, name))
        if not isinstance(name, (str, Path)):
            raise InvalidEdition(f"edition {name!r} of {self.id}: expected a name, a file or a dict of numbers")
        if str(name).endswith(".toml"):
            house = editions.house_edition(Path(name), self.editions[STANDARD], self.editions)
            return self.sound(house)
        if str(name) not in self.editions:
            known = ", ".join(self.editions)
            problem = f"edition {name!r} of {self.id}: expected one of {known}, or a file ending in .toml"
            raise InvalidEdition(problem, list(self.editions))
        return self.editions[str(name)]

    def sound(self, edition: Edition) -> Edition:
        """The edition itself, unless the game could not be played with it."""
        return editions.refuse_unsound(edition, self.rules.check_edition(edition.array[0]))

    def check_options(self, given: Mapping[str, Any]) -> dict[str, int]:
        """All options of the game with their values; raises InvalidOption."""
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                expected = ", ".join(known) or "no options at all"
                raise InvalidOption(f"option {name!r} of {self.id}: expected {expected}", list(known))
            option = known[name]
            number = int(value) if isinstance(value, (bool, np.bool_)) else whole(value)
            if number is None or not option.low <= number <= option.high:
                expected = "true or false" if option.is_switch else f"a number from {option.low} to {option.high}"
                raise InvalidOption(f"option {name} of {self.id}: expected {expected}, got {value!r}", expected)
        return option_values(self.options, given)

    def lab_options(self, given: Mapping[str, Any]) -> dict[str, int]:
        """The options of a simulation: as given, and where nothing is given, such that every match ends."""
        lab = {option.name: option.lab for option in self.options if option.lab is not None}
        return self.check_options({**lab, **given})

    def blank(self, seats: Whole, options: Mapping[str, Any], count: int = 1) -> Any:
        """Positions with seats and options filled in, ready for ``deal``."""
        if whole(seats) not in self.seat_counts:
            problem = f"{self.id}: expected {self.fewest} to {self.most} seats, got {seats!r}"
            raise InvalidOption(problem, list(self.seat_counts))
        states = self.state.new(count)
        states["seats"] = seats
        for name, value in self.check_options(options).items():
            states[name] = value
        return states
