"""Specifications: what is to be played, as plain data that crosses any border, and the outcomes that come back.

An outcome is a function of its specification and its number alone. So it does not matter who works it out, in which
order, or how often.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from caravanserai import __version__
from caravanserai.games import find_game
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.game import EditionLike, Game

__all__ = ["Outcome", "Spec"]


@dataclass(frozen=True)
class Outcome:
    """What one part of a specification came to; subclasses say what."""

    number: int

    def as_json(self) -> dict[str, Any]:
        """As it stands in a file of results."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of ``as_json``; raises TypeError if a part is missing."""
        return cls(**_with_tuples(data))


O = TypeVar("O", bound=Outcome)  # noqa: E741


@dataclass(frozen=True, kw_only=True)
class Spec(ABC, Generic[O]):
    """What is to be played. Options not given are such that every match ends. A house edition becomes the numbers in
    which it differs from the standard one, so that nothing but data is needed elsewhere."""

    kind: ClassVar[str]
    outcome: ClassVar[type[Outcome]]
    extensible: ClassVar[frozenset[str]] = frozenset()
    """Fields that may change between runs that share a file of results."""

    game: str
    seats: int
    seed: str
    options: Mapping[str, int] = field(default_factory=dict)
    edition: EditionLike = None

    def __post_init__(self) -> None:
        game = self.loaded_game
        object.__setattr__(self, "options", game.lab_options(self.options))
        game.blank(self.seats, self.options)
        edition = game.edition(self.edition)
        if edition.name not in game.editions or edition != game.editions[edition.name]:
            object.__setattr__(self, "edition", edition.differences(game.edition()))
        else:
            object.__setattr__(self, "edition", edition.name)

    @cached_property
    def loaded_game(self) -> Game:
        """The game of that name."""
        return find_game(self.game)

    @cached_property
    def loaded_edition(self) -> Edition:
        """The edition of the game, as it was given."""
        return self.loaded_game.edition(self.edition)

    @property
    @abstractmethod
    def units(self) -> int | None:
        """How many outcomes there are; None if there is no end to them."""

    @abstractmethod
    def compile(self) -> None:
        """Compile, or load, what ``play`` calls."""

    @abstractmethod
    def play(self, number: int) -> O:
        """Work out one outcome."""

    def read(self, data: Mapping[str, Any]) -> O:
        """An outcome from its JSON."""
        return cast(O, self.outcome.from_json(data))

    def as_json(self) -> dict[str, Any]:
        """As it stands in a file of results: all that decides what comes out."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of ``as_json``."""
        return cls(**_with_tuples(data))

    def text(self) -> str:
        """The specification as one line of JSON."""
        return json.dumps(self.as_json())

    def identity(self) -> dict[str, Any]:
        """All that decides the outcomes: of the edition every number, and the version of the rules."""
        parts = {name: value for name, value in self.as_json().items() if name not in self.extensible}
        parts |= {"edition": self.loaded_edition.values(), "rules": self.loaded_game.rules_version}
        return dict(json.loads(json.dumps(parts)))

    def fingerprint(self) -> str:
        """A short text that differs where another version would work out something else."""
        return hashlib.sha256(f"{__version__} {json.dumps(self.identity())}".encode()).hexdigest()[:16]


def _with_tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
