"""Table talk: what those who look on say among themselves, who is not to be heard, and what was reported."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("talk", sa.Column("aside", sa.Boolean()))
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(length=32), primary_key=True),
        sa.Column("muted", sa.String(length=32), primary_key=True),
    )
    op.create_index("ix_mutes_muted", "mutes", ["muted"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=12), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("reporter", sa.String(length=32)),
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("settled_at", sa.Float()),
    )
    op.create_index("ix_reports_at", "reports", ["at"])
    op.create_index("ix_reports_reporter", "reports", ["reporter"])
    op.create_index("reports_line", "reports", ["table_id", "number"], unique=True)
