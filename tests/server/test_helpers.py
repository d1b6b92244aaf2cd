"""Helpers: processes that think for servers, and whose loss costs nobody more than a moment."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import create_engine, text

from caravanserai.games import find_game
from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.match import Match
from caravanserai.server import queueing
from caravanserai.server.jobs import bots_decision, code_of, hint
from caravanserai.server.queueing import JOBS, JobQueue
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Storage
from caravanserai.server.thinking import HELPER, Job
from tests.server.forking import ForkedProcess, run_command
from tests.server.running import START_SECONDS, PostgreSQL, Server, postgresql
from tests.server.test_tables import people
from tests.server.test_thinking import PATIENCE, children, hint_path, metric, until
from tests.server.wire import Person

QUICK, SLOW = "caravaneer", "vizier"
"""Levels that search: for a tenth of a second, and for one."""

ALLOWANCE = 2


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class Helper:
    """A ``caravanserai think`` process."""

    def __init__(self, database: str, log: Path, workers: int = 1, options: Sequence[str] = ()) -> None:
        self.port = free_port()
        self.database = database
        self.log = log
        self.command = ["think", "--database", database, "--workers", str(workers)]
        self.command += ["--metrics-port", str(self.port), *options]
        self.process: ForkedProcess | None = None

    def __enter__(self) -> Helper:
        self.log.touch()
        self.process = ForkedProcess(self.command, self.log, os.environ)
        end = time.monotonic() + START_SECONDS
        while "thinking for others" not in self.log.read_text():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        assert "Traceback" not in self.log.read_text()

    def send(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def stop_in_the_middle(self, kind: str) -> None:
        """Stop the process at a moment at which it has a job that is not answered yet, however slow the machine is."""
        held = (
            "SELECT count(*) FROM jobs JOIN thinkers ON thinkers.id = jobs.taken_by"
            f" WHERE jobs.kind = %s AND jobs.answered_at IS NULL AND thinkers.kind = '{HELPER}'"
        )
        end = time.monotonic() + PATIENCE
        with psycopg.connect(self.database, autocommit=True) as connection:
            while time.monotonic() < end:
                if connection.execute(held, (kind,)).fetchone() != (0,):
                    self.send(signal.SIGSTOP)
                    time.sleep(0.1)  # what it had already sent is written
                    if connection.execute(held, (kind,)).fetchone() != (0,):
                        return
                    self.send(signal.SIGCONT)
                time.sleep(0.02)
        raise AssertionError("it has never had a job")

    def count(self, name: str, **labels: str) -> float:
        """What its own page says."""
        page = httpx.get(f"http://127.0.0.1:{self.port}/metrics").text
        return sum(
            sample.value
            for family in text_string_to_metric_families(page)
            for sample in family.samples
            if sample.name == f"caravanserai_{name}" and labels.items() <= sample.labels.items()
        )


@pytest.fixture
def database(cluster: PostgreSQL) -> str:
    return cluster.new_database()


@pytest.fixture
def served(database: str, tmp_path: Path) -> Iterator[Server]:
    """A server on PostgreSQL, for one test."""
    with Server(tmp_path / "data", database, ["--thinking-allowance", str(ALLOWANCE)]) as running:
        yield running
        said = running.log.read_text()
        assert "Traceback" not in said, said
        assert '"level":"error"' not in said, said


def helpers_seen(server: Server, count: int) -> Callable[[], bool]:
    return lambda: metric(server, "helpers") == count


async def bots_table(person: Person, level: str = QUICK, game: str = "tantan") -> str:
    """A table at which bots play by themselves."""
    made = await person.post("/api/tables", game=game, seats=[{"kind": "bot", "level": level}] * 2)
    await person.post(f"/api/tables/{made['table']['id']}/start")
    return str(made["table"]["id"])


async def longest_wait(person: Person, table: str, updates: int, blow: Callable[[], None] = lambda: None) -> float:
    """Watch a table, deal a blow after the first update, and see so many more: the longest time without one."""
    async with person.live(table=table) as live:
        await live.next("update")
        blow()
        waits = []
        for _ in range(updates):
            begin = time.monotonic()
            await live.next("update")
            waits.append(time.monotonic() - begin)
    return max(waits)


async def patiently(person: Person, path: str) -> Any:
    """What a person is told, even if the machine is so busy that a worker takes a minute to begin."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(httpx.TimeoutException):
            answer = await person.request("GET", path)
            if answer.status_code == 200:
                return answer.json()
            assert answer.json()["code"] == "unavailable"
    raise AssertionError(f"{path}: no answer")


