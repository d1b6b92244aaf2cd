"""Who plays a seat, as people at the table see it: lost seats, bots that stand in, clocks that stand still, decisions
that are taken back or come at a bad moment, and matches that can no longer be played."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Page, WebSocketRoute, expect
from sqlalchemy import Update, update

from caravanserai.server.schema import moves, tables
from caravanserai.wire.packing import split
from tests.server.running import Server
from tests.web.browsing import (
    DESKTOP,
    END,
    PHONE,
    TOUCHABLE,
    Player,
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

BOT = {"kind": "bot", "level": "apprentice"}
ME, OPEN = {"kind": "me"}, {"kind": "open"}
TURN = 8
"""Seconds: a short clock, but one in which a page can be loaded again on a busy machine."""
SIDEWAYS = {"width": 844, "height": 390}
FINGER = 44
"""Pixels: nothing to touch is smaller on a phone."""
READ_OUT = "[role=log]"
"""What is read out to whoever does not see it."""


def sit_together(house: Server, host: Page, guest: Page, start: bool = True, **more: Any) -> str:
    """Two people at a table; its id."""
    go(host, house.url, "")
    go(guest, house.url, "")
    table = new_table(host, "tantan", [ME, OPEN], start=False, public=True, **more)
    post(guest, "me", {"nickname": "Bao"})
    post(guest, f"tables/{table}/sit", {})
    if start:
        post(host, f"tables/{table}/start", {})
    for page in (host, guest):
        go(page, house.url, f"table/{table}")
    return table


def first_with(selector: str, *pages: Page) -> tuple[Page, Page]:
    """The page on which that is to be seen first, and the other one."""
    for _ in range(600):
        for page, other in zip(pages, reversed(pages), strict=True):
            if page.locator(selector).count():
                return page, other
        pages[0].wait_for_timeout(50)
    raise AssertionError(f"{selector}: nowhere to be seen")


def log_lines(page: Page, selector: str = "li") -> list[str]:
    """What the log tells, opened and closed again."""
    page.keyboard.press("l")
    page.wait_for_selector(".drawer ol li")
    told = page.locator(f".drawer ol {selector}").all_inner_texts()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)
    return [line.strip() for line in told]


def expect_log(page: Page, lines: list[str]) -> None:
    """The log tells just that. After a reload it comes a little later than the table does."""
    page.keyboard.press("l")
    expect(page.locator(".drawer ol li")).to_have_text(lines, use_inner_text=True)
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)


def what_of(line: str) -> str:
    """What a line says somebody did, without who and the verb, which agrees with that."""
    return line.split(" ", 2)[-1]


def own_lines(page: Page) -> list[str]:
    """What the log tells of one's own purchases."""
    return [line for line in log_lines(page) if line.startswith("You take")]


def as_told_to(name: str, line: str) -> str:
    """A line of the English log as it is told to the one of that name.

    >>> as_told_to("Bao", "Bao takes cloth for 1."), as_told_to("Bao", "Ann steals tea from Bao.")
    ('You take cloth for 1.', 'Ann steals tea from you.')
    """
    if line == f"{name} to play.":
        return "Your turn."
    return re.sub(rf"^{name} (\w+)s\b", r"You \1", line).replace(name, "you")


# A lost seat ---------------------------------------------------------------------------------------------------------

LOST = {"en-US": "You no longer hold this seat", "fr-FR": "Cette place n’est plus la vôtre"}


