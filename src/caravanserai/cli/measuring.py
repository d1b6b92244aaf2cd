"""Simulation, soak and speed on the command line: engines, progress and tables."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from caravanserai.cli.stopping import Stopped
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import POLICIES, SHARES
from caravanserai.lab.bench import bench_game, machine
from caravanserai.lab.engine import Engine, connect
from caravanserai.lab.results import ResultsFile
from caravanserai.lab.simulation import SimulationSpec, total
from caravanserai.lab.soak import SoakSpec, soak_specs, until
from caravanserai.lab.specs import O, Spec
from caravanserai.preparing import prepare

SIDELINES = Console(stderr=True)


class Session:
    """An engine, and a bar that shows how much is left of what it does."""

    def __init__(self, engine: Engine, bar: Progress) -> None:
        self.engine = engine
        self.bar = bar
        self.done, self.wanted, self.what = 0, 0, ""

    def run(
        self, spec: Spec[O], results: Path | None, wanted: int, what: str, size: Callable[[O], int] = lambda _: 1
    ) -> Iterator[O]:
        """The outcomes of a specification; each advances the bar by its size, until that is as much as is wanted."""
        self.done, self.wanted, self.what = 0, wanted, what
        task = self.bar.add_task(what, total=wanted)
        try:
            for outcome in self.engine.run(spec, results):
                self.done += size(outcome)
                self.bar.update(task, completed=self.done)
                yield outcome
        finally:
            self.bar.remove_task(task)


@contextmanager
def session(address: str, games: Sequence[Game], results: Path | None, seed: str | None = None) -> Iterator[Session]:
    """Connect, compile what is played on this machine, and show the progress; Ctrl-C tells what is kept and how to go
    on."""
    with connect(address) as engine:
        if not address.startswith("ray://"):
            prepare(games, SIDELINES)
        with progress() as bar:
            current = Session(engine, bar)
            try:
                yield current
            except KeyboardInterrupt:
                raise Stopped(_how_to_go_on(current, results, seed)) from None


def _how_to_go_on(stopped: Session, results: Path | None, seed: str | None) -> str:
    so_far = f"stopped after {stopped.done:,} of {stopped.wanted:,} {stopped.what}"
    if results is None:
        return f"{so_far}; nothing is kept: with --results it would be"
    again = "the same command" if seed is None else f"the same command with --seed {seed}"
    return f"{so_far}; what is done is kept in {results}, and {again} goes on from there"


def progress() -> Progress:
    """A bar that leaves nothing behind, beside what is printed."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=SIDELINES, transient=True)


def results_folder(folder: Path | None) -> Path | None:
    """A folder for many files of results."""
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InvalidOption(f"{folder}: {problem.strerror}; expected a folder that can be written") from None
    return folder


def file_in(folder: Path | None, kind: str, game: Game, seats: int, options: Mapping[str, int]) -> Path | None:
    """Where results of one case are kept."""
    switches = (f"{name}={value}" for name, value in options.items())
    return folder / ("-".join([kind, game.id, str(seats), *switches]) + ".jsonl") if folder else None


def run_simulation(spec: SimulationSpec, address: str, results: Path | None, as_json: bool) -> None:
    """Play, then print what it came to."""
    with session(address, [spec.loaded_game], results, spec.seed) as current:
        kept = len(ResultsFile(results, spec).kept) if results else 0
        begin, begin_processor = time.perf_counter(), time.process_time()
        blocks = list(current.run(spec, results, spec.matches, "matches", lambda block: block.matches))
        seconds, processor = time.perf_counter() - begin, time.process_time() - begin_processor
    tally, matches = total(blocks), spec.matches
    shares = [wins / SHARES / matches for wins in tally.wins]
    decisions = sum(block.decisions for block in blocks[kept:])
    # What other processes took is theirs to know.
    played_here = address.startswith("threads")
    speed = decisions / processor if played_here else decisions / seconds
    if as_json:
        result = {
            "game": spec.game,
            "seats": spec.seats,
            "options": spec.options,
            "matches": matches,
            "decisions": tally.decisions,
            "seconds": round(seconds, 6),
            "decisions_per_second": round(decisions / seconds),
            "processor_seconds": round(processor, 6) if played_here else None,
            "decisions_per_processor_second": round(speed) if played_here else None,
            "mean_decisions": tally.decisions / matches,
            "mean_scores": [points / matches for points in tally.points],
            "win_share": shares,
        }
        print(json.dumps(result))
        return
    table = Table("seat", "mean score", "win share")
    for seat, (points, share) in enumerate(zip(tally.points, shares, strict=True)):
        table.add_row(str(seat), f"{points / matches:.2f}", f"{share:.1%}")
    console = Console()
    console.print(table)
    console.print(
        f"{matches:,} matches, {tally.decisions / matches:.1f} decisions each (longest {tally.longest}), "
        f"{speed / 1e6:.2f} million decisions a second{' of processor time' if played_here else ''} "
        f"({f'{processor:.2f} s of it, ' if played_here else ''}{seconds:.2f} s by the clock)"
    )


def run_soak(games: Sequence[Game], decisions: int, address: str, results: Path | None, console: Console) -> None:
    """So many decisions of each game and variant, spread over all seat counts, half random and half advice."""
    folder = results_folder(results)
    with session(address, games, folder) as current:
        for game in games:
            share = decisions // (len(game.seat_counts) * len(POLICIES))
            for options, group in groupby(soak_specs(game), key=lambda spec: spec.options):
                count = sum(_soak(current, spec, share, folder, console) for spec in group)
                switched = {name: value for name, value in options.items() if value} or "usual options"
                console.print(f"[bold]{game.id}[/bold] with {switched}: {count:,} decisions, no fault")


def _soak(current: Session, spec: SoakSpec, decisions: int, folder: Path | None, console: Console) -> int:
    """Soak one case; returns how many decisions were checked."""
    file = file_in(folder, f"soak-{spec.policy}", spec.loaded_game, spec.seats, spec.options)
    begin = time.perf_counter()
    outcomes = current.run(spec, file, decisions, "decisions", lambda soaked: soaked.decisions)
    soaked = list(until(decisions, outcomes))
    done, matches = sum(part.decisions for part in soaked), sum(part.matches for part in soaked)
    console.print(
        f"{spec.game} {spec.seats} seats {spec.policy}: {done:,} decisions in {matches:,} matches, "
        f"{done / (time.perf_counter() - begin) / 1e6:.2f} M/s, no fault"
    )
    return done


def run_bench(games: Sequence[Game], seconds: float, threads: int, as_json: bool, console: Console) -> None:
    """Measure and print; JSON: ``machine``, ``python``, ``threads``, ``games`` (a list of what bench_game gives)."""
    rows = [bench_game(game, seconds, threads) for game in games]
    if as_json:
        about = {"machine": machine(), "python": platform.python_version(), "threads": threads, "games": rows}
        print(json.dumps(about))
        return
    console.print(f"{machine()}, Python {platform.python_version()}; decisions a second at the largest seat count")
    table = Table("game", "compiled", f"{threads} threads", "advice", "step from Python", "Match.play", "ready in")
    for row in rows:
        ratio = row["random_threads"] / row["random"]
        table.add_row(
            f"{row['game']} {row['seats']}",
            f"{row['random'] / 1e6:.2f} M",
            f"{row['random_threads'] / 1e6:.2f} M (× {ratio:.2f})",
            f"{row['advice'] / 1e6:.2f} M",
            f"{row['step_from_python']:,}",
            f"{row['match_play']:,}",
            f"{row['compile_or_load_seconds']:.2f} s",
        )
    console.print(table)
