"""Your turn: the list of one's tables, notices of the service worker, the page as an app, and what links show."""

from __future__ import annotations

import json
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, Page, Worker, expect
from starlette.applications import Starlette
from starlette.routing import Mount

from caravanserai.games import game_names
from caravanserai.server.site import SITE, site
from tests.server.running import Server
from tests.web.browsing import (
    PHONE,
    close,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    new_table,
    post,
    problems_of,
    visitor,
)

SOON = 4000
"""Milliseconds in which a list must have changed, on a busy machine."""

PILL = "[data-next]"
MINE = "section.mine li"


def sit_together(browser: Browser, server: Server, **looks: Any) -> tuple[Page, Page, str]:
    """Two people who wait for each other at a table, both somewhere else on the page; first whoever is to decide."""
    ann, bob = visitor(browser, nickname="Ann", **looks, keeping=True), visitor(browser, nickname="Bob", keeping=True)
    go(ann, server.url, "")
    go(bob, server.url, "")
    table = new_table(ann, "tantan", [{"kind": "me"}, {"kind": "open"}], start=False, public=True)
    post(bob, "me", {"nickname": "Bob"})
    post(bob, f"tables/{table}/sit", {})
    post(ann, f"tables/{table}/start", {})
    for page in (ann, bob):
        page.reload()  # they were not known when they came
    return ann, bob, table


def test_home_says_where_it_is_ones_turn_and_leads_there(browser: Browser, house: Server) -> None:
    ann, bob, table = sit_together(browser, house)
    expect(ann.locator(MINE)).to_contain_text("Tan-Tan Caravan")
    expect(ann.locator(f"{PILL}, {MINE} .waits").first).to_be_visible()
    bob.wait_for_selector(f"{MINE} .waits")
    player, other = (ann, bob) if ann.locator(PILL).count() else (bob, ann)
    expect(player.locator(MINE)).to_contain_text("Waiting for you for less than a minute")
    name = "Traveller" if player is ann else "Bob"
    expect(other.locator(MINE)).to_contain_text(f"Waiting for {name} for less than a minute")
    expect(other.locator(PILL)).to_have_count(0)
    expect_accessible(player)
    player.locator(PILL).click()
    expect(player).to_have_url(re.compile(f"#/table/{table}$"))
    expect(player.locator(PILL)).to_have_count(0)  # it does not point at where one is
    player.wait_for_selector("[data-action]")
    while player.locator("[data-action]").count() and not other.locator(PILL).count():
        player.locator("[data-action]").first.click()
        if player.locator("[data-confirm]").count():
            player.locator("[data-confirm]").click()
        player.wait_for_timeout(1200)
    expect(other.locator(PILL)).to_be_visible(timeout=SOON)  # nobody has loaded anything anew
    # At another table, too, it is said.
    go(other, house.url, f"table/{new_table(other, 'gobi', [{'kind': 'me'}, {'kind': 'bot'}])}")
    other.wait_for_selector("[data-action]")
    other.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect_no_sideways_scrolling(other)
    other.locator(PILL).click()
    expect(other).to_have_url(re.compile(f"#/table/{table}$"))
    for page in (ann, bob):
        assert problems_of(page) == []
        close(page)


def worker_of(page: Page) -> Worker:
    """The page's service worker, once it is there."""
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page.context.service_workers[0]


SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready;
    const shown = await worker.getNotifications();
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
}"""


def deliver(page: Page, registration: str, message: dict[str, str]) -> None:
    """As if a push service had sent it to this browser."""
    tools = page.context.new_cdp_session(page)
    tools.send("ServiceWorker.enable")
    origin = page.evaluate("location.origin")
    told = {"origin": origin, "registrationId": registration, "data": json.dumps(message)}
    tools.send("ServiceWorker.deliverPushMessage", told)
    page.wait_for_timeout(500)
    tools.detach()


def test_a_push_is_shown_once_a_table_and_leads_there(browser: Browser, house: Server) -> None:
    page = visitor(browser, keeping=True)
    page.context.grant_permissions(["notifications"], origin=house.url)
    registrations: list[str] = []
    tools = page.context.new_cdp_session(page)
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(each["registrationId"] for each in told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    go(page, house.url, "")
    table = new_table(page, "tantan", [{"kind": "me"}, {"kind": "bot"}])
    worker = worker_of(page)
    message = {"title": "Your turn", "body": "Tan-Tan Caravan", "tag": table, "url": f"#/table/{table}"}
    for body in ("Tan-Tan Caravan", "Tan-Tan Caravan, with Bob"):
        deliver(page, registrations[-1], {**message, "body": body, "language": "en"})
    [shown] = page.evaluate(SHOWN)
    assert (shown["title"], shown["body"]) == ("Your turn", "Tan-Tan Caravan, with Bob")
    assert (shown["tag"], shown["data"]) == (table, f"#/table/{table}")
    # Touching it leads to the table, where it is put away.
    worker.evaluate(
        """async () => {
            const [notification] = await registration.getNotifications();
            dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }"""
    )
    expect(page).to_have_url(re.compile(f"#/table/{table}$"))
    page.wait_for_selector("[data-action]")
    assert page.evaluate(SHOWN) == []
    # Whoever looks at the table sees for themselves.
    deliver(page, registrations[-1], {**message, "language": "en"})
    assert page.evaluate(SHOWN) == []
    assert problems_of(page) == []
    close(page)


def test_the_settings_say_how_one_is_called_and_what_is_not_possible(browser: Browser, house: Server) -> None:
    page = visitor(browser, PHONE, locale="fr-FR", nickname="Zoé", keeping=True)
    page.context.grant_permissions(["notifications"], origin=house.url)
    go(page, house.url, "")
    post(page, "me", {"nickname": "Zoé"})
    worker_of(page)
    page.get_by_role("button", name="Réglages").click()
    how = page.get_by_label("Quand une table m’attend")
    expect(how).to_have_value("at_once")
    how.select_option("daily")
    page.get_by_label("Me prévenir quand c’est à moi").check()
    # There is no push service for a browser of the tests.
    expect(page.locator("#only")).to_contain_text("ne peut pas être réveillé")
    expect_accessible(page)
    expect_no_sideways_scrolling(page)
    page.reload()
    page.get_by_role("button", name="Réglages").click()
    expect(page.get_by_label("Quand une table m’attend")).to_have_value("daily")
    close(page)


# As an app ----------------------------------------------------------------------------------------------------------


@contextmanager
def served(folder: Path, port: int) -> Iterator[str]:
    """The page in a folder, as the server serves it."""
    door = socket.create_server(("127.0.0.1", port))
    app = Starlette(routes=[Mount("/", site(folder=folder))])
    running = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [door]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{door.getsockname()[1]}"
    finally:
        running.should_exit = running.force_exit = True
        thread.join()
        door.close()


def new_version(folder: Path) -> None:
    """The page as another build would be: other names, another worker, other words."""
    index = (folder / "index.html").read_text(encoding="utf-8")
    [name] = re.findall(r'<script[^>]* src="./assets/([^"]+)"', index)
    script = folder / "assets" / name
    renamed = script.with_name("index-another.js")
    text = script.read_text(encoding="utf-8") + '\ndocument.documentElement.dataset.version = "new";\n'
    renamed.write_text(text, encoding="utf-8")
    script.unlink()
    (folder / "index.html").write_text(index.replace(script.name, renamed.name), encoding="utf-8")
    for chunk in (folder / "assets").glob("*.js"):
        chunk.write_text(chunk.read_text(encoding="utf-8").replace(script.name, renamed.name), encoding="utf-8")
    worker = folder / "service-worker.js"
    worker.write_text(worker.read_text(encoding="utf-8") + "\n// another\n", encoding="utf-8")


def test_a_new_version_is_there_at_the_next_load_and_without_a_server_that_is_said(
    browser: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(SITE, folder)
    page = visitor(browser, PHONE, locale="fr-FR", theme="dark", keeping=True)
    with served(folder, 0) as url:
        go(page, url, "")
        worker_of(page)
        page.reload()
        page.wait_for_selector("h1")
        assert page.evaluate("document.documentElement.dataset.version ?? null") is None
    with pytest.raises(httpx.TransportError):
        httpx.get(url)
    page.goto(f"{url}/invite/tantan")  # whatever is asked for, and wherever it would be
    expect(page.get_by_role("heading", level=1)).to_have_text("La porte est fermée")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.evaluate("getComputedStyle(document.querySelector('main')).borderRadius") == "18px"
    expect_accessible(page)
    expect_no_sideways_scrolling(page)
    new_version(folder)
    with served(folder, int(url.rpartition(":")[2])):
        page.get_by_role("link", name="Réessayer").click()
        expect(page.locator("html")).to_have_attribute("data-version", "new")
        go(page, url, "")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-version", "new")
    close(page)


def test_the_page_can_be_installed(browser: Browser, house: Server) -> None:
    page = visitor(browser, keeping=True)
    go(page, house.url, "")
    worker_of(page)
    tools = page.context.new_cdp_session(page)
    found = tools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    for icon in manifest["icons"]:
        answer = httpx.get(f"{house.url}/{icon['src'].removeprefix('./')}")
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(answer.content[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
    wrong = {error["errorId"] for error in tools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert wrong <= {"in-incognito"}
    close(page)


# Links --------------------------------------------------------------------------------------------------------------


def told(answer: httpx.Response) -> dict[str, str]:
    """What a messenger reads in the head of a page."""
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', answer.text))


@pytest.mark.parametrize("game", game_names())
def test_a_link_shows_a_picture_of_the_game(house: Server, game: str) -> None:
    for path in (f"game/{game}", f"invite/{game}"):
        english, french = (
            httpx.get(f"{house.url}/{path}", headers={"accept-language": language}) for language in ("de,en", "fr-CA")
        )
        assert english.status_code == french.status_code == 200
        assert told(english)["og:description"] != told(french)["og:description"]
        shown = told(french)
        assert shown["og:url"] == f"{house.url}/{path}"
        assert shown["twitter:card"] == "summary_large_image"
        picture = httpx.get(shown["og:image"])
        assert picture.headers["content-type"] == "image/png"
        size = tuple(str(int.from_bytes(picture.content[at : at + 4])) for at in (16, 20))
        assert size == (shown["og:image:width"], shown["og:image:height"]) == ("1200", "630")
    assert httpx.get(f"{house.url}/invite/chess", headers={"accept": "text/html"}).status_code == 404
    attack = httpx.get(f"{house.url}/", headers={"host": 'x"><script>'})
    assert "<script>" not in attack.text


def test_an_invite_link_tells_a_robot_nothing_of_the_table_and_leads_a_guest_there(
    browser: Browser, house: Server
) -> None:
    host, guest = visitor(browser, nickname="Ann", keeping=True), visitor(browser, nickname="Bao", keeping=True)
    go(host, house.url, "")
    table = new_table(host, "gobi", [{"kind": "me"}, {"kind": "open"}], start=False)
    go(host, house.url, f"table/{table}")
    link = host.get_by_role("textbox", name="Invite link").input_value()
    read = httpx.get(link)  # what follows the # is not sent
    assert "Gobi" in told(read)["og:title"]
    assert not any(secret in read.text for secret in (table, link.rpartition("=")[2], "Traveller", "Ann"))
    guest.goto(link)
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator("main li", has_text="Bao")).to_be_visible()
    expect(guest.get_by_role("textbox", name="Invite link")).to_have_value(link)
    guest.goto(f"{house.url}/game/samarkand")
    expect(guest.get_by_role("heading", level=1)).to_contain_text("Samarkand")
    for page in (host, guest):
        assert problems_of(page) == []
        close(page)
