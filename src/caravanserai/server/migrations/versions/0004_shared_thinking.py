"""The queue of thinking that servers and helpers share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "thinkers",
        sa.Column("id", sa.String(length=32), primary_key=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("workers", sa.Integer(), nullable=False),
        sa.Column("codes", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(length=32), primary_key=True),
        sa.Column("key", sa.String(length=64), nullable=False, unique=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("code", sa.String(length=60), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("taken_by", sa.String(length=32)),
        sa.Column("served_for", sa.String(length=32)),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.Column("answered_at", sa.Float()),
        sa.Column("result", sa.Text()),
        sa.Column("problem", sa.String(length=200)),
    )
    op.create_table(
        "job_askers",
        sa.Column("job", sa.String(length=32), primary_key=True),
        sa.Column("server", sa.String(length=32), primary_key=True),
        sa.Column("owner", sa.String(length=32), primary_key=True),
        sa.Column("asked_at", sa.Float(), nullable=False),
    )
    op.create_table(
        "job_turns",
        sa.Column("owner", sa.String(length=32), primary_key=True),
        sa.Column("served_at", sa.Float(), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        # What is lost with them is thought about again: no job is worth a write to the log of the database.
        for table in ("thinkers", "jobs", "job_askers", "job_turns"):
            op.execute(f"ALTER TABLE {table} SET UNLOGGED")
