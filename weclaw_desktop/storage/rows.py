"""Rows of the message tree as core values, read from the head towards the root in slices of time.

The numbers of a chat rise from parent to child. So a branch is read by one descending scan over (chat, seq) that keeps
the rows its chain of parents asks for: no recursive query, and a slice can end anywhere.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.codec import load_counts, load_intake, load_parts, load_text, load_usage
from weclaw_desktop.storage.tables import ChatRow, MessageRow

COLUMNS: tuple[Any, ...] = (
    MessageRow.role,
    MessageRow.id,
    MessageRow.chat_id,
    MessageRow.parent_id,
    MessageRow.seq,
    MessageRow.revision,
    MessageRow.created_ms,
    MessageRow.state,
    MessageRow.excluded,
    MessageRow.pinned,
    MessageRow.model,
    MessageRow.usage,
    MessageRow.failure,
    MessageRow.tokens,
    MessageRow.current_id,
    MessageRow.deleted_ms,
    MessageRow.intake,
    MessageRow.parts,
)
"""In the order of Message's fields, then what only storage needs, then the two that may be of any size."""
_BELOW = (
    select(*COLUMNS)
    .where(MessageRow.chat_id == bindparam("chat"), MessageRow.seq < bindparam("below"))
    .order_by(MessageRow.seq.desc())
    .limit(bindparam("most"))
)
SLICE_S = 0.010
"""How long one slice of a long read lasts, in seconds."""
ANY = ""
"""As a wanted id: whatever row comes next."""
_FETCHED = (25, 100)
"""Rows taken from the database at once, the least and the most; the clock is looked at in between."""
_CHARACTERS = 200_000
"""Characters of large texts that are taken at once, more or less: so many rows as hold that, as far as one can tell."""
_LARGE = 2
"""How many of the last ``COLUMNS`` may be of any size."""
_END = "\x1e"
"""Stands in no JSON: what ends each of the large texts where rows are read in one piece."""
_SCANNED = 1_000
"""Most rows of one slice."""

_ROWS = (*_BELOW.subquery().c,)
_TOGETHER = select(
    func.json_group_array(func.json_array(*_ROWS[:-_LARGE])),
    *(func.aggregate_strings(func.coalesce(large, ""), _END) for large in _ROWS[-_LARGE:]),
)
"""The same as one row: a list of what is small, and the large texts one after the other."""


@dataclass(slots=True)
class Walk:
    """A walk along one branch, newest first. ``wanted`` is the id of the row that comes next; ``limit`` 0 means all."""

    chat_id: str
    wanted: str
    below_seq: int
    before_seq: int = 0
    limit: int = 0
    done: bool = False
    at_once: int = _FETCHED[0]
    found: list[Message] = field(default_factory=list[Message])
    revised: dict[int, str] = field(default_factory=dict[int, str])

    def log(self) -> tuple[Message, ...]:
        """What was found, oldest first."""
        return tuple(reversed(self.found))


def start(connection: Connection, chat_id: str, *, before_seq: int = 0, limit: int = 0) -> Walk:
    """A walk from the head of the chat over messages before ``before_seq`` (0: all).

    Raises InputError for no such chat.
    """
    chat = connection.execute(select(ChatRow.head_id, ChatRow.branched).where(ChatRow.id == chat_id)).one_or_none()
    if chat is None:
        raise InputError(text("storage.no_chat", chat=chat_id))
    if chat.head_id is None:
        return Walk(chat_id, ANY, 0, done=True)
    found = connection.scalars(select(MessageRow.seq).where(MessageRow.id == chat.head_id)).one_or_none()
    if found is None:
        raise InputError(text("storage.no_chat", chat=chat_id))  # it is being erased just now
    top = found or 0
    if 0 < before_seq <= top and not chat.branched:
        return Walk(chat_id, ANY, before_seq, before_seq, limit)  # one branch only: it can be entered anywhere
    return Walk(chat_id, chat.head_id, top + 1, before_seq, limit)


def step(connection: Connection, walk: Walk, *, seconds: float = SLICE_S) -> Walk:
    """Walk on for about ``seconds``, with revised content put in place."""
    if walk.done:
        return walk
    until = time.monotonic() + seconds
    most = min(_SCANNED, walk.limit + 8) if walk.limit else _SCANNED
    seen = 0
    for batch in _batches(connection, walk, most):
        seen += len(batch)
        _take(walk, batch)
        if walk.done or time.monotonic() > until:
            break
    else:
        walk.done = walk.done or seen < most
    _put_in_revisions(connection, walk)
    return walk


