"""Long pastes beside the field of a comparison, as in the composer: each is a chip that opens, weighs and goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal

from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.ui.chat.composer_chips import Attached, ChipStrip
from weclaw_desktop.ui.chat.composer_edit import LONGEST_INLINE, ComposerEdit
from weclaw_desktop.ui.chat.composer_preview import Preview
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.drafts import Draft

translate = QCoreApplication.translate


class Pastes(QObject):
    """Works on one field. ``strip`` has the chips; ``changed`` tells that there are more or fewer."""

    changed = Signal()

    def __init__(self, edit: ComposerEdit, conductors: Sequence[Conductor]) -> None:
        super().__init__(edit)
        self._edit = edit
        self._conductors = tuple(conductors)
        self._weighing: asyncio.Task[None] | None = None
        self.strip = ChipStrip()
        edit.long_pasted.connect(self._on_pasted)
        self.strip.removed.connect(self._remove)
        self.strip.opened.connect(self._open)
        for conductor in self._conductors:
            conductor.chat_changed.connect(self._weigh)

    @property
    def draft(self) -> Draft:
        """What is written and pasted."""
        return Draft(self._edit.toPlainText(), tuple(chip.attached.text for chip in self.strip.chips))

    def clear(self) -> None:
        """It was sent, or the window closes."""
        for chip in self.strip.chips:
            self.strip.take(chip.attached)
        self._weigh()
        self.changed.emit()

    def _on_pasted(self, text: str) -> None:
        self.strip.add(Attached("", "ready", text=text))
        self._weigh()
        self.changed.emit()

    def _remove(self, attached: Attached) -> None:
        self.strip.take(attached)
        self._weigh()
        self._edit.setFocus()
        self.changed.emit()

    def _open(self, attached: Attached) -> None:
        preview = Preview(self._edit.window(), translate("Attacher", "Pasted text"), "")
        preview.closed.connect(partial(self._back, attached))
        preview.show_text(attached.text, back=len(attached.text) <= LONGEST_INLINE)

    def _back(self, attached: Attached, answer: str) -> None:
        if answer == "text":
            self._remove(attached)
            self._edit.insertPlainText(attached.text)

    def _weigh(self) -> None:
        if self._weighing is not None:
            self._weighing.cancel()
        attached = [chip.attached for chip in self.strip.chips]
        self._weighing = self._conductors[0].start(self._weighed(attached), "weigh pastes") if attached else None

    async def _weighed(self, attached: Sequence[Attached]) -> None:
        """Count them for both models: a chip says what it has at the one for which it is more."""
        parts = [AttachmentPart("file", "", "text/plain", 0, "", text=one.text) for one in attached]
        found: list[Sequence[int]] = []
        for conductor in self._conductors:
            weighed = await conductor.bench.attaching.weigh(
                parts, chat=conductor.chat_id, model=conductor.model_of_its_own, strategy=conductor.chosen.strategy
            )
            found.append(weighed.tokens)
        for one, counts in zip(attached, zip(*found, strict=True), strict=True):
            one.tokens = max(counts)
        self._weighing = None
        self.strip.refresh()
