"""Modules on disk: made once for the same sources, kept in the user's cache folder, and put wherever a site wants them.

A folder of modules holds for each game ``<game>.<key>.wasm`` and ``<game>.<key>.json``, both named by what they were
made of, ``<game>.<key>.network`` if a bot was taught to play it, and ``index.json``, which says the key of each game.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_path

from caravanserai.bots import search
from caravanserai.bots.learned import is_taught, weights_file
from caravanserai.kernel.compiling import KEEP_UNUSED_DAYS, KERNEL
from caravanserai.kernel.errors import NotCompiled
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import default_threads

INDEX = "index.json"
MODULE, DESCRIPTION, NETWORK = ".wasm", ".json", ".network"
HERE = Path(__file__).resolve().parent
THINKING = Path(search.__file__).resolve().parent
OURS = {"NUMBA_OPT": "0", "NUMBA_BOUNDSCHECK": "0", "NUMBA_DISABLE_JIT": "0"}
"""The compiler of a module optimises nothing by itself: that is done for WebAssembly, afterwards."""


@cache
def module_key(game: Game) -> str:
    """A hash of all that a game's module and its description are made of. Whatever compiles them, they do the same: so
    a module that came with a wheel is known anywhere."""
    digest = hashlib.sha256()
    for folder in (KERNEL, THINKING, HERE, game.folder):
        for path in sorted([*folder.rglob("*.py"), *folder.glob("edition.toml")]):
            digest.update(str(path.relative_to(folder)).encode())
            digest.update(path.read_bytes())
    if is_taught(game):
        digest.update(weights_file(game).read_bytes())
    return digest.hexdigest()[:16]


def modules_folder() -> Path:
    """Where modules are kept that this compiler made."""
    return user_cache_path("caravanserai") / "modules" / f"numba-{version('numba')}-llvmlite-{version('llvmlite')}"


def kept(game: Game) -> tuple[Path, Path]:
    """The files of a game's module and of its description, whether they are there or not."""
    module = modules_folder() / f"{game.id}.{module_key(game)}{MODULE}"
    return module, module.with_suffix(DESCRIPTION)


def files(game: Game) -> list[Path]:
    """All that is kept of a game: its module, the description, and what a bot has learned of it."""
    module, described = kept(game)
    return [module, described, *([module.with_suffix(NETWORK)] if is_taught(game) else [])]


def is_built(game: Game) -> bool:
    """Whether a game's module is there."""
    return all(path.is_file() for path in files(game))


def build(game: Game) -> tuple[Path, Path]:
    """A game's module and its description, made if they are not there yet."""
    module, described = kept(game)
    if not is_built(game):
        module.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(module.with_suffix(".lock")):
            if not is_built(game):
                _make(game, module, described)
                _forget_old(module.parent)
    for path in files(game):
        os.utime(path)
    return module, described


def _make(game: Game, module: Path, described: Path) -> None:
    """Have the files made by a process of its own. It hears from us for as long as we live, and ends when we do."""
    command = [sys.executable, "-m", "caravanserai.wasm", game.id, str(module), str(described)]
    with subprocess.Popen(
        command,
        env={**os.environ, **OURS},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = process.stderr.read()
    if process.returncode:
        raise NotCompiled(said.strip().removeprefix("caravanserai: "))


def _forget_old(folder: Path) -> None:
    """Remove modules that nobody has asked for in a month."""
    for path in folder.iterdir():
        if time.time() - path.stat().st_mtime > KEEP_UNUSED_DAYS * 86400:
            path.unlink(missing_ok=True)


def build_all(games: Sequence[Game], out: Path) -> dict[str, tuple[Path, Path]]:
    """Put the modules of some games into a folder, and nothing else; returns their files there."""
    with ThreadPoolExecutor(default_threads()) as pool:
        made = dict(zip([game.id for game in games], pool.map(build, games), strict=True))
    out.mkdir(parents=True, exist_ok=True)
    wanted = {path.name: path for game in games for path in files(game)}
    for old in out.iterdir():
        if old.suffix in (MODULE, DESCRIPTION, NETWORK) and old.name not in wanted:
            old.unlink()
    for name, path in wanted.items():
        if not (out / name).is_file():
            shutil.copyfile(path, out / name)
    keys = {game.id: module_key(game) for game in games}
    (out / INDEX).write_text(json.dumps(keys), encoding="utf-8")
    return {name: (out / module.name, out / described.name) for name, (module, described) in made.items()}
