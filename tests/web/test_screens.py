"""What tables keep to on every screen; `measuring.py` plays matches and measures the rest."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.server.running import Server
from tests.web.browsing import PHONE, TOUCHABLE, Player, close, expect, go, new_table, problems_of, visitor

BESIDE_BOTS = [{"kind": "me"}, *[{"kind": "bot", "level": "apprentice"}] * 2]


def test_a_mouse_that_stays_where_it_clicked_leaves_no_explanation(browser: Browser, house: Server) -> None:
    page = visitor(browser, dock=True)
    go(page, house.url, "")
    go(page, house.url, f"table/{new_table(page, 'tantan', BESIDE_BOTS)}")
    thing = page.locator(TOUCHABLE).first
    thing.hover()
    explanation = page.locator(".explanation")
    expect(explanation).to_have_count(1)
    covered = page.evaluate(
        """() => {
            const told = document.querySelector(".explanation").getBoundingClientRect();
            return [...document.querySelectorAll("[data-action], .prompt, .drawer")].filter((element) => {
                const box = element.getBoundingClientRect();
                return Math.min(told.right, box.right) - Math.max(told.left, box.left) > 1
                    && Math.min(told.bottom, box.bottom) - Math.max(told.top, box.top) > 1;
            }).length;
        }"""
    )
    assert covered == 0, "an explanation lies over what can be touched"
    thing.click()
    expect(explanation).to_have_count(0)
    page.wait_for_timeout(1500)
    assert explanation.count() == 0, "the mouse has not moved since"
    assert problems_of(page) == []
    close(page)


def test_the_log_stands_beside_the_board_until_it_is_put_away(browser: Browser, house: Server) -> None:
    page = visitor(browser, dock=True)
    go(page, house.url, "")
    go(page, house.url, f"table/{new_table(page, 'tantan', BESIDE_BOTS)}")
    log = page.get_by_role("complementary", name="What happened")
    expect(log).to_be_visible()
    beside = page.evaluate(
        "document.querySelector('.drawer').getBoundingClientRect().left"
        " - document.querySelector('.felt').getBoundingClientRect().right"
    )
    assert beside >= 0, "it lies over the table"
    log.get_by_role("button", name="Close").click()
    expect(log).to_have_count(0)
    page.reload()
    Player(page).finished()
    assert page.locator(".drawer").count() == 0
    close(page)


def test_a_line_of_the_log_shows_the_table_as_it_was(browser: Browser, house: Server) -> None:
    page = visitor(browser, dock=True)
    go(page, house.url, "")
    go(page, house.url, f"table/{new_table(page, 'tantan', BESIDE_BOTS)}")
    player = Player(page)
    places = page.locator(".caravan h2")
    at_first = places.inner_text()
    while not player.finished() and (places.inner_text() == at_first or player.decisions < 3):
        player.by_mouse()
    assert not player.finished()
    asked, now = page.locator(".sentence").inner_text(), page.locator(".felt").inner_text()
    line = page.locator(".drawer li button").first
    line.click()
    expect(page.locator(".sentence")).to_have_text(line.locator(".what").inner_text())
    expect(page.locator(TOUCHABLE)).to_have_count(0)
    assert page.locator(".felt").inner_text() != now
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".sentence")).to_have_text(asked)
    assert page.locator(".felt").inner_text() == now
    line.click()
    page.keyboard.press("Escape")
    expect(page.locator(".sentence")).to_have_text(asked)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.get_by_role("button", name="What happened").click()
    line.click()
    expect(page.locator(".drawer")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    player.by_mouse()
    assert problems_of(page) == []
    close(page)


def test_a_tap_explains_what_cannot_be_touched(browser: Browser, house: Server) -> None:
    page = visitor(browser, PHONE, touch=True)
    go(page, house.url, "")
    go(page, house.url, f"table/{new_table(page, 'tantan', BESIDE_BOTS)}")
    page.locator(TOUCHABLE).first.wait_for()
    page.locator(".tent .fact").first.tap()
    expect(page.locator(".explanation")).to_contain_text("in hand")
    page.locator(".pile .touch").tap()
    expect(page.locator(".explanation")).to_contain_text("The pile")
    page.locator(TOUCHABLE).first.tap()
    expect(page.locator(".explanation")).to_have_count(0)
    close(page)


def test_an_address_that_leads_nowhere_says_so(browser: Browser, house: Server) -> None:
    page = visitor(browser, PHONE)
    go(page, house.url, "nowhere")
    expect(page.get_by_role("heading", name="There is no such page here.")).to_be_visible()
    answer = page.goto(f"{house.url}/some/where")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="There is no such page here.")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    page.wait_for_selector(".shelf")
    go(page, house.url, "table/abcdefgh?invite=tru")
    expect(page.get_by_role("heading", name="it may be incomplete")).to_be_visible()
    close(page)
