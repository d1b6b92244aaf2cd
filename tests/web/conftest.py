from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from caravanserai.server.site import is_built
from tests.server.running import Server
from tests.web import browsing


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsing.browser() as running:
        yield running


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the built page, shared by tests that do not stop it."""
    assert is_built(), "the page is not built: run `make web`"
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running
        assert "Traceback" not in running.log.read_text()