def _batches(connection: Connection, walk: Walk, most: int) -> Iterator[Sequence[Sequence[Any]]]:
    """At most ``most`` rows of ``COLUMNS`` from where the walk stands, newest first, some at a time."""
    asked: dict[str, Any] = {"chat": walk.chat_id, "below": walk.below_seq, "most": most}
    if connection.dialect.name != "sqlite":
        with connection.execute(_BELOW, asked) as result:
            yield from result.partitions(_FETCHED[0])
        return
    while most > 0:
        asked["most"] = min(walk.at_once, most)
        batch = _together(connection, asked)
        if batch:
            length = sum(len(row[-1]) for row in batch) // len(batch)
            walk.at_once = max(_FETCHED[0], min(_FETCHED[1], _CHARACTERS // max(1, length)))
            yield batch
            asked["below"] = batch[-1][4]
        most = most - len(batch) if len(batch) == asked["most"] else 0


def _together(connection: Connection, asked: dict[str, Any]) -> list[list[Any]]:
    """The rows of ``_BELOW``, read as one.

    With each row that is fetched the interpreter goes to whoever waits for it: where a compression runs, a thousand
    rows would wait half a millisecond each until it comes back.
    """
    small, *large = connection.execute(_TOGETHER, asked).one()
    batch: list[list[Any]] = json.loads(small)
    if batch:
        for row, intake, parts in zip(batch, *(texts.split(_END) for texts in large), strict=True):
            row += (intake or None, parts)
    return sorted(batch, key=lambda row: -row[4])  # an aggregate promises no order


def _take(walk: Walk, batch: Sequence[Sequence[Any]]) -> None:
    wanted = walk.wanted
    for row in batch:
        if wanted and row[1] != wanted:
            continue
        parent, seq = row[3], row[4]
        if row[15] is None and not 0 < walk.before_seq <= seq:
            if row[14] is not None:
                walk.revised[len(walk.found)] = row[14]
            walk.found.append(to_message(row))
        wanted = parent
        if parent is None or len(walk.found) == walk.limit > 0:
            walk.done = True
            return
    walk.wanted = wanted
    walk.below_seq = batch[-1][4]


def _put_in_revisions(connection: Connection, walk: Walk) -> None:
    if not walk.revised:
        return
    content = revisions(connection, list(walk.revised.values()))
    for place, revision_id in walk.revised.items():
        walk.found[place] = replace(walk.found[place], **content[revision_id])
    walk.revised.clear()


def revisions(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, Any]]:
    """By id of the revision: the fields of Message that it replaces."""
    statement = select(MessageRow.id, MessageRow.revision, MessageRow.parts, MessageRow.intake, MessageRow.tokens)
    return {
        row.id: {
            "revision": row.revision,
            "parts": load_parts(row.parts),
            "intake": load_intake(row.intake),
            "tokens": load_counts(row.tokens),
        }
        for row in connection.execute(statement.where(MessageRow.id.in_(ids)))
    }


def to_message(row: Sequence[Any]) -> Message:
    """One row of ``COLUMNS`` as it was written first."""
    (role, id_, chat, parent, seq, revision, created, state, excluded, pinned, model) = row[:11]
    usage, failure, tokens, _, _, intake, parts = row[11:]
    return Message(
        role,
        load_parts(parts),
        id_,
        chat,
        parent,
        seq,
        revision,
        created,
        state,
        bool(excluded),
        bool(pinned),
        model,
        None if usage is None else load_usage(usage),
        None if failure is None else load_text(failure),
        None if intake is None else load_intake(intake),
        load_counts(tokens),
    )


def fetch(connection: Connection, message_id: str) -> Message:
    """The message as it is now, also a deleted one. Raises InputError when there is none."""
    row = connection.execute(
        select(*COLUMNS).where(MessageRow.id == message_id, MessageRow.revision_of.is_(None))
    ).one_or_none()
    if row is None:
        raise InputError(text("storage.no_message", message=message_id))
    message = to_message(row)
    current = row[14]
    return message if current is None else replace(message, **revisions(connection, [current])[current])
