"""Thinking: in processes that end with their server, and whose loss nobody need notice."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from caravanserai.bots import LEVELS
from caravanserai.server.errors import Refused
from caravanserai.server.metrics import Metrics
from caravanserai.server.sharing import Thinking
from caravanserai.server.thinking import LOADING_ALLOWANCES, Job, NoResult, WorkerPool
from tests.server.running import PLAIN, Server
from tests.server.test_tables import people
from tests.server.wire import SECONDS, Person

ALLOWANCE = 2
PATIENCE = 180


def thinking(*call: Any, seconds: float = 0) -> Job[Any]:
    """A job for a worker: call this."""
    return Job(partial, call, seconds)


def test_a_worker_does_job_after_job_and_is_replaced_when_it_is_lost() -> None:
    async def scenario() -> None:
        pool = WorkerPool("bots", 1, 10, Metrics())

        def run(*call: Any) -> asyncio.Future[Any]:
            return pool.submit("Ann", thinking(*call))

        first = await run(os.getpid)
        assert first != os.getpid()
        assert await run(os.sched_getscheduler, 0) == os.SCHED_IDLE
        with pytest.raises(RuntimeError, match="ValueError"):
            await run(int, "nothing")
        assert await run(os.getpid) == first
        with pytest.raises(Refused, match="interrupted"):
            await run(os._exit, 1)
        assert await run(os.getpid) != first
        endless = run(time.sleep, 3600)
        await asyncio.sleep(0.1)
        waiting = run(os.getpid)
        pool.close()
        for never in (endless, waiting, run(os.getpid)):
            with pytest.raises(Refused, match="interrupted") as refused:
                await never
            assert not isinstance(refused.value, NoResult)

    asyncio.run(scenario())


def test_a_worker_that_hangs_is_replaced_and_given_more_time_the_next_time(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        metrics = Metrics()
        pool = WorkerPool("bots", 1, 1, metrics)
        first = await pool.submit("Ann", thinking(os.getpid))
        for _ in range(2):
            begin = time.monotonic()
            with pytest.raises(NoResult, match="too long") as refused:
                await pool.submit("Ann", thinking(signal.raise_signal, signal.SIGSTOP))
            assert refused.value.code == "unavailable"
        taken = time.monotonic() - begin
        assert 2 * (1 + LOADING_ALLOWANCES) <= taken < 2 * (1 + LOADING_ALLOWANCES) + 5  # a worker's first job, slack 2
        assert await pool.submit("Ann", thinking(os.getpid)) != first
        wait_until_gone({first})
        pool.close()
        count = metrics.registry.get_sample_value
        assert count("caravanserai_workers_replaced_total", {"pool": "bots"}) == 2
        assert count("caravanserai_jobs_late_total", {"kind": "other", "where": "own"}) == 2
        assert count("caravanserai_jobs_done_total", {"kind": "other", "where": "own"}) == 2

    asyncio.run(scenario())
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 2
    assert "did not answer within 1 s" in warnings[0]


def test_whoever_waits_in_time_waits_no_longer_than_a_deadline_whatever_is_before_them() -> None:
    async def scenario() -> None:
        metrics = Metrics()
        pool = WorkerPool("bots", 1, 1, metrics)
        await pool.submit("Ann", thinking(os.getpid))
        busy = pool.submit("Ann", thinking(time.sleep, 3, seconds=3))
        begin = time.monotonic()
        with pytest.raises(NoResult, match="in time"):
            await Thinking(pool, None, metrics, []).in_time("Bob", thinking(os.getpid, seconds=0.5))
        assert 1.4 < time.monotonic() - begin < 2.5
        await busy
        pool.close()

    asyncio.run(scenario())


def test_search_is_loaded_before_the_thinking_also_where_assertions_are_off() -> None:
    program = (
        "from caravanserai.bots.search import searcher; from caravanserai.server.jobs import with_search; "
        "print('grow' in vars(searcher(with_search('tantan'))))"
    )
    said = subprocess.run([sys.executable, "-O", "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "True"


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.add(int(folder.name))
    return found


def workers(server: Server) -> set[int]:
    """The processes in which a server thinks."""
    assert server.process is not None
    return {p for p in children(server.process.pid) if b"spawn_main" in Path(f"/proc/{p}/cmdline").read_bytes()}


def metric(server: Server, name: str, **labels: str) -> float:
    """A number from the page for whoever runs the server: of all that have these labels, the sum."""
    page = httpx.get(f"{server.url}/metrics", verify=PLAIN).text
    return sum(
        sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name == f"caravanserai_{name}" and labels.items() <= sample.labels.items()
    )


async def hint_path(person: Person) -> str:
    """Where a person, at a table of their own, asks for a hint."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = await person.post("/api/tables", game="tantan", seats=seats)
    table = made["table"]["id"]
    await person.post(f"/api/tables/{table}/start")
    async with person.live(table=table, seat=0) as live:
        await live.until_asked()
    return f"/api/tables/{table}/hint?seat=0"