@pytest.mark.parametrize("locale", list(LOST))
def test_whoever_loses_a_seat_looks_on_and_is_told(browser: Browser, own_house: Server, locale: str) -> None:
    host, guest = visitor(browser), visitor(browser, locale=locale)
    table = sit_together(own_house, host, guest, start=False)
    expect(guest.locator(".invite")).to_have_count(1)
    elsewhere = guest.context.new_page()
    go(elsewhere, own_house.url, "")
    post(elsewhere, f"tables/{table}/leave", {})
    expect(guest.locator("[data-seat-lost]")).to_contain_text(LOST[locale])
    expect(guest.locator("main li .button")).to_have_count(1)
    expect_accessible(guest)
    host.get_by_role("button", name="Deal, with bots").click()
    # The match goes on without them, and so does their looking on, whatever happens to the server.
    for _ in range(2):
        expect(guest.locator(".felt .tent")).to_have_count(2)
        assert guest.locator(".own .hand").count() == guest.locator(TOUCHABLE).count() == 0
        own_house.kill()
        expect(guest.locator(".lost")).to_have_count(1)
        own_house.start()
        expect(guest.locator(".lost")).to_have_count(0)
    expect(guest.locator("[data-seat-lost]")).to_contain_text(LOST[locale])
    guest.locator("[data-seat-lost] button").click()
    expect(guest.locator("[data-seat-lost]")).to_have_count(0)
    assert problems_of(guest) == []
    close(host)
    close(guest)


class Between:
    """Stands between a page and the server, and lets through what it is told to."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.to_server: Callable[[dict[str, Any]], bool] = lambda message: True
        self.to_page: Callable[[dict[str, Any]], bool] = lambda message: True
        self.held: list[str | bytes] | None = None
        self.taking_time = False
        self.page: WebSocketRoute
        self.server: WebSocketRoute
        page.route_web_socket("**/api/live", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.page, self.server = socket, socket.connect_to_server()
        self.page.on_message(self._from_page)
        self.server.on_message(self._from_server)

    def _from_page(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.sent.append(message)
        if self.to_server(message):
            self.server.send(text)
        if self.taking_time and message["type"] == "watch":
            self._pause()

    def _from_server(self, frame: str | bytes) -> None:
        if self.held is not None:
            self.held.append(frame)
        elif self.to_page(json.loads(split(frame)[0] if isinstance(frame, bytes) else frame)):
            self.page.send(frame)

    def hold(self) -> None:
        """Let nothing reach the page for now."""
        self.held = []

    def release(self) -> None:
        """Let it have what was held back, in its order."""
        held, self.held = self.held or [], None
        for frame in held:
            self.page.send(frame)

    def tell(self, **message: Any) -> None:
        """Say something to the page in the server's name."""
        self.page.send(json.dumps(message))

    def refuse(self, code: str, key: str | None = None) -> None:
        self.tell(type="error", code=code, message=code, expected=None, key=key)

    def take_time(self) -> None:
        """Let the clock stand still, as if the page showed the guided tour, and again when the page comes back: the
        test has to look at it."""
        self.taking_time = True
        self._pause()

    def _pause(self) -> None:
        self.server.send(json.dumps({"type": "pause", "on": True}))

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        """What the page sent of that type."""
        return [message for message in self.sent if message["type"] == kind]


def test_a_seat_lost_in_a_match_takes_half_made_choices_along(browser: Browser, own_house: Server) -> None:
    page = visitor(browser, text=True)
    between = Between(page)
    go(page, own_house.url, "")
    table = new_table(page, "tantan", [ME, BOT], public=True)
    go(page, own_house.url, f"table/{table}")
    page.get_by_role("button", name="Buy", exact=False).first.click()
    page.get_by_role("button", name="Confirm the purchase", exact=False).click()
    expect(page.locator("[data-confirm]")).to_have_count(1)
    between.tell(type="seat_lost", seat=0)
    # Even if what is told next still calls the seat ours.
    between.server.send(json.dumps({"type": "watch", "table": table, "seat": None, "language": "en"}))
    expect(page.locator("[data-seat-lost]")).to_contain_text(LOST["en-US"])
    expect(page.locator("[data-confirm]")).to_have_count(0)
    expect(page.locator(TOUCHABLE)).to_have_count(0)
    looks = len(between.of_type("watch"))
    page.wait_for_timeout(1000)
    assert len(between.of_type("watch")) == looks, "it does not try to look from that seat again"
    assert problems_of(page) == []
    close(page)


