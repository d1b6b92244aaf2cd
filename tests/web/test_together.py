"""Friends at a table, as they see it: playing again, going on without somebody, getting up, coming late, being away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.running import Server
from tests.web.browsing import (
    DESKTOP,
    END,
    PHONE,
    TOUCHABLE,
    OpenHouse,
    close,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    new_table,
    post,
    problems_of,
    visitor,
    wait_for_rest,
)
from tests.web.test_seats import BE_KNOWN, FINGER, ME, OPEN, SIDEWAYS, place

SOON = 12_000
"""Milliseconds within which an offer is seen, also when it was made by way of another process."""

BOT = {"kind": "bot", "level": "merchant"}
OVER = """async (table) => {
    const status = async () => (await (await fetch(`/api/tables/${table}`)).json()).status;
    while ((await status()) !== "finished") await new Promise((again) => setTimeout(again, 50));
}"""
SEATS = "async (table) => (await (await fetch(`/api/tables/${table}`)).json()).seats.map((s) => s.nickname ?? s.level)"


@pytest.fixture(scope="module")
def friends(open_house: OpenHouse) -> Iterator[Server]:
    """A server that waits no longer than two seconds for somebody who is away."""
    with open_house("friends", "--absence", "2") as running:
        yield running


def sit_down(house: Server, names: dict[str, Page], bots: int = 0, start: bool = True, **more: Any) -> str:
    """People at a private table, each under a name; its id."""
    host, *guests = names.values()
    for name, page in names.items():
        go(page, house.url, "")
        page.evaluate(f"({BE_KNOWN})('{name}')")
    first = next(iter(names))
    seats = [{**ME, "nickname": first}, *[OPEN] * len(guests), *[BOT] * bots]
    post(host, "me", {"nickname": first})
    made = post(host, "tables", {"game": "tantan", "seats": seats, "public": False, **more})
    table: str = made["table"]["id"]
    for (name, page), seat in zip(list(names.items())[1:], range(1, len(names)), strict=True):
        post(page, "me", {"nickname": name})
        page.evaluate(
            """async ([table, seat, invite]) => {
                const headers = { "content-type": "application/json", "x-invite": invite };
                const body = JSON.stringify({ seat });
                await fetch(`/api/tables/${table}/sit`, { method: "POST", headers, body });
            }""",
            [table, seat, made["invite"]],
        )
    if start:
        post(host, f"tables/{table}/start", {})
        for page in names.values():
            go(page, house.url, f"table/{table}")
            page.wait_for_selector(".felt .tents")
    return table


def play_out(house: Server, table: str, *pages: Page) -> None:
    """Bots play to the end for all, who then see the score sheet."""
    for page in pages:
        go(page, house.url, "about")
        page.wait_for_selector("h1, h2")
    for page in pages:
        post(page, f"tables/{table}/leave", {})
    pages[0].evaluate(OVER, table)
    for page in pages:
        go(page, house.url, f"table/{table}")
        page.wait_for_selector(END)


def table_of(page: Page, other_than: str) -> str:
    """The table that the page has gone to by itself."""
    page.wait_for_function(
        "(old) => location.hash.startsWith('#/table/') && !location.hash.includes(old)", arg=other_than
    )
    page.wait_for_selector(".felt .tents")
    found: str = page.evaluate("location.hash.split('/')[2].split('?')[0]")
    return found


def on_every_screen(page: Page, part: str) -> None:
    """Nothing scrolls sideways, and fingers find every button of a part."""
    for size in (DESKTOP, PHONE, SIDEWAYS):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        wait_for_rest(page)
        expect_no_sideways_scrolling(page)
        if size is not DESKTOP:
            for button in page.locator(f"{part} button").all():
                box = button.bounding_box()
                assert box, part
                assert box["height"] >= FINGER, (part, size)
    expect_accessible(page)
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]


def test_two_friends_play_again_all_evening(browser: Browser, friends: Server) -> None:
    ann, bao = visitor(browser), visitor(browser, PHONE, touch=True)
    first = sit_down(friends, {"Ann": ann, "Bao": bao})
    play_out(friends, first, ann, bao)
    ann.get_by_role("button", name="Play again").click()
    expect(ann.locator("[data-rematch]")).to_contain_text("as soon as Bao has accepted")
    expect(bao.locator("[data-rematch]")).to_contain_text("Ann wants to play again.")
    on_every_screen(ann, "[data-rematch]")
    expect_accessible(bao)
    bao.get_by_role("button", name="Play again").tap()
    second = table_of(ann, first)
    assert table_of(bao, first) == second
    assert ann.evaluate(SEATS, second) == ["Bao", "Ann"], "the next dealer"

    # The offer is in one's list of matches too, and one tap is enough.
    play_out(friends, second, ann, bao)
    expect(ann.locator("[data-series]")).to_contain_text("After 2 matches")
    expect(ann.locator("[data-series] tbody tr")).to_have_count(2)
    go(bao, friends.url, "lobby")
    bao.reload()  # the name that was written down is read
    ann.get_by_role("button", name="Play again").click()
    expect(ann.locator("[data-rematch]")).to_be_visible()
    expect(bao.locator("[data-offer]")).to_be_visible(timeout=SOON)  # nobody has loaded anything anew
    go(bao, friends.url, f"replay/{first}")
    pill = bao.locator("[data-next]")
    expect(pill).to_have_attribute("href", f"#/table/{second}")
    expect_no_sideways_scrolling(bao)
    go(bao, friends.url, "")
    assert place(bao, "[data-offer]")["y"] < place(bao, ".shelf")["y"]
    bao.reload()
    expect(bao.locator("[data-offer]")).to_contain_text("Ann wants to play again.")
    expect_accessible(bao)
    expect_no_sideways_scrolling(bao)
    bao.locator("[data-offer]").get_by_role("button", name="Play again").tap()
    third = table_of(bao, second)
    assert table_of(ann, second) == third

    # Whoever does not want to is replaced only when the other says so.
    play_out(friends, third, ann, bao)
    ann.get_by_role("button", name="Play again").click()
    bao.get_by_role("button", name="No, thank you").tap()
    expect(ann.locator("[data-rematch]")).to_contain_text("Not playing again: Bao.")
    ann.locator("[data-rematch] select").select_option("apprentice")
    ann.get_by_role("button", name="Go on without Bao").click()
    fourth = table_of(ann, third)
    assert ann.evaluate(SEATS, fourth) == ["apprentice", "Ann"]
    expect(bao.get_by_role("link", name="To the next match")).to_be_visible()
    for page in (ann, bao):
        assert problems_of(page) == []
        close(page)


def test_of_three_friends_two_agree_to_go_on_without_the_third(browser: Browser, friends: Server) -> None:
    ann, bao = visitor(browser), visitor(browser, locale="fr-FR", theme="dark")
    cleo = visitor(browser)
    first = sit_down(friends, {"Ann": ann, "Bao": bao, "Cleo": cleo})
    play_out(friends, first, ann, bao, cleo)
    close(cleo)
    ann.get_by_role("button", name="Play again").click()
    bao.get_by_role("button", name="Rejouer").click()
    expect(bao.locator("[data-rematch]")).to_contain_text("dès que Cleo accepte")
    ann.get_by_role("button", name="Go on without Cleo").click()
    expect(ann.locator("[data-rematch]")).to_contain_text("It begins when Bao agrees.")
    expect(bao.locator("[data-rematch]")).to_contain_text("Continuer sans Cleo")
    on_every_screen(bao, "[data-rematch]")
    bao.get_by_role("button", name="Oui, sans Cleo").click()
    second = table_of(bao, first)
    assert table_of(ann, first) == second
    assert ann.evaluate(SEATS, second) == ["Bao", "merchant", "Ann"]
    for page in (ann, bao):
        assert problems_of(page) == []
        close(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SIDEWAYS], ids=["desktop", "phone", "sideways"])
def test_getting_up_is_easy_to_find_and_hard_to_do_by_mistake(
    browser: Browser, friends: Server, size: dict[str, int]
) -> None:
    ann, bao = visitor(browser, size), visitor(browser)
    table = sit_down(friends, {"Ann": ann, "Bao": bao})
    ann.get_by_role("button", name="Leave, and settings").click()
    resign = ann.get_by_role("button", name="Resign", exact=True)
    expect(resign).to_be_in_viewport()
    wait_for_rest(ann)
    box = resign.bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # However often one clicks there, and whatever is pressed by mistake, one stays.
    for _ in range(3):
        ann.mouse.click(*at)
        expect(ann.locator("dialog")).to_be_visible()
        sure = place(ann, "[data-sure]")
        assert not sure["y"] <= at[1] <= sure["y"] + sure["height"]
        assert sure["height"] >= FINGER
        assert 0 <= sure["y"] <= size["height"] - sure["height"]
    expect_accessible(ann)
    for key in ("Escape", "Enter"):
        ann.keyboard.press(key)
        expect(ann.locator("dialog")).to_have_count(0)
        resign.click()
        expect(ann.locator("dialog")).to_be_visible()
    ann.keyboard.press("Escape")
    expect(ann.locator("dialog")).to_have_count(0)
    assert (
        ann.evaluate("(t) => fetch(`/api/tables/${t}`).then((a) => a.json()).then((t) => t.seats[0].resigned)", table)
        is False
    )
    resign.click()
    ann.locator("[data-sure]").click()
    ann.wait_for_selector(".shelf")
    play_out(friends, table, bao)
    expect(bao.locator(END)).to_contain_text("Gave up: a bot took")
    assert problems_of(ann) == problems_of(bao) == []
    close(ann)
    close(bao)


def test_before_the_match_one_gets_up_or_is_asked_to_and_the_table_can_be_closed(
    browser: Browser, friends: Server
) -> None:
    ann, bao = visitor(browser), visitor(browser, PHONE, "fr-FR", "dark", touch=True)
    table = sit_down(friends, {"Ann": ann, "Bao": bao}, start=False)
    for page in (ann, bao):
        page.reload()  # the name that was written down is read
    invite = ann.evaluate("fetch('/api/mine').then((a) => a.json()).then((all) => all[0].invite)")
    go(ann, friends.url, f"table/{table}")
    seat = ann.locator("main li", has_text="Bao")
    expect(seat).to_contain_text("Not connected")
    go(bao, friends.url, f"table/{table}?invite={invite}")
    expect(bao.locator("main")).to_contain_text("Vous avez une place.")
    expect(seat).not_to_contain_text("Not connected")
    expect(ann.locator("main")).to_contain_text("All seats are taken")
    # Whoever opened the table may have no name yet, and two must not have the same.
    name = ann.get_by_label("Your name")
    name.fill("bao")
    name.press("Tab")
    expect(ann.get_by_role("alert")).to_contain_text("Somebody at the table has this name already")
    name.fill("Anne")
    name.press("Tab")
    expect(bao.locator("main li", has_text="Anne")).to_have_count(1)
    expect(ann.get_by_role("alert")).to_have_count(0)
    on_every_screen(ann, "main")
    on_every_screen(bao, "main")

    # Bao gets up and comes back; then Ann frees the seat, for which a second touch in the same place is not enough.
    bao.set_viewport_size(PHONE)  # type: ignore[arg-type]
    bao.get_by_role("button", name="Se lever").tap()
    bao.wait_for_selector(".shelf")
    expect(seat).to_have_count(0)
    go(bao, friends.url, f"table/{table}?invite={invite}")
    bao.get_by_role("button", name="S’asseoir").tap()
    expect(bao.locator("main")).to_contain_text("Vous avez une place.")
    free = ann.get_by_role("button", name="Free Bao’s seat")
    free.dblclick()
    expect(ann.locator("dialog")).to_be_visible()
    expect(seat).to_have_count(1)
    expect_accessible(ann)
    ann.locator("[data-sure]").click()
    expect(seat).to_have_count(0)
    expect(bao.locator("[data-seat-lost]")).to_be_visible()
    on_every_screen(bao, "main")
    bao.get_by_role("button", name="S’asseoir").click()
    expect(seat).to_have_count(1)

    ann.get_by_role("button", name="Close the table").click()
    ann.keyboard.press("Enter")  # by mistake
    expect(ann.locator("dialog")).to_have_count(0)
    ann.get_by_role("button", name="Close the table").click()
    ann.locator("[data-sure]").click()
    ann.wait_for_selector(".shelf")
    expect(ann.locator("section.mine")).to_have_count(0)
    expect(bao.locator("main")).to_contain_text("Cette table a été fermée.")
    [refused] = problems_of(ann)  # the name that somebody had
    assert "409" in refused
    assert problems_of(bao) == []
    close(ann)
    close(bao)


def test_a_friend_who_comes_late_takes_over_a_bots_seat_by_the_link(browser: Browser, friends: Server) -> None:
    ann, bao = visitor(browser), visitor(browser, PHONE)
    table = sit_down(friends, {"Ann": ann}, bots=1)
    invite = ann.evaluate("fetch('/api/mine').then((a) => a.json()).then((all) => all[0].invite)")
    go(bao, friends.url, f"table/{table}?invite={invite}")
    offer = bao.locator("[data-take-seat]")
    expect(offer).to_be_visible()
    on_every_screen(bao, "[data-take-seat]")
    offer.get_by_label("Your name").fill("Bao")
    offer.get_by_role("button", name="Take over Morgiana’s seat").click()
    bao.wait_for_selector(".own .hand")
    expect(offer).to_have_count(0)
    expect(ann.locator(".tent h2")).to_have_text("Bao")
    expect(ann.locator("[role=log]")).to_contain_text("Bao takes over a bot’s seat.")
    assert problems_of(ann) == problems_of(bao) == []
    close(ann)
    close(bao)


def test_a_table_says_for_whom_it_waits_and_lets_a_bot_play_for_whoever_is_away(
    browser: Browser, friends: Server
) -> None:
    ann, bao = visitor(browser), visitor(browser)
    table = sit_down(friends, {"Ann": ann, "Bao": bao})
    mover, other = (ann, bao) if ann.locator(TOUCHABLE).count() else (bao, ann)
    mover.wait_for_selector(TOUCHABLE)
    go(mover, friends.url, "about")
    if mover is ann:  # whoever made the table: the others agree, and there is only one
        expect(other.locator("[data-absent]")).to_contain_text("Ann is away")
    else:
        expect(other.locator("[data-absent]")).to_contain_text("Bao is away")
    on_every_screen(other, ".prompt")
    other.locator("[data-absent]").click()
    expect(other.locator(".tent .stand-in")).to_have_count(1)
    go(mover, friends.url, f"table/{table}")
    expect(other.locator(".tent .stand-in")).to_have_count(0)
    assert problems_of(ann) == problems_of(bao) == []
    close(ann)
    close(bao)


def test_clocks_and_options_are_told_in_words(browser: Browser, friends: Server) -> None:
    ann, bao = visitor(browser), visitor(browser, PHONE, "fr-FR", "dark")
    go(ann, friends.url, "game/tantan")
    ann.get_by_text("Seats, bots and rules").click()
    ann.locator("label:has(> span:text-is('Time')) select").select_option("600+5")
    ann.get_by_label("Anybody may join or watch").check()
    ann.get_by_role("button", name="Invite friends").click()
    told = "10 minutes for the match, and 5 seconds more each turn"
    expect(ann.locator(".how")).to_contain_text(told)
    on_every_screen(ann, "main")
    go(bao, friends.url, "lobby")
    entry = bao.locator("main li", has_text="Tan-Tan").first
    expect(entry).to_contain_text("10 minutes pour la partie, et 5 secondes de plus à chaque tour")
    expect(bao.get_by_role("link", name="Nouvelle table")).to_be_visible()
    expect_accessible(bao)
    expect_no_sideways_scrolling(bao)
    entry.get_by_role("link").click()
    bao.get_by_role("button", name="S’asseoir").first.click()
    bao.wait_for_selector(".invite")
    ann.get_by_role("button", name="Deal").click()
    for page in (ann, bao):
        expect(page.locator(".felt [role=timer]").first).to_be_visible()
    # Days off, for tables with days for a decision.
    table = new_table(ann, "tantan", [ME, OPEN], start=False, public=True, clocks={"turn": 86400})
    post(bao, f"tables/{table}/sit", {})
    post(ann, f"tables/{table}/start", {})
    go(bao, friends.url, "lobby")
    bao.get_by_role("button", name="Réglages").click()
    bao.locator("[data-vacation]").get_by_label("Jours").fill("5")
    bao.get_by_role("button", name="Commencer maintenant").click()
    expect(bao.locator("[data-vacation]")).to_contain_text("Vos sabliers sont arrêtés jusqu’au")
    on_every_screen(bao, "[data-vacation]")
    go(ann, friends.url, f"table/{table}")
    expect(ann.locator(".tent [data-vacation]")).to_have_count(1)
    assert problems_of(ann) == problems_of(bao) == []
    close(ann)
    close(bao)
