"""Calling people to tables that wait for them: who is asked since when, how to reach whom, and who was called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("tables", sa.Column("asked", sa.JSON()))
    op.create_table(
        "contacts",
        sa.Column("person", sa.String(length=32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("how", sa.String(length=10), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("morning", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254)),
        sa.Column("token", sa.String(length=32), unique=True),
        sa.Column("asked_at", sa.Float()),
        sa.Column("confirmed_at", sa.Float()),
    )
    op.create_index("ix_contacts_email", "contacts", ["email"])
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(length=64), primary_key=True),
        sa.Column("person", sa.String(length=32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("server_key", sa.String(length=100), nullable=False),
        sa.Column("origin", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_table(
        "calls",
        sa.Column("table_id", sa.String(length=12), primary_key=True),
        sa.Column("person", sa.String(length=32), primary_key=True),
        sa.Column("turn", sa.String(length=24), nullable=False),
        sa.Column("claimed_at", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("settled_at", sa.Float()),
    )
