"""Events and other sentences for people, as data. Words come later, in the reader's language.

The arguments of an event, a line or a choice mean the same everywhere:

- a text is the name of a word of the game ("food");
- a number is a number, but under ``seat`` or ``rival`` it is a seat, and is read as the player's name;
- a list is an enumeration, an object counts things ({"food": 2}).
"""

from __future__ import annotations

from typing import Any


class Sentence:
    """Something to be said: a name and arguments. Compares by value."""

    __slots__ = ("args", "name")

    def __init__(self, name: str, **args: Any) -> None:
        self.name = name
        self.args = args

    def as_json(self) -> dict[str, Any]:
        """As it goes over the wire: its name and arguments."""
        return {"name": self.name, "args": self.args}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Sentence) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((self.name, repr(self.args)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {', '.join(f'{k}={v!r}' for k, v in self.args.items())})"


class Event(Sentence):
    """Something that happened; its words are the message ``event-<name>``."""

    __slots__ = ()


class Line(Sentence):
    """A sentence about a position; its words are the message of that name."""

    __slots__ = ()
