from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from caravanserai.games import all_games
from caravanserai.server.site import is_built
from caravanserai.server.standalone import write_site
from caravanserai.wasm import build
from tests.server.running import Server, postgresql
from tests.web.browsing import OpenHouse
from tests.web.local import Place, static_host


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--on",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="where houses keep what they keep; on PostgreSQL each has two server processes",
    )
    parser.addoption(
        "--at",
        choices=["server", "files"],
        help="where matches are begun that need no server: at one, or at a site of files; if not said, some at either",
    )


@pytest.fixture(scope="session")
def open_house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """Opens houses with the built page, by a name and with options."""
    assert is_built(), "the page is not built: run `make web`"
    with ExitStack() as stack:
        apart = request.config.getoption("--on", "sqlite") == "postgresql"
        cluster = stack.enter_context(postgresql()) if apart else None

        @contextmanager
        def opened(name: str, *options: str) -> Iterator[Server]:
            folder = tmp_path_factory.mktemp(name)
            if cluster is None:
                server = Server(folder, None, options)
            else:
                server = Server(folder, cluster.new_database(), [*options, "--processes", "2"])
            with server as running:
                yield running
                assert "Traceback" not in running.log.read_text()

        yield opened


@pytest.fixture(scope="session")
def house(open_house: OpenHouse) -> Iterator[Server]:
    """A server with the built page, shared by tests that do not stop it."""
    with open_house("house") as running:
        yield running


@pytest.fixture(scope="session")
def engines() -> None:
    """The games as browsers play them by themselves are there: made, or found made."""
    for game in all_games():
        build(game)


@pytest.fixture(scope="session")
def files(engines: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site of files, below a path."""
    folder = tmp_path_factory.mktemp("files")
    write_site(folder / "some" / "where")
    with static_host(folder) as host:
        yield f"{host}/some/where"


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Place:
    """The address at which a match is begun that needs no server: ``usual`` if nothing else was asked for."""

    def address(usual: str) -> str:
        at = request.config.getoption("--at") or usual
        url: str = request.getfixturevalue("files") if at == "files" else request.getfixturevalue("house").url
        return url

    return address


@pytest.fixture(scope="session")
def hasty_server(open_house: OpenHouse) -> Iterator[Server]:
    with open_house("hasty", "--grace", "0.2") as running:
        yield running


@pytest.fixture
def own_house(hasty_server: Server) -> Server:
    """A server that grants hardly more than its clocks say, and that nobody else uses during a test: it may be killed,
    started again and robbed of its memory. It runs, whatever the test before has done to it."""
    if not hasty_server.running:
        hasty_server.start()
    return hasty_server


@pytest.fixture(scope="session")
def slow_house(open_house: OpenHouse) -> Iterator[Server]:
    """A server whose bots take their time, so that one sees them play."""
    with open_house("slow", "--grace", "0.2", "--bot-pace", "2") as running:
        yield running
