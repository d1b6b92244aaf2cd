"""What the README and the page of formats show works as it is written there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caravanserai.games import find_game
from caravanserai.match import Match
from tests.cases import OURS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_the_python_examples_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})
    assert "Outcome" in capsys.readouterr().out or "Match" not in block


def test_the_first_screen_gives_the_two_commands() -> None:
    first = "\n".join(README.splitlines()[:20])
    assert "make play" in first
    assert "make test" in first


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", FORMATS, re.DOTALL))
def test_the_examples_of_formats_run(block: str) -> None:
    exec(compile(block, "formats.md", "exec"), {})


def test_the_house_edition_of_formats_is_one_of_tantan(tmp_path: Path) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", FORMATS, re.DOTALL)
    file = tmp_path / "club.toml"
    file.write_text(block, encoding="utf-8")
    edition = find_game("tantan").edition(file)
    (given,) = re.findall(r"edition=(\{.*\})\)", FORMATS)
    assert Match("tantan", edition=eval(given)).edition == edition
    assert edition.differences(find_game("tantan").edition())["hand_limit"] == 8


def test_every_field_of_a_position_is_documented() -> None:
    for name in OURS:
        page = (ROOT / "docs" / "games" / f"{name}.research.md").read_text(encoding="utf-8")
        assert f"(games/{name}.research.md)" in FORMATS
        for field in find_game(name).state.fields.values():
            assert field.doc, f"{name}: {field.name}"
            (row,) = [line for line in page.splitlines() if line.startswith(f"| `{field.name}` |")]
            assert row.endswith(f"| {field.doc} |")
