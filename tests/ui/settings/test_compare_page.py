"""Compare strategies: the table explains itself, questions lead to an answer, what is applied holds in a request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.fakes.profile import MemorySecrets, MemorySettings
from tests.ui.lab.test_lab_window import SPEC, FakeLab, until
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.messages import assistant, user
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import compact
from weclaw_desktop.llm.scripted import ScriptedModel, ScriptedModels
from weclaw_desktop.services.advisor.comparison import DIMENSIONS, STRATEGIES
from weclaw_desktop.services.lab.bench import Progress
from weclaw_desktop.services.lab.experiment import Experiment
from weclaw_desktop.services.lab.figures import Row
from weclaw_desktop.services.lab.labs import Labs, Material
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.drafts import Draft
from weclaw_desktop.ui.settings.compare_page import ComparePage
from weclaw_desktop.ui.settings.window import SettingsWindow
from weclaw_desktop.ui.theme import current


class TruncateWins(FakeLab):
    """Takes real chats; Truncate wins when one is played."""

    def __init__(self, real: Labs) -> None:
        super().__init__()
        self._real = real

    async def of_chat(self, chat_id: str) -> Material:
        return await self._real.of_chat(chat_id)

    async def run(
        self,
        experiment: Experiment,
        on_row: Callable[[int, Row], None] | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> tuple[Row, ...]:
        del on_row
        self.ran.append(experiment)
        assert on_progress is not None
        on_progress(Progress(0, 2, 0.42))
        await self.go.wait()
        shares = {"truncate": "adaptive", "adaptive": "truncate"}
        return tuple(
            Row(**{n: getattr(row, n) for n in row.__slots__} | {"variant": variant})
            for variant in experiment.variants
            for row in [self._row(type(variant)(shares.get(variant.strategy, variant.strategy)))]
        )


class Opened:
    """A settings window at the page over a real profile in memory."""

    def __init__(self, workshop: Workshop, model: ScriptedModel, lab: TruncateWins) -> None:
        self.workshop, self.model, self.lab = workshop, model, lab
        self.conductor = Conductor(workshop)
        self.settings = SettingsWindow(self.conductor)

    @property
    def page(self) -> ComparePage:
        found = self.settings.pages["compare"]
        assert isinstance(found, ComparePage)
        return found

    async def quiet(self) -> None:
        """Wait until nothing runs: reports follow a change after a pause."""
        await until(lambda: not self.workshop.supervisor.running)

    async def chat(self, turns: int, words: int = 0) -> str:
        chat = await self.workshop.dialog.new_chat()
        more = " word" * words
        talk = [say for n in range(turns) for say in (user(f"What is {n}?{more}"), assistant(f"It is item_{n}."))]
        await self.workshop.store.messages.extend(chat.id, talk)
        await self.conductor.show_chat(chat.id)
        return chat.id


@pytest_asyncio.fixture
async def opened(tmp_path: Path, qtbot: QtBot) -> AsyncIterator[Opened]:
    model = ScriptedModel(SPEC)
    settings = declared.change(Settings(), {"general.model": "demo/scripted", "context.summary_model": "none"})
    workshop = Workshop(
        store=await open_store(tmp_path),
        models=ScriptedModels(model),
        settings=MemorySettings(settings),
        secrets=MemorySecrets(),
    )
    lab = TruncateWins(workshop.lab)
    workshop.lab = lab  # type: ignore[assignment]  # fits ui.ports.Lab
    made = Opened(workshop, model, lab)
    qtbot.addWidget(made.settings)
    yield made
    made.conductor.close()
    await workshop.close()


async def test_the_table_tells_both_columns_in_words(opened: Opened, qtbot: QtBot) -> None:
    opened.settings.show_page("compare")
    opened.settings.show()
    page = opened.page
    assert len(page.table.cells) == len(DIMENSIONS) * len(STRATEGIES) == 35
    cell = page.table.cells["pipeline", "pairs"]
    assert cell.accessibleName() == "Pipeline, Calls with their results: strong"
    assert "Hermes-Agent (weak): Orphans are repaired afterwards" in cell.toolTip()
    assert page.explained.isHidden()
    qtbot.keyClick(cell, Qt.Key.Key_Space)
    assert page.about.text() == "Pipeline – Calls with their results"
    assert page.told.text() == cell.toolTip()
    assert "upstream" not in page.table.cells["off", "trigger"].toolTip()
    assert "500 characters" in page.table.cells["pipeline", "results"].toolTip()
    assert page.diagrams[0].accessibleDescription().startswith("prompt, rules, facts, passages")
    opened.settings.resize(640, 700)
    current().apply("dark", 200)
    i18n.use("zh")
    await until(lambda: page.explained.isHidden() and cell.accessibleName().startswith("流水线"))
    page.grab()


async def test_the_four_questions_lead_to_one_answer_that_can_be_taken(opened: Opened) -> None:
    await opened.chat(3)
    opened.settings.show_page("compare")
    opened.settings.show()
    page = opened.page
    assert page.boxes[1].currentData() == 32_768
    for at, value in ((2, "low"), (3, "tight")):
        page.boxes[at].setCurrentIndex(page.boxes[at].findData(value))
        page.boxes[at].activated.emit(page.boxes[at].currentIndex())
    assert page.answer.text() == "Truncate"
    assert "truncation may do" in page.why.text()
    assert page.card.thumb.text().endswith("→ Truncate")
    page.boxes[0].setCurrentIndex(1)
    page.boxes[0].activated.emit(1)
    assert page.answer.text() == "Layered memory"
    page.take.click()
    await until(lambda: opened.conductor.strategy == "layered")
    await until(lambda: not page.take.isEnabled())
    await opened.quiet()


async def test_who_recalls_other_chats_already_is_taken_to_need_it(opened: Opened) -> None:
    await opened.chat(3)
    opened.settings.show_page("compare")
    opened.settings.show()
    page = opened.page
    assert page.boxes[0].currentData() is False
    opened.conductor.choose_strategy("layered")
    await until(lambda: page.boxes[0].currentData() is True)
    assert page.answer.text() == "Layered memory"
    assert page.card.thumb.text().endswith("→ Layered memory")
    opened.conductor.choose_strategy("pipeline")
    await until(lambda: page.boxes[0].currentData() is False)
    await opened.quiet()


async def test_before_the_threshold_nothing_is_measured(opened: Opened) -> None:
    await opened.chat(3)
    opened.settings.show_page("compare")
    opened.settings.show()
    page = opened.page
    await until(lambda: "nothing to measure yet" in page.card.measured.text())
    assert page.card.title.text() == "Recommended here: Adaptive"
    assert not page.card.apply.isEnabled()
    assert page.card.again.isHidden()
    assert opened.lab.ran == []
    await opened.quiet()
    assert "not above the threshold of 2" in page.card.reasons.text()


async def test_U2_the_advice_tells_the_tokens_of_the_meter_with_system_prompt_and_tools(opened: Opened) -> None:
    await opened.workshop.settings.change({"chatting.instructions": "Be kind. " * 400})
    opened.lab.go.set()
    await opened.chat(3, words=6_600)
    opened.settings.show_page("compare")
    opened.settings.show()
    await until(lambda: opened.conductor.report is not None)
    await opened.quiet()
    report = opened.conductor.report
    assert report is not None
    messages = next(part.tokens for part in report.parts if part.key == "recent")
    assert messages < report.thresholds.threshold < report.load
    reasons = opened.page.card.reasons
    told = f"{compact(report.load)} tokens with system prompt and tools, above the threshold of"
    assert told in reasons.text()
    opened.conductor.draft_changed(Draft("word " * 3_000))
    longer = compact(report.load + 3_000)[:2]
    await until(lambda: f"request has {longer}" in reasons.text())
    draft = opened.conductor.report.draft
    assert f"{compact(report.load + draft)} tokens with" in reasons.text()
    await opened.quiet()


async def test_the_advice_on_a_compressed_chat_tells_the_meter_and_what_was_there_before(opened: Opened) -> None:
    opened.lab.go.set()
    chat_id = await opened.chat(70, words=400)
    await opened.workshop.worker.compress_now(chat_id)
    opened.settings.show_page("compare")
    opened.settings.show()
    await until(lambda: "without compression" in opened.page.card.reasons.text())
    report = opened.conductor.report
    assert report is not None
    assert report.load < report.thresholds.threshold
    whole = next(record.tokens_before for record in report.records)
    assert opened.page.card.reasons.text().startswith(
        f"• The next request has {compact(report.load)} tokens; without compression it would have {compact(whole)},"
    )
    await opened.quiet()


async def test_U6_a_measurement_wins_and_its_winner_holds_in_the_next_request(opened: Opened) -> None:
    chat_id = await opened.chat(70, words=400)
    opened.settings.show_page("context")
    opened.settings.show()
    page = opened.settings.pages["context"]
    card = page.advice  # type: ignore[attr-defined]  # the Context page
    await until(lambda: card.measured.text() == "Measuring on this chat… 42 %")
    opened.lab.go.set()
    await until(lambda: card.title.text() == "Recommended here: Truncate")
    assert card.measured.text().startswith("Measured on this chat: Truncate keeps 95 % of facts")
    assert [v.strategy for v in opened.lab.ran[0].variants] == ["adaptive", "truncate"]
    card.compare.click()
    assert opened.settings.page == "compare"
    assert opened.page.card.title.text() == "Recommended here: Truncate"
    opened.page.card.apply.click()
    await until(lambda: opened.conductor.strategy == "truncate")
    await opened.workshop.dialog.send(chat_id, "And 71?")
    await opened.workshop.dialog.wait(chat_id)
    request = opened.model.history[-1]
    assert len(request.messages) <= 101
    assert "left out" in request.system_text
    await opened.quiet()


async def test_all_strategies_are_measured_when_asked_and_a_measurement_can_be_ended(opened: Opened) -> None:
    opened.lab.go.set()
    await opened.chat(3, words=8_000)
    opened.settings.show_page("compare")
    opened.settings.show()
    card = opened.page.card
    await until(lambda: card.again.isVisible() and card.again.text() == "Measure all strategies on this chat")
    opened.lab.go.clear()
    card.again.click()
    await until(lambda: card.again.text() == "Cancel the measurement")
    assert [v.strategy for v in opened.lab.ran[-1].variants] == ["adaptive", "pipeline", "layered", "truncate"]
    card.again.click()
    await until(lambda: card.again.text() == "Measure all strategies on this chat")
    wanted: list[bool] = []
    opened.conductor.lab_wanted.connect(lambda: wanted.append(True))
    card.lab.click()
    assert wanted == [True]
    await opened.quiet()


@pytest.mark.parametrize("name", ["context", "compare"])
async def test_without_a_chat_adaptive_is_recommended(opened: Opened, name: str) -> None:
    opened.settings.show_page(name)
    opened.settings.show()
    card = opened.settings.pages[name].card if name == "compare" else opened.settings.pages[name].advice  # type: ignore[attr-defined]
    assert card.title.text() == "Recommended here: Adaptive"
    assert "No chat is open" in card.measured.text()
