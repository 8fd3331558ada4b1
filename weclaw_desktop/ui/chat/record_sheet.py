"""What a compression changed, and its summary to edit: sheets over the window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.widgets import Label, Sheet


class RecordSheet(QObject):
    """Owner of these sheets' words."""


_words = RecordSheet()


def facts(record: Record) -> list[str]:
    """One line per fact about a record, for people."""
    lines = [
        _words.tr("{0} → {1} tokens, {2} % saved").format(
            compact(record.tokens_before), compact(record.tokens_after), round(record.saved * 100)
        )
    ]
    if record.count:
        span = _words.tr("Messages {0} to {1} ({2}) are not sent word for word any more.")
        lines.append(span.format(record.first_seq, record.last_seq, record.count))
    kinds = Counter(item.kind for item in record.replacements)
    for kind, said in (
        ("line", _words.tr("{0} tool results stand as one line each.")),
        ("stub", _words.tr("{0} repeated results point to their first one.")),
        ("arguments", _words.tr("{0} long arguments are shortened.")),
        ("head_tail", _words.tr("{0} long texts show their beginning and end.")),
    ):
        if kinds[kind]:
            lines.append(said.format(kinds[kind]))
    lines.append(_words.tr("Nothing is deleted: every message stays in the chat."))
    return lines


def replaced(record: Record) -> str:
    """The text the model sees instead, part by part."""
    parts = [record.block.text] if record.block is not None else []
    parts.extend(f"[{item.artifact}] {item.text}" for item in record.replacements)
    return "\n\n".join(part for part in parts if part)


def show_changes(window: QWidget, record: Record) -> Sheet:
    """Open "What changed"."""
    sheet = Sheet(window, _words.tr("What changed"), width=680)
    for line in facts(record):
        sheet.body.addWidget(Label(line, wrap=True))
    text = replaced(record)
    if text:
        sheet.body.addWidget(Label(_words.tr("What the model sees instead"), "small", "muted", bold=True))
        sheet.body.addWidget(_text_area(sheet, text, editable=False))
    sheet.add_button("", _words.tr("Close"), "primary")
    sheet.open()
    return sheet


def edit_narrative(window: QWidget, record: Record, save: Callable[[str], object]) -> Sheet:
    """Open the summary for editing; ``save`` gets the new text."""
    sheet = Sheet(window, _words.tr("Edit the summary"), width=680)
    note = _words.tr("The model reads this in place of the older messages. It is kept as you write it.")
    sheet.body.addWidget(Label(note, tone="muted", wrap=True))
    area = _text_area(sheet, record.block.narrative if record.block is not None else "", editable=True)
    sheet.body.addWidget(area)
    sheet.add_button("", _words.tr("Cancel"))
    sheet.add_button("save", _words.tr("Save"), "primary")

    def closed(answer: str) -> None:
        text = area.toPlainText().strip()
        if answer == "save" and text:
            save(text)

    sheet.closed.connect(closed)
    sheet.open()
    return sheet


def _text_area(sheet: Sheet, text: str, *, editable: bool) -> QPlainTextEdit:
    area = QPlainTextEdit(sheet)
    area.setPlainText(text[:100_000])
    area.setReadOnly(not editable)
    area.setMinimumHeight(260)
    area.setTabChangesFocus(True)
    area.setAccessibleName(_words.tr("Text"))
    return area
