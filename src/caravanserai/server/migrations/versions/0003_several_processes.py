"""Several server processes on one database: who they are, who looks at tables where, who looks after what is due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("tables", sa.Column("pauses", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("keeper", sa.String(length=24)))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=24), primary_key=True),
        sa.Column("host", sa.String(length=100), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.Column("seen_at", sa.Float(), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(length=24), primary_key=True),
        sa.Column("table_id", sa.String(length=12), primary_key=True),
        sa.Column("person", sa.String(length=32), primary_key=True),
    )
    op.create_index("ix_presence_table_id", "presence", ["table_id"])
