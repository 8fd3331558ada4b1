"""What a compression changed, and its summary to edit: sheets over the window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.widgets import Label, Sheet

translate = QCoreApplication.translate


def facts(record: Record) -> list[str]:
    """One line per fact about a record, for people."""
    lines = [
        translate("RecordSheet", "{0} → {1} tokens, {2} % saved").format(
            compact(record.tokens_before), compact(record.tokens_after), round(record.saved * 100)
        )
    ]
    if record.count:
        span = translate("RecordSheet", "Messages {0} to {1} ({2}) are not sent word for word any more.")
        lines.append(span.format(record.first_seq, record.last_seq, record.count))
    kinds = Counter(item.kind for item in record.replacements)
    for kind, said in (
        ("line", translate("RecordSheet", "{0} tool results stand as one line each.")),
        ("stub", translate("RecordSheet", "{0} repeated results point to their first one.")),
        ("arguments", translate("RecordSheet", "{0} long arguments are shortened.")),
        ("head_tail", translate("RecordSheet", "{0} long texts show their beginning and end.")),
    ):
        if kinds[kind]:
            lines.append(said.format(kinds[kind]))
    lines.append(translate("RecordSheet", "Nothing is deleted: every message stays in the chat."))
    return lines


def replaced(record: Record) -> str:
    """The text the model sees instead, part by part."""
    parts = [record.block.text] if record.block is not None else []
    parts.extend(f"[{item.artifact}] {item.text}" for item in record.replacements)
    return "\n\n".join(part for part in parts if part)


def show_changes(window: QWidget, record: Record) -> Sheet:
    """Open "What changed"."""
    sheet = Sheet(window, translate("RecordSheet", "What changed"), width=680)
    for line in facts(record):
        sheet.body.addWidget(Label(line, wrap=True))
    text = replaced(record)
    if text:
        sheet.body.addWidget(
            Label(translate("RecordSheet", "What the model sees instead"), "small", "muted", bold=True)
        )
        sheet.body.addWidget(_text_area(sheet, text, editable=False))
    sheet.add_button("", translate("RecordSheet", "Close"), "primary")
    sheet.open()
    return sheet


def edit_narrative(window: QWidget, record: Record, save: Callable[[str], object]) -> Sheet:
    """Open the summary for editing; ``save`` gets the new text."""
    sheet = Sheet(window, translate("RecordSheet", "Edit the summary"), width=680)
    note = translate("RecordSheet", "The model reads this in place of the older messages. It is kept as you write it.")
    sheet.body.addWidget(Label(note, tone="muted", wrap=True))
    area = _text_area(sheet, record.block.narrative if record.block is not None else "", editable=True)
    sheet.body.addWidget(area)
    sheet.add_button("", translate("RecordSheet", "Cancel"))
    sheet.add_button("save", translate("RecordSheet", "Save"), "primary")

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
    area.setAccessibleName(translate("RecordSheet", "Text"))
    return area
