from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.running import PostgreSQL, Server, postgresql

NewDatabase = Callable[[], str | None]

MANY_PROCESSES = ("test_browser", "test_cluster", "test_crashes", "test_helpers", "test_thinking")
"""Files whose tests run several servers or have bots think, which gives way to everything else: never two at once."""

LISTENING = "test_calling"
"""A file whose tests wait for something not to happen, one after the other and beside all others."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent != Path(__file__).parent:
            continue
        if item.path.stem in MANY_PROCESSES:
            item.add_marker(pytest.mark.xdist_group("many processes"))
        elif item.path.stem == LISTENING:
            item.add_marker(pytest.mark.xdist_group("listening"))


@pytest.fixture(scope="session")
def cluster() -> Iterator[PostgreSQL]:
    with postgresql() as running:
        yield running


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest) -> NewDatabase:
    """Makes an empty database; the same tests run with both kinds."""
    if request.param == "sqlite":
        return lambda: None
    cluster: PostgreSQL = request.getfixturevalue("cluster")
    return cluster.new_database


@pytest.fixture(scope="session")
def server(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that many tests share, each at tables of its own."""
    with Server(tmp_path_factory.mktemp("server"), new_database()) as running:
        yield running
        said = running.log.read_text()
        assert "Traceback" not in said, said
        assert '"level":"error"' not in said, said


@pytest.fixture
def own_server(new_database: NewDatabase, tmp_path: Path) -> Iterator[Server]:
    """A server for one test, not started yet."""
    running = Server(tmp_path / "data", new_database())
    yield running
    running.__exit__()


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For tests in which storage plays no part."""
    with Server(tmp_path_factory.mktemp("plain")) as running:
        yield running
        assert "Traceback" not in running.log.read_text()
