"""The list over the composer while a command or a file is typed.

It is part of the window and never takes the focus: the field keeps its caret and its input method. The field hands it
keys, and only outside a composition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, column

SHOWN = 8
"""Rows that are seen at once."""
_TITLE, _UNDER = Qt.ItemDataRole.DisplayRole, int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True, slots=True)
class Line:
    """One row: ``id`` is what is chosen, ``title`` what is typed for it, ``under`` what it means."""

    id: str
    title: str
    under: str = ""
    icon: str = ""


class ComposerPopup(Card):
    """``chosen`` carries the id of the row; ``go_on`` says that Tab was pressed, which continues rather than takes."""

    chosen = Signal(str, bool)

    def __init__(self, over: QWidget) -> None:
        super().__init__(over.window(), look="large")
        self._over = over
        self._lines: list[Line] = []
        self._list = QListView()
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setUniformItemSizes(True)
        self._list.setMouseTracking(True)
        self._model = QStandardItemModel(self._list)
        self._list.setModel(self._model)
        self._list.setItemDelegate(_Rows(self._list))
        self._list.clicked.connect(self._on_clicked)
        column(self, margins=(4, 4, 4, 4)).addWidget(self._list)
        self.hide()

    @property
    def lines(self) -> Sequence[Line]:
        """What is shown; nothing while it is hidden."""
        return self._lines if not self.isHidden() else ()

    @property
    def at(self) -> int:
        """The row that Return takes."""
        return self._list.currentIndex().row()

    def offer(self, lines: Sequence[Line], name: str) -> None:
        """Show ``lines``, or go away when there are none."""
        kept = self._lines[self.at].id if 0 <= self.at < len(self._lines) else ""
        self._lines = list(lines)
        self.setAccessibleName(name)
        self._list.setAccessibleName(name)
        self._model.clear()
        for line in lines:
            item = (
                QStandardItem(current().icon(line.icon, "muted"), line.title)
                if line.icon
                else QStandardItem(line.title)
            )
            item.setData(line.under, _UNDER)
            item.setAccessibleText(i18n.joined((line.title, line.under)))
            self._model.appendRow(item)
        self.setVisible(bool(lines))
        if lines:
            self._select(next((n for n, line in enumerate(lines) if line.id == kept), 0))
            self.place()
            self.raise_()

    def place(self) -> None:
        """Stand over the field, as wide as it, within the window."""
        theme, over = current(), self._over
        rows = min(SHOWN, len(self._lines))
        tall = rows * self._list.sizeHintForRow(0) + theme.px(tokens.SPACE_S) + 2
        corner = over.mapTo(self.window(), QPoint(0, 0))
        wide = min(over.width(), theme.px(620))
        self.setGeometry(corner.x(), max(0, corner.y() - tall - theme.px(tokens.SPACE_XS)), wide, tall)

    def key(self, event: QKeyEvent) -> bool:
        """Take a key that moves in the list, takes a row or closes it; False for all others."""
        if self.isHidden() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._select((self.at + (1 if key == Qt.Key.Key_Down else -1)) % len(self._lines))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
            self._take(self.at, go_on=key == Qt.Key.Key_Tab)
        elif key == Qt.Key.Key_Escape:
            self.hide()
        else:
            return False
        return True

    def _select(self, row: int) -> None:
        index = self._model.index(row, 0)
        self._list.setCurrentIndex(index)
        self._list.scrollTo(index)
        self._over.setAccessibleDescription(self._lines[row].title if 0 <= row < len(self._lines) else "")

    def _on_clicked(self, index: QModelIndex) -> None:
        self._take(index.row())

    def _take(self, row: int, *, go_on: bool = False) -> None:
        if 0 <= row < len(self._lines):
            line = self._lines[row]
            self.hide()
            self.chosen.emit(line.id, go_on)


class _Rows(QStyledItemDelegate):
    """A title, and what it means in a quieter tone behind it."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, current().px(tokens.CONTROL))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = current()
        box = option.rect  # pyright: ignore[reportAttributeAccessIssue] -- Qt's own field
        state = option.state  # pyright: ignore[reportAttributeAccessIssue] -- as above
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft"))
            painter.drawRoundedRect(box, theme.px(tokens.RADIUS_S), theme.px(tokens.RADIUS_S))
        inner = box.adjusted(theme.px(tokens.SPACE_S), 0, -theme.px(tokens.SPACE_S), 0)
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        if icon is not None:
            side = theme.px(tokens.ICON)
            icon.paint(painter, inner.left(), inner.center().y() - side // 2, side, side)
            inner.setLeft(inner.left() + side + theme.px(tokens.SPACE_S))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        metrics = painter.fontMetrics()
        title = metrics.elidedText(str(index.data(_TITLE)), Qt.TextElideMode.ElideMiddle, inner.width())
        painter.setPen(theme.colour("text"))
        painter.drawText(inner, middle, title)
        inner.setLeft(inner.left() + metrics.horizontalAdvance(title) + theme.px(tokens.SPACE_M))
        painter.setPen(theme.colour("muted"))
        under = metrics.elidedText(str(index.data(_UNDER) or ""), Qt.TextElideMode.ElideRight, max(0, inner.width()))
        painter.drawText(inner, middle, under)
        painter.restore()
