"""Numbers in two columns, in one where there is no room; pointing at one, a click or the keys say what it is.

The grid is one stop of the Tab key; the arrow keys go from number to number, so that twenty numbers do not stand in the
way of whoever only passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel.number_views import NumberView
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import ElidedLabel, Label, column, row

COLUMNS = 2
COLUMN = 124
"""Pixels at 100 % under which a column would cut names off."""
_STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class Swatch(QWidget):
    """A small square in a part's colour."""

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(9), current().px(9))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(current().colour(f"part:{self.key}"))
            painter.drawRoundedRect(QRectF(self.rect()), current().px(2), current().px(2))


class NumberRow(QWidget):
    """One number. ``chosen``: somebody wants to know what it is; ``moved`` carries steps to the right and down."""

    chosen = Signal()
    left = Signal()
    moved = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = NumberView("", "", "")
        self._swatch = Swatch("system")
        self._label = ElidedLabel("", "small")
        self._label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._value = Label("", "small", "muted")
        layout = row(self, gap=6, margins=(3, 0, 3, 0))
        layout.addWidget(self._swatch)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._value)

    def show_number(self, view: NumberView) -> None:
        """Show another number; an equal one is left alone."""
        if view == self.view:
            return
        self.view = view
        self._swatch.setVisible(bool(view.part))
        if view.part:
            self._swatch.key = view.part
            self._swatch.update()
        self._label.setText(view.label)
        self._value.setText(view.value)
        self.setToolTip(view.explained)
        self.setAccessibleName(i18n.joined((view.label, view.value), ": "))
        self.setAccessibleDescription(view.explained)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.chosen.emit()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.chosen.emit()
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.moved.emit(*step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(current().colour("accent"), 1.5))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)


class NumberGrid(QWidget):
    """Rows of numbers over the sentence about the one that is asked about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[NumberRow] = []
        self.explained = Label("", "small", "muted", wrap=True, selectable=True)
        self.explained.hide()
        self._asked, self.columns = 0, COLUMNS
        layout = column(self, gap=tokens.SPACE_XS)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(current().px(tokens.SPACE_L))
        self._grid.setVerticalSpacing(current().px(tokens.SPACE_XS))
        for place in range(COLUMNS):
            self._grid.setColumnStretch(place, 1)
        layout.addLayout(self._grid)
        layout.addWidget(self.explained)

    def show_numbers(self, views: Sequence[NumberView], *, shown: bool = True) -> None:
        """Show these, in place of those before; nothing is seen of them unless ``shown``.

        It says in one go whether they are seen: showing and hiding again lays the whole panel out anew.
        """
        while len(self.rows) < len(views):
            self._add(len(self.rows))
        for place, made in enumerate(self.rows):
            if made.isHidden() == (place < len(views)):
                made.setVisible(place < len(views))
            if place < len(views):
                made.show_number(views[place])
        if self._asked >= len(views):
            self._ask(0)
        if self.explained.isVisible() and views:
            self.explained.setText(views[self._asked].explained)
        self.setVisible(shown and bool(views))

    @override
    def minimumSizeHint(self) -> QSize:
        """As narrow as one column, also while there are two: they give way."""
        least = super().minimumSizeHint()
        widest = max((made.minimumSizeHint().width() for made in self.rows if not made.isHidden()), default=0)
        return QSize(min(least.width(), widest), least.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        gap = self._grid.horizontalSpacing()
        columns = COLUMNS if event.size().width() >= COLUMNS * current().px(COLUMN) + gap else 1
        if columns == self.columns:
            return
        self.columns = columns
        self._grid.setColumnStretch(1, 1 if columns > 1 else 0)
        for place, made in enumerate(self.rows):
            self._grid.removeWidget(made)
            self._grid.addWidget(made, place // columns, place % columns)

    def _add(self, place: int) -> None:
        made = NumberRow()
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus if place == self._asked else Qt.FocusPolicy.ClickFocus)
        made.chosen.connect(lambda: self._on_chosen(place))
        made.left.connect(self.explained.hide)
        made.moved.connect(partial(self._on_moved, place))
        self._grid.addWidget(made, place // self.columns, place % self.columns)
        self.rows.append(made)

    def _on_chosen(self, place: int) -> None:
        self._ask(place)
        self.explained.setText(self.rows[place].view.explained)
        self.explained.show()

    def _on_moved(self, place: int, right: int, down: int) -> None:
        place += right + down * self.columns
        if 0 <= place < len(self.rows) and self.rows[place].isVisible():
            self.rows[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _ask(self, place: int) -> None:
        """Tab comes back to the number that was asked about."""
        for at in (self._asked, place):
            if at < len(self.rows):
                policy = Qt.FocusPolicy.StrongFocus if at == place else Qt.FocusPolicy.ClickFocus
                self.rows[at].setFocusPolicy(policy)
        self._asked = place
