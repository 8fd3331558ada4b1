"""Where a compression took effect: a line across the transcript with what it did and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.chat.transcript_model import DividerRow
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label, LinkButton


class DividerView(RowView):
    """One record. The older messages stay above it, readable; the compression is no message of anybody."""

    def __init__(self, row: DividerRow, parent: QWidget | None = None) -> None:
        super().__init__(row.key, parent)
        self._row = row
        self._label = Label("", "small", "muted", parent=self)
        self._links = {name: LinkButton(parent=self) for name in ("changed", "edit", "undo")}
        for name, link in self._links.items():
            link.clicked.connect(lambda _=False, name=name: self.record_action.emit(self._row.record.id, name))
        self._left = self._right = self._line_y = 0
        self._words()

    def update_row(self, row: DividerRow) -> None:
        """The record changed."""
        self._row = row
        self._words()
        self.height_changed.emit()

    @override
    def fit(self, width: int) -> int:
        theme = current()
        line, gap = theme.px(22), theme.px(tokens.SPACE_S)
        links = [link for link in self._links.values() if not link.isHidden()]
        label = self._label.sizeHint().width()
        total = label + sum(link.sizeHint().width() + gap for link in links)
        two_rows = total > width
        widest = min(width, label if two_rows else total)
        x, y = (width - widest) // 2, theme.px(2)
        self._left, self._right, self._line_y = x, x + widest, y + line // 2
        self._label.setGeometry(x, y, min(label, width), line)
        x += label + gap
        if two_rows:
            x, y = (width - (total - label - gap)) // 2, y + line
        for link in links:
            size = link.sizeHint().width()
            link.setGeometry(x, y, size, line)
            x += size + gap
        return y + line + theme.px(2)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            pen = QPen(theme.colour("strong_border" if self._row.active else "border"), 1)
            pen.setDashPattern([3, 3])
            painter.setPen(pen)
            gap = theme.px(tokens.SPACE_M)
            painter.drawLine(0, self._line_y, max(0, self._left - gap), self._line_y)
            painter.drawLine(min(self.width(), self._right + gap), self._line_y, self.width(), self._line_y)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._words()
            self.height_changed.emit()

    def _words(self) -> None:
        record, active = self._row.record, self._row.active
        self._label.setText(self._sentence(record))
        editable = active and record.block is not None and bool(record.block.narrative)
        for name, text, shown in (
            ("changed", self.tr("What changed"), True),
            ("edit", self.tr("Edit"), editable),
            ("undo", self.tr("Undo"), active),
        ):
            self._links[name].setText(text)
            self._links[name].setVisible(shown)
        self.setAccessibleName(self._label.text())

    def _shortened(self, record: Record) -> str:
        """What a compression did that cut nothing off."""
        results = sum(replacement.call < 0 for replacement in record.replacements)
        return counted.shortened(results) if results else self.tr("Long arguments of calls shortened")

    def _sentence(self, record: Record) -> str:
        what = counted.compressed(record.count) if record.count else self._shortened(record)
        tokens_ = self.tr("{0} → {1} tokens").format(compact(record.tokens_before), compact(record.tokens_after))
        mine = self.tr("summary edited by you") if record.block is not None and record.block.edited else ""
        return " · ".join(part for part in (what, moments.clock(record.created_ms), tokens_, mine) if part)
