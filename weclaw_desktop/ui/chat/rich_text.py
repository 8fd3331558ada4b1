"""A piece of rich text that is painted, selected and clicked, but never loads anything.

Lighter than QTextBrowser: no viewport, no cursor, no scroll bars. The selection belongs to ``ui.chat.selection``, which
spans several pieces.
"""

from __future__ import annotations

from math import ceil
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens

LINE = 1.55
"""Line height over type size."""


class SealedDocument(QTextDocument):
    """A document that refuses every resource: pictures, style sheets, files and addresses."""

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Nothing is ever loaded."""
        return ""


def document_style() -> str:
    """CSS for rich text in the theme in force."""
    theme, palette = current(), current().palette
    body, small = theme.px(tokens.BODY), theme.px(tokens.BODY - 1)
    line = theme.px(tokens.BODY * LINE)
    mono = ", ".join(f"'{name}'" for name in theme.font(mono=True).families())
    gap = theme.px(tokens.SPACE_S)
    return f"""
body, p, li, td, th {{ font-size: {body}px; line-height: {line}px; color: {palette.text}; }}
p {{ margin-top: 0; margin-bottom: {gap}px; }}
li {{ margin-top: 0; margin-bottom: {theme.px(2)}px; }}
li ul, li ol {{ margin-top: 0; margin-bottom: 0; }}
ul, ol {{ margin-top: 0; margin-bottom: {gap}px; }}
a {{ color: {palette.link}; text-decoration: none; }}
code {{ font-family: {mono}; font-size: {small}px; background-color: {palette.hover}; }}
pre {{ font-family: {mono}; font-size: {small}px; margin: 0; color: {palette.text}; }}
.h1 {{ font-size: {theme.px(19)}px; font-weight: 600; line-height: {theme.px(28)}px; margin-top: {gap}px; }}
.h2 {{ font-size: {theme.px(tokens.TITLE)}px; font-weight: 600; line-height: {theme.px(26)}px; margin-top: {gap}px; }}
.h3 {{ font-size: {theme.px(15)}px; font-weight: 600; margin-top: {theme.px(4)}px; }}
.h4 {{ font-weight: 600; }}
.code td {{ background-color: {palette.code}; }}
.bar {{ background-color: {palette.strong_border}; }}
.q {{ color: {palette.muted}; margin-left: {theme.px(10)}px; }}
table {{ margin-top: {gap}px; margin-bottom: {gap}px; }}
.rule td {{ background-color: {palette.border}; font-size: 1px; line-height: 1px; }}
.grid {{ border-collapse: collapse; border-style: solid; border-width: 1px; border-color: {palette.border}; }}
.grid td, .grid th {{ border-style: solid; border-width: 1px; border-color: {palette.border}; }}
th {{ font-weight: 600; background-color: {palette.panel}; }}
"""


class RichText(QWidget):
    """Shows HTML made by ``ui.chat.segments``. Call ``fit`` with a width to lay it out."""

    link_clicked = Signal(str)

    def __init__(
        self, html: str = "", parent: QWidget | None = None, *, tone: str = "text", whole_words: bool = False
    ) -> None:
        """``whole_words`` breaks lines between words only, so that a long one asks for more width."""
        super().__init__(parent)
        self.html = ""
        self._tone = tone
        self._pressed_link = ""
        self._selected: tuple[int, int] | None = None
        self._styled_for: tuple[object, int] | None = None
        self._width = 0
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
        return max(1, ceil(self._document.size().height()))

    def text(self) -> str:
        """The text as it is read, one line per paragraph."""
        return self._document.toPlainText()

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
        return self._cursor().selection().toPlainText()

    def word_at(self, point: QPoint) -> tuple[int, int]:
        """First and last position of the word under a point."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(self.position_at(point))
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return cursor.selectionStart(), cursor.selectionEnd()

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
        if event.type() == QEvent.Type.StyleChange and self._styled_for != (current().palette, current().zoom):
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
            if self._selected is not None:
                selection = QAbstractTextDocumentLayout.Selection()
                selection.cursor = self._cursor()
                form = QTextCharFormat()
                form.setBackground(current().colour("selection"))
                selection.format = form
                context.selections = [selection]
            self._document.documentLayout().draw(painter, context)

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
        self.setCursor(Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.IBeamCursor)
        if link:
            QToolTip.showText(event.globalPosition().toPoint(), link[:300], self)
        event.ignore()

    def _link_at(self, point: QPointF) -> str:
        return self._document.documentLayout().anchorAt(point)

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
            self._document.setIndentWidth(theme.px(26))
            self._document.setDefaultStyleSheet(_style_for(self._styled_for, self._tone))
        self._document.setHtml(self.html)
        if self._width:
            self._document.setTextWidth(self._width)
        self._selected = None
        self.updateGeometry()
        self.update()


_styles: dict[tuple[object, int, str], str] = {}


def _style_for(key: tuple[object, int], tone: str) -> str:
    """The style sheet of the theme in force, made once per theme."""
    full = (*key, tone)
    if full not in _styles:
        _styles.clear()
        colour = current().colour(tone).name()
        _styles[full] = document_style() + ("" if tone == "text" else f"body, p, li {{ color: {colour}; }}")
    return _styles[full]
