"""Moves as texts, versions of tables and rules, results by person, notices, clocks that can stand still."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from caravanserai.games import find_game
from caravanserai.kernel.errors import CaravanseraiError

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

RULES = 1
"""All matches until this step were dealt under the first version of their game's rules."""

TAKEN_BACK = -1, "(undo)"
"""How a decision that takes the one before back was written, and how it is."""


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "health",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(length=12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.add_column("people", sa.Column("seen_at", sa.Float(), nullable=False, server_default="0"))
    op.execute("UPDATE people SET seen_at = created_at")
    op.add_column("tables", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("rules", sa.Integer(), nullable=False, server_default=str(RULES)))
    op.execute("ALTER TABLE tables RENAME COLUMN dues TO clocks")
    _convert_clocks()
    _convert_results()
    _convert_moves()


def _convert_clocks() -> None:
    """A clock was the time at which it runs out."""
    connection = op.get_bind()
    tables = sa.table("tables", sa.column("id"), sa.column("clocks", sa.JSON()))
    for table_id, dues in connection.execute(sa.select(tables.c.id, tables.c.clocks)).all():
        if dues:
            clocks = {seat: {"at": at} for seat, at in dues.items()}
            connection.execute(sa.update(tables).where(tables.c.id == table_id).values(clocks=clocks))


def _convert_results() -> None:
    """Results belong to persons, and outlive their tables."""
    op.create_table(
        "new_results",
        sa.Column("table_id", sa.String(length=12), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=32)),
        sa.Column("nickname", sa.String(length=24)),
        sa.Column("level", sa.String(length=40)),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
    )
    op.execute(
        sa.text(
            "INSERT INTO new_results (table_id, seat, game, person, nickname, level, rank, score, public, counted) "
            "SELECT r.table_id, r.seat, r.game, s.person, r.nickname, r.level, r.rank, r.score, r.public, :yes "
            "FROM results r LEFT JOIN seats s ON s.table_id = r.table_id AND s.seat = r.seat"
        ).bindparams(yes=True)
    )
    op.drop_table("results")
    op.rename_table("new_results", "results")
    op.create_index("ix_results_person", "results", ["person"])


def _convert_moves() -> None:
    """Every move as its text, by the rules under which it was made; what no installed game knows stays a number."""
    connection = op.get_bind()
    op.create_table(
        "new_moves",
        sa.Column("table_id", sa.String(length=12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.String(length=200), nullable=False),
        sa.Column("key", sa.String(length=64)),
        sa.Column("at", sa.Float(), nullable=False),
    )
    old = sa.table("moves", *(sa.column(name) for name in ("table_id", "number", "seat", "action", "key", "at")))
    new = sa.table("new_moves", *(sa.column(name) for name in ("table_id", "number", "seat", "move", "key", "at")))
    seats = sa.table("seats", sa.column("table_id"))
    tables = sa.table("tables", sa.column("id"), sa.column("game"))
    for table_id, game in connection.execute(sa.select(tables.c.id, tables.c.game)).all():
        count = connection.execute(sa.select(sa.func.count()).where(seats.c.table_id == table_id)).scalar() or 0
        found = connection.execute(sa.select(old).where(old.c.table_id == table_id)).mappings().all()
        rows = [
            {**{key: value for key, value in row.items() if key != "action"}, "move": _text(game, count, row)}
            for row in found
        ]
        if rows:
            connection.execute(sa.insert(new), rows)
    op.drop_table("moves")
    op.rename_table("new_moves", "moves")
    op.create_index("moves_key", "moves", ["table_id", "seat", "key"], unique=True)


def _text(game: str, seats: int, row: sa.RowMapping) -> str:
    number, text = TAKEN_BACK
    if row["action"] == number:
        return text
    try:
        found = find_game(game)
        if found.rules_version == RULES:
            return str(found.actions.choice(row["action"], row["seat"], seats))
    except CaravanseraiError:
        pass  # the game is no longer installed, or never had such an action
    return f"action {row['action']}"
