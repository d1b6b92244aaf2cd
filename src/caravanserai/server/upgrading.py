"""Bringing a database's schema up to date: all of it or nothing, and with a copy of an SQLite file beside it.

Alembic takes the steps, and is loaded only where there are some to take: whoever starts a server for the second time
does not wait for it.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import Engine, column, func, inspect, select, table

MIGRATIONS = Path(__file__).parent / "migrations"

UPGRADE_LOCK = 6_202_617_002
"""The number of the lock under which a schema is brought up to date."""


class UpgradeFailed(Exception):
    """A database that the steps cannot be taken on."""


def upgrade(engine: Engine) -> None:
    """Take the steps that the database has not taken yet, in one transaction."""
    found = _revision(engine)
    if found == newest():
        return
    if found is not None and engine.dialect.name == "sqlite" and engine.url.database:
        copy_aside(Path(engine.url.database), found)

    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several servers may begin at once: the others find it done
            connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as problem:
            raise UpgradeFailed(str(problem)) from None


def is_current(engine: Engine) -> bool:
    """Whether a database has taken all steps that there are, and no others."""
    return _revision(engine) == newest()


def newest() -> str:
    """The last step there is: the files of the steps are numbered in their order, and named after their numbers."""
    return max(file.stem for file in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


def _revision(engine: Engine) -> str | None:
    """The last step that a database has taken, where Alembic writes it down."""
    if not inspect(engine).has_table("alembic_version"):
        return None
    with engine.connect() as connection:
        found: str | None = connection.scalar(select(column("version_num")).select_from(table("alembic_version")))
        return found


def copy_aside(file: Path, revision: str) -> Path:
    """A copy of the database as it was, beside it; whole or not there at all."""
    copy = file.with_name(f"{file.name}.before-upgrade-from-{revision}")
    unfinished = file.with_name(f"{copy.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    source, target = sqlite3.connect(file), sqlite3.connect(unfinished)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
    os.replace(unfinished, copy)
    return copy
