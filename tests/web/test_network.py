"""Lines that go dead without a word, and what whoever runs the house says to all."""

from __future__ import annotations

import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.forking import run_command
from tests.server.running import Server
from tests.web.browsing import close, expect_accessible, go, new_table, problems_of, visitor, whose_turn

NOTICED = 5.0
"""Seconds of silence after which the page says so."""
GONE = 30.0
"""Seconds after which the others see that somebody has gone."""


class Line:
    """A line to a server that can go dead: nothing comes through any more, and nobody is told."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.alive = threading.Event()
        self.alive.set()
        self.door = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._let_in, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.door.getsockname()[1]}"

    def _let_in(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        self.alive.wait()
        far = socket.create_connection(("127.0.0.1", self.to))
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(65536):
                self.alive.wait()
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            end.close()


@contextmanager
def line_to(server: Server) -> Iterator[Line]:
    line = Line(server.port)
    try:
        yield line
    finally:
        line.alive.set()
        line.door.close()


def test_a_line_that_goes_dead_is_noticed_and_the_decision_made_meanwhile_arrives(
    browser: Browser, house: Server
) -> None:
    ann, bob = visitor(browser, keeping=True), visitor(browser, nickname="Bob", keeping=True)
    with line_to(house) as anns, line_to(house) as bobs:
        go(ann, anns.url, "")
        table = new_table(ann, "tantan", [{"kind": "me"}, {"kind": "open"}], start=False)
        go(ann, anns.url, f"table/{table}")
        bob.goto(ann.get_by_role("textbox", name="Invite link").input_value().replace(anns.url, bobs.url))
        bob.get_by_role("button", name="Sit down").click()
        ann.get_by_role("button", name="Deal", exact=True).click()
        page = whose_turn([ann, bob])
        other, line = (bob, anns) if page is ann else (ann, bobs)
        gone = other.get_by_role("img", name="Not connected")
        expect(gone).to_have_count(0)
        line.alive.clear()
        cut = time.monotonic()
        expect(page.locator(".lost")).to_have_count(1, timeout=2 * NOTICED * 1000)
        assert time.monotonic() - cut <= NOTICED
        page.locator(".stall [data-action]").first.click()
        expect(page.locator(".sentence")).to_contain_text("is kept, and leaves as soon as")
        expect(gone).to_have_count(1, timeout=2 * GONE * 1000)
        assert time.monotonic() - cut <= GONE
        line.alive.set()
        expect(page.locator("[data-undo]")).to_have_count(1)
        expect(page.locator(".lost")).to_have_count(0)
        expect(gone).to_have_count(0)
        assert problems_of(other) == []
        for each in (ann, bob):
            close(each)


def test_a_notice_is_on_every_page_until_it_is_read(browser: Browser, own_house: Server) -> None:
    english, french = visitor(browser, keeping=True), visitor(browser, locale="fr-FR", keeping=True)
    go(english, own_house.url, "")
    table = new_table(english, "tantan", [{"kind": "me"}, {"kind": "bot", "level": "apprentice"}])
    go(english, own_house.url, f"table/{table}")
    english.wait_for_selector("[data-action]")
    house_says(own_house, "restart", "--in", "4", "--text", "Tea is ready.")
    expect(english.locator(".notice")).to_contain_text("In 4 minutes the house closes for a moment")
    expect(english.locator(".notice")).to_contain_text("Tea is ready.")
    expect_accessible(english)
    go(french, own_house.url, "lobby")
    expect(french.locator(".notice")).to_contain_text("Dans 4 minutes, la maison ferme un instant")
    french.locator(".notice").get_by_role("button", name="Fermer").click()
    french.reload()
    french.wait_for_selector("main h1")
    expect(french.locator(".notice")).to_have_count(0)
    house_says(own_house, "quiet")
    expect(english.locator(".notice")).to_have_count(0)
    house_says(own_house, "close", table)
    expect(english.locator("main")).to_contain_text("This table has been closed.")
    assert problems_of(english) == []
    for page in (english, french):
        close(page)


def house_says(house: Server, *command: str) -> None:
    where = ["--data", str(house.data)] if house.database is None else ["--database", house.database]
    done = run_command(["house", *command, *where], os.environ)
    assert done.returncode == 0, done.stderr


def test_links_made_at_the_server_itself_lead_others_there(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, options=["--address", "http://caravan.lan:4321"]) as server:
        page = visitor(browser, keeping=True)
        go(page, server.url, "")
        table = new_table(page, "tantan", [{"kind": "me"}, {"kind": "open"}], start=False)
        go(page, server.url, f"table/{table}")
        link = page.get_by_role("textbox", name="Invite link")
        expect(link).to_have_value(
            re.compile(rf"^http://caravan\.lan:4321/invite/tantan#/table/{table}\?invite=[\w-]+$")
        )
        expect(page.locator(".invite .here")).to_have_count(0)
        close(page)