# A bot stands in -----------------------------------------------------------------------------------------------------

TIME_OUT = {"en-US": "Your time ran out: a bot played for you.", "fr-FR": "Votre temps est écoulé : un robot a joué"}
BACK = {"en-US": "Take my seat back", "fr-FR": "Reprendre ma place"}
RETURNING = {"en-US": "You are back at the next decision.", "fr-FR": "Vous revenez à la prochaine décision."}
MEANWHILE = {"en-US": "Meanwhile the bot played for you:", "fr-FR": "Entre-temps, le robot a joué pour vous"}


def place(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).bounding_box()
    assert box, f"{selector}: not to be seen"
    return box


def expect_over_the_hand_only(page: Page, panel: str) -> None:
    """The panel hides neither the board more than the hand does, nor the sentence; fingers find its button."""
    for size in (DESKTOP, PHONE, SIDEWAYS):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        wait_for_rest(page)
        box, prompt, hand, button = (place(page, part) for part in (panel, ".prompt", ".own .hand", f"{panel} button"))
        assert box["y"] >= prompt["y"] + prompt["height"] - 1, size
        assert box["y"] >= hand["y"] - 1, size
        assert box["y"] + box["height"] <= size["height"] + 1, size
        assert box["height"] <= max(hand["height"], 0.22 * size["height"]) + 2, size
        assert button["height"] >= FINGER, size
        assert button["y"] >= box["y"], size
        assert button["y"] + button["height"] <= box["y"] + box["height"], size
        expect_no_sideways_scrolling(page)


@pytest.mark.parametrize(
    ("locale", "theme", "by"), [("en-US", "light", "button"), ("fr-FR", "dark", "key"), ("en-US", "dark", "finger")]
)
def test_who_missed_the_clock_is_told_and_gets_the_seat_back(
    browser: Browser, slow_house: Server, locale: str, theme: str, by: str
) -> None:
    host, guest = visitor(browser, locale=locale, theme=theme), visitor(browser, locale=locale, theme=theme)
    betweens = {page: Between(page) for page in (host, guest)}
    sit_together(slow_house, host, guest, clocks={"turn": TURN})
    late, other = first_with("[data-stand-in]", host, guest)
    back = betweens[late].of_type
    panel = late.locator("[data-stand-in]")
    expect(panel).to_contain_text(TIME_OUT[locale])
    expect(panel.get_by_role("button", name=BACK[locale])).to_be_visible()
    expect(late.locator(TOUCHABLE)).to_have_count(0)
    expect(other.locator(".tent .stand-in")).to_have_count(1)
    assert back("back") == []
    late.locator("header a").dispatch_event("pointerdown")
    assert back("back") == [], "a link leads away"
    # The next decision may come before anybody could read that it will be waited for.
    betweens[late].hold()
    if by == "button":
        panel.get_by_role("button", name=BACK[locale]).click()
    elif by == "key":
        late.keyboard.press("ArrowRight")
    else:
        late.locator(".middle").click(position={"x": 5, "y": 5})
    expect(panel).to_contain_text(RETURNING[locale])
    betweens[late].release()
    late.mouse.click(5, 5)
    told = late.locator("[data-meanwhile]")
    expect(told).to_contain_text(MEANWHILE[locale])
    for between in betweens.values():
        between.take_time()
    assert len(back("back")) == 1, "once is enough"
    expect_over_the_hand_only(late, "[data-meanwhile]")
    expect_accessible(late)
    done = told.locator("li").all_inner_texts()
    assert done, "what the bot did"
    # All of that is in the log of both, and is read out.
    name = "Bao" if late is guest else "Traveller"
    told_to = {
        late: ("You ran out of time", "You are back."),
        other: (f"{name} ran out of time", f"{name} is back."),
    }
    if locale == "fr-FR":
        told_to = {
            late: ("Votre temps est écoulé", "Vous êtes de retour."),
            other: (f"Le temps de {name} est écoulé", f"{name} est de retour."),
        }
    expect(other.locator(READ_OUT)).to_contain_text(told_to[other][1])
    for page, (took, came) in told_to.items():
        lines = log_lines(page)
        assert {what_of(line) for line in done} <= {what_of(line) for line in lines}
        assert page is other or set(done) <= set(lines)
        assert [line for line in lines if line.startswith(took)]
        assert came in lines
    # It is told again to whoever comes back to the page, until it was read.
    late.reload()
    expect(told.locator("li").first).to_be_visible()
    betweens[late].take_time()
    assert told.locator("li").all_inner_texts()[: len(done)] == done
    told.get_by_role("button").click()
    expect(told).to_have_count(0)
    late.reload()
    late.wait_for_selector(".own .hand")
    late.wait_for_load_state("networkidle")
    assert told.count() == 0
    assert [problems_of(page) for page in (late, other)] == [[], []]
    close(host)
    close(guest)


