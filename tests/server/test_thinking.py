"""Thinking: in processes that end with their server, and whose loss nobody need notice."""

from __future__ import annotations

import asyncio
import os
import time
from functools import partial
from pathlib import Path

import pytest

from caravanserai.server.errors import Refused
from caravanserai.server.thinking import Thinkers
from tests.server.running import Server
from tests.server.test_tables import people
from tests.server.wire import SECONDS


def test_a_process_thinks_again_and_again_and_is_replaced_when_it_is_lost() -> None:
    async def scenario() -> None:
        thinkers = Thinkers(1)
        first = await thinkers.run(partial, os.getpid)
        assert first != os.getpid()
        assert await thinkers.run(partial, os.sched_getscheduler, 0) == os.SCHED_IDLE
        with pytest.raises(RuntimeError, match="ValueError"):
            await thinkers.run(partial, int, "nothing")
        assert await thinkers.run(partial, os.getpid) == first
        with pytest.raises(Refused, match="interrupted"):
            await thinkers.run(partial, os._exit, 1)
        assert await thinkers.run(partial, os.getpid) != first
        endless = asyncio.ensure_future(thinkers.run(partial, time.sleep, 3600))
        await asyncio.sleep(0.1)
        thinkers.close()
        with pytest.raises(Refused, match="interrupted"):
            await endless

    asyncio.run(scenario())


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
