"""What people who play alone cost the server: many of them in one browser, each against bots, deciding every few
seconds; first on engines of their own, then, in the same run, at tables of the server.

    python -m benchmarks.solo [--people 50] [--seconds 60]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import cycle
from pathlib import Path

from playwright.sync_api import Browser

from caravanserai.games import find_game
from caravanserai.wasm import build
from tests.cases import OURS
from tests.server.running import Server, cpu_seconds
from tests.server.test_thinking import children
from tests.web.browsing import TOUCHABLE, browser, close, go, visitor

EVERY = 3.0
"""Seconds that a person takes for a decision."""

PLAY = """(pause) => {
    window.decided = 0;
    const frame = () => new Promise(requestAnimationFrame);
    const decide = async () => {
        const things = [...document.querySelectorAll("[data-action]")];
        if (things.length === 0) return;
        things[Math.floor(Math.random() * things.length)].click();
        await frame();
        document.querySelector("[data-confirm]")?.click();
        window.decided += 1;
    };
    window.setInterval(decide, pause);
}"""


def family(root: int) -> list[int]:
    """A process and all that it has begun."""
    found = [root]
    for one in found:
        found += children(one)
    return found


def measure(running: Browser, server: Server, people: int, seconds: float, here: bool) -> None:
    """Seat everybody, let them play, and tell what the server did meanwhile."""
    assert server.process is not None
    pages = []
    for _, game in zip(range(people), cycle(OURS), strict=False):
        page = visitor(running, here=here)
        go(page, server.url, f"game/{game}")
        page.locator(".ways .big").click()
        page.wait_for_selector(TOUCHABLE)
        assert ("local." in page.url) == here, f"{game} is not played where it should be: {page.url}"
        pages.append(page)
    for page in pages:
        page.evaluate(PLAY, EVERY * 1000)
    processes = family(server.process.pid)
    before, begin = sum(map(cpu_seconds, processes)), time.perf_counter()
    time.sleep(seconds)
    worked, passed = sum(map(cpu_seconds, processes)) - before, time.perf_counter() - begin
    decisions = sum(page.evaluate("window.decided") for page in pages)
    where = "in their browsers" if here else "at the server"
    print(
        f"{people} people, {where}: {decisions} touches in {passed:.0f} s; the server worked {worked:.2f} s, "
        f"{100 * worked / passed:.2f} % of a processor",
        flush=True,
    )
    for page in pages:
        close(page)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    for game in OURS:
        build(find_game(game))
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, browser() as running:
        for here in (True, False):
            measure(running, server, asked.people, asked.seconds, here)


if __name__ == "__main__":
    main()
