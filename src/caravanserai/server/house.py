"""The house: all tables of this process, who looks at them, and what they are told.

Every change of a table goes the same way: under the table's lock it is made in memory, written, and, once it is on
disk, published. If it cannot be written the copy in memory is thrown away and made anew from storage.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

import orjson
from sqlalchemy import insert, select, update

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.telling import Event
from caravanserai.server import storage
from caravanserai.server.budgets import Budgets
from caravanserai.server.errors import Refused
from caravanserai.server.identity import Signer
from caravanserai.server.messages import Decide, Say, Undo, Watch
from caravanserai.server.metrics import Metrics
from caravanserai.server.outgoing import Look, Teller, look, table_info
from caravanserai.server.results import record
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Conflict, Storage, Write
from caravanserai.server.table import FINISHED, RUNNING, UNDO, Standing, Stream, Table

T = TypeVar("T")

TALK_SHOWN = 30
IDLE_SECONDS = 600
"""After which a table nobody looks at is forgotten until somebody does."""

PHRASES = ("hello", "good-luck", "your-turn", "thinking", "well-played", "ouch", "thanks", "sorry", "rematch", "bye")
"""The ready-made phrases of table talk; their words are the messages ``phrase-<name>``."""

log = logging.getLogger("caravanserai.house")


class Watcher(Protocol):
    """A connection that looks at a table."""

    person: str | None
    language: str | None
    table_id: str | None
    viewer: int
    held: tuple[int, ...]

    def send(self, message: bytes) -> None:
        """Send without waiting."""
        ...


class At:
    """For ``async with``: a table, loaded if need be, under its lock."""

    def __init__(self, house: House, table_id: str) -> None:
        self._house = house
        self._id = table_id

    async def __aenter__(self) -> Table:
        while True:
            self._table = self._house.tables.get(self._id) or await self._house.table(self._id)
            await self._table.lock.acquire()
            if self._house.tables.get(self._id) is self._table:
                self._table.used_at = time.time()
                return self._table
            self._table.lock.release()

    async def __aexit__(self, *_: object) -> None:
        self._table.lock.release()


class House:
    """The tables of one server process."""

    def __init__(self, settings: Settings, store: Storage, signer: Signer, metrics: Metrics) -> None:
        self.settings = settings
        self.storage = store
        self.signer = signer
        self.metrics = metrics
        self.budgets = Budgets(settings)
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.on_due: Callable[[str, float], None] = lambda table, at: None

    # Tables in memory -------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Table:
        """The table, loaded if need be; refuses one that does not exist."""
        if found := self.tables.get(table_id):
            return found
        if table_id not in self._loading:
            self._loading[table_id] = self.spawn(self._load(table_id))
        try:
            return await asyncio.shield(self._loading[table_id])
        finally:
            self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Table:
        table = await self.storage.read(lambda connection: Table.load(connection, table_id))
        if table is None:
            raise Refused("not_found", f"table {table_id}: there is none", "the id of a table")
        return self.tables.setdefault(table_id, table)

    def at(self, table_id: str) -> At:
        """The table, and nobody else at it meanwhile."""
        return At(self, table_id)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that is finished before the server stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end even if whoever asked for it goes away."""
        return await asyncio.shield(self.spawn(work))

    async def close(self) -> None:
        """Let what has begun come to its end."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def forget_idle(self, now: float) -> None:
        """Forget tables nobody has looked at for a while."""
        for table in list(self.tables.values()):
            if not table.watchers and not table.lock.locked() and now - table.used_at > IDLE_SECONDS:
                del self.tables[table.id]

    async def store(self, table: Table, write: Write) -> None:
        """Write what was done to a table; if that is not possible, it was not done."""
        try:
            await self.storage.write(write)
        except Exception as problem:
            self.tables.pop(table.id, None)
            self.spawn(self._tell_anew(table))
            if isinstance(problem, Conflict):
                raise Refused("conflict", "somebody else was faster", "a look at the table as it is now") from None
            log.error("a write failed", exc_info=problem)
            raise Refused("unavailable", "storage does not answer", "another try in a while") from None

    async def _tell_anew(self, gone: Table) -> None:
        """Those who looked at a table that was thrown away look at the new one."""
        async with self.at(gone.id) as table:
            watchers = [watcher for watcher in gone.watchers if watcher.table_id == table.id]
            table.watchers.update(watchers)
            info = table_info(table)
            for watcher in watchers:
                seen = look(table, watcher.viewer, info)
                _number(table, seen, False)
                self._send_state(table, watcher, seen, "snapshot", ())

    # What is told -----------------------------------------------------------------------------------------------

    def _send_state(self, table: Table, watcher: Watcher, seen: Look, kind: str, events: Sequence[Event]) -> None:
        number = table.streams[watcher.viewer].number
        creator = watcher.person is not None and watcher.person == table.row["creator"]
        teller = Teller(table, watcher.language)
        watcher.send(teller.state(seen, kind, number, events, watcher.held, creator, time.time()))

    def publish(self, table: Table, happened: bool = False, but: Watcher | None = None) -> None:
        """Tell each viewer what has changed for it, and nothing where nothing has: an update that comes when another
        seat answers in secret would tell of the answer."""
        by_viewer: dict[int, list[Watcher]] = defaultdict(list)
        for watcher in table.watchers:
            by_viewer[watcher.viewer].append(watcher)
        info = table_info(table)
        for viewer, watchers in by_viewer.items():
            seen = look(table, viewer, info)
            events = table.match.events(viewer) if happened and table.match else []
            if not _number(table, seen, bool(events)):
                continue
            for watcher in watchers:
                if watcher is not but:
                    self._send_state(table, watcher, seen, "update", events)
                    self.metrics.updates.inc()
        if table.match:
            table.match.rest()

    # Looking on -------------------------------------------------------------------------------------------------

    def may_see(self, table: Table, person: str | None, invite: str | None) -> bool:
        """Whether somebody may look at a table."""
        if table.row["public"] or (person is not None and person == table.row["creator"]) or table.seats_of(person):
            return True
        return invite is not None and hmac.compare_digest(invite.encode(), str(table.row["invite"]).encode())

    def admit(self, table: Table, person: str | None, invite: str | None) -> None:
        """Refuses who may not look at a table, as if it did not exist."""
        if not self.may_see(table, person, invite):
            raise Refused("not_found", f"table {table.id}: there is none", "a public table, or its invite link")

    async def watch(self, watcher: Watcher, message: Watch) -> None:
        """Begin to look at a table."""
        async with self.at(message.table) as table:
            held = tuple(table.seats_of(watcher.person))
            seat = message.seat
            if seat is not None and seat not in held:
                holder = table.seats[seat].person if seat < len(table.seats) else None
                fits = holder and message.token and self.signer.fits(message.token, table.id, seat, holder)
                if not fits:
                    raise Refused("not_yours", f"seat {seat} is not yours", list(held))
                held = (*held, seat)
            elif seat is None:
                self.admit(table, watcher.person, message.invite)
            if watcher.table_id != table.id:
                await self.unwatch(watcher)
            await self._come_back(table, held)
            watcher.table_id, watcher.language, watcher.held = table.id, message.language, held
            watcher.viewer = SPECTATOR if seat is None else seat
            table.watchers.add(watcher)
            self.publish(table, but=watcher)
            stream, seen = table.streams[watcher.viewer], look(table, watcher.viewer, table_info(table))
            mark = stream.mark(message.number) if message.stream == table.stream_id else None
            if mark is not None:
                events = table.events_since(mark, watcher.viewer)
                self._send_state(table, watcher, seen, "update", events)
            else:
                self._send_state(table, watcher, seen, "snapshot", ())
                await self._send_talk(table, watcher)

    async def unwatch(self, watcher: Watcher) -> None:
        """Look away."""
        table = self.tables.get(watcher.table_id or "")
        watcher.table_id = None
        if table is not None and watcher in table.watchers:
            table.watchers.discard(watcher)
            if not table.lock.locked():
                self.publish(table)

    async def _come_back(self, table: Table, held: Sequence[int]) -> None:
        """Who returns gets their seat back from the bot."""
        write = Write()
        for number in held:
            seat = table.seats[number]
            if table.status == RUNNING and seat.stand_in and not seat.resigned:
                seat.stand_in = False
                write.statements.append(seat_change(table, number))
        if write.statements:
            self.settle(table, write, table.standing(), None, time.time())
            await self.store(table, write)
            self.publish(table)

    async def _send_talk(self, table: Table, watcher: Watcher) -> None:
        if not table.said:
            return
        c = storage.talk.c
        last = select(storage.talk).where(c.table_id == table.id).order_by(c.number.desc()).limit(TALK_SHOWN)
        rows = await self.storage.read(lambda connection: list(connection.execute(last).mappings()))
        for row in reversed(rows):
            watcher.send(talk_message(dict(row)))

    # Deciding ---------------------------------------------------------------------------------------------------

    async def decide(self, watcher: Watcher, message: Decide) -> None:
        """A person's decision: accepted once it is on disk, and then told to all whom it concerns."""
        begin = time.perf_counter()
        async with self.at(seated(watcher)) as table:
            seat = watcher.viewer
            if (seat, message.key) not in table.keys:
                self._check_holder(table, watcher)
                asked = table.streams[seat].window if seat in table.streams else None
                if asked is None:
                    raise Refused("not_to_act", f"seat {seat} has nothing to decide now", "a question to the seat")
                if message.window != asked:
                    raise Refused("stale_window", f"window {message.window}: it is no longer open", asked)
                choice = message.choice
                action = table.check(seat, choice if isinstance(choice, int | str) else choice.model_dump())
                await self.move(table, seat, action, message.key)
                watcher.send(accepted(message.key))
                self.publish(table, happened=True)
                self.metrics.decision_seconds.observe(time.perf_counter() - begin)
            else:
                watcher.send(accepted(message.key))

    async def undo(self, watcher: Watcher, message: Undo) -> None:
        """A person takes the last decision back."""
        async with self.at(seated(watcher)) as table:
            seat = watcher.viewer
            if (seat, message.key) not in table.keys:
                self._check_holder(table, watcher)
                if not table.may_undo(seat):
                    raise Refused("nothing_to_undo", f"seat {seat} has no decision that can still be taken back")
                await self.move(table, seat, UNDO, message.key)
            watcher.send(accepted(message.key))
            self.publish(table)

    def _check_holder(self, table: Table, watcher: Watcher) -> None:
        """The seat may have changed hands since the watcher sat down to it."""
        seat = table.seats[watcher.viewer]
        if seat.person is None or seat.stand_in:
            raise Refused("not_yours", f"seat {watcher.viewer} is played by a bot", "a seat that is yours")

    async def move(self, table: Table, seat: int, action: int, key: str | None) -> None:
        """Take a decision and write it, with all that follows from it, in one piece."""
        now = time.time()
        standing = table.standing() if self._timed(table) else None
        number = len(table.history)
        table.take(seat, action)
        if key is not None:
            table.keys.add((seat, key))
        row = {"table_id": table.id, "number": number, "seat": seat, "action": action, "key": key, "at": now}
        write = Write([row])
        self.settle(table, write, standing, seat, now)
        await self.store(table, write)

    def _timed(self, table: Table) -> bool:
        """Whether any clock could run at the table."""
        assert table.match is not None
        windows = table.row["window_seconds"] is not None and bool(table.match.game.windows)
        return windows or table.row["turn_seconds"] is not None

    def settle(self, table: Table, write: Write, before: Standing | None, mover: int | None, now: float) -> None:
        """Add to a write what follows from a change: clocks, when to look again, the end of the match."""
        assert table.match is not None
        row = table.row
        outcome = table.match.outcome()
        changed: dict[str, Any] = {}
        if outcome is not None:
            changed = {"status": FINISHED, "outcome": outcome.as_json(), "ended_at": now}
            row.update(changed)
            record(table, outcome, write)
            table.dues = {}
        elif before is not None:
            table.set_clocks(before, mover, now)
        dues = {str(seat): at for seat, at in table.dues.items()}
        due_at = table.next_due(now, self.settings.grace, self.settings.bot_pace)
        if dues != row["dues"] or due_at != row["due_at"]:
            changed |= {"dues": dues, "due_at": due_at}
        if changed:
            row.update(changed)
            write.statements.append(update(storage.tables).where(storage.tables.c.id == table.id).values(**changed))
        if due_at is not None:
            self.on_due(table.id, due_at)

    # Talking ----------------------------------------------------------------------------------------------------

    async def say(self, watcher: Watcher, message: Say) -> None:
        """Somebody who sits at a table says something to all there."""
        if (message.phrase is None) == (message.text is None):
            raise Refused("invalid", "say: expected a phrase or a text, and not both", list(PHRASES))
        if message.phrase is not None and message.phrase not in PHRASES:
            raise Refused("invalid", f"phrase {message.phrase!r}: there is none", list(PHRASES))
        async with self.at(seated(watcher)) as table:
            if message.text is not None and not table.row["free_talk"]:
                raise Refused("not_yours", "free text is not allowed at this table", list(PHRASES))
            row = {
                "table_id": table.id,
                "number": table.said,
                "nickname": table.seats[watcher.viewer].nickname,
                "phrase": message.phrase,
                "text": printable(message.text),
                "at": time.time(),
            }
            table.said += 1
            await self.store(table, Write(statements=[insert(storage.talk).values(**row)]))
            for other in table.watchers:
                other.send(talk_message(row))


