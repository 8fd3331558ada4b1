"""A quiet margin beside the conversation: a thin bar at messages that the model does not read word for word.

Its colour goes with the state, its pattern tells the states apart without colour, and a tooltip says in a sentence why.
What it shows is read off the next request (``Xrays.standings``), never decided here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from weclaw_desktop.core.xray import Standing, XrayState
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.chat.transcript import Transcript
from weclaw_desktop.ui.chat.transcript_model import ResponseRow, UserRow
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.xray import words

WIDTH, ROOM = 3, 12
"""Pixels at 100 % of the bar, and from its left edge to the message."""
AFTER_MS = 300
"""Pause after a report before it is asked how messages stand: the conversation is painted first."""
QUIET = 0.6
"""Opacity of the bars: they are there for who looks for them."""
_LOOKS: dict[XrayState, tuple[str, Qt.PenStyle]] = {
    "shortened": ("part:files", Qt.PenStyle.DashLine),
    "summarised": ("part:summary", Qt.PenStyle.SolidLine),
    "left_out": ("strong_border", Qt.PenStyle.DotLine),
    "pinned": ("part:pins", Qt.PenStyle.SolidLine),
}


class Margin(QWidget):
    """Lies on the canvas left of the rows, and follows them and the reports of the open chat."""

    def __init__(self, conductor: Conductor, transcript: Transcript) -> None:
        self._rows, self._model = transcript.window_of_rows, transcript.model
        super().__init__(self._rows.canvas)
        self._conductor = conductor
        self.standings: Mapping[int, Standing] = {}
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(AFTER_MS)
        self._due.timeout.connect(self._begin)
        transcript.placed.connect(self._on_placed)
        self._rows.dressed.connect(self._on_dressed)
        conductor.report_changed.connect(self.refresh)
        conductor.chat_opened.connect(self._on_opened)
        self._fit()

    def refresh(self) -> None:
        """Read anew how the messages stand, once for many reports."""
        if not self._conductor.chat_id:
            self._take({})
        elif not self._due.isActive():
            self._due.start()

    def _begin(self) -> None:
        if self._conductor.bench.supervisor.closing:
            return
        if self._task is None or self._task.done():
            self._task = self._conductor.start(self._read(), "read how messages stand")
        else:
            self._again = True

    async def _read(self) -> None:
        conductor, again = self._conductor, True
        while again and conductor.chat_id:
            self._again = False
            chat_id = conductor.chat_id
            found = await conductor.bench.xrays.standings(chat_id)
            if chat_id == conductor.chat_id:
                self._take(found)
            again = self._again or chat_id != conductor.chat_id

    def _on_opened(self) -> None:
        self._take({})
        self.refresh()

    def _take(self, found: Mapping[int, Standing]) -> None:
        if found != self.standings:
            self.standings = found
            for view in self._rows.mounted:
                self._describe(view)
            self.update()

    def told(self, view: RowView) -> tuple[XrayState, str]:
        """How a row stands, with the sentence why; what goes word for word has none."""
        at = self._model.find(view.key) if self.standings else -1
        row = self._model.rows[at] if at >= 0 else None
        if not isinstance(row, (UserRow, ResponseRow)):
            return "verbatim", ""
        own = self.standings.get(row.message.seq)
        if own is not None:
            return own.state, _said(own)
        results = row.artifacts.values() if isinstance(row, ResponseRow) else ()
        known = [how for name in results if (how := self.standings.get(int(name[1:]))) is not None]
        if not known:
            return "verbatim", ""
        said = "\n".join(dict.fromkeys(map(_said, known)))
        return known[0].state, f"{words.results(len(known), len(results))}\n{said}"

    def _on_dressed(self, view: RowView) -> None:
        """A row came or changed."""
        self._describe(view)
        self.update()

    def _describe(self, view: RowView) -> None:
        said = self.told(view)[1]
        if view.accessibleDescription() != said:
            view.setAccessibleDescription(said)

    def _on_placed(self) -> None:
        """Rows stand elsewhere, or are taller."""
        self._fit()
        if self.standings:
            self.update()

    def _fit(self) -> None:
        """Beside the rows, as high as all of them."""
        theme, canvas = current(), self._rows.canvas
        left = next((view.x() for view in self._rows.mounted if view.width() > 1), 0)
        self.setGeometry(max(0, left - theme.px(ROOM)), 0, theme.px(ROOM), canvas.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.standings:
            return
        theme = current()
        with QPainter(self) as painter:
            painter.setOpacity(QUIET)
            for view in self._rows.mounted:
                if not view.geometry().top() <= event.rect().bottom() or view.geometry().bottom() < event.rect().top():
                    continue
                look = _LOOKS.get(self.told(view)[0])
                if look is not None:
                    pen = QPen(theme.colour(look[0]), theme.px(WIDTH), look[1])
                    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                    painter.setPen(pen)
                    middle = theme.px(WIDTH) // 2 + 1
                    painter.drawLine(middle, view.y(), middle, view.y() + view.height())

    def _row_at(self, y: float) -> RowView | None:
        return next((view for view in self._rows.mounted if view.y() <= y < view.y() + view.height()), None)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            view = self._row_at(event.pos().y())
            QToolTip.showText(event.globalPos(), self.told(view)[1] if view is not None else "", self)
            return True
        return super().event(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A bar leads to the part of the request that it stands for."""
        view = self._row_at(event.position().y())
        if view is not None and self.told(view)[1]:
            self._conductor.xray_wanted.emit(view.key)
        else:
            event.ignore()


def _said(how: Standing) -> str:
    return i18n.joined((words.state(how.state), i18n.say(how.reason)), ": ")
