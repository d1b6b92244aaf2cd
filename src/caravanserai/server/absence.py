"""Absence: a bot plays for somebody who is not there, if those who wait want it."""

from __future__ import annotations

from caravanserai.server.clock import DAY_SECONDS
from caravanserai.server.errors import Refused
from caravanserai.server.notices import vote_of
from caravanserai.server.permissions import admit
from caravanserai.server.services import Services
from caravanserai.server.storage import Write
from caravanserai.server.table import Table
from caravanserai.server.timing import now


async def let_bot_play(services: Services, table_id: str, person: str, seat: int) -> Table:
    """Have a bot play for whoever is not there: whoever made the table decides that, and all others who are there if
    its maker is not. The seat is given back on return."""
    async with services.registry.locked(table_id, fresh=True) as table:
        absent = expect_absent(table, person, seat, services.settings.absence)
        agreed = [*vote_of(table, seat), person]
        if person != table.row.creator:
            if table.row.creator in table.people_here():
                raise Refused("not_yours", "only who made the table may do that while they are here", "its creator")
            waiting = [other for other in others_here(table, absent) if other not in agreed]
            if waiting:
                table.row.vote = {"seat": seat, "turn": table.row.turn_at, "agreed": sorted(set(agreed))}
                await services.registry.store(table, Write(changed={table.id: {"vote": table.row.vote}}))
                services.publisher.publish(table)
                return table
        seats = [number for number in table.seats_of(absent) if not table.seats[number].stand_in]
        await services.seating.take_over(table, seats, "bot_after_absence")
        return table


def expect_absent(table: Table, person: str, seat: int, patience: float) -> str:
    """Whoever has the seat, for whom the table has waited for long; refuses otherwise."""
    admit(table, person)
    table.expect_playable()
    if person != table.row.creator and not table.seats_of(person):
        raise Refused("not_yours", "you have no seat at this table", "somebody who plays there")
    held = table.seats[seat] if seat < len(table.seats) else None
    if held is None or held.person is None or held.stand_in or held.person == person:
        raise Refused("conflict", f"seat {seat}: not somebody else's who plays it", "a seat the table waits for")
    if held.person in table.people_here() or seat not in table.public_actors():
        raise Refused("conflict", f"seat {seat}: the table does not wait for somebody who is away", "such a seat")
    waited = now() - (table.row.turn_at or now())
    if (table.row.turn_seconds or 0) >= DAY_SECONDS:
        raise Refused("conflict", "at this table there are days for a decision", "the clock, which tells when it is up")
    if waited < patience:
        expected = f"another try in {patience - waited:.0f} seconds"
        raise Refused("conflict", f"the table has waited for {waited:.0f} seconds only", expected)
    return held.person


def others_here(table: Table, absent: str) -> list[str]:
    """Those who play and are there."""
    here = table.people_here()
    people = {seat.person for seat in table.seats if seat.person and not seat.played_by_bot}
    return sorted(person for person in people if person in here and person != absent)
