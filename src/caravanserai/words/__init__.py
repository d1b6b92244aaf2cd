"""Words: turns what is told as data into sentences, in English or French.

Texts are Fluent files: the common ones here, those of a game in its own folder as ``words.en.ftl`` and
``words.fr.ftl``. Which languages there are, and how arguments are read, stands in ``words.json``, for Python and the
page alike.
"""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Junk

from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.events import Event, Sentence
from caravanserai.kernel.game import Game

__all__ = ["LANGUAGES", "MissingWords", "Words", "check_language", "system_language", "words_for"]

_CONVENTIONS = json.loads((Path(__file__).parent / "words.json").read_text(encoding="utf-8"))

LANGUAGES: tuple[str, ...] = tuple(_CONVENTIONS["languages"])
"""All there are; the first is spoken to whoever speaks none of them."""

SEAT_ARGUMENTS = frozenset(_CONVENTIONS["seats"])
"""Arguments that are the number of a seat, read as its player's name."""

SPOKEN_ARGUMENTS = frozenset(_CONVENTIONS["spoken"])
"""What is in words already, or a name that somebody chose."""


class MissingWords(KeyError):
    """A text that a language does not have; a defect of ours, which the tests look for."""


def system_language() -> str:
    """The language of the reader's system, the first of ours where it is none of them."""
    wanted = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not wanted:
        wanted = locale.getlocale()[0] or ""
    return next((language for language in LANGUAGES if wanted.lower().startswith(language)), LANGUAGES[0])


def check_language(language: str | None) -> str:
    """The language asked for, the system's if none was."""
    if language is None:
        return system_language()
    if language not in LANGUAGES:
        raise InvalidOption(f"language {language!r}: expected one of {', '.join(LANGUAGES)}")
    return language


@cache
def words_for(game: Game | None, language: str) -> Words:
    """The words of a game in a language."""
    folders = [Path(__file__).parent] + ([game.folder] if game else [])
    return Words(language, [folder / f"words.{language}.ftl" for folder in folders])


def texts_of(game: Game) -> dict[str, str]:
    """A game's own texts as they are written, by language."""
    files = {language: game.folder / f"words.{language}.ftl" for language in LANGUAGES}
    return {language: file.read_text(encoding="utf-8") for language, file in files.items()}


class Words:
    """The texts of one language."""

    def __init__(self, language: str, files: Sequence[Path]) -> None:
        self.language = language
        self.bundle = FluentBundle([language], use_isolating=False)
        for file in files:
            resource = FluentResource(file.read_text(encoding="utf-8"))
            for entry in resource.body:
                if isinstance(entry, Junk):
                    raise MissingWords(f"{file}: not Fluent: {str(entry.content).strip()[:60]}")
            self.bundle.add_resource(resource)

    def __call__(self, text: str, players: Sequence[str] = (), **args: Any) -> str:
        """The text of that name, its arguments put into words."""
        pattern = self.bundle.get_message(text).value if text in self else None
        if pattern is None:
            raise MissingWords(f"{self.language}: {text}")
        resolved = {key: self._argument(key, value, players) for key, value in args.items()}
        for key, value in args.items():
            if isinstance(value, str) and value in self and key not in SPOKEN_ARGUMENTS:
                resolved |= self._forms(key, value)
        resolved.setdefault("number", 1)
        said, problems = self.bundle.format_pattern(pattern, resolved)
        if problems:
            raise MissingWords(f"{self.language}: {text}: {problems[0]}")
        return str(said)

    def __contains__(self, text: str) -> bool:
        return bool(self.bundle.has_message(text))

    def sentence(self, sentence: Sentence, players: Sequence[str]) -> str:
        """An event or a line in words."""
        name = f"event-{sentence.name}" if isinstance(sentence, Event) else sentence.name
        return self(name, players, **sentence.args)

    def enumerate(self, items: Sequence[str]) -> str:
        """Items as an enumeration."""
        if not items:
            return self("nothing")
        if len(items) == 1:
            return items[0]
        return self("enumeration-end", head=", ".join(items[:-1]), tail=items[-1])

    def _forms(self, key: str, text: str) -> dict[str, str]:
        """The other forms of a thing's name, for sentences: its attribute ``some`` is ``$card-some`` for a card."""
        attributes = self.bundle.get_message(text).attributes
        return {f"{key}-{form}": str(self.bundle.format_pattern(said)[0]) for form, said in attributes.items()}

    def _argument(self, key: str, value: Any, players: Sequence[str]) -> Any:
        match value:
            case bool():
                return str(value).lower()
            case int() if key in SEAT_ARGUMENTS:
                return players[value] if value < len(players) else self("seat", number=value + 1)
            case int() | float():
                return value
            case str():
                return self(value) if value in self and key not in SPOKEN_ARGUMENTS else value
            case Mapping():
                things = [self("counted", number=n, thing=self(thing, number=n)) for thing, n in value.items()]
                return self.enumerate(things)
            case Sequence():
                return self.enumerate([str(self._argument(key, item, players)) for item in value])
        return str(value)
