"""Engines: the same bytes from each, files of results that go on where they end, workers that die, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import benchmarks
from caravanserai.bots.learned import weights
from caravanserai.cli.commands import app
from caravanserai.games import find_game
from caravanserai.kernel.errors import CaravanseraiError, InvalidOption
from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.balance import SurveySpec
from caravanserai.lab.engine import (
    AHEAD,
    CHUNK_SECONDS,
    Chunks,
    OtherVersion,
    Processes,
    WorkerLost,
    connect,
    play_chunk,
)
from caravanserai.lab.results import InvalidResults
from caravanserai.lab.rollouts import BLOCK as ROLLOUT_BLOCK
from caravanserai.lab.rollouts import RolloutSpec, pack
from caravanserai.lab.simulation import BLOCK, SimulationSpec, total
from caravanserai.lab.soak import SoakSpec, until
from caravanserai.lab.specs import Spec
from tests.test_cli import COMMAND, TIMES

pytestmark = pytest.mark.xdist_group("engines")
"""All by one worker, or each would run first what the others compare with."""

ARENA = ArenaSpec(game="tantan", seats=2, players=("merchant", "random", "caravaneer:5i"), matches=24, seed="3")
SIMULATION = SimulationSpec(game="tantan", seats=3, matches=9 * BLOCK + 7, seed="3", policy="advice")
SURVEY = SurveySpec(game="tantan", seats=2, seed="3", matches=20, edition={"hand_limit": 8})
ROLLOUTS = RolloutSpec(
    game="tantan", seats=3, seed="3", matches=4 * ROLLOUT_BLOCK + 7, weights=pack(weights(find_game("tantan"))),
    opponents=(None, "merchant"),
)  # fmt: skip
SPECS: list[Spec[Any]] = [ARENA, SIMULATION, SURVEY, ROLLOUTS]


def written(engine: str, spec: Spec[Any], file: Path) -> bytes:
    """The file of results that an engine leaves behind."""
    with connect(engine) as e:
        outcomes = list(e.run(spec, file))
    assert [outcome.number for outcome in outcomes] == list(range(len(outcomes)))
    return file.read_bytes()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a single thread writes for each kind of specification."""
    folder = tmp_path_factory.mktemp("alone")
    return {spec.kind: written("threads:1", spec, folder / spec.kind) for spec in SPECS}


def test_a_specification_is_frozen_plain_data() -> None:
    for spec in SPECS:
        assert type(spec).from_json(json.loads(spec.text())) == spec
        with pytest.raises(AttributeError):
            spec.seed = "4"  # type: ignore[misc]
    assert SURVEY.loaded_edition["hand_limit"] == 8


