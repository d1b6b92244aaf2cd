"""Fewer touches: standing orders, keys for what is urgent, quick touches, rides by their destination."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page

from tests.server.running import Server
from tests.web.browsing import Player, close, expect, go, new_table, problems_of, visitor

ME = {"kind": "me"}
BOT = {"kind": "bot", "level": "apprentice"}


def sit_down(browser: Browser, house: Server, game: str, seats: int, **settings: Any) -> Page:
    page = visitor(browser, **settings)
    go(page, house.url, "")
    go(page, house.url, f"table/{new_table(page, game, [ME, *[BOT] * (seats - 1)])}")
    page.wait_for_selector("[data-action]")
    return page


NOTE_ORDERS = """() => {
    window.orders = [];
    const note = () => window.orders.push(document.querySelector("[data-order]")?.innerText ?? "");
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""An order may be over before anybody looks: a bot can buy at once."""


def log_of(page: Page) -> list[str]:
    return page.locator("[role=log] p").all_inner_texts()


def leave(page: Page) -> None:
    assert problems_of(page) == []
    close(page)


def test_the_price_falls_by_itself_to_where_one_wants_it(browser: Browser, house: Server) -> None:
    for _ in range(10):
        page = sit_down(browser, house, "marche", 3)
        page.locator("[data-action]").first.click()
        page.locator("[data-confirm]").click()
        menu = page.locator("[data-plans]")
        expect(menu).to_have_count(1)
        price = page.locator(".count .now")
        begun = int(price.inner_text())
        page.evaluate(NOTE_ORDERS)
        menu.select_option("2")
        expect(page.locator("[data-order]")).to_have_count(0)
        expect(menu).to_have_count(1)
        assert any(f"Silent down to {begun - 3}" in shown for shown in page.evaluate("window.orders"))
        # Whatever a bot buys meanwhile ends the order: what is on offer is no longer what it was.
        bought = any("stops and buys" in line for line in log_of(page))
        fell = begun - int(price.inner_text())
        leave(page)
        if not bought:
            assert fell == 3
            return
        assert 0 < fell <= 3
    raise AssertionError("a bot bought something in every count")


def test_an_order_ends_when_it_is_touched(browser: Browser, house: Server) -> None:
    page = sit_down(browser, house, "marche", 3, speed="slow")
    page.locator("[data-action]").first.click()
    page.locator("[data-confirm]").click()
    page.locator("[data-plans]").select_option("8")
    page.locator("[data-order]").click()
    expect(page.locator("[data-plans]")).to_have_count(1)
    assert int(page.locator(".count .now").inner_text()) > 1
    leave(page)


def test_keys_stop_the_count_and_keep_quiet(browser: Browser, house: Server) -> None:
    page = sit_down(browser, house, "marche", 3)
    page.locator("[data-action]").first.click()
    page.locator("[data-confirm]").click()
    price = page.locator(".count .now")
    begun = int(price.inner_text())
    page.keyboard.press("q")
    expect(price).to_have_text(str(begun - 1))
    page.keyboard.press("2")
    expect(page.locator("[data-confirm]")).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator(".touch.selected")).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator("[data-confirm]")).to_have_count(0)
    leave(page)


def test_bids_are_raised_up_to_a_sum(browser: Browser, house: Server) -> None:
    page = sit_down(browser, house, "marracash", 3)
    player = Player(page)
    menu = page.locator("[data-plans]")
    while not menu.count():
        assert not player.finished()
        if not menu.count():
            player.by_mouse()
    shop = page.locator(".auction header > :first-child").inner_html()
    menu.select_option(index=min(4, menu.locator("option").count() - 1))
    # Every raise is a decision like any other; the order ends with the auction, whoever gets the shop. The next one may
    # begin at once.
    hammer = "document.querySelector('.auction header > :first-child')?.innerHTML"
    page.wait_for_function(f"shop => {hammer} !== shop", arg=shop)
    expect(page.locator("[data-order]")).to_have_count(0)
    leave(page)


def test_a_ride_is_chosen_by_its_destination(browser: Browser, house: Server) -> None:
    page = sit_down(browser, house, "samarkand", 2)
    player = Player(page)
    felt, ride = page.locator(".felt"), page.locator(".stage [data-action]", has_text=re.compile("Ride for"))
    while felt.get_attribute("data-phase") != "riding":
        assert not player.finished()
        if ride.count():
            ride.click()
            page.locator("[data-confirm]").click()
            page.wait_for_function("() => !document.querySelector('.felt[data-phase=turn]')")
        else:
            player.by_mouse()
    ends = page.locator(".map [data-action]")
    destination = ends.nth(0).get_attribute("aria-pressed")
    assert destination == "false"
    # One touch and its confirmation lead through all the forks.
    ends.nth(0).click()
    page.locator("[data-confirm]").click()
    expect(page.locator(".felt[data-phase=riding]")).to_have_count(0)
    assert any(line.startswith("You ride to") for line in log_of(page))
    leave(page)
