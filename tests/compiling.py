"""Compile what tests need of every game beside what ``caravanserai warm`` makes for players, once and for all.

    python -m tests.compiling

What is not there when a test calls it is compiled by the process that runs the test, and so by each of them.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from caravanserai.games import find_game, game_names


def compile_rest(name: str) -> None:
    """What positions are checked with, and what guesses at what is hidden."""
    functions = find_game(name).functions
    assert functions.audit
    assert functions.determinize


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(compile_rest, game_names()))
