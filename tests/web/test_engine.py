"""The engine for browsers, as a server hands it out."""

from __future__ import annotations

import json

import httpx
from playwright.sync_api import Browser

from caravanserai.games import find_game
from caravanserai.wasm import build, module_key
from tests.server.running import Server
from tests.web.browsing import visitor

LOADED = """
async (name) => {
    const answer = await fetch(name);
    const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer());
    return Object.keys(instance.exports);
}
"""


def test_modules_that_are_made_are_named_served_and_kept(house: Server) -> None:
    module, described = build(find_game("tantan"))
    with httpx.Client(base_url=house.url) as client:
        keys = client.get("/engine/index.json")
        assert keys.json()["tantan"] == module_key(find_game("tantan"))
        assert keys.headers["cache-control"] == "no-cache"
        answer = client.get(f"/engine/{module.name}")
        assert answer.content == module.read_bytes()
        assert answer.headers["content-type"] == "application/wasm"
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        assert client.get(f"/engine/{described.name}").json() == json.loads(described.read_text())


def test_a_module_that_is_not_made_is_not_found(house: Server) -> None:
    with httpx.Client(base_url=house.url) as client:
        for name in ("tantan.0123456789abcdef.wasm", "tantan.wasm", "index.html", "a/b.wasm"):
            answer = client.get(f"/engine/{name}", headers={"accept": "*/*"})
            assert answer.status_code == 404, name
            assert answer.json()["code"] == "not_found"


def test_the_page_may_run_a_module(browser: Browser, house: Server) -> None:
    module, _ = build(find_game("tantan"))
    page = visitor(browser)
    page.goto(house.url)
    assert {"deal", "step", "present", "grow"} <= set(page.evaluate(LOADED, f"engine/{module.name}"))
    page.context.close()