def test_a_helper_decides_for_bots_gives_hints_and_reviews(database: str, served: Server, tmp_path: Path) -> None:
    async def scenario() -> None:
        await until(helpers_seen(served, 1))
        (ann,) = await people(served, "Ann")
        await bots_table(ann)
        await until(lambda: metric(served, "jobs_answered_total", kind="decide", where="helper") >= 1)
        table = await bots_table(ann, "merchant")
        async with ann.live(table=table) as live:
            while not live.state or live.state["outcome"] is None:
                await live.next()
        assert await patiently(ann, await hint_path(ann))
        assert {*await patiently(ann, f"/api/tables/{table}/review")} == {"lessons", "chances"}
        for kind in ("decide", "hint", "review"):
            assert helper.count("jobs_done_total", kind=kind, where="helper") >= 1
            assert metric(served, "jobs_answered_total", kind=kind, where="helper") >= 1

    with Helper(database, tmp_path / "helper.log") as helper:
        asyncio.run(scenario())


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_a_helper_that_dies_or_hangs_holds_no_table_up(
    blow: int, database: str, served: Server, tmp_path: Path
) -> None:
    def in_the_middle() -> None:
        helper.stop_in_the_middle("decide")
        if blow == signal.SIGKILL:
            helper.send(blow)

    async def scenario() -> None:
        await until(helpers_seen(served, 1))
        (ann,) = await people(served, "Ann")
        wait = await longest_wait(ann, await bots_table(ann, SLOW), 3, in_the_middle)
        assert wait < 1 + ALLOWANCE + 1.5
        assert metric(served, "bots_advised_total") >= 1
        await until(helpers_seen(served, 0))
        await until(lambda: metric(served, "jobs_done_total", kind="decide", where="own") >= 1)
        if blow == signal.SIGSTOP:
            helper.send(signal.SIGCONT)
            await until(helpers_seen(served, 1))

    with Helper(database, tmp_path / "helper.log") as helper:
        asyncio.run(scenario())


