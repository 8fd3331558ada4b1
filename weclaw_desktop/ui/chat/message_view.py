"""What rows of people and of models have in common: the line below, the editor in place, marks, focus, menu."""

from __future__ import annotations

from collections.abc import Set

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui.chat.code_view import CodeView
from weclaw_desktop.ui.chat.message_bar import EDGE, MessageBar
from weclaw_desktop.ui.chat.message_editor import MessageEditor
from weclaw_desktop.ui.chat.message_words import ActName
from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.theme import current

FADED = 0.42
"""How much of the ground lies over what the model does not read."""


class Veil(QWidget):
    """Fades what is below it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            painter.setOpacity(FADED)
            painter.fillRect(QRectF(self.rect()), current().colour("surface"))


class MessageView(RowView):
    """One message. ``raw`` is what was said, as it came: what is copied, quoted and edited."""

    def __init__(self, key: str, parent: QWidget | None = None, *, asks: bool) -> None:
        super().__init__(key, parent)
        self._asks = asks
        self._bar: MessageBar | None = None
        self._bar_place = QRect()
        self._fork: Fork | None = None
        self.editor: MessageEditor | None = None
        self._veil: Veil | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    @property
    def message(self) -> Message:
        """The message shown."""
        raise NotImplementedError

    @property
    def raw(self) -> str:
        """What was said, as it came."""
        return self.message.text

    @property
    def growing(self) -> bool:
        """Whether it is being written now."""
        return self.message.state == "generating"

    @property
    def marked(self) -> bool:
        """Whether the line below shows something without hover: a version, a mark."""
        return self._fork is not None or self.message.pinned or self.message.excluded

    @property
    def bar(self) -> MessageBar:
        """The line below, made when there is first something to show in it."""
        if self._bar is None:
            self._bar = MessageBar(self, right=self._asks, timed=self._asks)
            self._bar.act_wanted.connect(self.act_wanted)
            self._bar.setGeometry(self._bar_place)
            self._bar.show_message(self.message, self._fork, self.raw)
            self._bar.show()
        return self._bar

    def place_bar(self, x: int, y: int, width: int) -> None:
        """Where the line below stands, once there is one."""
        self._bar_place = QRect(x, y, width, current().px(EDGE))
        if self._bar is not None:
            self._bar.setGeometry(self._bar_place)

    def prepare_bar(self) -> None:
        """Make something of the line below while there is nothing to show in it.

        It stays hidden: moved with what grows above it, it would have to be painted, and all that scrolls with it.
        """
        if self._bar is None and not self.marked:
            self.bar.hide()
        self.bar.prepare()

    def show_acts(self, names: Set[ActName]) -> None:
        """Offer these acts in the line below; none hides them."""
        if names or self._bar is not None:
            self.bar.show_acts(names)
            if names:
                self.bar.show()

    def plain_text(self) -> str:
        """What was said as one reads it, without marks."""
        return "\n\n".join(read(piece) for piece in self.selectables() if piece.isVisibleTo(self)).strip()

    def copy_message(self) -> None:
        """Put what was said on the clipboard."""
        QGuiApplication.clipboard().setText(self.raw)
        if self._bar is not None:
            self._bar.confirm_copy()

    def begin_edit(self, text: str) -> None:
        """Show the message as a field with ``text``."""
        if self.editor is None:
            self.editor = MessageEditor(text, self, asks=self._asks)
            self.editor.done.connect(self.edit_done)
            self.editor.left.connect(self._on_left)
            self.editor.text_changed.connect(self.edit_changed)
            self.editor.height_changed.connect(self.height_changed)
            self.editor.show()
            self.show_actions(self.hovered or self.active)
            self.height_changed.emit()
        QTimer.singleShot(0, self.editor.field, self.editor.begin)

    def end_edit(self) -> None:
        """Show the message again."""
        editor, self.editor = self.editor, None
        if editor is None:
            return
        focused = editor.isAncestorOf(self.window().focusWidget() or self.window())
        editor.hide()
        editor.deleteLater()
        if focused:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show_actions(self.hovered or self.active)
        self.height_changed.emit()

    def show_marks(self, fork: Fork | None) -> None:
        """Show versions and marks as they are now."""
        self._fork = fork
        if self._bar is not None or self.marked:
            self.bar.show_message(self.message, fork, self.raw)
            if self.marked:
                self.bar.show()
        if self.message.excluded and self._veil is None:
            self._veil = Veil(self)
        if self._veil is not None:
            self._veil.setVisible(self.message.excluded)

    def fade(self, width: int, height: int) -> None:
        """Lay the veil over the content, which is so large."""
        if self._veil is not None:
            self._veil.setGeometry(0, 0, width, height)
            self._veil.raise_()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu_wanted.emit(self.menu_point() if by_key else event.globalPos())
        event.accept()

    def menu_point(self) -> QPoint:
        """Where a menu opens that was asked for by key, in screen coordinates."""
        return self.mapToGlobal(QPoint(current().px(24), min(self.height(), current().px(32))))

    def _on_left(self) -> None:
        self.end_edit()
        self.edit_left.emit()


def read(piece: QWidget) -> str:
    """The text of a piece as one reads it, "" for one that has none."""
    if isinstance(piece, CodeView):
        return piece.code
    text = getattr(piece, "text", None)
    return str(text()) if callable(text) else ""
