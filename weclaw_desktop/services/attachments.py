"""Shortens the text of an attachment that is too large, when the user chose that."""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context.excerpt import head_tail
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language

SHOWN = 0.10
"""Share of E that stays of a shortened attachment: its first and last twentieth."""


def shortened(part: AttachmentPart, effective: int, counter: Counter, language: Language) -> AttachmentPart:
    """``part`` with head and tail of its text; the whole of it stays stored under its hash."""
    return replace(part, text=head_tail(part.text, int(SHOWN * effective), counter, language, part.name))
