"""How one group of the log (an ask, or a response with its results) is shown: the leaf work of ``context.view``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from weclaw_desktop.context.log import Group
from weclaw_desktop.context.sendable import arguments_object, clean, parsed, tool_name
from weclaw_desktop.core.messages import (
    AttachmentPart,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.records import Replacement
from weclaw_desktop.core.request import MessageForm, RequestMessage
from weclaw_desktop.core.skills import SKILL
from weclaw_desktop.core.text import Language, render, text

Replacements = Mapping[str, tuple[Replacement, ...]]
"""Replacements of a record by message id."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A group as sent. ``raw`` and ``attachments`` are uncalibrated tokens; ``tokens`` in the messages are so too.

    ``skills`` are the texts of skills that were read in it and stand there in full: name and tokens.
    """

    messages: tuple[RequestMessage, ...]
    raw: int
    attachments: int = 0
    skills: tuple[tuple[str, int], ...] = ()


NOTHING = Shown((), 0)


def call_id(seq: int, index: int) -> str:
    """The id of a call in requests: made from the message's sequence number, so it is unique and always the same."""
    return f"c{seq}_{index}"


def by_message(replacements: tuple[Replacement, ...]) -> Replacements:
    """Replacements sorted by message; later ones of the same place win."""
    found: dict[str, dict[int, Replacement]] = {}
    for replacement in replacements:
        found.setdefault(replacement.message_id, {})[replacement.call] = replacement
    return {message_id: tuple(places.values()) for message_id, places in found.items()}


def show(group: Group, replaced: Replacements, counter: Counter, language: Language) -> Shown:
    """The group as sent, results in call order; nothing for excluded, generating and empty ones."""
    message = group.head
    if message.excluded or message.state == "generating":
        return NOTHING
    if message.role == "user":
        shown = _user(message, replaced.get(message.id, ()), counter, language)
        return Shown((shown,), shown.tokens, _attachment_tokens(message, counter))
    if not group.calls and not message.text.strip():
        return NOTHING
    messages = [spoken(message, replaced, counter)]
    messages.extend(answer(group, number, replaced, counter, language) for number in range(len(group.calls)))
    skills = tuple(
        (_skill_name(call), messages[number + 1].tokens)
        for number, call in enumerate(group.calls)
        if call.name == SKILL and _read(group.results[number], replaced)
    )
    return Shown(tuple(messages), sum(m.tokens for m in messages), _attachment_tokens(message, counter), skills)


def answered(
    shown: Shown, group: Group, numbers: Iterable[int], replaced: Replacements, counter: Counter, language: Language
) -> Shown | None:
    """``shown`` once the calls ``numbers`` of its group have results; nothing else of it is looked at again.

    None where more than those results changes.
    """
    messages, raw = list(shown.messages), shown.raw
    for number in numbers:
        if not messages or group.calls[number].name == SKILL:
            return None
        new = answer(group, number, replaced, counter, language)
        raw += new.tokens - messages[number + 1].tokens
        messages[number + 1] = new
    return replace(shown, messages=tuple(messages), raw=raw)


def answer(group: Group, number: int, replaced: Replacements, counter: Counter, language: Language) -> RequestMessage:
    """What stands behind the call ``number`` of a group: its result, or words for why there is none."""
    call, result = group.calls[number], group.results[number]
    new_id = call_id(group.head.seq, number)
    if result is not None and not result.excluded and result.state != "generating":
        return _result(result, call, new_id, replaced.get(result.id, ()), counter, language)
    key = "context.view.removed" if result is not None and result.excluded else "context.view.interrupted"
    part = ToolResultPart(new_id, tool_name(call.name), render(text(key), language))
    return RequestMessage("tool", (part,), form="stub", tokens=counter.parts((part,)))


def raw_tokens(message: Message, counter: Counter) -> int:
    """Uncalibrated tokens of a log message as shown without replacements: its cached count, else counted now."""
    known = message.tokens.get(counter.encoder)
    return counter.message(message) if known is None else known


