"""What an input method does in a field: while it composes, no key takes a line of a list, sends or closes anything.

The Return that commits letters as they were typed comes right behind them in some systems; it does nothing either.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

SETTLE_S = 0.05
"""How close a commit and its Return lie, in seconds."""
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ITS_OWN = (*_RETURNS, *_MOVES, Qt.Key.Key_Escape)


class Composition(QObject):
    """Keeps keys of the input method from whoever filtered the events of ``field`` before this was made."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self._preedit = ""
        self._raw_at = -SETTLE_S
        field.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QInputMethodEvent):
            letters, commit = "".join(self._preedit.split()).replace("'", ""), event.commitString()
            if letters and commit.isascii() and commit.strip() == letters:
                self._raw_at = time.monotonic()
            self._preedit = event.preeditString()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if self._preedit:
                return event.key() in _ITS_OWN
            return event.key() in _RETURNS and self._just_committed()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._preedit:
            event.setAccepted(event.key() == Qt.Key.Key_Escape)
            return event.key() == Qt.Key.Key_Escape
        return False

    def _just_committed(self) -> bool:
        """Whether letters were committed as they were typed; the Return behind them counts once."""
        behind, self._raw_at = time.monotonic() - self._raw_at, -SETTLE_S
        return behind < SETTLE_S
