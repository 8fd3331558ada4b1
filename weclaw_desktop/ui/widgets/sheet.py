"""A card over the window that asks or tells something, without a nested event loop.

``QDialog.exec`` would stop every task of the loop, so a sheet is a child widget: ``ask`` shows it and returns a future.
Esc and a click beside the card mean the first (safe) answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets.buttons import Button, Look
from weclaw_desktop.ui.widgets.escape import Escape
from weclaw_desktop.ui.widgets.labels import Label
from weclaw_desktop.ui.widgets.surfaces import Card, column, row

NARROW = 400
"""Pixels at 100 % under which a window has no room to spare beside the card."""


class _Inside(QScrollArea):
    """What is in a card: as high as it wants to be, then as low as it can be; where even that is too high it scrolls.

    A layout that is given less height than it needs puts its parts over one another.
    """

    def __init__(self, content: QWidget, layout: QVBoxLayout) -> None:
        super().__init__()
        self._content, self._layout = content, layout
        content.setObjectName("content")
        content.installEventFilter(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setWidget(content)

    @override
    def sizeHint(self) -> QSize:
        return self._content.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._content.minimumSizeHint().width(), 0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        layout = self._layout
        return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._settle()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        layout, room = self._layout, self.viewport().size()
        least = layout.totalMinimumSize().height()
        if layout.hasHeightForWidth():
            least = max(least, layout.totalMinimumHeightForWidth(room.width()))
        fits = least <= room.height()  # else all of it is shown, so that nothing scrolls inside what scrolls
        self._content.resize(room.width(), room.height() if fits else max(least, self.heightForWidth(room.width())))


class Sheet(QWidget):
    """A dimmed layer over ``window`` with one card. Put content into ``body``; ``closed`` says how it ended."""

    closed = Signal(str)
    passing = False
    """Whether it only offers something, so that it may give way to what a key calls."""

    def __init__(self, window: QWidget, title: str, *, width: int = 460) -> None:
        super().__init__(window)
        self.setAccessibleName(title)
        self._answered = False
        self._window = window
        self._before = _focused(window)
        self.card = Card(self, look="large")
        self.card.setMaximumWidth(current().px(width))
        self.card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        content = QWidget()
        inside = self._within = column(content, gap=12, margins=(24, 16, 24, 16))
        column(self.card, gap=0).addWidget(_Inside(content, inside))
        inside.addWidget(Label(title, "title", wrap=True))
        self.body = column(gap=8)
        inside.addLayout(self.body)
        self.buttons = row(gap=8)
        self.buttons.addStretch(1)
        inside.addLayout(self.buttons)
        outside = column(self, margins=(24, 24, 24, 24))
        outside.addStretch(1)
        middle = row()
        middle.addStretch(1)
        middle.addWidget(self.card, 100)
        middle.addStretch(1)
        outside.addLayout(middle)
        outside.addStretch(2)
        self._outside = outside
        Escape(self, lambda: self.answer(""))
        window.installEventFilter(self)
        self.setGeometry(window.rect())

    def add_button(self, answer: str, label: str, look: Look = "secondary") -> Button:
        """A button that closes the sheet with ``answer``."""
        button = Button(label, look)
        button.clicked.connect(lambda: self.answer(answer))
        self.buttons.addWidget(button)
        return button

    def open(self) -> None:
        """Show it and take the focus."""
        self._fit()
        self.show()
        self.raise_()
        last = self.buttons.itemAt(self.buttons.count() - 1)
        target = None if last is None else last.widget()
        (target or self).setFocus(Qt.FocusReason.PopupFocusReason)

    def answer(self, answer: str) -> None:
        """Close with ``answer``; later ones are ignored."""
        if self._answered:
            return
        self._answered = True
        self._window.removeEventFilter(self)
        self.hide()
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.closed.emit(answer)
        self.deleteLater()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._window.rect())
            self._fit()
        return False

    def _fit(self) -> None:
        """Where there is no room: less space beside the card, and the buttons one under the other."""
        theme = current()
        narrow = self.width() < theme.px(NARROW)
        beside = theme.px(tokens.SPACE_S if narrow else tokens.SPACE_XL)
        within = theme.px(tokens.SPACE_M if narrow else tokens.SPACE_XL)
        self._within.setContentsMargins(within, theme.px(tokens.SPACE_L), within, theme.px(tokens.SPACE_L))
        over = theme.px(tokens.SPACE_XL if self.height() >= theme.px(NARROW) else tokens.SPACE_S)
        self._outside.setContentsMargins(beside, over, beside, over)
        room = min(self.card.maximumWidth(), self.width() - 2 * beside) - 2 * within
        self.buttons.setDirection(QBoxLayout.Direction.LeftToRight)
        if self.buttons.sizeHint().width() > room:
            self.buttons.setDirection(QBoxLayout.Direction.TopToBottom)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.answer("")

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab inside the sheet: behind the last comes the first, and the other way round."""
        moved = super().focusNextPrevChild(next)
        focused = _focused(self.window())
        if focused is not None and not self.isAncestorOf(focused):
            last = self.buttons.itemAt(self.buttons.count() - 1)
            button = None if next or last is None else last.widget()
            if button is not None:
                button.setFocus(Qt.FocusReason.BacktabFocusReason)
            else:
                self.setFocus(Qt.FocusReason.TabFocusReason)
                super().focusNextPrevChild(True)
        return moved

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(0, 0, 0, 150 if current().palette.dark else 80))


def top_sheet(window: QWidget) -> Sheet | None:
    """The card that lies over everything else in a window, None when there is none."""
    sheets = window.findChildren(Sheet, options=Qt.FindChildOption.FindDirectChildrenOnly)
    shown = [sheet for sheet in sheets if sheet.isVisible()]
    return shown[-1] if shown else None


def _focused(window: QWidget) -> QWidget | None:
    return window.focusWidget()


async def ask(window: QWidget, title: str, text: str, answers: Sequence[tuple[str, str, Look]]) -> str:
    """Show a question and wait for the answer: one of the names given, "" when it was closed or cancelled.

    ``answers`` are (name, label, look); the last one has the focus.
    """
    future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    sheet = Sheet(window, title)
    sheet.body.addWidget(Label(text, wrap=True, selectable=True))
    for name, label, look in answers:
        sheet.add_button(name, label, look)

    def settle(answer: str) -> None:
        if not future.done():
            future.set_result(answer)

    sheet.closed.connect(settle)
    sheet.open()
    try:
        return await future
    finally:
        sheet.answer("")
