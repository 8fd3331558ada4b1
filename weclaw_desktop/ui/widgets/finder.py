"""A card with a field and a list under it: type a few letters, Up and Down move, Return takes one.

Letters may be left out between those typed; what begins with them comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets.composing import Composition
from weclaw_desktop.ui.widgets.labels import Label
from weclaw_desktop.ui.widgets.sheet import Sheet

Index = QModelIndex | QPersistentModelIndex
SHOWN = 9
"""Rows that are seen at once."""
AROUND = 230
"""Pixels at 100 % that title, field and margins take of the window's height."""
LEAST_LIST = 120
"""Pixels at 100 % that the list has at least."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line. ``right`` stands at its right end; ``under`` is a second, quieter line; ``section`` a small heading.

    ``starred`` shows a star that is full or not and can be clicked; None shows none. ``chosen`` is the one in force.
    """

    id: str
    title: str
    right: str = ""
    under: str = ""
    section: str = ""
    terms: str = ""
    starred: bool | None = None
    chosen: bool = False


def rank(query: str, title: str, terms: str = "") -> int:
    """How well a query fits: 4 begins with it, 3 has it, 2 has it in other terms, 1 has its letters in order, 0 not."""
    wanted, said = query.casefold().strip(), title.casefold()
    if said.startswith(wanted):
        return 4
    if wanted in said:
        return 3
    if wanted in terms.casefold():
        return 2
    at = 0
    for letter in wanted.replace(" ", ""):
        at = said.find(letter, at) + 1
        if not at:
            return 0
    return 1


