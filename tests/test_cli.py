"""The command line, run as people run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from caravanserai.games import find_game, game_names
from caravanserai.lab.pages import pages
from caravanserai.match import Match
from caravanserai.words import words_for
from tests.cases import OURS
from tests.server.forking import run_command

COMMAND = [sys.executable, "-m", "caravanserai"]
DOCS = Path(__file__).parent.parent / "docs" / "games"


def run(*arguments: str, answers: str = "", env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return run_command(arguments, {**os.environ, "COLUMNS": "120", **(env or {})}, answers)


def good(*arguments: str, answers: str = "") -> str:
    done = run(*arguments, answers=answers)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_games_lists_every_game() -> None:
    listed = good("games")
    assert all(name in listed for name in game_names())
    assert {about["id"] for about in json.loads(good("games", "--json"))} == set(game_names())


@pytest.mark.parametrize("name", game_names())
def test_games_shows_every_number_with_its_source(name: str) -> None:
    shown = good("games", name)
    about = json.loads(good("games", name, "--json"))
    for key, entry in find_game(name).edition().entries.items():
        assert key in shown
        assert about["numbers"][key]["source"] == entry.source
        assert about["numbers"][key]["value"] == entry.value


SIMULATED = {
    "game", "seats", "options", "matches", "decisions", "seconds", "decisions_per_second", "mean_decisions",
    "mean_scores", "win_share", "processor_seconds", "decisions_per_processor_second",
}  # fmt: skip
TIMES = {"seconds", "decisions_per_second", "processor_seconds", "decisions_per_processor_second"}


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("policy", ["random", "advice"])
def test_simulate_gives_the_documented_object_and_is_reproducible(name: str, policy: str) -> None:
    arguments = ("simulate", name, "--matches", "40", "--seed", "7", "--policy", policy, "--json")
    one, two = json.loads(good(*arguments)), json.loads(good(*arguments, "--threads", "2"))
    assert set(one) == SIMULATED
    assert one["game"] == name
    assert one["seats"] == find_game(name).fewest == len(one["mean_scores"]) == len(one["win_share"])
    assert sum(one["win_share"]) == pytest.approx(1)
    assert one["mean_decisions"] == one["decisions"] / 40
    assert one["decisions_per_processor_second"] == pytest.approx(one["decisions"] / one["processor_seconds"], rel=0.01)
    for key in SIMULATED - TIMES:
        assert one[key] == two[key], key


def play_file(folder: Path, name: str) -> Path:
    game = find_game(name)
    file = folder / f"{name}.json"
    match = Match(game, game.fewest, game.lab_options({}), seed=3).play_out("advice")
    file.write_text(json.dumps(match.log()))
    return file


@pytest.mark.parametrize("name", game_names())
def test_verify_and_replay_a_saved_match(name: str, tmp_path: Path) -> None:
    file = play_file(tmp_path, name)
    assert "sound" in good("verify", str(file))
    for language in ("en", "fr"):
        told = good("replay", str(file), "--lang", language)
        assert len(told.splitlines()) > 20


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_match_is_played_in_the_terminal(name: str, language: str, tmp_path: Path) -> None:
    saved = tmp_path / "played.json"
    arguments = ["play", name, "--plain", "--lang", language, "--seed", "5", "--save", str(saved)]
    options = find_game(name).lab_options({})
    for option, value in options.items():
        arguments += ["--option", f"{option}={value}"]
    # The first choice; where it stands for many amounts, one of them will do.
    done = run(*arguments, answers="".join(f"1\n{25 * (k % 60)}\n" for k in range(20_000)))
    assert done.returncode == 0, done.stderr[-2000:]
    assert "outcome" in json.loads(saved.read_text())
    assert "sound" in good("verify", str(saved))


def test_amounts_are_asked_for_and_not_listed() -> None:
    """Marracash begins with a shop up for auction: the bids are one line, and one of them is given as a number."""
    options = ("--people", "3", "--seed", "1", "--plain", "--lang", "en")
    told = good("play", "marracash", *options, answers="\n1\n\n1\n110\nabc\n125\n\nq\ny\n")
    assert "1. bid 100 … bid " in told
    for wrong in ("110", "abc"):
        assert f"“{wrong}” is not an answer: give an amount from 100 to" in told
    assert "bids 125" in told


def test_passing_round_the_terminal_undo_table_rules_and_leaving() -> None:
    answers = "\n1\nu\nu\nt\nr\nxyz\n99\nq\nn\nq\ny\n"
    told = good("play", "tantan", "--people", "2", "--seed", "1", "--plain", "--lang", "en", answers=answers)
    for expected in ("Hand the device", "Taken back", "nothing to take back", "Stall 5", "“xyz” is not an answer"):
        assert expected in told


def test_passing_round_the_terminal_nothing_that_was_taken_back_is_told() -> None:
    """One takes the second card, thinks better of it, takes the first and confirms; the other reads what happened."""
    answers = "\n2\nu\n1\n{confirm}\n\nq\ny\n"
    match = Match("tantan", 2, seed="1")
    first = match.actors[0]
    cards = match.view(first)["table"]["market"][:2]
    match.play(first, "take slot=0")
    verbs = [choice.verb for choice in match.choices(first)]
    told = good("play", "tantan", "--people", "2", "--seed", "1", "--plain", "--lang", "en",
                answers=answers.format(confirm=1 + verbs.index("confirm")))  # fmt: skip
    assert cards[0] != cards[1]
    before, after = told.split("Hand the device to ")[1:]
    words = words_for(match.game, "en")
    names = ["Seat 1", "Seat 2"]
    kept = words.sentence(match.events()[0], names)
    match.undo(first)
    match.play(first, "take slot=1")
    regretted = words.sentence(match.events()[0], names)
    assert regretted in before
    assert "Taken back." in before
    assert "takes the last decision back" not in told
    assert kept in after
    assert regretted not in after


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["games", "chess"], "game 'chess': expected one of"),
        (["play", "tantan", "--seats", "9"], "expected 2 to 4 seats, got 9"),
        (["play", "tantan", "--bots", "wizard"], "level 'wizard': expected one of random"),
        (["play", "tantan", "--people", "5"], "expected 2 to 4 seats"),
        (["play", "tantan", "--people", "3", "--seats", "2"], "people: expected at most the 2 seats, got 3"),
        (["play", "tantan", "--people", "0"], "people: expected at least 1"),
        (["play", "tantan", "--lang", "xx"], "language 'xx': expected one of en, fr"),
        (["warm", "tantan", "--part", "rules,bots"], "part 'bots': expected one of rules, search, playouts"),
        (["simulate", "tantan", "--policy", "genius"], "policy 'genius': expected one of random, advice"),
        (["simulate", "tantan", "--option", "speed=fast"], "option 'speed=fast': expected name=value"),
        (["simulate", "tantan", "--option", "speed=3"], "option 'speed' of tantan"),
        (["simulate", "tantan", "--edition", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["verify", "nowhere.json"], "nowhere.json: cannot be read"),
        (["replay", __file__], "not JSON"),
    ],
)
def test_bad_input_ends_in_one_sentence(arguments: list[str], complaint: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("log", ["[]", "{}", '{"format": 1}', '{"format": 1, "moves": [], "seed": 3}', "null", "3"])
def test_a_log_that_is_none_is_refused(log: str, tmp_path: Path) -> None:
    file = tmp_path / "log.json"
    file.write_text(log)
    done = run("verify", str(file))
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_a_match_left_early_still_saves_a_log_that_replays(tmp_path: Path) -> None:
    saved = tmp_path / "left.json"
    good("play", "tantan", "--seed", "1", "--plain", "--save", str(saved), answers="1\nq\ny\n")
    assert "not finished" in good("verify", str(saved))


def test_bench_prints_the_documented_object() -> None:
    measured: dict[str, Any] = json.loads(good("bench", "tantan", "--seconds", "0.1", "--json"))
    assert set(measured) == {"machine", "python", "threads", "games"}
    assert {"game", "seats", "random", "random_threads", "advice", "step_from_python", "match_play"} <= set(
        measured["games"][0]
    )


def test_a_short_soak_finds_no_fault() -> None:
    """Of two games: what plays them is compiled for it alone, and ``make soak`` plays all."""
    assert good("soak", "tantan", "lamplight", "--millions", "0.02").count("no fault") >= 2 * 2


@pytest.mark.parametrize(("what", "sign"), [(["warm", "tantan"], "*.nbi"), (["wasm", "lamplight"], "*.lock")])
def test_who_is_killed_while_compiling_leaves_no_process_behind(what: list[str], sign: str, tmp_path: Path) -> None:
    command = [*COMMAND, *what]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        while not list(tmp_path.rglob(sign)):
            assert process.poll() is None
            time.sleep(0.1)
        time.sleep(1)  # whoever compiles has begun to
        process.kill()
    # Nobody is left in its session, once those that it started have seen that it is gone.
    for _ in range(100):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("something went on compiling")


def test_the_generated_pages_are_up_to_date() -> None:
    for game in map(find_game, OURS):
        for name, text in pages(game).items():
            assert (DOCS / name).read_text(encoding="utf-8") == text, f"docs/games/{name}: `make docs` writes it anew"


def test_the_version_is_told() -> None:
    assert good("--version").startswith("caravanserai ")