def test_the_panel_of_a_stand_in_hides_only_the_hand(browser: Browser, slow_house: Server) -> None:
    host, guest = visitor(browser), visitor(browser)
    sit_together(slow_house, host, guest, clocks={"turn": TURN})
    late, _ = first_with("[data-stand-in]", host, guest)
    expect_over_the_hand_only(late, "[data-stand-in]")
    expect_accessible(late)
    close(host)
    close(guest)


def test_who_left_for_a_while_finds_a_bot_and_then_what_it_did(browser: Browser, slow_house: Server) -> None:
    host, guest = visitor(browser), visitor(browser)
    table = sit_together(slow_house, host, guest)
    mover, other = first_with(TOUCHABLE, host, guest)
    elsewhere = mover.context.new_page()
    go(elsewhere, slow_house.url, "")
    post(elsewhere, f"tables/{table}/leave", {})
    panel = mover.locator("[data-stand-in]")
    expect(panel).to_contain_text("A bot plays for you.")
    expect(panel).not_to_contain_text("time")
    expect(other.locator(READ_OUT)).to_contain_text("left: a bot plays on.")
    panel.get_by_role("button").click()
    expect(mover.locator("[data-meanwhile]")).to_be_visible()
    expect(mover.locator(TOUCHABLE).first).to_be_visible()
    # Whoever gives up is not called back.
    post(elsewhere, f"tables/{table}/resign", {})
    expect(mover.locator(".prompt")).to_contain_text("You gave up")
    assert panel.count() == 0
    assert mover.locator(TOUCHABLE).count() == 0
    for page in (host, guest):
        assert problems_of(page) == []
        close(page)


# Clocks that stand still ---------------------------------------------------------------------------------------------


def test_no_clock_runs_out_during_the_guided_tour(browser: Browser, own_house: Server) -> None:
    host, guest = visitor(browser, guided=[]), visitor(browser, guided=[])
    sit_together(own_house, host, guest, clocks={"turn": TURN})
    learner, other = first_with(".bubble", host, guest)
    standing = other.locator(".tent [data-standing]")
    expect(standing).to_have_count(1)
    expect(learner.locator(".prompt [data-standing]")).to_have_accessible_name(re.compile("stands still"))
    left = standing.inner_text()
    other.wait_for_timeout((TURN + 2) * 1000)
    assert standing.inner_text() == left
    assert learner.locator("[data-stand-in]").count() == 0
    # A server that was away has forgotten it, and is told again.
    own_house.kill()
    expect(learner.locator(".lost")).to_have_count(1)
    own_house.start()
    expect(learner.locator(".lost")).to_have_count(0)
    expect(other.locator(".lost")).to_have_count(0)
    expect(standing).to_have_count(1)
    other.wait_for_timeout((TURN + 2) * 1000)
    assert standing.count() == 1
    learner.get_by_role("button", name="Play without the guide").click()
    expect(standing).to_have_count(0)
    expect(other.locator(".tent [role=timer]")).to_have_count(1)
    expect(learner.locator("[data-stand-in]")).to_have_count(1)
    for page in (host, guest):
        assert problems_of(page) == []
        close(page)


