"""Storage: nothing is lost or locked out when a second process comes, the database goes, or an old file is opened."""

from __future__ import annotations

import asyncio
import errno
import gzip
import json
import os
import resource
import shutil
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, func, insert, select, text, update

from caravanserai.kernel.chance import seed_bytes
from caravanserai.match import Match
from caravanserai.server import disk, schema, storage
from caravanserai.server.identity import COOKIE, Signer, read_keys
from caravanserai.server.metrics import Metrics
from caravanserai.server.rows import MoveRow, TableRow, insert_rows
from caravanserai.server.services import Services
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Conflict, Storage, StorageAway, Write
from caravanserai.server.sweeping import Sweeper
from caravanserai.server.table import OLDER_RULES, UNDO_TEXT, UNREADABLE, Table
from caravanserai.server.upgrading import MIGRATIONS, newest
from tests.cases import OURS
from tests.server.conftest import NewDatabase
from tests.server.running import PostgreSQL, Server, postgresql, sharing
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import Live, Person, open_table

OLD = Path(__file__).parent / "old" / "0001.sqlite3.gz"
"""A database as the first revision wrote it: a waiting, a running and a finished table of each game."""


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "caravanserai.sqlite3"
    file.parent.mkdir()
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    return file


@pytest.fixture
def own_cluster() -> Iterator[PostgreSQL]:
    with postgresql() as cluster:
        yield cluster


# Two processes ------------------------------------------------------------------------------------------------------


def test_a_second_process_on_a_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        second = first.refused("--port", "0")
        assert second.returncode != 0
        assert "another server is using it" in second.stderr + second.stdout
        assert "Traceback" not in second.stderr + second.stdout
        first.kill()
        # The one that died holds nothing.
        first.start()


def test_two_processes_never_both_change_a_table(cluster: PostgreSQL, tmp_path: Path) -> None:
    database = cluster.new_database()

    async def scenario(one: Server, two: Server) -> None:
        ann, bob, eve = await people(one, "Ann", "Bob", "Eve")
        ann2, bob2 = ann.at(two), bob.at(two)
        seat = SEATS - 1
        table, _ = await open_table([ann], GAME, SEATS - 1, start=False)
        await ann.post(f"/api/tables/{table}/arrange", seat=seat)
        path = f"/api/tables/{table}"
        # Both processes hold a copy in which the seat is free.
        assert (await ann2.get(path))["seats"][seat]["kind"] == "open"
        await bob2.post(f"{path}/sit", seat=seat)
        assert await eve.refused("POST", f"{path}/sit", json={"seat": seat}) == (409, "conflict")
        assert (await ann.get(path))["seats"][seat]["nickname"] == "Bob"
        await ann2.get(path)
        begun = await ann.post(f"{path}/start", fill="merchant")
        assert await ann2.refused("POST", f"{path}/start", json={"fill": "merchant"}) == (409, "conflict")
        again = await ann2.get(path)
        assert again["commitment"] == begun["commitment"]
        engine = create_engine(Settings(database=database).database_url)
        with engine.connect() as connection:
            seed = connection.execute(select(schema.tables.c.seed).where(schema.tables.c.id == table)).scalar()
            assert Match(GAME, SEATS, seed=seed_bytes(str(seed))).commitment == begun["commitment"]
        engine.dispose()

    with sharing(tmp_path, database, 2) as servers:
        asyncio.run(scenario(*servers.members))


# Storage goes and comes back ----------------------------------------------------------------------------------------


async def settle_down(*lives: Live) -> None:
    """Read all that is on its way."""
    for live in lives:
        while True:
            try:
                async with asyncio.timeout(0.3):
                    await live.next()
            except TimeoutError:
                break


def test_open_sockets_go_on_after_the_database_was_away(own_cluster: PostgreSQL, tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        ann, bob = await people(server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], "tantan", 0)
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            await settle_down(one, two)
            mover, other = (one, two) if one.state["question"] else (two, one)
            question = mover.state["question"]
            question_id, choice = question["id"], question["choices"][0]["action"]
            await asyncio.to_thread(own_cluster.stop)
            await mover.send(type="decide", question_id=question_id, choice=choice, key="while-away")
            refused = await mover.next("error")
            assert (refused["code"], refused["key"]) == ("unavailable", "while-away")
            assert await ann.refused("GET", "/readyz") == (503, "unavailable")
            await asyncio.sleep(2)
            await asyncio.to_thread(own_cluster.start)
            # Without a reload: the question that is on the screen can be answered, and the other one hears of it.
            mover.state, other.state = {}, {}
            end = time.monotonic() + 30
            while True:
                await mover.send(type="decide", question_id=question_id, choice=choice, key="while-away")
                answer = await mover.next("accepted", "error")
                if answer["type"] == "accepted":
                    break
                assert answer["code"] == "unavailable", answer
                assert time.monotonic() < end
                await asyncio.sleep(0.3)
            while not any(event["name"] == "took" for event in (await other.next("update", "snapshot"))["events"]):
                assert time.monotonic() < end
            assert (await ann.request("GET", "/readyz")).status_code == 200

    with Server(tmp_path, own_cluster.new_database()) as server:
        asyncio.run(scenario(server))
        assert "Traceback" not in server.log.read_text()


