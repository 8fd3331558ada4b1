"""What people keep of chats: pinned words and selections, and decisions about rules found in their words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"


def upgrade() -> None:
    """Make the table of pins."""
    op.create_table(
        "pins",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("chat_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_pins_chat_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_pins"),
    )
    op.create_index("ix_pins_chat_id", "pins", ["chat_id"], unique=False)
