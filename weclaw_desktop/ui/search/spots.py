"""Shows the place in a chat that somebody looked for: in sight, its words marked, outlined for a moment."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.chat.transcript import Transcript
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.search.marks import Marks
from weclaw_desktop.ui.search.snippets import terms
from weclaw_desktop.ui.theme import current, tokens

OUTLINE_MS = 2_500


class Spots(QObject):
    """Follows ``conductor.spot_shown`` on one transcript."""

    def __init__(self, conductor: Conductor, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._conductor, self._transcript = conductor, transcript
        self.marks = Marks(transcript)
        self._outline: Outline | None = None
        conductor.chat_opened.connect(self.marks.clear)
        conductor.spot_shown.connect(self._on_spot)

    def show(self, seq: int, words: Sequence[str], number: int = 0) -> int:
        """Show a message and a mark in it; how many marks it has. 0 too when it is not loaded."""
        row = self._transcript.model.row_at(seq)
        view = self._transcript.reveal(row)
        if view is None:
            return 0
        view.unfold(words)
        self._transcript.reveal(row)  # what was unfolded is laid out before the mark in it is measured
        self.marks.show(words)
        found = self.marks.count(view)
        strong = min(number, found - 1)
        self._transcript.reveal(row, self.marks.top(view, strong) if found else 0)
        self.marks.show(words, view.key, strong)
        self._point_at(view)
        return found

    def _on_spot(self, message_id: str, seq: int, words: str) -> None:
        del message_id
        self.show(seq, terms(words))

    def _point_at(self, view: RowView) -> None:
        if self._outline is not None:
            self._outline.go()
        self._outline = Outline(view)
        self._outline.destroyed.connect(self._forget)

    def _forget(self) -> None:
        self._outline = None


class Outline(QWidget):
    """A line around a row that goes by itself. The pointer does not meet it."""

    def __init__(self, view: RowView) -> None:
        super().__init__(view.parentWidget())
        self._view = view
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.installEventFilter(self)
        view.destroyed.connect(self.go)
        self._until = QTimer(self)
        self._until.setSingleShot(True)
        self._until.timeout.connect(self.go)
        self._until.start(OUTLINE_MS)
        self._place()
        self.show()
        self.raise_()

    def go(self) -> None:
        """Vanish."""
        self._until.stop()
        self.hide()
        self.deleteLater()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        elif event.type() == QEvent.Type.Hide:
            self.go()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("accent"), 2))
            radius = theme.px(tokens.RADIUS_L)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def _place(self) -> None:
        aside, above = current().px(tokens.SPACE_M), current().px(tokens.SPACE_XS)
        self.setGeometry(self._view.geometry().adjusted(-aside, -above, aside, above))
