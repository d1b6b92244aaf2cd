"""Write the golden files anew: ``python -m tests.golden [GAME …]``."""

from __future__ import annotations

import sys

from caravanserai.games import game_names
from tests.golden import golden_cases, playthrough, playthrough_file, write_rules_record

for name in sys.argv[1:] or game_names():
    write_rules_record(name)
    for case in golden_cases():
        if case.name == name:
            playthrough_file(case).write_text(playthrough(case), encoding="utf-8")
            print(playthrough_file(case))
