"""One seat's clock: a time for each question, or a bank of time for the whole match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

PAUSE_SECONDS = 180.0
"""For which a seat's clock may be made to stand still, in all."""

LEAST_SECONDS = 10.0
"""For a turn, however little a bank holds."""

DAY_SECONDS = 24 * 60 * 60
"""A clock that gives no less is one for people who come by once a day."""

RETURN_SECONDS = 5.0
"""Given on top to whoever comes back to a question, to see what it is; once a question."""


class ClockInfo(NamedTuple):
    """A seat's clock, as all see it."""

    seat: int
    at: float | None
    left: float | None


@dataclass
class Clock:
    """A seat's time for what it is asked: when it is up, or, while the clock stands still, how much is left.

    ``spare`` is what was left at each question of this turn to which the seat may still go back, by the number of
    decisions before it: going back gives back no more than that, and neither does deciding anew.
    """

    at: float | None = None
    left: float | None = None
    spare: list[float] = field(default_factory=list)
    eased: bool = False
    """Whether whoever came back to this question was given time for it."""
    bank: float | None = None
    """What was in the seat's bank when its turn began, where it has one."""
    answered: float | None = None
    """What was left when the seat answered in secret; the others see the clock run on."""

    def remaining(self, time: float) -> float:
        """Seconds that are left."""
        return max(0.0, self.at - time) if self.at is not None else self.left or 0.0

    def stop(self, time: float) -> None:
        """Let the clock stand still."""
        self.at, self.left = None, round(self.remaining(time), 3)

    def go_on(self, time: float) -> None:
        """Run with what is left."""
        self.at, self.left = round(time + self.remaining(time), 3), None

    def turn_to(self, depth: int, other: int, limit: float, time: float) -> None:
        """From the question after ``depth`` decisions that can be taken back to the one after ``other``. What a bank
        gave runs on, whatever is decided or taken back."""
        if self.bank is not None:
            return
        self.spare += [limit] * (max(depth, other) + 1 - len(self.spare))
        self.spare[depth] = round(self.remaining(time), 3)
        self.at, self.left = round(time + self.spare[other], 3), None

    def saved(self, time: float) -> float:
        """What the seat's bank holds when its turn is over now: never more than when it began."""
        left = self.remaining(time) if self.answered is None else self.answered
        return round(min(self.bank or 0.0, max(0.0, left - RETURN_SECONDS * self.eased)), 3)

    def as_json(self) -> dict[str, Any]:
        return {
            key: value
            for key, value in {**vars(self), "spare": self.spare.copy()}.items()
            if value is not None and value is not False and value != []
        }


class Standing(NamedTuple):
    """How a match stands as far as clocks go."""

    public: bytes
    phase: str
    actors: frozenset[int]
    asked: tuple[int, ...]
    answered: frozenset[int]
    depth: int
    """Decisions that could be taken back, one after the other."""
