"""Following: what another process has written of a table is taken here too, one thing after the other, and each is told
to those who look on here, just as if it had been decided here."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from caravanserai.server.permissions import may_hear
from caravanserai.server.presenting import talk_message
from caravanserai.server.publishing import Publisher
from caravanserai.server.reading import MoveEntry, Notice, Saved
from caravanserai.server.table import RUNNING, WAITING, Table


def follow(table: Table, saved: Saved, publisher: Publisher) -> None:
    """Bring a copy of a table up to date; raises if what was written does not fit it."""
    if table.match is None and saved.row.status != WAITING:
        table.adopt(replace(saved.row, status=RUNNING), saved.seats)
        publisher.publish(table)
    steps = list(_new_steps(table, saved))
    for number, step in enumerate(steps, 1):
        notices = []
        if isinstance(step, MoveEntry):
            table.take_entry(step)
        else:
            table.notices.append(step)
            notices.append(step)
        if number == len(steps):
            table.adopt(saved.row, saved.seats)
            table.expect_consistent()
        publisher.publish(table, happened=not notices, notices=notices)
    if not steps:
        table.adopt(saved.row, saved.seats)
        publisher.publish(table)
    for row in saved.talk:
        if row.number >= table.said:
            table.said = row.number + 1
            for watcher in table.watchers:
                if may_hear(table, watcher, row.aside):
                    watcher.send(talk_message(row))
    table.known_version = max(table.known_version, saved.row.version)
    table.stored = table.point()


def _new_steps(table: Table, saved: Saved) -> Iterator[MoveEntry | Notice]:
    """Decisions and notices that the copy lacks, in the order in which they came."""
    known_moves, known_notices = table.mark()
    notices = deque(saved.notices[known_notices - saved.since.notices :])
    for entry in saved.moves[known_moves - saved.since.moves :]:
        while notices and notices[0].after <= entry.number:
            yield notices.popleft()
        yield entry
    yield from notices
