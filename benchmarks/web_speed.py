"""How fast the web table is, in a browser that draws without a graphics card.

    python -m benchmarks.web_speed [game ...]

For the home page and for a table of every game: the bytes of a first load (compressed, fonts aside) and the time from
the click on a link to the first thing that can be touched. For every board: how many frames a second are drawn while
things move at normal speed, and the longest wait for a frame in a hundred.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from caravanserai.games import find_game
from tests.cases import OURS
from tests.server.running import Server
from tests.web.browsing import TOUCHABLE, Player, browser, close, go, new_table, visitor

LOADS = 5
DECISIONS = 12

READY = """(selector) => {
    const look = () => {
        if (!document.querySelector(selector)) return requestAnimationFrame(look);
        // The frame after the one in which it was drawn, so that a touch would be answered.
        const tell = () => (document.documentElement.dataset.readyAfter = performance.now());
        requestAnimationFrame(() => setTimeout(tell));
    };
    document.addEventListener("DOMContentLoaded", look);
}"""

BYTES = """performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .filter((r) => !r.name.endsWith(".woff2")).reduce((sum, r) => sum + r.encodedBodySize, 0)"""

WATCH = """() => {
    window.waits = [];
    let last = null;
    const moves = (a) => a.playState === "running" && Number.isFinite(a.effect?.getComputedTiming().endTime);
    const frame = (now) => {
        const moving = document.getAnimations().some(moves);
        if (moving && last !== null) waits.push(now - last);
        last = moving ? now : null;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""


def first_load(running: Browser, like: Page, address: str, selector: str) -> tuple[float, int]:
    """Milliseconds until something can be done, and bytes, for somebody with an empty cache."""
    context = running.new_context(storage_state=like.context.storage_state(), viewport=like.viewport_size)
    page = context.new_page()
    page.add_init_script(f"({READY})({selector!r})")
    page.goto(address)
    page.wait_for_selector("[data-ready-after]")
    after = float(page.evaluate("document.documentElement.dataset.readyAfter"))
    page.wait_for_load_state("networkidle")
    size: int = page.evaluate(BYTES)
    context.close()
    return after, size


def table_for(page: Page, url: str, game: str) -> str:
    """The address of a table at which it is one's turn."""
    go(page, url, "")
    bots = [{"kind": "bot", "level": "apprentice"}] * (find_game(game).fewest - 1)
    address = f"{url}/#/table/{new_table(page, game, [{'kind': 'me'}, *bots])}"
    page.goto(address)
    assert not Player(page).finished()
    return address


def frame_waits(page: Page) -> list[float]:
    """Milliseconds between frames while something moves, over some decisions and what they bring about."""
    page.evaluate(WATCH)
    player = Player(page)
    while player.decisions < DECISIONS and not player.finished():
        player.by_mouse()
    waits: list[float] = page.evaluate("waits")
    return waits


def main(games: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as house, browser() as running:
        page = visitor(running)
        go(page, house.url, "")
        loads = [first_load(running, page, f"{house.url}/", ".shelf .button") for _ in range(LOADS)]
        print(f"home       {told(loads)}", flush=True)
        close(page)
        for game in games:
            page = visitor(running)
            address = table_for(page, house.url, game)
            loads = [first_load(running, page, address, TOUCHABLE) for _ in range(LOADS)]
            close(page)
            page = visitor(running, speed="normal")
            table_for(page, house.url, game)
            waits = sorted(frame_waits(page))
            close(page)
            rate = 1000 * len(waits) / sum(waits)
            worst = waits[int(len(waits) * 0.99)]
            print(f"{game:10} {told(loads)}; {rate:.0f} frames a second while moving, 1 in 100 waits {worst:.0f} ms")


def told(loads: Sequence[tuple[float, int]]) -> str:
    times, sizes = zip(*loads, strict=True)
    return f"{max(sizes) / 1000:.0f} kB, ready after {statistics.median(times):.0f} ms (best {min(times):.0f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", choices=[*OURS, []], help="all if none is named")
    main(parser.parse_args().game or OURS)