class Finder(Sheet):
    """Emits ``chosen`` with the id of the line taken. ``closed`` comes either way.

    ``starred`` says that the line's star was clicked, or Ctrl+D pressed on it; whoever knows what that means shows the
    choices anew.
    """

    chosen = Signal(str)
    starred = Signal(str)

    passing = True

    def __init__(self, window: QWidget, title: str, hint: str, choices: Sequence[Choice], *, width: int = 560) -> None:
        super().__init__(window, title, width=width)
        self._choices = list(choices)
        self.edit = QLineEdit()
        self.edit.setPlaceholderText(hint)
        self.edit.setAccessibleName(hint)
        self.edit.setClearButtonEnabled(True)
        self.edit.installEventFilter(self)
        Composition(self.edit)
        self.list = QListView()
        self.list.setAccessibleName(title)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(False)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._model = QStandardItemModel(self.list)
        self.list.setModel(self._model)
        self._lines = _Lines(self)
        self.list.setItemDelegate(self._lines)
        self._none = Label(self.tr("Nothing found."), "small", "muted")
        self.body.addWidget(self.edit)
        self.body.addWidget(self.list)
        self.body.addWidget(self._none)
        self.edit.textChanged.connect(self._filter)
        self.list.clicked.connect(self._on_clicked)
        self._filter("")

    @override
    def open(self) -> None:
        super().open()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Offer other lines; the current one stays current where it is still there."""
        at = self.list.currentIndex().data(Qt.ItemDataRole.UserRole)
        self._choices = list(choices)
        self._filter(self.edit.text())
        if isinstance(at, Choice) and at.id in self.offered:
            self._go_to(at.id)

    def _go_to(self, name: str) -> None:
        for row in range(self._model.rowCount()):
            choice = self._model.index(row, 0).data(Qt.ItemDataRole.UserRole)
            if isinstance(choice, Choice) and choice.id == name:
                self.list.setCurrentIndex(self._model.index(row, 0))
                return

    @property
    def offered(self) -> list[str]:
        """Ids of the lines that are seen, best first."""
        ids = (self._model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(self._model.rowCount()))
        return [choice.id for choice in ids if choice is not None]

    def _filter(self, query: str) -> None:
        ranked = [(rank(query, choice.title, choice.terms), choice) for choice in self._choices]
        found = [choice for _, choice in sorted((r for r in ranked if r[0]), key=lambda r: -r[0] if query else 0)]
        self._model.clear()
        section = ""
        for choice in found:
            if choice.section != section and not query:
                section = choice.section
                heading = QStandardItem(section)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                self._model.appendRow(heading)
            item = QStandardItem(choice.title)
            item.setData(choice, Qt.ItemDataRole.UserRole)
            star = self.tr("favourite") if choice.starred else ""
            parts = (choice.title, star, choice.under, choice.right)
            item.setAccessibleText(i18n.joined(parts))
            self._model.appendRow(item)
        self._none.setVisible(not found)
        self.list.setVisible(bool(found))
        heights = [self.list.sizeHintForRow(row) for row in range(self._model.rowCount())]
        room = max(current().px(LEAST_LIST), self._window.height() - current().px(AROUND))
        self.list.setFixedHeight(min(sum(heights) + 4, max(heights, default=0) * SHOWN + 4, room))
        self._step(1, start=-1)
        in_force = next((choice.id for choice in found if choice.chosen), "") if not query else ""
        if in_force:
            self._go_to(in_force)

    def _step(self, by: int, start: int | None = None) -> None:
        at = self.list.currentIndex().row() if start is None else start
        for _ in range(self._model.rowCount()):
            at = (at + by) % self._model.rowCount()
            index = self._model.index(at, 0)
            if index.flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentIndex(index)
                return

    def _on_clicked(self, index: QModelIndex) -> None:
        if not self._lines.on_star:
            self._take(index)

    def _take(self, index: QModelIndex) -> None:
        choice = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(choice, Choice):
            self.answer(choice.id)
            self.chosen.emit(choice.id)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: SHOWN, Qt.Key.Key_PageUp: -SHOWN}
            if event.key() in moves:
                self._step(moves[Qt.Key(event.key())])
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.list.currentIndex())
                return True
            choice = self.list.currentIndex().data(Qt.ItemDataRole.UserRole)
            control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if control and event.key() == Qt.Key.Key_D and isinstance(choice, Choice) and choice.starred is not None:
                self.starred.emit(choice.id)
                return True
        return super().eventFilter(watched, event)


class _Lines(QStyledItemDelegate):
    """Paints a choice: title, what stands at the right, a quieter line under both, a star in front of it."""

    def __init__(self, finder: Finder) -> None:
        super().__init__(finder.list)
        self._finder = finder
        self.on_star = False
        """Whether the mouse was last pressed on a star: such a click takes no line."""

    @override
    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        choice = index.data(Qt.ItemDataRole.UserRole)
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            star = event.position().x() < option.rect.left() + current().px(32)
            self.on_star = star and isinstance(choice, Choice) and choice.starred is not None
        if self.on_star and isinstance(choice, Choice):
            if event.type() == QEvent.Type.MouseButtonRelease:
                self._finder.starred.emit(choice.id)
            return True
        return super().editorEvent(event, model, option, index)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        choice = index.data(Qt.ItemDataRole.UserRole)
        lines = 2 if isinstance(choice, Choice) and choice.under else 1
        return QSize(100, lines * option.fontMetrics.height() + current().px(12))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current()
        choice = index.data(Qt.ItemDataRole.UserRole)
        rect, metrics = option.rect, option.fontMetrics
        inside = rect.adjusted(theme.px(10), theme.px(6), -theme.px(10), -theme.px(6))
        painter.save()
        painter.setFont(theme.font())
        if not isinstance(choice, Choice):
            painter.setPen(theme.colour("muted"))
            painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, str(index.data()))
            painter.restore()
            return
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft"))
            painter.drawRoundedRect(rect.adjusted(2, 1, -2, -1), theme.px(6), theme.px(6))
        if choice.starred is not None:
            edge = theme.px(14)
            icon = theme.icon("star-full" if choice.starred else "star", "accent" if choice.starred else "muted")
            icon.paint(painter, QRect(inside.left(), inside.top() + (metrics.height() - edge) // 2, edge, edge))
            inside.setLeft(inside.left() + theme.px(24))
        if choice.chosen:
            edge = theme.px(14)
            place = QRect(inside.right() - edge, inside.top() + (metrics.height() - edge) // 2, edge, edge)
            theme.icon("check", "accent").paint(painter, place)
            inside.setRight(inside.right() - theme.px(20))
        line = QRect(inside.left(), inside.top(), inside.width(), metrics.height())
        painter.setPen(theme.colour("muted"))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, choice.right)
        room = line.width() - metrics.horizontalAdvance(choice.right) - theme.px(12)
        if choice.under:
            under = line.translated(0, metrics.height())
            elided = metrics.elidedText(choice.under, Qt.TextElideMode.ElideRight, under.width())
            painter.drawText(under, Qt.AlignmentFlag.AlignVCenter, elided)
        painter.setPen(theme.colour("text"))
        title = metrics.elidedText(choice.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, title)
        painter.restore()
