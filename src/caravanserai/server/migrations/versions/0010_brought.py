"""Matches that were played on somebody's device, and brought here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("tables", sa.Column("brought", sa.Boolean(), nullable=False, server_default=sa.false()))
