"""Every page: accessible, in both languages, in both lights, large and small."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.server.running import Server
from tests.web.browsing import (
    PHONE,
    WEB,
    Player,
    close,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    new_table,
    problems_of,
    visitor,
)

PAGES = ["", "game/tantan", "rules/tantan", "lobby", "statistics", "about", "you", "kept", "carry/half-a-link"]
MOST_HOME, MOST_TABLE = 200_000, 350_000
A_BLINK = 20
"""Milliseconds: nobody sees that as motion."""
LONGEST_ANIMATION = """
    window.longest = 0;
    const look = () => {
        for (const animation of document.getAnimations()) {
            longest = Math.max(longest, animation.effect?.getComputedTiming().endTime ?? 0);
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""


@pytest.mark.parametrize(("locale", "theme", "small"), [("en-US", "light", False), ("fr-FR", "dark", True)])
def test_every_page_is_accessible_and_fits(
    browser: Browser, house: Server, locale: str, theme: str, small: bool
) -> None:
    page = visitor(browser, PHONE if small else None, locale, theme)
    for path in PAGES:
        go(page, house.url, path)
        page.wait_for_selector("main :is(h1, h2)")
        page.wait_for_load_state("networkidle")
        expect_accessible(page)
        expect_no_sideways_scrolling(page)
    table = new_table(page, "tantan", [{"kind": "me"}, {"kind": "open"}], start=False)
    go(page, house.url, f"table/{table}")
    page.wait_for_selector(".invite svg")
    expect_accessible(page)
    assert problems_of(page) == []
    close(page)


def test_rules_pages_show_the_board(browser: Browser, house: Server) -> None:
    page = visitor(browser)
    boards = [example.parent.name for example in (WEB / "src" / "games").glob("*/example.json")]
    assert boards
    for game in boards:
        go(page, house.url, f"rules/{game}")
        picture = page.get_by_role("img", name="The table in the middle of a match")
        expect(picture.locator(":scope > .board > *").first).to_be_visible()
        expect(picture.locator("[data-action]")).to_have_count(0)
    assert problems_of(page) == []
    close(page)


def test_the_narrowest_phone_needs_no_sideways_scrolling(browser: Browser, house: Server) -> None:
    page = visitor(browser, {"width": 360, "height": 740})
    for path in PAGES:
        go(page, house.url, path)
        page.wait_for_selector("main :is(h1, h2)")
        expect_no_sideways_scrolling(page)
    close(page)


def test_every_drawer_is_accessible_and_closes(browser: Browser, house: Server) -> None:
    page = visitor(browser)
    go(page, house.url, "")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
    go(page, house.url, f"table/{new_table(page, 'tantan', seats)}")
    page.wait_for_selector("[data-action]")
    for key, inside in (("l", "ol li"), ("r", ".now"), ("h", "meter"), ("o", "select")):
        page.keyboard.press(key)
        page.wait_for_selector(f".drawer {inside}")
        expect_accessible(page)
        page.keyboard.press("Escape")
        expect(page.locator(".drawer")).to_have_count(0)
    assert problems_of(page) == []
    close(page)


def test_pointing_at_a_thing_or_focusing_it_explains_it(browser: Browser, house: Server) -> None:
    page = visitor(browser)
    go(page, house.url, "")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
    go(page, house.url, f"table/{new_table(page, 'tantan', seats)}")
    page.locator("[data-action]").first.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    expect_accessible(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-action]:focus")).to_have_accessible_description(tip.inner_text().replace("\n", " "))
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    assert problems_of(page) == []
    close(page)


def test_language_and_light_follow_the_browser_and_can_be_changed(browser: Browser, house: Server) -> None:
    page = visitor(browser, locale="fr-FR", theme="dark")
    go(page, house.url, "")
    expect(page.locator("h1")).to_have_text("Halte au crépuscule")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Réglages").click()
    page.get_by_label("Langue").select_option("en")
    expect(page.locator("h1")).to_have_text("A stopover at dusk")
    page.get_by_role("combobox", name="Theme").select_option("light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    close(page)


def test_the_guide_leads_through_the_first_match(browser: Browser, house: Server) -> None:
    page = visitor(browser, guided=[])
    go(page, house.url, "")
    page.locator(".shelf li", has_text="Tan-Tan").locator("button").click()
    page.wait_for_selector(".bubble")
    expect_accessible(page)
    steps = 1
    while page.locator(".bubble .next").inner_text() == "Next":
        page.locator(".bubble .next").click()
        steps += 1
    assert 5 <= steps <= 8
    page.locator(".bubble .next").click()
    expect(page.locator(".bubble")).to_have_count(0)
    page.reload()
    page.wait_for_selector("[data-action]")
    assert page.locator(".bubble").count() == 0
    close(page)


def test_the_first_match_teaches_by_moves_and_can_be_had_again(browser: Browser, house: Server) -> None:
    page = visitor(browser, guided=[])
    go(page, house.url, "")
    page.locator(".shelf li", has_text="Tan-Tan").locator("button").click()
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("The aim")
    bubble.get_by_label("With sounds").check()
    bubble.locator(".next").click()
    expect(bubble).to_contain_text("Buy something")
    page.locator(".stalls [data-action]").first.click()
    expect(bubble).to_contain_text("confirm")
    page.get_by_role("button", name="Confirm").click()
    # It comes back with the next decision, and goes on with what can be done then.
    expect(bubble).to_contain_text(re.compile("Now you can load|The share-out"))
    bubble.get_by_role("button", name="Play without the guide").click()
    expect(bubble).to_have_count(0)
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("button", name="Learn by playing").click()
    expect(bubble).to_contain_text("The aim")
    assert problems_of(page) == []
    close(page)


@pytest.mark.parametrize("still", [False, True], ids=["moving", "still"])
def test_things_move_unless_the_reader_wants_them_still(browser: Browser, house: Server, still: bool) -> None:
    page = visitor(browser, speed="fast")
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    page.add_init_script(LONGEST_ANIMATION)
    go(page, house.url, "")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
    go(page, house.url, f"table/{new_table(page, 'tantan', seats)}")
    player = Player(page)
    for _ in range(3):
        assert not player.finished()
        player.by_mouse()
    assert not player.finished()
    longest = page.evaluate("longest")
    assert longest <= A_BLINK if still else longest > A_BLINK
    close(page)


def test_first_loads_are_small(browser: Browser, house: Server) -> None:
    page = visitor(browser)
    go(page, house.url, "")
    page.wait_for_selector(".shelf li")
    page.wait_for_load_state("networkidle")
    loaded = """performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
        .filter((r) => !r.name.endsWith(".woff2")).reduce((sum, r) => sum + r.encodedBodySize, 0)"""
    home = page.evaluate(loaded)
    assert 10_000 < home < MOST_HOME
    seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
    table = new_table(page, "tantan", seats)
    close(page)
    page = visitor(browser)
    go(page, house.url, f"table/{table}")
    page.wait_for_selector("main")
    page.wait_for_load_state("networkidle")
    assert 10_000 < page.evaluate(loaded) < MOST_TABLE
    close(page)
