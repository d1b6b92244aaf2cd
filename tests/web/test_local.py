"""Matches that a browser plays by itself: with the network gone, after a crash, and on a site without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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
from tests.web.local import kill_browser, lose_the_network, match_of, start, static_host, visit_once
from tests.web.test_matches import LONG, expect_covered, play_to_the_end

pytestmark = pytest.mark.usefixtures("engines")


def complaints(page: Page) -> list[str]:
    """What the page complained about, but for the network that was taken from it."""
    return [problem for problem in problems_of(page) if "ERR_INTERNET_DISCONNECTED" not in problem]


@pytest.fixture(scope="module")
def cut_off(browser: Browser, house: Server) -> Iterator[Page]:
    """Somebody whose network is gone; they play one match after the other."""
    page = visitor(browser, keeping=True)
    visit_once(page, house.url)
    lose_the_network(page)
    yield page
    close(page)


@pytest.mark.parametrize("name", game_names())
def test_a_match_is_played_to_the_end_with_the_network_gone(name: str, cut_off: Page, house: Server) -> None:
    page = cut_off
    start(page, house.url, name)
    player = Player(page)
    play_to_the_end(player, player.by_keyboard if name == "marracash" else player.by_mouse)
    assert player.decisions > 3
    page.locator(END).get_by_role("link", name="Replay").click()
    match = match_of(page)
    assert match.game.id == name
    assert match.over
    assert complaints(page) == []


def test_a_match_on_a_phone_in_french_with_the_network_gone(browser: Browser, house: Server) -> None:
    """Not to its end: the same match is played whole by mouse."""
    page = visitor(browser, PHONE, locale="fr-FR", theme="dark", touch=True, keeping=True)
    visit_once(page, house.url)
    lose_the_network(page)
    start(page, house.url, "tantan", "fr")
    player = Player(page)
    assert not player.finished()
    expect_no_sideways_scrolling(page)
    expect_accessible(page)
    expect(page.get_by_role("button", name="Conversation")).to_have_count(0)
    while player.decisions < LONG:
        player.by_touch()
        assert not player.finished()
    assert page.locator("html").get_attribute("lang") == "fr"
    assert complaints(page) == []
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


def test_a_match_goes_on_after_a_reload(browser: Browser, house: Server) -> None:
    page = visitor(browser, keeping=True)
    visit_once(page, house.url)
    start(page, house.url, "samarkand")
    shown = mid_turn(page)
    page.reload()
    expect_as_it_was(page, shown)
    assert problems_of(page) == []
    close(page)


@contextmanager
def profile_of(browser: Browser, folder: Path) -> Iterator[Page]:
    """Somebody whose browser keeps what it keeps in a folder."""
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


def test_a_match_outlives_the_browser(browser: Browser, house: Server, tmp_path: Path) -> None:
    """It is killed in the middle of a turn, and begun anew with the same profile."""
    with profile_of(browser, tmp_path / "profile") as page:
        go(page, house.url, "")
        start(page, house.url, "tantan")
        shown = mid_turn(page)
        kill_browser(tmp_path / "profile")
    with profile_of(browser, tmp_path / "profile") as page:
        go(page, house.url, "")
        page.locator(".mine a", has_text="Tan-Tan").click()
        expect_as_it_was(page, shown)


def test_two_share_a_device_and_finish_without_a_server(cut_off: Page, house: Server) -> None:
    page = cut_off
    go(page, house.url, "game/tantan")
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


def test_a_site_of_files_below_a_path(browser: Browser, tmp_path: Path) -> None:
    """Home, rules, a match, its replay from a link and from a file; what needs a server says so."""
    write_site(tmp_path / "some" / "where")
    with static_host(tmp_path) as host:
        page = visitor(browser, keeping=True)
        url = f"{host}/some/where"
        go(page, url, "")
        start(page, url, "gobi")
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
        for path in ("lobby", "statistics", "you"):
            go(page, url, path)
            expect(page.get_by_role("heading", level=1)).to_have_text("This needs a server")
        go(page, url, "game/gobi")
        expect(page.get_by_text("Friends elsewhere need a server")).to_be_visible()
        go(page, url, "rules/gobi")
        expect(page.get_by_role("heading", name="Gobi").first).to_be_visible()
        for visited in (page, other):
            assert problems_of(visited) == []
            close(visited)
