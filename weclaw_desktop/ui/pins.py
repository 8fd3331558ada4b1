"""What people do with pins and rules, wherever they do it: panel, transcript, composer, keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from weclaw_desktop.core.pins import FoundRule, KeptPin, PinState
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Label, Sheet

translate = QCoreApplication.translate


class PinActs(QObject):
    """The verbs, on the open chat. What is taken away is offered back by ``Conductor.undo_offered``."""

    def __init__(self, conductor: Conductor, parent: QObject | None = None) -> None:
        super().__init__(parent or conductor)
        self._conductor = conductor

    def act(self, window: QWidget, item: KeptPin | FoundRule, name: str) -> None:
        """Do what a line of the panel offers; sheets open over ``window``."""
        if name == "show":
            self._conductor.open_message(self._conductor.chat_id, item.message_id, item.seq)
        elif isinstance(item, FoundRule):
            self.decide(item, "confirmed" if name == "keep" else "dismissed")
        elif name == "unpin":
            self.unpin(item)
        elif name == "edit":
            self.edit(window, item)

    def keep(self, words: str, *, source_id: str = "") -> None:
        """Pin words, of a message where they were chosen from one; a new chat is stored for them."""
        if words.strip():
            self._conductor.start(self._keep(words, source_id), "pin words")

    async def _keep(self, words: str, source_id: str) -> None:
        chat_id = await self._conductor.stored_chat()
        await self._conductor.bench.pinning.add(chat_id, words, source_id=source_id)

    def unpin(self, pin: KeptPin) -> None:
        """Keep it no longer; Undo is offered."""
        self._conductor.start(self._unpin(pin), "unpin")

    async def _unpin(self, pin: KeptPin) -> None:
        bench, conductor = self._conductor.bench, self._conductor
        if pin.pin_id:
            gone = await bench.pinning.remove(pin.pin_id)
            back = partial(bench.pinning.put_back, gone)
        else:
            await bench.dialog.pin(pin.message_id, False)
            back = partial(bench.dialog.pin, pin.message_id, True)
        conductor.undo_offered.emit(_unpinned, lambda: conductor.start(back(), "pin again"))

    def decide(self, rule: FoundRule, state: PinState) -> None:
        """Keep or dismiss a rule; Undo is offered for what takes something away."""
        self._conductor.start(self._decide(self._conductor.chat_id, rule, state), "decide on a rule")

    async def _decide(self, chat_id: str, rule: FoundRule, state: PinState) -> None:
        decide = self._conductor.bench.pinning.decide
        before = await decide(chat_id, rule.text, rule.message_id, state)
        if state == "dismissed":
            back = partial(decide, chat_id, rule.text, rule.message_id, before)
            self._conductor.undo_offered.emit(_dismissed, lambda: self._conductor.start(back(), "keep a rule"))

    def write(self, window: QWidget) -> Sheet:
        """Open a sheet to write words that are kept."""
        title = translate("ContextPanel", "Pin words of your own")
        return self._sheet(window, title, "", self.keep)

    def edit(self, window: QWidget, pin: KeptPin) -> Sheet:
        """Open the words of a pin, to change or shorten them."""

        def save(words: str) -> None:
            self._conductor.start(self._conductor.bench.pinning.change(pin.pin_id, words), "change a pin")

        return self._sheet(window, translate("ContextPanel", "Edit the pin"), pin.text, save)

    def _sheet(self, window: QWidget, title: str, words: str, save: object) -> Sheet:
        sheet = Sheet(window, title, width=560)
        told = translate("ContextPanel", "Sent word for word with every message of this chat, whatever is compressed.")
        sheet.body.addWidget(Label(told, "small", "muted", wrap=True))
        field = QPlainTextEdit()
        field.setPlainText(words)
        field.setTabChangesFocus(True)
        field.setAccessibleName(title)
        field.setMinimumHeight(current().px(110))
        sheet.body.addWidget(field)
        sheet.add_button("", translate("ContextPanel", "Cancel"))
        button = sheet.add_button("save", translate("ContextPanel", "Pin"), "primary")
        button.setEnabled(False)

        def changed() -> None:
            written = field.toPlainText().strip()
            button.setEnabled(bool(written) and written != words.strip())

        def closed(answer: str) -> None:
            written = field.toPlainText().strip()
            if answer == "save" and written and callable(save):
                save(written)

        field.textChanged.connect(changed)
        sheet.closed.connect(closed)
        sheet.open()
        field.setFocus()
        return sheet


def _unpinned(count: int) -> str:
    if count == 1:
        return translate("ContextPanel", "Unpinned")
    return translate("ContextPanel", "Taken away: {0}").format(count)


def _dismissed(count: int) -> str:
    if count == 1:
        return translate("ContextPanel", "Not kept as a rule")
    return translate("ContextPanel", "Taken away: {0}").format(count)
