"""Golden playthroughs and node counts: what a change does to the rules shows in their diff."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caravanserai.games import game_names
from caravanserai.kernel.compiling import COMPILER_ON
from tests import golden
from tests.cases import CASES, Case, effort
from tests.golden import (
    NODES,
    golden_cases,
    playthrough,
    playthrough_file,
    rules_file,
    rules_record,
    write_rules_record,
)
from tests.golden.telling import fingerprint, recorded


@pytest.mark.parametrize("case", golden_cases(), ids=str)
def test_the_playthrough_is_as_recorded(case: Case) -> None:
    assert playthrough_file(case).exists(), "no playthrough; `make golden` writes it"
    assert playthrough(case) == playthrough_file(case).read_text(encoding="utf-8")


FEWER_NODES = effort(NODES, 200)
"""Without the compiler the same counts, not as deep."""


@pytest.mark.parametrize("game", game_names())
def test_the_rules_are_as_recorded_for_their_version(game: str) -> None:
    assert rules_file(game).exists(), "no record of the rules; `make golden` writes it"
    found, known = rules_record(game, FEWER_NODES), json.loads(rules_file(game).read_text())
    if not COMPILER_ON:
        assert all(found["perft"].values())
        known["perft"] = {case: counts[: len(found["perft"][case])] for case, counts in known["perft"].items()}
    assert found == known, "if a rule or a verb has changed, raise rules_version in edition.toml"


def test_changed_rules_are_not_recorded_under_the_old_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_names()[0]
    record = rules_record(game, FEWER_NODES)
    (tmp_path / rules_file(game).name).write_text(json.dumps({**record, "verbs": []}))
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    with pytest.raises(SystemExit, match="raise rules_version"):
        write_rules_record(game, FEWER_NODES)
    (tmp_path / rules_file(game).name).write_text(json.dumps({**record, "verbs": [], "rules_version": 0}))
    write_rules_record(game, FEWER_NODES)
    assert json.loads((tmp_path / rules_file(game).name).read_text()) == record


# Without the compiler playing these matches to their end takes a quarter of an hour: one case a game, then.
TOLD = CASES if COMPILER_ON else [case for case in CASES if case.seats == case.game.fewest and not case.options]


@pytest.mark.parametrize("case", TOLD, ids=str)
def test_all_that_is_told_is_as_recorded(case: Case) -> None:
    assert fingerprint(case, "short") == recorded("short")[str(case)], f"see tests/golden/telling.py --show {case}"
