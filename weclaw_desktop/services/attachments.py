"""How attachments go out: shortened where the user chose that, pictures as a line where a model cannot see.

The log keeps the whole of everything: ``AttachmentPart.text`` is never cut, so that recall finds it by words and reads
it by the message's id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from weclaw_desktop.context.excerpt import head_tail
from weclaw_desktop.core.messages import AttachmentPart, Part, TextPart
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.core.text import Language, render, text

LARGEST_ATTACHMENT = 0.5
"""Share of E above which the attachments of a message are not sent without asking."""
SHOWN = 0.10
"""Share of E that stays of a shortened attachment: its first and last twentieth."""
LEAST = 60
"""Tokens that stay of each when many together are too large: a name, some words and where the rest is."""


def shortened(
    parts: Sequence[AttachmentPart],
    tokens: Sequence[int],
    effective: int,
    counter: Counter,
    language: Language,
    seq: int,
) -> tuple[AttachmentPart, ...]:
    """``parts`` with head and tail of the largest files, until all together are within the limit.

    Args:
        parts: The attachments of one message.
        tokens: Uncalibrated tokens of each.
        effective: E in tokens, uncalibrated.
        counter: Of the model's family.
        language: Of the line between head and tail.
        seq: Number of the message, under whose id the whole text is found again.
    """
    limit, made, left = int(LARGEST_ATTACHMENT * effective), list(parts), list(tokens)
    files = [at for at, part in enumerate(parts) if part.kind == "file"]
    room = int(SHOWN * effective)
    for at in sorted(files, key=lambda at: -tokens[at]):
        if sum(left) <= limit or left[at] <= room:
            break
        made[at], left[at] = _cut(parts[at], room, counter, language, seq), room
    while sum(left) > limit and room > LEAST:
        room = max(LEAST, room // 2)
        for at in files:
            if left[at] > room:
                made[at], left[at] = _cut(parts[at], room, counter, language, seq), room
    return tuple(made)


def _cut(part: AttachmentPart, room: int, counter: Counter, language: Language, seq: int) -> AttachmentPart:
    return replace(part, shown=head_tail(part.text, room, counter, language, f"a{seq}", head_share=0.5))


def for_the_blind(request: ModelRequest, counter: Counter, k: float, language: Language) -> ModelRequest:
    """The request with a line in the place of every picture, for a model that takes none; ``k`` calibrates."""
    messages: list[RequestMessage] = []
    saved = 0
    for message in request.messages:
        if not any(_picture(part) for part in message.parts):
            messages.append(message)
            continue
        parts = tuple(_line(part, language) for part in message.parts)
        fewer = round((counter.parts(message.parts) - counter.parts(parts)) * k)
        saved += fewer
        messages.append(replace(message, parts=parts, tokens=message.tokens - fewer))
    return replace(request, messages=tuple(messages), load=request.load - saved) if saved else request


def _picture(part: Part) -> bool:
    return isinstance(part, AttachmentPart) and part.kind == "image"


def _line(part: Part, language: Language) -> Part:
    if isinstance(part, AttachmentPart) and part.kind == "image":
        return TextPart(render(text("services.image_unseen", name=part.name), language))
    return part
