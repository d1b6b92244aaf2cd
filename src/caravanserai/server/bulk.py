"""Bulk: what many tables write in one commit goes to the database in few statements.

SQLite's driver lets other threads run at every row of a statement for many rows, and then waits for its turn again; so
there all rows go into one. On PostgreSQL tables are held first, in one order everywhere: two processes then never wait
for each other in a circle.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache, lru_cache, partial
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

import orjson
from sqlalchemy import Connection, Update, bindparam, select, update
from sqlalchemy.dialects import sqlite

from caravanserai.server.rows import MoveRow
from caravanserai.server.schema import moves, tables

Change = tuple[str, int, dict[str, Any]]
"""A table, the version on which it was decided, and its columns that have changed."""

Execute = Callable[[str, tuple[Any, ...]], Any]
"""Runs a statement of the driver with its values; what it returns tells how many rows it has changed."""

log = logging.getLogger("caravanserai.storage")

MOVE_COLUMNS = tuple(field.name for field in fields(MoveRow))
STATEMENTS_KEPT = 256

_move_values: Callable[[MoveRow], tuple[Any, ...]] = attrgetter(*MOVE_COLUMNS)


def insert_moves(connection: Connection, rows: Sequence[MoveRow]) -> None:
    """Write moves."""
    _insert_at_once(connection.exec_driver_sql, rows, "?" if connection.dialect.name == "sqlite" else "%s")


def write_at_once(driver: sqlite3.Connection, changes: Sequence[Change], rows: Sequence[MoveRow]) -> bool:
    """Commit changes of tables, and moves, to SQLite without anything in between; whether that was possible. If not,
    nothing was written."""
    try:
        driver.execute("BEGIN")
        if _change_in_groups(partial(_change_at_once, driver.execute), changes):
            _insert_at_once(driver.execute, rows, "?")
            driver.execute("COMMIT")
            return True
    except Exception as problem:  # the long way tells whose fault it is
        log.debug("the short way to the database is closed: %s", problem)
    if driver.in_transaction:
        driver.rollback()
    return False


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
    if connection.dialect.name == "sqlite":
        return _change_in_groups(partial(_change_at_once, connection.exec_driver_sql), changes)
    return _change_in_groups(partial(_change_one_by_one, connection), changes)


def _change_in_groups(change: Callable[[tuple[str, ...], list[Change]], bool], changes: Sequence[Change]) -> bool:
    """Make changes, those of the same columns together."""
    in_order = sorted(changes, key=_columns)
    return all(change(columns, list(alike)) for columns, alike in groupby(in_order, _columns))


def _columns(change: Change) -> tuple[str, ...]:
    return tuple(change[2])


def _insert_at_once(execute: Execute, rows: Sequence[MoveRow], mark: str) -> None:
    if rows:
        values = tuple(chain.from_iterable(map(_move_values, rows)))
        execute(_insert_moves(len(rows), mark), values)


def _change_at_once(execute: Execute, columns: tuple[str, ...], changes: Sequence[Change]) -> bool:
    bound = [(name, _sqlite_value(name)) for name in columns]
    values = [
        value
        for table, version, new in changes
        for value in (table, version, *(bind(new[name]) for name, bind in bound))
    ]
    rows: int = execute(_change_all(columns, len(changes)), tuple(values)).rowcount
    return rows == len(changes)


def _change_one_by_one(connection: Connection, columns: tuple[str, ...], changes: Sequence[Change]) -> bool:
    rows = [{"table": table, "decided_on": version, **new} for table, version, new in changes]
    return connection.execute(_change_one(columns), rows).rowcount == len(rows)


@cache
def _change_one(columns: tuple[str, ...]) -> Update:
    still = tables.c.id == bindparam("table"), tables.c.version == bindparam("decided_on")
    new = {column: bindparam(column, type_=tables.c[column].type) for column in columns}
    return update(tables).where(*still).values(version=tables.c.version + 1, **new)


@lru_cache(STATEMENTS_KEPT)
def _change_all(columns: tuple[str, ...], count: int) -> str:
    new = "".join(f", {name} = given.column{place}" for place, name in enumerate(columns, 3))
    return (
        f"UPDATE {tables.name} SET version = version + 1{new} "
        f"FROM (VALUES {_places(2 + len(columns), count, '?')}) AS given "
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


def _json(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


@cache
def _sqlite_value(column: str) -> Callable[[Any], Any]:
    """Makes of a column's value what SQLite's driver takes."""
    dialect = sqlite.dialect(json_serializer=_json)
    bind = tables.c[column].type.dialect_impl(dialect).bind_processor(dialect)
    return bind if bind is not None else lambda value: value
