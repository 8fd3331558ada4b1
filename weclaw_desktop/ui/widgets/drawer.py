"""A side panel that lies over the window when there is no room beside the chat."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets.escape import Escape


class Drawer(QWidget):
    """Covers ``window`` with a dim layer and holds one panel at the left or right edge.

    The panel keeps its width; ``take`` puts it in, ``give_back`` returns it to the caller. Esc, or a click on the dim
    part, closes it (``closed``).
    """

    closed = Signal()

    def __init__(self, window: QWidget, side: Literal["left", "right"]) -> None:
        super().__init__(window)
        self._window = window
        self._side = side
        self._panel: QWidget | None = None
        self.setObjectName("drawer")
        self.hide()
        Escape(self, self.close_drawer)
        window.installEventFilter(self)

    def take(self, panel: QWidget, width: int) -> None:
        """Hold ``panel`` at ``width`` pixels."""
        self._panel = panel
        panel.setParent(self)
        panel.setFixedWidth(width)
        panel.show()
        self._place()

    def give_back(self) -> QWidget | None:
        """Let the panel go; the drawer closes."""
        panel, self._panel = self._panel, None
        if panel is not None:
            panel.setMinimumWidth(0)
            panel.setMaximumWidth(16_777_215)
        self.hide()
        return panel

    def open(self) -> None:
        """Show the panel and give it the focus."""
        if self._panel is None:
            return
        self.setGeometry(self._window.rect())
        self._place()
        self.show()
        self.raise_()
        self._panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_drawer(self) -> None:
        """Hide it."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget) and self.isVisible():
            self.setGeometry(watched.rect())
            self._place()
        return False

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        del event
        self.close_drawer()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(0, 0, 0, 150 if current().palette.dark else 80))

    def _place(self) -> None:
        if self._panel is None:
            return
        left = 0 if self._side == "left" else self.width() - self._panel.width()
        self._panel.setGeometry(left, 0, self._panel.width(), self.height())
