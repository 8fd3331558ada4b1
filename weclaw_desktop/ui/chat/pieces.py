"""What messages are stacked from: each piece lays itself out for a width and says when its height changed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.code_view import CodeView
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.chat.saving import Saving, file_name
from weclaw_desktop.ui.chat.side_scroll import SideScroll
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, IconButton, Label

COPIED_MS = 1_500
"""How long a copy button shows that it did its work, in milliseconds."""


class Piece(QWidget):
    """Part of a message."""

    height_changed = Signal()

    def fit(self, width: int) -> int:
        """Lay out for ``width`` pixels and return the height needed."""
        raise NotImplementedError


class TickButton(IconButton):
    """Shows a tick for a moment when its work is done."""

    def __init__(self, icon: str, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(icon, name, parent=parent)
        self._usual = icon
        self._back = QTimer(self)
        self._back.setSingleShot(True)
        self._back.setInterval(COPIED_MS)
        self._back.timeout.connect(self._show_usual)

    def tick(self) -> None:
        """The work is done."""
        self.set_icon("check", "success")
        self._back.start()

    def _show_usual(self) -> None:
        self.set_icon(self._usual, "muted")


class CopyButton(TickButton):
    """Copies ``content``."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__("copy", name, parent)
        self.content = ""
        self.clicked.connect(self._on_clicked)

    def take(self, text: str) -> None:
        """Copy ``text`` to the clipboard."""
        QGuiApplication.clipboard().setText(text)
        self.tick()

    def _on_clicked(self) -> None:
        if self.content:
            self.take(self.content)


class CodeBlock(Piece):
    """Code with its language; it can be copied, saved as a file, and its long lines broken."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = CodeView()
        self.body = SideScroll(self.view, self)
        self.view.resized.connect(self.body.place)
        self._language = Label("", "small", "muted", parent=self)
        self._copy = CopyButton(self.tr("Copy code"), self)
        self._copy.clicked.disconnect()
        self._copy.clicked.connect(self._on_copy)
        self._wrap = IconButton("wrap", parent=self)
        self._wrap.setCheckable(True)
        self._wrap.toggled.connect(self._on_wrapped)
        self._save = TickButton("download", parent=self)
        self._save.clicked.connect(self._on_save)
        self._saving = Saving(self)
        self._saving.finished.connect(self._on_saved)
        self._words()
        self._shown = 0
        self._width = 0

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
        if self.view.code.removesuffix("\n") == code:
            if self.view.code != code:
                self.view.set_code(code, language)
            else:
                self.view.colour()
        else:
            self.set_code(code, language)

    @override
    def fit(self, width: int) -> int:
        theme = current()
        head, pad = theme.px(30), theme.px(tokens.SPACE_M)
        self._width = width
        self.view.set_wrap(max(1, width - 2 * pad) if self._wrap.isChecked() else 0)
        tall = self.body.wanted_height(width - 2 * pad)
        edge = theme.px(26)
        self._language.setGeometry(pad, theme.px(4), max(0, width - 2 * pad - 3 * edge), edge)
        for number, button in enumerate((self._copy, self._save, self._wrap), 1):
            button.setGeometry(width - number * edge - theme.px(4), theme.px(4), edge, edge)
        self.body.setGeometry(pad, head, max(0, width - 2 * pad), tall)
        return head + tall + theme.px(tokens.SPACE_S)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("border"), 1))
            painter.setBrush(theme.colour("code"))
            radius = theme.px(tokens.RADIUS_S)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._words()

    def _name(self, language: str) -> None:
        self._language.setText(language or self.tr("text"))

    def _words(self) -> None:
        self._copy.set_name(self.tr("Copy code"))
        self._save.set_name(self.tr("Save as a file"))
        self._wrap.set_name(
            self.tr("Do not break long lines") if self._wrap.isChecked() else self.tr("Break long lines")
        )

    def _on_copy(self) -> None:
        self._copy.take(self.view.code)

    def _on_wrapped(self, on: bool) -> None:
        self._wrap.set_icon("wrap", "accent" if on else "muted")
        self._words()
        self.height_changed.emit()

    def _on_save(self) -> None:
        self._words()
        name = file_name(self.view.language)
        self._saving.ask(self.window(), self.tr("Save code"), name, self.view.code)

    def _on_saved(self, failure: str) -> None:
        if failure:
            self._save.set_icon("alert", "danger")
            self._save.set_name(self.tr("Not saved: {0}").format(failure))
        else:
            self._save.tick()


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
