"""What a compression changed, row by row: which messages are not sent word for word, and what stands for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.context_panel.words import translate

EXCERPT = 160
"""Characters of a message that a row shows."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One message: ``before`` as it reads, ``after`` what the model reads now ("" for nothing of its own)."""

    seq: int
    who: str
    before: str
    after: str
    kind: Literal["covered", "shortened"]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the block that stands for the older messages."""

    key: str
    title: str
    text: str


def facts(record: Record) -> list[str]:
    """One line per fact about a record."""
    lines = [
        translate("ContextPanel", "{0} → {1} tokens, {2} % saved").format(
            compact(record.tokens_before), compact(record.tokens_after), round(record.saved * 100)
        )
    ]
    if record.count == 1:
        lines.append(translate("ContextPanel", "1 message is not sent word for word any more."))
    elif record.count:
        span = translate("ContextPanel", "Messages {0}–{1} ({2}) are not sent word for word any more.")
        lines.append(span.format(record.first_seq, record.last_seq, record.count))
    kinds = Counter(item.kind for item in record.replacements)
    for kind, said in (
        ("line", translate("ContextPanel", "Tool results that stand as one line each: {0}")),
        ("stub", translate("ContextPanel", "Repeated results that point to another one: {0}")),
        ("arguments", translate("ContextPanel", "Long arguments of calls, shortened: {0}")),
        ("head_tail", translate("ContextPanel", "Long texts that show their beginning and end: {0}")),
    ):
        if kinds[kind]:
            lines.append(said.format(kinds[kind]))
    lines.append(translate("ContextPanel", "Nothing is deleted: every message stays in the chat."))
    return lines


def rows(record: Record, log: Log) -> list[ChangeRow]:
    """Shortened messages first, then those the block stands for, each in the chat's order."""
    by_id = {message.id: message for message in log}
    shortened = [
        ChangeRow(by_id[item.message_id].seq, who(by_id[item.message_id]), excerpt(by_id[item.message_id]),
                  one_line(item.text), "shortened")
        for item in record.replacements
        if item.message_id in by_id
    ]  # fmt: skip
    replaced = {item.message_id for item in record.replacements}
    covered = [
        ChangeRow(message.seq, who(message), excerpt(message), "", "covered")
        for message in log
        if record.first_seq <= message.seq <= record.last_seq and message.id not in replaced
    ]
    if not record.count:
        covered = []
    return sorted(shortened, key=lambda row: row.seq) + covered


def parts(record: Record) -> list[Part]:
    """What the model reads in place of the older messages."""
    block = record.block
    if block is None:
        return []
    found = (
        Part("rules", translate("ContextPanel", "Pins and rules"), block.rules),
        Part("ledger", translate("ContextPanel", "Facts by code"), block.ledger),
        Part("narrative", translate("ContextPanel", "Summary"), block.narrative),
        Part("digest", translate("ContextPanel", "Passages"), block.digest),
        Part("lead", translate("ContextPanel", "Beginning"), block.lead),
    )
    return [part for part in found if part.text]


def who(message: Message) -> str:
    """Whose message it is."""
    if message.role == "tool":
        result = message.result
        return result.name if result is not None and result.name else translate("ContextPanel", "Tool")
    return {
        "user": translate("ContextPanel", "You"),
        "assistant": translate("ContextPanel", "Assistant"),
    }.get(message.role, message.role)


def excerpt(message: Message) -> str:
    """The beginning of a message on one line."""
    result = message.result
    text = message.text or (result.text if result is not None else "")
    if not text and message.calls:
        text = ", ".join(f"{call.name} {call.arguments}" for call in message.calls)
    return one_line(text)


def one_line(text: str) -> str:
    """At most ``EXCERPT`` characters, whitespace folded."""
    folded = " ".join(text[: EXCERPT * 4].split())
    return folded if len(folded) <= EXCERPT else f"{folded[: EXCERPT - 1]}…"
