"""Whole matches through the interface, in a real browser, against bots."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from caravanserai.games import find_game, game_names
from tests.server.running import Server
from tests.web.browsing import (
    END,
    HAND_OVER,
    PHONE,
    TOUCHABLE,
    Player,
    at_lan,
    close,
    expect,
    expect_accessible,
    expect_all_in_sight,
    expect_no_sideways_scrolling,
    go,
    new_table,
    post,
    problems_of,
    visitor,
)

SHORT = {"turn_limit": 4}
"""Games that could go on for hours are cut short by an option of theirs."""

LONG = 40
"""Decisions in which most phases of a game come up several times."""


def short_options(name: str) -> dict[str, int]:
    return {option.name: SHORT[option.name] for option in find_game(name).options if option.name in SHORT}


def bots(number: int) -> list[dict[str, str]]:
    return [{"kind": "bot", "level": "apprentice"}] * number


def play_to_the_end(player: Player, decide: Callable[[], None], most: int = 600) -> None:
    while not player.finished():
        decide()
        assert player.decisions < most, "the match does not end"


@pytest.mark.parametrize("name", game_names())
def test_a_whole_match_by_mouse_in_a_living_room_is_clean_at_its_start_middle_and_end(
    name: str, browser: Browser, house: Server
) -> None:
    page = visitor(browser)
    url = at_lan(house)
    go(page, url, "")
    assert not page.evaluate("isSecureContext"), "the page must be one to which browsers give less"
    seats = [{"kind": "me"}, *bots(find_game(name).fewest - 1)]
    go(page, url, f"table/{new_table(page, name, seats, options=short_options(name))}")
    player = Player(page)
    assert not player.finished()
    expect_accessible(page)
    expect_all_in_sight(page)
    for _ in range(5):
        if not player.finished():
            player.by_mouse()
    if not player.finished():
        expect_accessible(page)
        expect_all_in_sight(page)
        expect_no_sideways_scrolling(page)
    play_to_the_end(player, player.by_mouse)
    expect_accessible(page)
    assert page.locator("section.end article").count() == len(seats)
    page.get_by_role("button", name="See the table").click()
    page.wait_for_selector(END, state="detached")
    page.get_by_role("button", name="See the scores").click()
    page.wait_for_selector(END)
    assert problems_of(page) == []
    close(page)


def test_one_press_of_enter_leads_from_the_shelf_to_the_first_decision(browser: Browser, house: Server) -> None:
    page = visitor(browser)
    go(page, house.url, "")
    page.wait_for_selector(".shelf")
    focused = "document.activeElement.tagName + document.activeElement.closest('li')?.innerText"
    for _ in range(40):
        page.keyboard.press("Tab")
        if re.match("BUTTON.*Tan-Tan", page.evaluate(focused), re.DOTALL):
            break
    page.keyboard.press("Enter")
    assert not Player(page).finished()
    assert problems_of(page) == []
    close(page)


@pytest.mark.parametrize("name", game_names())
def test_a_match_by_keyboard_alone(name: str, browser: Browser, house: Server) -> None:
    """On the board and as text: a key changes from one to the other, after every other decision. A long match is left
    to a bot in the end; by mouse it is played whole."""
    page = visitor(browser)
    go(page, house.url, "")
    seats = [{"kind": "me"}, *bots(find_game(name).fewest - 1)]
    go(page, house.url, f"table/{new_table(page, name, seats, options=short_options(name))}")
    player = Player(page)
    assert not player.finished()
    decided = {False: 0, True: 0}

    def decide() -> None:
        text = player.decisions % 4 >= 2
        if text != bool(page.locator(".plain").count()):
            page.keyboard.press("t")
            page.locator(".plain li").nth(5).wait_for(state="visible" if text else "detached")
            page.wait_for_selector(TOUCHABLE)
        player.by_keyboard()
        decided[text] += 1

    while not player.finished() and player.decisions < LONG:
        decide()
    if not player.finished():
        post(page, f"tables/{page.url.rsplit('/', 1)[-1]}/resign", {})
        page.wait_for_selector(END)
    assert all(number > 1 for number in decided.values())
    assert problems_of(page) == []
    close(page)


def test_a_whole_match_on_a_phone_in_french(browser: Browser, house: Server) -> None:
    page = visitor(browser, PHONE, locale="fr-FR", theme="dark", touch=True)
    go(page, house.url, "")
    page.locator(".shelf li", has_text="Tan-Tan").locator("button").tap()
    player = Player(page)
    assert not player.finished()
    expect_no_sideways_scrolling(page)
    expect_accessible(page)
    play_to_the_end(player, player.by_touch)
    expect_no_sideways_scrolling(page)
    assert page.locator("html").get_attribute("lang") == "fr"
    assert problems_of(page) == []
    close(page)


KEYS = ("l", "r", "h", "o", "t", "u", "Escape", "ArrowRight", "Enter", " ")
"""All that the keyboard does at a table."""


def test_pass_and_play_hands_the_device_over(browser: Browser, house: Server) -> None:
    """Two people at one device, whose log stands beside the board: each sees what their move brought, then the table is
    covered until the other one has the device."""
    page = visitor(browser, {"width": 1366, "height": 768}, dock=True)
    go(page, house.url, "game/tantan")
    page.get_by_role("button", name="Pass and play").click()
    page.get_by_label("People at this device").select_option("2")
    page.get_by_label("Name of player 1").fill("Zoé")
    page.get_by_label("Name of player 2").fill("zoé")
    expect(page.get_by_role("alert")).to_have_text("Two players have the same name.")
    page.get_by_label("Name of player 2").fill("Max")
    expect_accessible(page)
    page.get_by_role("button", name="Deal").click()
    player, holder = Player(page), ""
    names: list[str] = []
    while len(names) < 4:
        player.finished()
        ready = page.locator("[data-ready]")
        if ready.count():
            holder = expect_covered(page)
            names.append(holder)
            ready.click()
            ready.wait_for(state="detached")
        elif page.locator(HAND_OVER).count():
            # The table is still there, with what has just happened, until the device is handed over.
            expect(page.locator(".drawer").get_by_text(holder).last).to_be_visible()
            expect(page.locator(".own .hand")).to_be_visible()
            page.locator(HAND_OVER).dblclick()
        else:
            player.by_mouse()
    assert names == ["Zoé", "Max", "Zoé", "Max"] or names == ["Max", "Zoé", "Max", "Zoé"]
    # Whoever loads the page anew has to say who they are.
    page.reload()
    assert expect_covered(page) in names
    page.get_by_role("link", name="Home").click()
    go(page, house.url, "game/gobi")
    page.get_by_role("button", name="Pass and play").click()
    expect(page.get_by_label("Name of player 2")).to_have_value("Max")
    assert problems_of(page) == []
    close(page)


def expect_covered(page: Page) -> str:
    """Nothing can be seen, whatever key is pressed; the name of whoever is to have the device."""
    ready = page.locator("[data-ready]")
    ready.wait_for()
    for key in KEYS:
        page.keyboard.press(key)
    expect(ready).to_be_visible()
    for hidden in (".felt", ".drawer", "[role=log]", "[role=tooltip]", "nav button"):
        assert page.locator(hidden).count() == 0, f"{hidden}: nothing is shown before the device has changed hands"
    expect_accessible(page)
    return ready.inner_text().removeprefix("I am ")