async def until(condition: Callable[[], bool]) -> None:
    """Wait, even if the machine is so busy that a worker takes a minute to begin."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.1)


def wait_until_gone(processes: set[int]) -> None:
    end = time.monotonic() + SECONDS
    while any(Path(f"/proc/{process}").exists() for process in processes):
        assert time.monotonic() < end, processes
        time.sleep(0.05)


def test_thinking_ends_with_the_server_and_begins_again_with_it(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        (ann,) = await people(server, "Ann")
        made = await ann.post("/api/tables", game="tantan", seats=[{"kind": "bot", "level": "vizier"}] * 2)
        table = made["table"]["id"]
        await ann.post(f"/api/tables/{table}/start")

        async def goes_on() -> set[int]:
            async with ann.live(table=table) as live:
                seen = 0
                while seen < 2:
                    seen += (await live.next())["type"] == "update"
            assert server.process is not None
            return children(server.process.pid)

        thinking = await goes_on()
        assert thinking
        server.kill()
        wait_until_gone(thinking)
        server.start()
        thinking = await goes_on()
        assert thinking
        begin = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - begin < SECONDS / 3
        wait_until_gone(thinking)

    with Server(tmp_path) as server:
        asyncio.run(scenario(server))


def test_a_hanging_worker_costs_a_bot_no_more_than_a_deadline_and_the_next_ones_search_again(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        (ann,) = await people(server, "Ann")
        made = await ann.post("/api/tables", game="tantan", seats=[{"kind": "bot", "level": "vizier"}] * 2)
        table = made["table"]["id"]
        await ann.post(f"/api/tables/{table}/start")
        await until(lambda: metric(server, "jobs_done_total", kind="decide") >= 2)
        advised = metric(server, "bots_advised_total")
        (hanging,) = workers(server)
        async with ann.live(table=table) as live:
            await live.next("snapshot")
            os.kill(hanging, signal.SIGSTOP)
            begin = time.monotonic()
            while metric(server, "bots_advised_total") == advised:
                await live.next("update")
            assert time.monotonic() - begin < (LEVELS["vizier"].seconds or 0) + ALLOWANCE + 2
        await until(lambda: metric(server, "workers_replaced_total", pool="bots") >= 1)
        wait_until_gone({hanging})
        done = metric(server, "jobs_done_total", kind="decide")
        await until(lambda: metric(server, "jobs_done_total", kind="decide") > done)
        assert hanging not in workers(server)
        said = server.log.read_text()
        assert "a thinking process (bots, tantan) did not answer within 3 s; another takes its place" in said
        assert '"level":"error"' not in said

    with Server(tmp_path, options=["--thinking-allowance", str(ALLOWANCE)]) as server:
        asyncio.run(scenario(server))


def test_a_hint_of_a_hanging_worker_is_refused_and_the_next_one_is_given(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        (ann,) = await people(server, "Ann")
        path = await hint_path(ann)
        await ann.get(path)
        (hanging,) = workers(server)
        os.kill(hanging, signal.SIGSTOP)
        assert await ann.refused("GET", path) == (503, "unavailable")
        assert await ann.get(path)
        assert metric(server, "jobs_late_total", kind="hint") == 1
        assert hanging not in workers(server)

    with Server(tmp_path, options=["--thinking-allowance", str(ALLOWANCE)]) as server:
        asyncio.run(scenario(server))
