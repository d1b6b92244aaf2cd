"""The arena and the balance lab on the command line: progress, tables and reports."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from caravanserai.bots import find_level
from caravanserai.cli.warming import warm_games
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import Game
from caravanserai.lab.arena import Arena, Standings
from caravanserai.lab.balance import cases, sensitivity, study, variations
from caravanserai.lab.findings import Findings
from caravanserai.lab.report import arena_page

SIDELINES = Console(stderr=True)


def progress() -> Progress:
    """A bar that leaves nothing behind, beside what is printed."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=SIDELINES, transient=True)


def write_page(file: Path, page: str) -> None:
    """Write a report; a place that cannot be written to is the user's error."""
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as problem:
        raise InvalidOption(f"{file}: {problem.strerror}; expected a file that can be written") from None


def run_arena(arena: Arena, threads: int, resume: Path | None, as_json: bool, report: Path | None) -> None:
    """Play, then print the standings and write the report."""
    if report is not None:
        write_page(report, "")
    warm_games([arena.game], SIDELINES)
    with progress() as bar:
        task = bar.add_task(arena.game.title, total=arena.matches)
        standings = arena.run(threads, resume, lambda _: bar.advance(task))
    if report is not None:
        write_page(report, arena_page(standings))
    if as_json:
        print(json.dumps(standings.as_json()))
    else:
        show_standings(standings, Console(highlight=False))


def run_lab(
    game: Game,
    edition: Edition,
    level: str,
    matches: int,
    surveyed: int,
    seed: str,
    pace: float,
    threads: int,
    as_json: bool,
    report: Path | None,
) -> None:
    """Study every number of seats and option, vary every reconstructed number, then print or write the findings."""
    find_level(level)
    if report is not None:
        if report.suffix not in (".md", ".html"):
            raise InvalidOption(f"report {report}: expected a file ending in .md or .html")
        write_page(report, "")
    warm_games([game], SIDELINES)
    todo = list(cases(game))
    numbers = len(list(variations(edition))) * len(todo)
    with progress() as bar:
        task = bar.add_task("strong play", total=matches * len(todo))
        studies = [
            study(game, edition, options, seats, level, matches, seed, pace, threads, lambda: bar.advance(task))
            for seats, options in todo
        ]
        second = bar.add_task("reconstructed numbers", total=numbers)
        surveys = [
            sensitivity(game, edition, options, seats, surveyed, seed, threads, lambda _: bar.advance(second))
            for seats, options in todo
        ]
    findings = Findings(game, level, pace, studies, surveys)
    if report is not None:
        write_page(report, findings.as_html() if report.suffix == ".html" else findings.as_markdown())
    if as_json:
        print(json.dumps(findings.as_json()))
    elif report is None:
        Console().print(Markdown(findings.as_markdown()))


def show_standings(standings: Standings, console: Console) -> None:
    """The standings, best rated first."""
    arena = standings.arena
    table = Table("player", "rating", "matches", "win share", "mean rank", "margin", "beats the next")
    ranked = sorted(standings.players, key=lambda player: -player.rating)
    for player, below in zip(ranked, [*ranked[1:], None], strict=True):
        p = standings.better(player.name, below.name) if below else None
        table.add_row(
            player.name,
            f"{player.rating:.1f} ± {player.doubt:.1f}",
            str(player.matches),
            f"{player.win_share.value:.1%} ({player.win_share.low:.0%}–{player.win_share.high:.0%})",
            f"{player.mean_rank.value:.2f}",
            f"{player.margin.value:+.1f} ± {player.margin.high - player.margin.value:.1f}",
            "" if p is None else "p < 0.0001" if p < 1e-4 else f"p = {p:.4f}",
        )
    console.print(table)
    round_length = len(arena.seatings)
    console.print(
        f"{arena.game.title}, {arena.seats} seats, {len(standings.results)} matches, "
        f"{len(standings.results) // round_length} shuffles with {round_length} seatings each; "
        f"searching players think {arena.pace:g} of their usual time. In parentheses: 95 % confidence."
    )
    if len(standings.results) % round_length:
        console.print(f"The last shuffle was not seen from every chair: give a multiple of {round_length} matches.")
