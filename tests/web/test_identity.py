"""Being oneself on every device: by a link, a code or a passkey; and being forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.server.running import Server
from tests.web.browsing import (
    PHONE,
    at_lan,
    close,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    new_table,
    post,
    problems_of,
    visitor,
)

BOT = {"kind": "bot", "level": "apprentice"}
REFUSED = "Failed to load resource"
"""What Chromium says of every request that was refused."""

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def player(browser: Browser, url: str, name: str, **look: Any) -> tuple[Page, str]:
    """Somebody with a match against a bot, and its table."""
    page = visitor(browser, **look)
    go(page, url, "")
    table = new_table(page, "tantan", [{"kind": "me"}, BOT])
    post(page, "me", {"nickname": name})
    return page, table


def link_of(page: Page, url: str) -> str:
    """A link to be that person elsewhere."""
    go(page, url, "you")
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_role("textbox", name="Link for the other device").input_value()


def expect_well(*pages: Page) -> None:
    for page in pages:
        expect_accessible(page)
        expect_no_sideways_scrolling(page)
        assert [problem for problem in problems_of(page) if REFUSED not in problem] == []


def test_a_link_carries_somebody_to_their_phone(browser: Browser, house: Server) -> None:
    url = at_lan(house)
    desk, table = player(browser, url, "Zoé")
    link = link_of(desk, url)
    assert link.startswith(f"{url}/#/carry/")
    expect(desk.get_by_role("img", name="The link as a code")).to_be_visible()
    expect(desk.get_by_text("Passkeys are not offered here: browsers have them over https only").first).to_be_visible()
    expect_well(desk)

    phone = visitor(browser, PHONE)
    go(phone, url, f"table/{table}")  # another tab, open as nobody
    tab = phone.context.new_page()
    tab.goto(link)
    expect(tab.get_by_role("heading", name="Continue here as Zoé?")).to_be_visible()
    expect(tab.get_by_text("Nobody has played on this device yet.")).to_be_visible()
    expect_accessible(tab)
    phone.evaluate("window.old = true")
    tab.get_by_role("button", name="Continue as Zoé").click()
    expect(tab.get_by_role("heading", name="You are Zoé here now")).to_be_visible()
    phone.wait_for_function("() => window.old === undefined")  # it was loaded anew, and is Zoé's
    phone.wait_for_selector(".felt [data-action]")
    tab.get_by_role("link", name="Home").last.click()
    expect(tab.get_by_role("heading", name="Your matches")).to_be_visible()

    stranger = visitor(browser)
    stranger.goto(link)
    expect(stranger.get_by_role("heading", name="This link was used already")).to_be_visible()
    expect_well(phone, stranger)
    for page in (desk, phone, stranger):
        close(page)


@pytest.mark.parametrize("bring", [True, False])
def test_somebody_with_matches_of_their_own_is_asked_what_becomes_of_them(
    browser: Browser, house: Server, bring: bool
) -> None:
    zoe, _ = player(browser, house.url, "Zoé")
    bao, table = player(browser, house.url, "Bao", viewport=PHONE)
    bao.goto(link_of(zoe, house.url))
    expect(bao.get_by_text("So far you are Bao on this device, with one table.")).to_be_visible()
    expect_well(bao)
    bao.get_by_role("button", name="bring all of Bao along" if bring else "leave Bao behind").click()
    expect(bao.get_by_role("heading", name="You are Zoé here now")).to_be_visible()
    mine = bao.evaluate("async () => (await (await fetch('/api/mine')).json()).map((entry) => entry.table.id)")
    assert (table in mine) == bring
    assert len(mine) == 1 + bring
    for page in (zoe, bao):
        close(page)


def test_a_recovery_code_brings_somebody_back_who_has_signed_out(browser: Browser, house: Server) -> None:
    page, _ = player(browser, house.url, "Zoé")
    go(page, house.url, "you")
    expect(page.get_by_text("you have neither a recovery code nor a passkey")).to_be_visible()
    page.get_by_role("button", name="Make a code").click()
    code = page.locator("[data-code]").inner_text()
    expect(page.get_by_text("You can come back with your recovery code")).to_be_visible()
    expect_well(page)
    # What makes the code worthless, and signing out, are not done by a second click in the same place.
    for name in ("Make a new code", "Remove the code", "Sign out of this device"):
        page.get_by_role("button", name=name).dblclick()
        expect(page.locator("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("[data-code]")).to_have_text(code)
    page.get_by_role("button", name="Sign out of this device").click()
    page.get_by_role("button", name="Yes, sign out").click()
    page.wait_for_selector(".shelf li")
    expect(page.get_by_role("heading", name="Your matches")).to_have_count(0)
    go(page, house.url, "you")
    field = page.get_by_role("textbox", name="Recovery code")
    for typed, said in (("0000-0000", "twenty letters and digits"), ("0" * 20, "Nobody has this code")):
        field.fill(typed)
        page.get_by_role("button", name="Continue", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text(said)
    expect_accessible(page)
    field.fill(code.lower().replace("-", " "))
    page.get_by_role("button", name="Continue", exact=True).click()
    page.get_by_role("button", name="Continue as Zoé").click()
    expect(page.get_by_role("heading", name="You are Zoé here now")).to_be_visible()
    close(page)


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """A device that keeps passkeys and whose owner touches it whenever it asks."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    made = tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return tools, made["authenticatorId"]


