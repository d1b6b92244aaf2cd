"""Each tutorial is followed to the letter: its files are written, its commands are run, one after the other."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TUTORIALS = ROOT / "docs" / "tutorials"
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"\n]+)\")?\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])
SECONDS = 300


def blocks(name: str) -> list[tuple[str, str | None, str]]:
    """The blocks of a tutorial: language, name of the file if it is one, text."""
    text = (TUTORIALS / f"{name}.md").read_text(encoding="utf-8")
    return [(language, title or None, block) for language, title, block in BLOCK.findall(text)]


class Reader:
    """Somebody who follows a tutorial in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = str(Path(sys.executable).parent)
        self.variables = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "200"}
        self.said: dict[str, str] = {}
        """What each command printed."""
        self._servers: list[subprocess.Popen[str]] = []

    def follow(self, name: str) -> None:
        for language, title, text in blocks(name):
            if title is not None:
                (self.folder / title).write_text(text, encoding="utf-8")
            elif language == "sh":
                for line in text.splitlines():
                    self._do(line)

    def _do(self, line: str) -> None:
        words = shlex.split(line)
        if words[0] == "pip":
            wanted = re.findall(r"caravanserai\[([\w,-]+)\]", line)
            assert wanted, line
            assert set(",".join(wanted).split(",")) <= EXTRAS
        elif words[0] == "export":
            name, _, value = words[1].partition("=")
            self.variables[name] = os.pathsep.join(str(ROOT / part) for part in value.split(":"))
        elif words[:2] == ["caravanserai", "serve"]:
            self._serve(words)
        else:
            done = subprocess.run(
                words, cwd=self.folder, env=self.variables, capture_output=True, text=True, timeout=SECONDS
            )
            assert done.returncode == 0, f"{line}\n{done.stderr}"
            self.said[line] = done.stdout

    def _serve(self, words: list[str]) -> None:
        """Open the server at a port that is free, and leave it open."""
        server = subprocess.Popen(
            [*words, "--port", "0"], cwd=self.folder, env=self.variables, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self._servers.append(server)
        assert server.stdout
        assert any("http://127.0.0.1:" in line for line in server.stdout), "it ended without an address"

    def close(self) -> None:
        for server in self._servers:
            server.terminate()
            server.communicate(timeout=60)
            assert server.returncode == 0


@contextmanager
def reader(folder: Path) -> Iterator[Reader]:
    somebody = Reader(folder)
    try:
        yield somebody
    finally:
        somebody.close()


def test_a_bot_in_ten_minutes(tmp_path: Path) -> None:
    with reader(tmp_path) as somebody:
        somebody.follow("bot")
    assert re.fullmatch(r"greedy wins \d+% against merchants\n", somebody.said["python duel.py"])
    assert "sound" in somebody.said["caravanserai verify match.json"]


def test_a_club_evening(tmp_path: Path) -> None:
    with reader(tmp_path) as somebody:
        somebody.follow("club")
    assert (tmp_path / "club" / "caravanserai.sqlite3").exists()


def test_an_agent_is_trained(tmp_path: Path) -> None:
    with reader(tmp_path) as somebody:
        somebody.follow("train")
    assert "were won" in somebody.said["python train.py 200"]
    assert (tmp_path / "weights.npy").exists()


def test_a_game_is_added(tmp_path: Path) -> None:
    with reader(tmp_path) as somebody:
        somebody.follow("game")
    assert "Lamplight" in somebody.said["caravanserai games lamplight"]


@pytest.mark.parametrize("path", sorted(TUTORIALS.glob("*.md")), ids=lambda path: path.stem)
def test_every_tutorial_is_followed(path: Path) -> None:
    assert f'follow("{path.stem}")' in Path(__file__).read_text(encoding="utf-8")
    assert blocks(path.stem)
