"""Compilation: where the machine code is kept, and the decorators the rules are compiled with.

Numba's disk cache does not notice an edit in an *imported* module, so the folder it lives in is keyed on a
hash of every source file that could be compiled. Import this module before ``numba``.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Any, TypeVar, cast

from platformdirs import user_cache_path

GAMES_GROUP = "caravanserai.games"
"""The entry-point group through which games are found."""

KEEP_UNUSED_DAYS = 30

NEVER_COMPILED = frozenset({"cli", "server", "words"})
"""Folders of this package in which nothing is compiled: an edit there must not cost anybody a minute."""

F = TypeVar("F", bound=Callable[..., Any])


def _source_folders() -> Iterator[Path]:
    """The folders whose sources are compiled: this package, and every other package that brings a game."""
    here = Path(__file__).resolve().parent.parent
    yield here
    outside = {point.module.partition(".")[0] for point in entry_points(group=GAMES_GROUP)}
    for package in sorted(outside - {"caravanserai"}):
        spec = importlib.util.find_spec(package)
        yield from map(Path, (spec.submodule_search_locations if spec else None) or ())


def source_key() -> str:
    """A hash of all that decides what the compiler produces."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for switch in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME"):
        digest.update(f"{switch}={os.environ.get(switch, '')};".encode())
    for folder in _source_folders():
        for path in sorted(folder.rglob("*.py")):
            place = path.relative_to(folder)
            if place.parts[0] not in NEVER_COMPILED:
                digest.update(str(place).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where machine code for the present sources is kept."""
    return Path(os.environ["NUMBA_CACHE_DIR"])


def forget_old_code() -> None:
    """Remove machine code of sources that nobody has used for a month."""
    for folder in cache_folder().parent.glob("code-*"):
        if folder != cache_folder() and time.time() - folder.stat().st_mtime > KEEP_UNUSED_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


if "NUMBA_CACHE_DIR" not in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(user_cache_path("caravanserai") / f"code-{source_key()}")

import numba  # noqa: E402  (the cache folder must be set before)

COMPILER_ON: bool = not getattr(numba.config, "DISABLE_JIT", 0)


def helper(function: F) -> F:
    """Compile a function that only compiled functions call; it is linked into its callers."""
    return cast(F, numba.njit(nogil=True, error_model="numpy")(function))


def hot(function: F) -> F:
    """A helper that is put whole into each of its callers: for the few that run at every decision."""
    return cast(F, numba.njit(nogil=True, error_model="numpy", forceinline=True)(function))


def compiled(signature: Any) -> Callable[[F], F]:
    """Compile for one explicit signature and keep the machine code on disk."""

    def compile_now(function: F) -> F:
        return cast(F, numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function))

    return compile_now
