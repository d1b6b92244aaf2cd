"""A real browser for the tests and the screenshots, and ways to play with it as people do."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.server.running import Server, from_debian

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
LAN = "caravanserai.lan"
"""A name as a house in a living room has one: over plain HTTP a browser gives much less to pages there than to those of
its own machine."""
USELESS = (
    # Pages of the browser's own, one behind the address bar of each window, which nobody sees here. Each cost more to
    # load than ours.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # What Playwright turns off: of two such lists the browser takes the last.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    "msForceBrowserSignIn",
)
"""Parts of the browser that are turned off."""
FLAGS = [
    f"--disable-features={','.join(USELESS)}",
    f"--host-resolver-rules=MAP {LAN} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds; the machine may be busy."""

AWAY = ("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket")
"""Signs that a server was not there, or went while it was answering."""

UNUSED = "The Cross-Origin-Opener-Policy header has been ignored"
"""What Chromium says about a header that it honours over https only."""

TOUCHABLE = "[data-action]"
END = "section.end"
HAND_OVER = "[data-hand-over]"

OpenHouse = Callable[..., AbstractContextManager[Server]]
"""Opens a house, given a name and options of its server."""


def chromium() -> str:
    """Debian's browser; installed if need be."""
    return from_debian("chromium", lambda: shutil.which("chromium"))


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser that is closed in the end."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as tools:
        running = tools.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


def visitor(
    browser: Browser,
    viewport: dict[str, int] | None = None,
    locale: str = "en-US",
    theme: str = "light",
    touch: bool = False,
    keeping: bool = False,
    **settings: Any,
) -> Page:
    """Somebody who opens the page for the first time, with these settings of the device; the page moves nothing for
    them unless they want it to, or a test would touch what is gone. Where it may be ``keeping`` the page and all games
    for later, as at most addresses, it does so at once, which is as much work as a short match. Problems on the page
    are kept in ``page.problems``."""
    chosen = {
        "speed": "instant",
        "dock": False,
        "forced": False,
        "guided": ["gobi", "marche", "marracash", "samarkand", "tantan"],
        **settings,
    }
    context = browser.new_context(
        viewport=viewport or DESKTOP,  # type: ignore[arg-type]
        locale=locale,
        color_scheme=theme,  # type: ignore[arg-type]
        has_touch=touch,
        service_workers="allow" if keeping else "block",
        # What glows for ever is drawn for ever, and here by the processor.
        reduced_motion="reduce" if chosen["speed"] == "instant" else "no-preference",
    )
    context.set_default_timeout(PATIENCE)
    stored = json.dumps(chosen)
    context.add_init_script(
        f"if (!localStorage.getItem('caravanserai')) localStorage.setItem('caravanserai', {json.dumps(stored)})"
    )
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.on("console", lambda line: problems.append(f"{line.text} {line.location}") if is_problem(line) else None)
    page.problems = problems  # type: ignore[attr-defined]
    return page


def is_problem(line: ConsoleMessage) -> bool:
    """Whether what a page wrote means that something is wrong: an error, or state that is read after it is gone."""
    return line.type == "error" or "derived_inert" in line.text


def problems_of(page: Page) -> list[str]:
    """What the page complained about; that a server was away is no complaint."""
    found: list[str] = page.problems  # type: ignore[attr-defined]
    return [problem for problem in found if not any(sign in problem for sign in (*AWAY, UNUSED))]


def at_lan(server: Server) -> str:
    """The address of a server as others in the house open it."""
    return f"http://{LAN}:{server.port}"


def go(page: Page, url: str, path: str) -> None:
    """Open a page by its address."""
    page.goto(f"{url}/#/{path}")


POST = """async ([path, body]) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return [answer.ok, await answer.json()];
}"""


def post(page: Page, path: str, body: Any) -> Any:
    """A request of whoever looks at the page, without the interface."""
    ok, answer = page.evaluate(POST, [path, body])
    assert ok, answer
    return answer


def new_table(page: Page, game: str, seats: list[dict[str, Any]], start: bool = True, **more: Any) -> str:
    """A table made without the interface, for whoever looks at the page; its id."""
    post(page, "me", {"nickname": "Traveller"})
    made = post(page, "tables", {"game": game, "seats": seats, "public": False, **more})
    table: str = made["table"]["id"]
    if start:
        post(page, f"tables/{table}/start", {})
    return table


class Player:
    """Plays through the interface with whatever is offered."""

    def __init__(self, page: Page, seed: int = 7) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.decisions = 0

    def finished(self) -> bool:
        """Waits until something can be done or the match is over; says which."""
        self.page.wait_for_selector(f"{TOUCHABLE}, {END}, [data-ready], {HAND_OVER}")
        return self.page.locator(END).count() > 0

    def by_mouse(self) -> None:
        """Touches something that glows; confirms if asked to."""
        things = self.page.locator(TOUCHABLE)
        chosen = things.nth(self.dice.randrange(things.count()))
        chosen.click()
        self._confirm(lambda button: button.click())

    def by_touch(self) -> None:
        """The same with a finger."""
        things = self.page.locator(TOUCHABLE)
        things.nth(self.dice.randrange(things.count())).tap()
        self._confirm(lambda button: button.tap())

    def _confirm(self, press: Any) -> None:
        button = self.page.locator("[data-confirm]")
        if button.count():
            press(button)
        self.decisions += 1

    def by_keyboard(self) -> None:
        """Walks to something with the arrows and presses Enter, twice if it has to be confirmed."""
        for _ in range(self.dice.randint(1, 3)):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")
        if self.page.locator("[data-confirm]").count():
            self.page.keyboard.press("Enter")
        self.decisions += 1


def expect_no_sideways_scrolling(page: Page) -> None:
    """The page is no wider than the window."""
    width, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= window, f"{page.url}: {width} px wide in a window of {window}"


def expect_all_in_sight(page: Page) -> None:
    """The table is no higher than the window."""
    height, window = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert height <= window, f"{page.url}: {height} px high in a window of {window}"


ALL_AT_REST = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const moves = (animation) =>
        animation.playState === "running" && Number.isFinite(animation.effect?.getComputedTiming().endTime);
    do await frame(); while (document.getAnimations().some(moves));
}"""


def wait_for_rest(page: Page) -> None:
    """Until nothing slides or fades any more; what glows for ever may go on."""
    page.evaluate(ALL_AT_REST)


def expect_accessible(page: Page) -> None:
    """Axe finds nothing. It looks at a page at rest: what still fades in has too little contrast for a moment."""
    wait_for_rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{AXE.read_text(encoding='utf-8')}; 0")
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = page.evaluate(
        "async (runOnly) => (await axe.run(document, { runOnly, resultTypes: ['violations'] })).violations", tags
    )
    told = [f"{v['id']}: {v['help']}: {[n['html'][:160] for n in v['nodes'][:4]]}" for v in found]
    assert told == [], f"{page.url}: " + "\n".join(told)


def whose_turn(pages: list[Page]) -> Page:
    """The page on which something can be touched."""
    for _ in range(600):
        for page in pages:
            if page.locator("[data-action]").count():
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("nobody can do anything")


def close(page: Page) -> None:
    """Leave."""
    context: BrowserContext = page.context
    context.close()


__all__ = ["DESKTOP", "END", "PHONE", "TOUCHABLE", "Player", "browser", "close", "expect", "go", "visitor"]
