"""Bringing a database's schema up to date: all of it or nothing, and with a copy of an SQLite file beside it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, func, select

MIGRATIONS = Path(__file__).parent / "migrations"

UPGRADE_LOCK = 6_202_617_002
"""The number of the lock under which a schema is brought up to date."""


def upgrade(engine: Engine) -> None:
    """Take the steps that the database has not taken yet, in one transaction."""
    config = _config()
    found = _revision(engine)
    if found == _newest(config):
        return
    if found is not None and engine.dialect.name == "sqlite" and engine.url.database:
        copy_aside(Path(engine.url.database), found)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several servers may begin at once: the others find it done
            connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def is_current(engine: Engine) -> bool:
    """Whether a database has taken all steps that there are, and no others."""
    return _revision(engine) == _newest(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _newest(config: Config) -> str | None:
    return ScriptDirectory.from_config(config).get_current_head()


def _revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


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
