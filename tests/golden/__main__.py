"""Write the golden files anew: ``python -m tests.golden [GAME …]``."""

from __future__ import annotations

import json
import sys

from caravanserai.games import game_names
from tests.golden import golden_cases, perft_counts, perft_file, playthrough, playthrough_file

for name in sys.argv[1:] or game_names():
    perft_file(name).write_text(json.dumps(perft_counts(name), indent=1) + "\n")
    for case in golden_cases():
        if case.name == name:
            playthrough_file(case).write_text(playthrough(case), encoding="utf-8")
            print(playthrough_file(case))
