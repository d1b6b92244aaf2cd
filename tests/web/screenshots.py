"""Pictures of every page, of what friends see at a table, and of every board at its start, middle and end: large, small
and sideways, light and dark.

``make screenshots`` writes them to build/screenshots; ``ARGS="tantan gobi"`` makes those boards only, ``ARGS="pages"``
the pages only, ``ARGS="friends"`` what friends see, ``ARGS="myself"`` who one is on which device and what is kept,
``ARGS="letters"`` letters and where they lead; with ``fr`` in French.
"""

from __future__ import annotations

import html
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from caravanserai.games import find_game, game_names
from tests.server.post import MADE_UP, Letters, post_office
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
from tests.web.test_identity import with_authenticator
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
PAGES = {"home": "", "lobby": "lobby", "statistics": "statistics", "about": "about"}
PARTS = ("friends", "letters", "myself", "pages")
SEATS = 4
TURNS = 10
"""Where a game can be cut short: enough to have a middle."""
MIDDLE = 24
"""Decisions of the one who plays until the middle of a match."""


def take(page: Page, name: str, part: str | None = None, whole: bool = False) -> None:
    """The page as it is now, in every look: what the window shows, with that part in sight, or the whole of it."""
    for size, viewport, theme in LOOKS:
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.mouse.move(0, 0)
        page.evaluate("scrollTo(0, 0)")
        if part is not None:
            page.locator(part).scroll_into_view_if_needed()
        wait_for_rest(page)
        page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png", full_page=whole)
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


def person(running: Browser, url: str, locale: str, name: str) -> Page:
    """Somebody whom the house knows, on a device that does too."""
    page = visitor(running, locale=locale, nickname=name)
    go(page, url, "")
    post(page, "me", {"nickname": name})
    page.reload()
    return page


def myself(running: Browser, house: Server, locale: str) -> None:
    """Who one is, how one comes back, what is kept, and the page that is shown when the server is away. By a name, for
    browsers keep passkeys for names only."""
    url = f"http://localhost:{house.port}"
    nobody = visitor(running, locale=locale)
    for name, path in (("you-nobody", "you"), ("kept-nobody", "kept"), ("offline", "offline.html")):
        nobody.goto(f"{url}/{path}" if name == "offline" else f"{url}/#/{path}")
        nobody.wait_for_load_state("networkidle")
        take(nobody, f"page-{name}", whole=True)
    zoe = person(running, url, locale, "Zoé")
    seats = [{"kind": "me", "nickname": "Zoé"}, {"kind": "bot"}]
    for game in game_names()[:2]:
        post(zoe, f"tables/{new_table(zoe, game, seats, start=False)}/start", {"fill": "merchant"})
    post(zoe, "me", {"nickname": "Zoé"})
    go(zoe, url, "lobby")
    zoe.locator("header .gear").click()
    zoe.wait_for_selector("[data-vacation]")
    take(zoe, "page-options")
    take(zoe, "page-options-vacation", part="[data-vacation] button")
    zoe.locator("[data-vacation] button").click()
    zoe.wait_for_selector("[data-vacation] strong")
    take(zoe, "page-options-away", part="[data-vacation] button")
    post(zoe, "me/vacation", {"days": 0})
    go(zoe, url, "you")
    with_authenticator(zoe)
    sections = zoe.locator(".personal > section")
    sections.nth(2).locator("button").last.wait_for()
    take(zoe, "page-you", whole=True)
    sections.nth(0).locator("button").click()
    zoe.wait_for_selector("input[readonly]")
    sections.nth(1).locator("button").first.click()
    zoe.wait_for_selector("[data-code]")
    sections.nth(2).locator("button").last.click()
    sections.nth(2).locator("li").wait_for()
    sections.nth(2).locator("button").last.click()  # a second one, which this device does not need
    sections.nth(2).locator(".problem").wait_for()
    take(zoe, "page-linked", whole=True)
    for name, part in (("code", 1), ("passkey", 2), ("out", 4)):
        sections.nth(part).locator("button").first.click()
        take(zoe, f"page-sure-{name}")
        zoe.locator("dialog button").first.click()
    link = url + zoe.locator("input[readonly]").input_value().removeprefix(MADE_UP)
    go(zoe, url, "kept")
    zoe.wait_for_selector("details")
    take(zoe, "page-kept", whole=True)
    zoe.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    zoe.locator("form input").fill("Zoé")
    take(zoe, "page-kept-open", whole=True)
    carried(running, url, locale, link)
    zoe.locator("form button").click()
    zoe.locator("main [role=status]").wait_for()
    take(zoe, "page-forgotten")
    for page in (nobody, zoe):
        close(page)