def _user(message: Message, replaced: tuple[Replacement, ...], counter: Counter, language: Language) -> RequestMessage:
    form: MessageForm = "verbatim"
    said = message.text
    if message.intake is not None and message.intake.text is not None:
        said, form = message.intake.text, "shortened"
    changed = next((r for r in replaced if r.call < 0), None)
    if changed is not None:
        said, form = changed.text, "shortened"
    attachments = tuple(p.sent for p in message.parts if isinstance(p, AttachmentPart))
    blank = not said.strip() and not attachments
    if blank:
        said = render(text("context.view.empty"), language)
    parts: tuple[Part, ...]
    if form == "verbatim" and said == message.text:
        parts = tuple(_cleaned(p) for p in message.parts if isinstance(p, (TextPart, AttachmentPart)))
    else:
        parts = (*((TextPart(clean(said)),) if said.strip() else ()), *attachments)
    tokens = counter.parts(parts) if blank or changed is not None else raw_tokens(message, counter)
    return RequestMessage("user", parts, message.id, message.seq, form, tokens)


def spoken(message: Message, replacements: Replacements, counter: Counter) -> RequestMessage:
    """An assistant message with its calls, as it is sent."""
    replaced = replacements.get(message.id, ())
    arguments = {r.call: r.text for r in replaced if r.call >= 0}
    said = next((r.text for r in replaced if r.call < 0), None)
    parts: list[Part] = []
    index, changed = 0, bool(replaced)
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            raw = arguments.get(index, part.arguments)
            sent = ToolCallPart(call_id(message.seq, index), tool_name(part.name), arguments_object(raw))
            changed = changed or (sent.name, sent.arguments) != (part.name, part.arguments)
            parts.append(sent)
            index += 1
        elif (isinstance(part, TextPart) and said is None) or isinstance(part, (ReasoningPart, AttachmentPart)):
            parts.append(_cleaned(part))
    if said is not None:
        parts.insert(0, TextPart(clean(said)))
    tokens = counter.parts(parts) if changed else raw_tokens(message, counter)
    form: MessageForm = "shortened" if replaced else "verbatim"
    return RequestMessage("assistant", tuple(parts), message.id, message.seq, form, tokens)


def _result(
    message: Message,
    call: ToolCallPart,
    new_id: str,
    replaced: tuple[Replacement, ...],
    counter: Counter,
    language: Language,
) -> RequestMessage:
    result = message.result or ToolResultPart("", call.name, "")
    said, form = result.text, "verbatim"
    if message.intake is not None and message.intake.text is not None:
        said = message.intake.text
        form = "shortened" if message.intake.capped else "verbatim"
    if replaced:
        said, form = replaced[-1].text, "stub" if replaced[-1].kind == "stub" else "shortened"
    blank = not said.strip()
    if blank:
        said = render(text("context.view.no_output"), language)
    part = ToolResultPart(new_id, tool_name(call.name), clean(said), result.is_error)
    tokens = counter.parts((part,)) if blank or replaced else raw_tokens(message, counter)
    return RequestMessage("tool", (part,), message.id, message.seq, form, tokens)


def _read(result: Message | None, replaced: Replacements) -> bool:
    """Whether the text of a skill stands there in full."""
    if result is None or result.excluded or result.state == "generating" or replaced.get(result.id):
        return False
    return result.result is not None and not result.result.is_error


def _skill_name(call: ToolCallPart) -> str:
    """The skill that a call of the tool asked for."""
    arguments = parsed(call.arguments)
    asked = cast("dict[str, object]", arguments).get("name") if isinstance(arguments, dict) else None
    return asked.strip() if isinstance(asked, str) else ""


def _cleaned(part: Part) -> Part:
    if isinstance(part, TextPart):
        return TextPart(clean(part.text))
    if isinstance(part, ReasoningPart):
        return ReasoningPart(clean(part.text), part.signature, part.provider)
    return part.sent if isinstance(part, AttachmentPart) else part


def _attachment_tokens(message: Message, counter: Counter) -> int:
    attachments = message.attachments
    return counter.parts(attachments) if attachments else 0
