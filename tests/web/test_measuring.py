"""What `make screens` measures finds what is wrong with a table."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.server.running import Server
from tests.web.browsing import TOUCHABLE, close, go, new_table, visitor, wait_for_rest
from tests.web.measuring import PARTS, PLACES, SCREENS, jumps_between, problems_at

LAPTOP, PHONE = SCREENS[1], SCREENS[3]
FAULTS = {
    ".stalls { translate: 0 -900px !important }": "outside the window",
    ".prompt { position: relative; top: -9rem; z-index: 9 }": "is covered by",
    ".market .tag { font-size: 9px !important }": "text of 9.0 px",
    ".sentence { position: relative; top: -5rem }": "too high for its place",
    ".hand { min-width: 130vw !important }": ".own .hand is outside the window",
    ".board { translate: 60vw }": ".middle is ",
    ".tent .inside { height: 8px !important }": "a tent is",
    ".stalls .card { --card: 14px } .legal::before { display: none }": " px",
}
"""Styles that spoil a table, and what is said of each."""

SPOIL = """(styles) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [sheet];
}"""


def test_what_is_wrong_with_a_table_is_found(browser: Browser, house: Server) -> None:
    page = visitor(browser)
    go(page, house.url, "")
    bots = [{"kind": "bot", "level": "apprentice"}]
    go(page, house.url, f"table/{new_table(page, 'tantan', [{'kind': 'me'}, *bots])}")
    page.locator(TOUCHABLE).first.wait_for()
    for screen in (LAPTOP, PHONE):
        assert problems_at(page, screen) == []
        for style, expected in FAULTS.items():
            page.evaluate(SPOIL, style)
            found = problems_at(page, screen)
            assert any(expected in problem for problem in found), (style, found)
            page.evaluate(SPOIL, "")
    before = page.evaluate(PLACES, PARTS)
    page.evaluate(SPOIL, ".tents { padding-bottom: 4px }")
    wait_for_rest(page)
    assert "middle jumps" in jumps_between(before, page.evaluate(PLACES, PARTS))
    close(page)
