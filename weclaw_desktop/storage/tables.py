"""The tables as they are in the newest schema; ``migrations`` says how a file gets there.

Types are kept to what SQLite and PostgreSQL share. Columns that end in ``_ms`` are Unix milliseconds; JSON is kept as
text that ``codec`` reads and writes, because a library's JSON type would parse it twice.
"""

from __future__ import annotations

from typing import cast

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
ROW_KEY = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite numbers rows by itself only when the column is called INTEGER."""


class Base(DeclarativeBase):
    """Owner of the metadata."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {str: Text(), int: BigInteger(), bytes: LargeBinary()}  # noqa: RUF012 - SQLAlchemy's declaration


class ChatRow(Base):
    """One chat. ``next_seq`` is the number the next message gets; ``branched`` says that the tree may have forks."""

    __tablename__ = "chats"

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(default="")
    title_folded: Mapped[str] = mapped_column(default="")
    title_by: Mapped[str] = mapped_column(default="auto")
    model: Mapped[str] = mapped_column(default="")
    strategy: Mapped[str] = mapped_column(default="")
    profile: Mapped[str] = mapped_column(default="")
    language: Mapped[str] = mapped_column(default="")
    head_id: Mapped[str | None]
    epoch: Mapped[int] = mapped_column(default=0)
    next_seq: Mapped[int] = mapped_column(default=1)
    branched: Mapped[bool] = mapped_column(default=False)
    pinned: Mapped[bool] = mapped_column(default=False)
    archived: Mapped[bool] = mapped_column(default=False)
    created_ms: Mapped[int]
    updated_ms: Mapped[int]
    deleted_ms: Mapped[int | None]
    draft: Mapped[str] = mapped_column(default="")
    held_until: Mapped[int] = mapped_column(default=0)
    overrides: Mapped[str] = mapped_column(default="{}")
    folder: Mapped[str] = mapped_column(default="")
    tags: Mapped[str] = mapped_column(default="[]")
    unread: Mapped[bool] = mapped_column(default=False)
    workdir: Mapped[str] = mapped_column(default="")
    persona: Mapped[str] = mapped_column(default="")
    parameters: Mapped[str] = mapped_column(default="{}")
    source: Mapped[str] = mapped_column(default="")

    __table_args__ = (
        Index(None, "deleted_ms", "updated_ms"),
        Index(
            "ix_chats_source",
            "source",
            sqlite_where=text("source <> ''"),
            postgresql_where=text("source <> ''"),
        ),
    )


class FolderRow(Base):
    """A group of chats; ``chats.folder`` names it without a constraint, so that "" can mean none."""

    __tablename__ = "folders"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    position: Mapped[int] = mapped_column(default=0)
    collapsed: Mapped[bool] = mapped_column(default=False)


class MessageRow(Base):
    """One node of a chat's tree, or one revision of a node.

    A revision has ``revision_of`` and no ``seq``; the node's ``current_id`` names the revision in force (NULL: its own
    content). So editing adds a row and nothing that was written is overwritten. ``parts`` is last: SQLite reads large
    columns only when asked for them.
    """

    __tablename__ = "messages"

    key: Mapped[int] = mapped_column(ROW_KEY, primary_key=True, autoincrement=True)
    id: Mapped[str]
    chat_id: Mapped[str] = mapped_column(ForeignKey("chats.id", ondelete="CASCADE"))
    parent_id: Mapped[str | None]
    seq: Mapped[int | None]
    revision_of: Mapped[str | None]
    revision: Mapped[int] = mapped_column(default=0)
    current_id: Mapped[str | None]
    created_ms: Mapped[int]
    deleted_ms: Mapped[int | None]
    excluded: Mapped[bool] = mapped_column(default=False)
    pinned: Mapped[bool] = mapped_column(default=False)
    role: Mapped[str]
    state: Mapped[str]
    model: Mapped[str] = mapped_column(default="")
    usage: Mapped[str | None]
    failure: Mapped[str | None]
    tokens: Mapped[str | None]
    intake: Mapped[str | None]
    parts: Mapped[str]

    __table_args__ = (
        UniqueConstraint("id"),
        UniqueConstraint("chat_id", "seq"),
        Index(None, "chat_id", "parent_id"),
        Index(
            "ix_messages_revision_of",
            "revision_of",
            sqlite_where=text("revision_of IS NOT NULL"),
            postgresql_where=text("revision_of IS NOT NULL"),
        ),
        Index(
            "ix_messages_generating",
            "state",
            sqlite_where=text("state = 'generating'"),
            postgresql_where=text("state = 'generating'"),
        ),
        {"sqlite_autoincrement": True},
    )