def carried(running: Browser, url: str, locale: str, link: str) -> None:
    """The other device: nobody's so far, somebody else's, one's own already, and one that comes too late."""
    fresh, other, stranger = (visitor(running, locale=locale) for _ in range(3))
    go(other, url, "")
    new_table(other, game_names()[0], [{"kind": "me"}, {"kind": "open"}], start=False)
    post(other, "me", {"nickname": "Bao"})
    other.goto(link)
    other.wait_for_selector(".why")
    take(other, "page-carry-other")
    fresh.goto(link)
    fresh.locator("main button").wait_for()
    take(fresh, "page-carry")
    fresh.locator("main button").click()
    fresh.locator("main a.lit").wait_for()
    take(fresh, "page-carried")
    stranger.goto(link)
    stranger.locator("main p").wait_for()
    take(stranger, "page-carry-used")
    go(stranger, url, "you")
    stranger.locator("form input").fill("0000-0000")
    stranger.locator("form button").click()
    stranger.locator(".problem").wait_for()
    take(stranger, "page-back", whole=True)
    for page in (fresh, other, stranger):
        close(page)


def letters(running: Browser, url: str, locale: str, mailbox: Letters) -> None:
    """An address in the settings, the letters that go there, and the pages they lead to."""
    dan, eve = person(running, url, locale, "Dan"), person(running, url, locale, "Ève")
    go(dan, url, "lobby")
    dan.locator("header .gear").click()
    dan.locator("input[type=email]").fill("dan@example.org")
    take(dan, "page-options-email", part=".options form button")
    dan.locator(".options form button").click()
    dan.locator(".options form button").wait_for(state="detached")
    take(dan, "page-options-asked", part="#letters")
    reader = visitor(running, locale=locale)

    def read(name: str) -> list[str]:
        """Looks at the letter that has come; the paths of its links."""
        while not mailbox.arrived:
            reader.wait_for_timeout(100)
        letter = mailbox.arrived.pop(0)
        text, page = letter.get_body(("plain",)), letter.get_body(("html",))
        assert text
        assert page
        reader.goto("about:blank")  # the page before it allows no styles
        reader.set_content(page.get_content())
        take(reader, f"letter-{name}")
        reader.set_content(f"<title>{letter['Subject']}</title><pre>{html.escape(text.get_content())}</pre>")
        reader.screenshot(path=FOLDER / f"letter-{name}-text.png")
        return re.findall(rf"{re.escape(MADE_UP)}(/\S+)", text.get_content())

    confirm, leave = read("confirm")
    reader.goto(url + confirm)
    take(reader, "mail-confirm")
    reader.locator("button").click()
    take(reader, "mail-confirmed")
    seats = [{"kind": "me", "nickname": "Ève"}, {"kind": "open"}]
    table = new_table(eve, "tantan", seats, start=False, public=True)
    post(dan, f"tables/{table}/sit", {})
    post(eve, f"tables/{table}/start", {})
    go(eve, url, f"table/{table}")
    eve.wait_for_selector(".felt .tents")
    while not mailbox.arrived:  # it is Ève's turn first
        if eve.locator(TOUCHABLE).count():
            Player(eve).by_mouse()
        eve.wait_for_timeout(500)
    read("turn")
    for name, path, button in (("leave", leave, True), ("late", leave, False)):
        reader.goto(url + path)
        take(reader, f"mail-{name}")
        if button:
            reader.locator("button").click()
            take(reader, "mail-left")
    for page in (dan, eve, reader):
        close(page)


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
    unknown = set(wanted) - {"fr", *PARTS, *game_names()}
    if unknown:
        expected = f"{', '.join(PARTS)}, fr or one of {', '.join(game_names())}"
        sys.exit(f"screenshots: {', '.join(sorted(unknown))}: expected {expected}")
    locale = "fr-FR" if "fr" in wanted else "en-US"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        post_office() as (mailbox, told),
        Server(Path(data), options=("--absence", "1", "--call-after", "1"), environment=told) as house,
        browser() as running,
    ):
        page = visitor(running, locale=locale)
        # The pages last: by then there are matches to make statistics of.
        for part in [part for part in wanted if part != "fr"] or [*game_names(), *PARTS]:
            match part:
                case "friends":
                    friends(running, house.url, locale)
                case "letters":
                    letters(running, house.url, locale, mailbox)
                case "myself":
                    myself(running, house, locale)
                case "pages":
                    pages(page, house.url)
                case game:
                    board(page, house.url, game)
        close(page)
    print(f"pictures are in {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])
