"""How long the context panel takes for one new report: ``python -m tests.benchmarks.panel``.

Processor time of the window's thread in milliseconds, from the report to widgets that hold it; layout and painting are
counted in a column of their own. *typing* changes the draft only, *turn* all numbers, *records* also the list of
compressions, *opened* shows the numbers with "Why?" open. An update must stay below 10 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from tests.ui.context_panel.states import NEWEST, NORMAL, OLDER
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.report import ContextReport, ReportPart
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.panel import ContextPanel
from weclaw_desktop.ui.loop import WindowLoop
from weclaw_desktop.ui.theme import current

LIMIT_MS = 10
Step = Callable[[int], ContextReport]


def typing(step: int) -> ContextReport:
    """Another draft."""
    parts = (*NORMAL.parts[:-1], ReportPart("draft", 600 + step))
    return replace(NORMAL, draft=600 + step, parts=parts)


def turn(step: int) -> ContextReport:
    """Another turn: every number moves."""
    parts = tuple(replace(part, tokens=part.tokens + 7 * step) for part in NORMAL.parts)
    sent = replace(NORMAL.next_send, tokens=49_100 + step, amount=0.09 + step / 1_000)
    return replace(NORMAL, load=48_500 + step, parts=parts, cost=0.31 + step, next_send=sent)


def records(step: int) -> ContextReport:
    """Another compression."""
    older = tuple(replace(OLDER, id=f"r{n}", tokens_before=106_000 + n) for n in range(step))
    return replace(turn(step), records=(*older, replace(NEWEST, id=f"r{step}")))


def measured(application: QApplication, panel: ContextPanel, step: Step, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each update, and of painting it."""
    updates: list[float] = []
    paints: list[float] = []
    for number in range(count):
        report = step(number)
        begun = time.thread_time()
        panel.show_report(report)
        held = time.thread_time()
        application.processEvents()
        updates.append((held - begun) * 1_000)
        paints.append((time.thread_time() - held) * 1_000)
    return updates, paints


async def run(application: QApplication, count: int) -> None:
    """Print the table."""
    bench = FakeBench()
    current().apply("light", 100)
    conductor = Conductor(bench)  # type: ignore[arg-type]  # it fits as far as the panel asks
    panel = ContextPanel(conductor)
    panel.resize(348, 900)
    panel.show()
    print(
        f"{'report':10} {'median':>8} {'p99':>8} {'worst':>8} {'painting':>9}   ms of processor time; limit {LIMIT_MS}"
    )
    for name, step in (("typing", typing), ("turn", turn), ("records", records), ("opened", turn)):
        panel.usage.why.setChecked(name == "opened")
        measured(application, panel, step, 5)
        updates, paints = measured(application, panel, step, count)
        worst = sorted(updates)
        told = (statistics.median(updates), worst[int(0.99 * (count - 1))], worst[-1])
        print(f"{name:10} {told[0]:8.2f} {told[1]:8.2f} {told[2]:8.2f} {statistics.median(paints):9.2f}")
    conductor.close()
    await bench.supervisor.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time of one update of the context panel.")
    parser.add_argument("--count", type=int, default=200)
    given = parser.parse_args()
    application = QApplication([])
    with asyncio.Runner(loop_factory=lambda: WindowLoop(application)) as runner:
        runner.run(run(application, given.count))


if __name__ == "__main__":
    main()
