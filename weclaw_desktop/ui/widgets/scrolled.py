"""Content that takes the height it needs, and scrolls where there is less."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current

LEAST = 80
"""Pixels at 100 % that are shown at least."""


class Scrolled(QScrollArea):
    """As high as ``content`` at its width, and never wider than what is around it. What gets the focus is shown."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        content.setObjectName("content")
        content.installEventFilter(self)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setWidget(content)

    @override
    def sizeHint(self) -> QSize:
        hint, width = self._content.sizeHint(), self.viewport().width()
        if self._content.hasHeightForWidth() and self.isVisible():
            return QSize(hint.width(), self._content.heightForWidth(width))
        return hint

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(current().px(LEAST), min(self.sizeHint().height(), current().px(LEAST)))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.updateGeometry()
        return super().eventFilter(watched, event)
