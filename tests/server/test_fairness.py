"""Fairness: whoever keeps the server busy with thinking does not keep it from the others."""

from __future__ import annotations

import asyncio
import os
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from caravanserai.server.errors import Refused
from caravanserai.server.jobs import HINT_SECONDS
from caravanserai.server.metrics import Metrics
from caravanserai.server.thinking import FairQueue, Job, WorkerPool
from tests.server.running import Server
from tests.server.test_tables import people
from tests.server.test_thinking import hint_path, metric, thinking, until, workers
from tests.server.wire import Person


def queued(queue: FairQueue, **jobs: str) -> None:
    """Put jobs, each a letter, into the queues of their owners."""
    for owner, letters in jobs.items():
        for letter in letters:
            queue.add(owner, thinking(str, letter))


def served(queue: FairQueue) -> str:
    """The letter of the next job."""
    taken = queue.take()
    assert taken is not None
    owner, job = taken
    queue.served(owner)
    return str(job.args[1])


def test_owners_are_served_in_turn_and_each_in_the_order_of_their_jobs() -> None:
    queue = FairQueue()
    queued(queue, Ann="abcd", Bob="x", Cyd="yz")
    assert len(queue) == 7
    assert "".join(served(queue) for _ in range(7)) == "axybzcd"
    assert queue.take() is None


def test_whoever_comes_back_again_and_again_is_served_every_other_time_beside_a_long_queue() -> None:
    queue = FairQueue()
    queued(queue, Ann="abcdef")
    order = served(queue)
    for letter in "xyz":
        queued(queue, Bob=letter)
        order += served(queue) + served(queue)
    assert order == "axbyczd"


def test_many_who_come_back_again_and_again_do_not_keep_anybody_waiting() -> None:
    queue = FairQueue()
    queued(queue, Ann="aa", Bob="b", Cyd="c")
    order = ""
    for _ in range(4):
        order += served(queue)
        queued(queue, **{{"b": "Bob", "c": "Cyd"}.get(order[-1], "Dan"): order[-1]})
    assert order == "abca"


def test_a_job_of_two_owners_is_taken_when_the_first_of_them_has_a_turn_and_only_once() -> None:
    async def scenario() -> None:
        queue = FairQueue()
        queued(queue, Ann="ab")
        both = thinking(str, "s")
        for owner in ("Ann", "Bob"):
            both.askers[asyncio.get_running_loop().create_future()] = owner
            queue.add(owner, both)
        assert len(queue) == 3
        assert served(queue) + served(queue) + served(queue) == "asb"
        assert len(queue) == 0

    asyncio.run(scenario())


def test_no_owner_has_all_workers_and_the_others_need_not_wait() -> None:
    async def scenario() -> None:
        pool = WorkerPool("bots", 2, 30, Metrics())
        slow = [pool.submit("Ann", thinking(time.sleep, 60, seconds=60)) for _ in range(5)]
        assert await asyncio.wait_for(pool.submit("Bob", thinking(int, "7")), 30) == 7
        assert not any(job.done() for job in slow)
        pool.close()
        await asyncio.gather(*slow, return_exceptions=True)

    asyncio.run(scenario())


def test_equal_jobs_are_done_once_and_go_on_until_the_last_asker_has_gone(tmp_path: Path) -> None:
    async def scenario() -> None:
        metrics = Metrics()
        pool = WorkerPool("advice", 1, 30, metrics)

        def waiting() -> float | None:
            return metrics.registry.get_sample_value("caravanserai_jobs_waiting", {"kind": "other", "where": "own"})

        def make(folder: str) -> Job[Any]:
            return Job(partial, (os.mkdir, tmp_path / folder), 0, key=folder)

        busy = pool.submit("Ann", thinking(time.sleep, 1, seconds=1))
        shared = [pool.submit(person, make("shared")) for person in ("Ann", "Bob", "Cyd")]
        abandoned = [pool.submit(person, make("abandoned")) for person in ("Ann", "Bob")]
        assert waiting() == 2
        for gone in (*shared[:2], *abandoned):
            gone.cancel()
        await asyncio.sleep(0)
        assert waiting() == 1
        await busy
        assert await shared[2] is None  # a second mkdir would have failed
        assert await pool.submit("Ann", thinking(os.listdir, tmp_path)) == ["shared"]
        assert metrics.registry.get_sample_value("caravanserai_jobs_done_total", {"kind": "other", "where": "own"}) == 3
        with pytest.raises(RuntimeError, match="FileExistsError"):
            await pool.submit("Ann", make("shared"))  # what has been answered is not shared any longer
        pool.close()

    asyncio.run(scenario())


