"""Does what commands say: each is one thing that can also be done elsewhere in the window."""

from __future__ import annotations

import re
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QScrollArea, QWidget

from weclaw_desktop.context.strategies import names as strategies
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat import composer_command
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.chat.composer_command import Command
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.header import strategy_name
from weclaw_desktop.ui.pins import PinActs
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Label, Sheet, column, row

_NUMBER = re.compile(r"m?(\d{1,9})", re.IGNORECASE)


class Commander(QObject):
    """Runs commands on the open chat; ``wanted`` names a command of the window (``model.choose``, …)."""

    wanted = Signal(str)

    def __init__(self, conductor: Conductor, composer: Composer) -> None:
        super().__init__(composer)
        self._conductor = conductor
        self._composer = composer
        self._pins = PinActs(conductor, self)
        conductor.export_wanted.connect(self.export)

    def run(self, command: Command) -> None:
        """Do it, or say in one line why not. The field is emptied when it was done."""
        say = self._composer.say
        if not command.known:
            say(
                self.tr("There is no command /{0}. /help lists them; // in front sends it as text.").format(
                    command.name
                )
            )
            return
        told = getattr(self, f"_{command.name}")(command.argument)
        if told is None:
            self._composer.edit.clear()
        else:
            if told.startswith("+"):
                self._composer.edit.clear()
            say(told.removeprefix("+"))

    def _compact(self, focus: str) -> str | None:
        conductor = self._conductor
        if conductor.chat is None:
            return self.tr("There is nothing to compress yet.")
        conductor.start(self._compress(conductor.chat.id, focus), "compress")
        return "+" + self.tr("Compressing…")

    async def _compress(self, chat_id: str, focus: str) -> None:
        try:
            await self._conductor.told(self._conductor.bench.worker.compress_now(chat_id, focus))
        finally:
            self._composer.unsay(self.tr("Compressing…"))

    def _clear(self, _argument: str) -> str | None:
        self._composer.edit.clear()
        self._conductor.new_chat()
        return None

    def _export(self, _argument: str) -> str | None:
        if self._conductor.chat is None:
            return self.tr("There is nothing to save yet.")
        self.export(self._conductor.chat_id)
        return None

    def export(self, chat_id: str) -> None:
        """Ask where a chat shall be saved, and save it; "" is a chat that nothing was sent in yet."""
        if chat_id:
            self._conductor.start(self._ask_where(chat_id), "export")
        else:
            self._composer.say(self.tr("There is nothing to save yet."))

    async def _ask_where(self, chat_id: str) -> None:
        chat = await self._conductor.bench.store.chats.get(chat_id)
        day = datetime.fromtimestamp(chat.updated_ms / 1_000).astimezone()
        title = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", chat.title).strip() or self.tr("Chat")
        dialog = QFileDialog(self._composer.window(), self.tr("Save this chat"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Markdown (*.md)"))
        dialog.setDefaultSuffix("md")
        dialog.selectFile(f"{title[:80]} {day:%Y-%m-%d}.md")
        dialog.fileSelected.connect(partial(self._begin_save, chat.id))
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def _begin_save(self, chat_id: str, name: str) -> None:
        self._conductor.start(self._save(chat_id, Path(name)), "export")

    async def _save(self, chat_id: str, path: Path) -> None:
        await self._conductor.bench.exporting.to_markdown(chat_id, path, i18n.language())
        self._composer.say(self.tr("Saved as {0}").format(path.name))

    def _pin(self, argument: str) -> str | None:
        number = _NUMBER.fullmatch(argument)
        if argument and number is None:
            self._composer.edit.clear()
            self._pins.keep(argument)
            return "+" + self.tr("These words are sent with every message from now on.")
        chat = self._conductor.chat
        if chat is None:
            return self.tr("There is nothing to pin yet.")
        self._conductor.start(self._pin_one(chat.id, int(number[1]) if number is not None else 0), "pin")
        return None

    async def _pin_one(self, chat_id: str, seq: int) -> None:
        """Pin message ``seq``, or the newest answer (0)."""
        bench = self._conductor.bench
        log = await bench.store.messages.path(chat_id)
        answers = (m for m in reversed(log) if (m.seq == seq if seq else m.role == "assistant" and m.text.strip()))
        message = next(answers, None)
        if message is None:
            self._composer.say(self.tr("There is no such message in this chat."))
            return
        await bench.dialog.pin(message.id, True)
        self._composer.say(self.tr("Message m{0} is kept verbatim from now on.").format(message.seq))

    def _model(self, name: str) -> str | None:
        if not name:
            self.wanted.emit("model.choose")
            return None
        wanted = name.lower()
        models = self._conductor.models
        found = [spec for spec in models if wanted in (spec.id.lower(), spec.name.lower())]
        found = found or [spec for spec in models if wanted in f"{spec.id} {i18n.model_title(spec)}".lower()]
        if len(found) != 1:
            ids = ", ".join(spec.id for spec in (found or models)[:5])
            return self.tr("Which model? {0}").format(ids or self.tr("There is none yet."))
        self._conductor.choose_model(found[0].id)
        return "+" + self.tr("{0} answers from now on.").format(i18n.model_title(found[0]))

    def _strategy(self, name: str) -> str | None:
        known = {name: strategy_name(name) for name in strategies()}
        found = [one for one, title in known.items() if name and name.lower() in (one, title.lower())]
        if not found:
            return self.tr("Which strategy? {0}").format(", ".join(known))
        self._conductor.choose_strategy(found[0])
        return "+" + self.tr("{0} compresses this chat from now on.").format(known[found[0]])

    def _context(self, _argument: str) -> str | None:
        self._conductor.xray_wanted.emit("")
        return None

    def _on_help(self, answer: str) -> None:
        if answer == "keys":
            self.wanted.emit("program.keys")

    def _help(self, _argument: str) -> str | None:
        sheet = Sheet(self._composer.window(), self.tr("Commands"), width=560)
        listed = QWidget()
        lines = column(listed, gap=tokens.SPACE_XS)
        for offer in composer_command.offers():
            line = row(gap=tokens.SPACE_M)
            line.addWidget(Label(f"/{offer.name} {offer.argument}".rstrip(), bold=True))
            line.addStretch(1)
            line.addWidget(Label(offer.does, "small", "muted"))
            lines.addLayout(line)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(listed)
        area.setFixedHeight(min(listed.sizeHint().height(), round(self._composer.window().height() * 0.45)))
        sheet.body.addWidget(area)
        rest = self.tr(
            "@ attaches a file. Up brings back what you wrote. // or a space in front sends a slash as text."
        )
        sheet.body.addWidget(Label(rest, "small", "muted", wrap=True))
        sheet.add_button("keys", self.tr("Keys"))
        sheet.add_button("", self.tr("Close"), "primary")
        sheet.closed.connect(self._on_help)
        sheet.open()
        return None
