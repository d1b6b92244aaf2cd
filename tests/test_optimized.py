"""Python run with -O, which leaves out every assert: nothing may depend on one."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import caravanserai
from caravanserai.games import game_names

SOURCES = Path(inspect.getfile(caravanserai)).parent
HARMLESS = {"callable", "isinstance", "issubclass", "len"}

MATCH = """
import sys
from caravanserai.bots import choose
from caravanserai.games import find_game
from caravanserai.match import Match, verify
assert False, "asserts are on"
for game in map(find_game, sys.argv[1:]):
    match = Match(game, game.fewest, game.lab_options({}), seed=1)
    for _ in range(5):
        seat = match.actors[0]
        match.play(seat, choose(match, seat, "vizier:10i", seed=1))
    match.play_out("advice")
    print(game.id, verify(match.log()).outcome().reason)
"""


def test_a_match_of_each_game_is_played_without_asserts() -> None:
    done = subprocess.run(
        [sys.executable, "-O", "-c", MATCH, *game_names()], capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    played = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert list(played) == list(game_names())
    assert all(played.values())


def has_no_effect(test: ast.expr) -> bool:
    """Names, attributes in comparisons and in harmless calls, constants. A bare attribute may be a property that loads
    something, so it must be compared with something to count as a check."""
    match test:
        case ast.Name() | ast.Constant():
            return True
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Call(func=ast.Name()):
            calls = [node for node in ast.walk(test) if isinstance(node, ast.Call)]
            known = all(isinstance(call.func, ast.Name) and call.func.id in HARMLESS for call in calls)
            parts = test.values if isinstance(test, ast.BoolOp) else []
            assigns = any(isinstance(node, ast.NamedExpr | ast.Await | ast.Yield) for node in ast.walk(test))
            negated = not isinstance(test, ast.UnaryOp) or has_no_effect(test.operand)
            return known and not assigns and negated and all(map(has_no_effect, parts))
    return False


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("parent", True),
        ("self.match is not None", True),
        ("isinstance(self.match, Match) and len(moves) > 3", True),
        ("self.advice", False),
        ("not self.advice", False),
        ("self.table.match is None and self.advice", False),
        ("callable(searcher(found).grow)", False),
        ("moves.pop() == 3", False),
        ("(found := 3) == 3", False),
        ("all(check(x) for x in y)", False),
    ],
)
def test_what_counts_as_an_effect(text: str, harmless: bool) -> None:
    assert has_no_effect(ast.parse(text, mode="eval").body) == harmless


@pytest.mark.parametrize("file", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_no_assert_has_an_effect(file: Path) -> None:
    asserts = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Assert)]
    assert [ast.unparse(node) for node in asserts if not has_no_effect(node.test)] == []
