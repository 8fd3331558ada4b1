"""Shows a part of something wide inside a message, with a scroll bar under it; up and down go to the transcript."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current


class SideScroll(QWidget):
    """Moves ``view``, which is as large as its size hint says; the scroll bar is made when it is needed.

    Whoever changes the view's size hint calls ``place``.
    """

    def __init__(self, view: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.view = view
        self.bar: QScrollBar | None = None
        view.setParent(self)

    def wanted_height(self, width: int) -> int:
        """Height of the whole view, with room for the scroll bar when it is wider than ``width``."""
        size = self.view.sizeHint()
        return size.height() + (current().px(10) if size.width() > width else 0)

    def place(self) -> None:
        """Size the view anew and keep what is seen of it."""
        size = self.view.sizeHint()
        self.view.resize(max(size.width(), self.width()), size.height())
        over = size.width() - self.width()
        if over <= 0 or self.width() <= 0:
            self.view.move(0, 0)
            if self.bar is not None:
                self.bar.hide()
            return
        if self.bar is None:
            self.bar = QScrollBar(Qt.Orientation.Horizontal, self)
            self.bar.valueChanged.connect(self._on_scrolled)
        thick = current().px(10)
        self.bar.setGeometry(0, self.height() - thick, self.width(), thick)
        self.bar.setRange(0, over)
        self.bar.setPageStep(self.width())
        self.bar.setSingleStep(current().px(40))
        self.bar.show()
        self.bar.raise_()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta().x() or (
            event.angleDelta().y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0
        )
        if self.bar is not None and self.bar.isVisible() and delta:
            self.bar.setValue(self.bar.value() - delta)
        else:
            event.ignore()

    def _on_scrolled(self, value: int) -> None:
        self.view.move(-value, 0)
