"""A whole evening of three friends, two on phones and one at a laptop: one of them drops out and comes back, they play
again twice, and two days later one goes on with the last match on another device, the server begun anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import select, update

from caravanserai.server.schema import metadata
from tests.server.running import Server, postgresql
from tests.web.browsing import PHONE, Player, close, go, problems_of, visitor, whose_turn
from tests.web.test_together import SEATS, play_out, table_of

DAY = 86_400.0
LONG_AGO = 1.6e9
"""No other number in the database is as large as a time."""

PATIENT = ("--absence", "1")
"""A table waits no longer than a second for somebody who is away before a bot may play for them."""


@pytest.fixture(params=["sqlite", "postgresql"])
def house_of_friends(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A house on SQLite, and one of two server processes on PostgreSQL."""
    if request.param == "sqlite":
        with Server(tmp_path, options=PATIENT) as server:
            yield server
    else:
        with (
            postgresql() as cluster,
            Server(tmp_path, cluster.new_database(), [*PATIENT, "--processes", "2"]) as server,
        ):
            yield server
    assert "Traceback" not in server.log.read_text()


def test_an_evening_of_three_friends(browser: Browser, house_of_friends: Server) -> None:
    house = house_of_friends
    ann, bao = visitor(browser, keeping=True), visitor(browser, PHONE, "fr-FR", touch=True, keeping=True)
    cleo = visitor(browser, PHONE, touch=True, keeping=True)
    first = invite(ann, house, {"Bao": bao, "Cleo": cleo})
    pages = [ann, bao, cleo]
    play_some(pages, 8)

    # Cleo's battery is empty: the others wait, then a bot plays for her until she is back.
    phone = cleo.context
    cleo.close()
    away = ann.locator("[data-absent]")
    while (page := whose_turn_or(away, [ann, bao])) is not None:
        play_one(page)
    away.click()
    expect(ann.locator(".tent .stand-in")).to_have_count(1)
    cleo = phone.new_page()
    go(cleo, house.url, f"table/{first}")
    cleo.wait_for_selector(".felt .tents")
    expect(ann.locator(".tent .stand-in")).to_have_count(0)
    pages = [ann, bao, cleo]
    play_some(pages, 3)

    # Twice they play again.
    table = first
    for matches in (1, 2):
        play_out(house, table, *pages)
        ann.get_by_role("button", name="Play again").click()
        bao.get_by_role("button", name="Rejouer").tap()
        cleo.get_by_role("button", name="Play again").tap()
        following = {table_of(page, table) for page in pages}
        assert len(following) == 1
        table = following.pop()
        expected = {1: ["Bao", "Cleo", "Traveller"], 2: ["Cleo", "Traveller", "Bao"]}[matches]
        assert ann.evaluate(SEATS, table) == expected, "the next dealer"
    play_some(pages, 4)

    # The house is closed for two days. Then Cleo goes on at her desk, as herself, with the same match.
    cleo.close()
    assert house.stop() == 0
    let_days_pass(house, 2)
    house.start()
    cleo = phone.new_page()
    go(cleo, house.url, "you")
    cleo.get_by_role("button", name="Make a link").tap()
    link = cleo.get_by_role("textbox", name="Link for the other device").input_value()
    cleo.close()
    desk = visitor(browser, keeping=True)
    desk.goto(link)
    desk.get_by_role("button", name="Continue as Cleo").click()
    expect(desk.get_by_role("heading", name="You are Cleo here now")).to_be_visible()
    go(desk, house.url, "")
    expect(desk.locator(".mine .waits")).to_contain_text("2 days")
    desk.locator(".mine").get_by_role("link", name="Tan-Tan").click()
    desk.wait_for_selector(".own .hand")
    expect(ann.locator(".lost")).to_have_count(0)
    pages = [ann, bao, desk]
    play_some(pages, 6)
    play_out(house, table, *pages)
    expect(desk.locator("[data-series]")).to_contain_text("After 3 matches")
    expect(desk.locator("[data-series] tbody tr")).to_have_count(3)
    for page in (ann, bao, desk):
        assert problems_of(page) == []
        close(page)


def let_days_pass(house: Server, days: int) -> None:
    """All that a stopped server has written down is so many days older."""

    def older(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: older(each) for key, each in value.items()}
        if isinstance(value, list):
            return [older(each) for each in value]
        return value - days * DAY if isinstance(value, float) and value > LONG_AGO else value

    engine = house.engine()
    changed = 0
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            keys = list(table.primary_key.columns)
            for row in connection.execute(select(table)).mappings().all():
                shifted = {name: older(value) for name, value in row.items() if older(value) != value}
                if shifted:
                    which = [key == row[key.name] for key in keys]
                    changed += connection.execute(update(table).where(*which).values(shifted)).rowcount
    engine.dispose()
    assert changed > 10


def invite(host: Page, house: Server, friends: dict[str, Page]) -> str:
    """A private table, made and joined as people do; its id."""
    go(host, house.url, "game/tantan")
    host.locator("summary").click()
    host.locator("label", has_text="Seats").locator("select").select_option(str(1 + len(friends)))
    host.get_by_role("button", name="Invite friends").click()
    link = host.get_by_role("textbox", name="Invite link").input_value()
    for name, friend in friends.items():
        friend.goto(link)
        friend.locator("main label input").fill(name)
        friend.locator("main li button").first.tap()
        expect(host.locator("main li", has_text=name)).to_have_count(1)
    host.get_by_role("button", name="Deal").click()
    for page in (host, *friends.values()):
        page.wait_for_selector(".felt .tents")
    table: str = host.evaluate("location.hash.split('/')[2].split('?')[0]")
    return table


def play_some(pages: list[Page], decisions: int) -> None:
    """Whoever is asked decides, with a finger or the mouse."""
    for _ in range(decisions):
        play_one(whose_turn(pages))


def play_one(page: Page) -> None:
    """One decision; it has been sent when there is nothing to decide, or something else."""
    if page.viewport_size == PHONE:
        Player(page).by_touch()
    else:
        Player(page).by_mouse()
    page.wait_for_timeout(400)


def whose_turn_or(sign: Locator, pages: list[Page]) -> Page | None:
    """The page on which something can be touched, or none if the sign is there first."""
    for _ in range(600):
        if sign.count():
            return None
        for page in pages:
            if page.locator("[data-action]").count():
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("nobody can do anything")
