"""From a game's functions to one module of LLVM's language, not optimised yet and for no machine in particular.

The functions are compiled as they are for this machine, up to the point where the machine begins to matter. That needs
Numba's optimiser to be off (``NUMBA_OPT=0``), which is a matter of the whole process: so this runs in one of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
from llvmlite import binding  # type: ignore[import-untyped]
from numba import types
from numba.core import config

from caravanserai.kernel.any_game import bound
from caravanserai.kernel.game import Game
from caravanserai.wasm.entries import Sizes, signatures

OPTIONS: Any = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Entry(NamedTuple):
    """A function that a module exports: its name in the module, and LLVM's type of what it gives."""

    name: str
    gives: str


GIVES = {types.void: "void", types.int32: "i32", types.float64: "double"}


def lowered(game: Game) -> tuple[Any, dict[str, Entry]]:
    """The module, and the entries in it by their short names."""
    if config.OPT != 0:  # type: ignore[attr-defined]
        raise RuntimeError("the compiler optimises for this machine: expected NUMBA_OPT=0")
    contract, presenter = game.contract, game.presenter
    known = {**contract.signatures, **presenter.signatures}
    compiled: dict[str, Any] = {}

    def find(name: str) -> Any:
        if name not in compiled:
            source = contract.source(name) or presenter.source(name)
            compiled[name] = numba.njit(known[name], **OPTIONS)(source)
        return compiled[name]

    made: dict[Any, Any] = {}
    module, entries = binding.parse_assembly(""), {}
    for entry, signature in signatures(game).items():
        function = bound(entry, find, made)
        function.__globals__.update(Sizes.of(game)._asdict())
        library, name = _compiled(function, signature)
        module.link_in(library)
        entries[entry.__name__.removesuffix("_entry")] = Entry(name, GIVES[signature.return_type])
    return module, entries


def _compiled(function: Callable[..., Any], signature: Any) -> tuple[Any, str]:
    """The module of a function and all that it calls, and the function's name in it."""
    dispatcher: Any = numba.njit(signature, **OPTIONS)(function)
    (result,) = dispatcher.overloads.values()
    return binding.parse_assembly(result.library.get_llvm_str()), result.fndesc.llvm_func_name
