"""The engine needs nothing of the other parts: it is imported where they cannot be; `make test-parts` installs them."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import requires

import pytest

from caravanserai.cli.parts import PARTS, REQUIREMENT, how_to_install, part_of

ENGINE = [
    "caravanserai", "caravanserai.batch", "caravanserai.bots", "caravanserai.bots.hints", "caravanserai.games",
    "caravanserai.lab.arena", "caravanserai.lab.bench", "caravanserai.lab.engine", "caravanserai.lab.pages",
    "caravanserai.lab.results", "caravanserai.lab.rollouts", "caravanserai.lab.simulation", "caravanserai.lab.soak",
    "caravanserai.match", "caravanserai.words",
]  # fmt: skip

PROGRAM = """
import importlib, sys
modules, foreign = {modules}, {foreign}
class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0].lower().replace("_", "-") in foreign:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Refusing())
for module in modules:
    importlib.import_module(module)
from caravanserai.games import all_games
assert len(all_games()) >= 5
{more}
"""


def distributions() -> dict[str, set[str]]:
    """What each part requires that no smaller one does."""
    found = [match for line in requires("caravanserai") or () if (match := REQUIREMENT.match(line))]
    own: dict[str, set[str]] = {}
    for part in PARTS:
        own[part] = {match[1].lower() for match in found if match[2] == part}.difference(
            *own.values(), {"caravanserai"}
        )
    return own


def run(modules: list[str], more: str = "") -> subprocess.CompletedProcess[str]:
    foreign = set().union(*distributions().values()) | {"starlette"}
    program = PROGRAM.format(modules=modules, foreign=foreign, more=more)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)


def test_the_engine_is_imported_without_the_other_parts() -> None:
    result = run(ENGINE)
    assert result.returncode == 0, result.stderr
    assert run([*ENGINE, "caravanserai.lab.standings"]).returncode == 1


def test_the_command_says_what_to_install() -> None:
    result = run([], "from caravanserai.cli import main; main()")
    assert result.returncode == 2
    assert result.stderr.endswith("expected the part [cli]: pip install 'caravanserai[cli]'\n")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_known_by_what_it_brings(part: str) -> None:
    assert distributions()[part]
    for name in distributions()[part]:
        assert part_of(name.replace("-", "_")) == part, name
    assert how_to_install(ModuleNotFoundError("nothing", name="nothing_of_ours")) is None
