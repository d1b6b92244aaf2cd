"""Publishing: whoever looks at a table is told what has changed for them, and nothing where nothing has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import orjson

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.server.metrics import Metrics
from caravanserai.server.permissions import held
from caravanserai.server.presenting import Base, MessageBuilder, ViewerState, viewer_state, viewer_states
from caravanserai.server.table import Mark, Notice, Stream, Table, Watcher


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
        taken_back = happened and table.match is not None and table.match.last_was_taken_back
        seats = {watcher: held(table, watcher) for watcher in table.watchers}
        moved = [watcher for watcher, mine in seats.items() if watcher.viewer not in (SPECTATOR, *mine)]
        for watcher in moved:
            _take_seat_away(watcher)
        by_viewer: dict[int, list[Watcher]] = defaultdict(list)
        for watcher in seats:
            by_viewer[watcher.viewer].append(watcher)
        for state in viewer_states(table, list(by_viewer), happened) if by_viewer else ():
            viewer, watchers = state.viewer, by_viewer[state.viewer]
            events = [*(table.match.events(viewer) if taken_back and table.match else ()), *told]
            base = next_update(table, state, bool(events))
            if base is not None:
                number = base.number + 1
                update = MessageBuilder(table, state, number, events, base, "update")
                if anew:
                    update = MessageBuilder(table, state, number)
                self._send(update, {w: seats[w] for w in watchers if w is not but and w not in moved})
        for watcher in moved:
            self.send_snapshot(table, watcher)

    def _send(self, update: MessageBuilder, watchers: Mapping[Watcher, tuple[int, ...]]) -> None:
        creator = update.table.row.creator
        for watcher, mine in watchers.items():
            is_creator = watcher.person == creator
            watcher.send(update.message(watcher.packed, watcher.language, mine, is_creator), watcher.packed)
        self._metrics.updates.inc(len(watchers))

    def send_snapshot(self, table: Table, watcher: Watcher) -> None:
        """Show a watcher all of a table."""
        state = viewer_state(table, watcher.viewer)
        next_update(table, state, False)
        self._send(MessageBuilder(table, state, table.streams[watcher.viewer].number), {watcher: held(table, watcher)})

    def send_missed(self, table: Table, watcher: Watcher, since: Mark) -> None:
        """Show a watcher that was away for a moment all of a table, and tell it what has happened since then."""
        events = table.story(watcher.viewer, since)
        state, number = viewer_state(table, watcher.viewer), table.streams[watcher.viewer].number
        self._send(MessageBuilder(table, state, number, events, kind="update"), {watcher: held(table, watcher)})


def _take_seat_away(watcher: Watcher) -> None:
    """The watcher looks from a seat that has changed hands; it only looks on from now on."""
    watcher.send(orjson.dumps({"type": "seat_lost", "seat": watcher.viewer}))
    watcher.viewer = SPECTATOR


def next_update(table: Table, state: ViewerState, happened: bool) -> Base | None:
    """If there is something to tell the viewer, because it happened or looks otherwise: what this follows. From here
    on it has the next number."""
    shown = state.shown
    stream = table.streams.setdefault(state.viewer, Stream())
    if shown == stream.shown and not happened and not (state.presented and state.presented.events):
        return None
    base = Base(stream.number, stream.shown)
    stream.number += 1
    stream.marks.append(table.mark())
    stream.shown = shown
    return base