def test_a_job_that_is_no_longer_wanted_is_not_begun(tmp_path: Path) -> None:
    async def scenario() -> None:
        pool = WorkerPool("bots", 1, 30, Metrics())
        busy = pool.submit("Ann", thinking(time.sleep, 0.5, seconds=1))
        job = thinking(os.mkdir, tmp_path / "unwanted")
        job.wanted = lambda: False
        unwanted = pool.submit("Ann", job)
        await busy
        with pytest.raises(Refused) as refused:
            await unwanted
        assert refused.value.code == "conflict"
        assert await pool.submit("Ann", thinking(os.listdir, tmp_path)) == []
        pool.close()

    asyncio.run(scenario())


async def viziers(person: Person) -> str:
    """A table of a person's at which viziers think all the time."""
    made = await person.post("/api/tables", game="tantan", seats=[{"kind": "bot", "level": "vizier"}] * 2)
    table = str(made["table"]["id"])
    await person.post(f"/api/tables/{table}/start")
    return table


def test_forty_tables_of_one_person_do_not_hold_up_another_persons_bots(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        ann, bob = await people(server, "Ann", "Bob")
        for _ in range(40):
            await viziers(ann)
        table = await viziers(bob)
        waits: list[float] = []
        async with bob.live(table=table) as live:
            await live.next("update")
            while len(waits) < 6:
                begin = time.monotonic()
                await live.next("update")
                waits.append(time.monotonic() - begin)
        # One second for Ann's turn and one for Bob's; what is not searched in time would come after eleven.
        assert median(waits) < 4
        assert max(waits) < 10

    with Server(tmp_path) as server:
        asyncio.run(scenario(server))


def test_hints_whose_askers_have_gone_delay_nobody(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        bob, *others = await people(server, "Bob", *(f"Eve {number}" for number in range(15)))
        mine = await hint_path(bob)
        await bob.get(mine)
        paths = [(await hint_path(other), other.cookies) for other in others]
        for path, cookies in paths * 10:
            _, there = await asyncio.open_connection("127.0.0.1", server.port)
            cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
            there.write(f"GET {path} HTTP/1.1\r\nHost: here\r\nCookie: {cookie}\r\n\r\n".encode())
            await there.drain()
            there.close()
        begin = time.monotonic()
        await bob.get(mine)
        assert time.monotonic() - begin < 3 * HINT_SECONDS + 1  # the one under way, mine, and one for a busy machine

    with Server(tmp_path) as server:
        asyncio.run(scenario(server))


def test_a_person_waits_for_one_hint_and_the_same_one_is_thought_out_once(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        (ann,) = await people(server, "Ann")
        first, second = await hint_path(ann), await hint_path(ann)
        replaced = asyncio.create_task(ann.refused("GET", first))
        await until(lambda: bool(workers(server)))
        asked = [asyncio.create_task(ann.get(f"{second}&language={language}")) for language in ("en", "fr", "en")]
        assert await replaced == (409, "conflict")
        english, french, again = await asyncio.gather(*asked)
        assert english == again
        assert [hint["win_chance"] for hint in english] == [hint["win_chance"] for hint in french]
        assert english != french
        assert metric(server, "jobs_done_total", kind="hint") == 2

    with Server(tmp_path) as server:
        asyncio.run(scenario(server))


def test_five_reviewers_of_a_match_cost_one_review(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        persons = await people(server, "Ann", "Bob", "Cyd", "Dan")
        made = await persons[0].post("/api/tables", game="tantan", seats=[{"kind": "bot", "level": "merchant"}] * 2)
        table = made["table"]["id"]
        await persons[0].post(f"/api/tables/{table}/start")
        async with persons[0].live(table=table) as live:
            while not live.state or live.state["outcome"] is None:
                await live.next()
        nobody = Person(server, "nobody")
        path = f"/api/tables/{table}/review"
        reviews = await asyncio.gather(*(person.get(path) for person in (*persons, nobody)))
        assert all(review == reviews[0] for review in reviews)
        assert metric(server, "jobs_done_total", kind="review") == 1
        assert await persons[0].get(path) == reviews[0]
        assert metric(server, "jobs_done_total", kind="review") == 1

    with Server(tmp_path) as server:
        asyncio.run(scenario(server))
