"""The engine in the browser: from a game's compiled functions to a WebAssembly module and a description of its records.

``build(game)`` makes both, or finds them made of the same sources; ``caravanserai wasm`` does so from the command line.
How it is done is told in ``docs/wasm.md``; ``web/src/engine/engine.ts`` is what uses them.
"""

from caravanserai.wasm.building import build, build_all, is_built, kept, module_key, modules_folder
from caravanserai.wasm.tools import can_build

__all__ = ["build", "build_all", "can_build", "is_built", "kept", "module_key", "modules_folder"]
