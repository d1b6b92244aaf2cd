"""A finished match is looked at again, shared, and opened by somebody else."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.server.running import Server
from tests.web.browsing import (
    END,
    close,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    new_table,
    problems_of,
    visitor,
)


def test_a_replay_is_shared_and_opened_at_the_same_moment(browser: Browser, house: Server) -> None:
    page = visitor(browser)
    go(page, house.url, "")
    table = new_table(page, "tantan", [{"kind": "bot", "level": "merchant"}] * 2)
    go(page, house.url, f"table/{table}")
    page.wait_for_selector(END)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".felt .tents")
    for number in range(1, 4):
        page.get_by_role("button", name="One step forward").click()
        expect(page.locator(".bar .display")).to_contain_text(f"{number} / ")
    expect_accessible(page)
    sentence = page.locator(".bar .sentence").inner_text()
    assert sentence != "The match begins."
    shared = page.url

    # Seen from a seat its hand is open; a spectator sees none.
    assert page.locator(".own .hand").count() == 0
    page.get_by_label("Seen by").select_option("0")
    page.wait_for_selector(".own .hand")

    page.get_by_role("button", name="Turning points").click()
    page.wait_for_selector(".drawer article, .drawer p:has-text('Nothing stands out')")
    expect_accessible(page)

    # The curves of everybody's chances lead to the moment one points at, and end as the match did.
    curves = page.get_by_role("slider", name="Moment of the match, by the chances")
    assert page.locator(".curves polyline").count() == 2
    curves.press("End")
    expect(page.locator(".bar .display")).to_have_text(re.compile(r"^(\d+) / \1$"))
    shares = page.locator(".drawer figure li strong").all_inner_texts()
    assert sorted(shares) in (["0%", "100%"], ["50%", "50%"])
    curves.press("Home")
    expect(page.locator(".bar .display")).to_contain_text("0 / ")

    # The list of moves leads to each of them, and shows which one is looked at.
    page.locator(".drawer").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="All moves").click()
    lines = page.locator(".drawer ol button")
    lines.nth(4).click()
    expect(lines.nth(4)).to_have_attribute("aria-current", "step")
    expect(page.locator(".drawer ol [aria-current]")).to_have_count(1)
    assert page.locator(".bar .display").inner_text() != "0 / "
    expect_accessible(page)

    other = visitor(browser, locale="fr-FR")
    other.goto(shared)
    expect(other.locator(".bar .display")).to_contain_text("3 / ")
    expect(other.locator(".bar .sentence")).not_to_have_text("La partie commence.")
    expect_no_sideways_scrolling(other)
    assert problems_of(page) + problems_of(other) == []
    close(page)
    close(other)
