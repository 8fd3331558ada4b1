"""The panel as people meet it: numbers in place, intents that reach the services, nothing silent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest
import pytest_asyncio
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.context_panel.states import CALM, NEWEST, NORMAL, OLDER, REPORTS
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.context.engine import Refused
from weclaw_desktop.core.events import ContextReported
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.text import text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.panel import ContextPanel
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Label, Sheet

Settle = Callable[[Callable[[], bool]], Awaitable[None]]


@pytest_asyncio.fixture
async def panel(bench: FakeBench, qtbot: QtBot) -> AsyncIterator[ContextPanel]:
    """The panel on an open chat, with a window around it for its sheets."""
    chat_id = scene.fill(bench)
    conductor = Conductor(bench)
    conductor.open_chat(chat_id)
    for _ in range(5):
        await asyncio.sleep(0)
    host = QWidget()
    host.resize(900, 760)
    made = ContextPanel(conductor, host)
    made.resize(tokens.PANEL_WIDTH, 760)
    host.show()
    yield made
    conductor.close()
    await bench.supervisor.close()
    host.deleteLater()
    await asyncio.sleep(0)


def button(panel: QWidget, name: str) -> QAbstractButton:
    found = [item for item in panel.findChildren(QAbstractButton) if name in (item.objectName(), item.text())]
    assert found, name
    return found[0]


async def test_the_panel_follows_the_conductor(panel: ContextPanel, bench: FakeBench) -> None:
    bench.bus.publish(ContextReported(replace(NORMAL, chat_id="list1")))
    assert panel.usage.number.text() == "49.1K"
    bench.bus.publish(ContextReported(replace(NORMAL, chat_id="another chat", load=1)))
    assert panel.usage.number.text() == "49.1K"


async def test_the_list_of_compressions_calls_a_model_what_it_is_called_elsewhere(
    panel: ContextPanel, bench: FakeBench
) -> None:
    asked = NEWEST.summary_model
    bench.models.models = (ModelSpec(*asked.split("/"), label="Qwen Flash – fast"),)
    bench.bus.publish(ContextReported(replace(NORMAL, chat_id="list1")))
    assert "summary by Qwen Flash ·" in "".join(label.text() for label in panel.findChildren(Label))


@pytest.mark.parametrize("name", REPORTS)
async def test_every_state_shows_its_sentence_and_buttons(panel: ContextPanel, name: str) -> None:
    panel.show_report(REPORTS[name])
    assert panel.view is not None
    status = panel.view.status
    assert panel.status.isVisible() == bool(status.sentence)
    assert panel.status.sentence.text() == status.sentence or not status.sentence
    for action, label in status.actions:
        assert button(panel.status, f"status-{action}").text() == label
        assert label in button(panel.status, f"status-{action}").accessibleName()


@pytest.mark.parametrize(
    ("state", "action", "call"),
    [
        ("preparing", "cancel", ("answer", "list1", "cancel")),
        ("prepared", "cancel", ("answer", "list1", "cancel")),
        ("asking", "apply", ("answer", "list1", "apply")),
        ("asking", "later", ("answer", "list1", "later")),
        ("waiting", "quick", ("quick", "list1")),
        ("paused", "resume", ("resume", "list1")),
        ("undone", "compress", ("compress", "list1", "")),
        ("degraded", "compress", ("compress", "list1", "")),
    ],
)
async def test_U6_each_button_does_what_it_says(
    panel: ContextPanel, bench: FakeBench, settle: Settle, state: str, action: str, call: tuple[object, ...]
) -> None:
    panel.show_report(REPORTS[state])
    button(panel.status, f"status-{action}").click()
    await settle(lambda: call in bench.worker.calls)


async def test_U6_buttons_that_lead_elsewhere(panel: ContextPanel, qtbot: QtBot) -> None:
    wanted: list[str] = []
    conductor = panel._conductor
    conductor.settings_wanted.connect(wanted.append)
    panel.show_report(REPORTS["guessed"])
    panel.usage.set_window.click()
    panel.show_report(REPORTS["too_small"])
    button(panel.status, "status-set_window").click()
    panel.show_report(REPORTS["over_budget"])
    panel.budgets.trim.click()
    assert wanted == ["models", "models"]
    assert all(budget.opens.isChecked() for budget in panel.budgets.rows)
    panel.show_report(REPORTS["cannot_help"])
    button(panel.status, "status-see").click()
    assert not panel.budgets.folded
    assert panel.usage.reasons.isVisible()
    panel.show_report(REPORTS["read_only"])
    with qtbot.waitSignal(panel._conductor.export_wanted):
        button(panel.status, "status-export").click()


async def test_T4_a_refused_manual_pass_is_told_and_no_success(
    panel: ContextPanel, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = Refused(text("engine.refused.nothing"))

    async def refuse(chat_id: str, focus: str = "") -> Refused:
        return refusal

    monkeypatch.setattr(bench.worker, "compress_now", refuse)
    told: list[Refused] = []
    panel._conductor.refused.connect(told.append)
    panel.show_report(NORMAL)
    panel.usage.compress.click()
    await settle(lambda: told == [refusal])


async def test_U3_why_can_be_opened(panel: ContextPanel) -> None:
    panel.show_report(NORMAL)
    assert not panel.usage.reasons.isVisible()
    panel.usage.why.click()
    assert "200,000" in panel.usage.reasons.text()
    assert panel.usage.reasons.isVisible()


async def test_the_bar_tells_each_place_in_words(panel: ContextPanel) -> None:
    panel.show_report(NORMAL)
    bar = panel.usage.bar
    assert bar.told_at(0.001).startswith("System prompt: 4.5K")
    assert "Soft line" in bar.told_at(NORMAL.thresholds.soft / NORMAL.thresholds.usable)
    assert "Hard line" in bar.told_at(NORMAL.thresholds.hard / NORMAL.thresholds.usable)
    assert bar.told_at(bar.mark).startswith("Compresses at")
    assert bar.told_at(0.97).startswith("Compresses at")
    assert "Hard line" in bar.accessibleDescription()
    assert not bar.over
    panel.show_report(REPORTS["over"])
    assert bar.over


async def test_budgets_fold_to_one_line_while_green(panel: ContextPanel) -> None:
    panel.show_report(CALM)
    assert panel.budgets.folded
    assert not panel.budgets.rows[0].bar.isVisible()
    panel.budgets.fold.click()
    assert panel.budgets.rows[0].bar.isVisible()
    panel.budgets.fold.click()
    panel.show_report(NORMAL)
    assert not panel.budgets.folded
    assert panel.budgets.rows[2].mark.state == "amber"
    assert panel.budgets.spark.isVisible()
    assert panel.budgets.spark.jumps == (5,)
    assert "grew" in panel.budgets.alarms.text()


async def test_a_new_chat_says_what_its_first_request_holds_already(
    panel: ContextPanel, bench: FakeBench, settle: Settle
) -> None:
    panel._conductor.new_chat()
    assert panel.view is not None
    assert panel.view.status.phase == "empty"
    assert panel.usage.number.text() == ""
    assert panel.usage.compresses.text() == "Compresses at 102.8K of 173.6K usable"
    await settle(lambda: panel.status.sentence.text() == "Nothing sent yet · 1.1K ready")
    assert panel.usage.number.text() == "~1.1K"
    bench.models.models = ()
    panel._conductor.new_chat()
    assert panel.view.status.phase == "no_model"
    assert not panel.usage.bar.isVisible()
    assert panel.status.sentence.text() == "Choose a model to start"


async def test_what_changed_opens_the_comparison_over_the_window(
    panel: ContextPanel, bench: FakeBench, settle: Settle
) -> None:
    panel.show_report(replace(NORMAL, chat_id="list1", records=tuple(bench.store.records.rows["list1"])))
    button(panel.records, "record-changed").click()
    window = panel.window()
    await settle(lambda: any(sheet.isVisible() for sheet in window.findChildren(Sheet)))
    sheet = next(sheet for sheet in window.findChildren(Sheet) if sheet.isVisible())
    assert sheet.accessibleName() == "What changed"
    button(sheet, "Close").click()
    await settle(lambda: not window.findChildren(Sheet))


async def test_an_edited_summary_makes_a_new_record(panel: ContextPanel, bench: FakeBench, settle: Settle) -> None:
    panel.show_report(NORMAL)
    button(panel.records, "record-edit").click()
    sheet = panel.window().findChildren(Sheet)[0]
    area = sheet.findChildren(QPlainTextEdit)[0]
    assert not button(sheet, "Save").isEnabled()
    area.setPlainText("## Goal\nAll green on Windows.")
    button(sheet, "Save").click()
    await settle(lambda: ("edit", "list1", "r2", "## Goal\nAll green on Windows.") in bench.worker.calls)


async def test_undo_and_bring_back(panel: ContextPanel, bench: FakeBench, settle: Settle) -> None:
    panel.show_report(NORMAL)
    button(panel.records, "record-undo").click()
    await settle(lambda: ("undo", "list1", False) in bench.worker.calls)
    panel.show_report(REPORTS["undone"])
    button(panel.records, "record-redo").click()
    await settle(lambda: ("redo", "list1") in bench.worker.calls)


async def test_undo_that_does_not_fit_is_told_first(
    panel: ContextPanel, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = Refused(text("services.undo_too_large", tokens=190_000, hard=158_712))
    calls: list[bool] = []

    async def undo(chat_id: str, *, force: bool = False) -> Refused | None:
        calls.append(force)
        return refusal

    monkeypatch.setattr(bench.worker, "undo", undo)
    told: list[Refused] = []
    panel._conductor.undo_refused.connect(told.append)
    panel.show_report(NORMAL)
    button(panel.records, "record-undo").click()
    await settle(lambda: told == [refusal])
    assert calls == [False]


async def test_more_records_stand_behind_a_button(panel: ContextPanel) -> None:
    many = tuple(replace(OLDER, id=f"r{n}", created_ms=n) for n in range(9))
    panel.show_report(replace(NORMAL, records=many))
    assert panel.records.more.text() == "Show 4 older"
    panel.records.more.click()
    assert not panel.records.more.isVisible()


async def test_the_language_changes_at_run_time(panel: ContextPanel, settle: Settle) -> None:
    panel._conductor.report = NORMAL
    panel.refresh()
    i18n.use("zh")
    await settle(lambda: panel.usage.compresses.text() == "到 105.8K 时压缩，可用 179.6K")
    i18n.use("en")
    await settle(lambda: panel.usage.compresses.text() == "Compresses at 105.8K of 179.6K usable")


async def test_every_control_has_a_name_and_can_be_reached(panel: ContextPanel) -> None:
    for name in ("normal", "asking", "guessed", "over_budget"):
        panel.show_report(REPORTS[name])
        for item in panel.findChildren(QAbstractButton):
            if item.isVisible():
                assert item.accessibleName() or item.text()
                assert item.focusPolicy() & Qt.FocusPolicy.TabFocus


async def test_an_update_takes_less_than_ten_milliseconds(panel: ContextPanel) -> None:
    panel.show_report(NORMAL)
    spent = []
    for step in range(40):
        report = replace(NORMAL, load=48_500 + step, draft=600 + step)
        before = time.perf_counter()
        panel.show_report(report)
        spent.append(time.perf_counter() - before)
    assert sorted(spent)[len(spent) // 2] < 0.010


async def test_a_new_compression_is_shown_without_new_widgets(panel: ContextPanel, bench: FakeBench) -> None:
    older = [replace(OLDER, id=f"r{n}", created_ms=n) for n in range(5)]
    panel.show_report(replace(NORMAL, records=(*older, NEWEST)))
    newer = replace(NEWEST, id="r9", created_ms=NEWEST.created_ms + 60_000)
    panel.show_report(replace(NORMAL, records=(*older, replace(NEWEST, state="superseded"), newer)))
    before = panel.records.findChildren(QAbstractButton)
    newest = replace(newer, id="r10", tokens_after=40_000)
    records = (*older, replace(NEWEST, state="superseded"), replace(newer, state="superseded"), newest)
    panel.show_report(replace(NORMAL, records=records))
    assert panel.records.findChildren(QAbstractButton) == before
    seen = [item for item in before if item.isVisible() and item.objectName().startswith("record-")]
    first = sorted((item for item in seen), key=lambda item: (item.mapTo(panel, item.rect().topLeft()).y(), item.x()))
    assert [item.objectName() for item in first[:4]] == ["record-changed", "record-edit", "record-undo", "record-again"]
    panel.show_report(replace(NORMAL, records=()))
    assert not panel.records.isVisible()
