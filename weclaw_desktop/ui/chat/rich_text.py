"""A piece of rich text that is painted, selected and clicked, but never loads anything. Formulas are drawn in it.

Lighter than QTextBrowser: no viewport, no cursor, no scroll bars. The selection belongs to ``ui.chat.selection``, which
spans several pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from math import ceil
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.formula_images import Ask, images, measure, overhang
from weclaw_desktop.ui.chat.repaints import repaints
from weclaw_desktop.ui.chat.rich_document import LIST_INDENT, SealedDocument, formula_painter, place_tables, style_for
from weclaw_desktop.ui.chat.segments import ALERTS, OBJECT, formula
from weclaw_desktop.ui.theme import current

_FORMULA = re.compile(r'<img src="(math:[^"]*)"/>')
_ALERT_HEAD = re.compile(rf'<p class="alert ({"|".join(ALERTS)})"( dir="rtl")?></p>')
_ALONE = re.compile(r"(<(?:p|li|td|th)\b[^>]*>)(<img [^>]*/>)(?=</|<br)")
STRUT = "\u200b"
"""Beside a formula that is alone in its line: gives the line the base line that lines of text have."""
MOST_MARKS = 400
"""Marks of one piece of text."""


class RichText(QWidget):
    """Shows HTML made by ``ui.chat.segments``. Call ``fit`` with a width to lay it out."""

    link_clicked = Signal(str)
    resized = Signal()
    """A formula's size is known only now."""

    def __init__(
        self, html: str = "", parent: QWidget | None = None, *, tone: str = "text", whole_words: bool = False
    ) -> None:
        """``whole_words`` breaks lines between words only, so that a long one asks for more width."""
        super().__init__(parent)
        self.html = ""
        self._tone = tone
        self.describe: Callable[[str], str] = str
        """What is told about a link under the pointer, from its address."""
        self.resting_cursor = Qt.CursorShape.IBeamCursor
        """The pointer where no link is."""
        self._pressed_link = ""
        self._selected: tuple[int, int] | None = None
        self._words: tuple[str, ...] = ()
        self._marks: list[QTextCursor] = []
        self._strong = -1
        self._styled_for: tuple[object, int] | None = None
        self._style = ""
        self._width = 0
        self._whole_words = whole_words
        self._sources: list[str] = []
        self._unsized = self._waiting = False
        self._shrunk = False
        self._widest = 0
        """Pixels of the widest formula."""
        self._document = SealedDocument(self)
        self._document.setDocumentMargin(0)
        option = QTextOption()
        modes = QTextOption.WrapMode
        option.setWrapMode(modes.WordWrap if whole_words else modes.WrapAtWordBoundaryOrAnywhere)
        self._document.setDefaultTextOption(option)
        self._document.setUndoRedoEnabled(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.set_html(html)

    def set_html(self, html: str) -> None:
        """Show ``html`` instead. Nothing happens when it is the same."""
        if html == self.html and self._styled_for is not None:
            return
        self.html = html
        self._restyle()

    def fit(self, width: int) -> int:
        """Lay out for ``width`` pixels and return the height needed."""
        if width != self._width:
            self._width = width
            if self._sources and not self._whole_words and (self._shrunk or self._widest > width):
                self._restyle()
            self._document.setTextWidth(width)
        return self.content_height()

    def natural_width(self, widest: int) -> int:
        """Width of the longest line, at most ``widest`` pixels."""
        self._document.setTextWidth(widest)
        natural = round(self._document.idealWidth() + 0.999)
        self._document.setTextWidth(self._width or widest)
        return min(widest, natural)

    def roomy_width(self, width: int) -> int:
        """``width``, or more where words would not fit: then also twice as much as there is, if lines want it."""
        self._document.setTextWidth(width)
        least = ceil(self._document.size().width())
        if least > width:
            self._document.setTextWidth(-1)
            least = max(least, min(ceil(self._document.idealWidth()), 2 * width))
        self._document.setTextWidth(self._width or width)
        return least

    def content_height(self) -> int:
        """Height of the text at the width of the last ``fit``; the gap under its last paragraph is not in it."""
        return max(1, ceil(self._document.size().height()) + (overhang() if self._sources else 0))

    def first_middle(self) -> float:
        """How far down the capital letters of the first line have their middle, in pixels."""
        block = self._document.begin()
        line = block.layout().lineAt(0)
        top = self._document.documentLayout().blockBoundingRect(block).top() + line.y()
        return top + line.ascent() - QFontMetricsF(current().font()).capHeight() / 2

    def text(self) -> str:
        """The text as it is read, one line per paragraph."""
        return self._with_sources(self._document.toPlainText(), 0)

    def position_at(self, point: QPoint) -> int:
        """Character position nearest to a point of this widget."""
        layout = self._document.documentLayout()
        return max(0, layout.hitTest(QPointF(point), Qt.HitTestAccuracy.FuzzyHit))

    def length(self) -> int:
        """Positions in the text."""
        return max(0, self._document.characterCount() - 1)

    def select(self, first: int, last: int) -> None:
        """Show a selection; equal numbers clear it."""
        selected = None if first == last else (min(first, last), max(first, last))
        if selected != self._selected:
            self._selected = selected
            self.update()

    def selected_text(self) -> str:
        """The selected text with line feeds."""
        if self._selected is None:
            return ""
        return self._with_sources(self._cursor().selection().toPlainText(), self._formulas_before(self._selected[0]))

    def word_at(self, point: QPoint) -> tuple[int, int]:
        """First and last position of the word under a point."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(self.position_at(point))
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return cursor.selectionStart(), cursor.selectionEnd()

    def mark(self, words: Sequence[str], strong: int = -1) -> int:
        """Mark where words stand, the one of number ``strong`` more than others; how many there are."""
        if (tuple(words), strong) == (self._words, self._strong):
            return len(self._marks)
        if tuple(words) != self._words:
            self._words = tuple(words)
            self._marks = self._find()
        self._strong = strong
        self.update()
        return len(self._marks)

    def mark_top(self, number: int) -> int:
        """How far down a mark stands, in pixels."""
        if not 0 <= number < len(self._marks):
            return 0
        block = self._marks[number].block()
        line = block.layout().lineForTextPosition(self._marks[number].selectionStart() - block.position())
        top = self._document.documentLayout().blockBoundingRect(block).top()
        return round(top + (line.y() if line.isValid() else 0))

    def _find(self) -> list[QTextCursor]:
        found: list[QTextCursor] = []
        for word in self._words:
            cursor = self._document.find(word, 0)
            while not cursor.isNull() and len(found) < MOST_MARKS:
                found.append(cursor)
                cursor = self._document.find(word, cursor)
        return sorted(found, key=lambda cursor: cursor.selectionStart())

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._width or current().px(200), self.content_height())

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        return self.fit(width)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        restyled = event.type() == QEvent.Type.StyleChange and self._styled_for != (current().palette, current().zoom)
        if restyled or (event.type() == QEvent.Type.LanguageChange and '<p class="alert' in self.html):
            self._restyle()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setClipRect(event.rect())
            context = QAbstractTextDocumentLayout.PaintContext()
            context.clip = QRectF(event.rect())
            palette = QPalette(self.palette())
            palette.setColor(QPalette.ColorRole.Text, current().colour(self._tone))
            context.palette = palette
            context.selections = [
                *(_painted(cursor, number == self._strong) for number, cursor in enumerate(self._marks)),
                *([_shown(self._cursor(), "selection")] if self._selected is not None else []),
            ]
            self._document.missing = False
            self._document.documentLayout().draw(painter, context)
        self._wait(self._document.missing or self._unsized)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_link = self._link_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else ""
        event.ignore()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        link = self._link_at(event.position())
        if link and link == self._pressed_link and self._selected is None:
            self.link_clicked.emit(link)
        self._pressed_link = ""
        event.ignore()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        link = self._link_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if link else self.resting_cursor)
        if link:
            QToolTip.showText(event.globalPosition().toPoint(), self.describe(link)[:300], self)
        event.ignore()

    def _link_at(self, point: QPointF) -> str:
        return self._document.documentLayout().anchorAt(point)

    def _with_formulas(self) -> str:
        """The HTML with room for each formula, and the source of those that cannot be drawn."""
        self._sources, self._document.formulas = [], {}
        self._unsized = self._shrunk = False
        self._widest = 0
        html = _FORMULA.sub(self._formula, self.html)
        if self._sources:
            self._document.documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject, formula_painter())
        return _ALONE.sub(r"\1\2" + STRUT, html)

    def _alert(self, found: re.Match[str]) -> str:
        """The word of an alert, in the language of the window."""
        words = {
            "note": self.tr("Note"),
            "tip": self.tr("Tip"),
            "important": self.tr("Important"),
            "warning": self.tr("Warning"),
            "caution": self.tr("Caution"),
        }
        return f'<p class="alert {found[1]}"{found[2] or ""}>{words[found[1]]}</p>'

    def _formula(self, found: re.Match[str]) -> str:
        address, theme = found[1], current()
        tex, display = formula(address) or ("", False)
        source = f"$${tex}$$" if display else f"${tex}$"
        if not images().sized(tex, display):
            self._unsized = True
            self._wait(True)
            return f"<code>{escape(source, quote=False)}</code>"
        place = measure(tex, display, 0)
        if place is not None and self._width and not self._whole_words and place.width > self._width:
            place, self._shrunk = measure(tex, display, self._width), True
        if place is None:
            return f"<code>{escape(source, quote=False)}</code>"
        self._sources.append(source)
        self._widest = max(self._widest, place.width)
        letters = ", ".join(theme.font().families())
        colour = theme.colour(self._tone).name()
        self._document.formulas[address] = Ask(tex, display, place, colour, self.devicePixelRatioF(), letters)
        style = ' style="vertical-align: middle"' if place.centred else ""
        return f'<img src="{address}"{style}/>'

    def _wait(self, on: bool) -> None:
        """Hear of formulas that were drawn meanwhile, as long as some are missing."""
        if on and not self._waiting:
            images().drawn.connect(self._on_drawn)
        elif not on and self._waiting:
            images().drawn.disconnect(self._on_drawn)
        self._waiting = on

    def _on_drawn(self) -> None:
        if self._unsized:
            self._restyle()
            self.resized.emit()
        self.update()

    def _with_sources(self, text: str, first: int) -> str:
        """Text with the source of each formula where it stands; ``first`` is the number of the first one."""
        if not self._sources or OBJECT not in text:
            return text
        sources = iter(self._sources[first:])
        return "".join(next(sources, "") if letter == OBJECT else letter for letter in text.replace(STRUT, ""))

    def _formulas_before(self, position: int) -> int:
        if not self._sources:
            return 0
        cursor = QTextCursor(self._document)
        cursor.setPosition(min(position, self.length()), QTextCursor.MoveMode.KeepAnchor)
        return cursor.selection().toPlainText().count(OBJECT)

    def _cursor(self) -> QTextCursor:
        first, last = cast("tuple[int, int]", self._selected)
        cursor = QTextCursor(self._document)
        cursor.setPosition(min(first, self.length()))
        cursor.setPosition(min(last, self.length()), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _restyle(self) -> None:
        theme = current()
        if self._styled_for != (theme.palette, theme.zoom):
            self._styled_for = (theme.palette, theme.zoom)
            self._document.setDefaultFont(theme.font())
            self._document.setIndentWidth(theme.px(LIST_INDENT))
            self._style = ""
        html = self._with_formulas() if "<img " in self.html else self.html
        style = style_for((theme.palette, theme.zoom), self._tone, html)
        if style != self._style:
            self._style = style
            self._document.setDefaultStyleSheet(style)
        self._document.setHtml(_ALERT_HEAD.sub(self._alert, html) if '<p class="alert' in html else html)
        if "margin-left:" in html or "margin-right:" in html:
            place_tables(self._document.rootFrame())
        if self._width:
            self._document.setTextWidth(self._width)
        self._selected = None
        self._marks = self._find()
        self.updateGeometry()
        repaints.later(self.update)


def _shown(cursor: QTextCursor, ground: str, ink: str = "") -> QAbstractTextDocumentLayout.Selection:
    selection, form = QAbstractTextDocumentLayout.Selection(), QTextCharFormat()
    form.setBackground(current().colour(ground))
    if ink:
        form.setForeground(current().colour(ink))
    selection.cursor, selection.format = cursor, form
    return selection


def _painted(cursor: QTextCursor, strong: bool) -> QAbstractTextDocumentLayout.Selection:
    return _shown(cursor, "accent", "on_accent") if strong else _shown(cursor, "warning_soft")