class RecordRow(Base):
    """One compaction. ``state_epoch`` is the chat's epoch at the last change of state: it orders undo and redo."""

    __tablename__ = "records"

    id: Mapped[str] = mapped_column(primary_key=True)
    chat_id: Mapped[str] = mapped_column(ForeignKey("chats.id", ondelete="CASCADE"))
    previous_id: Mapped[str | None]
    state: Mapped[str]
    state_epoch: Mapped[int]
    created_ms: Mapped[int]
    strategy: Mapped[str]
    method: Mapped[str]
    prefix_hash: Mapped[str]
    cut_id: Mapped[str | None]
    narrative_up_to: Mapped[str | None]
    first_seq: Mapped[int]
    last_seq: Mapped[int]
    count: Mapped[int]
    first_ms: Mapped[int]
    last_ms: Mapped[int]
    shortened: Mapped[int]
    tokens_before: Mapped[int]
    tokens_after: Mapped[int]
    duration_ms: Mapped[int]
    cost: Mapped[float | None]
    currency: Mapped[str]
    summary_model: Mapped[str]
    engine_version: Mapped[int]
    degraded: Mapped[str | None]
    block: Mapped[str | None]
    replacements: Mapped[str]

    __table_args__ = (
        Index(None, "chat_id", "created_ms"),
        Index(
            "uq_records_active",
            "chat_id",
            unique=True,
            sqlite_where=text("state = 'active'"),
            postgresql_where=text("state = 'active'"),
        ),
    )


class PinRow(Base):
    """Words to keep, or the user's word on a rule. ``source_id`` is "" for words without a message."""

    __tablename__ = "pins"

    id: Mapped[str] = mapped_column(primary_key=True)
    chat_id: Mapped[str] = mapped_column(ForeignKey("chats.id", ondelete="CASCADE"))
    text: Mapped[str]
    kind: Mapped[str]
    state: Mapped[str]
    source_id: Mapped[str]
    seq: Mapped[int]
    created_ms: Mapped[int]

    __table_args__ = (Index(None, "chat_id"),)


class BlobRow(Base):
    """Bytes of an attachment, once per content."""

    __tablename__ = "blobs"

    sha256: Mapped[str] = mapped_column(primary_key=True)
    media_type: Mapped[str]
    size: Mapped[int]
    created_ms: Mapped[int]
    data: Mapped[bytes]


class CalibrationRow(Base):
    """Counting factor of a model in a chat; ``chat_id`` is empty for the model's own."""

    __tablename__ = "calibrations"

    model: Mapped[str] = mapped_column(primary_key=True)
    chat_id: Mapped[str] = mapped_column(primary_key=True)
    k: Mapped[float]
    samples: Mapped[int]
    error: Mapped[float | None]


class LimitRow(Base):
    """A limit in tokens that an error told."""

    __tablename__ = "limits"

    endpoint: Mapped[str] = mapped_column(primary_key=True)
    model: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    tokens: Mapped[int]
    learnt_ms: Mapped[int]


class CallRow(Base):
    """One call of a model, in tokens and milliseconds."""

    __tablename__ = "calls"

    key: Mapped[int] = mapped_column(ROW_KEY, primary_key=True, autoincrement=True)
    chat_id: Mapped[str]
    model: Mapped[str]
    purpose: Mapped[str]
    created_ms: Mapped[int]
    prompt: Mapped[int]
    completion: Mapped[int]
    cached: Mapped[int]
    cache_written: Mapped[int]
    reasoning: Mapped[int]
    cost: Mapped[float | None]
    currency: Mapped[str]
    estimated: Mapped[bool]
    first_token_ms: Mapped[int]
    total_ms: Mapped[int]
    system_tokens: Mapped[int]

    __table_args__ = (Index(None, "chat_id", "key"), Index(None, "created_ms"))


class PendingRow(Base):
    """A message whose search entry is out of date; the writer catches up when it is idle."""

    __tablename__ = "search_pending"

    key: Mapped[int] = mapped_column(ROW_KEY, primary_key=True, autoincrement=False)


class IndexedRow(Base):
    """Which row's text (node or revision) stands in the search index for the message ``key``."""

    __tablename__ = "search_indexed"

    key: Mapped[int] = mapped_column(ROW_KEY, primary_key=True, autoincrement=False)
    source_id: Mapped[str]


class ValueRow(Base):
    """Small facts about the file itself, as text."""

    __tablename__ = "kv"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


CHATS = cast("Table", ChatRow.__table__)
MESSAGES = cast("Table", MessageRow.__table__)
PENDING = cast("Table", PendingRow.__table__)
"""The plain tables, for statements that run so often that the classes' bookkeeping shows (three times the time)."""

SEARCH_TABLE = "message_search"
"""FTS5, SQLite only: columns ``words`` and ``bigrams``, rowid = ``messages.key``, no content of its own."""
