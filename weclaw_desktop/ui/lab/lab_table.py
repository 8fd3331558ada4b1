"""The Lab's table: one line per way to play, the winner marked by a star and a ground."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget
from typing_extensions import override

from weclaw_desktop.services.lab.figures import Row, Variant
from weclaw_desktop.services.lab.table import COLUMNS, cell, head, label, told
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.theme import current, tokens

LINE = 34
"""Height of a line in pixels at 100 %."""


class LabTable(QTableWidget):
    """``chosen`` tells which row was selected, None for none."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(COLUMNS) + 1, parent)
        self._variants: Sequence[Variant] = ()
        self._rows: dict[int, Row] = {}
        self._best: int | None = None
        self._waiting = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setProperty("type", "small")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.itemSelectionChanged.connect(self._on_selected)

    def show_rows(
        self, variants: Sequence[Variant], rows: dict[int, Row], best: int | None, *, waiting: bool = False
    ) -> None:
        """What is played and what is known of it; ``best`` wins."""
        self._variants, self._rows, self._best, self._waiting = variants, dict(rows), best, waiting
        self._fill()

    def _fill(self) -> None:
        language = i18n.language()
        known = list(self._rows.values())
        self.setHorizontalHeaderLabels([head(column, language, known) for column in ("strategy", *COLUMNS)])
        for n, column in enumerate(("strategy", *COLUMNS)):
            item = self.horizontalHeaderItem(n)
            if item is not None:
                item.setToolTip(told(column, known, language))
                item.setTextAlignment(_LEFT if not n else _RIGHT)
        self.setRowCount(len(self._variants))
        self.clearSpans()
        for n, variant in enumerate(self._variants):
            self._line(n, variant)
            self.setRowHeight(n, current().px(LINE))
        header = self.horizontalHeader()
        bar = self.horizontalScrollBar().sizeHint().height()
        self._spread()
        self.setFixedHeight(header.sizeHint().height() + len(self._variants) * current().px(LINE) + bar + 4)

    def _spread(self) -> None:
        """Columns as wide as what they hold; what is left is shared, twice as much for the first."""
        self.resizeColumnsToContents()
        least = [self.columnWidth(n) for n in range(self.columnCount())]
        room = self.viewport().width()
        gap = max(0, min(current().px(tokens.SPACE_M), (room - sum(least)) // len(least)))
        widths = [width + gap for width in least]
        left = max(0, room - sum(widths))
        for n, width in enumerate(widths):
            self.setColumnWidth(n, width + left * (1 if n else 2) // (len(widths) + 1))

    def _line(self, n: int, variant: Variant) -> None:
        language, row, theme = i18n.language(), self._rows.get(n), current()
        name = label(variant, self._variants, language)
        first = QTableWidgetItem(f"★ {name}" if n == self._best else name)
        font = theme.font(bold=True)
        first.setFont(font)
        self.setItem(n, 0, first)
        cells = ["…" if row is None and self._waiting else "" for _ in COLUMNS]
        if row is not None and not row.failure:
            cells = [cell(row, column, language) for column in COLUMNS]
        for at, said in enumerate(cells, start=1):
            item = QTableWidgetItem(said)
            item.setTextAlignment(_RIGHT)
            if row is not None and COLUMNS[at - 1] == "valid" and not row.valid and row.faults:
                item.setToolTip("\n".join(row.faults[:8]))
            self.setItem(n, at, item)
        if row is not None and row.failure:
            why = QTableWidgetItem(self.tr("Not played: {0}").format(row.failure))
            why.setToolTip(row.failure)
            why.setForeground(theme.colour("muted"))
            self.setItem(n, 1, why)
            self.setSpan(n, 1, 1, len(COLUMNS))
        if n == self._best:
            for column in range(self.columnCount()):
                item = self.item(n, column)
                if item is not None:
                    item.setBackground(theme.colour("accent_soft"))

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setAccessibleName(self.tr("Strategies compared"))
        self._fill()

    def _on_selected(self) -> None:
        lines = self.selectionModel().selectedRows()
        self.chosen.emit(lines[0].row() if lines else None)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._spread()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_variants"):
            self._fill()


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
