"""Sheets over the window: what a compression changed, before and after, and its summary to edit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QButtonGroup, QPlainTextEdit, QScrollArea, QStackedWidget, QWidget

from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.records import Record
from weclaw_desktop.ui.context_panel.changes_model import ChangeRow, facts, parts, rows
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, Label, PillButton, Sheet, column, row

translate = QCoreApplication.translate
SHOWN = 120
"""Rows shown at once; the rest is counted."""
_WIDTH = 720
_TEXT = 100_000


def show_changes(window: QWidget, record: Record, log: Log) -> Sheet:
    """Open "What changed": facts, the messages before → after, and each part of the block."""
    sheet = Sheet(window, translate("ContextPanel", "What changed"), width=_WIDTH)
    for line in facts(record):
        sheet.body.addWidget(Label(line, "small", "muted", wrap=True))
    stack, tabs = QStackedWidget(), Flow(gap=tokens.SPACE_S)
    group = QButtonGroup(sheet)
    pages: list[tuple[str, QWidget]] = []
    changed = rows(record, log)
    if changed:
        pages.append((translate("ContextPanel", "Messages ({0})").format(len(changed)), _messages(changed)))
    pages.extend((part.title, _area(part.text, editable=False, name=part.title)) for part in parts(record))
    for index, (title, page) in enumerate(pages):
        stack.addWidget(page)
        tab = PillButton(title, checkable=True)
        tab.setChecked(index == 0)
        tab.clicked.connect(lambda _checked=False, index=index: stack.setCurrentIndex(index))
        group.addButton(tab)
        tabs.addWidget(tab)
    if pages:
        sheet.body.addLayout(tabs)
        stack.setMinimumHeight(current().px(min(320, max(140, window.height() - 330))))
        sheet.body.addWidget(stack)
    sheet.add_button("", translate("ContextPanel", "Close"), "primary")
    sheet.open()
    return sheet


def edit_narrative(window: QWidget, record: Record, save: Callable[[str], object]) -> Sheet:
    """Open the summary for editing; ``save`` gets the new text, which makes a new record."""
    sheet = Sheet(window, translate("ContextPanel", "Edit the summary"), width=_WIDTH)
    note = translate(
        "ContextPanel", "The model reads this in place of the older messages, exactly as you write it. Undo brings the "
        "present text back.",
    )  # fmt: skip
    sheet.body.addWidget(Label(note, "small", "muted", wrap=True))
    narrative = record.block.narrative if record.block is not None else ""
    area = _area(narrative, editable=True, name=translate("ContextPanel", "Summary"))
    area.setMinimumHeight(current().px(min(320, max(140, window.height() - 300))))
    sheet.body.addWidget(area)
    sheet.add_button("", translate("ContextPanel", "Cancel"))
    button = sheet.add_button("save", translate("ContextPanel", "Save"), "primary")
    button.setEnabled(False)

    def changed() -> None:
        text = area.toPlainText().strip()
        button.setEnabled(bool(text) and text != narrative.strip())

    def closed(answer: str) -> None:
        text = area.toPlainText().strip()
        if answer == "save" and text:
            save(text)

    area.textChanged.connect(changed)
    sheet.closed.connect(closed)
    sheet.open()
    area.setFocus(Qt.FocusReason.PopupFocusReason)
    return sheet


def _messages(changed: list[ChangeRow]) -> QWidget:
    scroll, content = QScrollArea(), QWidget()
    content.setObjectName("content")
    layout = column(content, gap=tokens.SPACE_S, margins=(0, 0, 8, 0))
    for item in changed[:SHOWN]:
        layout.addWidget(_row(item))
    if len(changed) > SHOWN:
        left = translate("ContextPanel", "and {0} more").format(len(changed) - SHOWN)
        layout.addWidget(Label(left, "small", "muted"))
    layout.addStretch(1)
    scroll.setWidget(content)
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setAccessibleName(translate("ContextPanel", "Messages before and after"))
    return scroll


def _row(item: ChangeRow) -> QWidget:
    card = Card()
    layout = column(card, gap=2, margins=(10, 6, 10, 6))
    head = row(gap=tokens.SPACE_S)
    head.addWidget(Label(f"{item.seq} · {item.who}", "small", bold=True))
    head.addStretch(1)
    state = (
        translate("ContextPanel", "shortened")
        if item.kind == "shortened"
        else translate("ContextPanel", "in summary and facts")
    )
    head.addWidget(Label(state, "small", "muted"))
    layout.addLayout(head)
    layout.addWidget(Label(item.before, "small", "muted", wrap=True, selectable=True))
    if item.after:
        layout.addWidget(Label(f"→ {item.after}", "small", wrap=True, selectable=True))
    return card


def _area(text: str, *, editable: bool, name: str) -> QPlainTextEdit:
    area = QPlainTextEdit()
    area.setPlainText(text[:_TEXT])
    area.setReadOnly(not editable)
    area.setTabChangesFocus(True)
    area.setAccessibleName(name)
    return area
