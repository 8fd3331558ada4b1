"""Where words stand in one chat, as a person looks for them while reading: any part of a text, in the order of the log.

The word index cannot say that: it knows whole words and the best messages. Here the database sifts the rows, which
costs a few milliseconds per ten thousand messages, and only what it lets through is read. What people read has no
signs of Markdown: "the needle" is found in "the **needle**" and over the end of a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from sqlalchemy import ColumnElement, Connection, Text, and_, bindparam, cast, func, or_, select
from sqlalchemy.orm import aliased

from weclaw_desktop.core.chats import Occurrence
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.plain import plain
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.codec import clean, load_parts
from weclaw_desktop.storage.tables import ChatRow, MessageRow
from weclaw_desktop.storage.terms import CJK

_ROLES = ("user", "assistant")
_AT_ONCE = 500
"""Numbers of messages that are looked through in one statement."""
_END = "\x1e"
"""Stands in no id, no number and no JSON: what ends each of them where rows are read in one piece."""
_SIFTED = 4
"""Pieces of what is looked for that the database sifts by, the longest ones."""
_PIECES = re.compile(f"[{CJK}]|(?:(?![{CJK}_])\\w)+")
"""What no sign of Markdown stands inside of: a word, a character of Chinese."""
_BETWEEN = re.compile(r"[\W_]+")
_ONE_CASE = re.compile(f"[{CJK}]+")
"""What no letter of another case becomes when cases are folded."""
_LONE = '[{"type":"text","text":'
"""How the stored parts of most messages begin: they are one text, which is then read without the rest."""
_read = json.JSONDecoder().raw_decode


def occurrences(connection: Connection, chat_id: str, words: str) -> list[Occurrence]:
    """Messages of the chat's path whose text holds ``words``, oldest first. Raises InputError for no such chat."""
    chat = connection.execute(
        select(ChatRow.head_id, ChatRow.branched, ChatRow.next_seq).where(ChatRow.id == chat_id)
    ).one_or_none()
    if chat is None:
        raise InputError(text("storage.no_chat", chat=chat_id))
    wanted = clean(words).casefold()
    if not wanted.strip() or chat.head_id is None:
        return []
    path, count_in = _path(connection, chat_id, chat.head_id) if chat.branched else None, _counter(wanted)
    found: list[Occurrence] = []
    for message_id, seq, stored in _rows(connection, chat_id, chat.next_seq, clean(words)):
        count = count_in(stored)
        if count and (path is None or message_id in path):
            found.append(Occurrence(message_id, seq, count))
    return found


def _rows(connection: Connection, chat_id: str, end: int, words: str) -> Iterator[tuple[str, int, str]]:
    """Id, number and stored parts of the rows below number ``end`` that pass the sieve, in their order.

    Many rows are read as one: with each row that is fetched the interpreter goes to whoever waits for it, and where a
    compression runs, a thousand rows would wait half a millisecond each until it comes back.
    """
    revision = aliased(MessageRow)
    parts = func.coalesce(revision.parts, MessageRow.parts)
    row = MessageRow.id + _END + cast(MessageRow.seq, Text) + _END + parts
    statement = (
        select(func.aggregate_strings(row, _END))
        .outerjoin(revision, revision.id == MessageRow.current_id)
        .where(
            MessageRow.chat_id == chat_id,
            MessageRow.seq >= bindparam("first"),
            MessageRow.seq < bindparam("after"),
            MessageRow.deleted_ms.is_(None),
            MessageRow.role.in_(_ROLES),
            *_sieve(connection, parts, words),
        )
    )
    for first in range(0, end, _AT_ONCE):
        read = connection.scalar(statement, {"first": first, "after": first + _AT_ONCE})
        values = iter(read.split(_END) if read else ())
        rows = [(id_, int(seq), stored) for id_, seq, stored in zip(values, values, values, strict=True)]
        yield from sorted(rows, key=lambda row: row[1])


def _sieve(connection: Connection, parts: ColumnElement[str], words: str) -> list[ColumnElement[bool]]:
    """What rows must hold to be worth reading: each piece as JSON writes it, or anything JSON had to escape.

    SQLite's LIKE knows the cases of ASCII letters only, so other letters with two cases are not sifted by.
    """
    if any(not sign.isascii() and sign.lower() != sign.upper() for sign in words):
        return []
    pieces = sorted(dict.fromkeys(_PIECES.findall(words)), key=len, reverse=True)[:_SIFTED]
    written = [json.dumps(piece, ensure_ascii=False)[1:-1] for piece in pieces or [words]]
    holds = parts.contains if connection.dialect.name == "sqlite" else parts.icontains
    return [or_(and_(*(holds(piece, autoescape=True) for piece in written)), parts.contains("\\u"))]


def _counter(wanted: str) -> Callable[[str], int]:
    """A function that says how often ``wanted`` stands in stored parts: as it was written, or else as people read it.

    Both in one case. Taking signs out is slow, so that is done only where the letters follow one another, with signs
    between them at most, or over the end of a link.
    """
    one_case, whole = _ONE_CASE.fullmatch(wanted), _PIECES.fullmatch(wanted)
    letters = re.compile(r"[\W_]*".join(_BETWEEN.sub("", wanted)))
    read = " ".join(wanted.split())

    def count(stored: str) -> int:
        said = _said(stored)
        found = (said if one_case else said.casefold()).count(wanted)
        if found or whole:
            return found
        said = said.casefold()
        if "](" not in said and letters.search(said) is None:
            return 0
        return " ".join(plain(said).split()).count(read)

    return count


def _said(stored: str) -> str:
    if stored.startswith(_LONE):
        text, end = _read(stored, len(_LONE))
        if end == len(stored) - 2:
            return text
    return "\n\n".join(part.text for part in load_parts(stored) if isinstance(part, TextPart))


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
