"""The tree of messages in the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Intake, Log, Message, MessageState, Part, assistant
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.stores import Counts
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.storage import branches, rows
from weclaw_desktop.storage.chats import raise_epoch
from weclaw_desktop.storage.codec import (
    clean,
    dump_counts,
    dump_intake,
    dump_parts,
    dump_text,
    dump_usage,
    load_counts,
)
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.ids import new_id
from weclaw_desktop.storage.search import forget, mark_pending
from weclaw_desktop.storage.tables import CHATS, MESSAGES, PENDING, ChatRow, MessageRow, PinRow

CHUNK_S = 0.030
"""How long one transaction of a bulk write may go on taking messages, in seconds."""
_PLACE = select(CHATS.c.head_id, CHATS.c.next_seq).where(CHATS.c.id == bindparam("chat")).with_for_update()
_INSERT = insert(MESSAGES)
_PEND = insert(PENDING)
_MOVE = (
    update(CHATS)
    .where(CHATS.c.id == bindparam("chat"))
    .values({name: bindparam(name) for name in ("head_id", "next_seq", "updated_ms")})
)
_COUNTED_AT_ONCE = 200
"""Messages whose counts are saved in one transaction."""
_NODE = MESSAGES.alias()
_CONTENT = select(MESSAGES.c.id, _NODE.c.id, MESSAGES.c.revision, MESSAGES.c.tokens).where(
    _NODE.c.id.in_(bindparam("ids", expanding=True)), MESSAGES.c.id == func.coalesce(_NODE.c.current_id, _NODE.c.id)
)
_COUNT = update(MESSAGES).where(MESSAGES.c.id == bindparam("row")).values(tokens=bindparam("counts"))
_GROW = (
    update(MESSAGES)
    .where(MESSAGES.c.id == bindparam("message"), MESSAGES.c.state == "generating")
    .values(parts=bindparam("parts"))
)

_ASKED = and_(
    ChatRow.deleted_ms.is_(None),
    ChatRow.source == "",
    ChatRow.next_seq == MessageRow.seq + 1,
    MessageRow.created_ms >= ChatRow.created_ms,
)
"""Of a chat that ends with a question: it was asked there, and nothing was ever written behind it. Not so where its
answer was deleted, or where it came with an imported or copied log, which ends as it did before."""


class SqlMessages:
    """Implements ``core.stores.Messages``. Every change but append raises the chat's epoch in the same transaction."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def append(self, chat_id: str, message: Message, *, draft: str | None = None) -> Message:
        """Commit ``message`` under the chat's head and move the head; ``draft`` replaces the chat's in the same step.

        Id, chat, parent and number are given here, the time too unless it is set. Raises InputError for no such chat.
        """

        def work(connection: Connection) -> Message:
            stored = self._append(connection, chat_id, message)
            if draft is not None:
                connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(draft=draft))
            return stored

        return await self._database.write(work)

    async def branch(self, chat_id: str, parent_id: str | None, message: Message) -> Message:
        """Commit ``message`` under another one (None: as another beginning) and show its branch, in one step.

        Raises InputError for no such chat, or a parent of another one.
        """

        def work(connection: Connection) -> Message:
            self._set_head(connection, chat_id, parent_id)
            return self._append(connection, chat_id, message)

        return await self._database.write(work)

    async def extend(self, chat_id: str, messages: Sequence[Message]) -> list[Message]:
        """Append many, in several transactions; a failure leaves those that were committed before."""
        stored: list[Message] = []

        def work(connection: Connection) -> list[Message]:
            until = time.monotonic() + CHUNK_S
            done: list[Message] = []
            for message in messages[len(stored) :]:
                done.append(self._append(connection, chat_id, message))
                if time.monotonic() > until:
                    break
            return done

        while len(stored) < len(messages):
            stored += await self._database.write(work)
        return stored

    async def checkpoint(self, message_id: str, parts: Sequence[Part]) -> None:
        """Save a growing response; it stays "generating". One that is finished already is left alone."""
        values = {"message": message_id, "parts": dump_parts(parts)}

        def work(connection: Connection) -> None:
            if not connection.execute(_GROW, values).rowcount:
                rows.fetch(connection, message_id)

        await self._database.write(work)

    async def finish(
        self,
        message_id: str,
        parts: Sequence[Part],
        state: MessageState,
        *,
        usage: Usage | None = None,
        failure: Text | None = None,
        tokens: Mapping[str, int] | None = None,
    ) -> Message:
        """Save a response as it ended."""
        values: dict[str, Any] = {"parts": dump_parts(parts), "state": state}
        values |= {"usage": dump_usage(usage), "failure": dump_text(failure), "tokens": dump_counts(tokens or {})}

        def work(connection: Connection) -> Message:
            connection.execute(update(MessageRow).where(MessageRow.id == message_id).values(**values))
            message = rows.fetch(connection, message_id)
            self._touch(connection, message)
            return message

        return await self._database.write(work)

    async def path(self, chat_id: str) -> Log:
        """The whole log of the chat, root to head. Raises InputError for no such chat."""
        return await self._walk(chat_id)

    async def page(self, chat_id: str, *, before_seq: int = 0, limit: int = 100) -> Log:
        """The newest ``limit`` messages of the log before ``before_seq`` (0: from the head), oldest first."""
        return await self._walk(chat_id, before_seq=before_seq, limit=max(1, limit))

    async def get(self, message_id: str) -> Message:
        """The message as it is now, also a deleted one. Raises InputError when there is none."""
        return await self._database.read(lambda connection: rows.fetch(connection, message_id))

    async def revise(self, message_id: str, parts: Sequence[Part], *, intake: Intake | None = None) -> Message:
        """Edit in place: a new revision takes the place of the content; id, number and place stay, cached counts go."""
        return await self._database.write(lambda connection: self._revise(connection, message_id, parts, intake))

    async def flag(self, message_id: str, *, excluded: bool | None = None, pinned: bool | None = None) -> Message:
        """Set or clear flags; None leaves one as it is."""
        values = {n: v for n, v in (("excluded", excluded), ("pinned", pinned)) if v is not None}
        return await self._change(message_id, values)

    async def delete(self, message_id: str) -> None:
        """Hide the message from the log; what follows it stays. ``restore`` brings it back."""
        await self._change(message_id, {"deleted_ms": self._clock()})

    async def restore(self, message_id: str) -> Message:
        """Bring a deleted message back to its place."""
        return await self._change(message_id, {"deleted_ms": None})

    async def purge(self, *, deleted_before_ms: int) -> int:
        """Erase what messages deleted before a time said, with revisions, search entries and pins; how many.

        Their rows stay, empty, because what follows them hangs on them.
        """
        doomed = select(MessageRow.id).where(
            MessageRow.deleted_ms < deleted_before_ms, MessageRow.revision_of.is_(None), MessageRow.parts != "[]"
        )
        ids = await self._database.read(lambda connection: list(connection.scalars(doomed)))
        for message_id in ids:
            await self._database.write(lambda connection, message_id=message_id: _empty(connection, message_id))
        return len(ids)

    async def set_head(self, chat_id: str, message_id: str | None) -> None:
        """Show another branch: the log is the path from the root to ``message_id`` (None: empty)."""
        await self._database.write(lambda connection: self._set_head(connection, chat_id, message_id))

    async def forks(self, chat_id: str, messages: Sequence[Message]) -> dict[str, Fork]:
        """Where ``messages``, a piece of the shown branch, have other versions: message id → its fork."""
        return await self._database.read(lambda connection: branches.forks(connection, chat_id, messages))

    async def newest_below(self, message_id: str) -> Message:
        """The end of the newest branch through a message: itself when nothing follows. Raises InputError for none."""

        def work(connection: Connection) -> Message:
            chat_id = rows.fetch(connection, message_id).chat_id
            return rows.fetch(connection, branches.newest_below(connection, chat_id, message_id))

        return await self._database.read(work)

    async def next_seq(self, chat_id: str) -> int:
        """The number that the next message of the chat gets, whatever branch it is on."""
        statement = select(ChatRow.next_seq).where(ChatRow.id == chat_id)
        return await self._database.read(lambda connection: connection.scalar(statement)) or 1

    async def interrupt_unfinished(self) -> int:
        """Turn rows left "generating" by a crash into "interrupted"; how many.

        A branch that a crash left without its end is shown whole again. A question that waited behind the answer, or
        whose answer was not begun yet, gets an interrupted one of its own, which can be retried. Only for the process
        that holds the profile: another one's running answers look the same.
        """

        def work(connection: Connection) -> int:
            left = list(connection.scalars(select(MessageRow.id).where(MessageRow.state == "generating")))
            chats: set[str] = set()
            for message_id in left:
                connection.execute(update(MessageRow).where(MessageRow.id == message_id).values(state="interrupted"))
                mark_pending(connection, message_id)
                chats.add(rows.fetch(connection, message_id).chat_id)
            branches.mend_heads(connection)
            waiting = select(ChatRow.id, ChatRow.model).join(MessageRow, MessageRow.id == ChatRow.head_id)
            waiting = waiting.where(MessageRow.role == "user", or_(ChatRow.id.in_(chats), _ASKED))
            for chat_id, model in connection.execute(waiting).all():
                self._append(connection, chat_id, assistant(state="interrupted", model=model))
            return len(left)

        return await self._database.write(work)

    async def cache_tokens(self, counts: Counts) -> None:
        """Keep counts with the revision they were made of. What is unknown, or was edited since, is passed over."""
        todo = list(counts.items())
        for start in range(0, len(todo), _COUNTED_AT_ONCE):
            some = dict(todo[start : start + _COUNTED_AT_ONCE])
            await self._database.write(lambda connection, some=some: _cache(connection, some))

    async def _walk(self, chat_id: str, *, before_seq: int = 0, limit: int = 0) -> Log:
        """Read in slices, so that other readers and, through the interpreter's lock, the window get their turns."""

        def first(connection: Connection) -> rows.Walk:
            return rows.step(connection, rows.start(connection, chat_id, before_seq=before_seq, limit=limit))

        walk = await self._database.read(first)
        while not walk.done:
            walk = await self._database.read(lambda connection, walk=walk: rows.step(connection, walk))
        return walk.log()

    def _set_head(self, connection: Connection, chat_id: str, message_id: str | None) -> None:
        if message_id is not None and rows.fetch(connection, message_id).chat_id != chat_id:
            raise InputError(text("storage.other_chat", message=message_id, chat=chat_id))
        raise_epoch(connection, chat_id)
        head = {"head_id": message_id, "branched": True}
        connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(**head))

    def _append(self, connection: Connection, chat_id: str, message: Message) -> Message:
        chat = connection.execute(_PLACE, {"chat": chat_id}).one_or_none()
        if chat is None:
            raise InputError(text("storage.no_chat", chat=chat_id))
        now = self._clock()
        stored = replace(
            message,
            id=new_id(now),
            chat_id=chat_id,
            parent_id=chat.head_id,
            seq=chat.next_seq,
            revision=0,
            created_ms=message.created_ms or now,
            model=clean(message.model),
        )
        inserted = connection.execute(_INSERT, _values(stored)).inserted_primary_key
        if message.state != "generating" and inserted is not None:
            connection.execute(_PEND, {"key": inserted[0]})
        moved = {"chat": chat_id, "head_id": stored.id, "next_seq": stored.seq + 1, "updated_ms": now}
        connection.execute(_MOVE, moved)
        return stored

    def _revise(self, connection: Connection, message_id: str, parts: Sequence[Part], intake: Intake | None) -> Message:
        before = rows.fetch(connection, message_id)
        now = self._clock()
        newest = select(func.max(MessageRow.revision)).where(MessageRow.revision_of == message_id)
        edited = replace(
            before,
            parts=tuple(parts),
            id=new_id(now),
            revision=(connection.scalar(newest) or 0) + 1,
            created_ms=now,
            intake=intake,
            tokens={},
        )
        values = _values(edited) | {"seq": None, "revision_of": message_id}
        connection.execute(insert(MessageRow).values(**values))
        connection.execute(update(MessageRow).where(MessageRow.id == message_id).values(current_id=edited.id))
        raise_epoch(connection, before.chat_id)
        mark_pending(connection, message_id)
        return rows.fetch(connection, message_id)

    async def _change(self, message_id: str, values: dict[str, Any]) -> Message:
        def work(connection: Connection) -> Message:
            before = rows.fetch(connection, message_id)
            if not values:
                return before
            connection.execute(update(MessageRow).where(MessageRow.id == message_id).values(**values))
            raise_epoch(connection, before.chat_id)
            if "deleted_ms" in values:
                mark_pending(connection, message_id)
            return rows.fetch(connection, message_id)

        return await self._database.write(work)

    def _touch(self, connection: Connection, message: Message) -> None:
        """The chat moves to the top of the list and the message into the search index."""
        connection.execute(update(ChatRow).where(ChatRow.id == message.chat_id).values(updated_ms=self._clock()))
        mark_pending(connection, message.id)


