"""Compiling ahead of need, with a progress bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from caravanserai.kernel.compiling import cache_folder, forget_old_code
from caravanserai.kernel.contract import FUNCTIONS
from caravanserai.kernel.game import Game

ENGINE_PARTS = ("matches", "soak")


def compile_steps(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """The pieces of a game that are compiled, in order."""
    for name in FUNCTIONS:
        yield name, lambda name=name: game.contract.function(name)
    for name in ENGINE_PARTS:
        yield name, lambda name=name: getattr(game.engine, name)


def warm_games(games: Sequence[Game], console: Console) -> None:
    """Compile games that are not compiled yet; says how long it took."""
    begin = time.perf_counter()
    bar = Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console, transient=True)
    with bar:
        task = bar.add_task("compiling", total=len(games) * (len(FUNCTIONS) + len(ENGINE_PARTS)))
        for game in games:
            for name, compile_now in compile_steps(game):
                bar.update(task, description=f"compiling {game.id}: {name}")
                compile_now()
                bar.advance(task)
    forget_old_code()
    console.print(f"{len(games)} games ready after {time.perf_counter() - begin:.1f} s; machine code in {cache_folder()}")
