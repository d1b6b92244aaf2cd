"""Watching: connections that look at tables come and go."""

from __future__ import annotations

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.server.clocks import Clocks
from caravanserai.server.errors import Refused
from caravanserai.server.identity import Signer
from caravanserai.server.messages import Watch
from caravanserai.server.permissions import admit, held
from caravanserai.server.presence import Presence
from caravanserai.server.registry import Registry
from caravanserai.server.seating import Seating
from caravanserai.server.table import Table, Watcher
from caravanserai.server.talking import Talking


class Watching:
    """Lets connections look at tables, from a seat or as spectators."""

    def __init__(
        self,
        registry: Registry,
        clocks: Clocks,
        seating: Seating,
        talking: Talking,
        presence: Presence,
        signer: Signer,
    ) -> None:
        self._registry, self._clocks, self._seating, self._talking = registry, clocks, seating, talking
        self._presence, self._signer = presence, signer

    async def watch(self, watcher: Watcher, message: Watch) -> None:
        """Begin to look at a table."""
        async with self._registry.locked(message.table, fresh=True) as table:
            if watcher.table_id != table.id:
                await self.unwatch(watcher)
                watcher.granted = {}
            seat, publisher = message.seat, self._registry.publisher
            if seat is None:
                admit(table, watcher.person, message.invite)
            elif seat not in held(table, watcher):
                self._grant(table, watcher, seat, message)
            if seat is not None and (watcher.table_id, watcher.viewer) != (table.id, seat):
                await self._clocks.ease(table, seat)
            watcher.table_id, watcher.language, watcher.packed = table.id, message.language, message.packed
            watcher.viewer = SPECTATOR if seat is None else seat
            # Opening the page is a sign of life; that its connection is back by itself is none.
            await self._seating.come_back(table, held(table, watcher) if message.stream is None else ())
            table.watchers.add(watcher)
            self._presence.changed(table.id)
            publisher.publish(table, but=watcher)
            mark = table.streams[watcher.viewer].mark(message.number) if message.stream == table.stream_id else None
            if mark is not None:
                publisher.send_missed(table, watcher, mark)
            else:
                publisher.send_snapshot(table, watcher)
                await self._talking.send_last(table, watcher)

    def _grant(self, table: Table, watcher: Watcher, seat: int, message: Watch) -> None:
        """Let a watcher look from a seat for which it has shown the right token; refuses any other."""
        token = message.token
        holder = table.seats[seat].person if seat < len(table.seats) else None
        if holder is None or token is None or not self._signer.fits(token, table.id, seat, holder):
            admit(table, watcher.person, message.invite)
            raise Refused("not_yours", f"seat {seat} is not yours", list(held(table, watcher)))
        watcher.granted[seat] = holder

    async def unwatch(self, watcher: Watcher) -> None:
        """Stop looking at a table."""
        table_id, watcher.table_id = watcher.table_id, None
        if table_id is None:
            return
        self._registry.watchers[table_id].discard(watcher)
        self._presence.changed(table_id)
        table = self._registry.tables.get(table_id)
        if table is None:
            self._registry.forget(table_id)
        elif watcher.viewer in table.pauses:
            self._registry.spawn(self._clocks.resume_absent(table_id, watcher.viewer))
        elif not table.lock.locked():
            self._registry.publisher.publish(table)
