"""Questions about the shape of a chat's tree: which versions a message has, and where a branch ends.

The numbers of a chat rise from parent to child, so the newest message below another one always ends a branch.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select, update
from sqlalchemy.orm import aliased

from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message
from weclaw_desktop.storage.tables import ChatRow, MessageRow

_DEEPEST = 50
"""Deleted messages in a row that are looked through for versions."""
_AT_ONCE = 500
"""Parents asked about in one statement."""


def forks(connection: Connection, chat_id: str, messages: Sequence[Message]) -> dict[str, Fork]:
    """Where ``messages``, a piece of the shown branch, have other versions: message id → its fork.

    One indexed query, and one more for each deleted message in a row: a deleted message is not shown, so the next one
    that is shown stands for the versions that it had.
    """
    if not messages or not connection.scalar(select(ChatRow.branched).where(ChatRow.id == chat_id)):
        return {}
    stands_for = _hidden_above(connection, messages)
    versions = _children(connection, chat_id, {parent for _, parent in stands_for.values()})
    found: dict[str, Fork] = {}
    for message_id, (node, parent) in stands_for.items():
        shown = [id_ for id_, deleted in versions.get(parent, ()) if not deleted or id_ == node]
        if len(shown) > 1 and node in shown:
            found[message_id] = Fork(tuple(shown), shown.index(node))
    return found


def newest_below(connection: Connection, chat_id: str, message_id: str) -> str:
    """The message that ends the newest branch through ``message_id``: itself when nothing follows."""
    top = select(MessageRow.id, MessageRow.seq).where(MessageRow.id == message_id).cte("below", recursive=True)
    child = aliased(MessageRow)
    below = top.union_all(
        select(child.id, child.seq).where(
            child.chat_id == chat_id, child.parent_id == top.c.id, child.revision_of.is_(None)
        )
    )
    return connection.scalars(select(below.c.id).order_by(below.c.seq.desc()).limit(1)).first() or message_id


def mend_heads(connection: Connection) -> int:
    """Give chats whose shown branch ends above its own messages its newest end; how many.

    That is what a crash leaves between "show the part above" and the first word of another answer.
    """
    child = aliased(MessageRow)
    follows = select(child.id).where(
        child.chat_id == ChatRow.id, child.parent_id == ChatRow.head_id, child.revision_of.is_(None)
    )
    broken = connection.execute(
        select(ChatRow.id, ChatRow.head_id).where(ChatRow.branched, ChatRow.head_id.is_not(None), follows.exists())
    ).all()
    lost = connection.execute(
        select(ChatRow.id, func.max(MessageRow.seq))
        .join(MessageRow, MessageRow.chat_id == ChatRow.id)
        .where(ChatRow.branched, ChatRow.head_id.is_(None), MessageRow.revision_of.is_(None))
        .group_by(ChatRow.id)
    ).all()
    for chat_id, head in broken:
        _move(connection, chat_id, newest_below(connection, chat_id, str(head)))
    for chat_id, seq in lost:
        last = select(MessageRow.id).where(MessageRow.chat_id == chat_id, MessageRow.seq == seq)
        _move(connection, chat_id, connection.scalars(last).one())
    return len(broken) + len(lost)


def _move(connection: Connection, chat_id: str, head: str) -> None:
    moved = {"head_id": head, "epoch": ChatRow.epoch + 1}
    connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(**moved))


def _hidden_above(connection: Connection, messages: Sequence[Message]) -> dict[str, tuple[str, str | None]]:
    """For each message: the node whose versions it shows and that node's parent, looking through deleted parents."""
    places: dict[str, tuple[str, str | None]] = {m.id: (m.id, m.parent_id) for m in messages}
    shown = set(places)
    open_ = {m.parent_id: m.id for m in messages if m.parent_id is not None and m.parent_id not in shown}
    for _ in range(_DEEPEST):
        if not open_:
            break
        statement = select(MessageRow.id, MessageRow.parent_id).where(
            MessageRow.id.in_(open_), MessageRow.deleted_ms.is_not(None)
        )
        above: dict[str, str] = {}
        for node, parent in connection.execute(statement):
            message_id = open_[node]
            places[message_id] = (node, parent)
            if parent is not None:
                above[parent] = message_id
        open_ = above
    return places


def _children(
    connection: Connection, chat_id: str, parents: set[str | None]
) -> dict[str | None, list[tuple[str, bool]]]:
    """The nodes under each parent, oldest first, and whether they are deleted.

    Put in order here: asked to do that, SQLite walks through the whole chat by number instead of using the parents.
    """
    named = sorted(parent for parent in parents if parent is not None)
    conditions = [MessageRow.parent_id.in_(named[at : at + _AT_ONCE]) for at in range(0, len(named), _AT_ONCE)]
    if None in parents:
        conditions.append(MessageRow.parent_id.is_(None))
    rows: list[tuple[int, str | None, str, int | None]] = []
    for under in conditions:
        statement = select(MessageRow.seq, MessageRow.parent_id, MessageRow.id, MessageRow.deleted_ms).where(
            MessageRow.chat_id == chat_id, MessageRow.revision_of.is_(None), under
        )
        rows += [(row.seq or 0, row.parent_id, row.id, row.deleted_ms) for row in connection.execute(statement)]
    found: dict[str | None, list[tuple[str, bool]]] = {}
    for _, parent, node, deleted_ms in sorted(rows):
        found.setdefault(parent, []).append((node, deleted_ms is not None))
    return found
