"""A house in a living room is reached over plain HTTP, where browsers give less to pages: what cannot be done there is
said in words. (Whole matches of all games at such an address are in test_matches.)"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.server.running import Server
from tests.web.browsing import (
    END,
    OpenHouse,
    Player,
    at_lan,
    close,
    expect_accessible,
    go,
    new_table,
    problems_of,
    visitor,
    whose_turn,
)

BOT = {"kind": "bot", "level": "apprentice"}
SELECTED = (
    "document.activeElement.value?.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)"
)
BY_HAND = {"en-US": "copy it by hand", "fr-FR": "copiez-le à la main"}
NOTIFY = {
    "en-US": ("Settings", "Notify me when it is my turn", "only over https"),
    "fr-FR": ("Réglages", "Me prévenir quand c’est à moi", "qu’en https"),
}


@pytest.mark.parametrize(("locale", "copy"), [("en-US", "Copy the link"), ("fr-FR", "Copier le lien")])
def test_an_invite_link_that_cannot_be_copied_is_selected_and_that_is_said(
    browser: Browser, house: Server, locale: str, copy: str
) -> None:
    page = visitor(browser, locale=locale)
    go(page, at_lan(house), "")
    table = new_table(page, "tantan", [{"kind": "me"}, {"kind": "open"}], start=False)
    go(page, at_lan(house), f"table/{table}")
    page.get_by_role("button", name=copy).click()
    expect(page.locator(".invite [role=status]")).to_contain_text(BY_HAND[locale])
    assert page.evaluate(SELECTED) == page.locator(".invite .link").input_value()
    expect(page.get_by_role("button", name=copy)).to_be_visible()
    expect_accessible(page)
    assert problems_of(page) == []
    close(page)


def test_an_invite_link_opens_the_table_for_a_guest_on_another_device(browser: Browser, house: Server) -> None:
    host, guest = visitor(browser), visitor(browser, nickname="Bao")
    go(host, at_lan(house), "")
    table = new_table(host, "tantan", [{"kind": "me"}, {"kind": "open"}], start=False)
    go(host, at_lan(house), f"table/{table}")
    guest.goto(host.get_by_role("textbox", name="Invite link").input_value())
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name="Deal", exact=True).click()  # no seat is free any more: the guest sits
    page = whose_turn([host, guest])
    page.locator(".stall [data-action]").first.click()
    expect(page.locator("[data-undo]")).to_have_count(1)
    for each in (host, guest):
        assert problems_of(each) == []
        close(each)


@pytest.mark.parametrize(
    ("locale", "share"), [("en-US", "Copy a link to this moment"), ("fr-FR", "Copier un lien vers ce moment")]
)
def test_a_moment_of_a_replay_that_cannot_be_copied_is_shown_selected(
    browser: Browser, house: Server, locale: str, share: str
) -> None:
    page = visitor(browser, locale=locale)
    go(page, at_lan(house), "")
    table = new_table(page, "tantan", [BOT, BOT])
    go(page, at_lan(house), f"table/{table}")
    page.wait_for_selector(END)
    go(page, at_lan(house), f"replay/{table}/3")
    page.wait_for_selector(".felt .tents")
    page.get_by_role("button", name=share).click()
    expect(page.get_by_label(BY_HAND[locale])).to_have_value(page.url)
    assert page.evaluate(SELECTED) == page.url
    expect_accessible(page)
    assert problems_of(page) == []
    close(page)


@pytest.mark.parametrize("locale", list(NOTIFY))
def test_where_notifications_are_not_allowed_the_settings_say_why(browser: Browser, house: Server, locale: str) -> None:
    options, notify, why = NOTIFY[locale]
    page = visitor(browser, locale=locale)
    go(page, at_lan(house), "")
    page.get_by_role("button", name=options).click()
    expect(page.get_by_label(notify)).to_be_disabled()
    expect(page.get_by_label(notify)).to_have_accessible_description(page.locator("#silent").inner_text())
    expect(page.locator("#silent")).to_contain_text(why)
    expect_accessible(page)
    go(page, house.url, "")
    page.reload()
    page.get_by_role("button", name=options).click()
    expect(page.get_by_label(notify)).to_be_enabled()
    expect(page.locator("#silent")).to_have_count(0)
    close(page)


LIKE_ANDROID = """
    window.Notification = class {
        static permission = "granted";
        constructor() { window.tried = true; throw new TypeError("Illegal constructor"); }
    };
    Object.defineProperty(document, "hidden", { get: () => window.elsewhere ?? false });
"""


def test_a_phone_that_lets_no_page_notify_plays_on(browser: Browser, house: Server) -> None:
    page = visitor(browser, notify=True)
    page.add_init_script(LIKE_ANDROID)
    go(page, house.url, "")
    go(page, house.url, f"table/{new_table(page, 'tantan', [{'kind': 'me'}, BOT])}")
    player = Player(page)
    assert not player.finished()
    page.evaluate("elsewhere = true")
    for _ in range(6):
        assert not player.finished()
        player.by_mouse()
    assert not player.finished()
    assert page.evaluate("tried")
    assert problems_of(page) == []
    close(page)


def test_four_who_come_for_the_first_time_from_one_address_all_sit_down(
    browser: Browser, open_house: OpenHouse, engines: None
) -> None:
    """With the limits a server usually has, and all that their browsers keep for times without a network."""
    with open_house("family", "--rate", "20") as house:
        family = [visitor(browser, nickname=name, keeping=True) for name in ("Ann", "Bao", "Cem", "Dua")]
        turned_away: list[str] = []
        for page in family:
            page.context.on("response", lambda got: turned_away.append(got.url) if got.status == 429 else None)
            go(page, house.url, "")
            page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration())?.active != null")
        host, *guests = family
        table = new_table(host, "marracash", [{"kind": "me"}, *[{"kind": "open"}] * 3], start=False)
        go(host, house.url, f"table/{table}")
        link = host.get_by_role("textbox", name="Invite link").input_value()
        for guest in guests:
            guest.goto(link)
            guest.get_by_role("button", name="Sit down").first.click()
            expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)
        host.get_by_role("button", name="Deal", exact=True).click()
        for page in family:
            page.wait_for_selector(".felt .tents")
            assert problems_of(page) == []
        assert turned_away == []
        for page in family:
            close(page)
