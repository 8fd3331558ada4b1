"""The line under a message: its version, its marks, and on hover or focus what can be done with it.

What is always there keeps its place at the edge of the message; the quiet buttons come beside it and move nothing. They
are made when they are first wanted: sixty rows would otherwise cost hundreds of widgets.
"""

from __future__ import annotations

from collections.abc import Set

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.chat.message_words import ActName, act, label
from weclaw_desktop.ui.chat.ticks import CopyButton
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, IconButton, Label

BUTTONS: tuple[ActName, ...] = ("copy", "edit", "regenerate", "menu")
"""The acts that have a button of their own; all others are in the menu."""
MARKS: tuple[ActName, ...] = ("pin", "exclude")
EDGE = 24


class MessageBar(QWidget):
    """Shows the state of one message; ``act_wanted`` names what was pressed. ``timed`` shows when it was said."""

    act_wanted = Signal(str)

    def __init__(self, parent: QWidget, *, right: bool = False, timed: bool = False) -> None:
        super().__init__(parent)
        self._right = right
        self._message: Message | None = None
        self._fork: Fork | None = None
        self._copied = ""
        self._buttons: dict[ActName, IconButton] = {}
        self._marks: dict[ActName, Button] = {}
        self._count: Label | None = None
        self._shown: tuple[ActName, ...] = ()
        self._timed = timed
        self._time: Label | None = None

    def show_message(self, message: Message, fork: Fork | None, copied: str) -> None:
        """Show the state of ``message``; ``copied`` is what its copy button copies."""
        self._message, self._fork, self._copied = message, fork, copied
        button = self._buttons.get("copy")
        if isinstance(button, CopyButton):
            button.content = copied
        self.retranslate()
        self._place()

    def show_acts(self, names: Set[ActName]) -> None:
        """Show these buttons, and the time if there is room for it; none hides them."""
        self._shown = tuple(name for name in BUTTONS if name in names)
        for name in self._shown:
            if name not in self._buttons:
                self._buttons[name] = self._button(name)
        if self._shown and self._timed and self._time is None:
            self._time = Label("", "small", "muted", parent=self)
            self._show_time()
        self._place()

    def prepare(self) -> None:
        """Make one of the buttons that are missing, out of sight: all at once they take 15 ms when an answer ends."""
        missing: ActName | None = next((name for name in BUTTONS if name not in self._buttons), None)
        if missing is not None:
            self._buttons[missing] = made = self._button(missing)
            made.ensurePolished()

    def confirm_copy(self) -> None:
        """The message was copied by key or menu: show it where the button is."""
        button = self._buttons.get("copy")
        if isinstance(button, CopyButton):
            button.take(self._copied)

    def menu_point(self) -> QPoint:
        """Where the menu opens below its button, in screen coordinates."""
        button = self._buttons.get("menu")
        return (button or self).mapToGlobal(QPoint(0, current().px(EDGE)))

    def retranslate(self) -> None:
        """Words in the language of the window."""
        message = self._message
        if message is None:
            return
        for name, button in self._buttons.items():
            button.set_name(label(name, message), act(name).shown)
        for name in MARKS:
            on = message.pinned if name == "pin" else message.excluded
            if on and name not in self._marks:
                self._marks[name] = self._mark(name)
            if name in self._marks:
                self._marks[name].setVisible(on)
                self._marks[name].setText(self._marked(name))
                self._marks[name].setToolTip(label(name, message))
        self._show_time()
        self._show_fork(message)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._place()

    def _show_time(self) -> None:
        if self._time is not None and self._message is not None:
            self._time.setText(moments.clock(self._message.created_ms))
            self._time.setToolTip(moments.full(self._message.created_ms))

    def _marked(self, name: ActName) -> str:
        return self.tr("Pinned") if name == "pin" else self.tr("Not in context")

    def _show_fork(self, message: Message) -> None:
        if self._fork is None:
            for part in (self._buttons.get("before"), self._count, self._buttons.get("after")):
                if part is not None:
                    part.hide()
            return
        if self._count is None:
            self._count = Label("", "small", "muted", parent=self)
            self._count.setAlignment(Qt.AlignmentFlag.AlignCenter)
        ways: tuple[tuple[ActName, str], ...] = (("before", self._fork.before), ("after", self._fork.after))
        for name, there in ways:
            if name not in self._buttons:
                self._buttons[name] = self._button(name)
            self._buttons[name].set_name(label(name, message), act(name).shown)
            self._buttons[name].setEnabled(bool(there))
            self._buttons[name].show()
        of = len(self._fork.ids)
        self._count.setText(f"{self._fork.at + 1}/{of}")
        self._count.setAccessibleName(self.tr("Version {0} of {1}").format(self._fork.at + 1, of))
        self._count.show()

    def _button(self, name: ActName) -> IconButton:
        made: IconButton
        if name == "copy":
            made = CopyButton("", self)
            made.content = self._copied
        else:
            made = IconButton(act(name).icon, parent=self)
            made.clicked.connect(lambda: self.act_wanted.emit(name))
        made.setProperty("look", "fold")  # little room around the icon, so that it is as large as elsewhere
        if self._message is not None:
            made.set_name(label(name, self._message), act(name).shown)
        return made

    def _mark(self, name: ActName) -> Button:
        made = Button("", "link", act(name).icon, parent=self)
        made.setProperty("tone", "muted")
        made.set_icon(act(name).icon)
        made.clicked.connect(lambda: self.act_wanted.emit(name))
        return made

    def _place(self) -> None:
        """From the message's edge inwards: version, marks, buttons, time."""
        parts: list[tuple[QWidget, int]] = []
        edge = current().px(EDGE)
        if self._fork is not None and self._count is not None:
            pair = [self._buttons["before"], self._buttons["after"]]
            first, last = reversed(pair) if self._right else pair
            parts += [(first, edge), (self._count, self._count.sizeHint().width() + current().px(4)), (last, edge)]
        parts += [(mark, mark.sizeHint().width()) for mark in self._marks.values() if not mark.isHidden()]
        shown = [self._buttons[name] for name in self._shown]
        parts += [(button, edge) for button in (reversed(shown) if self._right else shown)]
        for name in BUTTONS:
            if name in self._buttons:
                self._buttons[name].setVisible(name in self._shown)
        if self._time is not None:
            self._time.setVisible(bool(self._shown))
        if self._time is not None and self._shown:
            parts.append((self._time, self._time.sizeHint().width() + current().px(tokens.SPACE_XS)))
        at = 0
        for part, width in parts:
            left = self.width() - at - width if self._right else at
            part.setGeometry(QRect(left, 0, width, edge))
            if at + width > self.width() and (part in shown or part is self._time):
                part.hide()  # no room: the menu by right click, and keys, still have it
            at += width + current().px(2)
