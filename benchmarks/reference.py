"""Our share of what C does: random matches of Tan-Tan Caravan here and in ``tantan.c``, one thread, in turns.

    python -m benchmarks.reference [--matches 20000] [--rounds 5] [--json]

``tantan.c`` is a literal translation of the rules, built with the system's compiler (``CC``, or ``cc``) at its highest
level. Both play the same matches from the same seed: if their decisions, points or wins differ, nothing is measured.
Time is the processor's, so that what else runs on the machine does not count; each figure is the best round.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from caravanserai.games import find_game
from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.playout import RANDOM
from caravanserai.lab.bench import machine

GAME = "tantan"
SEED = seed_bytes(7)
SOURCE = Path(__file__).with_name("tantan.c")
NUMBERS = ("copies", "points", "purse", "slot_cost", "places", "removed", "hand_limit", "merchant_points")
"""The edition as the C program has it, in this order, a byte each."""

Play = Callable[[int, int], Any]
"""Play so many matches from the first one given on; gives decisions, the longest, and points and wins of each seat."""


def compiler() -> str | None:
    """The system's C compiler, if there is one."""
    return shutil.which(os.environ.get("CC", "cc"))


def built(cc: str, folder: str) -> Any:
    """The C program as a library."""
    library = Path(folder) / "tantan.so"
    subprocess.run([cc, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
    return ctypes.CDLL(str(library))


def in_c(library: Any) -> Play:
    """Matches played by the C program."""
    game = find_game(GAME)
    edition = b"".join(np.asarray(game.edition().array[0][name], np.int8).tobytes() for name in NUMBERS)
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    library.play_matches.argtypes = (ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, number, number, pointer)

    def play(first: int, count: int) -> Any:
        totals = np.zeros(2 + 2 * game.most, np.int64)
        library.play_matches(edition, game.most, SEED, first, count, totals.ctypes.data)
        return totals

    return play


def in_our_engine() -> Play:
    """The same matches played by the compiled rules."""
    game = find_game(GAME)
    board = game.engine.board(game.edition().array, game.blank(game.most, game.lab_options({})), new_chance(SEED))

    def play(first: int, count: int) -> Any:
        totals = np.zeros(2 + 2 * game.most, np.int64)
        game.engine.matches(board, RANDOM, first, count, totals)
        return totals

    return play


def rate(play: Play, first: int, count: int) -> float:
    """Decisions a second of processor time."""
    begin = time.thread_time()
    decisions = play(first, count)[0]
    return float(decisions / (time.thread_time() - begin))


def main() -> None:
    """Check that both play the same, measure in turns, print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--matches", type=int, default=20_000)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    cc = compiler()
    if cc is None:
        print("C reference: no C compiler found (CC, or cc); expected one to compare with")
        return
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours = in_c(built(cc, folder)), in_our_engine()
        if (theirs(0, 1000) != ours(0, 1000)).any():
            sys.exit(f"C reference: {SOURCE.name} and the rules play different matches; expected the same")
        rates = [
            (rate(theirs, k * given.matches, given.matches), rate(ours, k * given.matches, given.matches))
            for k in range(given.rounds)
        ]
    c, mine = (max(column) for column in zip(*rates, strict=True))
    if given.json:
        print(json.dumps({"machine": machine(), "c": round(c), "ours": round(mine), "share": round(mine / c, 2)}))
        return
    print(f"{machine()}, one thread, random matches of {GAME}, decisions a second of processor time")
    print(f"literal C ({cc} -O3): {c / 1e6:.1f} M; ours: {mine / 1e6:.1f} M, {mine / c:.2f} × of it; the same matches")


if __name__ == "__main__":
    main()
