"""Bulk: what many tables write in one commit goes to the database in few statements.

SQLite's driver lets other threads run at every row of a statement for many rows, and then waits for its turn again; so
there all rows go into one. On PostgreSQL tables are held first, in one order everywhere: two processes then never wait
for each other in a circle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Update, bindparam, select, update
from sqlalchemy.dialects import sqlite

from caravanserai.server.rows import MoveRow
from caravanserai.server.schema import moves, tables

Change = tuple[str, int, dict[str, Any]]
"""A table, the version on which it was decided, and its columns that have changed."""

MOVE_COLUMNS = tuple(field.name for field in fields(MoveRow))
STATEMENTS_KEPT = 256

_move_values: Callable[[MoveRow], tuple[Any, ...]] = attrgetter(*MOVE_COLUMNS)


def insert_moves(connection: Connection, rows: Sequence[MoveRow]) -> None:
    """Write moves."""
    if rows:
        values = tuple(chain.from_iterable(map(_move_values, rows)))
        connection.exec_driver_sql(_insert_moves(len(rows), _mark(connection)), values)


def overtaken(connection: Connection, changes: Sequence[Change]) -> set[str]:
    """Hold tables that are to be changed; those of them that another process has changed since it was decided. With
    SQLite there is no other."""
    if connection.dialect.name == "sqlite" or not changes:
        return set()
    c, decided_on = tables.c, {table: version for table, version, _ in changes}
    held = select(c.id, c.version).where(c.id.in_(decided_on)).order_by(c.id).with_for_update()
    versions = {row.id: row.version for row in connection.execute(held)}
    return {table for table, version in decided_on.items() if versions.get(table) != version}


def change_tables(connection: Connection, changes: Sequence[Change]) -> bool:
    """Raise the versions of tables, and change their columns, if they are still those on which it was decided; whether
    all were."""
    change = _change_at_once if connection.dialect.name == "sqlite" else _change_one_by_one
    in_order = sorted(changes, key=_columns)
    return all(change(connection, columns, list(alike)) for columns, alike in groupby(in_order, _columns))


def _columns(change: Change) -> tuple[str, ...]:
    return tuple(change[2])


def _change_at_once(connection: Connection, columns: tuple[str, ...], changes: Sequence[Change]) -> bool:
    bound = [(name, _sqlite_value(name)) for name in columns]
    values = [
        value
        for table, version, new in changes
        for value in (table, version, *(bind(new[name]) for name, bind in bound))
    ]
    statement = _change_all(columns, len(changes), _mark(connection))
    return connection.exec_driver_sql(statement, tuple(values)).rowcount == len(changes)


def _change_one_by_one(connection: Connection, columns: tuple[str, ...], changes: Sequence[Change]) -> bool:
    rows = [{"table": table, "decided_on": version, **new} for table, version, new in changes]
    return connection.execute(_change_one(columns), rows).rowcount == len(rows)


@cache
def _change_one(columns: tuple[str, ...]) -> Update:
    still = tables.c.id == bindparam("table"), tables.c.version == bindparam("decided_on")
    new = {column: bindparam(column, type_=tables.c[column].type) for column in columns}
    return update(tables).where(*still).values(version=tables.c.version + 1, **new)


@lru_cache(STATEMENTS_KEPT)
def _change_all(columns: tuple[str, ...], count: int, mark: str) -> str:
    new = "".join(f", {name} = given.column{place}" for place, name in enumerate(columns, 3))
    return (
        f"UPDATE {tables.name} SET version = version + 1{new} "
        f"FROM (VALUES {_places(2 + len(columns), count, mark)}) AS given "
        f"WHERE {tables.name}.id = given.column1 AND {tables.name}.version = given.column2"
    )


@lru_cache(STATEMENTS_KEPT)
def _insert_moves(count: int, mark: str) -> str:
    return f"INSERT INTO {moves.name} ({', '.join(MOVE_COLUMNS)}) VALUES {_places(len(MOVE_COLUMNS), count, mark)}"


def _places(width: int, count: int, mark: str) -> str:
    """Where the values of some rows go.

    >>> _places(2, 3, "?")
    '(?, ?), (?, ?), (?, ?)'
    """
    return ", ".join([f"({', '.join([mark] * width)})"] * count)


def _mark(connection: Connection) -> str:
    """Stands for a value in the driver's statements."""
    return "?" if connection.dialect.name == "sqlite" else "%s"


@cache
def _sqlite_value(column: str) -> Callable[[Any], Any]:
    """Makes of a column's value what SQLite's driver takes."""
    dialect = sqlite.dialect()
    bind = tables.c[column].type.dialect_impl(dialect).bind_processor(dialect)
    return bind if bind is not None else lambda value: value