def _number(table: Table, seen: Look, happened: bool) -> bool:
    """Whether there is something to tell the viewer, because it happened or looks otherwise: the next number."""
    stream = table.streams.setdefault(seen.viewer, Stream())
    digest = seen.digest()
    if digest == stream.seen and not happened:
        return False
    stream.number += 1
    stream.marks.append(len(table.history))
    stream.seen, stream.window = digest, seen.window
    return True


def seated(watcher: Watcher) -> str:
    """The table at which the watcher has a seat."""
    if watcher.table_id is None or watcher.viewer == SPECTATOR:
        raise Refused("not_yours", "you have no seat there", "a watch message that names a seat of yours")
    return watcher.table_id


def seat_change(table: Table, number: int) -> Any:
    """The statement that stores a seat as it is now."""
    c = storage.seats.c
    seat = table.seats[number]
    return update(storage.seats).where(c.table_id == table.id, c.seat == number).values(**vars(seat))


def accepted(key: str) -> bytes:
    """The message that a decision is on disk. It has no number: that would tell how many others have decided."""
    return orjson.dumps({"type": "accepted", "key": key})


def talk_message(row: dict[str, Any]) -> bytes:
    """The message that somebody said something."""
    said = {key: row[key] for key in ("number", "nickname", "phrase", "text", "at")}
    return orjson.dumps({"type": "talk", **said})


def printable(text: str | None) -> str | None:
    """A text on one line, without characters that only steer a terminal or the direction of writing."""
    if text is None:
        return None
    shown = "".join(mark if mark.isprintable() else " " for mark in text)
    if not shown.strip():
        raise Refused("invalid", "text: nothing in it can be read", "something that can be read")
    return shown.strip()
