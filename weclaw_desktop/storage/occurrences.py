"""Where words stand in one chat, as a person looks for them while reading: any part of a text, in the order of the log.

The word index cannot say that: it knows whole words and the best messages. Here the database sifts the rows, which
costs a few milliseconds per ten thousand messages, and only what it lets through is read.
"""

from __future__ import annotations

import json

from sqlalchemy import ColumnElement, Connection, func, or_, select
from sqlalchemy.orm import aliased

from weclaw_desktop.core.chats import Occurrence
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.codec import clean, load_parts
from weclaw_desktop.storage.tables import ChatRow, MessageRow

_ROLES = ("user", "assistant")
_FETCHED = 50


def occurrences(connection: Connection, chat_id: str, words: str) -> list[Occurrence]:
    """Messages of the chat's path whose text holds ``words``, oldest first. Raises InputError for no such chat."""
    chat = connection.execute(select(ChatRow.head_id, ChatRow.branched).where(ChatRow.id == chat_id)).one_or_none()
    if chat is None:
        raise InputError(text("storage.no_chat", chat=chat_id))
    wanted = clean(words).casefold()
    if not wanted.strip() or chat.head_id is None:
        return []
    path = _path(connection, chat_id, chat.head_id) if chat.branched else None
    revision = aliased(MessageRow)
    parts = func.coalesce(revision.parts, MessageRow.parts)
    statement = (
        select(MessageRow.id, MessageRow.seq, parts)
        .outerjoin(revision, revision.id == MessageRow.current_id)
        .where(
            MessageRow.chat_id == chat_id,
            MessageRow.seq.is_not(None),
            MessageRow.deleted_ms.is_(None),
            MessageRow.role.in_(_ROLES),
            *_sieve(connection, parts, clean(words)),
        )
        .order_by(MessageRow.seq)
    )
    found: list[Occurrence] = []
    with connection.execute(statement) as result:
        for batch in result.partitions(_FETCHED):
            for message_id, seq, stored in batch:
                count = _said(stored).count(wanted)
                if count and (path is None or message_id in path):
                    found.append(Occurrence(message_id, seq or 0, count))
    return found


def _sieve(connection: Connection, parts: ColumnElement[str], words: str) -> list[ColumnElement[bool]]:
    """What rows must hold to be worth reading: the words as JSON writes them, or anything JSON had to escape.

    SQLite's LIKE knows the cases of ASCII letters only, so other letters with two cases are not sifted by.
    """
    if any(not sign.isascii() and sign.lower() != sign.upper() for sign in words):
        return []
    written = json.dumps(words, ensure_ascii=False)[1:-1]
    if connection.dialect.name == "sqlite":
        return [or_(parts.contains(written, autoescape=True), parts.contains("\\u"))]
    return [or_(parts.icontains(written, autoescape=True), parts.contains("\\u"))]


def _said(stored: str) -> str:
    return "\n\n".join(part.text for part in load_parts(stored) if isinstance(part, TextPart)).casefold()


def _path(connection: Connection, chat_id: str, head: str) -> frozenset[str]:
    """Ids of the messages from the head to the root."""
    rows = connection.execute(
        select(MessageRow.id, MessageRow.parent_id).where(MessageRow.chat_id == chat_id, MessageRow.seq.is_not(None))
    )
    parents = {row[0]: row[1] for row in rows}
    found: set[str] = set()
    at: str | None = head
    while at is not None and at not in found:
        found.add(at)
        at = parents.get(at)
    return frozenset(found)
