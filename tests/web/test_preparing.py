"""The first start: the shelf is there before the games are, and a table that somebody asked for opens by itself."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.server.running import START_SECONDS, Server, small_games
from tests.web.browsing import (
    PHONE,
    TOUCHABLE,
    close,
    expect,
    expect_accessible,
    expect_no_sideways_scrolling,
    go,
    problems_of,
    visitor,
)

COMPILED = 1000 * START_SECONDS
"""Milliseconds; compiling gives way to all else that goes on."""


def test_a_box_shows_how_far_its_game_is_and_then_the_table_opens(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "data", environment=small_games(tmp_path))
    try:
        server.start(prepared=False)
        page = visitor(browser, here=False)  # else it is played in the browser at once, if its module is there
        other = visitor(browser, PHONE, locale="fr-FR", theme="dark")
        go(page, server.url, "")
        go(other, server.url, "game/lamplight")
        box = page.locator(".shelf li", has_text="Lamplight")
        expect(box.get_by_role("progressbar")).to_contain_text("Being prepared")
        box.locator("button").click()
        expect(box.locator("button")).to_contain_text("Opens when ready")
        expect_accessible(page)
        expect(other.get_by_role("progressbar")).to_contain_text("En préparation")
        expect_no_sideways_scrolling(other)
        # Nobody touches anything more, and the table is laid.
        page.locator(TOUCHABLE).first.wait_for(timeout=COMPILED)
        expect(other.get_by_role("progressbar")).to_have_count(0, timeout=COMPILED)
        assert problems_of(page) + problems_of(other) == []
        close(page)
        close(other)
    finally:
        server.__exit__()
    assert "Traceback" not in server.log.read_text()
