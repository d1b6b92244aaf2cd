"""What the balance lab found, as sections of a page: Markdown for the docs, HTML with plots for a reader."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from caravanserai.kernel.edition import STANDARD
from caravanserai.kernel.game import Game
from caravanserai.lab import plots, report
from caravanserai.lab.balance import Study, Survey
from caravanserai.lab.report import order, percent

UNFAIR = 1.5
"""A seat that wins so many times its even share, or so many times less, is unfair."""

DECIDED = 0.9
"""A match whose leader at half time wins more often than this is decided too early."""

PARTS = {
    "length": "decisions",
    "first": "first seat wins",
    "winner": "winning score",
    "margin": "winning margin",
    "leader": "leader at half time wins",
}
SHARES = {"first", "leader"}


@dataclass(frozen=True)
class Section:
    """A heading, a paragraph, perhaps a table and plots."""

    title: str
    words: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    figures: Sequence[str] = field(default=())


@dataclass(frozen=True)
class Findings:
    """All the lab has to say about one game."""

    game: Game
    level: str
    pace: float
    studies: Sequence[Study]
    surveys: Sequence[Survey]

    @property
    def command(self) -> str:
        """What finds the same again; the file of a house edition is not known."""
        spec = self.studies[0].standings.spec
        words = ["caravanserai", "lab", self.game.id, "--level", self.level, "--matches", str(spec.matches)]
        words += ["--surveyed", str(self.surveys[0].matches), "--seed", spec.seed, "--pace", f"{self.pace:g}"]
        if spec.edition != STANDARD:
            words += ["--edition", spec.edition if isinstance(spec.edition, str) else "FILE"]
        return shlex.join(words)

    def sections(self) -> list[Section]:
        return [self._summary(), self._course(), self._seats(), self._habits(), *self._sensitivity()]

    def warnings(self) -> list[str]:
        """What looks degenerate, as far as the intervals are clear of it."""
        found = []
        for study in self.studies:
            even = 1 / study.seats
            for k, e in enumerate(study.standings.seat_shares()):
                if e.low > even * UNFAIR or e.high < even / UNFAIR:
                    found.append(f"{study}: {order(k)} wins {percent(e)}, an even share is {even:.0%}.")
            if study.leader_wins.low > DECIDED:
                found.append(f"{study}: who leads at half time wins {percent(study.leader_wins)}.")
            if study.winning_margins.high == 0:
                found.append(f"{study}: every match is a draw.")
        return found

    def _summary(self) -> Section:
        matches = len(self.studies[0].standings.results)
        level, _, limit = self.level.partition(":")
        if limit.endswith("i"):
            thinking = f"thinking {limit[:-1]} iterations a decision"
        elif limit:
            thinking = f"thinking {float(limit[:-1]) * self.pace:g} s a decision"
        else:
            thinking = f"thinking {self.pace:g} of its time at a table"
        words = (
            f"{matches} matches of the {level} against itself in each case, {thinking}, on shuffles of their own. "
            "Intervals are of 95 % confidence. "
        )
        warnings = self.warnings()
        if warnings:
            words += "What looks out of balance: " + " ".join(warnings)
        else:
            words += "No seat is unfair beyond doubt, and no match is decided at half time."
        return Section("In short", words)

    def _course(self) -> Section:
        rows = []
        for study in self.studies:
            lengths = study.lengths
            ends = ", ".join(f"{name} {part:.0%}" for name, part in study.reasons.items())
            rows.append(
                (
                    str(study),
                    f"{sum(lengths) / len(lengths):.0f} ({min(lengths)}–{max(lengths)})",
                    f"{study.winning_scores.value:.1f}",
                    f"{study.winning_margins.value:.1f}",
                    percent(study.leader_wins),
                    ends,
                )
            )
        head = ("case", "decisions", "winning score", "winning margin", "leader at half time wins", "why it ended")
        figures = [plots.histogram(f"Decisions of a match: {s}", s.lengths) for s in self.studies[:1]]
        return Section("How a match goes", "Length, scores, and how early it is decided.", head, rows, figures)

    def _seats(self) -> Section:
        most = max(study.seats for study in self.studies)
        rows, figures = [], []
        for study in self.studies:
            shares = study.standings.seat_shares()
            rows.append((str(study), *(percent(e) for e in shares), *[""] * (most - study.seats)))
            figures.append(
                plots.whiskers(
                    f"Win share by seat: {study}",
                    [(order(k), e) for k, e in enumerate(shares)],
                    percent=True,
                    mark=1 / study.seats,
                )
            )
        words = "How often the seat that decides first wins, then the next to its left, and so on."
        return Section("Seats", words, ("case", *map(order, range(most))), rows, figures)

    def _habits(self) -> Section:
        rows = [
            (str(study), habit.deed, f"{habit.winners:.2f}", f"{habit.others:.2f}", f"{habit.strength:+.1f}")
            for study in self.studies
            for habit in study.habits()
        ]
        words = (
            "What those who won did more or less often than the others, a match; the last column is the difference in "
            "standard errors. It is told only if it is so clear that of twenty cases without any habits of winners, "
            "nineteen would tell none. Doing it need not be why they won."
        )
        return Section("What wins", words, ("case", "choice", "winners", "others", "difference"), rows)

    def _sensitivity(self) -> list[Section]:
        if not any(survey.moves for survey in self.surveys):
            return [Section("Reconstructed numbers", "No number of this game had to be reconstructed.")]
        return [_moves(survey) for survey in self.surveys]

    def as_markdown(self) -> str:
        """The findings as a page of the docs."""
        parts = [f"# {self.game.title}: balance", f"Made by `{self.command}`."]
        for section in self.sections():
            parts += [f"## {section.title}", section.words]
            if section.rows:
                lines = [section.head, ["---"] * len(section.head), *section.rows]
                parts.append("\n".join("| " + " | ".join(line) + " |" for line in lines))
        return "\n\n".join(parts) + "\n"

    def as_html(self) -> str:
        """The findings as one HTML file with plots."""
        parts = [f"<p>Made by <code>{escape(self.command)}</code>.</p>"]
        for section in self.sections():
            parts.append(f"<h2>{escape(section.title)}</h2>\n<p>{escape(section.words)}</p>")
            if section.rows:
                parts.append(_bold(report.table(section.head, section.rows)))
            parts += [f"<figure>{figure}</figure>" for figure in section.figures]
        return report.page(f"{self.game.title}: balance", parts)

    def as_json(self) -> dict[str, Any]:
        return {
            "command": self.command,
            "game": self.game.id,
            "level": self.level,
            "pace": self.pace,
            "warnings": self.warnings(),
            "cases": [
                {
                    "seats": study.seats,
                    "options": dict(study.options),
                    "matches": len(study.standings.results),
                    "decisions": sum(study.lengths) / len(study.lengths),
                    "seat_shares": [e.value for e in study.standings.seat_shares()],
                    "leader_wins": study.leader_wins.value,
                    "reasons": study.reasons,
                }
                for study in self.studies
            ],
            "sensitivity": [
                {"seats": survey.seats, "options": dict(survey.options), "number": move.what, "was": move.was,
                 "became": move.became, "moved": move.moved, "means": dict(move.means), "refused": move.refused}
                for survey in self.surveys
                for move in survey.moves
            ],
        }  # fmt: skip


def _moves(survey: Survey) -> Section:
    """What each reconstructed number moves in one case."""
    base = survey.base
    tried = [move for move in survey.moves if not move.refused]
    rows = [("as it is", "", *(_part(name, base[name]) for name in PARTS))]
    moved = [move for move in tried if move.moved]
    for move in sorted(moved, key=lambda m: -max(map(abs, m.strength.values()))):
        cells = [
            f"**{_part(name, move.means[name])}**" if name in move.moved else _part(name, move.means[name])
            for name in PARTS
        ]
        rows.append((move.what, f"{move.was} → {move.became}", *cells))
    words = (
        f"Each reconstructed number varied alone, {survey.matches} matches played as advised for each, on the same "
        "shuffles. Bold: moved by more than three standard errors. The strongest come first. "
        f"{len(tried) - len(moved)} of {len(tried)} variations move nothing and are left out."
    )
    refused = [move for move in survey.moves if move.refused]
    if refused:
        first = refused[0]
        words += f" {len(refused)} more are not possible alone, such as {first.what} {first.became}: {first.refused}."
    return Section(f"Reconstructed numbers: {survey}", words, ("number", "varied", *PARTS.values()), rows)


def _part(name: str, value: float) -> str:
    return f"{value:.1%}" if name in SHARES else f"{value:.1f}"


def _bold(html: str) -> str:
    """Bold as Markdown writes it, in HTML."""
    pieces = html.split("**")
    return "".join(piece if k % 2 == 0 else f"<strong>{piece}</strong>" for k, piece in enumerate(pieces))
