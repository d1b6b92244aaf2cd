"""Editions: every printed number of a game, with the source it is known from.

A game's ``edition.toml`` holds the numbers as printed; a house edition is a smaller file that changes some of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from caravanserai.kernel.errors import InvalidEdition
from caravanserai.kernel.records import BadValue, Layout, as_bytes

STANDARD = "standard"
HOUSE = "house"
"""The name of an edition that was given as numbers alone."""

SOURCES = {
    "R": "the rulebook says it",
    "F": "a printed fact that the rulebook omits, found in public sources",
    "D": "reconstructed: nobody here has the component",
    "Q": "a ruling on what the rulebook leaves open",
    "H": "house rule",
}


@dataclass(frozen=True)
class Entry:
    """One number, list or table of an edition: its value, where it is known from, and which parts are known better."""

    key: str
    value: Any
    source: str
    note: str = ""
    exceptions: Mapping[str, str] = field(default_factory=dict)


class Edition:
    """The numbers one match is played with; ``array`` is what the compiled rules read.

    A copy, also one that went to another process, has an array of its own, made of the same numbers.
    """

    def __init__(self, game: str, name: str, record: Layout, entries: Mapping[str, Entry]) -> None:
        self.game = game
        self.name = name
        self.record = record
        self.entries = dict(entries)
        try:
            self.array = record.load({key: entry.value for key, entry in entries.items()})
        except BadValue as problem:
            raise InvalidEdition(f"edition {name!r} of {game}: {problem}") from None

    def __reduce__(self) -> Any:
        return Edition, (self.game, self.name, self.record, self.entries)

    def __getitem__(self, key: str) -> Any:
        """The value of one entry.

        >>> from caravanserai.games import find_game
        >>> find_game("tantan").edition()["hand_limit"]
        7
        """
        return self.entries[key].value

    def source(self, key: str) -> str:
        """The letter of the entry's source: see SOURCES."""
        return self.entries[key].source

    def values(self) -> dict[str, Any]:
        """All numbers by their keys."""
        return {key: entry.value for key, entry in self.entries.items()}

    def changed(self, name: str, numbers: Mapping[str, Any]) -> Edition:
        """Another edition in which some numbers are different; a table may be given in part."""
        entries = dict(self.entries)
        for key, value in numbers.items():
            if key not in entries:
                raise InvalidEdition(
                    f"edition {name!r} of {self.game}: {key}: no such number; expected one of {', '.join(entries)}"
                )
            try:
                told = self.record.fields[key]
                entries[key] = Entry(key, told.dump(told.load(_merged(entries[key].value, value))), "H")
            except BadValue as problem:
                raise InvalidEdition(f"edition {name!r} of {self.game}: {problem}") from None
        return Edition(self.game, name, self.record, entries)

    def differences(self, other: Edition) -> dict[str, Any]:
        """The numbers of this edition that are not those of the other."""
        return {key: value for key, value in self.values().items() if value != other[key]}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Edition):
            return NotImplemented
        return self.game == other.game and bool((as_bytes(self.array) == as_bytes(other.array)).all())

    def __hash__(self) -> int:
        return hash((self.game, as_bytes(self.array).tobytes()))


def _merged(old: Any, new: Any) -> Any:
    """The new value, in which what is missing from a table is as before."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    return new


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file; raises InvalidEdition in words."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise InvalidEdition(f"{path}: cannot be read ({problem.strerror}); expected a TOML file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise InvalidEdition(f"{path}: not TOML: {problem}") from None


def printed_editions(game: str, data: Mapping[str, Any], record: Layout) -> dict[str, Edition]:
    """The standard edition and its printed variants, from a game's own ``edition.toml``."""
    numbers = _entries(game, data["numbers"])
    missing = set(record.fields) - set(numbers)
    if missing:
        raise InvalidEdition(f"edition of {game}: missing {', '.join(sorted(missing))}")
    editions = {STANDARD: Edition(game, STANDARD, record, numbers)}
    for name, changes in data.get("variants", {}).items():
        entries = {**numbers, **_entries(game, changes)}
        editions[name] = Edition(game, name, record, entries)
    return editions


def _entries(game: str, tables: Mapping[str, Any]) -> dict[str, Entry]:
    entries = {}
    for key, table in tables.items():
        entry = Entry(key, **table)
        for letter in (entry.source, *entry.exceptions.values()):
            if letter not in SOURCES:
                raise InvalidEdition(f"edition of {game}: {key}: source {letter!r} is none of {', '.join(SOURCES)}")
        entries[key] = entry
    return entries


def house_edition(path: Path, base: Edition, printed: Mapping[str, Edition]) -> Edition:
    """A house edition from a file: ``name``, optionally ``extends``, and a table ``numbers`` of what is different."""
    data = read_toml(path)
    for key in data:
        if key not in ("name", "extends", "numbers"):
            raise InvalidEdition(f"{path}: {key}: no such key; expected name, extends or numbers")
    name: Any = data.get("name", path.stem)
    if not isinstance(name, str) or not name:
        raise InvalidEdition(f"{path}: name: expected a text, got {name!r}")
    if "extends" in data:
        if data["extends"] not in printed:
            raise InvalidEdition(f"{path}: extends: expected one of {', '.join(printed)}, got {data['extends']!r}")
        base = printed[data["extends"]]
    numbers = data.get("numbers")
    if not isinstance(numbers, Mapping):
        raise InvalidEdition(f"{path}: numbers: expected a table of numbers to change, got {numbers!r}")
    return base.changed(name, numbers)


def refuse_unsound(edition: Edition, complaints: Iterable[str]) -> Edition:
    """The edition itself, unless the game has a complaint about it."""
    for complaint in complaints:
        raise InvalidEdition(f"edition {edition.name!r} of {edition.game}: {complaint}")
    return edition
