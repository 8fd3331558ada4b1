"""Walking through the messages by key: arrows move from one to the next, letters act on the one that has the focus.

Only one message is a Tab stop at a time, the one that was left last; sixty would make the way to the composer endless.
A message that the mouse gave the focus is not marked: the ring is for those who need it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.message_view import MessageView
from weclaw_desktop.ui.chat.message_words import ActName, named
from weclaw_desktop.ui.chat.row_window import RowWindow
from weclaw_desktop.ui.theme import current, tokens

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)


class FocusRing(QWidget):
    """Shows which message keys act on. It lies around the message, not in it, so that nothing moves."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def around(self, view: QWidget) -> None:
        """Lie around ``view``."""
        gap, edge = current().px(tokens.SPACE_S + 2), current().px(tokens.SPACE_XS)
        self.setGeometry(view.geometry().adjusted(-gap, -edge, gap, edge))
        self.show()
        self.raise_()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("accent"), 2))
            radius = theme.px(tokens.RADIUS_L)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)


class MessageKeys(QObject):
    """Knows the message that keys act on. ``canvas`` holds the rows, ``bar`` scrolls them."""

    def __init__(self, rows: RowWindow, canvas: QWidget, bar: QScrollBar, viewport: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._rows, self._canvas, self._bar, self._viewport = rows, canvas, bar, viewport
        self._ring = FocusRing(canvas)
        self._by_mouse = False
        self.key = ""
        """The message that was the focus last."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    @property
    def focused(self) -> MessageView | None:
        """The message that has the focus itself, not one of its buttons."""
        view = self._rows.views.get(self.key)
        return view if isinstance(view, MessageView) and view.hasFocus() else None

    def act(self, event: QKeyEvent) -> ActName | None:
        """The act that a key asks for on the focused message, None when it asks for none."""
        if self.focused is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier not in _PLAIN:
            return None
        return named(event.key(), shift=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def pressed(self, view: QWidget | None) -> bool:
        """The mouse went down on a row: give it the focus, unmarked; False when it is no message."""
        if not isinstance(view, MessageView):
            return False
        self._by_mouse = True
        view.setFocus(Qt.FocusReason.MouseFocusReason)
        return True

    def enter(self) -> bool:
        """Tab came into the conversation: to the message that was left last, or the newest in sight."""
        view = self._rows.views.get(self.key)
        if not isinstance(view, MessageView) or not self._in_sight(view):
            view = next((one for one in reversed(self._messages()) if self._in_sight(one)), None)
        return view is not None and self.focus(view)

    def focus(self, view: MessageView) -> bool:
        """Mark a message and show it."""
        self._by_mouse = False
        view.setFocus(Qt.FocusReason.TabFocusReason)
        self._on_focus_changed(None, view)
        self._show(view)
        return True

    def step(self, by: int) -> bool:
        """To the message before (-1) or after (1); False where the view is to be scrolled instead."""
        focused = self.focused
        if focused is None:
            return self.enter()
        edge = focused.y() - self._bar.value() if by < 0 else focused.y() + focused.height() - self._bottom()
        if edge * by > 0:
            return False  # more of this one is to be seen first
        messages = self._messages()
        at = messages.index(focused) + by
        return 0 <= at < len(messages) and self.focus(messages[at])

    def focus_key(self, key: str) -> bool:
        """Mark a message by its key; False when it is not there (yet)."""
        view = self._rows.views.get(key)
        return isinstance(view, MessageView) and self.focus(view)

    def neighbour(self, key: str) -> str:
        """The message after another one, or before the last one; "" when it is the only one."""
        keys = [view.key for view in self._messages()]
        if key not in keys or len(keys) < 2:
            return ""
        at = keys.index(key)
        return keys[at + 1] if at + 1 < len(keys) else keys[at - 1]

    def moved(self) -> None:
        """The rows were placed anew."""
        self._mark()

    def _messages(self) -> list[MessageView]:
        return [view for view in self._rows.mounted if isinstance(view, MessageView)]

    def _bottom(self) -> int:
        return self._bar.value() + self._viewport.height()

    def _in_sight(self, view: QWidget) -> bool:
        return view.y() < self._bottom() and view.y() + view.height() > self._bar.value()

    def _show(self, view: QWidget) -> None:
        """Scroll as little as shows the message, or its beginning when it is taller than the view."""
        gap = current().px(tokens.SPACE_L)
        top, bottom = view.y() - gap, view.y() + view.height() + gap
        if top < self._bar.value() or bottom - top > self._viewport.height():
            self._bar.setValue(top)
        elif bottom > self._bottom():
            self._bar.setValue(bottom - self._viewport.height())

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None and QApplication.activePopupWidget() is not None:
            return  # a menu is open; the message stays marked
        inside = now is not None and self._canvas.isAncestorOf(now)
        found = None
        if inside and now is not None:
            found = next((one for one in self._messages() if one is now or one.isAncestorOf(now)), None)
        for view in self._messages():
            view.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            if view is not found and view.active:
                view.set_active(False)
        if found is not None:
            self.key = found.key
            by_mouse = self._by_mouse or QApplication.mouseButtons() != Qt.MouseButton.NoButton
            if not found.active and not by_mouse:
                found.set_active(True)
        else:
            self._by_mouse = False
        stop = self._rows.views.get(self.key)
        if isinstance(stop, MessageView):
            stop.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        QTimer.singleShot(0, self, self._mark)

    def _mark(self) -> None:
        view = self._rows.views.get(self.key)
        if isinstance(view, MessageView) and view.active and view.hasFocus():
            self._ring.around(view)
        else:
            self._ring.hide()
