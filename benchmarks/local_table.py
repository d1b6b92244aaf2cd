"""How fast a table is that is played in the browser itself, in one that draws without a graphics card.

    python -m benchmarks.local_table [game ...]

The page is a site of files, so that nothing else is measured. For every game: the time from the tap on "Play now" to
the first thing that can be touched, for a page that has played nothing yet and shows nothing that bots do before; and
over some decisions, at the usual speed, the time from the tap that decides to the frame that shows what it brought.
What is decided in secret brings nothing until others have decided, who take at least 600 ms before they begin; it is
left out and counted.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from caravanserai.server.standalone import write_site
from tests.cases import OURS
from tests.web.browsing import TOUCHABLE, Player, browser, close, go, visitor
from tests.web.local import static_host

LOADS = 5
DECISIONS = 40

START = """async (selector) => {
    const frame = () => new Promise(requestAnimationFrame);
    const begin = performance.now();
    document.querySelector(".ways .big").click();
    while (!document.querySelector(selector)) await frame();
    await frame();
    return performance.now() - begin;
}"""

DECIDE = """async (number) => {
    const frame = () => new Promise(requestAnimationFrame);
    const log = document.querySelector("[role=log]");
    const things = [...document.querySelectorAll("[data-action]")];
    const told = log.lastElementChild;
    const heard = new Promise((resolve) => {
        const watch = new MutationObserver(() => log.lastElementChild !== told && (watch.disconnect(), resolve()));
        watch.observe(log, { childList: true });
    });
    things[number % things.length].click();
    let begin = performance.now();
    await frame();
    const confirm = document.querySelector("[data-confirm]");
    if (confirm) {
        begin = performance.now();
        confirm.click();
    }
    const secret = new Promise((resolve) => setTimeout(resolve, 600, "secret"));
    if ((await Promise.race([heard, secret])) === "secret") return null;
    await frame();
    return performance.now() - begin;
}"""


def ready(running: Browser, url: str, game: str, speed: str) -> tuple[float, Page]:
    """Milliseconds until the first decision can be taken, and the page on which it can."""
    page = visitor(running, speed=speed)
    go(page, url, f"game/{game}")
    page.wait_for_selector(".ways .big")
    page.wait_for_load_state("networkidle")
    after = float(page.evaluate(START, TOUCHABLE))
    assert "local." in page.url, "the table is not played in the browser: is the engine there?"
    return after, page


def decide(running: Browser, url: str, game: str) -> tuple[list[float], int]:
    """Milliseconds from taps to their effects, and how many decisions were secret."""
    taps: list[float] = []
    secret = 0
    while len(taps) < DECISIONS:
        _, page = ready(running, url, game, "normal")
        player = Player(page)
        while len(taps) < DECISIONS and not player.finished():
            after = page.evaluate(DECIDE, player.dice.randrange(1000))
            taps += [] if after is None else [after]
            secret += after is None
        close(page)
    return taps, secret


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=OURS)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder, browser() as running, static_host(Path(folder)) as host:
        write_site(Path(folder) / "site")
        url = f"{host}/site"
        print(f"{'game':12}{'ready, ms':>22}{'tap to effect, ms':>30}")
        for game in games:
            loads = []
            for _ in range(LOADS):
                after, page = ready(running, url, game, "instant")
                loads.append(after)
                close(page)
            taps, secret = decide(running, url, game)
            slowest = statistics.quantiles(taps, n=20)[-1]
            print(
                f"{game:12}{statistics.median(loads):>10.0f}, most {max(loads):>4.0f}"
                f"{statistics.median(taps):>14.1f}, p95 {slowest:>6.1f} of {len(taps)}, {secret} in secret",
                flush=True,
            )


if __name__ == "__main__":
    main()