def _values(message: Message) -> dict[str, Any]:
    return {
        "revision_of": None,
        "current_id": None,
        "deleted_ms": None,
        "id": message.id,
        "chat_id": message.chat_id,
        "parent_id": message.parent_id,
        "seq": message.seq,
        "revision": message.revision,
        "created_ms": message.created_ms,
        "excluded": message.excluded,
        "pinned": message.pinned,
        "role": message.role,
        "state": message.state,
        "model": message.model,
        "usage": dump_usage(message.usage),
        "failure": dump_text(message.failure),
        "tokens": dump_counts(message.tokens),
        "intake": dump_intake(message.intake),
        "parts": dump_parts(message.parts),
    }


def _empty(connection: Connection, message_id: str) -> None:
    forget(connection, list(connection.scalars(select(MessageRow.key).where(MessageRow.id == message_id))))
    connection.execute(delete(MessageRow).where(MessageRow.revision_of == message_id))
    nothing = {"parts": "[]", "intake": None, "tokens": None, "failure": None, "current_id": None}
    connection.execute(update(MessageRow).where(MessageRow.id == message_id).values(**nothing))
    connection.execute(delete(PinRow).where(PinRow.source_id == message_id))


def _cache(connection: Connection, counts: Counts) -> None:
    """Add counts to the rows that hold the content: a message's own, or its newest revision's."""
    found: list[dict[str, str | None]] = []
    for content, message_id, revision, known in connection.execute(_CONTENT, {"ids": list(counts)}):
        counted, encoder, tokens = counts[message_id]
        if counted == revision:
            found.append({"row": content, "counts": dump_counts(load_counts(known) | {encoder: tokens})})
    if found:
        connection.execute(_COUNT, found)
