"""Puts an attachment into the prompt of its chat: what it costs is said first, and Undo is offered afterwards."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from weclaw_desktop.context.engine import Refused
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.text import compact
from weclaw_desktop.services.prompt_desk import Before
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.widgets import ask


def can_pin(part: AttachmentPart | None) -> bool:
    """Whether words were read from an attachment that a prompt could hold."""
    return part is not None and part.kind == "file" and bool(part.text.strip())


class PinAttached(QObject):
    """One per conversation on the screen; ``over`` is what its question lies over."""

    def __init__(self, conductor: Conductor, over: QWidget) -> None:
        super().__init__(over)
        self._conductor = conductor
        self._over = over

    def ask(self, part: AttachmentPart, path: str = "") -> None:
        """Say what it costs, and pin it when the answer is yes.

        Args:
            part: The attachment.
            path: Where it lies on the disk, "" when that is not known: then what was read from it is pinned.
        """
        if can_pin(part):
            plain = part.media_type.startswith("text/") and part.media_type != "text/x-folder"
            self._conductor.start(self._ask(part, path if plain else ""), f"pin {part.name}")

    async def _ask(self, part: AttachmentPart, path: str) -> None:
        conductor = self._conductor
        weighed = await conductor.bench.attaching.weigh(
            [replace(part, shown="")],
            chat=conductor.chat_id,
            model=conductor.model_of_its_own,
            strategy=conductor.chosen.strategy,
        )
        answer = await ask(
            self._over.window(),
            self.tr("Pin “{0}” to the prompt?").format(part.name),
            self._told(weighed.tokens[0], path),
            [("", self.tr("Cancel"), "secondary"), ("pin", self.tr("Pin"), "primary")],
        )
        if answer == "pin":
            await self._pin(part, path)

    def _told(self, tokens: int, path: str) -> str:
        """What it costs, how much room files have, and what becomes of changes."""
        told = [self.tr("Every request of this chat will hold about {0} tokens more.").format(compact(tokens))]
        report = self._conductor.report
        line = next((line for line in report.budgets if line.key == "files"), None) if report is not None else None
        if line is not None:
            room = self.tr("Files of the prompt may take {0} and take {1} now.")
            told.append(room.format(compact(line.budget), compact(line.used)))
            if line.asked + tokens > line.budget:
                told.append(self.tr("What does not fit is shortened, the oldest file first."))
        if path:
            told.append(self.tr("When the file changes, the next compression takes the change over."))
        else:
            told.append(self.tr("What was read from it is kept with this chat as a text file."))
        return "\n".join(told)

    async def _pin(self, part: AttachmentPart, path: str) -> None:
        conductor = self._conductor
        prompts = conductor.bench.prompts
        chat_id = await conductor.stored_chat()
        try:
            if path:
                before = await prompts.choose_file(chat_id, str(Path(path)), "pin", True)
            else:
                before = await prompts.pin_words(chat_id, part.name, part.text)
        except KnownError as error:
            conductor.refused.emit(Refused(error.text))
            return
        said = self.tr("“{0}” is pinned to the prompt").format(part.name)
        conductor.undo_offered.emit(partial(_always, said), partial(self._undo, before, said))

    def _undo(self, before: Before, said: str) -> None:
        self._conductor.start(self._conductor.bench.prompts.put_back(before), f"undo: {said}")


def _always(said: str, _count: int) -> str:
    """The same words for however many things can be taken back."""
    return said
