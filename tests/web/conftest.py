from __future__ import annotations

from collections.abc import Iterator

import pytest

from caravanserai.games import all_games
from caravanserai.server.site import is_built
from caravanserai.wasm import build
from tests.server.running import Server


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the built page, shared by tests that do not stop it."""
    assert is_built(), "the page is not built: run `make web`"
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


@pytest.fixture(scope="session")
def engines() -> None:
    """The games as browsers play them by themselves are there: made, or found made."""
    for game in all_games():
        build(game)


@pytest.fixture(scope="session")
def hasty_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("hasty"), options=("--grace", "0.2")) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


@pytest.fixture
def own_house(hasty_server: Server) -> Server:
    """A server that grants hardly more than its clocks say, and that nobody else uses during a test: it may be killed,
    started again and robbed of its memory. It runs, whatever the test before has done to it."""
    if not hasty_server.running:
        hasty_server.start()
    return hasty_server


@pytest.fixture(scope="session")
def slow_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots take their time, so that one sees them play."""
    with Server(tmp_path_factory.mktemp("slow"), options=("--grace", "0.2", "--bot-pace", "2")) as running:
        yield running
        assert "Traceback" not in running.log.read_text()
