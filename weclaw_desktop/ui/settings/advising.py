"""What the advisor recommends for the open chat: reads it, plays it when that tells something, keeps the outcome.

One per settings window. A measurement runs in processes of its own; another chat or a longer one asks anew.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.advisor.advice import MEASURED, Advice, Situation, advise, share_of_results
from weclaw_desktop.services.advisor.decision import Answers
from weclaw_desktop.services.lab.experiment import Experiment, variants
from weclaw_desktop.services.lab.figures import Row
from weclaw_desktop.services.lab.labs import Material
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.threshold_story import model_in_use

ALL = ("adaptive", "pipeline", "layered", "truncate")


class Advising(QObject):
    """``changed`` comes with every new advice and with every step of a measurement."""

    changed = Signal()

    def __init__(self, conductor: Conductor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._known: tuple[str, str | None, str] | None = None
        self._material: Material | None = None
        self._rows: tuple[Row, ...] = ()
        self._work: asyncio.Task[Any] | None = None
        self.situation = Situation()
        self.answers: Answers | None = None
        """The user's own answers to the four questions, None while model and chat answer them."""
        self.share = 0.0
        """How much of a measurement is done, 0…1."""
        self.measuring = False
        conductor.report_changed.connect(self._on_report)

    @property
    def advice(self) -> Advice:
        """What is recommended now."""
        return advise(self.situation, self._rows, self.answers)

    @property
    def can_measure(self) -> bool:
        """Whether a chat with answers is open and nothing is measured just now."""
        return self._material is not None and not self.measuring

    def look(self) -> None:
        """Look at the open chat; what is known of the same chat stays."""
        conductor = self._conductor
        chat = conductor.chat
        now = (conductor.chat_id, chat.head_id if chat is not None else None, conductor.model)
        recalls = conductor.strategy == "layered" and conductor.settings.context.recall
        if now == self._known:
            if recalls != self.situation.recalls:
                self.situation = replace(self.situation, recalls=recalls)
                self.changed.emit()
            return
        self.stop()
        self._known, self._material, self._rows = now, None, ()
        spec = model_in_use(conductor)
        self.situation = Situation(window=spec.window if spec is not None else 0, model=spec, recalls=recalls)
        self.changed.emit()
        if chat is not None:
            self._work = conductor.start(self._read(chat.id), "look at a chat for advice")

    def measure(self) -> None:
        """Play the chat with every strategy that compresses."""
        if self._material is not None and not self.measuring:
            self._work = self._conductor.start(self._measure(self._material, ALL), "measure a chat for advice")

    def stop(self) -> None:
        """End what runs."""
        if self._work is not None:
            self._work.cancel()
        self._work, self.measuring = None, False

    def choose(self, answers: Answers | None) -> None:
        """Take the user's answers to the four questions."""
        self.answers = answers
        self.changed.emit()

    async def _read(self, chat_id: str) -> None:
        try:
            material = await self._conductor.bench.lab.of_chat(chat_id)
        except KnownError:
            return  # no answer yet: there is nothing to look at
        found = await asyncio.to_thread(_situation, material, self.situation)
        self._material = material
        self.situation = self._as_metered(replace(found, recalls=self.situation.recalls))
        self.changed.emit()
        if self.situation.over:
            await self._measure(material, MEASURED)

    def _on_report(self) -> None:
        now = self._as_metered(self.situation)
        if now != self.situation:
            self.situation = now
            self.changed.emit()

    def _as_metered(self, situation: Situation) -> Situation:
        """With the tokens and the threshold that the meter of the open chat shows, once it shows any."""
        report, material = self._conductor.report, self._material
        if report is None or material is None or report.chat_id != material.chat:
            return situation
        compressed = any(record.state == "active" for record in report.records)
        return replace(
            situation,
            tokens=report.load + report.draft,
            threshold=report.thresholds.threshold,
            uncompressed=material.uncompressed if compressed else 0,
        )

    async def _measure(self, material: Material, strategies: tuple[str, ...]) -> None:
        self.measuring, self.share = True, 0.0
        self.changed.emit()
        experiment = Experiment(
            material.transcript, variants(strategies, profiles=(material.profile,)), material.model, material.settings,
            material.language, None, i18n.language(),
        )  # fmt: skip

        def on_progress(progress: Any) -> None:
            self.share = progress.share
            self.changed.emit()

        try:
            self._rows = await self._conductor.bench.lab.run(experiment, on_progress=on_progress)
        finally:
            self.measuring = False
            self.changed.emit()


def _situation(material: Material, before: Situation) -> Situation:
    spec = material.model or before.model
    if spec is None:
        return before
    return replace(
        before,
        tokens=material.uncompressed,
        threshold=material.threshold,
        window=spec.window,
        tool_share=share_of_results(material.transcript.messages, counter_for(spec.encoder)),
        language=material.language or "en",
        model=spec,
    )
