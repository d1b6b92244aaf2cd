"""What CONTRIBUTING.md quotes of the sixth game stands in its files, and the files and commands it lists are there."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.lamplight import GAME

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TUTORIAL = re.split(r"^## ", TEXT, flags=re.MULTILINE)[2]
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TUTORIAL, re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"(?:#|<!--) (\S+\.\w+)(?: -->)?\n")
LEFT_OUT = "# …\n"


def quoted() -> list[tuple[str, str]]:
    """The files that are quoted, each with what is quoted of it."""
    found = []
    for language, block in BLOCKS:
        head = HEAD.match(block)
        assert head or language == "sh", f"a quotation begins with the name of its file: {block}"
        if head:
            found.append((head[1], block[head.end() :]))
    return found


@pytest.mark.parametrize(("file", "text"), quoted(), ids=lambda given: given.split("\n")[0][:40])
def test_what_is_quoted_stands_in_its_file(file: str, text: str) -> None:
    written = (ROOT / file).read_text(encoding="utf-8")
    at = 0
    for part in text.split(LEFT_OUT):
        assert part in written[at:], f"{file} has no such lines, or not in this order:\n{part}"
        at = written.index(part, at) + len(part)


def test_every_file_of_the_game_is_listed_and_nearly_all_are_quoted() -> None:
    table = TUTORIAL.partition("| file |")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`([\w.]+)`", table)) - {"pyproject.toml"}
    assert listed == {path.name for path in GAME.folder.iterdir() if path.is_file()}
    of_the_game = {Path(file).name for file, _ in quoted() if file.startswith("tests/lamplight/")}
    assert {name for name in listed - of_the_game if ".fr." not in name} == set()
    assert "tests/games/test_lamplight.py" in dict(quoted())


def test_the_commands_are_there() -> None:
    (commands,) = (block for language, block in BLOCKS if language == "sh")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"^make (\w+)", commands, re.MULTILINE)) <= targets
    for module in re.findall(r"^python -m ([\w.]+)", commands, re.MULTILINE):
        assert find_spec(module), module
    for path in re.findall(r"tests/[\w/.]+", commands):
        assert (ROOT / path).exists(), path


def test_the_tutorial_is_short_and_its_links_lead_somewhere() -> None:
    assert len(TUTORIAL.splitlines()) <= 210
    headings = {line.lstrip("# ").lower().replace(" ", "-") for line in TEXT.splitlines() if line.startswith("#")}
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        if target.startswith("#"):
            assert target[1:] in headings, target
        elif "://" not in target:
            assert (ROOT / target).exists(), target
