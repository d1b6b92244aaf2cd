"""Measures whether a table holds on every screen: nothing covers what can be touched, nothing lies outside the window,
nothing is too small, nothing jumps between two taps of one move.

``make screens`` plays a match of every game with every number of seats and measures every phase it comes through in
every size, in both languages; ``ARGS="tantan gobi/5 marche/3/fr"`` measures those games, seats and languages only,
``ARGS=--pictures`` keeps what was measured in build/screens. Each of these matches is another one: what is found once
may not be found again. So it also measures some moments of every phase of a match that is the same each time, and its
end. ``test_measuring.py`` spoils a table, and sees that each fault is found.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, TimeoutError

from caravanserai.games import find_game, game_names
from caravanserai.match import Match
from tests.server.running import Server
from tests.web.browsing import (
    END,
    TOUCHABLE,
    Player,
    browser,
    close,
    go,
    new_table,
    post,
    visitor,
    wait_for_rest,
)

SCRIPT = (Path(__file__).parent / "measuring.js").read_text(encoding="utf-8")
LANGUAGES = {"en": "en-US", "fr": "fr-FR"}
TURNS = {"turn_limit": 4}
PICTURES = Path(__file__).parents[2] / "build" / "screens"
SOON = 3000
"""Milliseconds within which what glows can be clicked."""
MOST_DECISIONS = 40
"""Decisions of the one who plays; by then a match has come through its phases."""


@dataclass(frozen=True)
class Screen:
    """A window, and how people touch what is in it."""

    name: str
    width: int
    height: int
    finger: bool = False

    @property
    def viewport(self) -> dict[str, int]:
        return {"width": self.width, "height": self.height}


SCREENS = [
    Screen("desktop", 1280, 800),
    Screen("laptop", 1366, 650),
    Screen("wide", 1920, 1080),
    Screen("phone", 390, 844, finger=True),
    Screen("small phone", 360, 740, finger=True),
    Screen("phone sideways", 844, 390, finger=True),
    Screen("tablet", 820, 1180, finger=True),
    Screen("desktop at 200 %", 640, 400),
]


@dataclass
class Findings:
    """What is wrong, each thing once, with where it was seen first."""

    found: dict[str, str] = field(default_factory=dict)

    def add(self, problems: Sequence[str], where: str) -> None:
        for problem in problems:
            self.found.setdefault(problem, where)

    def lines(self) -> list[str]:
        return [f"{where}: {problem}" for problem, where in self.found.items()]


def problems_in_drawer(page: Page, screen: Screen, number: int) -> list[str]:
    """What is wrong with what is behind one of the doors around the table."""
    page.set_viewport_size(screen.viewport)  # type: ignore[arg-type]
    doors = page.locator("header nav button")
    door = doors.nth(number % doors.count())
    if door.get_attribute("aria-expanded") == "true":
        return []
    door.click()
    wait_for_rest(page)
    found: list[str] = page.evaluate(SCRIPT, {"finger": screen.finger, "near": False, "drawer": True})
    page.locator(".drawer .head button").click()
    return [f"{screen.name}: door {number % doors.count() + 1}: {problem}" for problem in found]


def problems_at(page: Page, screen: Screen) -> list[str]:
    """What is wrong with the table in a window of this size. What is small on a board that can be brought nearer is
    measured there."""
    page.set_viewport_size(screen.viewport)  # type: ignore[arg-type]
    wait_for_rest(page)
    found: list[str] = page.evaluate(SCRIPT, {"finger": screen.finger, "near": False})
    nearer = page.locator(".magnify:visible")
    if nearer.count():
        nearer.click()
        found += page.evaluate(SCRIPT, {"finger": screen.finger, "near": True})
        nearer.click()
    return [f"{screen.name}: {problem}" for problem in found]


FRAMES = ".middle, .side, .prompt, .own .hand"
"""What stays where it is for a whole match, …"""
PARTS = f"{FRAMES}, .middle .board"
"""… and between two taps of one move."""
PLACES = """(parts) => [...document.querySelectorAll(parts)].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.className.split(' ')[0], x, y, width, height];
})"""


def jumps_between(before: list[list[Any]], after: list[list[Any]]) -> list[str]:
    """What is no longer where it was."""
    if [place[0] for place in before] != [place[0] for place in after]:
        return [f"other parts after a tap: {before} {after}"]
    return [
        f"{old[0]} jumps"
        for old, new in zip(before, after, strict=True)
        if any(abs(a - b) >= 2 for a, b in zip(old[1:], new[1:], strict=True))
    ]


class Measurer(Player):
    """Plays with the mouse, and looks whether things stay where they are between the taps of a move."""

    def __init__(self, page: Page, screens: Sequence[Screen]) -> None:
        super().__init__(page)
        self.screens = screens
        self.findings = Findings()
        self.jumped: list[str] = []

    def take_turn(self, where: str) -> None:
        """One decision, on the next screen in turn; a tap that has only begun a move must leave all in its place."""
        screen = self.screens[self.decisions % len(self.screens)]
        self.page.set_viewport_size(screen.viewport)  # type: ignore[arg-type]
        wait_for_rest(self.page)
        before = self.page.evaluate(PLACES, PARTS)
        things = self.page.locator(TOUCHABLE)
        chosen = things.nth(self.dice.randrange(things.count()))
        self.click(chosen, f"{screen.name}: something that glows cannot be clicked", where)
        if self.page.locator("[data-confirm], .legal.selected").count():
            wait_for_rest(self.page)
            jumps = jumps_between(before, self.page.evaluate(PLACES, PARTS))
            self.findings.add([f"{screen.name}: between two taps {jump}" for jump in jumps], where)
        frames = [place for place in before if place[0] != "board"]
        self._confirm(lambda button: self.click(button, f"{screen.name}: nothing can be confirmed", where))
        if not self.finished():
            wait_for_rest(self.page)
            jumps = jumps_between(frames, self.page.evaluate(PLACES, FRAMES))
            self.findings.add([f"{screen.name}: after a move {jump}" for jump in jumps], where)

    def click(self, thing: Locator, problem: str, where: str) -> None:
        """A click; where that is not possible, it is noted, and the match goes on."""
        try:
            thing.click(timeout=SOON)
        except TimeoutError:
            if not thing.count():
                return  # it was clicked, and the machine was slow to say so
            self.findings.add([problem], where)
            thing.evaluate("(element) => element.click()")


def phases(player: Measurer, where: str) -> Iterator[str]:
    """Plays on, and stops in every phase in which something can be done."""
    seen: set[str] = set()
    while not player.finished() and player.decisions < MOST_DECISIONS:
        phase = player.page.locator(".felt").get_attribute("data-phase") or ""
        if phase not in seen:
            seen.add(phase)
            yield phase
        player.take_turn(f"{where} {phase}")
    if not player.finished():
        # A long match is given up: a bot plays it to its end at once.
        post(player.page, f"tables/{player.page.url.rsplit('/', 1)[-1]}/resign", {})
        player.page.locator(END).wait_for()
    yield "end"


def short_options(game: str) -> dict[str, int]:
    """Options with which a match does not go on for hours."""
    return {option.name: TURNS[option.name] for option in find_game(game).options if option.name in TURNS}


def fixed_moments(game: str, seats: int) -> dict[str, dict[str, Any]]:
    """Logs of a match, the same each time: up to the first decision of the first seat, in each phase up to the one with
    most to choose from, the one with most to be seen and the last one, and up to its end."""
    match, dice = Match(game, seats, short_options(game), seed=seats), random.Random(seats)
    most: dict[str, int] = {}
    moments: dict[str, int] = {}
    while not match.over:
        if 0 in match.actors:
            moments.setdefault("first", match.decisions)
            moments[f"last {match.phase}"] = match.decisions
            sizes = {"widest": len(match.choices(0)), "fullest": len(json.dumps(match.view(0)))}
            for moment, size in ((f"{name} {match.phase}", size) for name, size in sizes.items()):
                if size > most.get(moment, 0):
                    most[moment] = size
                    moments[moment] = match.decisions
        seat = dice.choice(match.actors)
        choices, weights = zip(*match.advice(seat), strict=True)
        match.play(seat, dice.choices(choices, weights)[0])
    log, rules = match.log(), {"rules": match.game.rules_version}
    names = {decisions: name for name, decisions in moments.items()}  # each once
    logs = {names[decisions]: Match.from_log(log, decisions).log() | rules for decisions in sorted(names)}
    return logs | {"end": log | rules}


def measure_moments(
    browser: Browser,
    url: str,
    game: str,
    seats: int,
    language: str,
    screens: Sequence[Screen] = SCREENS,
    pictures: bool = False,
) -> list[str]:
    """What is wrong with the screens of the match of ``fixed_moments``, from the first of which to the last nothing
    but the score sheet takes room from the board."""
    page = visitor(browser, screens[0].viewport, locale=LANGUAGES[language], dock=True)
    findings = Findings()
    at_first: dict[str, list[list[Any]]] = {}

    def look(moment: str) -> None:
        for screen in screens:
            found = problems_at(page, screen)
            if moment != "end":
                places = page.evaluate(PLACES, FRAMES)
                jumps = jumps_between(at_first.setdefault(screen.name, places), places)
                found += [f"{screen.name}: in the course of a match {jump}" for jump in jumps]
            findings.add(found, f"{game} with {seats} in {language}, {moment}")
            if pictures:
                page.screenshot(path=PICTURES / f"{game}-{seats}-{language}-{moment}-{screen.name}.png")

    places = [{"kind": "me", "nickname": "Traveller"}, *[{"kind": "bot", "level": "random"}] * (seats - 1)]
    for moment, log in fixed_moments(game, seats).items():
        page.context.clear_cookies()  # nobody brings a match twice
        go(page, url, "")
        post(page, "me", {"nickname": "Traveller"})
        table = post(page, "tables/bring", {"log": log, "seats": places})["table"]["id"]
        go(page, url, f"table/{table}")
        page.locator(END if moment == "end" else TOUCHABLE).first.wait_for()
        look(moment)
    page.locator(".after button.button:not([data-again])").last.click()
    page.locator(END).wait_for(state="detached")
    look("table")
    close(page)
    return findings.lines()


def measure(
    browser: Browser,
    url: str,
    game: str,
    seats: int,
    language: str,
    screens: Sequence[Screen] = SCREENS,
    pictures: bool = False,
) -> list[str]:
    """Plays a match with bots and says what is wrong with its screens."""
    page = visitor(browser, screens[0].viewport, locale=LANGUAGES[language], dock=True)
    places = [{"kind": "me"}, *[{"kind": "bot", "level": "apprentice"}] * (seats - 1)]
    go(page, url, "")
    go(page, url, f"table/{new_table(page, game, places, options=short_options(game))}")
    player = Measurer(page, screens)
    where = f"{game} with {seats} in {language}"
    for phase in phases(player, where):
        for screen in screens:
            player.findings.add(problems_at(page, screen), f"{where} {phase}")
            if pictures:
                page.screenshot(path=PICTURES / f"{game}-{seats}-{language}-{phase}-{screen.width}x{screen.height}.png")
        if not player.decisions:
            for number, screen in enumerate(screens):
                player.findings.add(problems_in_drawer(page, screen, number + seats), where)
            page.set_viewport_size(screens[0].viewport)  # type: ignore[arg-type]
            wait_for_rest(page)  # a log that was docked comes back with the room for it
            if not page.locator(".drawer").count():
                page.locator("header nav button").first.click()  # the log stands beside the board, as it did
    close(page)
    return player.findings.lines()


def main(wanted: Sequence[str]) -> None:
    pictures = "--pictures" in wanted
    wanted = [name for name in wanted if name != "--pictures"]
    every = [
        f"{game}/{seats}/{language}"
        for game in game_names()
        for seats in range(find_game(game).fewest, find_game(game).most + 1)
        for language in LANGUAGES
    ]
    matches = [match for match in every if not wanted or any(f"{match}/".startswith(f"{name}/") for name in wanted)]
    unknown = [name for name in wanted if not any(f"{match}/".startswith(f"{name}/") for match in every)]
    if unknown:
        sys.exit(
            f"measuring: {', '.join(unknown)}: expected a game, or one with seats and language, such as {every[0]}"
        )
    PICTURES.mkdir(parents=True, exist_ok=True)
    problems = 0
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as house, browser() as running:
        for match in matches:
            game, seats, language = match.split("/")
            found = measure(running, house.url, game, int(seats), language, pictures=pictures)
            found += measure_moments(running, house.url, game, int(seats), language, pictures=pictures)
            problems += len(found)
            print(f"{match}: {len(found) or 'no'} problems", *found, sep="\n  ", flush=True)
    sys.exit(problems > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
