"""The first schema: chats, their trees of messages, compactions, attachments, what was learnt, search."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
ROW_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
REAL: sa.types.TypeEngine[float] = sa.Double()


def upgrade() -> None:
    """Make every table."""
    _chats()
    _messages()
    _records()
    _remembered()
    _search()


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _chats() -> None:
    op.create_table(
        "chats",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("title_folded", sa.Text(), nullable=False),
        sa.Column("title_by", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("strategy", sa.Text(), nullable=False),
        sa.Column("profile", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("head_id", sa.Text(), nullable=True),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("next_seq", sa.BigInteger(), nullable=False),
        sa.Column("branched", sa.Boolean(), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.Column("deleted_ms", sa.BigInteger(), nullable=True),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("held_until", sa.BigInteger(), nullable=False),
        sa.Column("overrides", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chats"),
    )
    op.create_index("ix_chats_deleted_ms_updated_ms", "chats", ["deleted_ms", "updated_ms"], unique=False)


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("key", ROW_KEY, autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("chat_id", sa.Text(), nullable=False),
        sa.Column("parent_id", sa.Text(), nullable=True),
        sa.Column("seq", sa.BigInteger(), nullable=True),
        sa.Column("revision_of", sa.Text(), nullable=True),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("current_id", sa.Text(), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("deleted_ms", sa.BigInteger(), nullable=True),
        sa.Column("excluded", sa.Boolean(), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("usage", sa.Text(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.Column("tokens", sa.Text(), nullable=True),
        sa.Column("intake", sa.Text(), nullable=True),
        sa.Column("parts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_messages_chat_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name="pk_messages"),
        sa.UniqueConstraint("chat_id", "seq", name="uq_messages_chat_id_seq"),
        sa.UniqueConstraint("id", name="uq_messages_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_messages_chat_id_parent_id", "messages", ["chat_id", "parent_id"], unique=False)
    op.create_index("ix_messages_generating", "messages", ["state"], unique=False, **_where("state = 'generating'"))
    op.create_index(
        "ix_messages_revision_of", "messages", ["revision_of"], unique=False, **_where("revision_of IS NOT NULL")
    )


def _records() -> None:
    op.create_table(
        "records",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("chat_id", sa.Text(), nullable=False),
        sa.Column("previous_id", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("state_epoch", sa.BigInteger(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("strategy", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("prefix_hash", sa.Text(), nullable=False),
        sa.Column("cut_id", sa.Text(), nullable=True),
        sa.Column("narrative_up_to", sa.Text(), nullable=True),
        sa.Column("first_seq", sa.BigInteger(), nullable=False),
        sa.Column("last_seq", sa.BigInteger(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("first_ms", sa.BigInteger(), nullable=False),
        sa.Column("last_ms", sa.BigInteger(), nullable=False),
        sa.Column("shortened", sa.BigInteger(), nullable=False),
        sa.Column("tokens_before", sa.BigInteger(), nullable=False),
        sa.Column("tokens_after", sa.BigInteger(), nullable=False),
        sa.Column("duration_ms", sa.BigInteger(), nullable=False),
        sa.Column("cost", REAL, nullable=True),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("summary_model", sa.Text(), nullable=False),
        sa.Column("engine_version", sa.BigInteger(), nullable=False),
        sa.Column("degraded", sa.Text(), nullable=True),
        sa.Column("block", sa.Text(), nullable=True),
        sa.Column("replacements", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["chat_id"], ["chats.id"], name="fk_records_chat_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_records"),
    )
    op.create_index("ix_records_chat_id_created_ms", "records", ["chat_id", "created_ms"], unique=False)
    op.create_index("uq_records_active", "records", ["chat_id"], unique=True, **_where("state = 'active'"))


def _remembered() -> None:
    op.create_table(
        "blobs",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_blobs"),
    )
    op.create_table(
        "calibrations",
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("chat_id", sa.Text(), nullable=False),
        sa.Column("k", REAL, nullable=False),
        sa.Column("samples", sa.BigInteger(), nullable=False),
        sa.Column("error", REAL, nullable=True),
        sa.PrimaryKeyConstraint("model", "chat_id", name="pk_calibrations"),
    )
    op.create_table(
        "limits",
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.Column("learnt_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("endpoint", "model", "kind", name="pk_limits"),
    )
    op.create_table(
        "calls",
        sa.Column("key", ROW_KEY, autoincrement=True, nullable=False),
        sa.Column("chat_id", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("prompt", sa.BigInteger(), nullable=False),
        sa.Column("completion", sa.BigInteger(), nullable=False),
        sa.Column("cached", sa.BigInteger(), nullable=False),
        sa.Column("cache_written", sa.BigInteger(), nullable=False),
        sa.Column("reasoning", sa.BigInteger(), nullable=False),
        sa.Column("cost", REAL, nullable=True),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("estimated", sa.Boolean(), nullable=False),
        sa.Column("first_token_ms", sa.BigInteger(), nullable=False),
        sa.Column("total_ms", sa.BigInteger(), nullable=False),
        sa.Column("system_tokens", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_calls"),
    )
    op.create_index("ix_calls_chat_id_key", "calls", ["chat_id", "key"], unique=False)
    op.create_table(
        "kv",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_kv"),
    )


def _search() -> None:
    op.create_table(
        "search_indexed",
        sa.Column("key", ROW_KEY, autoincrement=False, nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_search_indexed"),
    )
    op.create_table(
        "search_pending",
        sa.Column("key", ROW_KEY, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_search_pending"),
    )
    if op.get_context().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE message_search USING fts5("
            "words, bigrams, content='', tokenize='unicode61 remove_diacritics 2')"
        )
