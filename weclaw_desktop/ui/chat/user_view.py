"""What a person said, in a bubble at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui.chat.attached import AttachedStrip
from weclaw_desktop.ui.chat.message_bar import EDGE
from weclaw_desktop.ui.chat.message_view import MessageView
from weclaw_desktop.ui.chat.pictures import Pictures
from weclaw_desktop.ui.chat.pieces import CodeBlock, Fitted, Piece
from weclaw_desktop.ui.chat.rich_document import LIST_INDENT
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.chat.segments import CodeSegment, TextSegment, plain, segments, unfolded
from weclaw_desktop.ui.chat.state_card import StateCard
from weclaw_desktop.ui.chat.transcript_model import UserRow
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import LinkButton

FOLDED_AT = 3_000
"""Characters of a message that are shown before "Show more"."""
STEP = 30_000
"""Characters that each "Show more" adds: a 2 MB paste must never be laid out at once."""


class UserView(MessageView):
    """A bubble with text, code and attachments; time and buttons below it on hover."""

    def __init__(self, row: UserRow, parent: QWidget | None = None, *, pictures: Pictures | None = None) -> None:
        super().__init__(row.key, parent, asks=True)
        self._row = row
        self._shown = FOLDED_AT
        self._pieces: list[RichText | CodeBlock] = []
        self._bubble = QRectF()
        self._pictures = pictures
        self._attached: AttachedStrip | None = None
        self._more: LinkButton | None = None
        self._state: Fitted | None = None
        self._fill()
        self.show_actions(False)

    @property
    @override
    def message(self) -> Message:
        return self._row.message

    def update_row(self, row: UserRow) -> None:
        """The message changed, or its versions."""
        before, self._row = self._row.message, row
        if before.parts != row.message.parts:
            self._fill()
        else:
            self._words()
        self.height_changed.emit()

    @override
    def unfold(self, words: Sequence[str]) -> None:
        folded = self.message.text.casefold()
        places = [at for word in words if (at := folded.find(word)) >= 0]
        if places and min(places) >= self._shown:
            self._shown = min(places) + FOLDED_AT
            self._fill()
            self.height_changed.emit()

    @override
    def stack(self) -> list[QWidget]:
        return list(self._pieces)

    @override
    def plain_text(self) -> str:
        return self.message.text

    @override
    def show_actions(self, on: bool) -> None:
        self.show_acts({"copy", "edit", "menu"} if on and self.editor is None else frozenset())

    @override
    def fit(self, width: int) -> int:
        theme = current()
        for piece in self._pieces:
            piece.setVisible(self.editor is None)
        if self._state is not None:
            self._state.setVisible(self.editor is None)
        if self.editor is not None:
            return self._fit_editor(self.editor, width)
        if self._more is not None:
            self._more.setVisible(len(self.message.text) > self._shown)
        pad, gap = theme.px(14), theme.px(tokens.SPACE_S)
        widest = round(width * 0.88) - 2 * pad
        inner = max((self._natural(piece, widest) for piece in self._pieces), default=0)
        if self._attached is not None:
            inner = max(inner, self._attached.natural_width(widest))
        more = self._more if self._more is not None and not self._more.isHidden() else None
        inner = max(inner, 0 if more is None else more.sizeHint().width())
        inner = min(widest, max(inner, theme.px(24)))
        left = width - inner - pad
        y = theme.px(7)
        for piece in self._pieces:
            tall = piece.fit(inner)
            piece.setGeometry(left, y, inner, tall)
            y += tall + gap
        if more is not None:
            more.setGeometry(left, y, min(inner, more.sizeHint().width()), theme.px(20))
            y += theme.px(20) + gap
        if self._attached is not None and self._attached.tiles:
            tall = self._attached.fit(inner)
            self._attached.setGeometry(left, y, inner, tall)
            y += tall + gap
        bottom = y - gap + theme.px(10)
        self._bubble = QRectF(left - pad, 0, inner + 2 * pad, bottom)
        self.place_bar(0, round(bottom) + 2, width)
        self.fade(width, bottom + 1)
        return self._fit_state(width, round(bottom) + theme.px(EDGE + tokens.SPACE_XS))

    def _fit_state(self, width: int, top: int) -> int:
        """That the question has no answer, below it."""
        if self._state is None:
            return top
        tall = self._state.fit(width)
        self._state.setGeometry(0, top, width, tall)
        return top + tall + current().px(tokens.SPACE_S)

    def _fit_editor(self, editor: Piece, width: int) -> int:
        """The editor in the place of the bubble, over the whole width; attachments stay where they are."""
        theme = current()
        self._bubble = QRectF()
        if self._more is not None:
            self._more.hide()
        y = 0
        if self._attached is not None and self._attached.tiles:
            y = self._attached.fit(width)
            self._attached.setGeometry(0, 0, width, y)
            y += theme.px(tokens.SPACE_XS)
        tall = editor.fit(width)
        editor.setGeometry(0, y, width, tall)
        self.place_bar(0, y + tall + 2, width)
        self.fade(0, 0)
        return y + tall + theme.px(EDGE + tokens.SPACE_XS)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("bubble"))
            painter.drawRoundedRect(self._bubble, theme.px(tokens.RADIUS_L), theme.px(tokens.RADIUS_L))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._words()

    def _natural(self, piece: RichText | CodeBlock, widest: int) -> int:
        if isinstance(piece, CodeBlock):
            return min(widest, piece.view.sizeHint().width() + current().px(28 + piece.indent * LIST_INDENT))
        return piece.natural_width(widest)

    def _fill(self) -> None:
        for piece in self._pieces:
            piece.setParent(None)
            piece.deleteLater()
        self._pieces = []
        text = self.message.text
        shown = text[: self._shown]
        said = [plain(shown)] if len(text) > FOLDED_AT else map(unfolded, segments(shown, breaks=True))
        for made in (made for made in said if made is not None):
            if isinstance(made, TextSegment) and self._pieces and isinstance(self._pieces[-1], RichText):
                self._pieces[-1].set_html(self._pieces[-1].html + made.html)
                continue
            self._pieces.append(self._piece(made))
        for piece in self._pieces:
            piece.show()
        self._words()

    def _piece(self, made: TextSegment | CodeSegment) -> RichText | CodeBlock:
        if isinstance(made, CodeSegment):
            block = CodeBlock(self)
            block.indent = made.indent
            block.height_changed.connect(self.height_changed)
            block.set_code(made.code, made.language)
            return block
        rich = RichText(made.html, self)
        rich.link_clicked.connect(self.link_clicked)
        return rich

    def _words(self) -> None:
        text = self.message.text
        hidden = len(text) - self._shown
        if hidden > 0 and self._more is None:
            self._more = LinkButton("", parent=self)
            self._more.clicked.connect(self._on_more)
        if self._more is not None:
            self._more.setVisible(hidden > 0 and self.editor is None)
            self._more.setText(counted.hidden(max(0, hidden)))
        self._show_attached()
        self._show_state()
        self.show_marks(self._row.fork)
        self.setAccessibleName(self.tr("You: {0}").format(text[:2_000]))

    def _show_state(self) -> None:
        """Say that the question has no answer, with a way to one."""
        if self._row.unanswered and self._state is None:
            card = StateCard()
            card.retry_wanted.connect(self.retry_wanted)
            card.show_state(self.message, retryable=True)
            self._state = Fitted(card, self)
        elif not self._row.unanswered and self._state is not None:
            self._state.hide()
            self._state.deleteLater()
            self._state = None
        if self._state is not None:
            self._state.setVisible(self.editor is None)

    def _show_attached(self) -> None:
        if self.message.attachments and self._attached is None:
            self._attached = AttachedStrip(self._pictures, self)
            self._attached.resized.connect(self.height_changed)
        if self._attached is not None:
            self._attached.show_parts(self.message.attachments)

    def _on_more(self) -> None:
        self._shown += STEP
        self._fill()
        self.height_changed.emit()
