"""What whoever runs the house wants done, and people who were removed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("people", sa.Column("removed_at", sa.Float()))
    op.create_table(
        "orders",
        sa.Column("id", sa.String(length=32), primary_key=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("args", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("taken_by", sa.String(length=32)),
        sa.Column("done_at", sa.Float()),
        sa.Column("result", sa.Text()),
        sa.Column("problem", sa.String(length=500)),
    )
