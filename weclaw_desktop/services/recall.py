"""Finds again what a view no longer shows: by id, by span, by words; one page at a time.

The full log stays in the database, so whatever a compaction hides can be read as it was said. The index answers
words; where there is none, or it fails, the chat's own log is searched in memory. Secrets are masked on the way out.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import replace

from weclaw_desktop.context.log import Grouping, newest_ask
from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.messages import Log, Message, ReasoningPart, ToolCallPart
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.recall import Hit, Reference, references
from weclaw_desktop.core.redact import redact
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.notes import STRATEGY as LAYERED
from weclaw_desktop.services.notes import Notes
from weclaw_desktop.services.recall_page import (
    HITS,
    Hidden,
    Page,
    budget,
    foot,
    head,
    hidden,
    narrower,
    page_text,
    split,
    tokens,
    with_names,
)

NOTES = 3
"""Entries of notes behind the messages, in a search over all chats."""
PAGES = 20
"""Pages of hits that can be turned."""
QUOTED = 80
"""Characters of a question that an answer quotes."""


class Recall:
    """Looks things up in chats. Changes nothing."""

    def __init__(self, store: Store, desks: Desks, notes: Notes) -> None:
        self._notes = notes
        self._store = store
        self._desks = desks

    async def find(self, query: str, *, chat: str = "", limit: int = 10) -> list[Hit]:
        """For people: the best messages of one chat or of all, or in one chat those that ids or spans name.

        Raises InputError for an unknown chat, StorageError.
        """
        if not chat:
            noted = await self._noted(query, "", min(NOTES, limit - 1))
            return [*await self._store.search.find(query, limit=limit - len(noted)), *noted]
        log = await self._store.messages.path(chat)
        meant = references(query)
        if meant:
            return [_whole(message) for message, _ in _named(log, meant)]
        return await self._words(chat, log, query, Hidden(), limit, 420)

    async def answer(self, chat_id: str, asked: str, *, bare: bool = False, page: int = 1) -> str | Text:
        """For the model: one page about ids, spans or words, in the chat's language.

        ``bare`` says that numbers alone are ids. Raises InputError for an unknown chat, StorageError.
        """
        desk = await self._desks.of(chat_id)
        meant = references(asked, bare=bare)
        if meant:
            return await self._by_id(desk, meant, asked, page)
        found = await self.page(desk, asked, page)
        if not found.hits:
            pages = await self._count(desk, asked) if page > 1 else 0
            key = "services.recall_no_page" if pages else "services.recall_nothing"
            return text(key, asked=_quoted(asked), **({"pages": pages} if pages else {}))
        return await desk.compute(page_text, found, desk.language)

    async def page(self, desk: Desk, words: str, number: int = 1) -> Page:
        """One page of hits among what the view hides; of the whole chat before the newest ask when that gives none."""
        number = min(max(1, number), PAGES)
        everything = _everything(desk)
        where = hidden(desk.log, desk.record) or everything
        whole = _budget(desk)
        most, room = split(whole)
        found = await self._turned(desk, words, where, number, room)
        if not found.hits and where != everything and not await self._known(desk, words, where, number):
            where = everything
            found = await self._turned(desk, words, where, number, room)
        while (used := await desk.compute(tokens, found, desk.language, desk.counter())) > most and room > 1:
            room = narrower(room, most, used)
            found = await self._turned(desk, words, where, number, room)
        return await desk.compute(with_names, found, desk.state(), where, whole - used) if found.hits else found

    async def _known(self, desk: Desk, words: str, where: Hidden, number: int) -> bool:
        """Whether pages before ``number`` have hits there."""
        return number > 1 and bool(await self._words(desk.chat.id, desk.log, words, where, 1, 1))

    async def _count(self, desk: Desk, words: str) -> int:
        """How many pages there are, 0 when nothing matches."""
        for where in (hidden(desk.log, desk.record), _everything(desk)):
            if where and (hits := await self._words(desk.chat.id, desk.log, words, where, PAGES * HITS, 1)):
                return math.ceil(len(hits) / HITS)
        return 0

    async def _turned(self, desk: Desk, words: str, where: Hidden, number: int, room: int) -> Page:
        hits = await self._words(desk.chat.id, desk.log, words, where, number * HITS + 1, room)
        more = len(hits) > number * HITS and number < PAGES
        shown = hits[(number - 1) * HITS : number * HITS]
        if number == 1 and desk.strategy == LAYERED:
            noted = await self._noted(words, desk.chat.id, 1)
            shown = [*shown[: HITS - len(noted)], *noted]
        return Page(tuple(shown), number, number + 1 if more else 0)

    async def _noted(self, words: str, chat: str, limit: int) -> list[Hit]:
        """Entries of notes; what cannot be read is no reason to find nothing at all."""
        try:
            return await self._notes.find(words, chat=chat, limit=limit) if limit > 0 else []
        except OSError:
            return []

    async def _by_id(self, desk: Desk, meant: Sequence[Reference], asked: str, page: int) -> str | Text:
        named = _named(desk.log, meant)
        if not named:
            return text("services.recall_no_id", asked=_quoted(asked), last=desk.newest_seq)
        pieces = await desk.compute(_pieces, named, _budget(desk), desk.counter(), page + 1)
        if page > len(pieces):
            return text("services.recall_no_page", asked=_quoted(asked), pages=len(pieces))
        return pieces[page - 1] + foot(page, page + 1 if page < len(pieces) else 0, desk.language)

    async def _words(self, chat: str, log: Log, words: str, where: Hidden, limit: int, room: int) -> list[Hit]:
        if self._store.search.indexed:
            try:
                return await self._store.search.find(
                    words,
                    chat=chat,
                    before=where.before,
                    also=where.also,
                    within=frozenset(message.id for message in log),
                    limit=limit,
                    room=room,
                )
            except StorageError:
                pass  # a broken index hides nothing: the log itself is at hand
        return await asyncio.to_thread(_without_index, chat, log, words, where, limit, room)


def _everything(desk: Desk) -> Hidden:
    """The whole chat before the newest ask."""
    ask = newest_ask(desk.log)
    return Hidden(desk.log[ask].seq if ask is not None else 0)


def _quoted(asked: str) -> str:
    """What was asked, short enough to be said again."""
    return asked if len(asked) <= QUOTED else f"{asked[:QUOTED]}…"


def _without_index(chat: str, log: Log, words: str, where: Hidden, limit: int, room: int) -> list[Hit]:
    """The same search over an index in memory, made for it."""
    from weclaw_desktop.storage.finding import Index

    index = Index.of(log)
    try:
        found = index.search(words, limit, before=where.before, also=where.also, room=room)
    finally:
        index.close()
    return [replace(hit, chat=chat) for hit in found]


def _budget(desk: Desk) -> int:
    """Uncalibrated tokens of a page."""
    return budget(desk.thresholds().budgets.tool_result, desk.calibration.k)


def _named(log: Log, meant: Sequence[Reference]) -> list[tuple[Message, int]]:
    """The messages of the log that ids and spans name, each once, in the log's order, without excluded ones.

    Beside a message stands the index of the call that is meant, -1 for all of it; a call comes with its result.
    """
    found: dict[tuple[int, int], Message] = {}
    for one in meant:
        found |= {(message.seq, one.call): message for message in _one(log, one)}
    return [(found[key], key[1]) for key in sorted(found) if key[1] < 0 or (key[0], -1) not in found]


def _one(log: Log, meant: Reference) -> list[Message]:
    inside = [m for m in log if meant.first <= m.seq <= meant.last and not m.excluded]
    if meant.kind != "call" or not inside:
        return inside
    for group in Grouping(log).groups:
        if group.head.seq == meant.first and meant.call < len(group.head.calls):
            result = group.results[meant.call]
            return [group.head] if result is None or result.excluded else [group.head, result]
    return []


def _said(message: Message, call: int = -1) -> str:
    """Everything a message says, in full; of its calls only one when ``call`` names it."""
    found: list[str] = []
    calls = 0
    for part in message.parts:
        if isinstance(part, ReasoningPart):
            continue
        if isinstance(part, ToolCallPart):
            if call in (-1, calls):
                found.append(f"{part.name} {part.arguments}")
            calls += 1
        elif call < 0 or message.role == "tool":
            name = "" if message.role == "tool" else getattr(part, "name", "")
            found.append(f"[{name}]\n{part.text}" if name else part.text)
    return "\n".join(found)


def _whole(message: Message) -> Hit:
    return Hit(
        f"m{message.seq}",
        message.chat_id,
        message.created_ms,
        message.role,
        redact(_said(message)),
        1.0,
        message.seq,
        message.id,
    )


def _pieces(named: Sequence[tuple[Message, int]], budget: int, counter: Counter, most: int) -> list[str]:
    """The full text in pages of at most ``budget`` tokens; no more pages are made than ``most``."""
    blocks = [f"{head(_whole(message))}\n{redact(_said(message, call))}" for message, call in named]
    left = "\n\n".join(blocks)
    found: list[str] = []
    while left and len(found) < most:
        end = _fitting(left, budget, counter)
        found.append(left[:end].rstrip())
        left = left[end:].lstrip("\n")
    return found


def _fitting(value: str, budget: int, counter: Counter) -> int:
    """How many characters of ``value`` make a page, at the end of a line where there is one."""
    end = min(len(value), budget * 5)
    while (used := counter.text(value[:end])) > budget and end > 1:
        end = max(1, min(end - 1, int(end * budget / used * 0.97)))
    if end == len(value):
        return end
    line = value.rfind("\n", end * 2 // 3, end)
    return line + 1 if line > 0 else end
