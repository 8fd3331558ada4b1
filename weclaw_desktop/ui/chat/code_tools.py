"""What can be done with a block of code: copy it, save it as a file, break its long lines.

The buttons are made when their block is first painted (see ``pieces.CodeBlock``); till then their icons are drawn. A
block that is mounted out of sight has none: three buttons cost as much as all the rest of it.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QRect, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.chat.code_view import CodeView
from weclaw_desktop.ui.chat.saving import Saving, file_name
from weclaw_desktop.ui.chat.ticks import CopyButton, TickButton
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import IconButton

ICONS = ("copy", "download", "wrap")
"""From the right edge of the block inwards."""


class CodeTools(QObject):
    """The buttons of ``block``, which shows ``view``."""

    wrapped = Signal()
    """Long lines shall be broken, or not any more."""

    def __init__(self, block: QWidget, view: CodeView) -> None:
        super().__init__(block)
        self._block, self._view = block, view
        self.copy = CopyButton("", block)
        self.copy.content = lambda: view.code
        self.save = TickButton("download", parent=block)
        self.save.clicked.connect(self._on_save)
        self.wrap = IconButton("wrap", parent=block)
        self.wrap.setCheckable(True)
        self.wrap.toggled.connect(self._on_wrapped)
        self.saving = Saving(self)
        self.saving.finished.connect(self._on_saved)
        self.retranslate()
        self.place(block.width())
        for button in (self.copy, self.save, self.wrap):
            button.show()

    def place(self, width: int) -> None:
        """Stand at the right edge of a block that is so wide."""
        for button, spot in zip((self.copy, self.save, self.wrap), spots(width), strict=True):
            button.setGeometry(spot)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        translate = QCoreApplication.translate
        self.copy.set_name(translate("CodeBlock", "Copy code"))
        self.save.set_name(translate("CodeBlock", "Save as a file"))
        self.wrap.set_name(
            translate("CodeBlock", "Do not break long lines")
            if self.wrap.isChecked()
            else translate("CodeBlock", "Break long lines")
        )

    def _on_wrapped(self, on: bool) -> None:
        self.wrap.set_icon("wrap", "accent" if on else "muted")
        self.retranslate()
        self.wrapped.emit()

    def _on_save(self) -> None:
        self.retranslate()
        title = QCoreApplication.translate("CodeBlock", "Save code")
        self.saving.ask(self._block.window(), title, file_name(self._view.language), self._view.code)

    def _on_saved(self, failure: str) -> None:
        if failure:
            self.save.set_icon("alert", "danger")
            self.save.set_name(QCoreApplication.translate("CodeBlock", "Not saved: {0}").format(failure))
        else:
            self.save.tick()


def spots(width: int) -> list[QRect]:
    """Where the buttons of a block stand that is ``width`` pixels wide, in the order of ``ICONS``."""
    theme = current()
    edge, inset = theme.px(26), theme.px(4)
    return [QRect(QPoint(width - number * edge - inset, inset), QSize(edge, edge)) for number in (1, 2, 3)]


def draw_icons(painter: QPainter, width: int) -> None:
    """Draw what the buttons will show."""
    theme = current()
    for name, spot in zip(ICONS, spots(width), strict=True):
        found = QRect(QPoint(0, 0), theme.icon_size())
        found.moveCenter(spot.center())
        theme.icon(name).paint(painter, found)
