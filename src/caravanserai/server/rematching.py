"""Rematching: whoever sat at a table plays again, with the next dealer, as soon as all have accepted."""

from __future__ import annotations

import time

from caravanserai.server.again import Offer, people_of
from caravanserai.server.identity import new_id
from caravanserai.server.lobby import check_level, deal, expect_status, insert_table, own_seats
from caravanserai.server.messages import PlayAgain
from caravanserai.server.permissions import admit
from caravanserai.server.reading import Seat
from caravanserai.server.rows import TableRow
from caravanserai.server.series import for_next
from caravanserai.server.services import Services
from caravanserai.server.storage import Write
from caravanserai.server.table import FINISHED, Table


async def play_again(services: Services, table_id: str, person: str, wanted: PlayAgain) -> Table:
    """Offer to play again, or answer such an offer; the table that is over, which names the next one once there is."""
    async with services.registry.locked(table_id, fresh=True) as old:
        admit(old, person)
        expect_status(old, FINISHED)
        own_seats(old, person, None)
        if old.row.rematch is not None:
            return old
        offer = Offer.at(old) or Offer(person)
        if wanted.accept:
            offer.accept(person)
            if wanted.without is not None:
                level = wanted.without.level
                offer.go_on(person, check_level(old.row.game, level) if level is not None else None)
        else:
            offer.decline(person)
        write, following = Write(), None
        if offer.yes and offer.is_settled(people_of(old), old.people_here()):
            following = await _following(services, old, offer, write)
            old.row.rematch = following.id
        old.row.again = offer.as_json() if offer.yes else None
        write.changed[old.id] = {"again": old.row.again, "rematch": old.row.rematch}
        await services.registry.store(old, write)
        if following is not None:
            services.registry.hold(following)
            services.clocks.schedule(following)
        for other in people_of(old):
            services.my_tables.look_again(other)
        services.publisher.publish(old)
        return old


async def _following(services: Services, old: Table, offer: Offer, write: Write) -> Table:
    """The next table, added to a write: dealt, unless seats are left free. The first seat moves on by one."""
    seats = [_again(seat, offer) for seat in [*old.seats[1:], old.seats[0]]]
    creator = old.row.creator if old.row.creator in offer.yes else offer.by if offer.by in offer.yes else offer.yes[0]
    row = next_row(old, creator)
    table = Table(row, seats)
    if all(seat.kind != "open" for seat in seats):
        await services.vacations.enter(table)
        deal(services, table)
    insert_table(table, write)
    return table


def _again(seat: Seat, offer: Offer) -> Seat:
    """Who has a seat in the next match."""
    if seat.person is None:
        return Seat(level=seat.level)
    return Seat(seat.person, seat.nickname) if seat.person in offer.yes else Seat(level=offer.level)


def next_row(old: Table, creator: str) -> TableRow:
    """The row of the same table again, before anything has happened there."""
    kept = (
        "invite", "game", "edition", "options", "turn_seconds", "window_seconds", "bank_seconds", "increment_seconds",
        "public", "free_talk", "bots_open", "stand_in", "rules",
    )  # fmt: skip
    same = {name: getattr(old.row, name) for name in kept}
    return TableRow(id=new_id(), creator=creator, series=for_next(old), created_at=time.time(), **same)
