"""Pictures of every page, of what friends see at a table, and of every board at its start, middle and end: large, small
and sideways, light and dark.

``make screenshots`` writes them to build/screenshots; ``ARGS="tantan gobi"`` makes those boards only, ``ARGS="pages"``
the pages only, ``ARGS="friends"`` what friends see; with ``fr`` in French.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from caravanserai.games import find_game, game_names
from tests.server.running import Server
from tests.web.browsing import (
    DESKTOP,
    END,
    PHONE,
    TOUCHABLE,
    Player,
    browser,
    close,
    go,
    new_table,
    post,
    visitor,
    wait_for_rest,
)
from tests.web.test_seats import BE_KNOWN
from tests.web.test_together import table_of

FOLDER = Path(__file__).parents[2] / "build" / "screenshots"
LOOKS = [
    (size, viewport, theme)
    for size, viewport in (("desktop", DESKTOP), ("phone", PHONE))
    for theme in ("light", "dark")
] + [
    ("wide", {"width": 1920, "height": 1080}, "light"),
    ("narrow", {"width": 360, "height": 740}, "light"),
    ("sideways", {"width": 844, "height": 390}, "light"),
]
VISIONS = ("deuteranopia", "tritanopia", "achromatopsia")
"""Ways of seeing colours in which the middle of a match is shown too: no colour may stand alone."""
PAGES = {"home": "", "lobby": "lobby", "statistics": "statistics", "about": "about", "you": "you", "kept": "kept"}
SEATS = 4
TURNS = 10
"""Where a game can be cut short: enough to have a middle."""
MIDDLE = 24
"""Decisions of the one who plays until the middle of a match."""


def take(page: Page, name: str) -> None:
    """The page as it is now, in every look."""
    for size, viewport, theme in LOOKS:
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.mouse.move(0, 0)
        page.evaluate("scrollTo(0, 0)")
        wait_for_rest(page)
        page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png")
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="light")


def take_as_others_see(page: Page, name: str) -> None:
    """The page as people see it who tell fewer colours apart."""
    tools = page.context.new_cdp_session(page)
    for vision in (*VISIONS, "none"):
        tools.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        if vision != "none":
            page.screenshot(path=FOLDER / f"{name}-desktop-{vision}.png")


def pages(page: Page, url: str) -> None:
    """What stands around the tables, with somebody who waits at one."""
    addresses = dict(PAGES)
    for game in game_names():
        addresses |= {f"game-{game}": f"game/{game}", f"rules-{game}": f"rules/{game}"}
    go(page, url, "")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    waiting = new_table(page, game_names()[0], seats, start=False, public=True)
    for name, path in {**addresses, "waiting": f"table/{waiting}"}.items():
        go(page, url, path)
        page.wait_for_selector("main :is(h1, h2)")
        page.wait_for_load_state("networkidle")
        take(page, f"page-{name}")
    myself(page, url)


def myself(page: Page, url: str) -> None:
    """What is set, a recovery code, somebody who goes on at another device where they were somebody else, and the page
    that is shown when the server is away."""
    go(page, url, "lobby")
    page.locator("header .gear").click()
    page.wait_for_selector(".drawer")
    take(page, "page-options")
    go(page, url, "you")
    page.locator(".personal section button").nth(1).click()
    page.wait_for_selector("[data-code]")
    take(page, "page-code")
    page.locator(".personal section button").first.click()
    page.wait_for_selector("input[readonly]")
    take(page, "page-link")
    link = page.locator("input[readonly]").input_value()
    other = visitor(page.context.browser, locale=page.evaluate("navigator.language"))  # type: ignore[arg-type]
    go(other, url, "")
    post(other, "me", {"nickname": "Zoé"})
    new_table(other, game_names()[0], [{"kind": "me"}, {"kind": "open"}], start=False)
    other.goto(link)
    other.wait_for_selector(".why")
    take(other, "page-carry")
    other.goto(f"{url}/offline.html")
    take(other, "page-offline")
    close(other)


def board(page: Page, url: str, game: str) -> None:
    """One match against bots, from the first decision to the score sheet, then its replay."""
    about = find_game(game)
    seats = [{"kind": "me"}] + [{"kind": "bot", "level": "apprentice"}] * (min(SEATS, about.most) - 1)
    options = {option.name: TURNS for option in about.options if option.name == "turn_limit"}
    go(page, url, "")
    table = new_table(page, game, seats, options=options, public=True)
    go(page, url, f"table/{table}")
    player = Player(page)
    for moment in moments(player):
        take(page, f"{game}-{moment}")
        if moment == "middle":
            take_as_others_see(page, f"{game}-{moment}")
    go(page, url, f"replay/{table}")
    page.wait_for_selector(".felt .tents")
    take(page, f"{game}-replay")


def friends(running: Browser, url: str, locale: str) -> None:
    """Two at a table: before the start, what they say, being away, leaving, playing again, looking back at the match; a
    friend who comes late; and one device for two."""
    ann, bob = visitor(running, locale=locale), visitor(running, locale=locale)
    for name, page in (("Ann", ann), ("Bob", bob)):
        go(page, url, "")
        page.evaluate(f"({BE_KNOWN})('{name}')")
        post(page, "me", {"nickname": name})
        page.reload()
    wanted = {"game": "tantan", "seats": [{"kind": "me"}, {"kind": "open"}], "free_talk": True}
    table = post(ann, "tables", wanted)["table"]["id"]
    post(bob, f"tables/{table}/sit", {"seat": 1})
    go(ann, url, f"table/{table}")
    ann.wait_for_selector("main .leave")
    take(ann, "friends-waiting")
    ann.locator("main .leave").click()
    take(ann, "friends-close")
    ann.locator("dialog button").first.click()
    post(ann, f"tables/{table}/start", {})
    for page in (ann, bob):
        go(page, url, f"table/{table}")
        page.wait_for_selector(".felt .tents")
    doors = "header nav button"
    bob.locator(doors).nth(-2).click()
    bob.locator(".phrases button").first.click()
    ann.locator(f"{doors} .count").wait_for()
    ann.locator(doors).nth(-2).click()
    ann.locator(".more").first.click()
    take(ann, "friends-talk")
    ann.locator(doors).last.click()
    take(ann, "friends-menu")
    ann.locator(".drawer section button").first.click()
    take(ann, "friends-leave")
    ann.locator("dialog button").first.click()
    ann.locator(f"{doors}").last.click()
    away, other = (ann, bob) if ann.locator(TOUCHABLE).count() else (bob, ann)
    away.goto("about:blank")
    other.locator("[data-absent]").wait_for()
    take(other, "friends-absent")
    go(away, url, f"table/{table}")
    away.wait_for_selector(".felt .tents")
    for page in (ann, bob):
        post(page, f"tables/{table}/resign", {})
    for page in (ann, bob):
        page.locator(END).wait_for()
    bob.locator(END).get_by_role("button", name=re.compile("Play again|Rejouer")).click()
    ann.locator(END).wait_for()
    take(ann, "friends-again")
    go(ann, url, "")
    ann.wait_for_selector("[data-offer]")
    take(ann, "friends-offer")
    ann.locator("[data-offer] button").first.click()
    second = table_of(ann, table)
    for page in (ann, bob):
        post(page, f"tables/{second}/resign", {})
    ann.locator(END).wait_for()
    take(ann, "friends-series")
    late = new_table(bob, "tantan", [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}], public=True, bots_open=True)
    go(ann, url, f"table/{late}")
    ann.wait_for_selector("[data-take-seat]")
    take(ann, "friends-late")
    go(ann, url, f"replay/{table}/20")
    ann.wait_for_selector(".felt .tents")
    ann.locator(doors).first.click()
    ann.wait_for_selector(".drawer ol")
    take(ann, "friends-moves")
    shared = new_table(ann, "tantan", [{"kind": "me", "nickname": "Ann"}, {"kind": "me", "nickname": "Cleo"}])
    go(ann, url, f"table/{shared}")
    ann.wait_for_selector("[data-hand-over], [data-ready]")
    take(ann, "friends-device")
    go(ann, url, f"replay/{table}/20?review")
    ann.wait_for_selector(".curves")
    take(ann, "friends-review")
    for page in (ann, bob):
        close(page)


def moments(player: Player) -> Iterator[str]:
    """Plays a match to its end, and stops where it should be looked at."""
    if not player.finished():
        yield "start"
    while not player.finished():
        player.by_mouse()
        if player.decisions == MIDDLE and not player.finished():
            yield "middle"
    yield "end"


def main(wanted: Sequence[str]) -> None:
    unknown = set(wanted) - {"pages", "friends", "fr", *game_names()}
    if unknown:
        expected = f"pages, friends, fr or one of {', '.join(game_names())}"
        sys.exit(f"screenshots: {', '.join(sorted(unknown))}: expected {expected}")
    locale = "fr-FR" if "fr" in wanted else "en-US"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), options=("--absence", "1")) as house,
        browser() as running,
    ):
        page = visitor(running, locale=locale)
        # The pages last: by then there are matches to make statistics of.
        for part in [part for part in wanted if part != "fr"] or [*game_names(), "friends", "pages"]:
            if part == "friends":
                friends(running, house.url, locale)
            elif part == "pages":
                pages(page, house.url)
            else:
                board(page, house.url, part)
        close(page)
    print(f"pictures are in {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])
