"""Killing a server or its database under load, again and again, and counting afterwards."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

import httpx
from sqlalchemy import Connection, create_engine, select
from websockets.exceptions import WebSocketException

from caravanserai.games import find_game, game_names
from caravanserai.server.results import players, rated
from caravanserai.server.schema import moves, ratings, results, tables
from caravanserai.server.settings import Settings
from caravanserai.server.table import Table
from tests.server.running import START_SECONDS, PostgreSQL, Server, Servers
from tests.server.wire import Person, open_table

LOST = (OSError, WebSocketException, httpx.TransportError, TimeoutError, AssertionError)
"""What a client sees of a server that dies."""

CUT = 25
"""After so many decisions one of the clients cuts its own connection just after it has sent the last one."""

EACH = 20
"""So many decisions are accepted at least before each kill, however slow the machine is; then comes a pause."""

PATIENCE = 120.0
"""Seconds after which a server that accepts nothing is given up."""


Target = Server | Servers

Blow = Callable[[Any, random.Random], None]
"""What is done to a server, or to one of several, under load."""


@dataclass
class Tally:
    """What the clients know for certain."""

    accepted: set[tuple[str, int, str]] = field(default_factory=set)
    progress: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    cut: int = 0
    finished: set[str] = field(default_factory=set)
    waits: list[float] = field(default_factory=list)
    """How long it took after each blow until every table had gone on."""


async def hammer(person: Person, table: str, seat: int, tally: Tally, dice: random.Random) -> None:
    """Play a seat, whatever happens to the server; a decision whose answer was lost is sent again with its key."""
    unanswered: tuple[str, str, int] | None = None
    count = 0
    while table not in tally.finished:
        with suppress(*LOST):
            async with person.live(table=table, seat=seat) as live:
                assert (await live.next("snapshot", "error"))["type"] == "snapshot"
                if unanswered is not None:
                    question_id, key, action = unanswered
                    await live.send(type="decide", question_id=question_id, choice=action, key=key)
                    if (await live.next("accepted", "error"))["type"] == "accepted":
                        tally.accepted.add((table, seat, key))
                    unanswered = None
                    await live.send(type="watch", table=table, seat=seat)
                    assert (await live.next("snapshot", "error"))["type"] == "snapshot"
                while live.state["outcome"] is None:
                    if (question := live.state["question"]) is None:
                        await live.next()
                        continue
                    count += 1
                    key, action = f"{seat}.{count}", dice.choice(question["choices"])["action"]
                    unanswered = question["id"], key, action
                    await live.decide(action, key)
                    live.state = {}
                    tally.sent += 1
                    if tally.sent % CUT == 0:
                        tally.cut += 1
                        live.socket.transport.abort()
                    answer = await live.next("accepted", "error")
                    unanswered = None
                    assert answer["type"] == "accepted", answer
                    tally.accepted.add((table, seat, key))
                    tally.progress[table] += 1
                    while not live.state:
                        await live.next()
                tally.finished.add(table)
                return
        await asyncio.sleep(0.1)


def power_failure(server: Server, dice: random.Random) -> None:
    """The server dies and is started again."""
    server.kill()
    server.start()


def member_dies(servers: Servers, dice: random.Random) -> None:
    """One of several servers dies, is away for a while, and is started again."""
    servers.lose_one(dice.uniform(0.0, 8.0))


def outage_of(cluster: PostgreSQL) -> Blow:
    """The database dies, stays away for up to three seconds, and comes back; the server stays."""

    def outage(server: Target, dice: random.Random) -> None:
        cluster.stop()
        time.sleep(dice.uniform(0.0, 3.0))
        cluster.start()

    return outage


async def under_fire(server: Target, blows: Sequence[Blow], tables_at_once: int, pause: float, seed: int = 1) -> Tally:
    """Tables with two people and bots, and one blow after the other; then all go on to show they can. Of several
    servers one dies only when all are there again: else nobody might be left."""
    dice = random.Random(seed)
    tally = Tally()
    games = list(islice(cycle(game_names()), tables_at_once))

    async def keep_playing(game: str) -> None:
        while True:
            with suppress(*LOST):
                found = find_game(game)
                bots = max(1, found.fewest - 2)
                # New people for each: nobody may have many tables waiting, and a kill can leave one half set up.
                people = [await Person(server, "Ann").arrive(), await Person(server, "Bob").arrive()]
                table, _ = await open_table(people, game, bots, options=found.lab_options({}))
                await asyncio.gather(*(hammer(person, table, seat, tally, dice) for seat, person in enumerate(people)))
            await asyncio.sleep(0.1)

    players = [asyncio.create_task(keep_playing(game)) for game in games]
    try:
        for blow in blows:
            enough = len(tally.accepted) + EACH
            async with asyncio.timeout(PATIENCE):
                while len(tally.accepted) < enough:
                    for player in players:
                        if player.done():
                            player.result()
                    await asyncio.sleep(0.05)
            await asyncio.sleep(pause * dice.uniform(0.0, 1.0))
            if isinstance(server, Servers):
                async with asyncio.timeout(START_SECONDS):
                    while not server.all_ready():
                        await asyncio.sleep(0.05)
                begin, reached = time.monotonic(), Counter(tally.progress)
                running = {table for table in tally.progress if table not in tally.finished}
                await asyncio.to_thread(blow, server, dice)
                while any(t not in tally.finished and tally.progress[t] == reached[t] for t in running):
                    assert time.monotonic() < begin + PATIENCE, "tables that do not go on"
                    await asyncio.sleep(0.05)
                tally.waits.append(time.monotonic() - begin)
            else:
                await asyncio.to_thread(blow, server, dice)
        running = set(tally.progress) - tally.finished
        reached = Counter(tally.progress)
        for _ in range(600):
            if all(table in tally.finished or tally.progress[table] > reached[table] for table in running):
                break
            await asyncio.sleep(0.05)
        stuck = [t for t in running if t not in tally.finished and tally.progress[t] == reached[t]]
        assert stuck == [], "tables that do not go on"
    finally:
        for task in players:
            task.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return tally


def check_nothing_lost(server: Target, database: str | None, tally: Tally) -> int:
    """Every acknowledged decision is in storage, none is there twice, every table replays, and the end of each match is
    recorded once; how many decisions there are."""
    engine = create_engine(Settings(data=server.data, database=database).database_url)
    with engine.connect() as connection:
        stored = Counter(
            (row.table_id, row.seat, row.key)
            for row in connection.execute(select(moves.c.table_id, moves.c.seat, moves.c.key))
            if row.key is not None
        )
        assert [entry for entry in tally.accepted if stored[entry] != 1] == []
        assert max(stored.values()) == 1
        ended: list[Table] = []
        for (table_id,) in connection.execute(select(tables.c.id)).all():
            table = Table.load(connection, table_id)
            assert table is not None
            numbers = connection.execute(
                select(moves.c.number).where(moves.c.table_id == table_id).order_by(moves.c.number)
            )
            assert [number for (number,) in numbers] == list(range(len(table.match.history) if table.match else 0))
            if table.match is not None:
                assert (table.status == "finished") == table.match.over
                ended += [table] * table.match.over
        check_recorded_once(connection, ended)
    engine.dispose()
    return len(tally.accepted)


def check_recorded_once(connection: Connection, ended: Sequence[Table]) -> None:
    """What follows from the ends of these matches is there, once."""
    seats = {(table.id, seat) for table in ended for seat in range(len(table.seats))}
    recorded = [(row.table_id, row.seat) for row in connection.execute(select(results.c.table_id, results.c.seat))]
    assert sorted(recorded) == sorted(seats)
    played = Counter(
        (table.row.game, who) for table in ended if table.row.public and rated(table) for who in set(players(table))
    )
    told = {(row.game, row.who): row.played for row in connection.execute(select(ratings))}
    assert told == played
