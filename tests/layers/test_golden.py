"""Golden playthroughs and node counts: what a change does to the rules shows in their diff."""

from __future__ import annotations

import json

import pytest

from caravanserai.games import game_names
from tests.cases import Case
from tests.golden import golden_cases, perft_counts, perft_file, playthrough, playthrough_file


@pytest.mark.parametrize("case", golden_cases(), ids=str)
def test_the_playthrough_is_as_recorded(case: Case) -> None:
    assert playthrough_file(case).exists(), "no playthrough; `make golden` writes it"
    assert playthrough(case) == playthrough_file(case).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", game_names())
def test_the_node_counts_are_as_recorded(game: str) -> None:
    assert perft_file(game).exists(), "no node counts; `make golden` writes them"
    assert perft_counts(game) == json.loads(perft_file(game).read_text())
