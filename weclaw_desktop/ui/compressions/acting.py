"""What people do with compressions: ask for one, look at it first or later, make it again, bring one back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from weclaw_desktop.context.engine import Refused
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.wishes import Wish
from weclaw_desktop.services.trash import IN_TRASH, in_trash
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.compressions.changes_sheet import ChangesSheet, Step, Told, edit_narrative
from weclaw_desktop.ui.compressions.compress_sheet import CompressSheet
from weclaw_desktop.ui.conductor import Conductor

translate = QCoreApplication.translate


class Compressing(QObject):
    """Belongs to whoever shows the buttons. Sheets open over the window that is handed in."""

    def __init__(self, conductor: Conductor, parent: QObject | None = None) -> None:
        super().__init__(parent if parent is not None else conductor)
        self._conductor = conductor

    def ask(self, window: QWidget, wish: Wish | None = None) -> None:
        """Ask how, then preview or compress."""
        if self._conductor.chat is not None:
            self._start(self._ask(window, self._conductor.chat_id, wish or Wish()), "ask how to compress")

    def preview(self, window: QWidget, wish: Wish | None = None) -> None:
        """Show what a compression would change; the one that lies ready when nothing is wished for."""
        if self._conductor.chat is not None:
            self._preview_of(window, self._conductor.chat_id, wish or Wish())

    def compress(self, wish: Wish) -> None:
        """Do it."""
        if self._conductor.chat is not None:
            self._compress(self._conductor.chat_id, wish)

    def _preview_of(self, window: QWidget, chat_id: str, wish: Wish) -> None:
        self._start(self._preview(window, chat_id, wish), "preview compression")

    def _compress(self, chat_id: str, wish: Wish) -> None:
        conductor = self._conductor
        self._start(conductor.told(conductor.bench.worker.compress_now(chat_id, wish=wish)), "compress")

    def show_changes(self, window: QWidget, record: Record) -> None:
        """Show what a stored compression changed."""
        chat_id = record.chat_id or self._conductor.chat_id
        self._start(self._show(window, chat_id, record), "show what a compression changed")

    def edit(self, window: QWidget, record: Record) -> None:
        """Edit the summary of the compression in force."""
        self._edit(window, record.chat_id or self._conductor.chat_id, record)

    def _edit(self, window: QWidget, chat_id: str, record: Record, written: str = "", refused: str = "") -> None:
        def save(narrative: str) -> None:
            if chat_id:
                self._start(self._save(window, chat_id, record, narrative), "edit summary")

        edit_narrative(window, record, save, written=written, refused=refused)

    def restore(self, record: Record) -> None:
        """Put an older compression in force again."""
        conductor = self._conductor
        worker = conductor.bench.worker.on_request
        if chat_id := record.chat_id or conductor.chat_id:
            self._start(conductor.told(worker.restore(chat_id, record.id)), "bring a compression back")

    async def _ask(self, window: QWidget, chat_id: str, wish: Wish) -> None:
        if await in_trash(self._conductor.bench.store.chats, chat_id):
            self._conductor.refused.emit(IN_TRASH)
            return
        log = await self._conductor.bench.store.messages.path(chat_id)
        if self._elsewhere(chat_id):
            return
        sheet = CompressSheet(
            window,
            wish,
            _aim(wish, log),
            self._writers(),
            preview=lambda wished: self._preview_of(window, chat_id, wished),
            compress=lambda wished: self._compress(chat_id, wished),
        )
        sheet.open()

    def _writers(self) -> list[tuple[str, str]]:
        return [(spec.id, f"{i18n.model_title(spec)} · {spec.provider}") for spec in self._conductor.models]

    async def _preview(self, window: QWidget, chat_id: str, wish: Wish) -> None:
        conductor = self._conductor
        shown = await conductor.bench.worker.on_request.preview(chat_id, wish)
        if self._elsewhere(chat_id):
            return
        if isinstance(shown, Refused):
            conductor.refused.emit(shown)
            return
        log = await conductor.bench.store.messages.path(chat_id)
        if self._elsewhere(chat_id):
            return
        notes = [translate("ContextPanel", "Nothing is applied yet.")]
        if shown.without_summary:
            notes.append(translate("ContextPanel", "A model's summary comes on top when you compress."))
        asking = wish == Wish() and self._asking
        word = translate("ContextPanel", "Apply") if asking else translate("ContextPanel", "Compress")
        told = Told(
            translate("ContextPanel", "Preview of the compression"),
            shown.changes,
            log,
            notes=notes,
            answers=(("", translate("ContextPanel", "Close"), "secondary"), ("do", word, "primary")),
            pin=lambda source: self._start(conductor.bench.dialog.pin(source, True), "pin"),
            facts_first=True,
        )
        sheet = ChangesSheet(window, told)

        def closed(answer: str) -> None:
            if answer == "do":
                self._agree(chat_id, wish, asking)

        sheet.closed.connect(closed)
        sheet.open()

    @property
    def _asking(self) -> bool:
        """Whether a compression waits for the user's word."""
        report = self._conductor.report
        return report is not None and bool({"apply", "send"} & set(report.status.actions))

    def _agree(self, chat_id: str, wish: Wish, asking: bool) -> None:
        """The user's yes to what was shown: to the question that waits, else to a compression of its own."""
        worker = self._conductor.bench.worker
        if asking:
            self._start(worker.answer(chat_id, "apply"), "apply compression")
        else:
            self._compress(chat_id, wish)

    def _elsewhere(self, chat_id: str) -> bool:
        """Whether another chat was opened meanwhile: a sheet over that one would be taken for its own."""
        return self._conductor.chat_id != chat_id

    async def _show(self, window: QWidget, chat_id: str, record: Record) -> None:
        conductor = self._conductor
        found = await conductor.bench.worker.on_request.changes(chat_id, record.id)
        if isinstance(found, Refused):
            conductor.refused.emit(found)
            return
        log = await conductor.bench.store.messages.path(chat_id)
        records = await conductor.bench.store.records.all(chat_id)
        if self._elsewhere(chat_id):
            return
        told = Told(
            translate("ContextPanel", "What changed"),
            found,
            log,
            answers=(("", translate("ContextPanel", "Close"), "primary"),),
            steps=self._steps(window, record, records),
            extra=self._extra(window, record),
            pin=lambda source: self._start(conductor.bench.dialog.pin(source, True), "pin"),
            jump=lambda source: self._jump(window, chat_id, source, log),
        )
        ChangesSheet(window, told).open()

    def _steps(self, window: QWidget, record: Record, records: Sequence[Record]) -> list[Step]:
        """The compressions before and after this one."""
        at = next((place for place, known in enumerate(records) if known.id == record.id), -1)
        steps: list[Step] = []
        for place, words in ((at - 1, "‹ {0}"), (at + 1, "{0} ›")):
            if at >= 0 and 0 <= place < len(records):
                other = records[place]
                steps.append(Step(words.format(moments.clock(other.created_ms)), self._shower(window, other)))
        return steps

    def _shower(self, window: QWidget, record: Record) -> Callable[[], object]:
        return lambda: self.show_changes(window, record)

    def _extra(self, window: QWidget, record: Record) -> list[tuple[str, Callable[[], object]]]:
        if record.state == "active":
            label = translate("ContextPanel", "Compress again…")
            return [(label, lambda: self.ask(window, Wish(again=True)))]
        return [(translate("ContextPanel", "Use this one again"), lambda: self.restore(record))]

    def _jump(self, window: QWidget, chat_id: str, source: str, log: Log) -> None:
        message = next((message for message in log if message.id == source), None)
        if message is None:
            return
        for sheet in window.findChildren(ChangesSheet):
            sheet.answer("")
        self._conductor.open_message(chat_id, source, message.seq)

    async def _save(self, window: QWidget, chat_id: str, record: Record, narrative: str) -> None:
        """Put the user's words in force; those that cannot be taken are shown again with the reason, never lost."""
        made = await self._conductor.bench.worker.edit(chat_id, record.id, narrative)
        if isinstance(made, Refused):
            self._edit(window, chat_id, record, narrative, i18n.say(made.reason))

    def _start(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self._conductor.start(work, name)


def _aim(wish: Wish, log: Log) -> str:
    """How far it goes, in a sentence."""
    last = next((message.seq for message in log if message.id == wish.upto), 0)
    if last:
        said = translate("ContextPanel", "Messages up to {0} are replaced by facts and a summary; all behind it stays.")
        return said.format(last)
    if wish.again:
        return translate(
            "ContextPanel", "Made anew from the messages, in place of the compression in force. That one stays in the "
            "list and can be brought back.",
        )  # fmt: skip
    return translate(
        "ContextPanel", "Older messages are replaced by facts and a summary in what the model reads. Every message "
        "stays in the chat.",
    )  # fmt: skip
