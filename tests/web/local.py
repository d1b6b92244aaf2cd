"""Matches that a browser plays by itself: getting ready for them, and starting one through the interface."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page

from caravanserai.games import find_game, game_names
from caravanserai.match import Match, verify
from caravanserai.words import words_for
from tests.server.test_helpers import free_port
from tests.web.browsing import go
from tests.web.test_matches import short_options

Place = Callable[[str], str]
"""The address at which a match is begun, given where it usually is: at a ``server``, or at a site of ``files``."""

KEPT = """async (games) => {
    await navigator.serviceWorker.ready;
    const size = async (name) => (await (await caches.open(name)).keys()).length;
    const enough = async () =>
        navigator.serviceWorker.controller &&
        (await size("caravanserai-engine")) > 2 * games &&
        (await size("caravanserai-told")) >= 2 * games + 2;
    while (!(await enough())) await new Promise((resolve) => setTimeout(resolve, 200));
}"""
"""Modules and descriptions of all games are kept, and which there are; the house and all rules in two languages."""


def visit_once(page: Page, url: str) -> None:
    """Opens the page, and waits until all that is needed without a network is kept."""
    go(page, url, "")
    page.wait_for_selector(".shelf button")
    page.evaluate(KEPT, len(game_names()))


def lose_the_network(page: Page) -> None:
    """From here on nothing answers; the page is opened anew."""
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".shelf button")


def start(page: Page, url: str, game: str, language: str = "en", level: str = "apprentice") -> None:
    """Play now, with the fewest seats, bots that decide at once, and a short match."""
    go(page, url, f"game/{game}")
    page.locator("details summary").click()
    selects = page.locator("details select")
    selects.nth(0).select_option(str(find_game(game).fewest))
    selects.nth(1).select_option(level)
    words = words_for(find_game(game), language)
    for name, value in short_options(game).items():
        field = page.get_by_label(words(f"option-{name}"), exact=False)
        field.fill(str(value))
        field.blur()
    page.locator(".ways .big").click()
    page.wait_for_url("**/#/table/local.*")


def match_of(page: Page) -> Match:
    """The match that is shown as a replay, from its log, which is downloaded and verified."""
    with page.expect_download() as download:
        page.locator("a[download]").click()
    log: dict[str, Any] = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    return verify(log)


@contextmanager
def static_host(folder: Path) -> Iterator[str]:
    """A web host that knows nothing but files; its address."""
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                httpx.get(url)
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield url
    finally:
        running.terminate()
        running.wait()


def kill_browser(profile: Path) -> None:
    """Kills the browser that has a profile, as a crash would."""
    mark = f"--user-data-dir={profile}"
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if mark in command and not any(part.startswith("--type=") for part in command):
            os.kill(int(process.name), signal.SIGKILL)
