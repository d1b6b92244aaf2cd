"""Play and replay in a terminal: sentences, numbered choices, and nothing a screen reader could not read."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console
from rich.panel import Panel
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.prompt import Confirm
from rich.table import Table
from rich.text import Text

from caravanserai.bots import Bot, make_bot
from caravanserai.bots.hints import hint_line, hints, review
from caravanserai.kernel.actions import Choice, Steps
from caravanserai.kernel.errors import InvalidOption, NothingToUndo
from caravanserai.kernel.events import Line
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import default_threads
from caravanserai.match import Match
from caravanserai.match import replay as replay_log
from caravanserai.preparing import AT_A_TABLE, prepare
from caravanserai.words import Words, check_language, words_for

Entry: TypeAlias = list[tuple[Choice, Line]]
"""One line of the list of choices: a choice, or many that differ only in an amount."""

MANY = 6
"""So many amounts are no longer listed one by one."""


def _amount(choice: Choice) -> int:
    """The amount of a choice whose only argument is one."""
    return int(next(iter(choice.args.values())))


def _entries(match: Match, seat: int) -> Iterator[Entry]:
    """What a seat may do, line by line."""
    for name, group in itertools.groupby(match.labels(seat), key=lambda label: label[0].verb):
        entry = list(group)
        domains = match.game.actions.verbs[name].args.values()
        if len(entry) >= MANY and [type(domain) for domain in domains] == [Steps]:
            yield entry
        else:
            yield from ([label] for label in entry)


class Left(Exception):
    """A person left the match."""


class Terminal:
    """One match in one terminal: some seats are people's, the others bots'."""

    def __init__(
        self, match: Match, bots: Mapping[int, Bot], players: Sequence[str], language: str, plain: bool
    ) -> None:
        self.match = match
        self.bots = bots
        self.players = players
        self.words = words_for(match.game, language)
        self.plain = plain
        self.console = Console(highlight=False, no_color=plain)
        self.people = [seat for seat in range(match.seats) if seat not in bots]
        self.read = dict.fromkeys(self.people, 0)
        """How much of the history each person has been told."""
        self.table_unread = dict.fromkeys(self.people, True)
        self.helped = False
        self.at_the_screen = self.people[0] if len(self.people) == 1 else None

    def run(self) -> None:
        """Until the match is over."""
        while actors := self.match.actors:
            seat = actors[0]
            if seat in self.bots:
                self._play(seat, self.bots[seat].choose(self.match.concealed(seat), seat))
            else:
                self._turn(seat)
        for seat in self.people[:1]:
            self._show_news(seat)
        show_end(self.match, self.players, self.words, self.console, self.plain)

    def _play(self, seat: int, action: int) -> None:
        self.match.play(seat, action)
        for viewer in self.people:
            if viewer != seat or not self.match.can_undo(seat):
                self.table_unread[viewer] = True

    def _turn(self, seat: int) -> None:
        """One decision of a person."""
        if self.at_the_screen != seat and len(self.people) > 1:
            self.console.clear()
            self.console.input(self.words("hand-over", self.players, seat=seat) + " ")
            self.at_the_screen = seat
        self._show_news(seat)
        if self.table_unread[seat]:
            self._show_table(seat)
        self._ask(seat)

    def _show_news(self, seat: int) -> None:
        events = self.match.story(seat, self.read[seat])
        self.read[seat] = len(self.match.history)
        lines = [self.words.sentence(event, self.players) for event in events]
        if lines:
            self._panel(self.words("what-happened"), lines, "blue")

    def _show_table(self, seat: int) -> None:
        self.table_unread[seat] = False
        self._panel(
            self.words("the-table"),
            [self.words.sentence(line, self.players) for line in self.match.describe(seat)],
            "yellow",
        )

    def _panel(self, title: str, lines: Sequence[str], style: str) -> None:
        if self.plain:
            self.console.print(f"{title}:", markup=False)
            for line in lines:
                self.console.print(line, markup=False, soft_wrap=True)
        else:
            self.console.print(Panel(Text("\n".join(lines)), title=title, border_style=style, title_align="left"))

    def _ask(self, seat: int) -> None:
        """Ask until there is a decision."""
        entries = list(_entries(self.match, seat))
        if not entries:
            raise self.match.no_choice(seat)
        self.console.print(self.words.sentence(self.match.prompt(seat), self.players), style="bold", markup=False)
        for number, entry in enumerate(entries, 1):
            self.console.print(f"{number:>3}. {self._entry_line(entry)}", markup=False)
        while True:
            keys = self.words("ask-keys" if self.helped else "ask-help", last=len(entries))
            self.helped = True
            answer = self.console.input(f"{self.words('ask-choice')} ({keys}): ").strip().lower()
            if answer.isdigit() and 1 <= int(answer) <= len(entries):
                self._play(seat, self._one_of(entries[int(answer) - 1]))
                return
            if answer == "u":
                if self._undo(seat):
                    return
            elif answer == "h":
                self._show_hints(seat)
            elif answer == "t":
                self._show_table(seat)
            elif answer == "r":
                self._show_rules()
            elif answer == "?":
                self.helped = False
            elif answer == "q":
                if Confirm.ask(self.words("ask-confirm-leave"), console=self.console, default=False):
                    raise Left
            else:
                self.console.print(self.words("ask-unknown", answer=answer, last=len(entries)), markup=False)

    def _entry_line(self, entry: Entry) -> str:
        first, last = (self.words.sentence(line, self.players) for _, line in (entry[0], entry[-1]))
        return first if len(entry) == 1 else f"{first} … {last}"

    def _one_of(self, entry: Entry) -> int:
        """The action of an entry; where it stands for many amounts, ask which."""
        if len(entry) == 1:
            return entry[0][0].action
        amounts = {_amount(choice): choice.action for choice, _ in entry}
        lowest, next_one, highest = *sorted(amounts)[:2], max(amounts)
        limits: dict[str, Any] = {"lowest": lowest, "highest": highest, "step": next_one - lowest}
        while True:
            answer = self.console.input(f"{self.words('ask-amount', **limits)}: ").strip()
            if answer.isdigit() and int(answer) in amounts:
                return amounts[int(answer)]
            self.console.print(self.words("ask-amount-unknown", answer=answer, **limits), markup=False)

    def _show_hints(self, seat: int) -> None:
        self.console.print(self.words("hint-thinking"))
        match = self.match
        labels = {choice: self.words.sentence(line, self.players) for choice, line in match.labels(seat)}
        found = hints(match.game, match.edition, match.concealed(seat), seat)
        lines = [self.words.sentence(hint_line(hint, labels[hint.choice]), self.players) for hint in found]
        self._panel(self.words("hint-title"), lines, "green")

    def _undo(self, seat: int) -> bool:
        try:
            self.match.undo(seat)
        except NothingToUndo:
            self.console.print(self.words("cannot-undo"))
            return False
        self.read[seat] = len(self.match.history)
        self.console.print(self.words("taken-back"))
        return True

    def _show_rules(self) -> None:
        text = self.match.game.rules_text(self.words.language)
        if self.plain:
            self.console.print(text, markup=False, soft_wrap=True)
        else:
            from rich.markdown import Markdown

            self.console.print(Markdown(text))


def show_end(match: Match, players: Sequence[str], words: Words, console: Console, plain: bool) -> None:
    """Who won, why, and how the scores came about."""
    outcome = match.outcome()
    if outcome is None:
        return
    details = [
        [words("score-line", what=words.sentence(line, players), points=line.args["points"]) for line in lines]
        for lines in match.score_sheet()
    ]
    console.print(words("match-ended", reason=words(f"reason-{outcome.reason}")), markup=False)
    if plain:
        for seat, lines in enumerate(details):
            console.print(words("score-line", what=players[seat], points=outcome.scores[seat]), markup=False)
            for line in lines:
                console.print(f"  {line}", markup=False)
    else:
        columns = ("column-seat", "column-details", "column-score", "column-rank")
        table = Table(*(words(column) for column in columns), title=words("final-scores"))
        for seat, lines in enumerate(details):
            row = (players[seat], "\n".join(lines), str(outcome.scores[seat]), str(outcome.ranks[seat]))
            table.add_row(*map(Text, row), end_section=True)
        console.print(table)
    names = words.enumerate([players[seat] for seat in outcome.winners])
    console.print(words("winner", count=len(outcome.winners), names=names), style="bold", markup=False)


@dataclass(frozen=True)
class MatchSetup:
    """A match to be dealt: a game, for how many seats (none: as few as there may be), and what it is played with."""

    game: Game
    seats: int | None
    options: Mapping[str, Any]
    seed: str | None
    edition: str | None

    def deal(self, people: int) -> Match:
        """The match, with a seat for everybody who plays here."""
        seats = self.seats if self.seats is not None else max(self.game.fewest, people)
        return Match(self.game, seats, self.options, self.seed, self.edition)


def play_in_terminal(
    setup: MatchSetup, level: str, people: int, language: str | None, plain: bool, save: Path | None
) -> None:
    """Play one match; people sit in the first seats, bots in the others."""
    chosen, game = check_language(language), setup.game
    prepare([game], Console(stderr=True), AT_A_TABLE)
    match = setup.deal(people)
    if people > match.seats:
        raise InvalidOption(f"people: expected at most the {match.seats} seats, got {people}")
    if people == 0:
        raise InvalidOption("people: expected at least 1; use simulate to watch none play")
    words = words_for(game, chosen)
    bots = {
        seat: make_bot(game, match.edition, level, int.from_bytes(match.seed[:8], "big") ^ seat if setup.seed else None)
        for seat in range(people, match.seats)
    }
    persons = [words("player")] if people == 1 else [words("seat", number=seat + 1) for seat in range(people)]
    robots = [words("bot", level=words(f"bot-{level.partition(':')[0]}"), number=seat - people + 1) for seat in bots]
    terminal = Terminal(match, bots, [*persons, *robots], chosen, plain)
    try:
        terminal.run()
    except Left:
        return
    finally:
        if save is not None:
            save.write_text(json.dumps(match.log(), indent=1), encoding="utf-8")
            terminal.console.print(words("saved-log", file=str(save)), markup=False)


def print_replay(log: Any, language: str | None, until: int | None) -> None:
    """Tell a match as a spectator saw it."""
    chosen = check_language(language)
    console = Console(highlight=False)

    def watch(match: Match) -> None:
        words = words_for(match.game, chosen)
        players = [words("seat", number=seat + 1) for seat in range(match.seats)]
        for event in match.events():
            console.print(f"{match.decisions:>4}  {words.sentence(event, players)}", markup=False)
        show_end(match, players, words, console, plain=False)

    replay_log(log, until, watch)


def print_review(log: Any, seat: int | None, seconds: float, language: str | None, as_json: bool) -> None:
    """Tell the decisions of a finished match in which most was lost."""
    chosen = check_language(language)
    moves = log.get("moves") if isinstance(log, Mapping) else None
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words_for(None, chosen)("hint-thinking"), total=len(moves or ()))
        lessons = review(log, seat, seconds, threads=default_threads(), watch=lambda _: bar.advance(task))
    if as_json:
        print(json.dumps({"game": log["game"], "lessons": [lesson.as_json() for lesson in lessons]}))
        return
    console = Console(highlight=False)
    for lesson in lessons:
        match = Match.from_log(log, lesson.number)
        words = words_for(match.game, chosen)
        players = [words("seat", number=other + 1) for other in range(match.seats)]
        labels = {choice: words.sentence(line, players) for choice, line in match.labels(lesson.seat)}
        title = words("review-title", players, decision=lesson.number + 1, seat=lesson.seat)
        console.print(title, style="bold", markup=False)
        for name, hint in (("review-played", lesson.played), ("review-better", lesson.better)):
            said = words.sentence(hint_line(hint, labels[hint.choice]), players)
            console.print(f"  {words(name, hint=said)}", markup=False, soft_wrap=True)
    if not lessons:
        console.print(words_for(None, chosen)("review-none"), markup=False)
