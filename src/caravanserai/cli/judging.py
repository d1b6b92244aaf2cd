"""Arena and balance lab on the command line: what is played, the tables and the reports."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from caravanserai.cli.measuring import file_in, results_folder, session
from caravanserai.kernel.errors import InvalidOption
from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.balance import Study, SurveySpec, cases, sensitivity
from caravanserai.lab.findings import Findings
from caravanserai.lab.report import arena_page, around
from caravanserai.lab.standings import Standings


def check_page(file: Path) -> None:
    """Refuse a report that could not be written, before anything is played for it."""
    if file.is_dir():
        raise InvalidOption(f"{file}: is a folder; expected a file that can be written")
    write_aside(file, "").unlink()


def write_page(file: Path, page: str) -> None:
    """Write a report aside and put it in its place, so that what was there is whole or replaced."""
    write_aside(file, page).replace(file)


def write_aside(file: Path, page: str) -> Path:
    """A page in a file beside its own; a place that cannot be written to is the user's error."""
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        aside.write_text(page, encoding="utf-8")
    except OSError as problem:
        raise InvalidOption(f"{file}: {problem.strerror}; expected a file that can be written") from None
    return aside


def run_arena(spec: ArenaSpec, address: str, results: Path | None, as_json: bool, report: Path | None) -> None:
    """Play, then print the standings and write the report."""
    if report is not None:
        check_page(report)
    with session(address, [spec.loaded_game], results, spec.seed) as current:
        standings = Standings(spec, list(current.run(spec, results, spec.matches, "matches")))
    if report is not None:
        write_page(report, arena_page(standings))
    if as_json:
        print(json.dumps(standings.as_json()))
    else:
        show_standings(standings, Console(highlight=False))


def run_lab(
    strong: ArenaSpec,
    surveyed: int,
    address: str,
    results: Path | None,
    as_json: bool,
    report: Path | None,
) -> None:
    """Study every number of seats and option, vary every reconstructed number, then print or write the findings.
    ``strong`` says how strong play is studied; its seats and options are replaced by those of each case."""
    game, level = strong.loaded_game, strong.players[0]
    if report is not None:
        if report.suffix not in (".md", ".html"):
            raise InvalidOption(f"report {report}: expected a file ending in .md or .html")
        check_page(report)
    folder = results_folder(results)
    studies, surveys = [], []
    with session(address, [game], folder, strong.seed) as current:
        for seats, options in cases(game):
            spec = replace(strong, seats=seats, players=(level,) * seats, options=options)
            file = file_in(folder, "study", game, seats, options)
            studies.append(Study(options, Standings(spec, list(current.run(spec, file, spec.matches, "matches")))))
        for seats, options in cases(game):
            survey = SurveySpec(
                game=game.id, seats=seats, options=options, edition=strong.edition, seed=strong.seed, matches=surveyed
            )
            file = file_in(folder, "survey", game, seats, options)
            surveys.append(sensitivity(survey, options, current.run(survey, file, survey.units, "variations")))
    findings = Findings(game, level, strong.pace, studies, surveys)
    if report is not None:
        write_page(report, findings.as_html() if report.suffix == ".html" else findings.as_markdown())
    if as_json:
        print(json.dumps(findings.as_json()))
    elif report is None:
        Console().print(Markdown(findings.as_markdown()))


def show_standings(standings: Standings, console: Console) -> None:
    """The standings, best rated first."""
    spec = standings.spec
    table = Table("player", "rating", "matches", "win share", "mean rank", "margin", "beats the next")
    ranked = sorted(standings.players, key=lambda player: -player.rating)
    for player, below in zip(ranked, [*ranked[1:], None], strict=True):
        # Whoever sits twice wins more often for that alone.
        sits_alike = below is not None and spec.players.count(player.name) == spec.players.count(below.name)
        p = standings.better(player.name, below.name) if below and sits_alike else None
        table.add_row(
            player.name,
            around(player.rating, player.doubt),
            str(player.matches),
            f"{player.win_share.value:.1%} ({player.win_share.low:.0%}–{player.win_share.high:.0%})",
            f"{player.mean_rank.value:.2f}",
            around(player.margin.value, player.margin.high - player.margin.value, "+.1f"),
            "" if p is None else "p < 0.0001" if p < 1e-4 else f"p = {p:.4f}",
        )
    console.print(table)
    console.print(
        f"{spec.loaded_game.title}, {spec.seats} seats, {len(standings.results)} matches on "
        f"{len(standings.shuffles)} shuffles; searching players think {spec.pace:g} of their usual time. "
        "In parentheses: 95 % confidence, by how the shuffles differ."
    )
    if spec.missing:
        console.print(f"The last shuffle was not seen from every chair: {spec.missing} more matches complete it.")
