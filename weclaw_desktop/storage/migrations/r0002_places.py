"""Where chats stand and what they go by: folders, tags, unread answers, working folder, persona, parameters, source."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
_TEXTS = (("folder", ""), ("tags", "[]"), ("workdir", ""), ("persona", ""), ("parameters", "{}"), ("source", ""))
"""New columns of chats that hold text or JSON, and what they hold in the chats that are there."""


def upgrade() -> None:
    """Add columns to chats, the table of folders, and an index for usage by day."""
    for name, default in _TEXTS:
        op.add_column("chats", sa.Column(name, sa.Text(), nullable=False, server_default=default))
    op.add_column("chats", sa.Column("unread", sa.Boolean(), nullable=False, server_default=sa.false()))
    where = sa.text("source <> ''")
    op.create_index("ix_chats_source", "chats", ["source"], unique=False, sqlite_where=where, postgresql_where=where)
    op.create_table(
        "folders",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("collapsed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_folders"),
    )
    op.create_index("ix_calls_created_ms", "calls", ["created_ms"], unique=False)
