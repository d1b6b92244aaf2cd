"""From a module of LLVM's language to WebAssembly: made ready for it, optimised, compiled and linked."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from llvmlite import binding  # type: ignore[import-untyped]

from caravanserai.kernel.errors import NotCompiled
from caravanserai.wasm.lowering import Entry
from caravanserai.wasm.tools import linker

TRIPLE = "wasm32-unknown-unknown"

FEATURES = "+bulk-memory,+bulk-memory-opt,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""What every browser of the last years can: whole stretches of memory copied at once, conversions that never trap, and
four numbers worked on at a time."""

STACK = 1 << 20
"""Bytes of the stack. Scratch lies there, and 64 kB were too little for Marracash."""

GLUE = """
define void @NRT_incref(ptr %of) alwaysinline { ret void }
define void @NRT_decref(ptr %of) alwaysinline { ret void }
define double @floor(double %x) alwaysinline { %y = call double @llvm.floor.f64(double %x) ret double %y }
define double @sqrt(double %x) alwaysinline { %y = call double @llvm.sqrt.f64(double %x) ret double %y }
declare double @llvm.floor.f64(double)
declare double @llvm.sqrt.f64(double)
declare void @llvm.trap()
"""
"""What compiled code expects of its surroundings. Nothing is ever made on a heap, so nobody counts who still uses it;
rounding down and roots are instructions."""

COUNTED = re.compile(r"^define [^\n]*@NRT_(?:in|de)cref\([^\n]*\{.*?^\}$", re.MULTILINE | re.DOTALL)
SIGNATURE = r"^define (?:linkonce_odr )?i32 @{name}\(([^\n]*)\)[^\n]*\{{$"
RETURNED = {"i32": "i32", "double": "double", "void": "ptr"}


def linked(module: Any, entries: dict[str, Entry], game: str) -> bytes:
    """The WebAssembly of a module that exports its entries by their short names."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")
    text = COUNTED.sub("", str(module)).replace(" common global ", " linkonce_odr global ")
    text += GLUE + "".join(_door(text, short, entry) for short, entry in entries.items())
    ready = binding.parse_assembly(_once(text))
    ready.triple, ready.data_layout = TRIPLE, str(machine.target_data)
    for function in ready.functions:
        if not function.is_declaration and function.name not in entries:
            function.linkage = "internal"
    for variable in ready.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    _optimise(ready, machine)
    with TemporaryDirectory() as folder:
        made, out = Path(folder) / "game.o", Path(folder) / "game.wasm"
        made.write_bytes(machine.emit_object(ready))
        exports = [f"--export={name}" for name in entries]
        command = [*linker(), "--no-entry", "--strip-all", "--gc-sections", "-O2", "-z", f"stack-size={STACK}",
                   "--export=__heap_base", *exports, str(made), "-o", str(out)]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotCompiled(_why(game, done.stderr))
        return out.read_bytes()


def _door(text: str, short: str, entry: Entry) -> str:
    """A function that calls an entry as the compiler's own code would: with a place for what it gives and one for what
    went wrong. Nothing can go wrong but a fault of ours, which ends the call."""
    name, gives = entry
    found = re.search(SIGNATURE.format(name=re.escape(name)), text, re.MULTILINE)
    if found is None:
        raise ValueError(f"{short}: not in the module")
    kinds = [given.strip().split(" ")[0] for given in found.group(1).split(",")][2:]
    given = ", ".join(f"{kind} %a{k}" for k, kind in enumerate(kinds))
    passed = "".join(f", {kind} %a{k}" for k, kind in enumerate(kinds))
    back = "ret void" if gives == "void" else f"%found = load {gives}, ptr %out ret {gives} %found"
    return f"""
define {gives} @{short}({given}) {{
  %out = alloca {RETURNED[gives]}
  %why = alloca ptr
  %status = call i32 @{name}(ptr %out, ptr %why{passed})
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %good, label %bad
bad:
  call void @llvm.trap()
  unreachable
good:
  {back}
}}
"""


def _once(text: str) -> str:
    """Each declaration once, and none of what is defined."""
    defined = set(re.findall(r'^define [^\n]*?@("[^"]+"|[\w.$]+)\(', text, re.MULTILINE))
    seen: set[str] = set()
    lines = []
    for line in text.split("\n"):
        if line.startswith("declare "):
            name = re.search(r'@("[^"]+"|[\w.$]+)\(', line)
            if name and (name.group(1) in defined or name.group(1) in seen):
                continue
            if name:
                seen.add(name.group(1))
        lines.append(line)
    return "\n".join(lines)


def _optimise(module: Any, machine: Any) -> None:
    """Optimise for WebAssembly. Nothing here allows a sum of fractions to come out otherwise than it does elsewhere:
    without ``fastmath`` LLVM keeps their order, also where it works on four numbers at a time."""
    tuning = binding.create_pipeline_tuning_options(speed_level=3)
    builder = binding.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)


def _why(game: str, said: str) -> str:
    """What a linker's complaint means."""
    missing = sorted(set(re.findall(r"undefined symbol: (\S+)", said)))
    if missing:
        return (
            f"{game}: compiled code calls {', '.join(missing)}; expected none that makes arrays (kernel/scratch.py) or "
            f"takes powers other than those of kernel/powers.py"
        )
    return f"{game}: could not be linked: {said.strip()}"
