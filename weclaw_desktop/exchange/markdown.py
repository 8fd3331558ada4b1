"""A chat as one Markdown text for people: everything that was said, in its order, and nothing that was not.

Compressions are no messages: they are listed at the end as what they are, and the messages that they stand for are all
there. Thinking, tool calls with arguments, results, failures, stopped answers and messages taken out of the context are
marked as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import (
    AttachmentPart,
    Log,
    Message,
    ReasoningPart,
    SourcesPart,
    TextPart,
    ToolCallPart,
)
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Language, render, text

_FENCE = re.compile(r"^\s*(`{3,})", re.MULTILINE)


def markdown(
    chat: Chat, log: Log, language: Language, *, records: Sequence[Record] = (), zone: tzinfo = UTC, full: bool = True
) -> str:
    """The chat as Markdown.

    Args:
        chat: Its title stands on top.
        log: All messages of the branch shown, oldest first.
        language: Of headings and marks.
        records: Compressions, oldest first.
        zone: In which times are told.
        full: With results of tools and texts of attachments; else these only say how long they are.
    """
    title = chat.title or render(text("exchange.untitled"), language)
    blocks = [f"# {title}"]
    for message in log:
        blocks.extend(_message(message, language, zone, full=full))
    applied = [record for record in records if record.state != "stale"]
    if applied:
        blocks.append("---")
        blocks.append(f"*{render(text('exchange.compressions'), language)}*")
        blocks.append("\n".join(f"- {_record(record, language)}" for record in applied))
    return "\n\n".join(blocks) + "\n"


def fenced(said: str, kind: str = "") -> str:
    """``said`` in a code block whose fence is longer than any inside it."""
    longest = max((len(found) for found in _FENCE.findall(said)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{kind}\n{said.rstrip()}\n{fence}"


def _message(message: Message, language: Language, zone: tzinfo, *, full: bool) -> Iterator[str]:
    result = message.result
    if result is not None:
        key = "exchange.error" if result.is_error else "exchange.result"
        yield f"**{render(text(key, name=result.name), language)}**{_marks(message, language)}"
        yield _long(result.text, language, full=full)
        return
    yield f"## {_speaker(message, language)} · {_when(message, zone)}{_marks(message, language)}"
    for part in message.parts:
        if isinstance(part, ReasoningPart):
            quoted = "\n".join(f"> {line}" for line in part.text.splitlines())
            yield f"> *{render(text('exchange.thinking'), language)}*\n>\n{quoted}"
        elif isinstance(part, ToolCallPart):
            yield f"**{render(text('exchange.call', name=part.name), language)}**"
            yield fenced(part.arguments or "{}", "json")
        elif isinstance(part, AttachmentPart):
            yield f"**{render(text('exchange.attachment', name=part.name, size=part.size), language)}**"
            if part.text:
                yield _long(part.text, language, full=full)
        elif isinstance(part, TextPart) and part.text.strip():
            yield part.text.rstrip()
        elif isinstance(part, SourcesPart):
            yield "\n".join(f"{n}. [{_label(title or url)}](<{url}>)" for n, (url, title) in enumerate(part.pages, 1))
    if message.failure is not None:
        yield f"*{render(text('exchange.failed', reason=message.failure), language)}*"


def _label(words: str) -> str:
    """Words inside the brackets of a link."""
    return words.replace("[", "(").replace("]", ")")


def _speaker(message: Message, language: Language) -> str:
    if message.role == "assistant" and message.model:
        return message.model
    return render(text(f"exchange.role.{message.role}"), language)


def _when(message: Message, zone: tzinfo) -> str:
    return f"{datetime.fromtimestamp(message.created_ms / 1_000, tz=zone):%Y-%m-%d %H:%M}"


def _marks(message: Message, language: Language) -> str:
    found = [name for name, on in (("pinned", message.pinned), ("excluded", message.excluded)) if on]
    if message.state not in ("committed", "failed"):
        found.append(message.state)
    return "".join(f" · *{render(text(f'exchange.mark.{name}'), language)}*" for name in found)


def _long(said: str, language: Language, *, full: bool) -> str:
    return fenced(said) if full else f"*{render(text('exchange.left_out', characters=len(said)), language)}*"


def _record(record: Record, language: Language) -> str:
    told = text(
        "exchange.compression", first=record.first_seq, last=record.last_seq, before=record.tokens_before,
        after=record.tokens_after,
    )  # fmt: skip
    return render(told, language)