SEND = """async ([path, body]) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()).code ?? "done";
}"""


def test_a_passkey_signs_somebody_in_from_a_fresh_browser(browser: Browser, house: Server) -> None:
    url = f"http://localhost:{house.port}"
    desk, _ = player(browser, url, "Zoé")
    tools, device = with_authenticator(desk)
    go(desk, url, "you")
    desk.get_by_role("button", name="Add a passkey").click()
    expect(desk.get_by_text("For localhost, since")).to_be_visible()
    desk.get_by_role("button", name="Add a passkey").click()
    expect(desk.get_by_role("alert")).to_contain_text("keeps a passkey of yours already")
    expect_well(desk)
    [credential] = tools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]

    fresh = visitor(browser)
    more, other = with_authenticator(fresh)
    more.send("WebAuthn.addCredential", {"authenticatorId": other, "credential": credential})
    go(fresh, url, "you")
    with fresh.expect_request("**/api/passkeys/use") as asked:
        fresh.get_by_role("button", name="Use a passkey").click()
    fresh.get_by_role("button", name="Continue as Zoé").click()
    expect(fresh.get_by_role("heading", name="You are Zoé here now")).to_be_visible()
    signed = json.loads(asked.value.post_data or "")
    # What was signed is good once, and its key is nobody else's to add or remove.
    assert fresh.evaluate(SEND, ["passkeys/use", signed]) == "conflict"
    eve, _ = player(browser, url, "Eve")
    [passkey] = fresh.evaluate("async () => (await (await fetch('/api/me/linked')).json()).passkeys")
    assert passkey["used_at"] is not None
    assert eve.evaluate(SEND, ["passkeys/remove", {"id": passkey["id"]}]) == "not_found"
    assert eve.evaluate(SEND, ["passkeys", signed]) == "not_found"

    go(desk, url, "you")
    desk.reload()
    desk.get_by_role("button", name="Remove", exact=True).dblclick()
    expect(desk.get_by_role("heading", name="Remove this passkey?")).to_be_visible()
    expect(desk.get_by_text("For localhost, since")).to_have_count(1)
    expect_accessible(desk)
    desk.locator("[data-sure]").click()
    expect(desk.get_by_text("For localhost, since")).to_have_count(0)
    go(fresh, url, "you")
    fresh.get_by_role("button", name="Use a passkey").click()
    expect(fresh.get_by_role("alert")).to_contain_text("Nobody here has this passkey")
    go(fresh, house.url, "you")
    expect(fresh.get_by_text("for names, not for numbers such as 127.0.0.1").first).to_be_visible()
    expect(fresh.get_by_role("button", name="Use a passkey")).to_have_count(0)
    for page in (desk, fresh, eve):
        close(page)


def test_all_that_is_kept_can_be_seen_downloaded_and_deleted(browser: Browser, house: Server, tmp_path: Path) -> None:
    zoe, bob = visitor(browser), visitor(browser, PHONE, "fr-FR", "dark", nickname="Bob")
    go(zoe, house.url, "")
    table = new_table(zoe, "tantan", [{"kind": "me", "nickname": "Zoé"}, {"kind": "open"}], start=False)
    post(zoe, "me", {"nickname": "Zoé"})
    invite = zoe.evaluate("async () => (await (await fetch('/api/mine')).json())[0].invite")
    go(bob, house.url, f"table/{table}?invite={invite}")
    bob.get_by_role("button", name="S’asseoir").last.click()
    expect(bob.locator("main li input")).to_have_value("Bob")
    post(zoe, f"tables/{table}/start", {})
    tablet = visitor(browser)
    tablet.goto(link_of(zoe, house.url))
    tablet.get_by_role("button", name="Continue as Zoé").click()
    expect(tablet.get_by_role("heading", name="You are Zoé here now")).to_be_visible()

    go(zoe, house.url, "kept")
    expect(zoe.get_by_text("Tables that you made: 1")).to_be_visible()
    zoe.get_by_text("Seats at tables: 1").click()
    expect(zoe.get_by_text("seat 1 as Zoé, being played")).to_be_visible()
    expect_well(zoe)
    with zoe.expect_download() as download:
        zoe.get_by_role("link", name="Download all of it").click()
    download.value.save_as(tmp_path / "kept.json")
    assert json.loads((tmp_path / "kept.json").read_text())["seats"][0]["table"] == table
    sure = zoe.get_by_role("button", name="Delete me for good")
    zoe.get_by_role("textbox", name="To confirm, type your name: Zoé").fill("Zoe")
    expect(sure).to_be_disabled()
    zoe.get_by_role("textbox", name="To confirm, type your name: Zoé").fill("Zoé")
    sure.click()
    expect(zoe.get_by_role("status")).to_contain_text("nothing is kept about you")

    expect(bob.get_by_text("Quelqu’un qui est parti (1)").first).to_be_visible()
    assert "Zoé" not in bob.locator("body").inner_text()
    tablet.reload()
    expect(tablet.get_by_role("alert")).to_contain_text("You are signed out here")
    expect_accessible(tablet)
    go(tablet, house.url, "kept")
    expect(tablet.get_by_text("you have no name here yet")).to_be_visible()
    for page in (zoe, bob, tablet):
        close(page)
