"""Bad connections, restarts, two people, two tabs: nothing is lost and nothing is done twice."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.server.running import Server, living, postgresql
from tests.web.browsing import Player, close, go, new_table, problems_of, visitor, whose_turn

BOT = {"kind": "bot", "level": "apprentice"}


def restart(server: Server) -> None:
    server.kill()
    server.start()


def play_together(browser: Browser, server: Server, blows: Sequence[Callable[[Server], None]]) -> None:
    """Two people at one table, one of whom came by a link; between their moves something is done to the server."""
    host, guest = visitor(browser, keeping=True), visitor(browser, locale="fr-FR", nickname="Bao", keeping=True)
    go(host, server.url, "game/tantan")
    host.locator("summary").click()
    host.locator("label", has_text="Seats").locator("select").select_option("2")
    host.get_by_role("button", name="Invite friends").click()
    link = host.get_by_role("textbox", name="Invite link").input_value()
    guest.goto(link)
    guest.get_by_label("Votre nom").fill("Bao")
    guest.get_by_role("button", name="S’asseoir").first.click()
    expect(host.locator("main li", has_text="Bao")).to_have_count(1)
    host.get_by_role("button", name="Deal").click()
    pages = [host, guest]
    players = {page: Player(page) for page in pages}
    for blow in blows:
        page = whose_turn(pages)
        before = page.locator("main").inner_text()
        players[page].by_mouse()
        expect(page.locator("main")).not_to_have_text(before, use_inner_text=True)
        blow(server)
        for other in pages:
            expect(other.locator(".lost")).to_have_count(0)
    assert [problems_of(page) for page in pages] == [[], []]
    for page in pages:
        close(page)


def test_two_browsers_at_one_table_with_a_restart_between_moves(browser: Browser, own_house: Server) -> None:
    play_together(browser, own_house, [restart] * 4)


def test_two_browsers_while_processes_at_one_address_are_begun_anew(browser: Browser, tmp_path: Path) -> None:
    """Nobody reloads anything: who is cut off comes back by another process."""
    with postgresql() as cluster:
        database = cluster.new_database()

        def begin_anew(server: Server) -> None:
            assert server.process is not None
            before = living(database, 2)
            server.process.send_signal(signal.SIGHUP)
            while before & living(database, 2):
                time.sleep(0.1)

        def lose_one(_: Server) -> None:
            os.kill(min(living(database, 2)), signal.SIGKILL)

        with Server(tmp_path, database, ["--processes", "2"]) as server:
            play_together(browser, server, [begin_anew, lose_one, lambda _: None])
            assert server.stop() == 0
            assert "Traceback" not in server.log.read_text()


def test_a_half_made_choice_outlives_a_restart(browser: Browser, own_house: Server) -> None:
    page = visitor(browser, text=True, keeping=True)
    go(page, own_house.url, "")
    table = new_table(page, "tantan", [{"kind": "me"}, BOT])
    go(page, own_house.url, f"table/{table}")
    page.get_by_role("button", name="Buy", exact=False).first.click()
    confirm = page.get_by_role("button", name="Confirm the purchase", exact=False)
    confirm.click()
    expect(page.locator("[data-confirm]")).to_have_count(1)
    own_house.kill()
    expect(page.locator(".lost")).to_have_count(1)
    own_house.start()
    expect(page.locator(".lost")).to_have_count(0)
    page.locator("[data-confirm]").click()
    expect(page.locator("[data-confirm]")).to_have_count(0)
    expect(confirm).to_have_count(0)
    close(page)


def test_a_decision_made_while_the_server_is_away_arrives_later(browser: Browser, own_house: Server) -> None:
    page = visitor(browser, keeping=True)
    go(page, own_house.url, "")
    go(page, own_house.url, f"table/{new_table(page, 'tantan', [{'kind': 'me'}, BOT])}")
    page.wait_for_selector("[data-action]")
    own_house.kill()
    expect(page.locator(".lost")).to_have_count(1)
    page.locator(".stall [data-action]").first.click()
    expect(page.locator("[data-action]")).to_have_count(0)
    own_house.start()
    expect(page.locator("[data-undo]")).to_have_count(1)
    assert problems_of(page) == []
    close(page)


def test_two_tabs_of_the_same_seat_show_the_same(browser: Browser, own_house: Server) -> None:
    page = visitor(browser, keeping=True)
    go(page, own_house.url, "")
    table = new_table(page, "tantan", [{"kind": "me"}, BOT])
    go(page, own_house.url, f"table/{table}")
    other = page.context.new_page()
    go(other, own_house.url, f"table/{table}")
    other.wait_for_selector("[data-action]")
    page.locator(".stall [data-action]").first.click()
    expect(other.locator("[data-undo]")).to_have_count(1)
    other.locator("[data-undo]").click()
    expect(page.locator("[data-undo]")).to_have_count(0)
    close(page)


def test_a_returning_player_is_told_what_was_missed(browser: Browser, own_house: Server) -> None:
    page = visitor(browser, keeping=True)
    go(page, own_house.url, "")
    table = new_table(page, "tantan", [{"kind": "me"}, BOT])
    go(page, own_house.url, f"table/{table}")
    page.locator(".stall [data-action]").first.click()
    page.locator("[data-undo]").wait_for()
    # Another tab plays on while this one is elsewhere.
    seen = page.evaluate("Object.entries(localStorage).filter(([k]) => k.includes(' seen '))")
    go(page, own_house.url, "about")
    page.wait_for_selector("main h1")
    other = page.context.new_page()
    go(other, own_house.url, f"table/{table}")
    other.get_by_role("button", name="Confirm the purchase", exact=False).click()
    other.wait_for_selector(".stall [data-action], .caravan [data-action]")
    other.close()
    page.evaluate("(seen) => seen.forEach(([k, v]) => localStorage.setItem(k, v))", seen)
    go(page, own_house.url, f"table/{table}")
    page.locator(".away").click()
    expect(page.locator(".drawer .missed")).to_have_count(1)
    close(page)
