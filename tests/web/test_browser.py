"""What a browser works out by itself for tables of the server, and what it brings there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from caravanserai.games import find_game
from caravanserai.match import verify
from caravanserai.wasm import build
from tests.server.running import Server
from tests.web.browsing import (
    END,
    Player,
    close,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    new_table,
    problems_of,
    visitor,
)
from tests.web.local import start
from tests.web.test_matches import play_to_the_end

pytestmark = pytest.mark.usefixtures("engine")

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]


@pytest.fixture(scope="session")
def engine() -> None:
    """The games that are played here, as browsers play them."""
    for name in ("tantan", "gobi"):
        build(find_game(name))


def asked_for(page: Page) -> list[str]:
    """What the page asks the server about tables from now on."""
    paths: list[str] = []
    page.on("request", lambda request: paths.append(request.url.split("?")[0].rpartition("/")[2]))
    return paths


def test_a_hint_at_the_server_grows_in_the_browser(browser: Browser, house: Server) -> None:
    page = visitor(browser, keeping=True)
    go(page, house.url, "")
    table = new_table(page, "tantan", SEATS)
    go(page, house.url, f"table/{table}")
    paths = asked_for(page)
    page.get_by_role("button", name="Hint").click()
    best = page.locator(".drawer li meter").first
    expect(page.locator(".drawer [data-growing=true]")).to_be_visible()
    first = best.get_attribute("value")
    expect(best).not_to_have_attribute("value", first or "")
    expect(page.locator(".felt .advised")).to_have_count(1)
    expect_accessible(page)
    assert "position" in paths
    assert "hint" not in paths

    # It can be played at a touch; the next question is thought about anew, or there is none.
    page.locator(".drawer li button").first.click()
    expect(page.locator(".drawer").get_by_text("You can have a hint when it is your turn").or_(best)).to_be_visible()
    assert problems_of(page) == []
    close(page)


def test_where_the_browser_must_not_think_the_server_does(browser: Browser, house: Server) -> None:
    page = visitor(browser, here=False, keeping=True)
    go(page, house.url, "")
    table = new_table(page, "tantan", SEATS)
    go(page, house.url, f"table/{table}")
    paths = asked_for(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".drawer [data-growing=false]")).to_be_visible()
    assert "hint" in paths
    assert "position" not in paths
    assert problems_of(page) == []
    close(page)


def test_a_match_of_the_browser_goes_on_at_the_server_and_its_replay_is_shared(browser: Browser, house: Server) -> None:
    page = visitor(browser, keeping=True)
    start(page, house.url, "tantan")
    player = Player(page)
    while player.decisions < 2:
        assert not player.finished()
        player.by_mouse()
    assert not player.finished()
    page.get_by_role("button", name="Settings").click()
    expect_accessible(page)
    page.get_by_role("button", name="Continue on the server").click()
    page.wait_for_url(lambda url: "/table/" in url and "local." not in url)
    go(page, house.url, "")
    expect(page.locator(".mine a", has_text="Tan-Tan")).to_have_count(1)
    page.locator(".mine a", has_text="Tan-Tan").click()
    page.wait_for_url(lambda url: "/table/" in url and "local." not in url)
    player = Player(page)
    assert not player.finished()
    player.by_mouse()

    # Another one is played to its end here, and others can look at it.
    start(page, house.url, "gobi")
    player = Player(page)
    play_to_the_end(player, player.by_mouse)
    page.locator(END).get_by_role("link", name="Replay").click()
    with page.expect_response("**/api/tables/bring") as answer:
        page.get_by_role("button", name="Share by a short link").click()
    expect(page.get_by_role("button", name="Short link copied")).to_be_visible()
    expect_accessible(page)
    brought = answer.value.json()
    assert problems_of(page) == []
    close(page)

    other = visitor(browser, keeping=True)
    go(other, house.url, f"replay/{brought['table']['id']}/0?invite={brought['invite']}")
    expect(other.get_by_text("Played on one device")).to_be_visible()
    other.get_by_role("button", name="One step forward").click()
    expect(other.locator(".bar .display")).to_contain_text("1 / ")
    expect_no_sideways_scrolling(other)
    assert problems_of(other) == []
    close(other)


OTHER_RULES = """() => new Promise((resolve) => {
    indexedDB.open("caravanserai").onsuccess = ({ target }) => {
        const matches = target.result.transaction("matches", "readwrite").objectStore("matches");
        matches.getAll().onsuccess = ({ target }) => {
            const [kept] = target.result;
            matches.put({ ...kept, rules: kept.rules + 1 }).onsuccess = resolve;
        };
    };
})"""
"""The match that is kept was begun under other rules."""


def test_a_match_under_other_rules_is_not_played_on_but_can_be_saved(browser: Browser, house: Server) -> None:
    page = visitor(browser, keeping=True)
    start(page, house.url, "tantan")
    player = Player(page)
    assert not player.finished()
    player.by_mouse()
    assert not player.finished()
    page.evaluate(OTHER_RULES)
    page.reload()
    expect(page.get_by_text("begun under other rules")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    log = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert log["rules"] == find_game("tantan").rules_version + 1
    assert verify(log).decisions > 0
    expect_accessible(page)
    assert problems_of(page) == []
    close(page)


def test_a_review_is_made_in_the_first_browser_and_shared_with_the_next(browser: Browser, house: Server) -> None:
    page = visitor(browser, nickname="Traveller", keeping=True)
    go(page, house.url, "")
    table = new_table(page, "tantan", [{"kind": "bot", "level": "random"}] * 2)
    go(page, house.url, f"table/{table}")
    page.wait_for_selector(END)
    invite = page.evaluate("async (id) => (await (await fetch('/api/mine')).json())[0].invite", table)
    page.get_by_role("link", name="Replay").click()
    with page.expect_response(lambda answer: answer.url.endswith("/review?language=en")) as shared:
        page.get_by_role("button", name="Turning points").click()
        page.locator(".drawer progress[value]").wait_for()
    assert (shared.value.request.method, shared.value.status) == ("POST", 200)
    told = page.locator(".drawer article p, .drawer p:has-text('Nothing stands out')")
    told.first.wait_for()
    texts = told.all_inner_texts()
    assert problems_of(page) == []
    close(page)

    other = visitor(browser, keeping=True)
    paths = asked_for(other)
    go(other, house.url, f"replay/{table}/0?invite={invite}")
    other.get_by_role("button", name="Turning points").click()
    told = other.locator(".drawer article p, .drawer p:has-text('Nothing stands out')")
    told.first.wait_for()
    assert told.all_inner_texts() == texts
    assert "kept" in paths
    assert "review" not in paths
    assert problems_of(other) == []
    close(other)
