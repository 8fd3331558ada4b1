"""What was attached to a message: pictures as tiles, files as chips. A press shows them large."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget
from typing_extensions import override

from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.ui.chat.pictures import DRAWN, Pictures
from weclaw_desktop.ui.prompt.pin_attached import can_pin
from weclaw_desktop.ui.theme import current, tokens

TILE = QSize(180, 132)
"""Largest tile of a picture."""
CHIP = QSize(220, 32)
"""Largest chip of a file."""


class Tile(QAbstractButton):
    """One attachment; painted as a picture when it is one and can be shown, else as a chip with its name.

    ``broke`` tells that a picture could not be read: it is a chip now, of another size.
    """

    broke = Signal()

    def __init__(self, part: AttachmentPart, pictures: Pictures | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part = part
        self._pictures = pictures
        self._broken = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(part.name)
        self._words()
        if pictures is not None and self.pictured:
            pictures.ready.connect(self._on_ready)

    @property
    def pictured(self) -> bool:
        """Whether it is shown as a picture."""
        return self.part.kind == "image" and self.part.media_type in DRAWN and not self._broken

    @override
    def sizeHint(self) -> QSize:
        theme, part = current(), self.part
        if not self.pictured:
            name = QFontMetrics(theme.font()).horizontalAdvance(part.name)
            wide = name + theme.px(tokens.ICON) + 3 * theme.px(tokens.SPACE_S) + 2
            return QSize(min(theme.px(CHIP.width()), wide), theme.px(CHIP.height()))
        room = QSize(theme.px(TILE.width()), theme.px(TILE.height()))
        if not part.width or not part.height:
            return room
        size = QSize(part.width, part.height).scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return QSize(max(theme.px(40), size.width()), max(theme.px(40), size.height()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = theme.px(tokens.RADIUS_S)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("raised"))
            painter.drawRoundedRect(box, radius, radius)
            if self.pictured:
                self._paint_picture(painter, box, radius)
            else:
                self._paint_chip(painter)
            strong = self.hasFocus() or self.underMouse()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent" if strong else "border"), 2 if self.hasFocus() else 1))
            painter.drawRoundedRect(box, radius, radius)

    @property
    def pinnable(self) -> bool:
        """Whether it can stand in the prompt."""
        return self._pictures is not None and can_pin(self.part)

    def menu(self) -> QMenu:
        """What can be done with it."""
        menu, theme = QMenu(self), current()
        menu.addAction(theme.icon("image" if self.pictured else "file"), self.tr("Open"), self.click)
        if self.pinnable:
            menu.addAction(theme.icon("pin"), self.tr("Pin to the prompt…") + "\tP", self._pin)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        self.menu().popup(event.globalPos())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_P and event.modifiers() == Qt.KeyboardModifier.NoModifier and self.pinnable:
            self._pin()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._words()

    def _paint_picture(self, painter: QPainter, box: QRectF, radius: int) -> None:
        ratio = self.devicePixelRatioF()
        room = QSize(round(self.width() * ratio), round(self.height() * ratio))
        found = None if self._pictures is None else self._pictures.small(self.part, room, ratio)
        if found is None or found.isNull():
            return
        clip = QPainterPath()
        clip.addRoundedRect(box, radius, radius)
        painter.setClipPath(clip)
        size = found.deviceIndependentSize()
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        painter.drawPixmap(QRectF(left, top, size.width(), size.height()), found, QRectF(found.rect()))
        painter.setClipping(False)

    def _paint_chip(self, painter: QPainter) -> None:
        theme = current()
        edge, pad = theme.px(tokens.ICON), theme.px(tokens.SPACE_S)
        theme.icon("file").paint(painter, pad, (self.height() - edge) // 2, edge, edge)
        left = 2 * pad + edge
        room = self.width() - left - pad
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.font())
        name = QFontMetrics(theme.font()).elidedText(self.part.name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRectF(left, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, name)

    def _pin(self) -> None:
        if self._pictures is not None:
            self._pictures.pin_wanted.emit(self.part)

    def _words(self) -> None:
        self.setAccessibleDescription(self.tr("P pins it to the prompt") if self.pinnable else "")
        kind = self.tr("Picture") if self.part.kind == "image" else self.tr("File")
        self.setAccessibleName(self.tr("{0} {1}: open").format(kind, PurePath(self.part.name).name))

    def _on_ready(self, sha256: str) -> None:
        if sha256 != self.part.sha256 or self._pictures is None or self._broken:
            return
        ratio = self.devicePixelRatioF()
        room = QSize(round(self.width() * ratio), round(self.height() * ratio))
        found = self._pictures.small(self.part, room, ratio)
        self._broken = found is not None and found.isNull()
        self.update()
        if self._broken:
            self.broke.emit()


class AttachedStrip(QWidget):
    """All attachments of one message in rows; ``fit`` lays them out as a piece does.

    ``resized`` tells that it needs another height.
    """

    resized = Signal()

    def __init__(self, pictures: Pictures | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self.tiles: list[Tile] = []

    def show_parts(self, parts: Sequence[AttachmentPart]) -> None:
        """Show these instead; nothing happens when they are the same."""
        if [tile.part for tile in self.tiles] == list(parts):
            return
        for tile in self.tiles:
            tile.hide()
            tile.deleteLater()
        self.tiles = [Tile(part, self._pictures, self) for part in parts]
        for tile in self.tiles:
            tile.broke.connect(self.resized)
            tile.clicked.connect(lambda _=False, part=tile.part: self._on_open(part))
            tile.show()
        self.setVisible(bool(self.tiles))

    def natural_width(self, widest: int) -> int:
        """Width of all in one row, at most ``widest``."""
        gap = current().px(tokens.SPACE_S)
        return min(widest, sum(tile.sizeHint().width() + gap for tile in self.tiles) - gap) if self.tiles else 0

    def fit(self, width: int) -> int:
        """Place the tiles for ``width`` pixels and return the height needed."""
        gap = current().px(tokens.SPACE_S)
        x = y = tall = 0
        for tile in self.tiles:
            size = tile.sizeHint()
            wide = min(width, size.width())
            if x and x + wide > width:
                x, y, tall = 0, y + tall + gap, 0
            tile.setGeometry(x, y, wide, size.height())
            x, tall = x + wide + gap, max(tall, size.height())
        return y + tall

    def _on_open(self, part: AttachmentPart) -> None:
        if self._pictures is not None:
            self._pictures.open(self.window(), part)
