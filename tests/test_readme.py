"""What the README shows works as it is written there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_the_python_examples_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})
    assert "Outcome" in capsys.readouterr().out or "Match" not in block


def test_the_first_screen_gives_the_two_commands() -> None:
    first = "\n".join(README.splitlines()[:20])
    assert "make play" in first
    assert "make test" in first