# Decisions at a bad moment -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["unavailable", "too_fast"])
def test_a_decision_that_cannot_be_taken_now_is_sent_again(browser: Browser, own_house: Server, code: str) -> None:
    page = visitor(browser)
    between = Between(page)
    go(page, own_house.url, "")
    go(page, own_house.url, f"table/{new_table(page, 'tantan', [ME, BOT])}")
    page.wait_for_selector(TOUCHABLE)
    times: list[float] = []

    def fail_thrice(message: dict[str, Any]) -> bool:
        if message["type"] != "decide" or len(times) == 3:
            return True
        times.append(time.monotonic())
        # A server that refuses what it has not even read cannot say which message it was.
        between.refuse(code, message["key"] if code == "unavailable" else None)
        return False

    between.to_server = fail_thrice
    page.locator(".stall [data-action]").first.click()
    expect(page.locator(".lost")).to_contain_text("trying again")
    expect(page.locator(".prompt")).to_contain_text("on its way")
    assert page.locator(TOUCHABLE).count() == 0
    expect(page.locator("[data-undo]")).to_have_count(1)
    expect(page.locator(".lost")).to_have_count(0)
    sent = between.of_type("decide")
    assert len(sent) == 4
    assert len({message["key"] for message in sent}) == 1
    # A pause may take longer on a busy machine, but never less.
    assert times[1] - times[0] > 0.29
    assert times[2] - times[1] > 0.59, "after a longer pause each time"
    assert len(own_lines(page)) == 1, "it was taken once"
    assert page.locator(".toast").count() == 0
    assert problems_of(page) == []
    close(page)


def test_a_question_that_is_out_of_date_is_replaced_by_what_is_true_now(browser: Browser, own_house: Server) -> None:
    page = visitor(browser)
    between = Between(page)
    go(page, own_house.url, "")
    table = new_table(page, "tantan", [ME, BOT])
    go(page, own_house.url, f"table/{table}")
    page.wait_for_selector(TOUCHABLE)
    # Nothing reaches this page any more, until it asks; meanwhile the seat plays on in another one.
    between.to_page = lambda message: message["type"] != "update"
    other = page.context.new_page()
    go(other, own_house.url, f"table/{table}")
    other.locator(".stall [data-action]").first.click()
    other.locator("[data-undo]").wait_for()
    assert page.locator("[data-undo]").count() == 0

    def until_asked(message: dict[str, Any]) -> bool:
        if message["type"] == "watch":
            between.to_page = lambda told: True
        return True

    between.to_server = until_asked
    page.locator(".stall [data-action]").last.click()
    expect(page.locator("[data-undo]")).to_have_count(1)
    expect(page.locator(TOUCHABLE).first).to_be_visible()
    assert page.locator(".toast").count() == 0
    assert len(own_lines(page)) == 1
    assert problems_of(page) == []
    close(page)


def test_only_a_first_look_that_is_refused_closes_the_page(browser: Browser, own_house: Server) -> None:
    page = visitor(browser)
    between = Between(page)
    go(page, own_house.url, "")
    table = new_table(page, "tantan", [ME, BOT])
    refused: list[str] = []

    def fail_once(message: dict[str, Any]) -> bool:
        if refused:
            return True
        refused.append("unavailable")
        between.refuse("unavailable")
        return False

    between.to_server = fail_once
    go(page, own_house.url, f"table/{table}")
    page.wait_for_selector(TOUCHABLE)
    for code in ("invalid", "too_fast", "conflict", "not_found"):
        between.refuse(code)
        page.wait_for_timeout(300)
        assert page.locator(TOUCHABLE).count() > 0, code
    assert problems_of(page) == []
    go(page, own_house.url, "table/AAAAAAAAAAAA")
    expect(page.locator("main.notice h2")).to_contain_text("There is no such table")
    close(page)


# Matches that cannot be played -----------------------------------------------------------------------------------


