"""A field that opens a list of choices, with the project's own arrow."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens


class ChoiceBox(QComboBox):
    """As Qt's; the style sheet leaves the arrow out, and it is painted here in the colour of the theme."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme = current()
        edge = theme.px(tokens.ICON)
        left = self.width() - edge - theme.px(tokens.SPACE_S)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = theme.px(tokens.SPACE_S)
        with QPainter(self) as painter:
            theme.icon("chevron-down").paint(painter, QRect(left, (self.height() - edge) // 2, edge, edge))
