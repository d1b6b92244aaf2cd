"""The door: keys, pages of other sites, storage that is away, and connections that never come to the point."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from caravanserai.games import find_game
from caravanserai.kernel.errors import InvalidOption
from caravanserai.match import Match
from caravanserai.server.doorstep import HEAD_SECONDS, MOST_HEAD, MOST_UNFINISHED
from caravanserai.server.guard import BODY_SECONDS, HEADERS
from caravanserai.server.identity import Signer, read_keys, rotate_key
from caravanserai.server.pushing import encode
from tests.server.post import Browser
from tests.server.running import PLAIN, Server, postgresql
from tests.server.test_running import run
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import Person, open_table
from tests.web.browsing import browser

# Keys ---------------------------------------------------------------------------------------------------------------


def signed_by_hand(key: bytes, person: str) -> str:
    """A cookie as servers have always signed it."""
    signature = hmac.new(key, b"person\0" + person.encode(), hashlib.sha256).hexdigest()
    return f"{person}.{signature[:40]}"


@pytest.mark.parametrize("contents", [b"", b"\n" * 64, b"short", b"x" * 31, b"x" * 31 + b"\n"])
def test_a_key_that_anybody_could_guess_is_refused_at_the_start(contents: bytes, tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    file.write_bytes(contents)
    with pytest.raises(InvalidOption) as refused:
        read_keys(tmp_path, None, None)
    assert str(file) in str(refused.value)
    assert "expected at least 32" in str(refused.value)
    assert file.read_bytes() == contents


def test_the_server_says_so_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    result = run("serve", "--data", str(tmp_path), "--port", "0")
    assert result.returncode == 2
    assert f"{tmp_path / 'secret.key'}: it has 0 bytes" in result.stderr.replace("\n", " ")
    assert "delete it" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("secret", ["", "x" * 16, "x" * 31])
def test_a_short_secret_is_refused(secret: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match=r"secret: .*expected at least 32"):
        read_keys(tmp_path, secret, None)


def test_servers_that_begin_at_once_agree_on_a_whole_key(tmp_path: Path) -> None:
    for round in range(20):
        folder = tmp_path / str(round)
        ready = threading.Barrier(8)
        found: list[list[bytes]] = []

        def begin(folder: Path = folder, ready: threading.Barrier = ready, found: list[list[bytes]] = found) -> None:
            ready.wait()
            found.append(read_keys(folder, None, None))

        threads = [threading.Thread(target=begin) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 8
        assert len({key for [key] in found}) == 1
        assert len(found[0][0]) == 64
        assert [file.name for file in folder.iterdir()] == ["secret.key"]


def test_people_stay_known_when_the_key_is_changed(tmp_path: Path) -> None:
    server = Server(tmp_path)

    async def scenario() -> None:
        with server:
            [ann] = await people(server, "Ann")
            table, _ = await open_table([ann], GAME, SEATS - 1, start=False)
            await ann.post(f"/api/tables/{table}/arrange", seat=1)
            token = (await ann.post(f"/api/tables/{table}/sit", seat=1, nickname="Annette"))["token"]
        old = (tmp_path / "secret.key").read_bytes()
        before = ann.cookies["caravanserai"]
        person = before.partition(".")[0]
        assert before == signed_by_hand(old, person)

        rotated = run("rotate-key", "--data", str(tmp_path))
        assert rotated.returncode == 0
        [kept] = tmp_path.glob("retired-*.key")
        assert str(kept) in rotated.stdout.replace("\n", "")
        assert kept.read_bytes() == old
        assert kept.stat().st_mode & 0o077 == 0
        new = (tmp_path / "secret.key").read_bytes()
        assert new != old
        assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0

        with server:
            assert (await ann.get("/api/me"))["nickname"] == "Ann"
            assert ann.cookies["caravanserai"] == signed_by_hand(new, person)
            assert "set-cookie" not in (await ann.request("GET", "/api/me")).headers
            assert len(await ann.get("/api/mine")) == 1
            async with Person(server, "a program").live(table=table, seat=1, token=token) as live:
                assert (await live.next())["type"] == "snapshot"

        kept.unlink()
        with server:
            assert (await ann.get("/api/me"))["nickname"] == "Ann"
            ann.cookies = {"caravanserai": before}
            assert await ann.refused("GET", "/api/me") == (401, "not_known")

    asyncio.run(scenario())


def test_there_must_be_a_key_to_change(tmp_path: Path) -> None:
    result = run("rotate-key", "--data", str(tmp_path))
    assert result.returncode == 2
    assert "secret.key: No such file" in result.stderr.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_too_short_is_not_kept_for_later(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(b"weak")
    with pytest.raises(InvalidOption, match="expected at least 32"):
        rotate_key(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


def test_the_secret_before_may_be_named_beside_the_new_one(tmp_path: Path) -> None:
    old, new = "what was enough once", "n" * 32
    signer = Signer(*read_keys(tmp_path, new, old))
    assert signer.person(signed_by_hand(old.encode(), "ann")) == "ann"
    assert signer.cookie("ann") == signed_by_hand(new.encode(), "ann")
    assert Signer(*read_keys(tmp_path, new, None)).person(signed_by_hand(old.encode(), "ann")) is None
    with pytest.raises(InvalidOption, match=r"old secret: .*expected at least 16"):
        read_keys(tmp_path, new, "short")


# Pages of other sites -----------------------------------------------------------------------------------------------

VISIT = """async (server) => {
    const call = async (method, path, body) => {
        try {
            const answer = await fetch(server + path, {
                method,
                credentials: "include",
                headers: body ? { "content-type": "application/json", "x-invite": "none" } : {},
                body: body && JSON.stringify(body),
            });
            return [answer.status, await answer.json()];
        } catch (problem) {
            return [0, String(problem)];
        }
    };
    const live = () => new Promise((resolve) => {
        const socket = new WebSocket(server.replace("http", "ws") + "/api/live");
        socket.onopen = () => socket.send(JSON.stringify({ type: "undo", key: "from afar" }));
        socket.onmessage = (event) => resolve(JSON.parse(event.data));
        socket.onclose = (event) => resolve({ closed: event.code });
    });
    return {
        me: await call("POST", "/api/me", { nickname: "Ann" }),
        mine: await call("GET", "/api/mine"),
        nowhere: await call("GET", "/api/tables/aaaaaaaaaaaa"),
        live: await live(),
    };
}"""


@contextmanager
def other_site(folder: Path) -> Iterator[str]:
    """A page that is not the server's, at an origin of its own."""
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>elsewhere</title>")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{site.server_port}"
    finally:
        site.shutdown()
        thread.join()
        site.server_close()


