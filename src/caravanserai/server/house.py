"""The house: all tables of this process, who looks at them, and what they are told.

Every change of a table goes the same way: under the table's lock it is made in memory, written, and, once it is on
disk, published. If it cannot be written the copy in memory is thrown away and made anew from storage.

Whose seat it is, is decided anew for every message that comes in and every message that goes out.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import orjson
from sqlalchemy import insert, select, update

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.telling import Event
from caravanserai.match import UNDO
from caravanserai.server import storage
from caravanserai.server.budgets import Budgets
from caravanserai.server.errors import Refused
from caravanserai.server.identity import Signer
from caravanserai.server.messages import Decide, Pause, Say, Undo, Watch
from caravanserai.server.metrics import Metrics
from caravanserai.server.outgoing import Base, Look, Teller, look, table_info
from caravanserai.server.results import record
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Conflict, Storage, Write
from caravanserai.server.table import FINISHED, MOST_UNDONE, Notice, Standing, Stream, Table
from caravanserai.server.timing import now

T = TypeVar("T")

TALK_SHOWN = 30
IDLE_SECONDS = 600
"""After which a table nobody looks at is forgotten until somebody does."""

AGAIN_SECONDS, AGAIN_LATEST = 0.2, 3.0
"""Between two tries to read a table that was thrown away, the first and the longest."""

PHRASES = ("hello", "good-luck", "your-turn", "thinking", "well-played", "ouch", "thanks", "sorry", "rematch", "bye")
"""The ready-made phrases of table talk; their words are the messages ``phrase-<name>``."""

log = logging.getLogger("caravanserai.house")


class Watcher(Protocol):
    """A connection that looks at a table."""

    person: str | None
    language: str | None
    table_id: str | None
    viewer: int
    granted: dict[int, str]
    """Seats for which a token was shown, each with the person who held it then."""

    packed: bool

    def send(self, message: bytes, binary: bool = False) -> None:
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
                self._table.used_at = now()
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
        self.watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        """Who looks at each table; they stay when the copy of the table is thrown away."""
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._telling_anew: set[str] = set()
        self._closing = False
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
        return self.hold(table)

    def hold(self, table: Table) -> Table:
        """Keep a table in memory, with those who look at it, and look after its clocks."""
        table.watchers = self.watchers[table.id]
        for due in table.clock_dues(self.settings.grace):
            self.on_due(table.id, due)
        return self.tables.setdefault(table.id, table)

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
        self._closing = True
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def forget_idle(self) -> None:
        """Forget tables nobody has looked at for a while."""
        for table in list(self.tables.values()):
            if not table.watchers and not table.lock.locked() and now() - table.used_at > IDLE_SECONDS:
                self.forget(table.id)

    def forget(self, table_id: str) -> None:
        """Keep nothing of a table in memory but who looks at it."""
        self.tables.pop(table_id, None)
        if not self.watchers[table_id]:
            del self.watchers[table_id]

    async def store(self, table: Table, write: Write) -> None:
        """Write what was done to a table; if that is not possible, it was not done."""
        write.decided_on[table.id] = table.row["version"]
        try:
            await self.storage.write(write)
        except BaseException as problem:
            self.tables.pop(table.id, None)
            self._tell_anew(table.id)
            if isinstance(problem, Conflict):
                self.metrics.races_lost.inc()
                raise Refused("conflict", "somebody else was faster", "a look at the table as it is now") from None
            raise
        table.row["version"] += 1

    def _tell_anew(self, table_id: str) -> None:
        """Those who looked at a table that was thrown away look at the new one as soon as it can be read."""
        if table_id not in self._telling_anew:
            self._telling_anew.add(table_id)
            self.spawn(self._keep_telling_anew(table_id))

    async def _keep_telling_anew(self, table_id: str) -> None:
        pause = AGAIN_SECONDS
        try:
            while self.watchers[table_id] and not self._closing:
                try:
                    async with self.at(table_id) as table:
                        self.publish(table, anew=True)
                        return
                except Refused as problem:
                    if problem.code != "unavailable":
                        raise
                await asyncio.sleep(pause)
                pause = min(AGAIN_LATEST, pause * 2)
        finally:
            self._telling_anew.discard(table_id)

    # What is told -----------------------------------------------------------------------------------------------

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
        info = table_info(table)
        text = orjson.dumps(info)
        taken_back = happened and table.match is not None and table.match.last_was_taken_back
        by_viewer: dict[int, list[Watcher]] = defaultdict(list)
        moved = [watcher for watcher in list(table.watchers) if self._seat_is_lost(table, watcher)]
        for watcher in table.watchers:
            by_viewer[watcher.viewer].append(watcher)
        for viewer, watchers in by_viewer.items():
            seen = look(table, viewer, info, happened, text)
            events = [*(table.match.events(viewer) if taken_back and table.match else ()), *told]
            base = _number(table, seen, bool(events))
            if base is not None:
                update = Messages(self, table, seen, () if anew else events, None if anew else base)
                for watcher in watchers:
                    if watcher is not but and watcher not in moved:
                        update.send(watcher)
                        self.metrics.updates.inc()
        for watcher in moved:
            self._send_snapshot(table, watcher)

    def _seat_is_lost(self, table: Table, watcher: Watcher) -> bool:
        """Whether the watcher looks from a seat that has changed hands; then it looks on from now on."""
        if watcher.viewer == SPECTATOR or watcher.viewer in self.held(table, watcher):
            return False
        watcher.send(orjson.dumps({"type": "seat_lost", "seat": watcher.viewer}))
        watcher.viewer = SPECTATOR
        return True

    def _send_snapshot(self, table: Table, watcher: Watcher) -> None:
        seen = look(table, watcher.viewer, table_info(table))
        _number(table, seen, False)
        Messages(self, table, seen, (), None).send(watcher)

    # Looking on -------------------------------------------------------------------------------------------------

    def may_see(self, table: Table, person: str | None, invite: str | None) -> bool:
        """Whether somebody may look at a table."""
        if table.row["public"] or (person is not None and person == table.row["creator"]) or table.seats_of(person):
            return True
        return invite is not None and hmac.compare_digest(invite.encode(), str(table.row["invite"]).encode())

    def held(self, table: Table, watcher: Watcher) -> tuple[int, ...]:
        """The seats that are the watcher's now: as a person's, or by a token that still fits."""
        own = table.seats_of(watcher.person)
        by_token = (n for n, holder in watcher.granted.items() if n not in own and table.seats[n].person == holder)
        return tuple(sorted([*own, *by_token]))

    def acting_seat(self, table: Table, watcher: Watcher) -> int:
        """The seat in which the watcher may act; refuses if it has changed hands."""
        if watcher.viewer not in self.held(table, watcher):
            raise Refused("not_yours", f"seat {watcher.viewer} is not yours", list(self.held(table, watcher)))
        return watcher.viewer

    def admit(self, table: Table, person: str | None, invite: str | None) -> None:
        """Refuses who may not look at a table, as if it did not exist."""
        if not self.may_see(table, person, invite):
            raise Refused("not_found", f"table {table.id}: there is none", "a public table, or its invite link")

    async def watch(self, watcher: Watcher, message: Watch) -> None:
        """Begin to look at a table."""
        async with self.at(message.table) as table:
            if watcher.table_id != table.id:
                await self.unwatch(watcher)
                watcher.granted = {}
            seat = message.seat
            if seat is not None and seat not in self.held(table, watcher):
                holder = table.seats[seat].person if seat < len(table.seats) else None
                fits = holder and message.token and self.signer.fits(message.token, table.id, seat, holder)
                if not holder or not fits:
                    raise Refused("not_yours", f"seat {seat} is not yours", list(self.held(table, watcher)))
                watcher.granted[seat] = holder
            elif seat is None:
                self.admit(table, watcher.person, message.invite)
            came = (watcher.table_id, watcher.viewer) != (table.id, seat)
            watcher.table_id, watcher.language, watcher.packed = table.id, message.language, message.packed
            watcher.viewer = SPECTATOR if seat is None else seat
            if seat is not None and came and table.ease(seat):
                await self._store_clocks(table)
            # Opening the page is a sign of life; that its connection is back by itself is none.
            await self._come_back(table, self.held(table, watcher) if message.stream is None else ())
            table.watchers.add(watcher)
            self.publish(table, but=watcher)
            mark = table.streams[watcher.viewer].mark(message.number) if message.stream == table.stream_id else None
            if mark is not None:
                seen = look(table, watcher.viewer, table_info(table))
                Messages(self, table, seen, table.story(watcher.viewer, mark), None, "update").send(watcher)
            else:
                self._send_snapshot(table, watcher)
                await self._send_talk(table, watcher)

    async def unwatch(self, watcher: Watcher) -> None:
        """Stop looking at a table."""
        table_id, watcher.table_id = watcher.table_id, None
        if table_id is None:
            return
        self.watchers[table_id].discard(watcher)
        table = self.tables.get(table_id)
        if table is None:
            self.forget(table_id)
        elif watcher.viewer in table.pauses:
            self.spawn(self._resume_absent(table_id, watcher.viewer))
        elif not table.lock.locked():
            self.publish(table)

    # Seats and who plays them -----------------------------------------------------------------------------------

    async def back(self, watcher: Watcher) -> None:
        """A person shows a sign of life."""
        async with self.at(seated(watcher)) as table:
            self.acting_seat(table, watcher)
            await self._come_back(table, self.held(table, watcher))

    async def _come_back(self, table: Table, seats: Sequence[int]) -> None:
        """Give seats back to their person. The decision for which their time was up is the bot's all the same: else
        letting it run out would be a way to more of it."""
        if table.playable is None:
            return
        away = [number for number in seats if table.seats[number].stand_in and not table.seats[number].resigned]
        table.returning |= set(away)
        await self.give_back(table)

    async def give_back(self, table: Table) -> None:
        """Give the seats of those who are back to them, where no decision is owed."""
        free = []
        for number in sorted(table.returning):
            pending = table.playable is not None and number in table.playable.actors
            if not (pending and table.owed.get(number) == table.acts[number]):
                free.append(number)
        table.returning -= set(free)
        if free:
            write = Write()
            for number in free:
                table.seats[number].stand_in = False
                write.statements.append(seat_change(table, number))
            notices = [self.notice(table, write, number, "person_back") for number in free]
            self.settle(table, write, table.standing() if table.match else None, None)
            await self.store(table, write)
            self.publish(table, notices=notices)

    async def take_over(self, table: Table, seats: Sequence[int], reason: str) -> None:
        """Let a bot play seats of people who are away."""
        write = Write()
        for number in seats:
            table.seats[number].stand_in = True
            table.seats[number].resigned |= reason == "bot_after_resign"
            table.returning.discard(number)
            table.pause(number, False, now())
            write.statements.append(seat_change(table, number))
        notices = [self.notice(table, write, number, reason) for number in seats]
        self.settle(table, write, None, None)
        await self.store(table, write)
        self.publish(table, notices=notices)

    def notice(self, table: Table, write: Write, seat: int, name: str) -> Notice:
        """Add to a write that something happened to a seat."""
        made = Notice(table.mark()[0], seat, name)
        row = {"table_id": table.id, "number": len(table.notices), **vars(made), "at": time.time()}
        table.notices.append(made)
        write.statements.append(insert(storage.notices).values(**row))
        return made

    async def pause(self, watcher: Watcher, message: Pause) -> None:
        """A person cannot decide for a while, or can again."""
        async with self.at(seated(watcher)) as table:
            if table.pause(self.acting_seat(table, watcher), message.on, now()):
                await self._store_clocks(table)
                self.publish(table)

    async def _resume_absent(self, table_id: str, seat: int) -> None:
        """Let a clock run that stood still for somebody who has gone."""
        async with self.at(table_id) as table:
            await self.resume(table, seat)

    async def resume(self, table: Table, seat: int) -> None:
        """Let a clock run that stood still."""
        if table.pause(seat, False, now()):
            await self._store_clocks(table)
        self.publish(table)

    async def _store_clocks(self, table: Table) -> None:
        """Write clocks that were changed by hand."""
        if table.playable is not None:
            write = Write()
            self.settle(table, write, None, None)
            await self.store(table, write)

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
            seat = self.acting_seat(table, watcher)
            if (seat, message.key) not in table.keys:
                await self._refuse_stand_in(table, seat)
                asked = self._asked(table, seat)
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

    def _asked(self, table: Table, seat: int) -> str | None:
        """The name of the question to a seat, as it was last sent, or as it is if nothing was sent yet."""
        if seat in table.streams:
            return table.streams[seat].window
        return look(table, seat, table_info(table)).window

    async def undo(self, watcher: Watcher, message: Undo) -> None:
        """A person takes the last decision back."""
        async with self.at(seated(watcher)) as table:
            seat = self.acting_seat(table, watcher)
            if (seat, message.key) in table.keys:
                watcher.send(accepted(message.key))
                return
            await self._refuse_stand_in(table, seat)
            if not table.may_undo(seat):
                expected = f"at most {MOST_UNDONE} decisions taken back in a turn" if table.undone else None
                message_text = f"seat {seat} has no decision that can still be taken back"
                raise Refused("nothing_to_undo", message_text, expected)
            await self.move(table, seat, UNDO, message.key)
            watcher.send(accepted(message.key))
            self.publish(table, happened=True)

    async def _refuse_stand_in(self, table: Table, seat: int) -> None:
        """Whoever wants to play is here, and gets the seat back; refuses while it is the bot's all the same."""
        if table.seats[seat].stand_in:
            await self._come_back(table, [seat])
        if table.seats[seat].played_by_bot:
            raise Refused("not_yours", f"seat {seat} is played by a bot", "a seat that is yours")

    async def move(self, table: Table, seat: int, action: int, key: str | None) -> None:
        """Take a decision and write it, with all that follows from it, in one piece."""
        standing = table.standing() if self._timed(table) else None
        number, text = table.expect_playable().history_length, table.text(seat, action)
        table.take(seat, action, key)
        row = {"table_id": table.id, "number": number, "seat": seat, "move": text, "key": key, "at": time.time()}
        write = Write([row])
        self.settle(table, write, standing, seat, undone=action == UNDO)
        await self.store(table, write)

    def _timed(self, table: Table) -> bool:
        """Whether any clock could run at the table."""
        windows = table.row["window_seconds"] is not None and bool(table.expect_playable().game.windows)
        return windows or table.row["turn_seconds"] is not None

    def settle(
        self, table: Table, write: Write, before: Standing | None, mover: int | None, undone: bool = False
    ) -> None:
        """Add to a write what follows from a change: clocks, when to look again, the end of the match."""
        assert table.match is not None
        row = table.row
        outcome = table.match.outcome()
        changed: dict[str, Any] = {}
        if outcome is not None:
            changed = {"status": FINISHED, "outcome": outcome.as_json(), "ended_at": time.time()}
            row.update(changed)
            record(table, outcome, write)
            table.clocks = {}
        elif before is not None:
            table.set_clocks(before, mover, now(), undone)
        clocks = {str(seat): clock.as_json() for seat, clock in table.clocks.items()}
        due_at = table.next_due(now(), self.settings.grace, self.settings.bot_pace)
        if clocks != row["clocks"] or due_at != row["due_at"]:
            changed |= {"clocks": clocks, "due_at": due_at}
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
            seat = self.acting_seat(table, watcher)
            if message.text is not None and not table.row["free_talk"]:
                raise Refused("not_yours", "free text is not allowed at this table", list(PHRASES))
            row = {
                "table_id": table.id,
                "number": table.said,
                "nickname": table.seats[seat].nickname,
                "phrase": message.phrase,
                "text": printable(message.text),
                "at": time.time(),
            }
            table.said += 1
            await self.store(table, Write(statements=[insert(storage.talk).values(**row)]))
            for other in table.watchers:
                other.send(talk_message(row))
            await self._come_back(table, [seat])


