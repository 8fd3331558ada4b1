"""The invariants of contents: no system rows, nothing empty, text that can be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from weclaw_desktop.context.log import Group
from weclaw_desktop.context.pairs import result_of
from weclaw_desktop.context.sendable import clean, is_clean
from weclaw_desktop.core.messages import AttachmentPart, Log, Part, TextPart, ToolCallPart
from weclaw_desktop.core.request import RequestMessage
from weclaw_desktop.core.text import Language, render, text

View = tuple[RequestMessage, ...]


class NoSystemRows:
    """System text stands in the system prompt, never between messages."""

    code = "system_row"

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Nothing: system rows of a log are not shown."""
        del log, groups
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """System messages of the view."""
        return [(i, "system message") for i, m in enumerate(view) if m.role == "system"]

    def repair(self, view: View, language: Language) -> View:
        """Drop them."""
        del language
        return tuple(m for m in view if m.role != "system") if self.check(view) else view


class NotEmpty:
    """Every message says something: empty contents are refused by some providers and merged by none."""

    code = "empty"

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Nothing."""
        del log, groups
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """Messages without text, calls, attachments or output."""
        return [(i, f"empty {m.role}") for i, m in enumerate(view) if not _says(m)]

    def repair(self, view: View, language: Language) -> View:
        """Give empty asks and outputs their words, drop empty responses."""
        if not self.check(view):
            return view
        repaired: list[RequestMessage] = []
        for message in view:
            if _says(message):
                repaired.append(message)
            elif message.role == "user":
                part = TextPart(render(text("context.view.empty"), language))
                repaired.append(replace(message, parts=(part,)))
            elif message.role == "tool" and (result := result_of(message)) is not None:
                part = replace(result, text=render(text("context.view.no_output"), language))
                repaired.append(replace(message, parts=(part,)))
        return tuple(repaired)


class Encodable:
    """All text can be written as UTF-8 without NUL."""

    code = "text"

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Nothing."""
        del log, groups
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """Messages with NUL or lone surrogates in any part."""
        return [(i, "NUL or lone surrogate") for i, m in enumerate(view) if not all(map(_part_clean, m.parts))]

    def repair(self, view: View, language: Language) -> View:
        """Put U+FFFD in their place."""
        del language
        if not self.check(view):
            return view
        return tuple(replace(m, parts=tuple(map(_part_cleaned, m.parts))) for m in view)


def _says(message: RequestMessage) -> bool:
    if message.role == "tool":
        result = result_of(message)
        return result is not None and bool(result.text.strip())
    return any(
        isinstance(p, (ToolCallPart, AttachmentPart)) or (isinstance(p, TextPart) and bool(p.text.strip()))
        for p in message.parts
    )


def _part_clean(part: Part) -> bool:
    if isinstance(part, ToolCallPart):
        return is_clean(part.name) and is_clean(part.arguments)
    return is_clean(part.text)


def _part_cleaned(part: Part) -> Part:
    if isinstance(part, ToolCallPart):
        return replace(part, name=clean(part.name), arguments=clean(part.arguments))
    return replace(part, text=clean(part.text))
