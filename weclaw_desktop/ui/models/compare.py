"""Two models side by side on one prompt. Each side is a chat of its own, so nothing is lost and nothing is special.

Begun from a chat, both sides are branches of it and see what it holds; else both are new. What is written below goes to
both. *Keep* opens one of the two in the main window and puts the other into the trash.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.events import ChatSetAside
from weclaw_desktop.ui.chat.chat_view import ChatView
from weclaw_desktop.ui.chat.composer_edit import ComposerEdit
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.models.pastes import Pastes
from weclaw_desktop.ui.models.picker import ModelPicker
from weclaw_desktop.ui.slots import Slots
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Line, PillButton, column, row

translate = QCoreApplication.translate


class Side(QWidget):
    """One model: its pill, its answers, and the button that keeps it."""

    kept = Signal()

    def __init__(self, conductor: Conductor, window: QWidget) -> None:
        super().__init__()
        self.conductor = conductor
        self._window = window
        self.ready = True
        """Whether its chat is there: a branch takes a moment to be made."""
        self.branch = ""
        """The chat that was branched for it, "" for none."""
        self.asked = False
        """Whether there is something to keep: without a question both sides are what the chat was."""
        self.model = PillButton()
        self.model.show_arrow()
        self.model.clicked.connect(self._on_model)
        self.keep = Button("", "secondary", "check")
        self.keep.clicked.connect(self.kept)
        self.chat = ChatView(conductor, Slots())
        self.chat.composer.hide()
        head = row(gap=tokens.SPACE_S, margins=(16, 8, 16, 8))
        head.addWidget(self.model)
        head.addStretch(1)
        head.addWidget(self.keep)
        layout = column(self, gap=0)
        layout.addLayout(head)
        layout.addWidget(self.chat, 1)
        for changed in (conductor.chat_opened, conductor.chat_changed, conductor.models_changed):
            changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        title = self.conductor.model_title(self.conductor.model) or translate("Compare", "Choose a model")
        self.model.setText(title)
        self.model.setAccessibleName(translate("Compare", "Model: {0}").format(title))
        self.keep.setText(translate("Compare", "Keep this one"))
        self.keep.setAccessibleName(translate("Compare", "Keep the answers of {0}").format(title))
        self.keep.setEnabled(self.asked and self.conductor.chat is not None)

    def _on_model(self) -> None:
        ModelPicker(self._window, self.conductor, self.conductor.choose_model).open()


class CompareWindow(QWidget):
    """``kept`` tells which chat shall be shown; the window closes itself then. ``gone`` comes when it closed."""

    kept = Signal(str)
    gone = Signal()

    def __init__(self, origin: Conductor) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._origin = origin
        self._aside: set[str] = set()
        """Chats that no list shows while they are compared here."""
        self._closed = False
        self._branching: dict[Side, asyncio.Task[None]] = {}
        self.sides = tuple(Side(Conductor(origin.bench), self) for _ in range(2))
        for side in self.sides:
            side.kept.connect(lambda side=side: self._on_keep(side))
            side.conductor.chat_opened.connect(lambda side=side: self._set_aside(side.conductor.chat_id))
            side.conductor.running_changed.connect(self._show_running)
            side.conductor.settings_wanted.connect(origin.settings_wanted)
            side.chat.settings_wanted.connect(origin.settings_wanted)
        self.edit = ComposerEdit()
        self.edit.send_with = origin.settings.general.send_with
        self.edit.send_wanted.connect(self.send_both)
        self.edit.stop_wanted.connect(self._on_escape)
        self.pastes = Pastes(self.edit, self.conductors)
        self.pastes.changed.connect(self._show_running)
        self.edit.textChanged.connect(self._show_running)
        self.send, self.stop = Button("", "primary", "send"), Button("", "secondary", "stop")
        self.send.clicked.connect(self.send_both)
        self.stop.clicked.connect(self._on_stop)
        self._lay_out()
        self.resize(current().px(1_180), current().px(760))
        self.retranslate()
        self._begin()

    @property
    def conductors(self) -> tuple[Conductor, ...]:
        """Those of the two sides."""
        return tuple(side.conductor for side in self.sides)

    def send_both(self) -> None:
        """Send what was written to both models."""
        words = self.pastes.draft.everything
        if self.send.isEnabled():
            sending = [conductor.send(words) for conductor in self.conductors]
            self._origin.start(self._put_back(words, sending), "put back what nobody took")
            self.edit.clear()
            self.pastes.clear()
            for side in self.sides:
                side.asked = True
                side.retranslate()

    async def _put_back(self, words: str, sending: Sequence[asyncio.Task[None]]) -> None:
        """Words that neither side took stand in the field again; why is told by whoever supervises the sending."""
        await asyncio.wait(sending)
        if self._closed or not all(task.cancelled() or task.exception() for task in sending):
            return
        behind = self.edit.toPlainText()
        self.edit.setPlainText("\n\n".join(part for part in (words, behind) if part))
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setWindowTitle(translate("Compare", "Compare two models"))
        self.setAccessibleName(self.windowTitle())
        self.edit.setPlaceholderText(translate("Compare", "One message for both models…"))
        self.edit.setAccessibleName(translate("Compare", "Message for both models"))
        self.send.setText(translate("Compare", "Send to both"))
        self.stop.setText(translate("Compare", "Stop"))
        self._show_running()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            for side in self.sides:
                side.retranslate()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_escape()
            return
        super().keyPressEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self._closed = True
        self.pastes.clear()
        ending = self._origin.bench.supervisor.closing
        for side in self.sides:
            if not side.asked and not ending:
                self._origin.start(self._take_back(side), "take back an unused branch")
                self._aside.discard(side.branch or side.conductor.chat_id)
        for chat_id in self._aside:
            self._list_again(chat_id)
        for conductor in self.conductors:
            conductor.close()
        self.gone.emit()
        self.deleteLater()

    async def _take_back(self, side: Side) -> None:
        """Nothing was asked in a branch that was made for it: it is of no use to anybody, in the trash neither."""
        if side in self._branching:
            await asyncio.wait([self._branching[side]])
        chat_id = side.branch or side.conductor.chat_id
        if not chat_id:
            return
        try:
            await self._origin.bench.dialog.delete(chat_id)
            await self._origin.bench.organiser.erase([chat_id])
        finally:
            self._list_again(chat_id)

    async def _put_into_trash(self, chat_id: str) -> None:
        try:
            await self._origin.bench.dialog.delete(chat_id)
        finally:
            self._list_again(chat_id)

    def _set_aside(self, chat_id: str) -> None:
        """Leave a side's chat out of the lists: its title is the other one's, and that of the chat they come from."""
        if chat_id and chat_id not in self._aside and not self._closed:
            self._aside.add(chat_id)
            self._origin.bench.bus.publish(ChatSetAside(chat_id))

    def _list_again(self, chat_id: str) -> None:
        self._origin.bench.bus.publish(ChatSetAside(chat_id, on=False))

    @property
    def _running(self) -> bool:
        return any(conductor.running for conductor in self.conductors)

    def _lay_out(self) -> None:
        middle = row(gap=0)
        middle.addWidget(self.sides[0], 1)
        middle.addWidget(Line(vertical=True))
        middle.addWidget(self.sides[1], 1)
        below = row(gap=tokens.SPACE_S, margins=(16, 10, 16, 12))
        written = column(gap=tokens.SPACE_XS)
        written.addWidget(self.pastes.strip)
        written.addWidget(self.edit)
        below.addLayout(written, 1)
        for button in (self.stop, self.send):
            below.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        layout = column(self, gap=0)
        layout.addLayout(middle, 1)
        layout.addWidget(Line())
        layout.addLayout(below)

    def _begin(self) -> None:
        """The model in use stands left; right the next favourite or any other one."""
        origin = self._origin
        first = origin.model
        others = [*origin.settings.favourites, *(spec.id for spec in origin.models)]
        known = {spec.id for spec in origin.models}
        second = next((name for name in others if name != first and name in known), first)
        for side, model in zip(self.sides, (first, second), strict=True):
            side.conductor.new_chat()
            if origin.chat is None or not origin.feed.rows.messages:
                side.conductor.choose_model(model)
            else:
                side.ready = False
                last = origin.feed.rows.messages[-1].id
                self._branching[side] = origin.start(self._branch(side, last, model), "branch a chat to compare")
        self.edit.setFocus()

    async def _branch(self, side: Side, message_id: str, model: str) -> None:
        dialog = self._origin.bench.dialog
        chat = await dialog.branch_chat(message_id)
        side.branch = chat.id
        self._set_aside(chat.id)
        await dialog.choose_model(chat.id, model)
        if not self._closed:
            side.ready = await side.conductor.show_chat(chat.id)
            self._show_running()

    def _show_running(self) -> None:
        self.stop.setVisible(self._running)
        ready = all(side.ready and side.conductor.model for side in self.sides)
        self.send.setEnabled(ready and bool(self.pastes.draft))

    def _on_escape(self) -> None:
        self._on_stop() if self._running else self.close()

    def _on_stop(self) -> None:
        for conductor in self.conductors:
            if conductor.running:
                conductor.stop()

    def _on_keep(self, side: Side) -> None:
        chosen = side.conductor.chat
        other = next(conductor for conductor in self.conductors if conductor is not side.conductor)
        if chosen is None:
            return
        if other.chat is not None:
            self._origin.start(self._put_into_trash(other.chat.id), "put the other one into the trash")
            self._aside.discard(other.chat.id)
        self.kept.emit(chosen.id)
        self.close()