class Messages:
    """One state of a table for all who look from one seat: made once for each form, language and rights.

    ``base`` is what they were sent last, if this follows it. ``events`` are told besides those of the game."""

    def __init__(
        self, house: House, table: Table, seen: Look, events: Sequence[Event], base: Base | None, kind: str = ""
    ) -> None:
        self._house, self._table, self._seen, self._events, self._base = house, table, seen, events, base
        self._kind = kind or ("snapshot" if base is None else "update")
        self._made: dict[tuple[bool, str | None, tuple[int, ...], bool], bytes] = {}
        self._time = now()

    def send(self, watcher: Watcher) -> None:
        """Send it as this watcher gets it."""
        mine = self._house.held(self._table, watcher)
        creator = watcher.person is not None and watcher.person == self._table.row["creator"]
        key = (watcher.packed, watcher.language, mine, creator)
        if key not in self._made:
            number = self._table.streams[self._seen.viewer].number
            teller = Teller(self._table, watcher.language)
            header = teller.header(self._seen, self._kind, number, self._events, mine, creator, self._time)
            if watcher.packed:
                self._made[key] = teller.packed(self._seen, header, self._base)
            else:
                self._made[key] = teller.state(self._seen, header)
        watcher.send(self._made[key], watcher.packed)


def _number(table: Table, seen: Look, happened: bool) -> Base | None:
    """If there is something to tell the viewer, because it happened or looks otherwise: what this follows. From here
    on it has the next number."""
    stream = table.streams.setdefault(seen.viewer, Stream())
    digest = seen.digest()
    if digest == stream.seen and not happened and not (seen.presented and seen.presented.events):
        return None
    base = Base(stream.number, stream.view, stream.info)
    stream.number += 1
    stream.marks.append(table.mark())
    stream.seen, stream.window, stream.info = digest, seen.window, seen.info
    stream.view = seen.presented.view if seen.presented else b""
    return base


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
