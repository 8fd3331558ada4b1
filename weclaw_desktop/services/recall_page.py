"""A page of what recall found by words, as the model reads it: hits, then names beside them, within a budget.

The budget is counted as it is sent, so that intake never shortens what was just looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from weclaw_desktop.context.beside import beside, names_of
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.load import sections_of
from weclaw_desktop.context.log import newest_ask, position
from weclaw_desktop.context.request import messages_of
from weclaw_desktop.core.messages import Log, Message, Part, ReasoningPart, TextPart, ToolCallPart
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.recall import RECALL, Hit
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.redact import redact
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import Language, render, text

HITS = 5
"""Hits on a page."""
FILLED = 0.95
"""Share of a tool result's budget that a page fills."""
FRAME = 60
"""Tokens of the head and foot of a page."""
NAMES = 0.35
"""Share of a page that is kept for names beside the hits."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of what was found. ``next`` is the number of the page that follows, 0 when this is the last.

    ``names`` are lines with names that stand in or beside the hits and that the model sees nowhere.
    """

    hits: tuple[Hit, ...]
    number: int = 1
    next: int = 0
    names: str = ""


class Reader:
    """Reads the messages of one chat as recall does, each once: for those who ask for many pages of it."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._names: dict[str, tuple[str, ...]] = {}

    def text(self, message: Message) -> str:
        """What ``as_read`` gives."""
        found = self._texts.get(message.seq)
        if found is None:
            found = self._texts[message.seq] = as_read(message)
        return found

    def names(self, text: str) -> tuple[str, ...]:
        """What ``names_of`` gives."""
        found = self._names.get(text)
        if found is None:
            found = self._names[text] = tuple(dict.fromkeys(names_of(text)))
        return found


@dataclass(frozen=True, slots=True)
class Hidden:
    """What a view does not show as it was said: messages before ``before``, and ``also`` some later ones."""

    before: int = 0
    also: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return self.before > 0

    def of(self, log: Log) -> Log:
        """The messages of ``log`` that are hidden."""
        return tuple(message for message in log if message.seq < self.before or message.seq in self.also)


def hidden(log: Log, record: Record | None) -> Hidden:
    """What a record and intake hide of a log."""
    cut = None if record is None else position(log, record.cut_id)
    before = log[cut].seq if cut is not None else 0
    replaced = (
        frozenset(change.message_id for change in record.replacements) if record is not None else frozenset[str]()
    )
    also = frozenset(
        message.seq
        for message in log[cut or 0 :]
        if message.id in replaced
        or (message.intake is not None and message.intake.capped)
        or any(part.shown for part in message.attachments)
    )
    return Hidden(before or (1 if also else 0), also)


def budget(tool_result: int, k: float = 1.0) -> int:
    """Uncalibrated tokens of a page, where a tool result may have ``tool_result`` calibrated ones."""
    return max(200, int(FILLED * tool_result / max(1.0, k)) - FRAME)


def split(whole: int) -> tuple[int, int]:
    """Of the tokens of a page those for all hits, and for each."""
    hits = int(whole * (1 - NAMES))
    return hits, hits // HITS


def with_names(
    page: Page,
    state: State,
    where: Hidden,
    room: int,
    shown: ModelRequest | None = None,
    reader: Reader | None = None,
) -> Page:
    """The page with names beside its hits, in at most ``room`` uncalibrated tokens; see ``first_page``."""
    known = ["\n".join(f"{hit.text}\n{hit.near}" for hit in page.hits), _seen(state, shown)]
    hits = [hit.seq for hit in page.hits if hit.seq]
    read, names = (reader.text, reader.names) if reader is not None else (as_read, None)
    return replace(page, names=beside(where.of(state.log), hits, read, known, room, state.counter, names))


def narrower(room: int, most: int, used: int) -> int:
    """The room for each hit of a page whose hits took ``used`` tokens in place of ``most``."""
    return min(room - 1, int(room * most / used * 0.95))


def first_page(
    state: State,
    search: Callable[[Hidden, int], Sequence[Hit]],
    shown: ModelRequest | None = None,
    reader: Reader | None = None,
) -> Page:
    """What ``Recall.page`` would give of a chat that is being replayed.

    Args:
        state: The chat when it is asked.
        search: Takes what is hidden and a room in tokens.
        shown: The request that was built of ``state``, where it is at hand.
        reader: Of a caller that asks for many pages of the same messages.
    """
    ask = newest_ask(state.log)
    everything = Hidden(state.log[ask].seq if ask is not None else 0)
    whole = budget(state.thresholds.budgets.tool_result, state.calibration.k)
    most, room = split(whole)
    for where in (hidden(state.log, state.record) or everything, everything):
        page = Page(tuple(search(where, room)))
        if page.hits:
            while (used := tokens(page, state.language, state.counter)) > most and room > 1:
                room = narrower(room, most, used)
                page = Page(tuple(search(where, room)))
            return with_names(page, state, where, whole - used, shown, reader)
    return Page(())


def page_text(page: Page, language: Language) -> str:
    """What the model reads."""
    blocks = [f"{head(hit)}\n{hit.text}" + (f"\n{hit.near}" if hit.near else "") for hit in page.hits]
    if page.names:
        blocks.append(f"{render(text('services.recall_names'), language)}\n{page.names}")
    return "\n\n".join(blocks) + foot(page.number, page.next, language)


def tokens(page: Page, language: Language, counter: Counter) -> int:
    """Uncalibrated tokens of a page."""
    return counter.text(page_text(page, language))


def head(hit: Hit) -> str:
    """The line over a hit: its id, who spoke, and the day."""
    when = datetime.fromtimestamp(min(max(hit.when // 1_000, 0), 253_402_300_799), tz=UTC)
    return f"[{hit.id} {hit.role} {when:%Y-%m-%d}]"


def foot(page: int, following: int, language: Language) -> str:
    """The line under a page that another follows."""
    if not following:
        return ""
    return "\n\n" + render(text("services.recall_more", page=page, next=following), language)


def _seen(state: State, shown: ModelRequest | None) -> str:
    """What the model sees anyway."""
    messages = messages_of(state) if shown is None else shown.messages
    sections = sections_of(state) if shown is None else shown.system
    said = [_said(part) for message in messages for part in message.parts]
    return "\n".join([*(section.text for section in sections), *said])


def as_read(message: Message) -> str:
    """What recall finds a message by, secrets masked; nothing of what it gave itself."""
    return redact("\n".join(_said(part) for part in message.parts if getattr(part, "name", "") != RECALL))


def _said(part: Part) -> str:
    if isinstance(part, ReasoningPart):
        return ""
    if isinstance(part, ToolCallPart):
        return f"{part.name} {part.arguments}"
    return part.text if isinstance(part, TextPart) else f"{part.name}\n{part.text}"
