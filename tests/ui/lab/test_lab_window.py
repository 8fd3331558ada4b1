"""The Lab's window: runs, is cancelled, fails, saves, and what it applies holds in the next request."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import pytest_asyncio
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.fakes.profile import MemorySecrets, MemorySettings
from tests.services.lab.test_report import made
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import assistant, user
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.scripted import ScriptedModel, ScriptedModels
from weclaw_desktop.services.lab.bench import Progress
from weclaw_desktop.services.lab.experiment import Experiment
from weclaw_desktop.services.lab.figures import Row, Variant
from weclaw_desktop.services.lab.labs import Labs, Material
from weclaw_desktop.services.lab.report import Section
from weclaw_desktop.services.lab.table import COLUMNS
from weclaw_desktop.services.transcripts import Transcript
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.lab.lab_window import LabWindow

SPEC = ModelSpec("demo", "scripted", 32_768, "table", max_output=4_096, price=Price("CNY", 1.0, 2.0))


class FakeLab:
    """Plays nothing: a run waits for ``go`` and gives canned rows."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.ran: list[Experiment] = []
        self.cancelled = 0
        self.problem: InputError | None = None
        self.written: list[tuple[Path, tuple[Section, ...]]] = []
        self.read: list[str] = []

    async def of_chat(self, chat_id: str) -> Material:
        self.read.append(chat_id)
        rows = (user("Hello."), assistant("Hello, too."))
        return Material("A chat", Transcript(rows), 2, 9, SPEC, ContextSettings(), "en", "balanced", chat_id)

    async def of_file(self, path: Path, like: Material | None = None) -> Material:
        del like
        raise InputError(text("cli.no_file", path=path.name, reason="gone"))

    async def run(
        self,
        experiment: Experiment,
        on_row: Callable[[int, Row], None] | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> tuple[Row, ...]:
        self.ran.append(experiment)
        rows = [self._row(variant) for variant in experiment.variants]
        assert on_row is not None
        assert on_progress is not None
        on_row(0, rows[0])
        on_progress(Progress(1, len(rows), 0.3))
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.problem is not None:
            raise self.problem
        for number, row in enumerate(rows):
            on_row(number, row)
        on_progress(Progress(len(rows), len(rows), 1.0))
        return tuple(rows)

    def _row(self, variant: Variant) -> Row:
        if variant.strategy == "off":
            return Row(variant, failure="It does not fit.")
        found = made(variant.strategy, {"adaptive": 95, "truncate": 40}.get(variant.strategy, 60))
        return Row(**{name: getattr(found, name) for name in found.__slots__} | {"variant": variant})

    async def write(self, path: Path, sections: list[Section], language: str) -> None:
        del language
        self.written.append((path, tuple(sections)))


@dataclass
class Stage:
    """An open window over a real profile in memory."""

    window: LabWindow
    conductor: Conductor
    workshop: Workshop
    model: ScriptedModel
    lab: FakeLab


@pytest_asyncio.fixture
async def stage(tmp_path: Path, qtbot: QtBot) -> AsyncIterator[Stage]:
    model = ScriptedModel(SPEC)
    settings = declared.change(Settings(), {"general.model": "demo/scripted", "context.summary_model": "none"})
    workshop = Workshop(
        store=await open_store(tmp_path),
        models=ScriptedModels(model),
        settings=MemorySettings(settings),
        secrets=MemorySecrets(),
    )
    lab = FakeLab()
    workshop.lab = lab  # type: ignore[assignment]  # fits ui.ports.Lab
    conductor = Conductor(workshop)
    chat = await workshop.dialog.new_chat()
    talk = [say for n in range(70) for say in (user(f"What is {n}?"), assistant(f"It is item_{n}."))]
    await workshop.store.messages.extend(chat.id, talk)
    await conductor.show_chat(chat.id)
    window = LabWindow(conductor)
    qtbot.addWidget(window)  # closes it when the loop has ended
    window.show()
    await until(lambda: window.run.isEnabled())
    yield Stage(window, conductor, workshop, model, lab)
    conductor.close()
    await workshop.close()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.01)


def cells(window: LabWindow, line: int) -> list[str]:
    table = window.table
    found = [table.item(line, column) for column in range(table.columnCount())]
    return [item.text() if item is not None else "" for item in found]


