"""Running it: the command, its settings, health, metrics, logs, headers, schemas, migrations, the example bot."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from caravanserai.games import find_game
from caravanserai.server.app import make_app
from caravanserai.server.messages import schemas
from caravanserai.server.schema import metadata
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Storage
from tests.server.conftest import NewDatabase
from tests.server.forking import run_command
from tests.server.running import Server
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import Person, open_table

ROOT = Path(__file__).parent.parent.parent


def run(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_command(args, {**os.environ, **environment})


def test_a_build_without_the_page_says_how_to_get_one(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("site", "__pycache__"))
    command = [sys.executable, "-m", "caravanserai", "serve", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    result = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert result.returncode == 2
    assert re.search("page: it is not in this build .*expected a wheel that has it", result.stderr.replace("\n", " "))


def test_a_server_may_be_without_the_page_if_asked(tmp_path: Path) -> None:
    async def look() -> None:
        app = make_app(Settings(data=tmp_path, page=False))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as http:
            answer = await http.get("/")
        assert (answer.status_code, answer.text.partition(",")[0]) == (404, "This server has no page")

    asyncio.run(look())


@pytest.mark.parametrize(
    ("args", "environment", "said"),
    [
        (["--port", "99999"], {}, "port 99999: expected"),
        (["--log-level", "loud"], {}, "log level 'loud': expected one of debug"),
        (["--thinking-allowance", "0"], {}, "thinking allowance 0: expected seconds from 1"),
        (["--port", "0"], {"CARAVANSERAI_THINKING_ALLOWANCE": "nan"}, "thinking allowance nan: expected"),
        (["--database", "nonsense"], {}, "database: .*expected an address such as"),
        (["--database", "mysql://x/y"], {}, "database: .*expected"),
        (["--data", "/dev/null/x"], {}, "data folder /dev/null/x: .*expected"),
        (["--port", "0"], {"CARAVANSERAI_DATABASE": "postgresql://nobody@127.0.0.1:1/x"}, "cannot be opened"),
        (["--port", "0"], {"CARAVANSERAI_SECRET": "short"}, "secret: it has 5 characters; expected at least 32"),
        (["--host", "203.0.113.7"], {}, "address 203.0.113.7:8080: .*expected one that is free"),
    ],
)
def test_settings_that_cannot_work_are_refused_in_one_sentence(
    args: list[str], environment: dict[str, str], said: str, tmp_path: Path
) -> None:
    result = run("serve", *(["--data", str(tmp_path)] if "--data" not in args else []), *args, **environment)
    assert result.returncode == 2
    assert re.search(said, result.stderr.replace("\n", " ")), result.stderr
    assert "Traceback" not in result.stderr


def test_the_schema_brought_up_to_date_is_the_one_in_the_code(new_database: NewDatabase, tmp_path: Path) -> None:
    url = Settings(data=tmp_path, database=new_database()).database_url
    store = Storage(url)
    store.open()
    store.close()
    again = Storage(url)
    again.check()
    again.close()
    engine = create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_health_metrics_and_headers(sqlite_server: Server) -> None:
    with httpx.Client(base_url=sqlite_server.url) as client:
        for path in (
            "/healthz",
            "/readyz",
            "/",
            "/api",
            "/api/house",
            "/nowhere",
        ):
            answer = client.get(path)
            assert answer.status_code == (404 if path == "/nowhere" else 200), path
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # without it browsers load no WebAssembly
            assert answer.headers["x-content-type-options"] == "nosniff"
        assert "caravanserai_decisions_total" in client.get("/metrics").text
        assert client.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 404
        assert client.get("/nowhere").json()["code"] == "not_found"
        assert client.delete("/api/me").json()["code"] == "wrong_method"
        cookie = client.post("/api/me", json={"nickname": "Ann"}).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


def test_pages_of_other_sites_may_not_act_in_a_persons_name(sqlite_server: Server) -> None:
    async def scenario() -> None:
        [ann] = await people(sqlite_server, "Ann")
        headers = {"origin": "https://evil.example"}
        assert await ann.refused("POST", "/api/me", json={"nickname": "Eve"}, headers=headers) == (403, "bad_origin")
        assert (
            await ann.request("POST", "/api/me", json={"nickname": "Ann"}, headers={"origin": sqlite_server.url})
        ).is_success
        with pytest.raises(InvalidStatus):
            async with connect(sqlite_server.live, additional_headers=headers):
                pass
        async with connect(sqlite_server.live, origin=sqlite_server.url):  # type: ignore[arg-type]
            pass
        forged = Person(sqlite_server, "Eve")
        forged.cookies = {"caravanserai": ann.cookies["caravanserai"][:-1] + "x"}
        assert await forged.refused("GET", "/api/me") == (401, "not_known")

    asyncio.run(scenario())


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.command[server.command.index("--rate") + 1] = "1"
    with server, httpx.Client(base_url=server.url) as client:
        codes = [client.get("/healthz").status_code for _ in range(260)]
        assert set(codes) == {200, 429}
        assert client.get("/healthz").json()["code"] == "too_fast"


def test_logs_are_json_and_hold_no_secret(tmp_path: Path) -> None:
    async def scenario() -> tuple[str, str]:
        [ann] = await people(server, "Ann")
        table, invite = await open_table([ann], GAME, SEATS - 1, public=False)
        async with ann.live(table=table, seat=0, invite=invite) as live:
            await live.decide()
            await live.next("accepted")
        return invite, ann.cookies["caravanserai"]

    server = Server(tmp_path, options=["--log-level", "debug"])
    with server:
        invite, cookie = asyncio.run(scenario())
        assert server.stop() == 0
    lines = [line for line in server.log.read_text().splitlines() if line.startswith("{")]
    for line in lines:
        json.loads(line)
    said = "\n".join(lines)
    secret = (server.data / "secret.key").read_text()
    assert (server.data / "secret.key").stat().st_mode & 0o077 == 0
    engine = create_engine(Settings(data=server.data).database_url)
    with engine.connect() as connection:
        seed = connection.exec_driver_sql("SELECT seed FROM tables").scalar()
    engine.dispose()
    for hidden in (invite, cookie, secret, seed):
        assert hidden
        assert hidden not in said


def test_the_schemas_are_printed_for_clients() -> None:
    printed = json.loads(run("schema").stdout)
    assert printed == schemas()
    assert {"Watch", "Decide", "Undo", "Say"} <= set(printed["incoming"]["$defs"])
    assert {"StateInfo", "Accepted", "Talk", "Refusal"} <= set(printed["outgoing"]["$defs"])


def test_the_example_bot_plays_a_match(sqlite_server: Server) -> None:
    bot = ROOT / "examples" / "wire_bot.py"
    assert len(bot.read_text().splitlines()) < 60

    async def scenario() -> None:
        [ann] = await people(sqlite_server, "Ann")
        table, invite = await open_table(
            [ann], GAME, SEATS - 1, start=False, public=False, options=find_game(GAME).lab_options({})
        )
        await ann.post(f"/api/tables/{table}/arrange", seat=SEATS - 1)
        program = await asyncio.create_subprocess_exec(
            sys.executable, str(bot), sqlite_server.url, table, invite, stdout=asyncio.subprocess.PIPE
        )
        async with ann.live(table=table, seat=0) as live:
            while not live.state or live.state["table"]["seats"][SEATS - 1]["kind"] == "open":
                await live.next()
            await ann.post(f"/api/tables/{table}/start")
            await ann.post(f"/api/tables/{table}/leave")
            said, _ = await asyncio.wait_for(program.communicate(), 60)
        assert program.returncode == 0
        assert b"winners" in said

    asyncio.run(scenario())
