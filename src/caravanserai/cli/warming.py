"""Compiling ahead of need, with a progress bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from caravanserai.bots.search import searcher
from caravanserai.kernel.compiling import forget_old_code
from caravanserai.kernel.game import Game


def warm_games(games: Sequence[Game], console: Console) -> float:
    """Compile what is not compiled yet, with a progress bar that leaves nothing behind; returns the seconds."""
    begin = time.perf_counter()
    bar = Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console, transient=True)
    with bar:
        steps: dict[Game, list[tuple[str, Callable[[], object]]]] = {
            game: [*game.compile_steps(), ("search", partial(getattr, searcher(game), "grow"))] for game in games
        }
        task = bar.add_task("compiling", total=sum(map(len, steps.values())))
        for game in games:
            for name, compile_now in steps[game]:
                bar.update(task, description=f"compiling {game.id}: {name}")
                compile_now()
                bar.advance(task)
    forget_old_code()
    return time.perf_counter() - begin
