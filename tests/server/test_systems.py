"""What only some systems can do is refused on the others, in one sentence, or done without."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.helping import HelperSettings, check_helper
from caravanserai.server.serving import check_settings
from caravanserai.server.settings import Settings
from caravanserai.server.thinking import _give_way

POSTGRESQL = "postgresql://somebody@somewhere/something"


def test_windows_serves_tables_from_sqlite_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(InvalidOption, match="expected SQLite on Windows"):
        check_settings(Settings(database=POSTGRESQL, data=tmp_path, page=False))
    with pytest.raises(InvalidOption, match="expected SQLite on Windows"):
        check_helper(HelperSettings(database=POSTGRESQL, workers=1))
    check_settings(Settings(data=tmp_path, page=False))


def test_without_priorities_bots_think_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.nice(0)
    monkeypatch.delattr(os, "SCHED_IDLE")
    monkeypatch.delattr(os, "nice")
    _give_way()
    monkeypatch.undo()
    assert os.nice(0) == before
