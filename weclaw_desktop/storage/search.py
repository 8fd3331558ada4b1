"""The word index over messages, written by the idle writer.

``terms`` says what words are. The index keeps no text of its own, so it stays a fraction of the messages: an entry is
taken out by giving FTS5 the text it was made from, which is always at hand, because messages and revisions are never
overwritten (except while they are generated, and then they are not indexed). What recall gave is left out, or recall
would find its own output. When ``VERSION`` changes the index is made anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, Executable, delete, insert, select, text
from sqlalchemy.orm import aliased

from weclaw_desktop.core.messages import Part, ReasoningPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.recall import RECALL
from weclaw_desktop.storage.codec import clean, load_parts
from weclaw_desktop.storage.tables import SEARCH_TABLE, IndexedRow, MessageRow, PendingRow, ValueRow
from weclaw_desktop.storage.terms import bigrams, spaced

VERSION = "2"
"""Of what ``words`` and ``terms`` make of a message."""
BATCH = 20
"""Messages indexed in one transaction."""
LONGEST = 200_000
"""Characters of one message that are indexed, half of them from its end; the rest is found by the message's id."""
MERGED = 200
"""Pages of 4 KB that are merged when the writer has caught up: what was taken out is really gone then."""
CREATE = (
    f"CREATE VIRTUAL TABLE {SEARCH_TABLE} USING fts5("
    "words, bigrams, content='', tokenize='unicode61 remove_diacritics 2')"
)
"""The index as the migrations make it, for one in memory."""
_VERSION_KEY = "search_version"
_ADD = text(f"INSERT INTO {SEARCH_TABLE}(rowid, words, bigrams) VALUES (:key, :words, :bigrams)")
_MERGE = text(f"INSERT INTO {SEARCH_TABLE}({SEARCH_TABLE}, rank) VALUES ('merge', -{MERGED})")
_TAKE_OUT = text(
    f"INSERT INTO {SEARCH_TABLE}({SEARCH_TABLE}, rowid, words, bigrams) VALUES ('delete', :key, :words, :bigrams)"
)


def words(parts: Sequence[Part]) -> str:
    """What people may look for in a message: text, results, calls, names and contents of attachments.

    No reasoning, no call of recall and nothing that it gave.
    """
    found: list[str] = []
    for part in parts:
        if isinstance(part, ReasoningPart):
            continue
        if isinstance(part, (ToolCallPart, ToolResultPart)) and part.name == RECALL:
            continue
        if isinstance(part, ToolCallPart):
            found.append(f"{part.name} {part.arguments}")
            continue
        name = getattr(part, "name", "")
        found.append(f"{name}\n{part.text}" if name else part.text)
    return clean("\n".join(found))


def indexed(parts: Sequence[Part]) -> str:
    """What the index makes words of: all of it, or the beginning and end of a very long message."""
    found = words(parts)
    return found if len(found) <= LONGEST else f"{found[: LONGEST // 2]}\n{found[-LONGEST // 2 :]}"


def catch_up(connection: Connection) -> bool:
    """Index a batch of messages whose entry is out of date; whether more are left. A chore of the writer."""
    keys = list(connection.scalars(select(PendingRow.key).order_by(PendingRow.key).limit(BATCH)))
    if keys:
        forget(connection, keys)
        _index(connection, keys)
        connection.execute(delete(PendingRow).where(PendingRow.key.in_(keys)))
        if len(keys) < BATCH and connection.dialect.name == "sqlite":
            connection.execute(_MERGE)
    return len(keys) == BATCH


def forget(connection: Connection, keys: Sequence[int]) -> None:
    """Take the entries of messages out of the index."""
    if connection.dialect.name != "sqlite":
        return
    entries = connection.execute(
        select(IndexedRow.key, MessageRow.parts)
        .join(MessageRow, MessageRow.id == IndexedRow.source_id)
        .where(IndexedRow.key.in_(keys))
    )
    _execute(connection, _TAKE_OUT, [(row[0], row[1]) for row in entries])
    connection.execute(delete(IndexedRow).where(IndexedRow.key.in_(keys)))


def _index(connection: Connection, keys: Sequence[int]) -> None:
    if connection.dialect.name != "sqlite":
        return
    current = aliased(MessageRow)
    rows = connection.execute(
        select(MessageRow.key, current.id, current.parts)
        .join(current, current.id == MessageRow.current_id)
        .where(MessageRow.key.in_(keys), MessageRow.deleted_ms.is_(None))
        .union_all(
            select(MessageRow.key, MessageRow.id, MessageRow.parts).where(
                MessageRow.key.in_(keys),
                MessageRow.deleted_ms.is_(None),
                MessageRow.current_id.is_(None),
                MessageRow.state != "generating",
            )
        )
    ).all()
    add(connection, [(key, source, parts) for key, source, parts in rows])


def add(connection: Connection, rows: Sequence[tuple[int, str, str]]) -> None:
    """Put messages into the index: key, id of the row that holds the content, its stored parts."""
    if rows:
        _execute(connection, _ADD, [(key, parts) for key, _, parts in rows])
        connection.execute(insert(IndexedRow), [{"key": key, "source_id": source} for key, source, _ in rows])


def _execute(connection: Connection, statement: Executable, entries: Iterable[tuple[int, str]]) -> None:
    values: list[dict[str, object]] = []
    for key, parts in entries:
        found = indexed(load_parts(parts))
        values.append({"key": key, "words": spaced(found), "bigrams": bigrams(found)})
    if values:
        connection.execute(statement, values)


def mark_pending(connection: Connection, message_id: str) -> None:
    """The entry of the message is out of date."""
    waiting = select(PendingRow.key).where(PendingRow.key == MessageRow.key).exists()
    key = select(MessageRow.key).where(MessageRow.id == message_id, ~waiting)
    connection.execute(insert(PendingRow).from_select([PendingRow.key], key))


def renew_if_older(connection: Connection) -> None:
    """Empty the index and queue every message when the index was made by another ``VERSION``."""
    stored = connection.scalar(select(ValueRow.value).where(ValueRow.key == _VERSION_KEY))
    if stored == VERSION or connection.dialect.name != "sqlite":
        return
    connection.execute(text(f"INSERT INTO {SEARCH_TABLE}({SEARCH_TABLE}) VALUES ('delete-all')"))
    connection.execute(delete(IndexedRow))
    connection.execute(delete(PendingRow))
    nodes = select(MessageRow.key).where(MessageRow.seq.is_not(None))
    connection.execute(insert(PendingRow).from_select([PendingRow.key], nodes))
    connection.execute(delete(ValueRow).where(ValueRow.key == _VERSION_KEY))
    connection.execute(insert(ValueRow).values(key=_VERSION_KEY, value=VERSION))
