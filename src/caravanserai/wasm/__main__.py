"""Makes one module, in a process whose compiler is set up for it: see ``building.py``."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

from caravanserai.bots.learned import is_taught
from caravanserai.games import find_game
from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.wasm.building import NETWORK, module_key
from caravanserai.wasm.describing import description, network
from caravanserai.wasm.linking import linked
from caravanserai.wasm.lowering import lowered
from caravanserai.wasm.tools import linker


def main(name: str, module: Path, described: Path) -> None:
    """Write the files. The description comes last: it says that the module is there."""
    linker()  # without one there is no use in beginning
    game = find_game(name)
    _write(module, linked(*lowered(game), game.id))
    if is_taught(game):
        _write(module.with_suffix(NETWORK), network(game))
    _write(described, json.dumps(description(game, module_key(game)), ensure_ascii=False).encode())


def _write(path: Path, contents: bytes) -> None:
    half = path.with_suffix(f"{path.suffix}.{os.getpid()}")
    half.write_bytes(contents)
    half.replace(path)


def _end_with_parent() -> None:
    """Whoever wants the module holds our standard input open: nothing comes, and its end is theirs."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
    except CaravanseraiError as problem:
        sys.exit(f"caravanserai: {problem}")