def test_what_a_lost_helper_had_begun_is_thought_about_by_the_server(database: str, tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        (ann,) = await people(server, "Ann")
        path = await hint_path(ann)
        assert await patiently(ann, path)
        own = metric(server, "jobs_answered_total", kind="hint", where="own")
        assert own >= 1
        with Helper(database, tmp_path / "helper.log") as lost:
            await until(helpers_seen(server, 1))
            hint = asyncio.create_task(patiently(ann, path))
            await until(lambda: lost.count("jobs_taken_total") == 1)
            lost.send(signal.SIGKILL)
            assert await hint
        assert metric(server, "jobs_answered_total", kind="hint", where="own") == own + 1

    with Server(tmp_path / "data", database) as server:
        asyncio.run(scenario(server))


def test_two_helpers_share_the_work(database: str, served: Server, tmp_path: Path) -> None:
    async def scenario() -> None:
        await until(helpers_seen(served, 2))
        ann, bob = await people(served, "Ann", "Bob")
        for person in (ann, bob, ann, bob):
            await bots_table(person)
        await until(lambda: all(h.count("jobs_done_total", kind="decide") >= 3 for h in helpers))

    with Helper(database, tmp_path / "one.log") as one, Helper(database, tmp_path / "two.log") as two:
        helpers = one, two
        asyncio.run(scenario())


def test_what_no_helper_takes_is_done_by_the_server_itself(database: str, served: Server, tmp_path: Path) -> None:
    async def scenario() -> None:
        await until(helpers_seen(served, 1))
        ann, bob = await people(served, "Ann", "Bob")
        await bots_table(ann)
        await until(lambda: helper.count("jobs_done_total") >= 1)
        assert helper.process is not None
        for process in children(helper.process.pid):
            os.kill(process, signal.SIGSTOP)  # the helper is alive, but has nobody free for long
        await bots_table(bob)
        await until(lambda: metric(served, "jobs_answered_total", kind="decide", where="own") >= 3)
        assert metric(served, "helpers") == 1

    with Helper(database, tmp_path / "helper.log", options=["--thinking-allowance", "30"]) as helper:
        asyncio.run(scenario())


def test_told_to_stop_a_helper_finishes_what_it_has_begun(database: str, tmp_path: Path) -> None:
    async def scenario(served: Server, helper: Helper) -> None:
        await until(helpers_seen(served, 1))
        (ann,) = await people(served, "Ann")
        path = await hint_path(ann)
        assert await patiently(ann, path)
        hint = asyncio.create_task(patiently(ann, path))
        await asyncio.to_thread(helper.stop_in_the_middle, "hint")
        answered = metric(served, "jobs_answered_total", kind="hint", where="helper")
        assert helper.process is not None
        helper.send(signal.SIGTERM)
        helper.send(signal.SIGCONT)
        assert await asyncio.to_thread(helper.process.wait, PATIENCE) == 0
        assert await hint
        assert metric(served, "jobs_answered_total", kind="hint", where="helper") == answered + 1
        await until(helpers_seen(served, 0))
        engine = create_engine(Settings(database=database).database_url)
        with engine.connect() as connection:
            left = [connection.execute(text(f"SELECT count(*) FROM {t}")).scalar() for t in ("jobs", "job_askers")]
        engine.dispose()
        assert left == [0, 0]

    # The server waits for it, however slow the machine is.
    with Server(tmp_path / "data", database, ["--thinking-allowance", "30"]) as server:
        with Helper(database, tmp_path / "helper.log") as helper:
            asyncio.run(scenario(server, helper))
        said = server.log.read_text()
        assert "Traceback" not in said, said


def test_a_database_started_again_has_its_helpers_back(tmp_path: Path) -> None:
    async def scenario(cluster: PostgreSQL, server: Server, helper: Helper) -> None:
        await until(helpers_seen(server, 1))
        (ann,) = await people(server, "Ann")
        table = await bots_table(ann)
        async with ann.live(table=table) as live:
            await live.next("update")
        await asyncio.to_thread(cluster.stop)
        await asyncio.sleep(1)
        await asyncio.to_thread(cluster.start)
        await until(helpers_seen(server, 1))
        done = helper.count("jobs_done_total")
        await until(lambda: helper.count("jobs_done_total") > done)
        assert "out of reach" in helper.log.read_text()

    with postgresql() as cluster:
        database = cluster.new_database()
        with Server(tmp_path / "data", database) as server, Helper(database, tmp_path / "helper.log") as helper:
            asyncio.run(scenario(cluster, server, helper))
        assert "Traceback" not in server.log.read_text()


# The queue by itself ------------------------------------------------------------------------------------------------


@pytest.fixture
def queue_database(database: str) -> str:
    """The address of a database with all tables."""
    url = Settings(database=database).database_url
    storage = Storage(url)
    storage.check()
    storage.close()
    return url


def with_queues(url: str, count: int, scenario: Callable[..., Coroutine[Any, Any, None]]) -> None:
    """Run a scenario with so many places at a queue."""

    async def run(*queues: JobQueue) -> None:
        if len(queues) == count:
            await scenario(*queues)
            return
        async with JobQueue.connected(url, JOBS) as queue:
            await run(*queues, queue)

    asyncio.run(run())


CODES = [code_of("tantan")]


async def present(queue: JobQueue, kind: str = HELPER, workers: int = 1) -> None:
    """A thinker that is alive for as long as a test may take."""
    await queue.beat(kind, workers, CODES)
    await queue._run(["UPDATE thinkers SET seen_at = seen_at + 600 WHERE id = %(me)s"], {"me": queue.me})


def question(number: int = 0, shared: bool = False) -> Job[Any]:
    """A job of a bot; numbers tell them apart."""
    match = Match("tantan", 2, seed=number)
    job = bots_decision(match, match.actors[0], QUICK, lambda: True)
    job.key = number if shared else None
    return job


async def take(queue: JobQueue, helper: bool = True) -> queueing.Taken | None:
    return await queue.take(["decide", "hint", "review"], CODES, helper)


def test_owners_are_served_in_turn_whichever_server_asks_and_whichever_helper_takes(queue_database: str) -> None:
    async def scenario(east: JobQueue, west: JobQueue, one: JobQueue, two: JobQueue) -> None:
        for server in (east, west):
            await present(server, "server")
        for helper in (one, two):
            await present(helper, workers=4)
        for number in range(4):
            await (east, west)[number % 2].ask("Ann", question(number))
        await west.ask("Bob", question(10))
        await east.ask("Cyd", question(20))
        await east.ask("Cyd", question(21))
        order = ""
        for turn in range(7):
            helper = (one, two)[turn % 2]
            taken = await take(helper)
            assert taken is not None
            order += taken.owner[0]
            await helper.answer(taken.id, 0)
        assert order == "ABCACAA"
        assert await take(one) is None

    with_queues(queue_database, 4, scenario)


def test_no_owner_has_all_workers_of_all_helpers(queue_database: str) -> None:
    async def scenario(server: JobQueue, one: JobQueue, two: JobQueue) -> None:
        await present(server, "server")
        for helper in (one, two):
            await present(helper, workers=2)
        for number in range(5):
            await server.ask("Ann", question(number))
        taken = [await take((one, two)[turn % 2]) for turn in range(4)]
        assert [job is not None for job in taken] == [True, True, True, False]
        await server.ask("Bob", question(9))
        bobs = await take(two)
        assert bobs is not None
        assert bobs.owner == "Bob"

    with_queues(queue_database, 3, scenario)


def test_equal_jobs_of_two_servers_are_done_once_and_answered_to_both(queue_database: str) -> None:
    async def scenario(east: JobQueue, west: JobQueue, helper: JobQueue) -> None:
        for server in (east, west):
            await present(server, "server")
        await present(helper, workers=4)
        job, _ = await east.ask("Ann", question(1, shared=True))
        assert await west.ask("Bob", question(1, shared=True)) == (job, False)
        taken = await take(helper)
        assert taken is not None
        assert await take(helper) is None
        await east.withdraw(job, "Ann")
        assert await helper.answer(taken.id, 7)
        answer = (await west.read([job]))[job]
        assert answer is not None
        assert (answer.result, answer.by_helper) == (7, True)
        assert await east.ask("Cyd", question(1, shared=True)) == (job, True)
        for server, owner in ((west, "Bob"), (east, "Cyd")):
            await server.withdraw(job, owner)
        assert await west.read([job]) == {}

    with_queues(queue_database, 3, scenario)


def test_what_nobody_waits_for_is_not_begun(queue_database: str) -> None:
    async def scenario(server: JobQueue, crashed: JobQueue, helper: JobQueue) -> None:
        await present(server, "server")
        await present(helper, workers=4)
        job, _ = await server.ask("Ann", question(1))
        await server.withdraw(job, "Ann")
        await crashed.ask("Bob", question(2))  # it has never shown that it is alive
        assert await take(helper) is None

    with_queues(queue_database, 3, scenario)


def test_the_job_of_a_lost_helper_is_anothers_and_its_late_answer_is_nobodys(queue_database: str) -> None:
    async def scenario(server: JobQueue, lost: JobQueue, helper: JobQueue) -> None:
        await present(server, "server")
        await present(lost)
        job, _ = await server.ask("Ann", question(1))
        assert await take(lost) is not None
        await present(helper)
        assert await take(helper) is None
        await server._run([f"UPDATE thinkers SET seen_at = seen_at - 660 WHERE id = '{lost.me}'"], {})
        taken = await take(helper)
        assert taken is not None
        assert taken.id == job
        assert not await lost.answer(job, 1)
        assert await helper.answer(job, 2)
        answer = (await server.read([job]))[job]
        assert answer is not None
        assert answer.result == 2

    with_queues(queue_database, 3, scenario)


def test_a_helper_that_has_left_is_gone_at_once_and_its_answers_are_known_as_a_helpers(queue_database: str) -> None:
    async def scenario(server: JobQueue, helper: JobQueue) -> None:
        await present(server, "server")
        await present(helper)
        first, _ = await server.ask("Ann", question(1))
        taken = await take(helper)
        assert taken is not None
        await helper.answer(taken.id, 7)
        await helper.leave()
        assert helper.me not in [thinker.id for thinker in await server.beat("server", 1, CODES)]
        answer = (await server.read([first]))[first]
        assert answer is not None
        assert (answer.result, answer.by_helper) == (7, True)
        second, _ = await server.ask("Ann", question(2))
        mine = await take(server, helper=False)  # nobody waits for helpers where there are none
        assert mine is not None
        assert mine.id == second

    with_queues(queue_database, 2, scenario)


def test_a_helper_with_other_sources_takes_nothing_and_what_it_refuses_is_the_servers(queue_database: str) -> None:
    async def scenario(server: JobQueue, other: JobQueue, helper: JobQueue) -> None:
        await present(server, "server")
        await present(other)
        await present(helper)
        job, _ = await server.ask("Ann", question(1))
        assert await other.take(["decide"], ["tantan:0123456789abcdef"], helper=True) is None
        assert await take(server, helper=False) is None  # it is young, and there are helpers
        taken = await take(helper)
        assert taken is not None
        await helper.refuse(taken.id)
        assert await take(helper) is None
        mine = await take(server, helper=False)
        assert mine is not None
        assert mine.id == job

    with_queues(queue_database, 3, scenario)


def test_an_edition_with_other_numbers_is_refused_by_whoever_is_to_think_about_it() -> None:
    match = Match("tantan", 2, seed=1, edition={"hand_limit": 8})
    job = hint(match, match.actors[0])
    (asked,) = job.args
    with pytest.raises(Exception, match="edition"):
        job.prepare(asked)
    with pytest.raises(Exception, match="expected the numbers of the match"):
        job.prepare({**asked, "edition": find_game("tantan").edition().name})


def worlds_alike(match: Match, seat: int) -> list[Match]:
    """Matches in positions that a seat cannot tell apart: what is hidden is dealt otherwise, or what another seat has
    answered in secret is another answer."""
    worlds = []
    for number in range(4):
        states = match.concealed(seat)
        match.game.functions.determinize(match.edition.array, states, 0, seat, new_chance(seed_bytes(number)))
        worlds.append(match.copy())
        worlds[-1]._states[:] = states
    for other in set(match.actors) - {seat}:
        for choice in match.choices(other)[:3]:
            worlds.append(match.copy())
            worlds[-1].play(other, choice)
    return worlds


@pytest.mark.parametrize("game", ["gobi", "marche", "samarkand", "tantan"])  # nothing is hidden in the fifth
def test_nothing_in_the_queue_differs_when_only_hidden_things_differ(game: str, queue_database: str) -> None:
    async def scenario(server: JobQueue) -> None:
        await present(server, "server")
        match = Match(game, find_game(game).fewest, seed=5)
        seat = match.actors[-1]
        worlds = worlds_alike(match, seat)
        while len({world.state_bytes() for world in worlds}) == 1 or match.decisions < 6:
            match.play(match.actors[0], match.choices(match.actors[0])[0])
            seat = match.actors[-1]
            worlds = worlds_alike(match, seat)
        rows = set()
        for world in worlds:
            for job in (bots_decision(world, seat, QUICK, lambda: True), hint(world, seat)):
                name, _ = await server.ask("Ann", job)
                (row,) = await server._run(["SELECT * FROM jobs WHERE id = %(id)s"], {"id": name})
                assert row.key in (name, queueing._digest(job.kind, job.args[0]))
                told = {key: value for key, value in row._asdict().items() if value != name}
                rows.add((job.kind, json.dumps(told, sort_keys=True)))
                await server.withdraw(name, "Ann")
        assert Counter(kind for kind, _ in rows) == {"decide": 1, "hint": 1}

    with_queues(queue_database, 1, scenario)


def test_with_sqlite_there_is_nothing_to_help_with(tmp_path: Path) -> None:
    result = run_command(["think", "--database", f"sqlite:///{tmp_path}/x.sqlite3"], os.environ)
    assert result.returncode == 2
    assert re.search(
        "helpers take their jobs from PostgreSQL; expected postgresql://", result.stderr.replace("\n", " ")
    )
    assert not (tmp_path / "x.sqlite3").exists()
