"""A report changes in the panel only what reads differently: while an answer grows there are several a second.

What is counted is events, not time: showing and hiding again, a size asked for anew or a picture painted anew is what
makes a report dear, however quick the machine is.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
import pytest_asyncio
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.context_panel.states import CALM, NORMAL, REPORTS
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.number_grid import NumberRow
from weclaw_desktop.ui.context_panel.panel import ContextPanel
from weclaw_desktop.ui.theme import tokens

DEAR = (
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.LayoutRequest,
    QEvent.Type.Resize,
    QEvent.Type.Paint,
    QEvent.Type.ToolTipChange,
)


class Watcher(QObject):
    """Counts what widgets of the panel are told, by kind of event and of widget."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self.counts: Counter[tuple[str, str]] = Counter()
        self._panel = panel

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in DEAR and isinstance(watched, QWidget) and self._panel.isAncestorOf(watched):
            self.counts[(event.type().name, type(watched).__name__)] += 1
        return False

    def of(self, kind: str) -> int:
        """How many events of a kind came."""
        return sum(count for (name, _), count in self.counts.items() if name == kind)


@pytest_asyncio.fixture
async def panel(bench: FakeBench, qtbot: QtBot) -> AsyncIterator[ContextPanel]:
    """The panel in a window that is shown."""
    conductor, host = Conductor(bench), QWidget()
    host.resize(900, 760)
    made = ContextPanel(conductor, host)
    made.resize(tokens.PANEL_WIDTH, 760)
    host.show()
    await painted()
    yield made
    conductor.close()
    await bench.supervisor.close()
    host.deleteLater()
    await asyncio.sleep(0)


async def painted() -> None:
    """Let Qt lay out and paint."""
    for _ in range(5):
        await asyncio.sleep(0.01)


@contextmanager
def watched(panel: QWidget) -> Iterator[Watcher]:
    """Count events of the panel meanwhile."""
    application, watcher = QCoreApplication.instance(), Watcher(panel)
    assert application is not None
    application.installEventFilter(watcher)
    try:
        yield watcher
    finally:
        application.removeEventFilter(watcher)


@pytest.mark.parametrize("name", REPORTS)
async def test_a_report_that_says_the_same_moves_and_paints_nothing(panel: ContextPanel, name: str) -> None:
    panel.show_report(REPORTS[name])
    await painted()
    with watched(panel) as seen:
        panel.show_report(REPORTS[name])
        await painted()
    assert not seen.counts, seen.counts


@pytest.mark.parametrize("report", [CALM, NORMAL], ids=["calm", "normal"])
async def test_a_larger_load_lays_out_no_number_anew(panel: ContextPanel, report: ContextReport) -> None:
    panel.show_report(report)
    await painted()
    with watched(panel) as seen:
        panel.show_report(replace(report, load=report.load + 120))
        await painted()
    assert panel.view is not None
    assert panel.usage.number.text() == panel.view.number
    assert seen.counts[("Paint", "Label")]
    assert not seen.of("Show")
    assert not seen.of("Hide")
    assert not seen.counts[("Resize", NumberRow.__name__)]


async def test_the_lines_stay_out_of_sight_until_somebody_asks_why(panel: ContextPanel) -> None:
    panel.show_report(NORMAL)
    assert panel.usage.lines.isHidden()
    panel.usage.why.setChecked(True)
    assert not panel.usage.lines.isHidden()
    panel.show_report(replace(NORMAL, load=NORMAL.load + 120))
    assert not panel.usage.lines.isHidden()
