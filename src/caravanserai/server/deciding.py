"""Deciding: a decision comes in, is taken in memory, written, and told to all whom it concerns."""

from __future__ import annotations

import time

import orjson

from caravanserai.match import UNDO
from caravanserai.server.clocks import Clocks
from caravanserai.server.errors import Refused
from caravanserai.server.messages import Decide, Undo
from caravanserai.server.permissions import acting_seat, seated_at
from caravanserai.server.presenting import viewer_state
from caravanserai.server.registry import Registry
from caravanserai.server.rows import MoveRow
from caravanserai.server.seating import Seating
from caravanserai.server.storage import Write
from caravanserai.server.table import MOST_UNDONE, Table, Watcher


class Deciding:
    """Takes the decisions of people and bots."""

    def __init__(self, registry: Registry, clocks: Clocks, seating: Seating) -> None:
        self._registry, self._clocks, self._seating = registry, clocks, seating

    async def decide(self, watcher: Watcher, message: Decide) -> None:
        """A person's decision: accepted once it is on disk, and then told to all whom it concerns."""
        begin = time.perf_counter()
        async with self._registry.locked(seated_at(watcher)) as table:
            seat = acting_seat(table, watcher)
            if (seat, message.key) not in table.keys:
                if table.seats[seat].played_by_bot:
                    await self._reclaim_seat(table, seat)
                asked = _asked(table, seat)
                if asked is None:
                    raise Refused("not_to_act", f"seat {seat} has nothing to decide now", "a question to the seat")
                if message.question_id != asked:
                    raise Refused("stale_question", f"question {message.question_id}: it is no longer open", asked)
                choice = message.choice
                action = table.check(seat, choice if isinstance(choice, int | str) else choice.model_dump())
                await self._move(table, seat, action, message.key)
                self._tell(table, watcher, message.key)
                self._registry.metrics.decision_seconds.observe(time.perf_counter() - begin)
            else:
                watcher.send(accepted(message.key))

    async def undo(self, watcher: Watcher, message: Undo) -> None:
        """A person takes the last decision back."""
        async with self._registry.locked(seated_at(watcher)) as table:
            seat = acting_seat(table, watcher)
            if (seat, message.key) in table.keys:
                watcher.send(accepted(message.key))
                return
            if table.seats[seat].played_by_bot:
                await self._reclaim_seat(table, seat)
            if table.undoer() != seat:
                expected = f"at most {MOST_UNDONE} decisions taken back in a turn" if table.undone else None
                message_text = f"seat {seat} has no decision that can still be taken back"
                raise Refused("nothing_to_undo", message_text, expected)
            await self._move(table, seat, UNDO, message.key)
            self._tell(table, watcher, message.key)

    def _tell(self, table: Table, watcher: Watcher, key: str) -> None:
        """A decision is on disk: say so to whoever took it, and tell all what it brought."""
        with watcher.together():
            watcher.send(accepted(key))
            self._registry.publisher.publish(table, happened=True)

    async def decide_for(self, table: Table, seat: int, action: int) -> None:
        """A decision that no person took: a bot did, or the clock."""
        await self._move(table, seat, table.check(seat, action), None)
        self._registry.publisher.publish(table, happened=True)

    async def _reclaim_seat(self, table: Table, seat: int) -> None:
        """Whoever wants to play is here, and gets the seat back; refuses while it is the bot's all the same."""
        if table.seats[seat].stand_in:
            await self._seating.come_back(table, [seat])
        if table.seats[seat].played_by_bot:
            raise Refused("not_yours", f"seat {seat} is played by a bot", "a seat that is yours")

    async def _move(self, table: Table, seat: int, action: int, key: str | None) -> None:
        """Take a decision that was checked and write it, with all that follows from it, in one piece."""
        number, text = table.expect_playable().history_length, table.text(seat, action)
        standing = table.standing() if table.is_timed else None
        table.asked_before = table.public_actors()
        table.take(seat, action, key)
        write = Write([MoveRow(table.id, number, seat, text, key, time.time())])
        self._clocks.settle(table, write, standing, seat, undone=action == UNDO)
        await self._registry.store(table, write)


def _asked(table: Table, seat: int) -> str | None:
    """The id of the question to a seat, as it was last sent, or as it is if nothing was sent yet."""
    if seat in table.streams:
        return table.streams[seat].shown.question_id
    return viewer_state(table, seat).shown.question_id


def accepted(key: str) -> bytes:
    """The message that a decision is on disk. It has no number: that would tell how many others have decided."""
    return orjson.dumps({"type": "accepted", "key": key})
