"""Names for numbers: phases, reasons for an end, what a decision did."""

from __future__ import annotations

from enum import IntEnum


class Names(IntEnum):
    """Numbers from 0 up, each with a name; ``auto()`` gives the next.

    >>> from enum import auto
    >>> class Phase(Names):
    ...     TURN = auto()
    ...     OVER = auto()
    >>> int(Phase.OVER), Phase.OVER.word, Phase.words()
    (1, 'over', ('turn', 'over'))
    """

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:
        return count

    @property
    def word(self) -> str:
        """The name as it is written in logs and on the wire."""
        return self.name.lower()

    @classmethod
    def words(cls) -> tuple[str, ...]:
        """All names, in order."""
        return tuple(member.word for member in cls)
