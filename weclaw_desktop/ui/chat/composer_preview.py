"""Shows what an attachment holds before it is sent."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Label, Sheet

SHOWN = 100_000
"""Characters that are shown."""


class Preview(Sheet):
    """A sheet with text or a picture. ``closed`` carries "text" when a paste shall become text again."""

    def __init__(self, window: QWidget, title: str, under: str) -> None:
        super().__init__(window, title, width=720)
        if under:
            self.body.addWidget(Label(under, "small", "muted", wrap=True))

    def show_text(self, text: str, *, back: bool) -> None:
        """Show text; ``back`` offers to put it into the field."""
        field = QPlainTextEdit()
        field.setReadOnly(True)
        field.setTabChangesFocus(True)
        field.setAccessibleName(self.accessibleName())
        field.setPlainText(text[:SHOWN])
        field.setMinimumHeight(min(current().px(360), round(self.window().height() * 0.5)))
        self.body.addWidget(field)
        if len(text) > SHOWN:
            hidden = counted.cut_off(len(text) - SHOWN)
            self.body.addWidget(Label(hidden, "small", "muted"))
        if back:
            self.add_button("text", self.tr("Put into the field"))
        self.add_button("", self.tr("Close"), "primary")
        self.open()

    def show_picture(self, image: QImage) -> None:
        """Show a picture that was made as small as ``room`` says."""
        picture = QLabel()
        picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        picture.setAccessibleName(self.accessibleName())
        picture.setPixmap(QPixmap.fromImage(image))
        self.body.addWidget(picture)
        self.add_button("", self.tr("Close"), "primary")
        self.open()

    @property
    def room(self) -> QSize:
        """The largest picture that can be shown, in pixels of the screen."""
        ratio = self.devicePixelRatioF()
        window = self.window().size()
        return QSize(round(min(current().px(660), window.width() - 96) * ratio), round(window.height() * 0.6 * ratio))


def decoded(data: bytes, room: QSize, ratio: float) -> QImage:
    """A picture made to fit into ``room``. For a thread: decoding takes its time."""
    image = QImage.fromData(data)
    if not image.isNull() and (image.width() > room.width() or image.height() > room.height()):
        keep = Qt.AspectRatioMode.KeepAspectRatio
        image = image.scaled(room, keep, Qt.TransformationMode.SmoothTransformation)
    image.setDevicePixelRatio(ratio)
    return image