def change(house: Server, statement: Update) -> None:
    """Change what is stored while no server runs."""
    house.stop()
    engine = house.engine()
    with engine.begin() as connection:
        assert connection.execute(statement).rowcount
    engine.dispose()
    house.start()


BE_KNOWN = """(nickname) => {
    localStorage.caravanserai = JSON.stringify({ ...JSON.parse(localStorage.caravanserai), nickname });
}"""
"""As if the name had been typed on this device."""
FAULTS = {
    "en-US": ("played under older rules and cannot be continued", "can no longer be read", "older rules"),
    "fr-FR": ("selon d’anciennes règles", "n’est plus lisible", "anciennes règles"),
}


@pytest.mark.parametrize(("locale", "theme"), [("en-US", "light"), ("fr-FR", "dark")])
def test_a_match_that_cannot_be_continued_says_why(
    browser: Browser, own_house: Server, locale: str, theme: str
) -> None:
    older, unreadable, mark = FAULTS[locale]
    page = visitor(browser, PHONE if theme == "dark" else None, locale, theme)
    go(page, own_house.url, "")
    running, broken = (new_table(page, "tantan", [ME, BOT], public=True) for _ in range(2))
    finished = new_table(page, "tantan", [BOT, BOT])
    go(page, own_house.url, f"table/{finished}")
    page.wait_for_selector(END)
    for table in (running, broken):
        go(page, own_house.url, f"table/{table}")
        page.locator(".stall [data-action]").first.click()
        page.locator("[data-undo]").wait_for()
    page.evaluate(f"({BE_KNOWN})('Traveller')")
    change(own_house, update(tables).where(tables.c.id.in_([running, finished])).values(rules=0))
    change(own_house, update(moves).where(moves.c.table_id == broken).values(move="nonsense"))
    for table, text in ((running, older), (broken, unreadable), (finished, older)):
        go(page, own_house.url, f"table/{table}")
        page.reload()
        expect(page.locator("main.notice")).to_contain_text(text)
        expect_accessible(page)
        for button in page.locator("main.notice .button").all():
            box = button.bounding_box()
            assert box
            assert box["height"] >= FINGER
    page.locator("main.notice .button").first.click()
    page.wait_for_selector(".felt .tents")
    for path in ("", "lobby"):
        go(page, own_house.url, path)
        expect(page.locator(".mine li", has_text=mark)).to_have_count(1)
        expect(page.locator(".mine li")).to_have_count(2)
        expect_no_sideways_scrolling(page)
    assert problems_of(page) == []
    close(page)


# Who one is ----------------------------------------------------------------------------------------------------------


def test_a_server_that_lost_its_memory_is_told_again_who_one_is(browser: Browser, own_house: Server) -> None:
    page = visitor(browser)
    go(page, own_house.url, "")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill("Zoé")
    page.get_by_label("Your name").press("Tab")
    page.keyboard.press("Escape")
    go(page, own_house.url, "statistics")
    expect(page.locator("main")).to_contain_text("You have not finished a match yet.")
    own_house.stop()
    own_house.forget()
    own_house.start()
    page.reload()
    expect(page.locator("main h2").first).to_have_text("Zoé")
    expect(page.locator("main")).to_contain_text("No rated match yet.")
    assert page.locator("main [role=alert]").count() == 0
    go(page, own_house.url, "")
    page.locator(".shelf li", has_text="Tan-Tan").locator("button").click()
    assert not Player(page).finished()
    close(page)


