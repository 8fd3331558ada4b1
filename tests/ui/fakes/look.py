"""Writes pictures of the window in a given state, to be looked at: ``python -m tests.ui.fakes.look OUT.png``."""

from __future__ import annotations

import argparse
import asyncio
import os
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench, Script, report
from weclaw_desktop.core.events import ApprovalAsked, ContextReported, ReadingPrompt
from weclaw_desktop.core.messages import ToolCallPart
from weclaw_desktop.core.report import Status
from weclaw_desktop.core.text import text
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.loop import WindowLoop
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.window_parts import build, installed
from weclaw_desktop.ui.window_state import WindowState

STATES = ("full", "empty", "busy", "failed", "keyless", "asking", "waiting", "reading", "table", "none")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--theme", default="light")
    parser.add_argument("--language", default="en")
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--zoom", type=int, default=100)
    parser.add_argument("--state", default="full", choices=STATES)
    parser.add_argument("--top", action="store_true", help="scroll to the top")
    parser.add_argument("--press", default="", help="name of a button to press first")
    return parser.parse_args()


async def show(options: argparse.Namespace, application: QApplication) -> None:
    bench = FakeBench()
    look = bench.settings.value.appearance.model_copy(update={"zoom": options.zoom})
    bench.settings.value = bench.settings.value.model_copy(update={"appearance": look})
    if options.state == "none":
        bench.models.models = ()
    chat_id = ""
    if options.state not in ("empty", "none"):
        failure = "llm.missing_key" if options.state == "keyless" else "llm.rate_limited"
        chat_id = scene.fill(bench, failed=options.state in ("failed", "keyless"), failure=failure)
    window = MainWindow(WindowState(), "/profile")
    window.fix_look(options.language, options.theme)
    window.resize(options.width, options.height)
    conductor = Conductor(bench)
    window.apply_from(bench.settings.value)
    window.attach(build(conductor, installed()))
    window.show()
    if options.state == "empty":
        scene.chat_rows(bench)
        window.sidebar.reload()
    await asyncio.sleep(0.2)
    if chat_id:
        conductor.open_chat(chat_id)
        await asyncio.sleep(0.3)
        bench.bus.publish(ContextReported(report("list2", 93_000)))
    await act(options.state, bench, conductor, chat_id)
    await asyncio.sleep(0.5)
    if options.top:
        window.chat.transcript.verticalScrollBar().setValue(0)
        await asyncio.sleep(0.3)
    await press(options.press, application)
    window.grab().save(str(options.out))
    window.let_go()
    conductor.close()
    await bench.supervisor.close()


async def act(state: str, bench: FakeBench, conductor: Conductor, chat_id: str) -> None:
    """Bring the chat into the state."""
    if state == "table":
        cells = ("Betriebskostenabrechnung", "internationalisation", "ok", "1,250.00 EUR")
        rows = ["| " + " | ".join(cells[(n + line) % 4] for n in range(12)) + " |" for line in range(4)]
        rows.insert(1, "|" + "---|" * 12)
        bench.dialog.scripts = [Script(("The figures by month:\n\n", "\n".join(rows), "\n\nAll are net."))]
        conductor.send("Show all twelve months.")
        await asyncio.sleep(0.8)
    if state in ("busy", "reading"):
        gate = asyncio.Event()
        chunks = ("I will add one fixture, **opened_archive**, three times.\n\n```py\ndef f(", "x):", " ...")
        bench.dialog.scripts = [Script(chunks, pause_s=0.4, gate=gate)]
        conductor.send("Do it, and keep the rule from before: no sleeps in tests.")
        await asyncio.sleep(0.3)
        if state == "reading":
            bench.bus.publish(ReadingPrompt(chat_id, 410, 756, 10.2))
        else:
            gate.set()
            await asyncio.sleep(0.5)
    if state == "waiting":
        status = Status("waiting", text("services.status_hard"), None, ("send", "gentle", "cancel"))
        bench.bus.publish(ContextReported(replace(report(chat_id, 131_000), status=status)))
    if state == "asking":
        call = ToolCallPart("k2", "run_shell", '{"command": "pytest -k import_zip -x"}')
        path = bench.store.messages.paths[chat_id]
        message = path[3]
        path[:] = [m for m in path if m.result is None or m.result.call_id != "k2"]
        asked = ApprovalAsked(chat_id, "q1", message.id, call, "high", text("tools.run", command="pytest"))
        bench.dialog.asked[chat_id] = [asked]
        conductor.new_chat()
        conductor.open_chat(chat_id)


async def press(name: str, application: QApplication) -> None:
    """Click the first visible button of that name."""
    buttons = (w for w in application.allWidgets() if isinstance(w, QAbstractButton) and w.isVisible())
    found = next((b for b in buttons if name and name in (b.accessibleName(), b.text())), None)
    if found is not None:
        found.click()
        await asyncio.sleep(0.4)


def main() -> None:
    options = arguments()
    application = QApplication([])
    application.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: WindowLoop(application)) as runner:
        runner.run(show(options, application))


if __name__ == "__main__":
    main()
