"""Mistakes that types find, in every game and in the server: mypy reads copies of the sources with mistakes put into
them."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from mypy import api
from sqlalchemy import Table

from caravanserai.server import rows, schema
from tests.cases import OURS

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "caravanserai" / "games"
SERVER = ROOT / "src" / "caravanserai" / "server"

MISTAKES = (
    ("gobi/advice.py", "s.caravan[", "s.karavan[", '"State" has no attribute "karavan"'),
    ("gobi/rules.py", "s.turn_limit ", "s.turn_limits ", '"State" has no attribute "turn_limits"'),  # an option
    ("gobi/rules.py", "e.stakes[", "e.steaks[", '"Edition" has no attribute "steaks"'),
    ("marche/advice.py", "s.bought[", "s.brought[", '"State" has no attribute "brought"'),
    ("marche/rules.py", "e.first_price", "e.frist_price", '"Edition" has no attribute "frist_price"'),
    ("marracash/advice.py", "e.route_shop[", "e.root_shop[", '"Edition" has no attribute "root_shop"'),  # derived
    ("marracash/rules.py", "s.bidder", "s.bider", '"State" has no attribute "bider"'),
    ("samarkand/advice.py", "s.covered[", "s.coverd[", '"State" has no attribute "coverd"'),
    ("samarkand/rules.py", "s.seats", "s.seets", '"State" has no attribute "seets"'),  # a field that all games have
    ("samarkand/rules.py", "e.many_price[", "e.many_prize[", '"Edition" has no attribute "many_prize"'),
    ("tantan/advice.py", "e.hand_limit", "e.hand_limits", '"Edition" has no attribute "hand_limits"'),
    ("tantan/rules.py", "s.last_adder", "s.last_ader", '"State" has no attribute "last_ader"'),
    (
        "tantan/rules.py",
        "+ int(s.laid[seat, card])",
        "+ s.laid[seat]",
        'Unsupported operand types for + ("int" and "Array")',
    ),
    (
        "tantan/rules.py",
        "hand_limit: int = int8(",
        "hand_limit: int = int8(SEATS, ",
        "Incompatible types in assignment",
    ),
    ("tantan/rules.py", "chance[0]\n", "chance[0].deck\n", '"Stream" has no attribute "deck"'),
    ("gobi/table.py", "v.just_shown", "v.just_showed", '"View" has no attribute "just_showed"'),
    ("marche/table.py", "v.bank_sells", "v.bank_cells", '"View" has no attribute "bank_cells"'),
    ("marracash/table.py", "v.auctioning", "v.actioning", '"View" has no attribute "actioning"'),
    ("samarkand/table.py", "v.may_walk_on", "v.may_walk_off", '"View" has no attribute "may_walk_off"'),
    ("tantan/table.py", "v.hand_open[", "v.hand_opened[", '"View" has no attribute "hand_opened"'),
)
"""In a file, what first stands there, what becomes of it, and what mypy says."""

IN_THE_SERVER = (
    ("permissions.py", "table.row.invite", "table.row.invitation", '"TableRow" has no attribute "invitation"'),
    ("clocks.py", "row.due_at =", "row.dew_at =", '"TableRow" has no attribute "dew_at"'),
    ("results.py", "rank=ranks", "ranking=ranks", 'Unexpected keyword argument "ranking" for "ResultRow"'),
    ("presenting.py", "row.phrase", "row.phrases", '"TalkRow" has no attribute "phrases"'),
    ("deciding.py", '"stale_question"', '"stale_questions"', 'Argument 1 to "Refused" has incompatible type'),
    ("publishing.py", "watcher.packed", "watcher.pact", '"Watcher" has no attribute "pact"'),
)

ROWS: dict[str, Any] = {
    "tables": rows.TableRow,
    "seats": rows.SeatRow,
    "moves": rows.MoveRow,
    "notices": rows.NoticeRow,
    "talk": rows.TalkRow,
    "results": rows.ResultRow,
    "ratings": rows.RatingRow,
    "processes": rows.ProcessRow,
    "presence": rows.PresenceRow,
}
"""What each table of the database is read into; people are read by single columns."""

MISSING = {"gobi": "determinize", "marracash": "audit", "tantan": "conceal"}
MISNAMED = {"marche": "encode", "samarkand": "step"}
"""For each game a function of the contract."""


def told_of(changes: list[tuple[str, str, str]], tmp_path: Path, folder: Path = GAMES) -> list[str]:
    """What mypy says of a folder after changes: in a file, what first matches a pattern becomes something else."""
    texts: dict[str, str] = {}
    for file, pattern, becomes in changes:
        text = texts.get(file) or (folder / file).read_text(encoding="utf-8")
        texts[file] = re.sub(pattern, becomes, text, count=1, flags=re.DOTALL)
        assert texts[file] != text, f"{file} has nothing like {pattern}"
    args = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache")]
    for file, text in texts.items():
        copy = tmp_path / file.replace("/", "_")
        copy.write_text(text, encoding="utf-8")
        args += ["--shadow-file", str(folder / file), str(copy)]
    told, failure, _ = api.run([*args, "--no-pretty", "--no-error-summary", str(folder)])
    assert not failure
    return told.replace("\\", "/").splitlines()


def test_mistakes_with_fields_are_type_errors(tmp_path: Path) -> None:
    told = told_of([(file, re.escape(right), wrong) for file, right, wrong, _ in MISTAKES], tmp_path)
    errors = [line for line in told if ": error: " in line]
    for file, _, _, complaint in MISTAKES:
        assert sum(f"games/{file}:" in line and complaint in line for line in errors) == 1, (file, complaint)
    assert len(errors) == len(MISTAKES)


def test_mistakes_with_rows_codes_and_watchers_are_type_errors(tmp_path: Path) -> None:
    changes = [(file, re.escape(right), wrong) for file, right, wrong, _ in IN_THE_SERVER]
    errors = [line for line in told_of(changes, tmp_path, SERVER) if ": error: " in line]
    for file, _, _, complaint in IN_THE_SERVER:
        assert any(f"server/{file}:" in line and complaint in line for line in errors), (file, complaint)
    assert {line.partition(":")[0].rpartition("/")[2] for line in errors} == {file for file, *_ in IN_THE_SERVER}


@pytest.mark.parametrize(
    "table", [table for table in schema.metadata.sorted_tables if table.name in ROWS], ids=lambda table: table.name
)
def test_a_row_has_a_field_for_every_column(table: Table) -> None:
    assert {field.name for field in fields(ROWS[table.name])} == {column.name for column in table.columns}


def test_a_missing_or_misnamed_function_is_a_type_error(tmp_path: Path) -> None:
    assert {*MISSING, *MISNAMED} == set(OURS)
    left_out = [(f"{game}/rules.py", rf"@contract\ndef {name}\(.*?\n\n\n", "") for game, name in MISSING.items()]
    renamed = [(f"{game}/rules.py", rf"(?<=@contract\ndef ){name}\(", f"{name}s(") for game, name in MISNAMED.items()]
    advised = [(f"{game}/advice.py", r"(?<=@contract\ndef )advise\(", "advice(") for game in OURS]
    told = told_of([*left_out, *renamed, *advised], tmp_path)
    for game, name in (MISSING | MISNAMED).items():
        package = [line for line in told if f"games/{game}/__init__.py:" in line]
        assert [line.split()[-1] for line in package if "note:     " in line] == [name]
        for protocol in ("Rules", "Advice"):
            assert sum(f'Module, variable has type "{protocol}[Edition, State]"' in line for line in package) == 1
