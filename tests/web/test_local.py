"""Matches that a browser plays by itself: with the network gone, after a crash, and on a site without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

from caravanserai.games import game_names
from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.standalone import write_site
from tests.server.running import Server
from tests.web.browsing import (
    DESKTOP,
    END,
    FLAGS,
    HAND_OVER,
    PHONE,
    Player,
    chromium,
    close,
    expect,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    problems_of,
    visitor,
)
from tests.web.local import Place, kill_browser, lose_the_network, match_of, start, static_host, visit_once
from tests.web.test_matches import expect_covered, play_to_the_end

pytestmark = pytest.mark.usefixtures("engines")


def complaints(page: Page) -> list[str]:
    """What the page complained about, but for the network that was taken from it."""
    return [problem for problem in problems_of(page) if "ERR_INTERNET_DISCONNECTED" not in problem]


@pytest.fixture(scope="module")
def cut_off(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Whoever has visited a place once and has no network any more: there they play one match after the other."""
    visitors: dict[str, Page] = {}

    def visitor_of(url: str) -> Page:
        if url not in visitors:
            visitors[url] = visitor(browser, keeping=True)
            visit_once(visitors[url], url)
            lose_the_network(visitors[url])
        return visitors[url]

    yield visitor_of
    for page in visitors.values():
        close(page)


def expect_replayed(page: Page, name: str) -> None:
    """The match that is over has a log that can be verified."""
    page.locator(END).get_by_role("link", name=re.compile("^(Replay|Revoir)$")).click()
    match = match_of(page)
    assert match.game.id == name
    assert match.over
    assert complaints(page) == []


@pytest.mark.parametrize("name", [name for name in game_names() if name != "tantan"])
def test_a_match_is_played_to_the_end_with_the_network_gone(
    name: str, cut_off: Callable[[str], Page], place: Place
) -> None:
    """By mouse, and one by keyboard. Tan-Tan is played on a phone, see below."""
    by_keyboard = name == "marracash"
    url = place("files" if by_keyboard else "server")
    page = cut_off(url)
    start(page, url, name)
    player = Player(page)
    play_to_the_end(player, player.by_keyboard if by_keyboard else player.by_mouse)
    assert player.decisions > 3
    expect_replayed(page, name)


def test_a_match_on_a_phone_in_french_with_the_network_gone(browser: Browser, place: Place) -> None:
    """Against a bot that was taught: what it has learned is kept too."""
    url = place("files")
    page = visitor(browser, PHONE, locale="fr-FR", theme="dark", touch=True, keeping=True)
    visit_once(page, url)
    lose_the_network(page)
    start(page, url, "tantan", "fr", "learned")
    player = Player(page)
    assert not player.finished()
    expect_no_sideways_scrolling(page)
    expect_accessible(page)
    expect(page.get_by_role("button", name="Conversation")).to_have_count(0)
    play_to_the_end(player, player.by_touch)
    assert player.decisions > 3
    assert page.locator("html").get_attribute("lang") == "fr"
    expect_replayed(page, "tantan")
    close(page)


SHOWN = "() => [document.querySelector('.felt').innerText, document.querySelectorAll('[data-action]').length]"


def mid_turn(page: Page) -> list[object]:
    """What is shown in the middle of a turn, after some decisions."""
    player = Player(page)
    while player.decisions < 5:
        assert not player.finished()
        player.by_mouse()
    assert not player.finished()
    # Cards picked up for a sale that is not confirmed are no decision: a page that is opened anew has them in the hand.
    for _ in range(2):
        page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    shown: list[object] = page.evaluate(SHOWN)
    return shown


def expect_as_it_was(page: Page, shown: list[object]) -> None:
    """The table is there as it was left, and can be played on."""
    player = Player(page)
    assert not player.finished()
    assert page.evaluate(SHOWN) == shown
    player.by_mouse()
    assert not player.finished()


KEEPS = """
globalThis.asked = 0;
StorageManager.prototype.persist = () => Promise.resolve(Boolean(++globalThis.asked));
"""
"""Whether the browser was asked never to sweep away what it keeps."""


