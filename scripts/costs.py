"""What tests cost in processor seconds, those of their servers and browsers included: unlike what a clock says, that
hardly depends on what else a machine does.

    python -m pytest -n 0 -p scripts.costs tests/web

says in the end which files, tests and fixtures cost most. What a process of a test does later, during other tests, is
counted there. Linux only: it reads what the system writes down about each process.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

MOST = 25
"""So many of each kind are named."""

TICKS = os.sysconf("SC_CLK_TCK")
PARENT, TIMES = 1, slice(11, 15)
"""Among what is written down of a process after its name: who began it; how long it worked, and its ended children."""

spent: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
"""Seconds by kind and name."""


def processor_seconds() -> float:
    """How long this process and all that it has begun have worked."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    ticks: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        number = int(file.parent.name)
        children[int(fields[PARENT])].append(number)
        ticks[number] = sum(map(int, fields[TIMES]))
    todo, total = [os.getpid()], 0
    while todo:
        number = todo.pop()
        total += ticks.get(number, 0)
        todo += children[number]
    return total / TICKS


@contextmanager
def counted(*names: tuple[str, str]) -> Iterator[None]:
    """Add what is spent meanwhile to these kinds and names."""
    begin = processor_seconds()
    yield
    seconds = processor_seconds() - begin
    for kind, name in names:
        spent[kind][name] += seconds


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test, with what was set up for it."""
    with counted(("files", item.nodeid.partition("::")[0]), ("tests", item.nodeid)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """What tests need, each time it is set up."""
    with counted(("fixtures, with those they need", f"{fixturedef.argname} ({fixturedef.scope})")):
        return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The costliest of each kind."""
    for kind, costs in spent.items():
        terminalreporter.section(f"processor seconds of {kind}, {sum(costs.values()):.0f} in all")
        for name, seconds in sorted(costs.items(), key=lambda cost: -cost[1])[:MOST]:
            terminalreporter.line(f"{seconds:8.1f}  {name}")
