"""Reviews of finished matches, made once for all who look at them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(length=12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("found", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
