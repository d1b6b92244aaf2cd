"""Mistakes that types find, in every game and in the server: mypy reads copies of the sources with mistakes put into
them."""

from __future__ import annotations

import ast
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
    ("gobi/rules.py", "Part.caravan +", "Part.karavan +", '"type[Part]" has no attribute "karavan"'),
    ("marche/rules.py", "Part.doyen +", "Part.doyens +", '"type[Part]" has no attribute "doyens"'),
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

BY_COLUMNS = {
    "calls", "departed", "health", "job_askers", "job_turns", "jobs", "mutes", "people", "recoveries", "thinkers",
    "tickets",
}  # fmt: skip
"""Tables that are read by single columns only."""

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


@pytest.mark.parametrize("kind", rows.Row.__subclasses__(), ids=lambda kind: kind.__name__)
def test_a_row_has_a_field_for_every_column(kind: Any) -> None:
    assert {field.name for field in fields(kind)} == {column.name for column in kind.table.columns}


def test_every_table_has_a_row_or_is_read_by_columns() -> None:
    with_row = [kind.table.name for kind in rows.Row.__subclasses__()]
    assert sorted([*with_row, *BY_COLUMNS]) == sorted(schema.metadata.tables)


class Columns(ast.NodeVisitor):
    """Finds the columns that a module asks for, and those that are not there: what SQLAlchemy calls ``c`` has, for the
    type checker, any column. Names are followed from where a table or its columns are given to them."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.known: dict[str, tuple[str, Table]] = {}
        self.found = 0
        self.misspelt: list[str] = []
        self.visit(ast.parse(text))

    def table_of(self, node: ast.expr) -> Table | None:
        match node:
            case ast.Name(name) if self.known.get(name, ("",))[0] == "table":
                return self.known[name][1]
            case ast.Attribute(ast.Name("schema"), name):
                return schema.metadata.tables.get(name)
            case ast.Call(ast.Attribute(of, "alias")):
                return self.table_of(of)
        return None

    def columns_of(self, node: ast.expr) -> Table | None:
        match node:
            case ast.Name(name) if self.known.get(name, ("",))[0] == "columns":
                return self.known[name][1]
            case ast.Attribute(of, "c"):
                return self.table_of(of)
        return None

    def written_to(self, node: ast.expr) -> Table | None:
        """The table of an ``insert`` or ``update`` that a chain of calls begins with."""
        match node:
            case ast.Call(ast.Name("insert" | "update"), [of, *_]):
                return self.table_of(of)
            case ast.Call(ast.Attribute(before)):
                return self.written_to(before)
        return None

    def check(self, table: Table, name: str, line: int) -> None:
        self.found += 1
        if name not in table.columns and not hasattr(type(table.columns), name):
            self.misspelt.append(f"{self.path.name}:{line}: {table.name} has no column {name}")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module == "caravanserai.server.schema":
            for name in node.names:
                if (table := schema.metadata.tables.get(name.name)) is not None:
                    self.known[name.asname or name.name] = "table", table

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    self.known.pop(name.id, None)
                    if (table := self.columns_of(value)) is not None:
                        self.known[name.id] = "columns", table
                    elif (table := self.table_of(value)) is not None:
                        self.known[name.id] = "table", table

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Names given in a function are its own."""
        outside = dict(self.known)
        self.generic_visit(node)
        self.known = outside

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if (table := self.columns_of(node.value)) is not None:
            self.check(table, node.attr, node.lineno)
        elif isinstance(node.value, ast.Name) and node.value.id == "schema" and node.attr != "metadata":
            if node.attr not in schema.metadata.tables:
                self.misspelt.append(f"{self.path.name}:{node.lineno}: there is no table {node.attr}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "values":
            if (table := self.written_to(node.func.value)) is not None:
                for keyword in node.keywords:
                    if keyword.arg is not None:
                        self.check(table, keyword.arg, node.lineno)
        self.generic_visit(node)


def test_every_column_that_is_asked_for_is_there() -> None:
    read = [
        Columns(path, path.read_text(encoding="utf-8")) for path in SERVER.rglob("*.py") if path.parts[-2] != "versions"
    ]
    assert [problem for columns in read for problem in columns.misspelt] == []
    assert sum(columns.found for columns in read) > 400


@pytest.mark.parametrize(
    ("file", "right", "wrong", "complaint"),
    [
        ("reading.py", "s.table_id.in_", "s.table.in_", "seats has no column table"),
        ("contacts.py", "schema.contacts.c.token", "schema.contacts.c.tokens", "contacts has no column tokens"),
        ("calling.py", "other.c.resigned", "other.c.resign", "seats has no column resign"),
        ("passkeys.py", "c.site ==", "c.sight ==", "passkeys has no column sight"),
        ("reports.py", ".values(reporter=None)", ".values(reported=None)", "reports has no column reported"),
        ("tickets.py", "schema.tickets.c", "schema.ticket.c", "there is no table ticket"),
    ],
)
def test_a_misspelt_column_is_found_out(file: str, right: str, wrong: str, complaint: str) -> None:
    text = (SERVER / file).read_text(encoding="utf-8")
    assert right in text
    [problem] = Columns(SERVER / file, text.replace(right, wrong, 1)).misspelt
    assert problem.startswith(f"{file}:")
    assert problem.endswith(complaint)


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


MANY_ARGUMENTS = {
    "src/caravanserai/cli/commands.py": "an argument for each option of a command, as typer reads them",
    "src/caravanserai/wasm/entries.py": "a number or a pointer for each thing: WebAssembly passes nothing else",
    "src/caravanserai/kernel/sentences.py": "`say` takes numbers as they come; a tuple of them would be compiled anew",
    "src/caravanserai/envs/gymnasium.py": "public API, by name: see docs/policy.md",
    "tests/games": "scenes: what is not given is as usual",
}
"""Where a function may have more than eight arguments, and why."""


def test_what_takes_many_arguments_takes_a_record() -> None:
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]:
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(tuple(MANY_ARGUMENTS)):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                given = [arg.arg for arg in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]]
                assert len([arg for arg in given if arg not in ("self", "cls")]) <= 8, f"{name}: {node.name}"
