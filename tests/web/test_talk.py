"""Table talk as people see it: what is unread, whom one mutes, what is reported, and what those say who look on."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.server.running import Server
from tests.web.browsing import DESKTOP, PHONE, close, go, problems_of, visitor
from tests.web.test_seats import BE_KNOWN
from tests.web.test_together import on_every_screen, play_out, sit_down

TALK = "Table talk"


def unread(page: Page, number: int) -> None:
    label = f"{TALK}: {number} unread" if number else TALK
    expect(page.get_by_role("button", name=label, exact=True)).to_be_visible()


def open_talk(page: Page) -> None:
    page.locator("header nav").get_by_role("button", name=TALK).click()
    expect(page.get_by_role("button", name="Well played!")).to_be_visible()


def write(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Say something").fill(text)
    page.get_by_role("button", name="Say", exact=True).click()


def test_talk_is_counted_muted_reported_and_those_who_look_on_have_their_own(browser: Browser, house: Server) -> None:
    ann, bob = visitor(browser, DESKTOP), visitor(browser, PHONE)
    eve, kim = visitor(browser, DESKTOP), visitor(browser, PHONE, locale="fr-FR")
    table = sit_down(house, {"Ann": ann, "Bob": bob}, free_talk=True, public=True)
    for name, page in (("Eve", eve), ("Kim", kim)):
        go(page, house.url, "")
        page.evaluate(f"({BE_KNOWN})('{name}')")
        page.evaluate(
            "(n) => fetch('/api/me', {method: 'POST', headers: {'content-type': 'application/json'}, "
            "body: JSON.stringify({nickname: n})})",
            name,
        )
        page.reload()
        go(page, house.url, f"table/{table}")
        page.wait_for_selector(".felt .tents")

    # What Bob says is counted for Ann until she looks, and not again after a reload; his own is not counted for him.
    open_talk(bob)
    write(bob, "Good evening")
    write(bob, "You are slow")
    unread(ann, 2)
    unread(bob, 0)
    ann.reload()
    unread(ann, 2)
    open_talk(ann)
    expect(ann.get_by_text("You are slow")).to_be_visible()
    unread(ann, 0)
    ann.reload()
    unread(ann, 0)

    # A phrase is in everybody's language.
    open_talk(ann)
    ann.get_by_role("button", name="Hello!").click()
    kim.get_by_role("button", name="Conversation\N{NO-BREAK SPACE}: 3 à lire").click()
    expect(kim.get_by_text("Bonjour")).to_have_count(2)  # the line, and the phrase one could say

    # Those who look on talk among themselves.
    open_talk(eve)
    expect(eve.get_by_text("Only those who look on hear you")).to_be_visible()
    write(eve, "She should sell now")
    expect(kim.get_by_text("She should sell now")).to_be_visible()
    on_every_screen(kim, ".about, .said")
    write(bob, "Well?")
    expect(ann.get_by_text("Well?")).to_be_visible()
    assert ann.get_by_text("She should sell now").count() == 0

    # What is out of place is reported, and whoever said it is heard no more, here and on the next page too.
    ann.get_by_role("button", name="About what Bob says").nth(1).click()
    ann.get_by_role("button", name="Report to whoever runs the house").click()
    expect(ann.get_by_text("Reported. Thank you.")).to_be_visible()
    ann.get_by_role("button", name="About what Bob says").first.click()
    ann.get_by_role("button", name="Do not hear Bob").click()
    expect(ann.get_by_text("You are slow")).to_have_count(0)
    write(bob, "Still there?")
    expect(eve.get_by_text("Still there?")).to_be_visible()
    ann.reload()
    unread(ann, 0)
    open_talk(ann)
    expect(ann.get_by_role("button", name="Hear Bob again")).to_be_visible()
    expect(ann.get_by_text("Still there?")).to_have_count(0)
    ann.get_by_role("button", name="Hear Bob again").click()
    expect(ann.get_by_text("Still there?")).to_be_visible()

    # After the match the players read what was said beside them.
    play_out(house, table, ann, bob)
    unread(bob, 1)
    open_talk(bob)
    expect(bob.get_by_text("She should sell now")).to_be_visible()
    expect(bob.get_by_text("(looking on)")).to_be_visible()
    for page in (ann, bob, eve, kim):
        assert not problems_of(page)
        close(page)
