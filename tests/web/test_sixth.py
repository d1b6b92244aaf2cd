"""A game that the page was built without: it is shown on a board for any game, in the words that it brings along."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page

from tests.server.running import Server
from tests.web.browsing import (
    DESKTOP,
    END,
    PHONE,
    TOUCHABLE,
    WEB,
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

GAME = "lamplight"
SAID = {
    "en-US": ("In the lamplight", "Order", "How many coins do you offer", "Offer nothing", "more evenings"),
    "fr-FR": ("À la lumière de la lampe", "Commande", "Combien de pièces offrez-vous", "Ne rien offrir", "soirs"),
}
"""What stands on the table at the start, in the game's own words."""


def expect_clean(page: Page) -> None:
    """Nothing is wrong with the table as it stands."""
    expect_accessible(page)
    expect_no_sideways_scrolling(page)
    assert problems_of(page) == []


def decide(player: Player) -> bool:
    """One decision, once there is one to take; false if the match is over."""
    if player.finished():
        return False
    player.by_mouse()
    return True


def test_the_page_was_built_without_it() -> None:
    assert not (WEB / "src" / "games" / GAME).exists()


def test_two_people_play_a_whole_match_in_two_languages(browser: Browser, house: Server) -> None:
    url = at_lan(house)
    laptop = visitor(browser, DESKTOP)
    phone = visitor(browser, PHONE, locale="fr-FR", theme="dark")
    people = {"en-US": laptop, "fr-FR": phone}
    go(laptop, url, "")
    table = new_table(laptop, GAME, [{"kind": "me"}, {"kind": "open"}], start=False, public=True)
    go(phone, url, "")
    post(phone, "me", {"nickname": "Benoît"})
    post(phone, f"tables/{table}/sit", {})
    post(laptop, f"tables/{table}/start", {})
    players = []
    for seed, (language, page) in enumerate(people.items()):
        go(page, url, f"table/{table}")
        player = Player(page, seed)
        assert not player.finished()
        for text in SAID[language]:
            expect(page.locator(".felt")).to_contain_text(text)
        assert page.locator(".plain").count() == 0, "a board, not the text view"
        assert page.locator(TOUCHABLE).count() == 4
        expect_clean(page)
        players.append(player)
    expect_all_in_sight(laptop)
    looked = False
    while not all(page.locator(END).count() for page in people.values()):
        for player in players:
            # Nobody waits for the other: one may have to give something away while the other has nothing to decide.
            if player.page.locator(TOUCHABLE).count():
                player.by_mouse()
            player.page.wait_for_timeout(50)
            assert player.decisions < 20, "the match does not end"
        if not looked and min(player.decisions for player in players) == 4:
            looked = True
            for page in people.values():
                expect_clean(page)
            expect_all_in_sight(laptop)
    assert looked
    for page in people.values():
        page.wait_for_selector(END)
        assert page.locator("section.end article").count() == 2
        expect_clean(page)
    assert "the last evening is over" in laptop.locator(END).inner_text()
    assert "le dernier soir est passé" in phone.locator(END).inner_text()
    close(laptop)
    close(phone)


def test_it_stands_on_the_shelf_and_its_replay_and_its_text_can_be_read(browser: Browser, house: Server) -> None:
    page = visitor(browser)
    go(page, house.url, "")
    page.locator(".shelf li", has_text="Lamplight").locator("button").click()
    player = Player(page)
    while decide(player):
        assert player.decisions < 40
    expect_clean(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".felt")).to_contain_text("In the lamplight")
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".bar")).to_contain_text(re.compile("offers|The match begins"))
    expect_clean(page)
    close(page)


def test_if_nothing_can_be_learned_of_it_the_server_puts_it_into_words(browser: Browser, house: Server) -> None:
    page = visitor(browser, locale="fr-FR")
    page.route("**/api/games/*/declared", lambda route: route.abort())
    go(page, house.url, "")
    seats = [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}]
    go(page, house.url, f"table/{new_table(page, GAME, seats)}")
    player = Player(page)
    assert not player.finished()
    expect(page.locator(".plain")).to_contain_text("À la lumière de la lampe")
    expect(page.locator(".plain")).to_contain_text("Ne rien offrir")
    player.by_mouse()
    expect(page.locator(".plain")).to_contain_text("Soir 2 sur 7")
    close(page)
