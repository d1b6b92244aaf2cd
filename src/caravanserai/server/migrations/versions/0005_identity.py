"""Who somebody is on every device: one-time tickets, recovery codes, passkeys, those who left; who said what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "tickets",
        sa.Column("mark", sa.String(length=64), primary_key=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("person", sa.String(length=32), sa.ForeignKey("people.id", ondelete="CASCADE")),
        sa.Column("expires_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float()),
    )
    op.create_index("ix_tickets_person", "tickets", ["person"])
    op.create_index("ix_tickets_expires_at", "tickets", ["expires_at"])
    op.create_table(
        "recoveries",
        sa.Column("person", sa.String(length=32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mark", sa.String(length=64), nullable=False, unique=True),
        sa.Column("set_at", sa.Float(), nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("mark", sa.String(length=64), primary_key=True),
        sa.Column("person", sa.String(length=32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("site", sa.String(length=255), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("used_at", sa.Float()),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "departed",
        sa.Column("mark", sa.String(length=64), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.add_column("talk", sa.Column("person", sa.String(length=32)))
    op.create_index("ix_talk_person", "talk", ["person"])
    # At one table no two people have one name.
    op.execute(
        "UPDATE talk SET person = (SELECT min(seats.person) FROM seats "
        "WHERE seats.table_id = talk.table_id AND seats.nickname = talk.nickname)"
    )
