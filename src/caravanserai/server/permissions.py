"""Permissions: who may look at a table, whose seat it is, and in which one somebody may act."""

from __future__ import annotations

import hmac

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.server.errors import Refused, no_table
from caravanserai.server.table import FINISHED, Table, Watcher


def may_see(table: Table, person: str | None, invite: str | None) -> bool:
    """Whether somebody may look at a table."""
    if table.row.public or (person is not None and person == table.row.creator) or table.seats_of(person):
        return True
    return invite is not None and hmac.compare_digest(invite.encode(), table.row.invite.encode())


def admit(table: Table, person: str | None, invite: str | None = None) -> None:
    """Refuses whoever may not look at a table, as if it did not exist."""
    if not may_see(table, person, invite):
        raise no_table(table.id)


def held(table: Table, watcher: Watcher) -> tuple[int, ...]:
    """The seats that are the watcher's now: as a person's, or by a token that still fits."""
    own = table.seats_of(watcher.person)
    if watcher.granted:
        by_token = [n for n, holder in watcher.granted.items() if n not in own and table.seats[n].person == holder]
        return tuple(sorted([*own, *by_token]))
    return tuple(own)


def acting_seat(table: Table, watcher: Watcher) -> int:
    """The seat in which the watcher may act; refuses if it has changed hands."""
    seats = held(table, watcher)
    if watcher.viewer not in seats:
        raise Refused("not_yours", f"seat {watcher.viewer} is not yours", list(seats))
    return watcher.viewer


def may_hear(table: Table, watcher: Watcher, aside: bool | None) -> bool:
    """Whether somebody may hear what was said: those who play hear those who look on only when the match is over."""
    return not aside or table.status == FINISHED or not held(table, watcher)


def seated_at(watcher: Watcher) -> str:
    """The table at which the watcher looks from a seat; refuses whoever only looks on."""
    if watcher.table_id is None or watcher.viewer == SPECTATOR:
        raise Refused("not_yours", "you have no seat there", "a watch message that names a seat of yours")
    return watcher.table_id
