"""Walks with the engine in WebAssembly: in Node, and in Chromium through the same script."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from caravanserai.kernel.game import Game
from caravanserai.wasm import build
from tests.wasm.walking import Found, Leg

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PATH = f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
"""Node may be the one from the Python registry."""


def node(*arguments: str | Path) -> str:
    """What a script prints."""
    done = subprocess.run(["node", *map(str, arguments)], cwd=WEB, env={**os.environ, "PATH": PATH}, check=False,
                          capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def bundle(name: str, folder: Path) -> Path:
    """A script that walks, made of TypeScript."""
    node("scripts/bundle.js", f"tests/engine/{name}.ts", folder)
    return folder / f"{name}.mjs"


def errand(game: Game, legs: list[Leg], **more: Any) -> dict[str, Any]:
    """What a script is asked for."""
    module, description = build(game)
    return {"module": str(module), "description": str(description), "legs": [asdict(leg) for leg in legs], **more}


def in_node(script: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """What a walk in Node finds."""
    file = script.with_name("errand.json")
    file.write_text(json.dumps(asked))
    told: dict[str, Any] = json.loads(node(script, file))
    return told


class _Quiet(SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.extensions_map = {**self.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}
        super().__init__(*args, **kwargs)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, for this machine only."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def in_browser(browser: Browser, script: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """What the same walk finds in a browser."""
    folder = script.parent
    here = {}
    for name in ("module", "description"):
        here[name] = Path(shutil.copy(asked[name], folder)).name
    (folder / "index.html").write_text(f'<!doctype html><script type="module" src="{script.name}"></script>')
    with served(folder) as address:
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(address)
        page.wait_for_function("() => 'walked' in globalThis")
        told: dict[str, Any] = page.evaluate("errand => walked(errand)", {**asked, **here})
        page.close()
    return told


def found(told: dict[str, Any]) -> list[Found]:
    """The walks of a script as those of Python."""
    return [Found(**one) for one in told["found"]]
