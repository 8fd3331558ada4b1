"""One answer: who speaks, reasoning, text, tool calls, how it ended, and what can be done with it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.chat.answer_body import AnswerBody
from weclaw_desktop.ui.chat.attached import AttachedStrip
from weclaw_desktop.ui.chat.live import LiveChats, Reply
from weclaw_desktop.ui.chat.message_bar import EDGE
from weclaw_desktop.ui.chat.message_editor import MessageEditor
from weclaw_desktop.ui.chat.message_view import MessageView, read
from weclaw_desktop.ui.chat.message_words import ActName
from weclaw_desktop.ui.chat.pieces import Fitted, Fold
from weclaw_desktop.ui.chat.read_along import ReadAlong, announce
from weclaw_desktop.ui.chat.response_head import ResponseHead, details, meta_text, waiting_text
from weclaw_desktop.ui.chat.segments import plain
from weclaw_desktop.ui.chat.source_list import SourceList
from weclaw_desktop.ui.chat.spelt_pictures import content_of, spelt
from weclaw_desktop.ui.chat.state_card import StateCard
from weclaw_desktop.ui.chat.tool_card import ToolCard
from weclaw_desktop.ui.chat.transcript_model import ResponseRow
from weclaw_desktop.ui.theme import current, tokens

LONGEST_THOUGHTS = 40_000
"""Characters of reasoning that are shown; the end counts."""
BEGUN = 400
"""Characters of a growing answer from which its buttons are made, one at a time."""


class ResponseView(MessageView):
    """Shows a response row, stored or growing."""

    def __init__(
        self, row: ResponseRow, live: LiveChats, parent: QWidget | None = None, *, at_once: bool = True
    ) -> None:
        """``at_once`` shows a long text sooner than is good for what else happens: it is in sight, and waited for."""
        super().__init__(row.key, parent, asks=False)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)  # it paints nothing itself: only its parts change
        self._row = row
        self._live = live
        self._fed = self._thought = 0
        self._head = ResponseHead(self)
        self._fold: Fold | None = None
        self._body = AnswerBody(self, self.link_clicked.emit)
        self._cards: dict[str, ToolCard] = {}
        self._state: Fitted | None = None
        self._sources: Fitted | None = None
        self._pictures: AttachedStrip | None = None
        reply = self._reply()
        self._along = ReadAlong(0 if reply is None else len(reply.text))
        self._body.changed.connect(self.height_changed)
        self._body.shown.connect(self.completed)
        self._show_stored(at_once)
        self.show_actions(False)

    @property
    @override
    def message(self) -> Message:
        """The message shown."""
        return self._row.message

    @property
    @override
    def growing(self) -> bool:
        return self._reply() is not None or self.message.state == "generating"

    @property
    @override
    def raw(self) -> str:
        """The text as it came: what is copied."""
        reply = self._reply()
        return reply.text if reply is not None else self.message.text

    @property
    @override
    def whole(self) -> bool:
        return self._body.whole or self._reply() is not None

    @property
    def has_calls(self) -> bool:
        """Whether a tool card is shown."""
        return bool(self._cards)

    def refresh(self) -> None:
        """Something about a call or the waiting changed."""
        self._show_rest()

    def update_row(self, row: ResponseRow) -> None:
        """The row changed: a result came, it was finished, it is not the last any more."""
        before, self._row = self._row.message, row
        if self._reply() is None and (before != row.message or self._fed):
            self._settle()
        self._show_rest()
        self.height_changed.emit()

    def flush(self) -> None:
        """Show what arrived since the last call; at most twenty times a second."""
        reply = self._reply()
        if reply is None:
            return
        new = reply.text[self._fed :]
        if new:
            self._fed += len(new)
            self._body.feed(new)
            self._tell(new)
        if new or not self._body.whole:
            self._body.flush()
        if len(reply.thoughts) != self._thought:
            self._thought = len(reply.thoughts)
            self._thoughts().set_html(plain(reply.reasoning[-LONGEST_THOUGHTS:]).html)
        self._show_head(reply)
        self._show_thoughts(reply)
        self._show_calls(reply)
        if self._fed > BEGUN and self._row.last:
            self.prepare_bar()
        self.height_changed.emit()

    @override
    def end_edit(self) -> None:
        self._body.set_visible(True)
        super().end_edit()

    @override
    def unfold(self, words: Sequence[str]) -> None:
        self._body.unfold(words)

    @override
    def stack(self) -> list[QWidget]:
        return [*([self._fold] if self._fold is not None else []), *self._body.pieces]

    @override
    def plain_text(self) -> str:
        thoughts = None if self._fold is None else self._fold.body
        return "\n\n".join(read(piece) for piece in self.selectables() if piece is not thoughts).strip()

    @override
    def show_actions(self, on: bool) -> None:
        on = (on or self._row.last) and self._reply() is None and self.editor is None and self._has_footer()
        names: set[ActName] = set()
        if on:
            names.add("menu")
            over = all(call.id in self._row.results for call in self.message.calls)
            if self.message.text:
                names |= {"copy", "edit"}
            if over and self.message.state == "committed":
                names.add("regenerate")
        self.show_acts(names)

    @override
    def fit(self, width: int) -> int:
        theme = current()
        gap = theme.px(tokens.SPACE_S)
        y = self._head.fit(width)
        if self._fold is not None:
            tall = self._fold.fit(width)
            self._fold.setGeometry(0, y, width, tall)
            y += tall + theme.px(tokens.SPACE_XS)
        y = self._body.fit(width, y) if self.editor is None else self._fit_editor(self.editor, width, y)
        for part in self._below():
            tall = part.fit(width)
            part.setGeometry(0, y, width, tall)
            y += tall + gap
        edge = theme.px(EDGE)
        self.place_bar(-theme.px(4), y - theme.px(2), width + theme.px(4))
        self.fade(width, y - theme.px(2))
        return y + (edge if self._has_footer() else 0) + theme.px(2)

    def _fit_editor(self, editor: MessageEditor, width: int, top: int) -> int:
        """The editor in the place of the text."""
        self._body.set_visible(False)
        tall = editor.fit(width)
        editor.setGeometry(0, top, width, tall)
        return top + tall + current().px(tokens.SPACE_S)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show_rest()
            self.height_changed.emit()
        elif event.type() == QEvent.Type.StyleChange:
            self._body.invalidate()

    def _has_footer(self) -> bool:
        """Room for actions is kept where an answer ends, so that hovering moves nothing."""
        return self._row.last or self.marked or (bool(self.message.text) and not self.message.calls)

    def _reply(self) -> Reply | None:
        return self._live.replies.get(self._row.key)

    def _show_stored(self, at_once: bool) -> None:
        """First show: a stored answer, or a growing one as far as it is."""
        if self._reply() is not None:
            self.flush()
        else:
            self._show_sources()
            self._show_pictures()
            self._body.show_text(self.message.text, at_once=at_once)
        self._show_rest()

    def _tell(self, new: str, *, over: bool = False) -> None:
        """Let a screen reader follow."""
        said = self._along.take(new, time.monotonic(), over=over)
        if said:
            self.setAccessibleName(self.tr("{0}: {1}").format(self._speaker, said[-2_000:]))
            announce(self, said)

    def _settle(self) -> None:
        """The answer is stored now: keep the pieces when they hold the same text."""
        self._show_sources()
        self._show_pictures()
        if self._fed:
            self._tell(self.message.text[self._fed :], over=True)
        if self._fed and self._body.raw != self.message.text and self.message.text.startswith(self._body.raw):
            self._body.feed(self.message.text[len(self._body.raw) :])
        if self._fed and self._body.raw == self.message.text:
            self._body.finish()
        elif self._body.raw != self.message.text:
            self._body.show_text(self.message.text)
        self._fed = 0

    def _below(self) -> list[AttachedStrip | Fitted | ToolCard]:
        """What stands under the text, from top to bottom."""
        parts = (self._pictures, self._sources, *self._cards.values(), self._state)
        return [part for part in parts if part is not None and not part.isHidden()]

    def _show_pictures(self) -> None:
        """Those that are spelt out in the text, below it."""
        found, pictures = spelt(f"{self.message.id}.{self.message.revision}", self.message.text), self._live.pictures
        if self._pictures is not None:
            self._pictures.hide()
            self._pictures.deleteLater()
            self._pictures = None
        if found and pictures is not None:
            self._pictures = strip = AttachedStrip(pictures.beside(content_of(found), self), self)
            strip.resized.connect(self.height_changed)
            strip.show_parts([part for part, _ in found.values()])

    def _show_sources(self) -> None:
        """Below the text, and behind the numbers in it."""
        pages = self.message.sources
        self._body.list_sources(pages)
        if pages and self._sources is None:
            made = SourceList()
            made.link_clicked.connect(self.link_clicked)
            made.height_changed.connect(self.height_changed)
            self._sources = Fitted(made, self)
            self._sources.show()
        if self._sources is not None and isinstance(self._sources.inner, SourceList):
            self._sources.inner.show_pages(pages)
            self._sources.setVisible(bool(pages))

    def _show_rest(self) -> None:
        """Everything but the text."""
        reply = self._reply()
        self._show_head(reply)
        self._show_thoughts(reply)
        self._show_calls(reply)
        self._show_state(reply)
        self.show_marks(self._row.fork)
        self.show_actions(self.hovered or self.active)
        self.setAccessibleName(self.tr("{0}: {1}").format(self._speaker, self.raw[:2_000]))

    @property
    def _speaker(self) -> str:
        return self._live.model_title(self.message.model) or self.tr("Assistant")

    @property
    def _unspoken(self) -> bool:
        """Whether the program ended before anything came, of nobody knows whom: then nobody is said to speak."""
        return self.message.state == "interrupted" and not self.message.parts and not self.message.model

    def _show_head(self, reply: Reply | None) -> None:
        """Who speaks, what it took, and what is waited for."""
        meta = meta_text(self.message, reply, last=self._row.last)
        names = self._row.first and not self._unspoken
        self._head.show_speaker(self._speaker if names else "", meta, details(self.message))
        self._head.show_waiting(waiting_text(reply))

    def _thoughts(self) -> Fold:
        """The fold for reasoning, made when there is some."""
        if self._fold is None:
            self._fold = Fold("thought", self)
            self._fold.height_changed.connect(self.height_changed)
            self._fold.link_clicked.connect(self.link_clicked)
            self._fold.show()
        return self._fold

    def _thought_for(self, took: float) -> str:
        """The fold's title; thoughts that came at once took no time worth a number."""
        return self.tr("Thought for {0} s").format(moments.seconds(took)) if took >= 0.05 else self.tr("Reasoning")

    def _show_thoughts(self, reply: Reply | None) -> None:
        if reply is None:
            thinking = self.message.reasoning
            if not thinking.strip():
                return
            self._thoughts().set_html(plain(thinking[-LONGEST_THOUGHTS:]).html)
            took = self._live.thought_seconds.get(self.message.id)
            if took is None and self.message.usage is not None and self.message.usage.thought_ms:
                took = self.message.usage.thought_ms / 1_000
            self._thoughts().set_title(self.tr("Reasoning") if took is None else self._thought_for(took))
        elif reply.thoughts:
            until = reply.thought_until if reply.pieces else time.monotonic()
            took = until - reply.thought_from
            thought = self._thought_for(took)
            thinking_now = self.tr("Thinking… {0} s").format(f"{took:.0f}")
            self._thoughts().set_title(thought if reply.pieces else thinking_now)

    def _show_calls(self, reply: Reply | None) -> None:
        calls = tuple(reply.calls.values()) if reply is not None else self.message.calls
        for gone in [key for key in self._cards if key not in {call.id for call in calls}]:
            card = self._cards.pop(gone)
            card.hide()
            card.deleteLater()
        for call in calls:
            card = self._cards.get(call.id)
            if card is None:
                card = self._cards[call.id] = ToolCard(call, self)
                card.height_changed.connect(self.height_changed)
                card.approved.connect(self.approved)
                card.show()
            life = self._live.tools.get((self.message.chat_id, self.message.id, call.id))
            card.artifact = self._row.artifacts.get(call.id, "")
            card.show_call(call, self._row.results.get(call.id), life, growing=reply is not None)

    def _show_state(self, reply: Reply | None) -> None:
        wanted = reply is None and self.message.state in ("failed", "interrupted", "stopped")
        if not wanted:
            if self._state is not None:
                self._state.hide()
                self._state.deleteLater()
                self._state = None
            return
        if self._state is None:
            card = StateCard()
            card.retry_wanted.connect(self.retry_wanted)
            card.settings_wanted.connect(lambda: self.act_wanted.emit("settings"))
            self._state = Fitted(card, self)
            self._state.show()
        inner = self._state.inner
        assert isinstance(inner, StateCard)
        inner.show_state(self.message, retryable=self._row.last)
