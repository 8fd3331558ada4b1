"""Messages that wait until the running answer ends, over the field; each can be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import ElidedLabel, IconButton, Label, clear_layout, column, row

SHOWN = 3
"""Messages that are listed; more are counted."""


class QueueStrip(QWidget):
    """``removed`` carries the id of a message that shall not be sent."""

    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages: tuple[Message, ...] = ()
        self._lines = column(self, gap=2, margins=(0, 0, 0, 4))
        self.hide()

    def show_queue(self, messages: Sequence[Message]) -> None:
        """Show what waits."""
        self._messages = tuple(messages)
        self.retranslate()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        clear_layout(self._lines)
        for message in self._messages[:SHOWN]:
            self._lines.addWidget(self._line(message))
        more = len(self._messages) - SHOWN
        if more > 0:
            self._lines.addWidget(Label(self.tr("and {0} more").format(more), "small", "muted"))
        self.setVisible(bool(self._messages))

    def _line(self, message: Message) -> QFrame:
        line = QFrame()
        said = " ".join(message.text[:300].split()) or ", ".join(part.name for part in message.attachments)
        icon = IconButton("clock")
        icon.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        icon.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        label = ElidedLabel(self.tr("Waits: {0}").format(said), "small", "muted")
        close = IconButton("cross", self.tr("Do not send this message"))
        close.clicked.connect(lambda: self.removed.emit(message.id))
        inside = row(line, gap=tokens.SPACE_XS)
        inside.addWidget(icon)
        inside.addWidget(label)
        inside.addWidget(close)
        inside.addStretch(1)
        line.setFixedHeight(current().px(24))
        line.setAccessibleName(label.text())
        return line
