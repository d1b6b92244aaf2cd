"""Run a part of the tests. The few that fail are run once more, one after the other and with nothing beside them.

    python -m scripts.tested -n 2 tests/server

Tests of servers and pages wait for real clocks, and a machine that stands still for some seconds fails one of five
thousand. One that passes alone fails nothing, but is written down in ``build/unsteady.txt``, which ``make test`` prints
in the end: it wants mending. Whatever fails twice, more than a few at once, and what goes wrong before or after a test
fails the part.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FEW = 3
"""So many may be unlucky at once; more are no bad luck."""

UNSTEADY = Path("build/unsteady.txt")


class Failures:
    """What has failed: tests by their ids, and whether anything went wrong around a test."""

    def __init__(self) -> None:
        self.tests: list[str] = []
        self.around = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.when == "call":
            self.tests.append(without_group(report.nodeid))
        elif report.failed:
            self.around = True


def run(arguments: list[str]) -> int:
    """Run pytest with some arguments; its exit code, or 0 if what failed passes alone."""
    failures = Failures()
    code = pytest.main(["-q", *arguments], plugins=[failures])
    if code != pytest.ExitCode.TESTS_FAILED or failures.around or not 0 < len(failures.tests) <= FEW:
        return code
    print(f"== once more, alone: {', '.join(failures.tests)}", flush=True)
    if subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "0", *failures.tests], check=False).returncode:
        return code
    UNSTEADY.parent.mkdir(exist_ok=True)
    with UNSTEADY.open("a", encoding="utf-8") as file:
        file.writelines(f"{test}\n" for test in failures.tests)
    return 0


def without_group(test: str) -> str:
    """The id of a test without the group by which several processes have divided them."""
    return re.sub(r"@[^@\]]*$", "", test)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
