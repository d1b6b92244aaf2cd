"""Any game: whatever sequence of choices hypothesis thinks of, the pieces add up and the log replays."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caravanserai.match import Match, replay
from tests.cases import CASES, Case, audit, effort

PATHS = st.lists(st.integers(0, 999), max_size=effort(120, 25))


@pytest.mark.parametrize("case", CASES, ids=str)
@settings(max_examples=effort(15, 3), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(seed=st.integers(0, 2**32), path=PATHS)
def test_any_path_is_sound_and_replays(case: Case, seed: int, path: list[int]) -> None:
    match = Match(case.game, case.seats, case.lab_options, seed)
    for number in path:
        if match.over:
            break
        seat = match.actors[number % len(match.actors)]
        choices = match.choices(seat)
        match.play(seat, choices[number % len(choices)])
        assert audit(case, match._states) == (0, 0, 0, 0)
        if number % 11 == 0 and match.can_undo(seat):
            before = match.decisions
            match.undo(seat)
            assert match.decisions == before - 1
            assert audit(case, match._states) == (0, 0, 0, 0)
    assert replay(match.log()).state_bytes() == match.state_bytes()
