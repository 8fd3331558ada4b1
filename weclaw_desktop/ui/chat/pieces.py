"""What messages are stacked from: each piece lays itself out for a width and says when its height changed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.code_tools import CodeTools, draw_icons
from weclaw_desktop.ui.chat.code_view import CodeView
from weclaw_desktop.ui.chat.repaints import repaints
from weclaw_desktop.ui.chat.rich_document import LIST_INDENT
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.chat.side_scroll import SideScroll
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button

STEADY = 4
"""Pixels that the mouse moves before anything is selected: a press on a link by an unsteady hand is still one."""
TOOLS_AFTER_MS = 25
"""Milliseconds from the first paint of code until its buttons are made: they take as long as that paint."""


class Piece(QWidget):
    """Part of a message."""

    height_changed = Signal()

    def fit(self, width: int) -> int:
        """Lay out for ``width`` pixels and return the height needed."""
        raise NotImplementedError


class CodeBlock(Piece):
    """Code with its language; it can be copied, saved as a file, and its long lines broken."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = CodeView()
        self.body = SideScroll(self.view, self)
        self.view.resized.connect(self.body.place)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self._tools: CodeTools | None = None
        self._due: QTimer | None = None
        self._language = ""
        self._shown = 0
        self.indent = 0
        """Lists that the code stands in: it begins as far to the right as their words do."""

    @property
    def tools(self) -> CodeTools:
        """The buttons, made when they are first wanted."""
        return self._tools or self._make_tools()

    def _make_tools(self) -> CodeTools:
        if self._tools is None:
            self._tools = CodeTools(self, self.view)
            self._tools.wrapped.connect(self.height_changed)
        return self._tools

    def set_code(self, code: str, language: str) -> None:
        """Show finished code."""
        self._name(language)
        self._shown = len(code)
        self.view.set_code(code, language)
        self.setAccessibleName(self.tr("Code") if not language else self.tr("Code, {0}").format(language))

    def grow(self, code: str, language: str) -> None:
        """Show code that still grows: only what is new is added."""
        if self._shown == 0:
            self._name(language)
            self.view.language = language
        if len(code) > self._shown:
            self.view.append(code[self._shown :])
            self._shown = len(code)

    def settle(self, code: str, language: str) -> None:
        """The code is finished: drop the open last line and colour it as a whole."""
        shown = self.view.code
        if code.startswith(shown) or shown.removesuffix("\n") == code:
            if len(code) > len(shown):
                self.view.append(code[len(shown) :])
            self._shown = len(code)
            self.view.settle()
        else:
            self.set_code(code, language)

    @override
    def fit(self, width: int) -> int:
        theme = current()
        head, pad = theme.px(30), theme.px(tokens.SPACE_M)
        wrapped = self._tools is not None and self._tools.wrap.isChecked()
        left = self._left(width)
        room = max(1, width - left - 2 * pad)
        self.view.set_wrap(room if wrapped else 0)
        tall = self.body.wanted_height(room)
        if self._tools is not None:
            self._tools.place(width)
        inside = QRect(left + pad, head, room, tall)
        if inside.topLeft() != self.body.pos():
            repaints.later(self.update)
        repaints.later(lambda: self.body.setGeometry(inside))
        return head + tall + theme.px(tokens.SPACE_S)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """What grows downwards keeps its picture, but for the line that closed it below."""
        super().resizeEvent(event)
        before, now = event.oldSize(), self.size()
        if before.width() != now.width():
            self.update()
            return
        edge = current().px(tokens.RADIUS_S) + 1
        for bottom in (before.height(), now.height()):
            self.update(0, bottom - edge, now.width(), edge)

    def _left(self, width: int) -> int:
        """Pixels that are left free, at most a third of the width."""
        return min(self.indent * current().px(LIST_INDENT), width // 3)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("border"), 1))
            painter.setBrush(theme.colour("code"))
            radius = theme.px(tokens.RADIUS_S)
            edge = QRectF(self.rect()).adjusted(self._left(self.width()) + 0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(edge, radius, radius)
            self._paint_language(painter)
            if self._tools is None:
                draw_icons(painter, self.width())
                self._make_tools_soon()

    def _paint_language(self, painter: QPainter) -> None:
        theme = current()
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("muted"))
        pad, edge = theme.px(tokens.SPACE_M) + self._left(self.width()), theme.px(26)
        room = QRect(pad, theme.px(4), max(0, self.width() - pad - theme.px(tokens.SPACE_M) - 3 * edge), edge)
        words = painter.fontMetrics().elidedText(
            self._language or self.tr("text"), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.update()
            if self._tools is not None:
                self._tools.retranslate()

    def _make_tools_soon(self) -> None:
        """Make the buttons whose icons are drawn, when what is painted now is painted."""
        if self._due is None:
            self._due = QTimer(self)
            self._due.setSingleShot(True)
            self._due.timeout.connect(self._make_tools)
            self._due.start(TOOLS_AFTER_MS)

    def _name(self, language: str) -> None:
        if language != self._language:
            self._language = language
            self.update()


class WideBlock(Piece):
    """A table or a formula: as wide as its longest words need, and scrolled where the message is narrower."""

    link_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = RichText("", whole_words=True)
        self.text.link_clicked.connect(self.link_clicked)
        self.body = SideScroll(self.text, self)

    def set_html(self, html: str) -> None:
        """Show another table, or the same one with more rows."""
        self.text.set_html(html)

    @override
    def fit(self, width: int) -> int:
        self.text.fit(self.text.roomy_width(width))
        tall = self.body.wanted_height(width)
        self.body.setGeometry(0, 0, width, tall)
        self.body.place()
        return tall


class Fold(Piece):
    """A line that opens a text below it; closed at first."""

    link_clicked = Signal(str)

    def __init__(self, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open = False
        self._html = ""
        self._title = Button("", "link", parent=self)
        self._title.setProperty("tone", "muted")
        self._title.set_icon(icon)
        self._title.setCheckable(True)
        self._title.toggled.connect(self._on_toggled)
        self.body = RichText("", self, tone="muted")
        self.body.link_clicked.connect(self.link_clicked)
        self.body.hide()

    def set_title(self, title: str) -> None:
        """The line that is always shown."""
        if title != self._title.text():
            self._title.setText(title)
            self._title.adjustSize()

    def set_html(self, html: str) -> None:
        """What is shown when open."""
        self._html = html
        if self.open:
            self.body.set_html(html)

    @override
    def fit(self, width: int) -> int:
        theme = current()
        height = theme.px(24)
        self._title.setGeometry(0, 0, min(width, self._title.sizeHint().width()), height)
        if not self.open:
            return height
        inset = theme.px(tokens.SPACE_L)
        body = self.body.fit(width - inset)
        self.body.setGeometry(inset, height + theme.px(tokens.SPACE_XS), width - inset, body)
        return height + body + theme.px(tokens.SPACE_S)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self.open:
            theme = current()
            left = theme.px(tokens.SPACE_XS)
            with QPainter(self) as painter:
                painter.fillRect(left, theme.px(28), theme.px(2), self.body.height(), theme.colour("border"))

    def _on_toggled(self, on: bool) -> None:
        self.open = on
        self.body.setVisible(on)
        if on:
            self.body.set_html(self._html)
        self.height_changed.emit()


class Fitted(Piece):
    """Wraps a widget with a Qt layout as a piece."""

    def __init__(self, inner: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inner = inner
        inner.setParent(self)

    @override
    def fit(self, width: int) -> int:
        layout = self.inner.layout()
        if layout is not None and layout.hasHeightForWidth():
            height = layout.totalHeightForWidth(width)
        else:
            height = self.inner.sizeHint().height()
        self.inner.setGeometry(0, 0, width, height)
        return height


def line_count(text: str) -> int:
    """Lines of a text, a last line end not counted."""
    return text.count("\n") + (0 if text.endswith("\n") else 1) if text else 0


ALIGN_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