def test_statistics_are_ones_own_and_not_those_of_a_name(browser: Browser, own_house: Server) -> None:
    ann, other, nobody = visitor(browser), visitor(browser), visitor(browser)
    for page in (ann, other):
        go(page, own_house.url, "")
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Your name").fill("Ann")
        page.get_by_label("Your name").press("Tab")
        page.keyboard.press("Escape")
    table = new_table(ann, "tantan", [ME, BOT])
    post(ann, f"tables/{table}/resign", {})
    go(ann, own_house.url, f"table/{table}")
    ann.wait_for_selector(END)
    go(ann, own_house.url, "statistics")
    expect(ann.locator("main table").first).to_contain_text("Tan-Tan")
    expect(ann.locator(".mine li")).to_have_count(1)
    ann.locator(".mine a").click()
    expect(ann).to_have_url(re.compile(f"#/replay/{table}"))
    go(other, own_house.url, "statistics")
    expect(other.locator("main")).to_contain_text("You have not finished a match yet.")
    expect(other.locator(".mine")).to_have_count(0)
    go(nobody, own_house.url, "statistics")
    expect(nobody.locator("main")).to_contain_text("once you have a name")
    for page in (ann, other, nobody):
        assert problems_of(page) == []
        close(page)


# Taking back ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("again", [False, True], ids=["at once", "after a reload"])
def test_what_is_taken_back_is_struck_from_the_log_of_all(browser: Browser, own_house: Server, again: bool) -> None:
    host, guest = visitor(browser), visitor(browser)
    sit_together(own_house, host, guest)
    mover, other = first_with(TOUCHABLE, host, guest)
    mover.locator(".stall [data-action]").first.click()
    mover.locator("[data-undo]").wait_for()
    name = "Bao" if mover is guest else "Traveller"
    expect(other.locator("[role=log]")).to_contain_text(f"{name} takes")
    bought = {page: log_lines(page) for page in (mover, other)}
    assert [as_told_to(name, line) for line in bought[other]] == bought[mover]
    if again:
        for page in (mover, other):
            page.reload()
            page.wait_for_selector(".felt")
            expect_log(page, bought[page])
    mover.locator("[data-undo]").click()
    expect(mover.locator("[data-undo]")).to_have_count(0)
    back = f"{name} takes the last decision back."
    for page, line in ((mover, as_told_to(name, back)), (other, back)):
        expect(page.locator(READ_OUT)).to_contain_text(line)
        page.keyboard.press("l")
        expect(page.locator(".drawer del")).to_have_text(bought[page], use_inner_text=True)
        expect(page.locator(".drawer ol li")).to_have_count(2)
        expect_accessible(page)
        page.keyboard.press("Escape")
    # Another decision is not struck with it.
    mover.locator(".stall [data-action]").last.click()
    mover.locator("[data-undo]").wait_for()
    assert len(log_lines(mover, "del")) == 1
    mover.locator("[data-undo]").click()
    expect(mover.locator("[data-undo]")).to_have_count(0)
    assert len(log_lines(mover, "del")) == 2
    for page in (mover, other):
        page.reload()
        page.wait_for_selector(".felt")
        expect_log(page, ["Nothing has happened yet."])
        assert page.locator(".away").count() == 0, "nothing was missed"
        assert problems_of(page) == []
        close(page)


SKIP = """() => {
    const button = [...document.querySelectorAll(".doing button")].find((b) => b.innerText.trim() === "Skip");
    button?.click();
    return !!button;
}"""
"""Quicker than what is shown can be over."""


def test_whoever_skips_is_told_everything_once(browser: Browser, own_house: Server) -> None:
    page = visitor(browser, speed="slow")
    go(page, own_house.url, "")
    table = new_table(page, "tantan", [ME, BOT, BOT, BOT])
    go(page, own_house.url, f"table/{table}")
    player = Player(page)
    skipped = 0
    while skipped < 4:
        first_with(f"{TOUCHABLE}, .doing button", page, page)
        page.wait_for_timeout(700)
        if page.evaluate(SKIP):
            skipped += 1
        elif page.locator(TOUCHABLE).count():
            player.by_mouse()
    page.wait_for_selector(TOUCHABLE)
    story = page.evaluate(f"fetch('/api/tables/{table}/story?seat=0&language=en').then((answer) => answer.json())")
    expect_log(page, [as_told_to("Traveller", event["text"]) for event in story])
    assert problems_of(page) == []
    close(page)