def test_a_page_of_an_allowed_site_can_play_and_others_cannot(tmp_path: Path) -> None:
    with ExitStack() as stack:
        friend = stack.enter_context(other_site(tmp_path / "friend"))
        stranger = stack.enter_context(other_site(tmp_path / "stranger"))
        server = stack.enter_context(Server(tmp_path / "data", options=["--origin", friend]))
        chromium = stack.enter_context(browser())

        def visit(origin: str) -> Any:
            context = chromium.new_context()
            page = context.new_page()
            page.goto(f"{origin}/index.html")
            seen = page.evaluate(VISIT, server.url)
            context.close()
            return seen

        seen = visit(friend)
        assert (seen["me"][0], seen["me"][1]["nickname"]) == (200, "Ann")
        assert seen["mine"] == [200, []], "the cookie came along"
        assert seen["nowhere"][0] == 404, "what is refused can be read too"
        assert (seen["live"]["code"], seen["live"]["key"]) == ("not_yours", "from afar")

        seen = visit(stranger)
        assert seen["me"][0] == seen["mine"][0] == seen["nowhere"][0] == 0, "the browser shows the page nothing"
        assert seen["live"] == {"closed": 1006}


def test_what_browsers_are_told_about_other_sites(tmp_path: Path) -> None:
    allowed, other = "https://play.example", "https://evil.example"
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "content-type,x-invite"}
    options = ["--origin", "https://club.example", "--origin", allowed]
    with Server(tmp_path, options=options) as server, httpx.Client(base_url=server.url) as client:
        answer = client.options("/api/me", headers={"origin": allowed, **asked})
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == allowed
        assert answer.headers["access-control-allow-credentials"] == "true"
        assert "x-invite" in answer.headers["access-control-allow-headers"]
        assert answer.headers["x-content-type-options"] == "nosniff"

        https = {"origin": allowed, "x-forwarded-proto": "https"}
        answer = client.post("/api/me", json={"nickname": "Ann"}, headers=https)
        assert answer.headers["access-control-allow-origin"] == allowed
        assert "SameSite=none" in answer.headers["set-cookie"]
        assert "Secure" in answer.headers["set-cookie"]
        answer = client.post("/api/me", content=b"x" * 20_000, headers={"origin": allowed})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (413, allowed)

        for answer in (
            client.options("/api/me", headers={"origin": other, **asked}),
            client.post("/api/me", json={"nickname": "Eve"}, headers={"origin": other}),
            client.get("/api/mine", headers={"origin": other}),
            client.get("/api/mine", headers={"origin": "null"}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
            assert "access-control-allow-origin" not in answer.headers
        assert client.get("/api/house", headers={"origin": server.url}).status_code == 200


@pytest.mark.parametrize("origin", ["*", "example.org", "https://example.org/", "https://example.org/page", "null"])
def test_what_is_no_origin_is_refused(origin: str, tmp_path: Path) -> None:
    result = run("serve", "--data", str(tmp_path), "--origin", origin)
    assert result.returncode == 2
    assert f"origin {origin!r}: expected scheme" in result.stderr.replace("\n", " ")


# Storage that is away -----------------------------------------------------------------------------------------------

ALWAYS = {
    "/healthz", "/api/house", "/api/notice", "/api/preparing", "/api/games/{game}/declared", "/api/games/{game}/rules",
    "/api/me/out",
}  # fmt: skip
"""Routes that need no storage."""


ASKED = ("hint", "position")
"""Routes that are about a seat which must decide."""


NO_TABLE = "aaaaaaaaaaaa"
"""The id of a table that does not exist."""


def ask_everything(client: httpx.Client, table: str = NO_TABLE, about: str = "") -> dict[str, httpx.Response]:
    """Every route of the OpenAPI page, or those ``about`` something, with what it needs to get as far as storage."""
    bodies = {"/api/me": {"nickname": "Ann"}, "/api/tables": {"game": GAME, "seats": [{"kind": "open"}] * SEATS}}
    bodies["/api/tables/{table_id}/arrange"] = {"seat": 0}
    log = Match(GAME, SEATS, seed="door").log() | {"rules": find_game(GAME).rules_version}
    bodies["/api/tables/bring"] = {"log": log, "seats": [{"kind": "me"}, *[{"kind": "bot"}] * (SEATS - 1)]}
    device = Browser("https://9.9.9.9/x").subscription()
    bodies |= {"/api/calls": {"how": "never"}, "/api/calls/devices": device, "/api/calls/email": {"email": None}}
    bodies["/api/calls/devices/forget"] = {"endpoint": device["endpoint"]}
    bodies |= {"/api/me/vacation": {"days": 0}, "/api/tables/{table_id}/absent": {"seat": 0}}
    bodies |= {f"/api/tables/{{table_id}}/talk/{what}": {"number": 0} for what in ("mute", "report")}
    bodies |= {"/api/carry/look": {"token": "x"}, "/api/carry": {"token": "x", "bring": False}}
    bodies |= {"/api/recover": {"code": "AAAA-" * 4 + "AAAA"}, "/api/passkeys/remove": {"id": "x"}}
    told = encode(json.dumps({"challenge": encode(b"x")}).encode())
    credential = {"id": "x", "response": {"clientDataJSON": told}}
    bodies |= {"/api/passkeys": {"credential": credential}, "/api/passkeys/use": {"credential": credential}}
    bodies["/api/me/forget"] = {"nickname": "somebody else"}
    named = {"host": f"localhost:{client.base_url.port}"}  # passkeys are for names
    cookies = dict(client.cookies)
    answers = {}
    for path, methods in client.get("/api/openapi.json").json()["paths"].items():
        if about not in path:
            continue
        real = path.format(table_id=table, game=GAME, number=0)
        for method in methods:
            body = bodies.get(path, {}) if method == "post" else None
            more = {"nickname": "Ann"} if path == "/api/statistics" else {"seat": 0} if path.endswith(ASKED) else None
            answers[f"{method} {path}"] = client.request(method, real, json=body, params=more, headers=named)
            client.cookies.update(cookies)  # one of them takes it away
    return answers


def expect_answers(answers: dict[str, httpx.Response]) -> None:
    """All got as far as storage."""
    assert answers.pop("post /api/me/forget").json()["code"] == "invalid"  # it is not their name
    assert {answer.status_code for answer in answers.values()} <= {200, 201, 404}, answers


def test_a_private_table_is_to_strangers_as_if_there_were_none(sqlite_server: Server) -> None:
    """By whatever route or message; and who sits at a table is told by no id, to nobody."""

    async def tables_of_ann() -> dict[str, str]:
        ann, bob = await people(sqlite_server, "Ann", "Bob")
        waiting, _ = await open_table([ann, bob], GAME, start=False, public=False)
        running, _ = await open_table([ann, bob], GAME, public=False)
        over, _ = await open_table([ann, bob], GAME, public=False)
        for person in (ann, bob):
            await person.post(f"/api/tables/{over}/resign")
        while (await ann.get(f"/api/tables/{over}"))["status"] != "finished":
            await asyncio.sleep(0.05)
        ids = [person.cookies["caravanserai"].split(".")[0] for person in (ann, bob)]
        for path in ("/api/lobby", "/api/mine", *(f"/api/tables/{table}" for table in (waiting, running, over))):
            told = (await ann.request("GET", path)).text
            assert not any(name in told for name in ids), path
        return {"waiting": waiting, "running": running, "over": over}

    async def look(cookie: str, table: str) -> dict[str, Any]:
        eve = Person(sqlite_server, "Eve")
        eve.cookies = {"caravanserai": cookie}
        async with eve.live(table=table) as live:
            refused = await live.next()
            await live.send(type="mine")
            assert (await live.next())["tables"] == []
        return refused

    def ask(cookie: str, table: str) -> dict[str, tuple[int, str]]:
        with httpx.Client(base_url=sqlite_server.url, cookies={"caravanserai": cookie}, timeout=30) as eve:
            answers = ask_everything(eve, table, "{table_id}")
        return {what: (answer.status_code, answer.text.replace(table, NO_TABLE)) for what, answer in answers.items()}

    tables = asyncio.run(tables_of_ann())
    cookie = httpx.post(f"{sqlite_server.url}/api/me", json={"nickname": "Eve"}).cookies["caravanserai"]
    missing, unseen = ask(cookie, NO_TABLE), json.dumps(asyncio.run(look(cookie, NO_TABLE)))
    assert len(missing) > 15
    for status, table in tables.items():
        answers = ask(cookie, table)
        assert {what: answers[what] for what in missing if answers[what] != missing[what]} == {}, status
        assert json.dumps(asyncio.run(look(cookie, table))).replace(table, NO_TABLE) == unseen, status


def test_while_storage_is_away_every_route_says_so(tmp_path: Path) -> None:
    with postgresql() as cluster, Server(tmp_path, cluster.new_database()) as server:
        with httpx.Client(base_url=server.url, timeout=10) as client:
            client.post("/api/me", json={"nickname": "Ann"})
            expect_answers(ask_everything(client))
            cluster.stop()
            for what, answer in ask_everything(client).items():
                if what.split()[1] in ALWAYS:
                    assert answer.status_code == 200, what
                else:
                    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), what
                assert {name.decode() for name in HEADERS} <= set(answer.headers), what
                assert answer.elapsed.total_seconds() < 5, what
            cluster.start()
            answers = ask_everything(client)
            expect_answers(answers)
            assert answers["get /api/me"].json()["nickname"] == "Ann"
        assert "a request failed" not in server.log.read_text()


def test_what_nobody_foresaw_is_answered_too_and_logged_once(tmp_path: Path) -> None:
    """Something takes a table of the database away under the server: a defect, not an absence."""
    from sqlalchemy import create_engine, text

    from caravanserai.server.settings import Settings

    with postgresql() as cluster:
        database = cluster.new_database()
        with Server(tmp_path, database) as server, httpx.Client(base_url=server.url) as client:
            engine = create_engine(Settings(data=tmp_path, database=database).database_url)
            with engine.begin() as connection:
                connection.execute(text("ALTER TABLE people RENAME TO somewhere_else"))
            engine.dispose()
            answer = client.post("/api/me", json={"nickname": "Ann"})
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert {name.decode() for name in HEADERS} <= set(answer.headers)
            lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
            told = [line for line in lines if "UndefinedTable" in line.get("traceback", "")]
            assert [line["path"] for line in told] == ["/api/me"]


# Connections that never come to the point ---------------------------------------------------------------------------


def still_open(connection: socket.socket) -> bool:
    """Whether the server has not closed it yet."""
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
        return False
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_a_thousand_half_sent_requests_keep_nobody_out(tmp_path: Path) -> None:
    with ExitStack() as stack, Server(tmp_path) as server:
        half: list[socket.socket] = []
        began = time.monotonic()
        for number in range(1000):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            if number % 3 == 1:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
            elif number % 3 == 2:
                connection.sendall(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            half.append(connection)
        slowest = 0.0
        while time.monotonic() < began + HEAD_SECONDS + 4:
            before = time.monotonic()
            assert httpx.get(f"{server.url}/healthz", timeout=5, verify=PLAIN).status_code == 200
            slowest = max(slowest, time.monotonic() - before)
            if began + 4 < time.monotonic() < began + HEAD_SECONDS - 2:
                assert sum(map(still_open, half)) <= MOST_UNFINISHED
            time.sleep(0.2)
        assert slowest < 1
        assert sum(map(still_open, half)) == 0


def test_a_body_that_does_not_come_is_not_waited_for(sqlite_server: Server) -> None:
    with socket.create_connection(("127.0.0.1", sqlite_server.port)) as connection:
        connection.sendall(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        connection.settimeout(BODY_SECONDS + 5)
        said = b""
        while part := connection.recv(65536):
            said += part
    assert said.startswith(b"HTTP/1.1 408")
    assert b'"code":"too_slow"' in said
    assert b"x-content-type-options" in said


def test_a_head_without_end_is_not_read(sqlite_server: Server) -> None:
    with socket.create_connection(("127.0.0.1", sqlite_server.port)) as connection:
        connection.settimeout(5)
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        with pytest.raises(OSError, match=r"reset|pipe"):
            connection.sendall(b"X-Long: %s\r\n" % (b"x" * 1000) * MOST_HEAD)


def test_a_body_in_many_small_pieces_costs_no_more_than_its_length() -> None:
    from caravanserai.server.guard import MOST_BYTES, _body

    async def read(size: int) -> float:
        pieces = iter([b"x"] * size)

        async def receive() -> dict[str, Any]:
            piece = next(pieces, None)
            return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

        began = time.process_time()
        for _ in range(3):
            pieces = iter([b"x"] * size)
            handed = await (await _body({"method": "POST", "headers": []}, receive))()
            assert handed["body"] == b"x" * size
        return time.process_time() - began

    small = min(asyncio.run(read(MOST_BYTES // 16)) for _ in range(3))
    large = min(asyncio.run(read(MOST_BYTES)) for _ in range(3))
    assert large < 16 * 4 * small
