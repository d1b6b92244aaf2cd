"""A finished match is looked at again, shared, and opened by somebody else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Server
from tests.web.browsing import (
    END,
    PHONE,
    close,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    new_table,
    problems_of,
    visitor,
)

WIDE = {"width": 1366, "height": 800}


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

    # Keys lead through the match from anywhere, and open what stands around it.
    page.locator(".drawer h3").first.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".bar .display")).to_contain_text("2 / ")
    page.keyboard.press("v")
    expect(page.locator(".drawer")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".bar .display")).to_have_text(re.compile(r"^(\d+) / \1$"))
    page.keyboard.press("Home")
    page.keyboard.press("v")

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
    expect(other.get_by_role("slider", name="Moment de la partie")).to_have_value("3")
    expect(other.locator(".bar .sentence")).not_to_have_text("La partie commence.")
    expect_no_sideways_scrolling(other)
    assert problems_of(page) + problems_of(other) == []
    close(page)
    close(other)


FOUND = """async (table) => {
    const answer = await fetch(`/api/tables/${table}/review`);
    return await answer.json();
}"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_costly_decision_is_shown_on_the_board(browser: Browser, house: Server, size: dict[str, int]) -> None:
    page = visitor(browser, size)
    table = costly_match(page, house)
    go(page, house.url, f"replay/{table}")
    page.wait_for_selector(".felt .tents")
    page.keyboard.press("v")
    page.get_by_role("button", name=re.compile(r"^Decision \d")).first.click()
    sides = page.locator(".lesson button")
    expect(sides).to_have_count(2)
    expect(sides.first).to_contain_text("Played")
    expect(sides.last).to_contain_text("Better")
    if size == PHONE:  # nothing lies over what is shown
        expect(page.locator(".drawer")).to_have_count(0)
    else:
        box = "document.querySelector('{}').getBoundingClientRect()"
        assert page.evaluate(box.format(".felt") + ".right") <= page.evaluate(box.format(".drawer") + ".left")
    expect_accessible(page)

    # What was played and what would have been better are lit, one by one as well; what was decided stays decided.
    lit = page.locator(".felt [data-action]")
    expect(page.locator(".felt .played, .felt .better").first).to_be_visible()
    both = lit.count()
    moment = page.locator(".bar .display").inner_text()
    lit.first.click()
    sides.last.click()
    expect(sides.last).to_have_attribute("aria-pressed", "true")
    assert 0 < lit.count() <= both
    expect(page.locator(".felt .played")).to_have_count(0)
    assert page.locator(".bar .display").inner_text() == moment
    page.keyboard.press("ArrowRight")
    expect(page.locator(".lesson")).to_have_count(0)
    assert problems_of(page) == []
    close(page)


def costly_match(page: Page, house: Server) -> str:
    """A match in which somebody decided badly: one of bots that play at random does sooner or later."""
    go(page, house.url, "")
    for _ in range(4):
        table = new_table(page, "tantan", [{"kind": "bot", "level": "random"}] * 2)
        go(page, house.url, f"table/{table}")
        page.wait_for_selector(END)
        if page.evaluate(FOUND, table)["lessons"]:
            return table
    raise AssertionError("in none of the matches was a decision costly")