def test_a_match_goes_on_after_a_reload(browser: Browser, place: Place) -> None:
    url = place("server")
    page = visitor(browser, keeping=True)
    page.add_init_script(KEEPS)
    visit_once(page, url)
    start(page, url, "samarkand")
    assert page.evaluate("asked") == 1
    shown = mid_turn(page)
    page.reload()
    expect_as_it_was(page, shown)
    assert problems_of(page) == []
    close(page)


@contextmanager
def profile_of(browser: Browser, folder: Path, **preferences: Any) -> Iterator[Page]:
    """Somebody whose browser keeps what it keeps in a folder."""
    if preferences:
        (folder / "Default").mkdir(parents=True)
        (folder / "Default" / "Preferences").write_text(json.dumps({"profile": preferences}))
    context = browser.browser_type.launch_persistent_context(
        folder,
        executable_path=chromium(),
        args=FLAGS,
        viewport=DESKTOP,  # type: ignore[arg-type]
        locale="en-US",
    )
    page = context.pages[0]
    chosen = json.dumps(json.dumps({"speed": "instant", "dock": False, "guided": ["tantan"]}))
    page.add_init_script(f"localStorage.setItem('caravanserai', {chosen})")
    yield page
    with suppress(Error):
        context.close()


def test_a_match_outlives_the_browser(browser: Browser, place: Place, tmp_path: Path) -> None:
    """It is killed in the middle of a turn, and begun anew with the same profile."""
    url = place("server")
    with profile_of(browser, tmp_path / "profile") as page:
        go(page, url, "")
        start(page, url, "tantan")
        shown = mid_turn(page)
        kill_browser(tmp_path / "profile")
    with profile_of(browser, tmp_path / "profile") as page:
        go(page, url, "")
        page.locator(".mine a", has_text="Tan-Tan").click()
        expect_as_it_was(page, shown)


def test_two_share_a_device_and_finish_without_a_server(cut_off: Callable[[str], Page], place: Place) -> None:
    url = place("server")
    page = cut_off(url)
    go(page, url, "game/tantan")
    page.get_by_role("button", name="Pass and play").click()
    page.get_by_label("Name of player 1").fill("Zoé")
    page.get_by_label("Name of player 2").fill("Max")
    page.get_by_role("button", name="Deal").click()
    player = Player(page)
    names: set[str] = set()
    while len(names) < 2 or player.decisions < 6:
        player.finished()
        ready = page.locator("[data-ready]")
        if ready.count():
            names.add(expect_covered(page))
            ready.click()
            ready.wait_for(state="detached")
        elif page.locator(HAND_OVER).count():
            page.locator(HAND_OVER).click()
        else:
            player.by_mouse()
    assert names == {"Zoé", "Max"}
    assert complaints(page) == []


def test_a_match_is_listed_and_can_be_deleted(browser: Browser, house: Server) -> None:
    page = visitor(browser, keeping=True)
    visit_once(page, house.url)
    start(page, house.url, "tantan")
    assert not Player(page).finished()
    go(page, house.url, "")
    entry = page.locator(".mine li", has_text="Tan-Tan")
    expect(entry).to_contain_text("Kept on this device")
    expect_accessible(page)
    entry.get_by_role("button", name="Delete this match").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator(".mine li")).to_have_count(0)
    assert problems_of(page) == []
    close(page)


