"""Compilation: where the machine code is kept, and the decorators the rules are compiled with.

Numba's disk cache does not notice an edit in an *imported* module. So each game's machine code lies in a folder keyed
on a hash of the sources it is made of: the kernel's and the game's own.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from platformdirs import user_cache_path

KERNEL = Path(__file__).resolve().parent
KEEP_UNUSED_DAYS = 30
COMPILER_ON: bool = not getattr(numba.config, "DISABLE_JIT", 0)

F = TypeVar("F", bound=Callable[..., Any])

_compiling = threading.RLock()


def source_key(*folders: Path) -> str:
    """A hash of all that decides what the compiler makes of the sources in some folders."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for switch in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME"):
        digest.update(f"{switch}={os.environ.get(switch, '')};".encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(str(path.relative_to(folder)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where all machine code is kept; NUMBA_CACHE_DIR chooses another place."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("caravanserai") / "code"


@cache
def code_folder(sources: Path) -> Path:
    """Where machine code made of the kernel and of the sources in a folder is kept."""
    folder = cache_folder() / f"{sources.name}-{source_key(KERNEL, sources)}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return folder


def forget_old_code() -> None:
    """Remove machine code that nobody has used for a month."""
    for folder in cache_folder().glob("*-" + "?" * 16):
        if time.time() - folder.stat().st_mtime > KEEP_UNUSED_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


def helper(function: F) -> F:
    """Compile a function that only compiled functions call; it is linked into its callers."""
    return _linked(function)


def hot(function: F) -> F:
    """A helper that is put whole into each of its callers: for the few that run at every decision."""
    return _linked(function, forceinline=True)


def _linked(function: F, **more: Any) -> F:
    """A function for compiled callers. What calling it from Python takes is made only when that happens, which saves a
    tenth of all compiling.

    Its callers find it compiled for numbers of 64 bits, whatever their own are: it would be compiled anew for each mix
    of widths, another fifth. Unsigned numbers of 32 bits and more stay as they are: the cipher counts on their width.
    """
    if not COMPILER_ON:
        return function
    options = {"nogil": True, "error_model": "numpy", **more}
    without_wrappers = {**options, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher: Any = numba.njit(**without_wrappers)(function)
    for_python = numba.njit(**options)(function)
    fold = dispatcher._compiler.fold_argument_types

    def fold_argument_types(args: Any, kws: dict[str, Any]) -> Any:
        signature, given = fold(args, kws)
        return signature, tuple(map(_widened, given))

    def add_overload(compiled: Any) -> None:
        dispatcher.overloads[tuple(compiled.signature.args)] = compiled

    dispatcher._compiler.fold_argument_types = fold_argument_types
    dispatcher.add_overload = add_overload
    dispatcher._compile_for_args = lambda *args, **kws: for_python
    return cast(F, dispatcher)


def _widened(of: Any) -> Any:
    types: Any = numba.types
    if isinstance(of, types.Omitted):
        of = types.int64 if type(of.value) is int else of
    elif isinstance(of, types.IntEnumMember):
        of = types.int64
    else:
        of = types.unliteral(of)
    narrow = isinstance(of, types.Integer) and (of.signed or of.bitwidth < 32)
    return types.int64 if narrow else of


@cache
def _load_without_linear_algebra() -> None:
    """Load what Numba knows of arrays. Where there is SciPy it would load its linear algebra too, only to note that it
    is there: a sixth of what a process takes before it plays. Whoever compiles a product of matrices still gets it, for
    there Numba looks again; the inner products of ``np.correlate`` and ``np.convolve`` are those of an installation
    without SciPy."""
    linalg: Any = import_module("numba.np.linalg")
    look = getattr(linalg, "ensure_blas", None)
    if look is None or "scipy.linalg" in sys.modules:
        return

    def not_now() -> None:
        raise ImportError("not looked for")

    linalg.ensure_blas = not_now
    try:
        arraymath: Any = import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = look
    arraymath.ensure_blas = look


def compiled(function: F, signature: Any, sources: Path, long: bool = False, allocates: bool = True) -> F:
    """Compile for one explicit signature; ``sources`` is the folder of the game that the machine code depends on.

    Only what runs for long lets other threads run meanwhile: for what takes a microsecond, letting go of Python's lock
    and waiting for it again takes ten. Code that makes no arrays needs not to count who still uses one, which would
    take half the time of a loop over matches."""
    options: Any = {"cache": True, "nogil": long, "error_model": "numpy", "_nrt": allocates, "no_cfunc_wrapper": True}
    with _compiling:
        _load_without_linear_algebra()
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(code_folder(sources))  # type: ignore[attr-defined]
        try:
            return cast(F, numba.njit(signature, **options)(function))
        finally:
            numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
