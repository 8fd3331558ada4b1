"""What lies over the chat while files are dragged over it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens


class DropOverlay(QWidget):
    """Says that files may be let go here. It lets the mouse through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_over(self) -> None:
        """Lie over all of the parent."""
        self.setAccessibleName(self.tr("Drop to attach"))
        self.setGeometry(self._over.rect())
        self.show()
        self.raise_()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        edge = theme.px(tokens.SPACE_M)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = theme.colour("surface")
            ground.setAlpha(232)
            painter.fillRect(self.rect(), ground)
            box = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
            painter.setPen(QPen(theme.colour("accent"), theme.px(2), Qt.PenStyle.DashLine))
            painter.setBrush(theme.colour("accent_soft"))
            painter.drawRoundedRect(box, theme.px(tokens.RADIUS_L), theme.px(tokens.RADIUS_L))
            side = theme.px(2 * tokens.ICON)
            middle = box.center().toPoint()
            icon = theme.icon("attach", "link")
            icon.paint(painter, middle.x() - side // 2, middle.y() - side - theme.px(tokens.SPACE_S), side, side)
            painter.setPen(theme.colour("link"))
            font = self.font()
            font.setPixelSize(theme.px(tokens.TITLE))
            painter.setFont(font)
            below = box.adjusted(edge, box.height() / 2, -edge, 0)
            centred = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
            painter.drawText(below, int(centred) | Qt.TextFlag.TextWordWrap, self.tr("Drop to attach"))
            font.setPixelSize(theme.px(tokens.SMALL))
            painter.setFont(font)
            painter.setPen(theme.colour("muted"))
            lower = below.adjusted(0, theme.px(30), 0, 0)
            told = self.tr("Pictures, PDF, Office documents, text, code and whole folders")
            painter.drawText(lower, int(centred) | Qt.TextFlag.TextWordWrap, told)


def files_of(data: QMimeData) -> list[Path]:
    """The files and folders of this computer in what is dragged or pasted; none when anything else is among them."""
    urls = data.urls()
    if not urls or not all(url.isLocalFile() for url in urls):
        return []
    return [Path(url.toLocalFile()) for url in urls]


def takes(data: QMimeData) -> bool:
    """Whether it can be dropped on a chat."""
    return bool(files_of(data)) or data.hasImage() or data.hasText()
