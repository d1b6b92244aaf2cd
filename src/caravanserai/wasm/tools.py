"""The one tool that is needed beside the compiler: a linker for WebAssembly."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec

from caravanserai.kernel.errors import NotCompiled


def linker() -> list[str]:
    """The command of a linker: the system's, or the one of the ``ziglang`` package."""
    if found := shutil.which("wasm-ld"):
        return [found]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise NotCompiled("wasm-ld: not found; expected pip install 'caravanserai[wasm]', or LLVM's lld on the path")


def can_build() -> bool:
    """Whether modules can be made here."""
    try:
        return bool(linker())
    except NotCompiled:
        return False
