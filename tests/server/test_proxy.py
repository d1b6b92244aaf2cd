"""The proxy of deploy/ before two servers: whoever is there when one of them is gone stays, or is back in a moment."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.running import PostgreSQL, Server, from_debian
from tests.server.test_helpers import free_port
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import open_table

CADDYFILE = Path(__file__).parent.parent.parent / "deploy" / "Caddyfile"


class Proxy(Server):
    """Caddy, as people reach the servers behind it."""

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        super().__init__(folder)
        self.port = free_port()
        caddy = from_debian("caddy", lambda: shutil.which("caddy"))
        self.command = [caddy, "run", "--adapter", "caddyfile", "--config", str(CADDYFILE)]
        # The proxy has a door for whoever configures it while it runs; here it is a socket of its own.
        self.environment = {
            **os.environ,
            "SITE": f"http://127.0.0.1:{self.port}",
            "SERVERS": " ".join(f"127.0.0.1:{server.port}" for server in servers),
            "CADDY_ADMIN": f"unix/{folder}/admin.sock",
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
        }

    def start(self, prepared: bool = True) -> Server:
        self.data.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=self.environment)
        end = time.monotonic() + 30
        while not self.ready():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end
            time.sleep(0.1)
        return self


@pytest.fixture
def servers(cluster: PostgreSQL, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers on one database; they sign with the same key."""
    database = cluster.new_database()
    with Server(tmp_path / "data", database) as one, Server(tmp_path / "data", database) as two:
        yield [one, two]


def test_when_a_server_is_gone_the_proxy_takes_the_other(servers: list[Server], tmp_path: Path) -> None:
    async def scenario(proxy: Server) -> None:
        [ann] = await people(proxy, "Ann")
        table, _ = await open_table([ann], GAME, SEATS - 1)
        async with ann.live(table=table, seat=0) as live:
            await live.decide()
            await live.next("accepted")
            # Whoever has the socket is killed: the page would come back by itself, and finds another server.
            gone, left = sorted(servers, key=lambda server: -sockets(server))
            assert (sockets(gone), sockets(left)) == (1, 0)
            gone.kill()
            with suppress(ConnectionClosed):
                while True:
                    await live.next()
        begin = time.monotonic()
        async with ann.live(table=table, seat=0) as live:
            assert (await live.next("snapshot"))["table"]["id"] == table
            assert time.monotonic() - begin < 8
            assert sockets(left) == 1
            # The match goes on there, though its bots were the other's to look after.
            await live.decide()
            await live.next("accepted")
        for _ in range(20):
            assert await ann.get(f"/api/tables/{table}")
        another, _ = await open_table([ann], GAME, SEATS - 1)
        async with ann.live(table=another, seat=0) as live:
            await live.decide()
            await live.next("accepted")

    with Proxy(tmp_path / "proxy", servers) as proxy:
        asyncio.run(scenario(proxy))


def test_the_page_for_whoever_runs_it_is_not_served_to_those_who_come_by_the_proxy(
    servers: list[Server], tmp_path: Path
) -> None:
    with Proxy(tmp_path / "proxy", servers) as proxy:
        assert httpx.get(f"{proxy.url}/metrics").status_code == 404
        assert httpx.get(f"{proxy.url}/healthz").status_code == 200


def sockets(server: Server) -> float:
    page = httpx.get(f"{server.url}/metrics/own").text
    (line,) = [line for line in page.splitlines() if line.startswith("caravanserai_sockets{")]
    return float(line.split()[-1])
