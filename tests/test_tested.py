"""How a part of the tests is run: what fails by bad luck is tried once more, and named; nothing else is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from caravanserai.games import all_games
from scripts.tested import FEW, UNSTEADY, without_group
from tests.cases import CASES, POLICIES, half_of_cases

ROOT = Path(__file__).parents[1]

UNLUCKY = """
from pathlib import Path
import pytest

@pytest.fixture
def broken():
    yield
    {after}

@pytest.mark.xdist_group("a few")
@pytest.mark.parametrize("number", range({count}))
def test_bad_luck(number, broken):
    tried = Path("tried" + str(number))
    first = not tried.exists()
    tried.touch()
    assert not (first or {always})
"""


def run_tests(folder: Path, count: int, always: bool = False, after: str = "pass") -> tuple[int, str]:
    """The exit code of tests of which each fails the first time, and what was written down."""
    text = UNLUCKY.format(count=count, always=always, after=after)
    (folder / "test_luck.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "scripts.tested", "-n", "1", "--dist", "loadgroup", "test_luck.py"]
    # Nothing else that is installed for the tests of the games is loaded by these.
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    environment = {**os.environ, **plugins, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    unsteady = folder / UNSTEADY
    return done.returncode, unsteady.read_text("utf-8") if unsteady.exists() else ""


def test_what_passes_alone_is_written_down(tmp_path: Path) -> None:
    assert run_tests(tmp_path, 2) == (0, "test_luck.py::test_bad_luck[0]\ntest_luck.py::test_bad_luck[1]\n")


@pytest.mark.parametrize(
    "unlucky",
    [{"count": FEW + 1}, {"count": 1, "always": True}, {"count": 1, "after": "assert False"}],
    ids=["too many", "twice", "afterwards"],
)
def test_all_else_fails(tmp_path: Path, unlucky: dict[str, object]) -> None:
    assert run_tests(tmp_path, **unlucky) == (1, "")  # type: ignore[arg-type]


def test_tests_are_known_by_their_ids_in_whatever_group_they_ran() -> None:
    assert without_group("tests/a.py::test_one[a@b]@many processes") == "tests/a.py::test_one[a@b]"
    assert without_group("tests/a.py::test_one[a@b]") == "tests/a.py::test_one[a@b]"
    assert without_group("tests/a.py::test_one") == "tests/a.py::test_one"


BUSY = """
import subprocess
import sys

WORK = "import time; begin = time.process_time()\\nwhile time.process_time() < begin + 0.5: pass"

def test_idle():
    pass

def test_busy():
    subprocess.run([sys.executable, "-c", WORK], check=True)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
def test_what_a_test_costs_is_told_with_the_processes_it_began(tmp_path: Path) -> None:
    (tmp_path / "test_costs.py").write_text(BUSY, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "scripts.costs", "test_costs.py"]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    told = {name: float(seconds) for seconds, name in re.findall(r"^ +([\d.]+)  (test_\S+)$", done.stdout, re.M)}
    assert told["test_costs.py::test_busy"] >= 0.5
    assert told["test_costs.py::test_idle"] < 0.5
    assert told["test_costs.py"] >= told["test_costs.py::test_busy"]


def test_both_halves_make_the_whole_and_each_has_all_there_is_of_seats_options_and_policies() -> None:
    halves = [half_of_cases(0), half_of_cases(1)]
    assert {case for half in halves for case, _ in half} == {str(case) for case in CASES}
    cases = {str(case): case for case in CASES}
    for half in halves:
        chosen = [(cases[name], policy) for name, policy in half]
        assert {(case.name, case.seats) for case, _ in chosen} == {(case.name, case.seats) for case in CASES}
        for game in all_games():
            played = [(str(case.options), policy) for case, policy in chosen if case.name == game.id]
            assert {options for options, _ in played} == {str(case.options) for case in CASES if case.name == game.id}
            assert {policy for _, policy in played} == set(POLICIES)
