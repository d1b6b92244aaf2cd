"""What the process that commands are forked from loads: all that a server does, and the code of the games that are
compiled. See ``forking.py``."""

from __future__ import annotations

import gc
import os

os.environ["COLUMNS"] = "120"  # consoles are made as their modules are loaded

import caravanserai.cli
import caravanserai.server.serving  # noqa: F401
from caravanserai.games import all_games
from caravanserai.kernel.compiling import COMPILER_ON
from caravanserai.preparing import RULES, parts_of

for part in parts_of(all_games(), [RULES]):
    if COMPILER_ON and part.is_there:
        part.load()
gc.collect()
gc.freeze()
