"""Each part of the package, alone in an empty environment: it does what it promises, and no more comes along."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.parts.installing import Installed

MATCH = """
from caravanserai.match import Match, verify
match = Match("tantan", seats=2, seed=7).play_out("random")
assert verify(match.log()).outcome() == match.outcome()
print(match.outcome())
"""

ENGINE = """
from caravanserai.batch import Batch
from caravanserai.bots import choose
from caravanserai.games import game_names
from caravanserai.lab.engine import connect
from caravanserai.lab.simulation import SimulationSpec, total
from caravanserai.match import Match
from caravanserai.words import words_for
assert game_names() == ("gobi", "marche", "marracash", "samarkand", "tantan")
match = Match("tantan", seats=2, seed=7)
match.play(match.actors[0], choose(match, match.actors[0], "merchant", seed=1))
assert [words_for(match.game, "fr").sentence(event, ["Ann", "Ben"]) for event in match.events()]
batch = Batch("tantan", 8, seats=2, seed=7)
batch.step_at_random()
with connect("threads:1") as engine:
    print(total(engine.run(SimulationSpec(game="tantan", seats=2, matches=10, seed="7"))).matches)
"""

PETTINGZOO = """
from caravanserai.envs.pettingzoo import env
table = env("tantan", seats=2)
table.reset(seed=7)
for agent in table.agent_iter():
    seen, _, over, cut, _ = table.last()
    table.step(None if over or cut else int(seen["action_mask"].argmax()))
print("played")
"""

GYMNASIUM = """
from caravanserai.envs.gymnasium import env
chair = env("tantan", seats=2)
seen, _ = chair.reset(seed=7)
over = False
while not over:
    seen, reward, over, _, _ = chair.step(int(seen["action_mask"].argmax()))
print("played")
"""

OPENSPIEL = """
from caravanserai.envs.openspiel import load
state = load("tantan", seats=2).new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
print("played")
"""

PICTURES = """
from caravanserai.envs.gymnasium import env
chair = env("tantan", seats=2, render_mode="rgb_array")
chair.reset(seed=7)
assert chair.render().shape == (720, 960, 3)
print("played")
"""

RAY = """
from caravanserai.lab.engine import connect
from caravanserai.lab.simulation import SimulationSpec, total
if __name__ == "__main__":
    with connect("ray") as engine:
        print(total(engine.run(SimulationSpec(game="tantan", seats=2, matches=3, seed="7"))).matches, "played")
"""

SHIPPED = """
from caravanserai.games import all_games
from caravanserai.server import modules
from caravanserai.wasm import module_key
assert modules.shipped() == {game.id: module_key(game) for game in all_games()}
for name, key in modules.shipped().items():
    assert (modules.SHIPPED / f"{name}.{key}.wasm").read_bytes().startswith(b"\\0asm"), name
    assert (modules.SHIPPED / f"{name}.{key}.json").is_file(), name
print(len(modules.shipped()), "came along")
"""

OF_OTHER_PARTS = ["fastapi", "gymnasium", "pettingzoo", "pyspiel", "rich", "scipy", "sqlalchemy", "typer"]


def present(environment: Installed) -> set[str]:
    """Which modules of other parts can be found."""
    look = f"import importlib.util as u; print(*[m for m in {OF_OTHER_PARTS} if u.find_spec(m)])"
    return set(environment.python(look).split())


def test_the_engine_alone_plays_matches_and_says_what_the_command_needs(wheel: Path, tmp_path: Path) -> None:
    engine = Installed(tmp_path, wheel, "")
    assert present(engine) == set()
    assert "Outcome" in engine.python(MATCH)
    assert engine.python(ENGINE) == "10\n"
    assert engine.refusal("games").endswith("pip install 'caravanserai[cli]'\n")


def test_the_command_line_and_the_lab(wheel: Path, tmp_path: Path) -> None:
    with_commands = Installed(tmp_path / "cli", wheel, "cli")
    assert present(with_commands) == {"rich", "typer"}
    assert "Tan-Tan Caravan" in with_commands.command("games")
    assert json.loads(with_commands.command("simulate", "tantan", "--matches", "2", "--json"))["matches"] == 2
    with_commands.command("play", "tantan", "--seats", "2", "--save", "match.json", typed="1\nq\ny\n")
    assert "sound" in with_commands.command("verify", "match.json")
    assert "takes" in with_commands.command("replay", "match.json")
    for words in (
        ["serve"],
        ["think", "--database", "postgresql://h/d"],
        ["rotate-key"],
        ["house", "tables"],
    ):
        assert with_commands.refusal(*words).endswith("pip install 'caravanserai[server]'\n"), words
    arena = ["arena", "tantan", "--players", "merchant,random", "--matches", "2", "--json"]
    lab = ["lab", "tantan", "--level", "merchant", "--matches", "2", "--surveyed", "2", "--json"]
    for words in (arena, lab):
        assert with_commands.refusal(*words).endswith("pip install 'caravanserai[lab]'\n"), words

    with_lab = Installed(tmp_path / "lab", wheel, "cli,lab")
    assert present(with_lab) == {"rich", "scipy", "typer"}
    assert len(json.loads(with_lab.command(*arena))["players"]) == 2
    assert json.loads(with_lab.command(*lab))["game"] == "tantan"


def read(address: str) -> bytes:
    """What is at an address."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        return bytes(answer.read())


def test_the_server_serves_the_page_and_the_engine_for_browsers(wheel: Path, tmp_path: Path) -> None:
    server = Installed(tmp_path, wheel, "server")
    assert present(server) == {"fastapi", "rich", "sqlalchemy", "typer"}
    # The wheel has them: none is made by whoever installs it, nor found in their cache folder.
    assert server.python(SHIPPED) == "5 came along\n"
    command = [server.program("caravanserai"), "serve", "--port", "0", "--data", str(tmp_path / "data")]
    process = subprocess.Popen(
        command,
        env=server.environment(NUMBA_DISABLE_JIT="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout
        said = next((found for line in process.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line))), None)
        assert said, "it ended without an address"
        for path, expected in (("/readyz", '"ok"'), ("/", "<html"), ("/api/games/tantan/rules", "Tan-Tan")):
            assert expected in read(said[0] + path).decode(), path
        keys = json.loads(read(f"{said[0]}/engine/index.json"))
        for game in ("gobi", "marche", "marracash", "samarkand", "tantan"):
            assert read(f"{said[0]}/engine/{game}.{keys[game]}.wasm").startswith(b"\0asm"), game
        assert server.command("house", "tables", "--json", "--data", str(tmp_path / "data")) == "[]\n"
    finally:
        process.terminate()
        process.communicate(timeout=30)
    if sys.platform != "win32":  # where nothing is told to end, but ended
        assert process.returncode == 0


@pytest.mark.parametrize(
    ("part", "brings", "program"),
    [
        ("pettingzoo", {"gymnasium", "pettingzoo"}, PETTINGZOO),
        ("gymnasium", {"gymnasium"}, GYMNASIUM),
        ("openspiel", {"pyspiel"}, OPENSPIEL),
        ("gymnasium,pictures", {"gymnasium"}, PICTURES),
        ("ray", set(), RAY),
    ],
)
def test_adapters_play_a_match(part: str, brings: set[str], program: str, wheel: Path, tmp_path: Path) -> None:
    adapter = Installed(tmp_path, wheel, part)
    assert present(adapter) - {"scipy"} == brings
    assert adapter.python(program, NUMBA_DISABLE_JIT="1").endswith("played\n")
