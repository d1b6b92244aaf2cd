"""Publishing: whoever looks at a table is told what has changed for them, and nothing where nothing has."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.server.metrics import Metrics
from caravanserai.server.permissions import held
from caravanserai.server.presenting import Base, MessageBuilder, ViewerState, viewer_state, viewer_states
from caravanserai.server.reading import Notice
from caravanserai.server.table import Mark, Stream, Table, Watcher

Audience = list[tuple[Watcher, tuple[int, ...]]]
"""Those who look from one seat, each with the seats they hold."""


class Publisher:
    """Sends what is told of tables."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def publish(
        self,
        table: Table,
        happened: bool = False,
        notices: Iterable[Notice] = (),
        anew: bool = False,
        but: Watcher | None = None,
    ) -> None:
        """Tell each viewer what has changed for it, and nothing where nothing has: an update that comes when another
        seat answers in secret would tell of the answer. Those who look from the same seat, in the same language and
        with the same rights are sent the same bytes."""
        told = [notice.event for notice in notices]
        taken_back = table.match if happened and table.match is not None and table.match.last_was_taken_back else None
        audience, moved = _audience(table)
        if not audience:
            return
        sent = 0
        for state in viewer_states(table, list(audience), happened, follow=not anew):
            events = [*(taken_back.events(state.viewer) if taken_back else ()), *told]
            base = next_update(table, state, bool(events))
            if base is not None:
                number = base.number + 1
                if anew:
                    update = MessageBuilder(table, state, number)
                else:
                    update = MessageBuilder(table, state, number, events, base, "update")
                sent += _send(update, [entry for entry in audience[state.viewer] if entry[0] is not but])
        self._metrics.updates.inc(sent)
        for watcher in moved:
            self.send_snapshot(table, watcher)

    def send_snapshot(self, table: Table, watcher: Watcher) -> None:
        """Show a watcher all of a table."""
        state = viewer_state(table, watcher.viewer)
        next_update(table, state, False)
        update = MessageBuilder(table, state, table.streams[watcher.viewer].number)
        self._metrics.updates.inc(_send(update, [(watcher, held(table, watcher))]))

    def send_missed(self, table: Table, watcher: Watcher, since: Mark) -> None:
        """Show a watcher that was away for a moment all of a table, and tell it what has happened since then."""
        events = table.story(watcher.viewer, since)
        state, number = viewer_state(table, watcher.viewer), table.streams[watcher.viewer].number
        update = MessageBuilder(table, state, number, events, kind="update")
        self._metrics.updates.inc(_send(update, [(watcher, held(table, watcher))]))


def _send(update: MessageBuilder, audience: Audience) -> int:
    """Make the message once for each form, language and set of rights, and send it to all; returns to how many."""
    creator = update.table.row.creator
    made: dict[tuple[bool, str | None, tuple[int, ...], bool], bytes] = {}
    for watcher, mine in audience:
        form = watcher.packed, watcher.language, mine, watcher.person == creator
        message = made.get(form)
        if message is None:
            message = made[form] = update.message(*form)
        watcher.send(message, watcher.packed)
    return len(audience)


def _audience(table: Table) -> tuple[dict[int, Audience], list[Watcher]]:
    """Whoever looks at a table, by the seats from which they look, with the seats they hold; and those who looked from
    a seat that has changed hands, who only look on from now on. They are to be shown all of it anew."""
    audience: dict[int, Audience] = {}
    moved, holders = [], table.holders()
    for watcher in table.watchers:
        own = () if watcher.person is None else holders.get(watcher.person, ())
        mine = held(table, watcher) if watcher.granted else own
        if watcher.viewer != SPECTATOR and watcher.viewer not in mine:
            watcher.send(orjson.dumps({"type": "seat_lost", "seat": watcher.viewer}))
            watcher.viewer = SPECTATOR
            audience.setdefault(SPECTATOR, [])
            moved.append(watcher)
        else:
            audience.setdefault(watcher.viewer, []).append((watcher, mine))
    return audience, moved


def next_update(table: Table, state: ViewerState, happened: bool) -> Base | None:
    """If there is something to tell the viewer, because it happened or looks otherwise: what this follows. From here
    on it has the next number."""
    shown = state.shown
    stream = table.streams.get(state.viewer)
    if stream is None:
        stream = table.streams[state.viewer] = Stream()
    if shown == stream.shown and not happened and not (state.presented and state.presented.events):
        return None
    base = Base(stream.number, stream.shown)
    stream.number += 1
    stream.marks.append(table.mark())
    stream.shown = shown
    return base
