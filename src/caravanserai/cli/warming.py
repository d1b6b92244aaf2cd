"""Compiling ahead of need, with a progress bar; side by side where there are processors for it."""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from caravanserai.bots import search
from caravanserai.games import find_game
from caravanserai.kernel.compiling import COMPILER_ON, code_folder, forget_old_code, source_key
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import default_threads
from caravanserai.lab.engine import serve_parent


def warm_games(games: Sequence[Game], console: Console, parts: Collection[str] | None = None) -> float:
    """Compile what is not compiled yet, with a progress bar that leaves nothing behind; returns the seconds. ``parts``
    are those that are needed, all if none are named."""
    begin = time.perf_counter()
    bar = Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console, transient=True)
    wanted = [part for part in PARTS if parts is None or part in parts]
    jobs = [(game.id, part) for part in wanted for game in games if COMPILER_ON and not _mark(game, part).exists()]
    with bar:
        task = bar.add_task("compiling", total=len(jobs))
        for name, part in _side_by_side(jobs) if len(jobs) > 1 and default_threads() > 1 else map(_compile, jobs):
            _mark(find_game(name), part).touch()
            bar.update(task, advance=1, description=f"compiling: {name}, {part}")
    forget_old_code()
    return time.perf_counter() - begin


def _mark(game: Game, part: str) -> Path:
    """The file that says that a part of a game is compiled. The compiler finds code again only for sources that lie
    where they lay: another copy of them is compiled anew."""
    rest = Path(search.__file__).parent
    where = hashlib.sha256(f"{game.contract.folder} {rest}".encode()).hexdigest()[:8]
    return code_folder(game.contract.folder) / f"warm-{part}-{source_key(rest)}-{where}"


def _rules(game: Game) -> None:
    """All that people at a table need. ``audit`` looks at positions from files and at those of a soak test: whoever has
    none does not wait for it."""
    for name, compile_now in game.compile_steps():
        if name != "audit":
            compile_now()


def _search(game: Game) -> None:
    """What bots think with, the rules put into it."""
    _ = search.searcher(game).grow


def _playouts(game: Game) -> None:
    """What plays whole matches, for the lab. What plays them for a soak test is compiled when there is one."""
    _ = game.engine.matches


PARTS: dict[str, Callable[[Game], None]] = {"rules": _rules, "search": _search, "playouts": _playouts}
"""What is compiled of a game, one part after the other; each by itself, for the compiler runs on one processor."""

AT_A_TABLE = ("rules", "search")
"""The parts that people and bots at a table need."""


def _compile(job: tuple[str, str]) -> tuple[str, str]:
    name, part = job
    PARTS[part](find_game(name))
    return job


def _side_by_side(jobs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Compile in processes side by side; yields what is done."""
    workers = min(len(jobs), default_threads())
    context = multiprocessing.get_context("spawn")
    left = {name: deque(part for other, part in jobs if other == name) for name, _ in jobs}
    with ProcessPoolExecutor(workers, context, initializer=serve_parent) as pool:
        under_way = {pool.submit(_compile, (name, parts.popleft())) for name, parts in left.items()}
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for name, part in (future.result() for future in done):
                # The rest finds the rules compiled: they are put into it.
                if part == "rules":
                    under_way |= {pool.submit(_compile, (name, other)) for other in left[name]}
                    left[name].clear()
                elif left[name]:
                    under_way.add(pool.submit(_compile, (name, left[name].popleft())))
                yield name, part
