"""Code of any length: only the lines in sight are laid out and painted.

Colours come from pygments in a background thread for finished code and are computed at once for the few new lines of
code that still grows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from math import ceil

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.code_rows import CodeRows
from weclaw_desktop.ui.chat.colouring import Colouring, Result, pool
from weclaw_desktop.ui.chat.highlight import Span, lexer, spans
from weclaw_desktop.ui.chat.repaints import repaints
from weclaw_desktop.ui.theme import current, tokens

LINE = 1.45
"""Line height over type size."""
AT_ONCE = 600
"""Characters that are coloured without a thread, in some 5 ms."""
AFTER_MS = 400
"""Milliseconds until code that grew is coloured as a whole: it is coloured piece by piece, and others have more to do
when an answer ends."""
_KEPT_LAYOUTS = 400
MOST_MARKS = 400


class CodeView(QWidget):
    """Lines of code; ``set_code`` replaces them, ``append`` adds text at the end."""

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.language = ""
        self._lines: list[str] = [""]
        self._spans: list[list[Span]] = []
        self._widest = 0.0
        self._layouts: dict[int, QTextLayout] = {}
        self._asked = 0
        self._selected: tuple[int, int] | None = None
        self._words: tuple[str, ...] = ()
        self._marks: list[tuple[int, int]] = []
        self._strong = -1
        self._starts: list[int] | None = None
        self._rows = CodeRows(self._rows_of)
        self._wrap = 0
        """Pixels at which lines are broken, 0 when they are not."""
        self._result = Result(self)
        self._result.coloured.connect(self._on_coloured)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)  # lines stay as they are when others come

    @property
    def code(self) -> str:
        """All of it."""
        return "\n".join(self._lines)

    def set_code(self, code: str, language: str = "") -> None:
        """Show ``code``."""
        self.language = language
        self._lines, self._spans, self._layouts, self._starts = code.split("\n"), [], {}, None
        self._rows.forget()
        self._widest = self._width_of(self._lines)
        self.colour()
        self.resized.emit()

    def append(self, text: str) -> None:
        """Add ``text`` at the end; the new lines are coloured at once, each piece for itself."""
        first = len(self._lines) - 1
        new = (self._lines[-1] + text).split("\n")
        self._lines[-1:] = new
        self._starts = None
        self._rows.forget(first)
        self._layouts.pop(first, None)
        self._widest = max(self._widest, self._width_of(new))
        if len(text) <= AT_ONCE:
            found = spans("\n".join(new), self.language)
            self._spans[first:] = [[]] * (first - len(self._spans)) + found
        self.resized.emit()
        repaints.later(lambda: self._paint_from(first))

    def settle(self) -> None:
        """Nothing is appended any more: drop the open last line, and colour everything soon."""
        if len(self._lines) > 1 and not self._lines[-1]:
            last = len(self._lines) - 1
            del self._lines[last:], self._spans[last:]
            self._layouts.pop(last, None)
            self._starts = None
            self._rows.forget(last)
            self.resized.emit()
        if len(self.code) <= AT_ONCE:
            self.colour()
        else:
            soon = QTimer(self)
            soon.setSingleShot(True)
            soon.timeout.connect(self.colour)
            soon.timeout.connect(soon.deleteLater)
            soon.start(AFTER_MS)

    def colour(self) -> None:
        """Colour everything anew: at once when short, else in the background."""
        code = self.code
        self._asked += 1
        if lexer(self.language) is None:
            return
        if len(code) <= AT_ONCE:
            self._on_coloured(self._asked, spans(code, self.language))
        else:
            pool().start(Colouring(self._asked, code, self.language, self._result))

    def line_height(self) -> int:
        """Pixels from one line to the next."""
        return current().px(tokens.BODY * LINE)

    def position_at(self, point: QPoint) -> int:
        """Character position in ``code`` nearest to a point."""
        row = max(0, point.y() // self.line_height())
        line = self._rows.line_at(row, len(self._lines))
        layout = self._layout(line)
        found = layout.lineAt(max(0, min(layout.lineCount() - 1, row - self._rows.top(line))))
        column = found.xToCursor(float(point.x())) if found.isValid() else 0
        return self._start_of(line) + column

    def length(self) -> int:
        """Positions in the text."""
        return self._start_of(len(self._lines) - 1) + len(self._lines[-1])

    def select(self, first: int, last: int) -> None:
        """Show a selection; equal numbers clear it."""
        self._selected = None if first == last else (min(first, last), max(first, last))
        self.update()

    def selected_text(self) -> str:
        """The selected code."""
        return "" if self._selected is None else self.code[self._selected[0] : self._selected[1]]

    def word_at(self, point: QPoint) -> tuple[int, int]:
        """First and last position of the identifier under a point."""
        code, at = self.code, self.position_at(point)
        first = last = at
        while first > 0 and (code[first - 1].isalnum() or code[first - 1] == "_"):
            first -= 1
        while last < len(code) and (code[last].isalnum() or code[last] == "_"):
            last += 1
        return first, last

    def mark(self, words: Sequence[str], strong: int = -1) -> int:
        """Mark where words stand, the one of number ``strong`` more than others; how many there are."""
        if not words and not self._words:
            return 0
        self._words, self._strong = tuple(words), strong
        folded = self.code.casefold() if self._words else ""
        if len(folded) != self.length():
            folded = self.code if self._words else ""
        places = (
            (found.start(), found.end()) for word in self._words for found in re.finditer(re.escape(word), folded)
        )
        self._marks = sorted(islice(places, MOST_MARKS))
        self.update()
        return len(self._marks)

    def mark_top(self, number: int) -> int:
        """How far down a mark stands, in pixels."""
        if not 0 <= number < len(self._marks):
            return 0
        return self._rows.top(self.code.count("\n", 0, self._marks[number][0])) * self.line_height()

    def set_wrap(self, width: int) -> None:
        """Break lines at ``width`` pixels; 0 leaves them whole."""
        if width != self._wrap:
            self._wrap, self._rows.wrapped = width, width > 0
            self._rows.forget()
            self._layouts.clear()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        height = self.line_height() * self._rows.top(len(self._lines))
        return QSize(self._wrap or round(self._widest) + 2, height)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._layouts.clear()
            self._rows.forget()
            self._widest = self._width_of(self._lines)
            self.resized.emit()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(current().colour("text"))
            height = self.line_height()
            first = self._rows.line_at(event.rect().top() // height, len(self._lines))
            last = self._rows.line_at(event.rect().bottom() // height, len(self._lines))
            for line in range(first, last + 1):
                layout = self._layout(line)
                inset = (height - layout.lineAt(0).height()) / 2
                for number, (start, end) in enumerate(self._marks):
                    ground = "selection" if number == self._strong else "warning_soft"
                    self._paint_ground(painter, line, height, (start, end), ground)
                if self._selected is not None:
                    self._paint_ground(painter, line, height, self._selected, "selection")
                layout.draw(painter, QPointF(0, self._rows.top(line) * height + inset))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def _paint_ground(self, painter: QPainter, line: int, height: int, span: tuple[int, int], role: str) -> None:
        """Colour what of a stretch lies in a line."""
        start = self._start_of(line)
        first = max(span[0] - start, 0)
        last = min(span[1] - start, len(self._lines[line]) + 1)
        if first >= last:
            return
        layout, over = self._layout(line), last > len(self._lines[line])
        for row in range(layout.lineCount()):
            found = layout.lineAt(row)
            begin, end = found.textStart(), found.textStart() + found.textLength()
            if first <= end and (last > begin or last == begin == 0):
                left, right = _x(found.cursorToX(max(first, begin))), _x(found.cursorToX(min(last, end)))
                beyond = 6 if over and row == layout.lineCount() - 1 else 0
                top = (self._rows.top(line) + row) * height
                painter.fillRect(QRectF(left, top, right - left + beyond, height), current().colour(role))

    def _paint_from(self, line: int) -> None:
        """Paint a line and those below it."""
        top = self._rows.top(line) * self.line_height()
        self.update(0, top, self.width(), self.height() - top)

    def _layout(self, line: int) -> QTextLayout:
        found = self._layouts.get(line)
        if found is not None:
            return found
        if len(self._layouts) > _KEPT_LAYOUTS:
            self._layouts.clear()
        text = self._lines[line]
        layout = QTextLayout(text, current().font(mono=True))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAnywhere if self._wrap else QTextOption.WrapMode.NoWrap)
        if "\t" in text:
            option.setTabStopDistance(self._metrics().horizontalAdvance(" ") * 4)
        layout.setTextOption(option)
        if line < len(self._spans):
            layout.setFormats([_format(text, span) for span in self._spans[line]])
        layout.beginLayout()
        while (made := layout.createLine()).isValid():
            if self._wrap:
                made.setLineWidth(self._wrap)
            made.setPosition(QPointF(0, (layout.lineCount() - 1) * self.line_height()))
        layout.endLayout()
        self._layouts[line] = layout
        return layout

    def _rows_of(self, line: int) -> int:
        """Rows that a line takes; letters of one width need no layout for it."""
        text = self._lines[line]
        if text.isascii() and "\t" not in text:
            advance = self._metrics().horizontalAdvance("0")
            return max(1, ceil(len(text) / max(1, int(self._wrap / advance))))
        return self._layout(line).lineCount()

    def _metrics(self) -> QFontMetricsF:
        return QFontMetricsF(current().font(mono=True))

    def _width_of(self, lines: Sequence[str]) -> float:
        """Pixels of the longest line: among letters of one width it is the one with most of them."""
        plain = max((line for line in lines if line.isascii() and "\t" not in line), key=len, default="")
        others = sorted((line for line in lines if not line.isascii() or "\t" in line), key=len, reverse=True)
        metrics = self._metrics()
        return max(metrics.horizontalAdvance(line.replace("\t", "    ")) for line in (plain, *others[:8]))

    def _start_of(self, line: int) -> int:
        if self._starts is None:
            self._starts = [0]
            for text in self._lines[:-1]:
                self._starts.append(self._starts[-1] + len(text) + 1)
        return self._starts[line]

    def _on_coloured(self, number: int, found: list[list[Span]]) -> None:
        if number == self._asked and len(found) == len(self._lines) and found != self._spans:
            self._spans = found
            self._layouts.clear()
            self.update()


def _x(value: object) -> float:
    """PySide returns the cursor's x with the position that it settled on."""
    return float(value[0]) if isinstance(value, tuple) else float(str(value))  # pyright: ignore[reportUnknownArgumentType] -- a (float, int) pair


def _format(text: str, span: Span) -> QTextLayout.FormatRange:
    """One colour; Qt counts UTF-16 units, Python characters."""
    start, length, role = span
    made = QTextLayout.FormatRange()
    if text.isascii():
        made.start, made.length = start, length
    else:
        made.start = len(text[:start].encode("utf-16-le", "surrogatepass")) // 2
        made.length = len(text[start : start + length].encode("utf-16-le", "surrogatepass")) // 2
    form = QTextCharFormat()
    form.setForeground(QColor(current().palette.syntax[role]))
    made.format = form
    return made
