"""Actions: the numbered moves of a game, each a verb with named arguments.

>>> class Verb(Verbs):
...     TAKE = args(slot=3)
...     STEAL = args(rival=Left(3))
...     DONE = args()
>>> moves = Actions(Verb)
>>> moves.count, int(Verb.STEAL)
(7, 3)
>>> moves.choice(4, seat=1, seats=3)
Choice(action=4, verb='steal', args={'rival': 0})
>>> moves.find("steal", {"rival": 0}, seat=1, seats=3)
4
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from math import prod
from typing import Any, TypeAlias

from caravanserai.kernel.errors import InvalidChoice


@dataclass(frozen=True)
class Left:
    """An argument that names another seat, counted to the left of the one who acts: 1 is the next seat.

    Counting from the acting seat makes a learner's policy the same in every chair. People see the seat itself.
    """

    most: int


@dataclass(frozen=True)
class Steps:
    """An argument that is one of evenly spaced numbers."""

    first: int
    step: int
    count: int


Domain: TypeAlias = "int | tuple[str, ...] | Left | Steps"
"""What an argument ranges over: 0 to n - 1, names, seats to the left, or steps."""


def args(**args: Domain) -> dict[str, Domain]:
    """The arguments of a verb."""
    return args


class Verbs(IntEnum):
    """The kinds of moves of a game; with arguments one stands for as many actions as they have combinations. Each is
    the number of its first action."""

    args: dict[str, Domain]
    sizes: tuple[int, ...]

    def __new__(cls, given: dict[str, Domain]) -> Verbs:
        before = list(cls)[-1:]
        number = before[0] + before[0].size if before else 0
        member = int.__new__(cls, number)
        member._value_ = number
        member.args, member.sizes = given, tuple(map(_size, given.values()))
        return member

    @property
    def word(self) -> str:
        """The name as it is written in logs and on the wire."""
        return self.name.lower()

    @property
    def size(self) -> int:
        """How many actions it stands for."""
        return prod(self.sizes)

    def values(self, index: int, seat: int, seats: int) -> dict[str, Any]:
        """The arguments of this verb's action number ``index``, counted from its first."""
        out: dict[str, Any] = {}
        for (name, domain), size in reversed(list(zip(self.args.items(), self.sizes, strict=True))):
            index, k = divmod(index, size)
            out[name] = _value(domain, k, seat, seats)
        return dict(reversed(out.items()))


def _size(domain: Domain) -> int:
    match domain:
        case int():
            return domain
        case tuple():
            return len(domain)
        case Left():
            return domain.most
        case Steps():
            return domain.count


def _value(domain: Domain, k: int, seat: int, seats: int) -> Any:
    match domain:
        case int():
            return k
        case tuple():
            return domain[k]
        case Left():
            return (seat + 1 + k) % seats if k + 1 < seats else None
        case Steps():
            return domain.first + domain.step * k


@dataclass(frozen=True)
class Choice:
    """One thing a seat may do: its number, its verb, and its named arguments."""

    action: int
    verb: str
    args: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return " ".join([self.verb, *(f"{name}={value}" for name, value in self.args.items())])

    def as_json(self) -> dict[str, Any]:
        """As it goes over the wire: its number, verb and arguments."""
        return {"action": self.action, "verb": self.verb, "args": dict(self.args)}


class Actions:
    """All moves of a game, numbered from 0 in the order of their verbs."""

    def __init__(self, verbs: type[Verbs]) -> None:
        self.verbs: dict[str, Verbs] = {verb.word: verb for verb in verbs}
        self.count = sum(verb.size for verb in verbs)
        self.choice = lru_cache(maxsize=None)(self._choice)
        self.text = lru_cache(maxsize=None)(self._text)
        self._by_text = lru_cache(maxsize=None)(self._index_by_text)

    def _choice(self, action: int, seat: int, seats: int) -> Choice:
        if not 0 <= action < self.count:
            expected = f"a number from 0 to {self.count - 1}"
            raise InvalidChoice(f"action {action}: expected {expected}", expected)
        verb = max(verb for verb in self.verbs.values() if verb <= action)
        return Choice(action, verb.word, verb.values(action - verb, seat, seats))

    def _text(self, action: int, seat: int, seats: int) -> str:
        """An action as it is written in a log."""
        return str(self.choice(action, seat, seats))

    def _index_by_text(self, seat: int, seats: int) -> dict[str, int]:
        return {self.text(action, seat, seats): action for action in range(self.count)}

    def find(self, verb: str, args: Mapping[str, Any], seat: int, seats: int) -> int:
        """The number of the action with this verb and these arguments."""
        if verb not in self.verbs:
            raise InvalidChoice(f"verb {verb!r}: expected one of {', '.join(self.verbs)}", list(self.verbs))
        names = self.verbs[verb].args
        if set(args) != set(names):
            wanted = ", ".join(names) or "none"
            got = ", ".join(args) or "none"
            raise InvalidChoice(f"{verb}: expected the arguments {wanted}, got {got}", wanted)
        return self.parse(str(Choice(-1, verb, {name: args[name] for name in names})), seat, seats)

    def parse(self, text: str, seat: int, seats: int) -> int:
        """The number of the action written as ``verb name=value …``, as in a log."""
        action = self._by_text(seat, seats).get(" ".join(text.split()))
        if action is None:
            verb = text.split()[0] if text.split() else ""
            if verb not in self.verbs:
                expected = list(self.verbs)
                raise InvalidChoice(f"{text!r}: expected one of the verbs {', '.join(expected)}", expected)
            example = self.choice(int(self.verbs[verb]), seat, seats)
            raise InvalidChoice(f"{text!r}: no such choice; expected something like {str(example)!r}", str(example))
        return action

    def __iter__(self) -> Iterator[Verbs]:
        return iter(self.verbs.values())