def test_a_house_edition_in_a_file_becomes_data(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "house"\n[numbers]\nhand_limit = 9\n')
    spec = SimulationSpec(game="tantan", seats=2, matches=1, seed="1", edition=house)
    house.unlink()
    assert type(spec).from_json(json.loads(spec.text())).loaded_edition["hand_limit"] == 9


@pytest.mark.parametrize("engine", ["threads:3", "processes:2"])
def test_every_engine_writes_the_same_bytes(engine: str, alone: dict[str, bytes], tmp_path: Path) -> None:
    for spec in SPECS:
        assert written(engine, spec, tmp_path / spec.kind) == alone[spec.kind]


@pytest.mark.parametrize("spec", [ARENA, ROLLOUTS], ids=lambda spec: spec.kind)
def test_a_file_cut_anywhere_is_completed_to_the_same_bytes(
    spec: Spec[Any], alone: dict[str, bytes], tmp_path: Path
) -> None:
    whole = alone[spec.kind]
    ends = [k + 1 for k, byte in enumerate(whole) if byte == ord("\n")]
    for cut in (0, 40, ends[0], ends[len(ends) // 2] + 30, ends[-1] - 1, ends[-1]):
        file = tmp_path / str(cut)
        file.write_bytes(whole[:cut])
        assert written("threads:2", spec, file) == whole, cut


def test_an_arena_goes_on_with_more_matches_and_reads_fewer(alone: dict[str, bytes], tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    fewer = ArenaSpec.from_json({**ARENA.as_json(), "matches": 7})
    written("threads:2", fewer, file)
    assert written("threads:2", ARENA, file) == alone["arena"]
    with connect("threads:1") as engine:
        assert len(list(engine.run(fewer, file))) == 7
    assert file.read_bytes() == alone["arena"]


def test_a_file_is_for_one_run_at_a_time(alone: dict[str, bytes], tmp_path: Path) -> None:
    """The one that comes second to a line stops, and has spoilt nothing."""
    file = tmp_path / "arena.jsonl"
    with connect("threads:1") as engine:
        first, second = engine.run(ARENA, file), engine.run(ARENA, file)
        ahead = [next(first), next(first)]
        with pytest.raises(InvalidResults, match=f"{file}: another run writes to it; expected one at a time"):
            next(second)
        assert len([*ahead, *first]) == ARENA.matches
    assert file.read_bytes() == alone["arena"]


def test_a_worker_loads_no_linear_algebra_and_whoever_wants_it_has_it() -> None:
    ask = f"""
import json, sys
import numba, numpy as np
from caravanserai.lab.arena import ArenaSpec
ARENA = ArenaSpec.from_json(json.loads({ARENA.text()!r}))
ARENA.compile()
ARENA.play(0)
print("scipy.linalg" in sys.modules)
product = numba.njit(lambda a, b: np.dot(a, b))
print(product(2 * np.eye(2), np.ones((2, 2))).tolist(), "scipy.linalg" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "False\n[[2.0, 2.0], [2.0, 2.0]] True\n", done.stderr


def test_simulated_blocks_add_up_to_what_one_run_tells() -> None:
    with connect("threads:2") as engine:
        tally = total(engine.run(SIMULATION))
    game = SIMULATION.loaded_game
    state = game.blank(SIMULATION.seats, SIMULATION.options)
    whole = game.engine.simulate(game.edition().array, state, SIMULATION.key, SIMULATION.matches, 1)
    assert (tally.matches, tally.decisions, tally.longest, tally.points) == (
        whole.matches, whole.decisions, whole.longest, whole.points,
    )  # fmt: skip
    assert [wins / 60 for wins in tally.wins] == pytest.approx(whole.win_shares)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"nonsense\n", "not results of this arena: its first line is no JSON"),
        (b"[]\n", r"not results of this arena: expected a first line with 'arena': 2, got '\[\]'"),
        (
            b'{"simulation": 2}\n',
            "not results of this arena: expected a first line with 'arena': 2, got '{\"simulation\": 2}'",
        ),
        (b'{"arena": 2, "game": "chess"}\n', "game there is 'chess'; expected 'tantan', as asked for now"),
        (b"\xff\n", "not results of this arena: its first line is no JSON"),
        (b"a letter without an end", "not results of this arena: its first line has no end"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes, expected: str) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)
    with connect("threads:1") as engine, pytest.raises(InvalidResults, match=f"{file}: {expected}"):
        engine.run(ARENA, file)
    assert file.read_bytes() == content


def test_results_with_a_wrong_line_are_refused(alone: dict[str, bytes], tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    lines = alone["arena"].splitlines(keepends=True)
    for content, expected in (
        (b"".join([*lines[:3], lines[4]]), "line 4 is number 3, expected 2"),
        (b"".join([*lines[:3], b'{"number": 2}\n']), "line 4 is no outcome"),
    ):
        file.write_bytes(content)
        with connect("threads:1") as engine, pytest.raises(InvalidResults, match=expected):
            engine.run(ARENA, file)


def test_results_of_another_seed_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    written("threads:1", SimulationSpec(game="tantan", seats=2, matches=2, seed="one"), file)
    with connect("threads:1") as engine, pytest.raises(InvalidResults, match="seed there is 'one'; expected 'two'"):
        engine.run(SimulationSpec(game="tantan", seats=2, matches=2, seed="two"), file)


@pytest.mark.parametrize(
    "address", ["", "threads:zero", "threads:0", "threads:-1", "threads:", "processes:1.5", "gpu:1", "ray:2", "rays"]
)
def test_an_address_that_is_none_is_refused_in_one_sentence(address: str) -> None:
    with pytest.raises(InvalidOption, match=rf"^engine '{address}': expected threads:N or processes:N with N from 1"):
        connect(address)


def die_once(mark: Path, number: int) -> int:
    """A worker that is killed at the third call, the first time it is made."""
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_what_a_killed_process_had_begun_is_done_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with connect("processes:2") as engine:
        assert list(engine.map(die_once, [(mark, k) for k in range(20)])) == [k * k for k in range(20)]
    assert mark.exists()


def test_workers_that_always_die_are_given_up() -> None:
    with connect("processes:1") as engine, pytest.raises(WorkerLost, match="died 3 times in a row"):
        list(engine.map(die, [(0,)]))


def test_a_process_killed_in_the_middle_of_an_arena_changes_nothing(alone: dict[str, bytes], tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    with connect("processes:2") as engine:
        assert isinstance(engine, Processes)
        outcomes = engine.run(ARENA, file)
        next(outcomes)
        os.kill(next(iter(engine.pool._processes)), signal.SIGKILL)
        assert len(list(outcomes)) == ARENA.matches - 1
    assert file.read_bytes() == alone["arena"]


def test_chunks_take_about_a_second_and_all_workers_end_together() -> None:
    chunks = Chunks(ArenaSpec.from_json({**ARENA.as_json(), "matches": 1000}), 0, workers=2)
    drawn: Iterator[tuple[Any, ...]] = iter(chunks)
    assert next(drawn)[3:] == (0, 1)
    chunks.seconds_a_unit = CHUNK_SECONDS / 50
    assert next(drawn)[3:] == (1, 50)
    rest = [(first, count) for *_, first, count in drawn]
    assert sum(count for _, count in rest) == 1000 - 51
    assert [first for first, _ in rest] == [51 + sum(count for _, count in rest[:k]) for k in range(len(rest))]
    assert [count for _, count in rest[-2 * AHEAD :]] == sorted(
        (count for _, count in rest[-2 * AHEAD :]), reverse=True
    )
    assert rest[-1][1] == 1


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(OtherVersion, match="other rules of tantan; expected the driver's own on every node"):
        play_chunk(ArenaSpec, ARENA.text(), "another fingerprint", 0, 1)
    assert len(play_chunk(ArenaSpec, ARENA.text(), ARENA.fingerprint(), 0, 1)[1]) == 1


def test_a_soak_ends_when_there_are_enough_decisions_and_goes_on_for_more(tmp_path: Path) -> None:
    file = tmp_path / "soak.jsonl"
    spec = SoakSpec(game="tantan", seats=2, seed="s", policy="random")
    with connect("threads:1") as engine:
        some = list(until(100_000, engine.run(spec, file)))
        more = list(until(300_000, engine.run(spec, file)))
    assert more[: len(some)] == some
    assert sum(part.decisions for part in more) >= 300_000 > sum(part.decisions for part in more[:-1])


def listen_to_ctrl_c() -> None:
    """Also where the tests themselves were told not to, as a shell tells what it runs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(command: Sequence[str], first: Path) -> str:
    """What a command says in the end that is told to stop when its first file of results holds something."""
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=listen_to_ctrl_c
    ) as process:
        while not first.exists() or first.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in told
    return told.strip().splitlines()[-1]


@pytest.mark.parametrize("engine", ["threads:2", "processes:2"])
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(engine: str, tmp_path: Path) -> None:
    check_ctrl_c(engine, tmp_path)


def check_ctrl_c(engine: str, folder: Path) -> None:
    """And that it leaves the report of last time alone."""
    file, page = folder / "arena.jsonl", folder / "page.html"
    page.write_text("the report of last time")
    spec = ArenaSpec.from_json({**ARENA.as_json(), "players": ["merchant", "vizier:100i"], "matches": 40})
    command = [*COMMAND, "arena", "tantan", "--players", "merchant,vizier:100i", "--matches", "40", "--seed", "3"]
    command += ["--pace", "1", "--engine", engine, "--results", str(file), "--report", str(page)]
    last = interrupted(command, file)
    assert last.startswith("caravanserai: stopped after ")
    assert last.endswith(f"of 40 matches; what is done is kept in {file}, "
                         "and the same command with --seed 3 goes on from there")  # fmt: skip
    assert sorted(path.name for path in folder.iterdir()) == ["arena.jsonl", "page.html"]
    assert page.read_text() == "the report of last time"
    kept = file.read_bytes().splitlines(keepends=True)
    assert 3 <= len(kept) < 41
    two_more = ArenaSpec.from_json({**spec.as_json(), "matches": len(kept) + 1})
    whole = written("threads:2", two_more, file).splitlines(keepends=True)
    assert whole[: len(kept)] == kept
    for number in (0, len(kept) - 2, len(kept) - 1, len(kept)):
        assert json.loads(whole[number + 1]) == json.loads(json.dumps(spec.play(number).as_json()))


def test_ctrl_c_stops_a_ladder_in_the_same_words(tmp_path: Path) -> None:
    program = [sys.executable, str(Path(benchmarks.__path__[0]) / "levels.py")]
    command = [*program, "tantan", "--pace", "0.05", "--engine", "processes:2", "--results", str(tmp_path)]
    last = interrupted(command, tmp_path / "tantan-merchant-random.jsonl")
    assert last.startswith("levels.py: stopped after ")
    assert " of 200 matches of tantan, " in last
    assert last.endswith(f"; what is done is kept in {tmp_path}, and the same command goes on from there")


def told(*arguments: str) -> Any:
    """The JSON that a command prints."""
    done = CliRunner().invoke(app, [*arguments, "--json"], catch_exceptions=False)
    return json.loads(done.stdout)


def test_simulate_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    file = tmp_path / "simulated.jsonl"
    arguments = ("simulate", "tantan", "--matches", "1000", "--seed", "7", "--results", str(file))
    first = told(*arguments)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:3]) + lines[3][:9])
    again = told(*arguments, "--engine", "threads:2")
    assert file.read_bytes() == b"".join(lines)
    for key in set(first) - TIMES:
        assert first[key] == again[key], key


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["simulate", "tantan", "--engine", "threads:zero"],
            "engine 'threads:zero': expected threads:N or processes:N",
        ),
        (["soak", "tantan", "--engine", "cloud"], "engine 'cloud': expected threads:N or processes:N"),
        (["arena", "tantan", "--players", "random", "--engine", "ray", "--threads", "2"], "expected only one of them"),
        (["simulate", "tantan", "--results", __file__], f"{__file__}: not results of this simulation"),
        (["simulate", "tantan", "--results", "/nowhere/results"], "/nowhere/results: No such file or directory"),
        (["lab", "tantan", "--results", __file__], f"{__file__}: File exists; expected a folder"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(arguments: list[str], complaint: str) -> None:
    problem = CliRunner().invoke(app, arguments).exception
    assert isinstance(problem, CaravanseraiError)
    assert complaint in str(problem)
    assert "\n" not in str(problem)
