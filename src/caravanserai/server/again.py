"""Playing again: who wants to, who does not, and whether the others go on without those who have not said so."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from typing import Any

from caravanserai.server.table import FINISHED, Table


@dataclass
class Offer:
    """An offer to play again, to all who sat at a table."""

    by: str
    yes: list[str] = field(default_factory=list)
    no: list[str] = field(default_factory=list)
    agreed: list[str] | None = None
    """Who wants to go on without those who have not accepted, if somebody does."""
    level: str | None = None
    """Of the bots that get their seats then; none leaves these free."""

    @classmethod
    def at(cls, table: Table) -> Offer | None:
        """The offer that stands at a table."""
        return cls(**table.row.again) if table.row.again is not None else None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def accept(self, person: str) -> None:
        """They want to."""
        self.no = [other for other in self.no if other != person]
        if person not in self.yes:
            self.yes = [*self.yes, person]

    def decline(self, person: str) -> None:
        """They do not want to, or no longer do."""
        self.yes = [other for other in self.yes if other != person]
        self.no = [*(other for other in self.no if other != person), person]
        if person == self.by and self.yes:
            self.by = self.yes[0]
        if self.agreed is not None:
            self.agreed = [other for other in self.agreed if other != person] or None

    def go_on(self, person: str, level: str | None) -> None:
        """They want to go on without those who have not accepted. Whoever wants it otherwise begins anew."""
        if self.agreed is None or level != self.level:
            self.agreed, self.level = [], level
        if person not in self.agreed:
            self.agreed = [*self.agreed, person]

    def is_settled(self, people: Collection[str], here: Collection[str | None]) -> bool:
        """Whether the match can begin: all have accepted, or all who have and are here go on without the others."""
        if all(person in self.yes for person in people):
            return True
        return self.agreed is not None and all(person in self.agreed for person in self.yes if person in here)


def people_of(table: Table) -> list[str]:
    """Whoever sat at a table, in the order of the seats."""
    return list(dict.fromkeys(seat.person for seat in table.seats if seat.person is not None))


def again_info(table: Table) -> dict[str, Any] | None:
    """The offer as those see it who sat there."""
    if table.status != FINISHED or (offer := Offer.at(table)) is None:
        return None
    people = [
        {
            "seats": table.seats_of(person),
            "answer": "yes" if person in offer.yes else "no" if person in offer.no else None,
            "goes_on": person in (offer.agreed or ()),
        }
        for person in people_of(table)
    ]
    without = {"level": offer.level} if offer.agreed is not None else None
    return {"by": table.seats_of(offer.by)[0], "people": people, "without": without}
