from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.cases import CASES, POLICIES, Case, half_of_cases

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process: its driver runs an event loop of which there can be only one."""
    from tests.web import browsing

    with browsing.browser() as running:
        yield running


def pytest_configure() -> None:
    """What a shell starts in the background is deaf to Ctrl-C, and so is all that it starts; some tests press it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--one-case",
        action="store_true",
        help="of what is tried with every number of seats and every option, try only the first case of each game",
    )
    parser.addoption(
        "--half",
        type=int,
        choices=[0, 1],
        help="of the same, try every number of seats once, with the options in turn; the other half tries the rest",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    half = config.getoption("--half")
    if config.getoption("--one-case"):
        chosen = {str(case): set(POLICIES) for case in {case.name: case for case in reversed(CASES)}.values()}
    elif half is not None:
        chosen = {case: {policy} for case, policy in half_of_cases(half)}
    else:
        return

    def wanted(item: pytest.Item) -> bool:
        given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        case = given.get("case")
        if not isinstance(case, Case):
            return True
        return str(case) in chosen and ("policy" not in given or given["policy"] in chosen[str(case)])

    left_out = [item for item in items if not wanted(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if wanted(item)]
