"""What the shared queue of thinking costs: the way of a job to a helper and back, without the thinking, beside the
least that PostgreSQL needs for a word there and one back in the same run; and how many jobs a second can be taken.

    python -m benchmarks.thinking_queue
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count

from caravanserai.games import find_game
from caravanserai.match import Match
from caravanserai.server.jobs import bots_decision, code_of
from caravanserai.server.queueing import ANSWERS, JOBS, JobQueue
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Storage
from caravanserai.server.thinking import HELPER, Job
from tests.server.running import postgresql

ROUNDS = 200
WAITING = 400
CODES = [code_of("tantan")]


async def main(url: str) -> None:
    async with AsyncExitStack() as stack:
        server, *helpers = [await stack.enter_async_context(JobQueue.connected(url, JOBS, ANSWERS)) for _ in range(5)]
        words, jobs = await way_there_and_back(server, helpers[0])
        ratio = jobs[len(jobs) // 2] / words[len(words) // 2]
        print(f"a word there and one back by NOTIFY: {told(words)}")
        print(f"a job asked, taken, answered, read:  {told(jobs)}; {ratio:.1f} times as long")
        for takers in (1, 4):
            print(f"{takers} helpers with {WAITING} jobs waiting: {await taken(server, helpers[:takers]):.0f} a second")


def told(times: list[float]) -> str:
    return f"p50 {1000 * times[len(times) // 2]:.1f} ms, p99 {1000 * times[int(0.99 * len(times))]:.1f} ms"


async def way_there_and_back(server: JobQueue, helper: JobQueue) -> tuple[list[float], list[float]]:
    """Seconds of bare words and of whole jobs, in turns."""
    heard: dict[JobQueue, asyncio.Event] = {server: asyncio.Event(), helper: asyncio.Event()}

    def hear_of(queue: JobQueue) -> asyncio.Task[None]:
        return asyncio.create_task(queue.listen(lambda channel, payload: heard[queue].set()))

    listeners = [hear_of(queue) for queue in heard]

    async def word() -> None:
        await server._run([f"SELECT pg_notify('{JOBS}', '')"], {})
        await hear(helper)
        await helper._run([f"SELECT pg_notify('{ANSWERS}', '')"], {})
        await hear(server)

    async def job() -> None:
        name, _ = await server.ask("Ann", question())
        await hear(helper)
        found = await helper.take(["decide"], CODES, helper=True)
        assert found is not None
        await helper.answer(found.id, 1)
        while (await server.read([name]))[name] is None:
            await hear(server)
        done.append(name)

    async def hear(queue: JobQueue) -> None:
        await heard[queue].wait()
        heard[queue].clear()

    async def timed(what: Callable[[], Awaitable[None]]) -> float:
        for event in heard.values():
            event.clear()
        begin = time.perf_counter()
        await what()
        return time.perf_counter() - begin

    done: list[str] = []
    words, jobs = [], []
    for _ in range(ROUNDS):
        await alive(server, helper)
        words.append(await timed(word))
        jobs.append(await timed(job))
        await server.withdraw(done.pop(), "Ann")
        await asyncio.sleep(0.005)
    for listener in listeners:
        listener.cancel()
    return sorted(words), sorted(jobs)


async def taken(server: JobQueue, helpers: list[JobQueue]) -> float:
    """Jobs a second that helpers take and answer, with many owners waiting."""
    numbers = count()
    await alive(server, *helpers)
    for _ in range(WAITING):
        await server.ask(f"owner {next(numbers) % 40}", question())

    async def work(queue: JobQueue) -> None:
        while found := await queue.take(["decide"], CODES, helper=True):
            await queue.answer(found.id, 1)

    begin = time.perf_counter()
    await asyncio.gather(*map(work, helpers))
    return WAITING / (time.perf_counter() - begin)


async def alive(server: JobQueue, *helpers: JobQueue) -> None:
    await server.beat("server", 1, ())
    for helper in helpers:
        await helper.beat(HELPER, 8, CODES)
    await server._run(["UPDATE thinkers SET seen_at = seen_at + 60"], {})


def question() -> Job[int]:
    match = Match(find_game("tantan"), 2, seed=1)
    return bots_decision(match, match.actors[0], "caravaneer", lambda: True)


if __name__ == "__main__":
    with postgresql() as cluster:
        address = Settings(database=cluster.new_database()).database_url
        storage = Storage(address)
        storage.check()
        storage.close()
        asyncio.run(main(address))