def renew(site: Path) -> None:
    """Puts a site in the place of one that is the same but for what all its files are called."""
    assets = {path.name: f"new-{path.name}" for path in (site / "assets").iterdir()}
    for path in (*(site / "assets").glob("*.*s"), *(site / name for name in ("index.html", "files.json"))):
        text = path.read_text(encoding="utf-8")
        for old, new in assets.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    for old, new in assets.items():
        (site / "assets" / old).rename(site / "assets" / new)
    worker = site / "service-worker.js"
    version = re.compile("[0-9a-f]{12}")
    worker.write_text(version.sub("0123456789ab", worker.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    index = site / "engine" / "index.json"
    keys = json.loads(index.read_text(encoding="utf-8"))
    for path in (site / "engine").glob("*.*.*"):
        game, key, kind = path.name.split(".")
        path.rename(path.with_name(f"{game}.{key[::-1]}.{kind}"))
    index.write_text(json.dumps({game: key[::-1] for game, key in keys.items()}), encoding="utf-8")


BOTH_KEPT = """async () => {
    const pages = async () => (await caches.keys()).filter((name) => name.startsWith("caravanserai-page-"));
    while ((await pages()).length < 2) await new Promise((resolve) => setTimeout(resolve, 100));
}"""


def test_a_match_goes_on_while_the_page_is_renewed(browser: Browser, tmp_path: Path) -> None:
    write_site(tmp_path)
    with static_host(tmp_path) as url:
        page = visitor(browser, keeping=True)
        visit_once(page, url)
        start(page, url, "tantan")
        player = Player(page)
        for _ in range(2):
            assert not player.finished()
            player.by_mouse()
        renew(tmp_path)
        other = page.context.new_page()
        go(other, url, "")
        other.evaluate(BOTH_KEPT)
        # The page that is open goes on, with parts of it that are only loaded now; so does the new one.
        page.get_by_role("button", name="Rules").click()
        expect(page.locator(".drawer h2, .drawer h3").first).to_be_visible()
        page.keyboard.press("Escape")
        for _ in range(2):
            assert not player.finished()
            player.by_mouse()
        page.reload()
        play_to_the_end(player, player.by_mouse)
        assert "new-" in page.evaluate("document.querySelector('script[src]').src")
        expect_replayed(page, "tantan")
        close(page)


def test_a_site_of_files_says_what_is_missing_where_webassembly_is(browser: Browser, files: str) -> None:
    page = visitor(browser)
    page.add_init_script("delete globalThis.WebAssembly")
    go(page, files, "game/tantan")
    page.locator(".ways .big").click()
    expect(page.get_by_role("alert")).to_contain_text("WebAssembly is missing or switched off")
    assert problems_of(page) == []
    close(page)


@pytest.mark.parametrize("without", ["delete globalThis.WebAssembly", "switched off"])
def test_without_webassembly_the_server_plays(without: str, browser: Browser, house: Server) -> None:
    page = visitor(browser, here=without != "switched off", keeping=True)
    if without != "switched off":
        page.add_init_script(without)
    go(page, house.url, "")
    page.locator(".shelf li", has_text="Tan-Tan").locator("button").click()
    page.wait_for_url(re.compile("#/table/"))
    assert not Player(page).finished()
    assert "local." not in page.url
    assert problems_of(page) == []
    close(page)


def test_a_folder_that_holds_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(InvalidOption, match="expected an empty one"):
        write_site(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_site_of_files_below_a_path(browser: Browser, files: str) -> None:
    """Home, rules, a match, its replay from a link and from a file; what needs a server says so."""
    page = visitor(browser, keeping=True)
    go(page, files, "")
    start(page, files, "gobi")
    player = Player(page)
    play_to_the_end(player, player.by_mouse)
    page.locator(END).get_by_role("link", name="Replay").click()
    match = match_of(page)
    assert match.over
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a link to this moment").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    other = visitor(browser, keeping=True)
    other.goto(link)
    expect(other.locator(".line .display")).to_have_text(f"0 / {match.decisions}")
    with other.expect_download() as download:
        other.locator("a[download]").click()
    # The same from the file, in a browser that has never seen it.
    third = visitor(browser, keeping=True)
    go(third, files, "game/gobi")
    third.get_by_role("button", name="Replays").click()
    third.locator("input[type=file]").set_input_files(download.value.path())
    expect(third.locator(".line .display")).to_have_text(f"0 / {match.decisions}")
    for path in ("lobby", "statistics", "you"):
        go(page, files, path)
        expect(page.get_by_role("heading", level=1)).to_have_text("This needs a server")
    go(page, files, "game/gobi")
    expect(page.get_by_text("Friends elsewhere need a server")).to_be_visible()
    go(page, files, "rules/gobi")
    expect(page.get_by_role("heading", name="Gobi").first).to_be_visible()
    for visited in (page, other, third):
        assert problems_of(visited) == []
        close(visited)