def test_watchers_hear_again_by_themselves_when_the_database_is_back(own_cluster: PostgreSQL, tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        (ann,) = await people(server, "Ann")
        table, _ = await open_table([ann], GAME, SEATS - 1)
        async with ann.live(table=table, seat=0) as live, Person(server, "Eve").live(table=table) as eve:
            await settle_down(eve)
            await live.until_asked()
            await asyncio.to_thread(own_cluster.stop)
            await live.decide(key="lost")
            assert (await live.next("error"))["code"] == "unavailable"
            await asyncio.to_thread(own_cluster.start)
            eve.state = {}
            assert (await eve.next("snapshot"))["table"]["status"] == "running"
            live.state = {}
            await live.until_asked()
            await live.decide()
            await live.next("accepted")

    with Server(tmp_path, own_cluster.new_database()) as server:
        asyncio.run(scenario(server))


def test_a_full_disk_is_told_and_does_no_harm(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        (ann,) = await people(server, "Ann")
        table, _ = await open_table([ann], GAME, SEATS - 1)
        assert server.process is not None
        async with ann.live(table=table, seat=0) as live:
            await live.until_asked()
            limit = (server.data / "caravanserai.sqlite3-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            assert await ann.refused("GET", "/readyz") == (503, "unavailable")
            assert await ann.refused("POST", "/api/me", json={"nickname": "Anna"}) == (503, "unavailable")
            await live.decide(key="full")
            assert (await live.next("error"))["code"] == "unavailable"
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            assert (await ann.request("GET", "/readyz")).status_code == 200
            live.state = {}
            await live.until_asked()
            await live.decide()
            await live.next("accepted")

    with Server(tmp_path) as server:
        asyncio.run(scenario(server))


def test_nothing_is_acknowledged_before_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two commits may be on their way at once, and each is waited for."""
    may_go_on, waiting = threading.Event(), threading.Semaphore(0)

    def slow(file: int) -> None:
        waiting.release()
        may_go_on.wait()
        os.fsync(file)

    async def scenario(store: Storage) -> None:
        writes = []
        for number in range(2):
            write = Write([], [insert(schema.health).values(id=number, at=0.0)])
            writes.append(asyncio.create_task(store.write(write)))
            assert await asyncio.to_thread(waiting.acquire, timeout=30)
        await asyncio.sleep(0.1)
        assert not any(write.done() for write in writes)
        may_go_on.set()
        await asyncio.gather(*writes)

    store = Storage(f"sqlite:///{tmp_path}/tables.sqlite3")
    store.open()
    monkeypatch.setattr(disk, "sync", slow)
    asyncio.run(scenario(store))
    store.close()


def test_what_a_failing_disk_may_have_lost_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.sqlite3"

    def fail(_: int) -> None:
        raise OSError(errno.EIO, "no more")

    async def scenario(store: Storage) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(disk, "sync", fail)
            with pytest.raises(StorageAway):
                await store.write(Write([], [insert(schema.health).values(id=1, at=1.0)]))
        assert await store.read(lambda connection: connection.execute(select(schema.health.c.id)).scalar()) == 1
        without_log = shutil.copy(file, tmp_path / "copy.sqlite3")
        assert sqlite3.connect(without_log).execute("SELECT id FROM health").fetchall() == [(1,)]

    store = Storage(f"sqlite:///{file}")
    store.open()
    asyncio.run(scenario(store))
    store.close()


def test_a_log_that_was_removed_is_found_again(tmp_path: Path) -> None:
    """SQLite does that when nobody has the database open."""
    file = tmp_path / "tables.sqlite3"
    log = disk.Log(Path(f"{file}-wal"))
    for number in range(2):
        store = Storage(f"sqlite:///{file}")
        store.open()
        asyncio.run(store.write(Write([], [insert(schema.health).values(id=number, at=0.0)])))
        log.reach_disk()
        assert log.is_current()
        store.close()
        assert not log.is_current()
        log.reach_disk()
    log.close()


async def with_tables(store: Storage, count: int) -> None:
    """Tables ``t0``, ``t1`` … that are played at."""
    person = {"id": "ann", "nickname": "Ann", "created_at": 0.0, "seen_at": 0.0}
    rows = [
        TableRow(
            id=f"t{number}", invite="", creator="ann", game=GAME, edition="standard", options={}, turn_seconds=None,
            window_seconds=None, public=True, free_talk=False, stand_in="merchant", status="running", rules=1,
            created_at=0.0,
        )
        for number in range(count)
    ]  # fmt: skip
    await store.write(
        Write([], [insert(schema.people).values(person)], [lambda q: insert_rows(q, schema.tables, rows)])
    )


def a_move(table: str, version: int, number: int = 0) -> Write:
    """A decision at a table."""
    row = MoveRow(table, number, 0, "wait", None, 0.0)
    return Write([row], decided_on={table: version}, changed={table: {"turn_at": 1.0 + number}})


def moves_of(file: Path) -> list[tuple[str, int]]:
    with sqlite3.connect(file) as connection:
        return connection.execute("SELECT table_id, number FROM moves ORDER BY 1, 2").fetchall()


def test_moves_share_a_commit_and_only_those_that_were_overtaken_fail(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    commits: list[tuple[int, int]] = []

    async def scenario(store: Storage) -> None:
        await with_tables(store, 3)
        commits.clear()
        await asyncio.gather(*(store.write(a_move(f"t{number}", 0)) for number in range(3)))
        assert commits == [(3, 3)]
        late = [store.write(a_move("t0", 1, 1)), store.write(a_move("t1", 0, 1)), store.write(a_move("t2", 1, 1))]
        outcomes = await asyncio.gather(*late, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
        with pytest.raises(Conflict):
            await store.write(a_move("t0", 2, 1))  # another of that number is there already

    store = Storage(f"sqlite:///{file}")
    store.on_commit = lambda *counted: commits.append(counted)
    store.open()
    asyncio.run(scenario(store))
    store.close()
    assert moves_of(file) == [("t0", 0), ("t0", 1), ("t1", 0), ("t2", 0), ("t2", 1)]


def test_moves_wait_for_another_program_that_writes_and_nobody_waits_with_them(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scenario(store: Storage) -> None:
        await with_tables(store, 1)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.write(a_move("t0", 0)))
        for _ in range(10):
            begin = time.monotonic()
            await asyncio.sleep(0.02)
            assert time.monotonic() - begin < 2
            assert not writing.done()
        other.execute("ROLLBACK")
        other.close()
        await writing

    store = Storage(f"sqlite:///{file}")
    store.open()
    asyncio.run(scenario(store))
    store.close()
    assert moves_of(file) == [("t0", 0)]


def test_the_log_is_taken_in_while_moves_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who commit by the short way never do that, however many they are."""
    monkeypatch.setattr(storage, "MOST_QUICK", 50)
    monkeypatch.setattr(storage, "BYTES_IN_LOG", 100_000)
    file = tmp_path / "tables.sqlite3"

    async def scenario(store: Storage) -> None:
        await with_tables(store, 1)
        for number in range(1000):
            await store.write(a_move("t0", number, number))

    store = Storage(f"sqlite:///{file}")
    store.open()
    asyncio.run(scenario(store))
    assert Path(f"{file}-wal").stat().st_size < 1000 * storage.PAGE_BYTES
    store.close()
    assert len(moves_of(file)) == 1000


def test_what_is_gathered_is_written_before_the_end(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scenario(store: Storage) -> None:
        await with_tables(store, 2)
        writing = [asyncio.create_task(store.write(a_move(f"t{number}", 0))) for number in range(2)]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*writing)

    store = Storage(f"sqlite:///{file}")
    store.open()
    asyncio.run(scenario(store))
    assert moves_of(file) == [("t0", 0), ("t1", 0)]


def test_a_known_visitor_of_a_lost_database_is_known_again(tmp_path: Path) -> None:
    server = Server(tmp_path)

    async def before() -> Person:
        (ann,) = await people(server, "Ann")
        return ann

    async def after(ann: Person) -> None:
        seats = [{"kind": "me"}, *({"kind": "bot"} for _ in range(SEATS - 1))]
        wanted: dict[str, Any] = {"game": GAME, "seats": seats}
        assert await ann.refused("GET", "/api/me") == (401, "not_known")
        assert await ann.refused("POST", "/api/tables", json=wanted) == (401, "not_known")
        await ann.post("/api/me", nickname="Ann")
        assert (await ann.get("/api/me"))["nickname"] == "Ann"
        await ann.post("/api/tables", **wanted)

    with server:
        ann = asyncio.run(before())
        server.stop()
        for file in tmp_path.glob("caravanserai.sqlite3*"):
            file.unlink()
        server.start()
        asyncio.run(after(ann))
        assert "Traceback" not in server.log.read_text()


# Old files ----------------------------------------------------------------------------------------------------------


def open_old(file: Path) -> Any:
    Storage(f"sqlite:///{file}").check()
    return create_engine(f"sqlite:///{file}")


def first_revision(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What must outlive the upgrade, as the first revision stored it."""
    with sqlite3.connect(file) as connection:
        asked = {
            "people": "SELECT id, nickname, created_at FROM people ORDER BY id",
            "seats": "SELECT table_id, seat, person, nickname, level FROM seats ORDER BY 1, 2",
            "moves": "SELECT table_id, number, seat, key, at FROM moves ORDER BY 1, 2",
            "talk": "SELECT table_id, number, nickname, phrase, text, at FROM talk ORDER BY 1, 2",
            "ratings": "SELECT * FROM ratings ORDER BY 1, 2",
            "results": "SELECT table_id, seat, game, nickname, rank, score FROM results ORDER BY 1, 2",
        }
        return {name: connection.execute(question).fetchall() for name, question in asked.items()}


def test_the_steps_are_named_after_their_numbers() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert newest() == ScriptDirectory.from_config(config).get_current_head()


def test_a_file_of_the_first_revision_is_brought_up_to_date(old_file: Path) -> None:
    before = first_revision(old_file)
    whole = old_file.read_bytes()
    with sqlite3.connect(old_file) as connection:
        actions = connection.execute("SELECT table_id, number, action FROM moves").fetchall()
        outcomes = dict(connection.execute("SELECT id, outcome FROM tables WHERE status = 'finished'").fetchall())
    engine = open_old(old_file)
    assert first_revision(old_file) == before
    copies = list(old_file.parent.glob("*.before-upgrade-from-0001"))
    assert len(copies) == 1
    assert first_revision(copies[0]) == before
    assert len(whole) <= copies[0].stat().st_size + 65_536
    with engine.connect() as connection:
        m = schema.moves.c
        stored = connection.execute(select(m.table_id, m.number, m.move))
        texts = {(table, number): move for table, number, move in stored}
        assert [key for *key, action in actions if (texts[*key] == UNDO_TEXT) != (action == -1)] == []
        assert any(action == -1 for *_, action in actions)
        statuses = set()
        for (table_id,) in connection.execute(select(schema.tables.c.id)).all():
            table = Table.load(connection, table_id)
            assert table is not None
            assert table.fault is None
            statuses.add((table.row.game, table.status))
            if table.status == "finished":
                assert table.match is not None
                outcome = table.match.outcome()
                assert outcome is not None
                assert list(outcome.scores) == json.loads(outcomes[table_id])["scores"]
        assert statuses == {(game, status) for game in OURS for status in ("waiting", "running", "finished")}
        persons = connection.execute(select(func.count()).where(schema.results.c.person.is_not(None))).scalar()
        assert persons == 10


def test_matches_of_the_first_revision_are_played_on(old_file: Path) -> None:
    async def scenario(server: Server) -> None:
        engine = create_engine(f"sqlite:///{old_file}")
        with engine.connect() as connection:
            running = connection.execute(
                select(schema.tables.c.id, schema.tables.c.creator, schema.tables.c.game).where(
                    schema.tables.c.status == "running"
                )
            ).all()
        engine.dispose()
        assert len(running) == 5
        for table, creator, game in running:
            person = Person(server, "Ann")
            person.cookies = {COOKIE: cookie_of(server, creator)}
            async with person.live(table=table, seat=0) as live:
                await live.next("snapshot")
                if live.state["question"]:
                    await live.decide()
                    assert (await live.next("accepted", "error"))["type"] == "accepted", game

    with Server(old_file.parent) as server:
        asyncio.run(scenario(server))


def cookie_of(server: Server, person: str) -> str:
    """The cookie that the server would give that person."""
    return Signer(*read_keys(server.data, None, None)).cookie(person)


def killed_at_statement(file: Path, number: int) -> bool:
    """Upgrade the file in a process of its own that dies before its statement of that number; whether it came to it."""
    child = os.fork()
    if child == 0:  # pragma: no cover
        count = [0]
        store = Storage(f"sqlite:///{file}")

        def die(*_: Any) -> None:
            count[0] += 1
            if count[0] > number:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(store.engine, "before_cursor_execute", die)
        event.listen(store.engine, "commit", die)
        store.check()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_an_upgrade_killed_at_any_statement_can_be_made_again(old_file: Path, tmp_path: Path) -> None:
    before = first_revision(old_file)
    number, died = 0, 0
    gone_on_from: set[tuple[str, ...]] = set()
    copy = tmp_path / "copy" / "caravanserai.sqlite3"
    while True:
        shutil.rmtree(copy.parent, ignore_errors=True)
        copy.parent.mkdir()
        shutil.copy(old_file, copy)
        if not killed_at_statement(copy, number):
            break
        died += 1
        # As it was, or as it shall be: nothing in between.
        with sqlite3.connect(copy) as connection:
            columns = {row[1] for row in connection.execute("PRAGMA table_info(moves)")}
            [revision] = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            names = {file.name for file in copy.parent.iterdir() if not file.name.endswith(("-wal", "-shm"))}
            left = (*sorted(names), *connection.iterdump())
        assert ("action" in columns, "move" in columns) == ((True, False) if revision == "0001" else (False, True))
        if left not in gone_on_from:
            gone_on_from.add(left)
            Storage(f"sqlite:///{copy}").check()
        assert first_revision(copy) == before
        number += 1
    assert died > 30
    assert first_revision(copy) == before


# Other rules, broken rows -------------------------------------------------------------------------------------------


def change(server: Server, statement: Any) -> None:
    """Change storage while the server is stopped."""
    engine = create_engine(f"sqlite:///{server.data / 'caravanserai.sqlite3'}")
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def test_matches_of_other_rules_and_broken_ones_harm_nobody_else(tmp_path: Path) -> None:
    server = Server(tmp_path)
    t = schema.tables.c

    async def before() -> tuple[Person, dict[str, str]]:
        (ann,) = await people(server, "Ann")
        made = {}
        for name in ("good", "older", "broken", "gone"):
            made[name], _ = await open_table([ann], GAME, SEATS - 1)
            async with ann.live(table=made[name], seat=0) as live:
                await live.decide()
                await live.next("accepted")
        made["record"], _ = await open_table([ann], "tantan", 1)
        await ann.post(f"/api/tables/{made['record']}/leave")
        async with Person(server, "Eve").live(table=made["record"]) as live:
            while not live.state or live.state["outcome"] is None:
                await live.next()
        return ann, made

    async def after(ann: Person, made: dict[str, str]) -> None:
        faults = {"good": None, "older": OLDER_RULES, "broken": UNREADABLE, "gone": UNREADABLE, "record": OLDER_RULES}
        mine = {entry["table"]["id"]: entry for entry in await ann.get("/api/mine")}
        assert {name: mine[table]["table"]["fault"] for name, table in made.items()} == faults
        assert [mine[made[name]]["my_turn"] for name in ("older", "broken", "gone")] == [False] * 3
        lobby = {entry["id"] for entry in await ann.get("/api/lobby")}
        assert made["good"] in lobby
        assert not {made["older"], made["broken"], made["gone"]} & lobby
        for name in ("older", "broken", "gone"):
            async with ann.live(table=made[name], seat=0, language="en") as live:
                state = await live.next("snapshot")
                assert (state["table"]["fault"], state["view"], state["question"]) == (faults[name], None, None)
                await live.send(type="decide", question_id="x", choice=0, key="k")
                assert (await live.next("error"))["code"] in ("conflict", "not_to_act")
            for path in ("leave", "resign"):
                assert await ann.refused("POST", f"/api/tables/{made[name]}/{path}", json={}) == (409, "conflict")
        async with ann.live(table=made["good"], seat=0) as live:
            await live.decide()
            await live.next("accepted")
        # A finished match under older rules is still a record.
        log = await ann.get(f"/api/tables/{made['record']}/replay")
        assert log["rules"] == 77
        last = len(log["moves"])
        assert (await ann.get(f"/api/tables/{made['record']}/replay/{last}"))["views"]

    with server:
        ann, made = asyncio.run(before())
        server.stop()
        change(server, update(schema.tables).where(t.id.in_([made["older"], made["record"]])).values(rules=77))
        change(server, update(schema.tables).where(t.id == made["gone"]).values(game="backgammon"))
        change(server, update(schema.moves).where(schema.moves.c.table_id == made["broken"]).values(move="dance a=1"))
        server.start()
        asyncio.run(after(ann, made))
        said = server.log.read_text()
        assert "Traceback" not in said
        assert said.count("cannot be read") == 2


# The system's clock -------------------------------------------------------------------------------------------------

SHIFTED = """
import pathlib, sys, time
shift, real = pathlib.Path(sys.argv[1]), time.time
time.time = lambda: real() + float(shift.read_text())
sys.argv = ["caravanserai", *sys.argv[2:]]
from caravanserai.cli import main
main()
"""


def test_bots_and_clocks_go_on_when_the_systems_clock_is_set_back(tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    shift.write_text("0")
    server = Server(tmp_path / "data", options=["--grace", "0.1"])
    server.command = [sys.executable, "-c", SHIFTED, str(shift), *server.command[3:]]

    async def goes_on(ann: Person, table: str) -> None:
        async with ann.live(table=table, seat=0) as live:
            for _ in range(3):
                async with asyncio.timeout(15):
                    await live.until_asked()
                question = live.state["question"]
                live.state = {}
                await live.decide_on(question)
                async with asyncio.timeout(15):
                    while not live.state or live.state["question"] is None:
                        await live.next()

    async def time_is_up(ann: Person, bob: Person, table: str) -> None:
        async with Person(server, "Eve").live(table=table) as eve:
            async with asyncio.timeout(20):
                while not any(s["stand_in"] for s in (await eve.next("update", "snapshot"))["table"]["seats"]):
                    pass

    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        alone, _ = await open_table([ann], GAME, SEATS - 1)
        timed, _ = await open_table([ann, bob], "tantan", 0, clocks={"turn": 5})
        shift.write_text("-3600")
        await goes_on(ann, alone)
        await time_is_up(ann, bob, timed)
        later, _ = await open_table([ann, bob], "tantan", 0, clocks={"turn": 5})
        server.kill()
        shift.write_text("-7200")
        await asyncio.to_thread(server.start)
        await time_is_up(ann, bob, later)
        await goes_on(ann, alone)

    with server:
        asyncio.run(scenario())


# What is swept ------------------------------------------------------------------------------------------------------


def test_what_nobody_needs_is_swept(new_database: NewDatabase, tmp_path: Path) -> None:
    database = new_database()
    server = Server(tmp_path, database, ["--keep-waiting", "1", "--keep-finished", "1", "--keep-guests", "1"])
    url = Settings(data=tmp_path, database=database).database_url

    async def fill() -> dict[str, str]:
        ann, bob, _ = await people(server, "Ann", "Bob", "Guest")
        made = {"running": (await open_table([ann], GAME, SEATS - 1))[0]}
        made["waiting"] = (await open_table([bob], GAME, SEATS - 1, start=False))[0]
        made["finished"] = (await open_table([ann], "tantan", 1))[0]
        await ann.post(f"/api/tables/{made['finished']}/leave")
        async with Person(server, "Eve").live(table=made["finished"]) as live:
            while not live.state or live.state["outcome"] is None:
                await live.next()
        return made

    def rows(connection: Connection) -> dict[str, int]:
        tables = ("people", "tables", "moves", "results")
        return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar() or 0 for name in tables}

    async def sweep(days: float) -> dict[str, int]:
        settings = Settings(data=tmp_path, keep_waiting=days, keep_finished=days, keep_guests=days)
        store = Storage(url)
        store.open()
        try:
            return await Sweeper(Services(settings, store, Signer(b"x" * 32), Metrics())).sweep()
        finally:
            store.close()

    with server:
        made = asyncio.run(fill())
        server.stop()
    engine = create_engine(url)
    assert asyncio.run(sweep(1.0)) == {"waiting": 0, "finished": 0, "guests": 0}
    assert asyncio.run(sweep(1e-9)) == {"waiting": 1, "finished": 1, "guests": 2}
    with engine.connect() as connection:
        left = rows(connection)
        assert (left["people"], left["tables"]) == (1, 1)
        assert left["results"] == 2, "results outlive their tables"
        names = [name for (name,) in connection.execute(select(schema.tables.c.id))]
        assert names == [made["running"]]
        owners = {name for (name,) in connection.execute(select(schema.moves.c.table_id))}
        assert owners <= {made["running"]}
    engine.dispose()