async def test_a_run_shows_rows_progress_and_the_winner(stage: Stage) -> None:
    window = stage.window
    assert window.about.text() == "A chat · 2 messages · 9 tokens · window 32.8K"
    assert not window.apply.isEnabled()
    assert not window.cancel.isEnabled()
    window.run.click()
    await until(lambda: window.bar.value() == 300)
    assert window.cancel.isEnabled()
    assert cells(window, 0)[0] == "Adaptive"
    assert cells(window, 1)[1] == "…"
    assert window.status.text().startswith("1 of 5 done")
    stage.lab.go.set()
    await until(lambda: not window.running)
    assert cells(window, 0)[:2] == ["★ Adaptive", "12.1K"]
    assert cells(window, 4)[1] == "Not played: It does not fit."
    assert window.apply.text() == "Apply Adaptive here"
    assert window.verdict.text().startswith("Adaptive is best here")
    assert "Adaptive: 300 calls" in window.calls.accessibleDescription()
    assert stage.lab.ran[0].price == SPEC.price
    window.grab()


async def test_without_a_price_the_column_of_costs_says_that_it_counts_tokens(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, column = stage.window, 1 + COLUMNS.index("cost")
    row = replace(made("adaptive"), currency="")
    monkeypatch.setattr(stage.lab, "_row", lambda variant: replace(row, variant=variant))
    stage.lab.go.set()
    window.run.click()
    await until(lambda: not window.running)
    header = window.table.horizontalHeaderItem(column)
    assert header is not None
    assert header.text() == "Cost in tokens"


async def test_where_nothing_could_be_played_the_rows_say_why_and_nothing_is_drawn(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = stage.window
    monkeypatch.setattr(stage.lab, "_row", lambda variant: Row(variant, failure="It does not fit."))
    stage.lab.go.set()
    window.run.click()
    await until(lambda: not window.running)
    assert [cells(window, line)[1] for line in range(5)] == ["Not played: It does not fit."] * 5
    assert window.verdict.text() == "No strategy could be played: each row says why."
    assert window.calls.plot() is None
    assert not window.apply.isEnabled()


async def test_U6_what_is_applied_holds_in_the_next_request(stage: Stage, qtbot: QtBot) -> None:
    window, conductor, model = stage.window, stage.conductor, stage.model
    assert conductor.chat is not None
    await stage.workshop.dialog.send(conductor.chat.id, "And 70?")
    await stage.workshop.dialog.wait(conductor.chat.id)
    assert len(model.history[-1].messages) == 141
    stage.lab.go.set()
    window.run.click()
    await until(lambda: not window.running)
    window.table.selectRow(3)
    assert window.apply.text() == "Apply Truncate here"
    qtbot.mouseClick(window.apply, Qt.MouseButton.LeftButton)
    await until(lambda: conductor.strategy == "truncate")
    assert "Truncate holds" in window.status.text()
    await stage.workshop.dialog.send(conductor.chat.id, "And 71?")
    await stage.workshop.dialog.wait(conductor.chat.id)
    request = model.history[-1]
    assert len(request.messages) <= 101
    assert "left out" in request.system_text
    await until(lambda: not stage.workshop.supervisor.running)  # a report follows after a pause


async def test_U6_all_that_was_compared_is_applied_and_a_chat_is_played_as_it_is_now(stage: Stage) -> None:
    window, conductor, dialog = stage.window, stage.conductor, stage.workshop.dialog
    assert conductor.chat is not None
    chat = conductor.chat.id
    window.choices.profiles = ["balanced", "economy"]
    window.choices.windows = [8_192]
    window.choices.summarizers = ["none", "demo/scripted"]
    stage.lab.go.set()
    window.run.click()
    await until(lambda: bool(window.rows))
    wanted = [row.variant for row in window.rows]
    window.table.selectRow(wanted.index(Variant("pipeline", 8_192, "economy", "demo/scripted")))
    assert window.apply.text() == "Apply Pipeline · Economy · summaries by demo/scripted here"
    window.apply.click()
    await until(lambda: conductor.strategy == "pipeline")
    assert window.status.text().endswith("Its window stays that of its model.")
    held = (await stage.workshop.desks.of(chat)).in_force.context
    assert (held.strategy, held.profile, held.summary_model) == ("pipeline", "economy", "demo/scripted")
    window.table.selectRow(wanted.index(Variant("adaptive", 8_192, "balanced", "none")))
    window.apply.click()
    await until(lambda: conductor.strategy == "adaptive")
    held = (await stage.workshop.desks.of(chat)).in_force.context
    assert (held.profile, held.summary_model) == ("balanced", "none")
    await dialog.choose_own(chat, {"profile": "long"})
    window.choices.profiles = []
    window.run.click()
    await until(lambda: bool(window.rows) and not window.running)
    assert stage.lab.read[-1] == chat
    await until(lambda: not stage.workshop.supervisor.running)


async def test_U6_what_was_played_of_one_chat_is_not_applied_in_another(stage: Stage) -> None:
    window, conductor = stage.window, stage.conductor
    window.run.click()
    await until(lambda: window.bar.value() == 300)
    await conductor.show_chat((await stage.workshop.dialog.new_chat()).id)
    stage.lab.go.set()
    await until(lambda: bool(window.rows))
    assert not window.apply.isEnabled()


async def test_a_cancelled_run_ends_and_says_so(stage: Stage) -> None:
    window = stage.window
    window.run.click()
    await until(lambda: window.bar.value() == 300)
    window.cancel.click()
    await until(lambda: stage.lab.cancelled == 1)
    assert window.status.text() == "Cancelled; 1 of 5 were played."
    assert not window.report.isEnabled()
    assert window.run.isEnabled()


async def test_what_goes_wrong_is_told_in_the_window(stage: Stage) -> None:
    window = stage.window
    window.read_file("/nowhere/x.json")
    await until(lambda: "cannot be read" in window.status.text())
    assert not window.run.isEnabled()
    assert window.table.isHidden()
    window.read_chat()
    await until(lambda: window.run.isEnabled())
    stage.lab.problem = InputError(text("lab.nothing", name="it"))
    stage.lab.go.set()
    window.run.click()
    await until(lambda: "nothing to play" in window.status.text())


async def test_report_and_picture_are_saved(stage: Stage, tmp_path: Path) -> None:
    window = stage.window
    stage.lab.go.set()
    window.run.click()
    await until(lambda: not window.running)
    window.write_report(str(tmp_path / "r.html"))
    await until(lambda: bool(stage.lab.written))
    assert stage.lab.written[0][1][0].rows == window.rows
    window.write_picture(str(tmp_path / "p.png"))
    assert QImage(str(tmp_path / "p.png")).width() > 1_000
    window.write_picture(str(tmp_path / "none" / "p.png"))
    assert "cannot be written" in window.status.text()


async def test_other_windows_and_prices_are_chosen(stage: Stage, qtbot: QtBot) -> None:
    window = stage.window
    menu = QMenu()
    qtbot.addWidget(menu)
    window.choices._fill_windows(menu)
    menu.actions()[1].setChecked(True)
    window.choices._fill_profiles(menu)
    assert window.table.rowCount() == 10
    assert window.choices.pills["window"].text() == "Window as the model, 8.2K"
    window.choices._choose_price("demo/scripted")
    assert window.choices.pills["price"].text() == "Prices: scripted"
    i18n.use("zh")
    await until(lambda: cells(window, 1)[0] == "流水线 · 模型窗口")


async def test_the_real_lab_plays_the_stored_chat(stage: Stage, tmp_path: Path) -> None:
    assert stage.conductor.chat is not None
    labs = Labs(stage.workshop.desks, stage.workshop.models, stage.workshop.accounting.outside, os.environ)
    material = await labs.of_chat(stage.conductor.chat.id)
    assert (material.messages, material.window, material.chat) == (140, 32_768, stage.conductor.chat.id)
    assert material.transcript.messages[0].role == "system"
    rows = await labs.run(Experiment(material.transcript, (Variant("adaptive"),), material.model, material.settings))
    assert rows[0].calls == 70
    assert rows[0].valid
    section = Section(material.name, material.messages, material.tokens, rows)
    await labs.write(tmp_path / "r.html", [section], "en")
    assert "<svg" in (tmp_path / "r.html").read_text(encoding="utf-8")
    with pytest.raises(InputError):
        await labs.write(tmp_path / "no" / "r.html", [section], "en")
    (tmp_path / "t.json").write_text(json.dumps([{"role": "user", "content": "hi"}]))
    with pytest.raises(InputError, match="nothing"):
        await labs.of_file(tmp_path / "t.json", material)


@pytest.mark.parametrize("key", ["sidebar", "command"])
async def test_the_lab_opens_from_the_sidebar_and_from_the_list_of_commands(
    window: object, bench: FakeBench, key: str
) -> None:
    from weclaw_desktop.ui.main_window import MainWindow

    assert isinstance(window, MainWindow)
    if key == "sidebar":
        window.sidebar.lab.click()
    else:
        window.keys.run("context.lab")
    found = window.lab.window
    assert found is not None
    assert found.isVisible()
    window.lab.open()
    assert window.lab.window is found
    assert found.about.text() == "Open a chat with answers, or choose a file."
    await until(lambda: bench.lab.is_ready)
    window.lab.close()
    assert window.lab.window is None
    assert not bench.lab.is_ready, "processes wait only while somebody looks"
