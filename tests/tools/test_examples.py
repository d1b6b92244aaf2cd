"""Every example is run as it stands, for fewer steps than it would take by itself."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.tools import ROWS, Row


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_an_example_runs(row: Row, capsys: Any) -> None:
    assert row.run(row.few) >= row.few
    assert capsys.readouterr().out
