"""Friends at a table: rematches and series, seats that move, banks of time, vacations, and dates."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    for column in (
        sa.Column("bank_seconds", sa.Integer()),
        sa.Column("increment_seconds", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("bots_open", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("again", sa.JSON()),
        sa.Column("series", sa.JSON()),
        sa.Column("vote", sa.JSON()),
        sa.Column("started_at", sa.Float()),
        sa.Column("turn_at", sa.Float()),
        sa.Column("banks", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("vacations", sa.JSON(), nullable=False, server_default="{}"),
    ):
        op.add_column("tables", column)
    op.add_column("people", sa.Column("vacation", sa.JSON()))
