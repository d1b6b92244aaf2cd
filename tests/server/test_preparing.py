"""Preparing: a server whose games are not compiled is open at once, and compiles them while it is."""

from __future__ import annotations

import asyncio
import os
import random
import time
from pathlib import Path

import httpx
import pytest

from caravanserai.server.clock import RETURN_SECONDS
from caravanserai.server.reading import Saved
from caravanserai.server.table import Table
from caravanserai.server.timing import now
from tests.cases import CASES
from tests.server.running import START_SECONDS, Server, small_games
from tests.server.test_secrets import table_for
from tests.server.wire import Person, open_table

TURN = 5


def machine_code(folder: Path) -> dict[str, int]:
    """All machine code that is on disk, and when it was written."""
    return {str(file): file.stat().st_mtime_ns for file in folder.rglob("*.nb?")}


def on_one_core(server: Server) -> Server:
    """A server that compiles one thing at a time."""
    server.command = ["taskset", "--cpu-list", str(min(os.sched_getaffinity(0))), *server.command]
    return server


def test_a_server_is_open_while_its_games_are_compiled(tmp_path: Path) -> None:
    data, cold = tmp_path / "data", small_games(tmp_path)
    # Interpreted, so that nothing is compiled for it.
    with Server(data, environment={**cold, "NUMBA_DISABLE_JIT": "1"}) as server:
        ann, bob = [asyncio.run(Person(server, name).arrive()) for name in ("Ann", "Bob")]
        table, _ = asyncio.run(open_table([ann, bob], "lamplight"))
        assert server.stop() == 0
    first = on_one_core(Server(data, environment=cold)).start(prepared=False)
    ann.server = first

    async def compiled() -> None:
        # The page, what is offered and one's tables are there at once.
        with httpx.Client(base_url=first.url) as visitor:
            assert visitor.get("/").status_code == 200
            shares = visitor.get("/api/house").json()["prepared"]
        [mine] = await ann.get("/api/mine")
        assert (mine["table"]["id"], mine["table"]["status"], mine["my_turn"]) == (table, "running", False)
        assert set(shares) == {"lamplight", "stuck"}
        assert max(shares.values()) < 1
        # Whoever asks for a game gets it first, and can play it while the other one is compiled.
        wanted = {"game": "stuck", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"sound": True}}
        made = await ann.request("POST", "/api/tables", json=wanted, timeout=START_SECONDS)
        shares = first.prepared()
        assert shares["stuck"] == 1 > shares["lamplight"]
        other = made.json()["table"]["id"]
        await ann.post(f"/api/tables/{other}/start")
        async with ann.live(table=other, seat=0) as live:
            await live.play(random.Random(1))
        # A match that was under way goes on as soon as its game is there, and bots think when they can search.
        async with ann.live(table=table, seat=0) as live:
            while first.prepared()["lamplight"] < 1:
                assert first.running
                await asyncio.sleep(1)
            await live.until_asked()
        hint = await ann.request("GET", f"/api/tables/{table}/hint?seat=0", timeout=START_SECONDS)
        assert hint.json()[0]["choice"]["verb"] == "offer"

    try:
        asyncio.run(compiled())
        while "all is compiled" not in (said := first.log.read_text()):
            assert first.running
            time.sleep(1)
        assert "stuck is ready, 1 left" in said
        assert "Traceback" not in said
        assert first.stop() == 0
    finally:
        first.__exit__()
    code = machine_code(tmp_path / "code")
    assert any("lamplight" in name for name in code)
    assert any("stuck" in name for name in code)

    second = Server(data, environment=cold)
    with second:
        assert set(second.prepared().values()) == {1}
        ann.server = second
        asyncio.run(open_table([ann], "lamplight", 1))
        asyncio.run(open_table([ann], "stuck", 1))
    assert machine_code(tmp_path / "code") == code
    assert second.log.read_text()[len(said) :].count("compiling") == 0


@pytest.mark.parametrize(("left", "given"), [(3.0, True), (-30.0, True), (-90.0, False), (200.0, False)])
def test_clocks_stand_still_while_a_game_is_prepared(left: float, given: bool) -> None:
    """Nobody could play for a minute, until now: whoever was asked before, and was in time, gets the minute back."""
    table, at = table_for(CASES[0], "56" * 32, TURN), now() + left
    table.row.clocks = {"0": {"at": at}}
    saved = Saved(table.row, table.point(), seats=table.seats)
    restored = Table.restored(saved, held_up=(now() - 60, now()))
    clock = restored.clocks[0]
    assert clock.at is not None
    latest = now() + TURN + RETURN_SECONDS
    assert clock.at == pytest.approx(min(at + 60, latest) if given else min(at, latest), abs=1)
