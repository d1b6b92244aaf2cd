"""Compiling ahead of need, with a progress bar; several games at a time where there are processors for it."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from caravanserai.bots.search import searcher
from caravanserai.games import find_game
from caravanserai.kernel.compiling import COMPILER_ON, forget_old_code
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import default_threads


def warm_games(games: Sequence[Game], console: Console) -> float:
    """Compile what is not compiled yet, with a progress bar that leaves nothing behind; returns the seconds."""
    begin = time.perf_counter()
    bar = Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console, transient=True)
    several = len(games) > 1 and default_threads() > 1 and COMPILER_ON
    with bar:
        steps = len(games) if several else sum(len(compile_steps(game)) for game in games)
        task = bar.add_task("compiling", total=steps)
        for description in _side_by_side(games) if several else _one_by_one(games):
            bar.update(task, advance=1, description=f"compiling: {description}")
    forget_old_code()
    return time.perf_counter() - begin


def compile_steps(game: Game) -> list[tuple[str, Callable[[], object]]]:
    """The pieces of a game that are compiled, its search among them."""
    return [*game.compile_steps(), ("search", partial(getattr, searcher(game), "grow"))]


def _one_by_one(games: Sequence[Game]) -> Iterator[str]:
    """Compile in this process, which then has the games loaded; yields what is done."""
    for game in games:
        for name, compile_now in compile_steps(game):
            compile_now()
            yield f"{game.id}, {name}"


def _side_by_side(games: Sequence[Game]) -> Iterator[str]:
    """Compile each game in a process of its own, for the compiler runs on one processor."""
    workers = min(len(games), default_threads())
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_compile, game.id) for game in games]):
            yield done.result()


def _compile(name: str) -> str:
    for _, compile_now in compile_steps(find_game(name)):
        compile_now()
    return name
