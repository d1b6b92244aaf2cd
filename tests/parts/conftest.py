"""The wheel whose parts are tried."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.parts.installing import build_wheel

collect_ignore = [] if sys.platform == "linux" else ["test_room.py"]
"""A room is a service of systemd."""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel to be tried: a given one, as before a release, or one of what is here."""
    given = os.environ.get("CARAVANSERAI_WHEEL")
    return Path(given).resolve() if given else build_wheel(tmp_path_factory.mktemp("wheel"))
