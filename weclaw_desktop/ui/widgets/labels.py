"""Text that cannot be typed into."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.theme.theme import Size

WORD = 60
"""Pixels at 100 % in which most words stand whole."""


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property the style sheet selects on, and restyle the widget if it changed."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


class Label(QLabel):
    """Plain text in one of the three sizes and a tone (``muted``, ``success``, ``warning``, ``danger``, ``accent``).

    With ``gives`` its lines break as narrow as a word before what stands beside it is cut off.
    """

    def __init__(
        self,
        text: str = "",
        size: Size = "body",
        tone: str = "",
        *,
        bold: bool = False,
        wrap: bool = False,
        gives: bool = False,
        selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("type", size)
        self.setProperty("tone", tone)
        self.setProperty("bold", bold)
        self.setWordWrap(wrap or gives)
        self._gives = gives
        if selectable:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        self.setText(text)

    def set_tone(self, tone: str) -> None:
        """Change the tone."""
        set_property(self, "tone", tone)

    @override
    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(min(least.width(), current().px(WORD)), least.height()) if self._gives else least


class SectionTitle(Label):
    """The small bold line over a group."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, gives: bool = False) -> None:
        super().__init__(text, "small", "muted", bold=True, gives=gives, parent=parent)


class Badge(QLabel):
    """A short fact in a box; ``tone`` colours it, its words carry the meaning."""

    def __init__(self, text: str = "", tone: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def set_tone(self, tone: str) -> None:
        """Change the tone."""
        set_property(self, "tone", tone)


class ElidedLabel(Label):
    """One line that gives way: it ends in … when there is no room, and shows the whole text as a tooltip."""

    def __init__(
        self,
        text: str = "",
        size: Size = "body",
        tone: str = "",
        *,
        bold: bool = False,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, size, tone, bold=bold, parent=parent)
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 4, super().minimumSizeHint().height())

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, super().sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            shown = self.fontMetrics().elidedText(self.text(), self._mode, self.width())
            self.setToolTip(self.text() if shown != self.text() else "")
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.rect(), int(self.alignment()) | Qt.TextFlag.TextSingleLine, shown)
