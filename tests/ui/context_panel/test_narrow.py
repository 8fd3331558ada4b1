"""The panel where it is narrowest: nothing is cut off, nothing scrolls sideways, whatever it has to tell."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.context_panel.states import NOTICE, REPORTS
from tests.ui.fakes.bench import FakeBench
from tests.ui.prompt.test_acts import FILES, SECTIONS, SKILLS
from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.overriding import OwnSetting
from weclaw_desktop.core.report import BudgetLine, ContextReport
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.panel import ContextPanel
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import ElidedLabel

STATES = ("normal", "empty", "no_model", "guessed", "waiting", "paused", "undone")
"""Those that differ in what stands beside each other."""
OWN = (
    OwnSetting("strategy", "layered", "chat"),
    OwnSetting("old_max_bytes", 3_000, "chat"),
    OwnSetting("summary_model", "dashscope/qwen-plus-latest-2026-01-01", "model"),
)
BUDGETS = (
    BudgetLine("total", 21_000, 26_452, 40_000, "green", items=SECTIONS),
    BudgetLine("skills", 1_300, 8_000, 8_000, "green", items=SKILLS),
    BudgetLine("files", 2_990, 3_000, 3_000, "amber", items=FILES),
)


def rich(report: ContextReport) -> ContextReport:
    """A report with everything that a panel can tell at the same time."""
    told = (Notice(NOTICE, 1_764_496_680_000, 1_764_499_320_000), Notice(NOTICE, 1_764_499_320_000))
    return replace(report, chat_id="c1", budgets=BUDGETS, own=OWN, told=told, notices=(NOTICE,))


def cut(panel: ContextPanel) -> list[str]:
    """Words that stand beyond an edge of the panel, or have less room than they need."""
    area = panel.findChildren(QScrollArea)[0]
    content, width = area.widget(), area.viewport().width()
    found: list[str] = [f"content {content.width()} of {width}"] if content.width() > width else []
    for shown in (*content.findChildren(QLabel), *content.findChildren(QAbstractButton)):
        if not isinstance(shown, QWidget) or not shown.isVisible():
            continue
        left = shown.mapTo(content, QPoint(0, 0)).x()
        if left < 0 or left + shown.width() > width:
            found.append(f"{shown.text()!r} at {left}…{left + shown.width()} of {width}")
        elided = isinstance(shown, ElidedLabel) and shown.fontMetrics().horizontalAdvance(shown.text()) > shown.width()
        least = shown.minimumSizeHint().width() if isinstance(shown, QLabel) and shown.wordWrap() else 0
        if elided or shown.width() < least:
            found.append(f"{shown.text()!r} has {shown.width()}")
    return found


@pytest.mark.parametrize(("zoom", "width"), [(100, 300), (200, 432)])
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_nothing_is_cut_off_and_nothing_scrolls_sideways(
    qtbot: QtBot, bench: FakeBench, language: i18n.Language, zoom: int, width: int
) -> None:
    i18n.use(language)
    current().apply("light", zoom)
    conductor = Conductor(bench)
    panel = ContextPanel(conductor)
    qtbot.addWidget(panel)
    panel.resize(width, 900)
    panel.show()
    trouble: dict[str, list[str]] = {}
    for state in STATES:
        report = REPORTS[state]
        panel.show_report(rich(report) if report is not None else None)
        panel.budgets.open_all()
        panel.usage.why.setChecked(True)
        if report is not None and not panel.notices.opened:
            panel.notices.more.click()
        for _ in range(3):
            await asyncio.sleep(0)
        if found := cut(panel):
            trouble[state] = found
    panel.hide()
    conductor.close()
    await bench.supervisor.close()
    assert not trouble
