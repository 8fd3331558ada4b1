"""How quick the window is: python -m tests.benchmarks.ui [--json] [--gaps].

Runs the real window on a real profile in a temporary folder, offscreen unless ``QT_QPA_PLATFORM`` says otherwise. A
scripted model streams; the database, the counting and the compression are the product's own. Exit code 1 when a target
is missed. Figures:

* ``window_ms``: from process start to the first paint of the window, median of warm starts.
* ``open_ms``: opening a chat of 10,000 messages, until its newest messages are painted; the word index is made before.
* ``p99_ms``, ``worst_ms``: how late the event loop is while an answer of 20,000 tokens (5,000 lines of code in one
  block, 2,000 tokens of LaTeX) streams at 300 tokens/s, somebody types, and a chat of 400,000 tokens is compressed.
  The processor time of the window's thread in these gaps is told beside; ``--gaps`` lists the longest and what ran.
* ``typing_ms``: from a key to its painted letter meanwhile, 99 of 100.
* ``scroll_ms``: from a turn of the wheel to the painted frame in the long chat, 95 of 100.
* ``stop_ms``: from the click on Stop until the answer is committed as stopped.
* ``memory_mb``: resident memory with the long chat open and litellm loaded; ``growth_mb``: what it grows by when all of
  its 10,000 messages have been viewed.

The list of chats, a profile of 100,000 messages, switching and searching are in ``tests.benchmarks.chats``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtWidgets import QApplication
from sqlalchemy import func, select

from tests.benchmarks.answers import everything
from tests.benchmarks.gaps import Beat, Watch, describe
from tests.benchmarks.hands import Hand, share
from tests.benchmarks.storage import messages
from weclaw_desktop.app import SWITCH_S
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.llm.scripted import ScriptedModel, ScriptedModels, say
from weclaw_desktop.services.sweeping import Sweeper, give_back_large_blocks, only_young
from weclaw_desktop.services.turns import take_short_turns
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.storage.store import SqlStore
from weclaw_desktop.storage.tables import PendingRow
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.loop import WindowLoop
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.source_scan import keep_no_sources
from weclaw_desktop.ui.window_parts import build, installed
from weclaw_desktop.ui.window_state import WindowState

TARGETS = {
    "window_ms": 1_000,
    "open_ms": 200,
    "p99_ms": 16,
    "worst_ms": 60,
    "typing_ms": 16,
    "scroll_ms": 16.7,
    "stop_ms": 100,
    "memory_mb": 450,
    "growth_mb": 60,
}
LONG = 10_000
"""Messages of the long chat."""
BIG = 2_200
"""Messages of the chat that is compressed: about 400,000 tokens."""
RATE = 300.0
STARTS = 3
FIRST_PAINT = """
import sys, time, os
from weclaw_desktop.app import run_window
from weclaw_desktop.launch import WindowOptions
from weclaw_desktop.ui.main_window import MainWindow
from pathlib import Path
paint = MainWindow.paintEvent
def painted(self, event):
    paint(self, event)
    print(time.time(), flush=True)
    os._exit(0)
MainWindow.paintEvent = painted
run_window(WindowOptions(profile_dir=Path(sys.argv[1])))
"""
TOKENS = 20_000
FRAME_S = 1 / 60
KEY_S = 0.12
"""Seconds between two keys: a quick typist."""


def window_ms(folder: Path) -> float:
    """Milliseconds from the start of a process to the window's first paint."""
    found: list[float] = []
    for _ in range(STARTS + 1):
        began = time.time()
        done = subprocess.run(
            [sys.executable, "-c", FIRST_PAINT, str(folder)], capture_output=True, text=True, check=True
        )
        found.append((float(done.stdout.split()[0]) - began) * 1_000)
    return statistics.median(found[1:])


async def measure(folder: Path, application: QApplication, *, watched: bool) -> dict[str, float]:
    """All figures that need the window open."""
    spec = ModelSpec("demo", "scripted", 1_000_000, "table", max_output=16_384, output_source="table")
    answer = say(everything(TOKENS))  # made before: to cut it into its tokens takes 60 ms, of a provider's time
    models = ScriptedModels(ScriptedModel(spec, answer=lambda _request: answer, rate=RATE))
    workshop = await Workshop.open(folder, models)
    await workshop.settings.change({"general.model": "demo/scripted", "context.background": False})
    long = await workshop.store.chats.create(model="demo/scripted")
    await workshop.store.messages.extend(long.id, messages(LONG))
    big = await workshop.store.chats.create(model="demo/scripted")
    for message in messages(BIG):
        await workshop.store.messages.append(big.id, message)
    await indexed(workshop)
    window = MainWindow(WindowState(), str(folder))
    conductor = Conductor(workshop)
    window.apply_from(workshop.settings.value)
    window.resize(1_440, 900)
    window.attach(build(conductor, installed()))
    window.show()
    await asyncio.sleep(0.5)
    figures = {"open_ms": await open_ms(window, conductor, long.id)}
    await asyncio.to_thread(_load_litellm)
    figures["memory_mb"] = resident()
    figures["scroll_ms"] = await scroll_ms(window)
    figures["growth_mb"] = await growth_mb(window, conductor)
    figures.update(await gaps(window, conductor, workshop, big.id, watched=watched))
    conductor.close()
    window.hide()
    await workshop.close()
    window.let_go()
    application.processEvents()
    return figures


async def indexed(workshop: Workshop) -> None:
    """Wait until the idle writer has made its word index of all messages, as it has long before a chat is opened."""
    assert isinstance(workshop.store, SqlStore)
    left = select(func.count(PendingRow.key))
    for _ in range(600):
        if not await workshop.store.database.read(lambda connection: connection.scalar(left)):
            return
        await asyncio.sleep(0.2)


async def open_ms(window: MainWindow, conductor: Conductor, chat_id: str) -> float:
    """Open a chat and paint it."""
    opened = asyncio.Event()
    window.chat.transcript.window_of_rows.reset.connect(opened.set)
    began = time.perf_counter()
    conductor.open_chat(chat_id)
    await opened.wait()
    window.grab()
    taken = (time.perf_counter() - began) * 1_000
    await asyncio.sleep(1)
    return taken


async def gaps(
    window: MainWindow, conductor: Conductor, workshop: Workshop, big: str, *, watched: bool
) -> dict[str, float]:
    """Stream in a new chat while the big one is compressed, then stop."""
    await workshop.reporter.report(big)  # counts what was put in behind the back of the services
    conductor.new_chat()
    await asyncio.sleep(0.5)
    started = asyncio.Event()
    conductor.live.reply_started.connect(started.set)
    conductor.send("Tell me everything.")
    await started.wait()
    watch = Watch() if watched else None
    beat = Beat()
    beating = asyncio.get_running_loop().create_task(beat.run())
    hand = Hand(window.chat.composer.edit)
    window.chat.composer.edit.setFocus()
    typing = asyncio.get_running_loop().create_task(type_on(hand, window))
    await asyncio.sleep(1)
    compressing = asyncio.get_running_loop().create_task(workshop.worker.compress_now(big))
    await asyncio.sleep(0.97 * TOKENS / RATE - 1)
    made = await compressing
    beat.going = False
    await beating
    typing.cancel()
    shown = conductor.live.reply_in(conductor.chat_id)
    length = 0 if shown is None else len(shown.text)
    print(f"compressed: {made.__class__.__name__}; {length:,} characters came", file=sys.stderr)
    print(f"typing: median {share(hand.times, 0.5):.1f}, worst {max(hand.times):.1f} ms", file=sys.stderr)
    walls, own = [gap.wall for gap in beat.gaps], [gap.own for gap in beat.gaps]
    print(f"own time in gaps: 99 of 100 {share(own, 0.99):.1f}, worst {max(own):.1f} ms", file=sys.stderr)
    if watch is not None:
        watch.stop()
    print(describe(beat, watch, 10 if watched else 3), file=sys.stderr)
    window.chat.composer.clear()
    began, busy = time.perf_counter(), time.thread_time()
    window.chat.composer.stop.click()
    await workshop.dialog.wait(conductor.chat_id)
    stop = (time.perf_counter() - began) * 1_000
    print(f"stop: own time {(time.thread_time() - busy) * 1_000:.1f} ms", file=sys.stderr)
    return {
        "p99_ms": share(walls, 0.99),
        "worst_ms": max(walls),
        "typing_ms": share(hand.times, 0.99),
        "stop_ms": stop,
    }


async def type_on(hand: Hand, window: MainWindow) -> None:
    """Type as long as the answer grows."""
    while True:
        await hand.type_letter()
        if len(window.chat.composer.edit.toPlainText()) > 60:
            window.chat.composer.edit.clear()
        await asyncio.sleep(KEY_S)


async def scroll_ms(window: MainWindow) -> float:
    """Scroll up through a few hundred messages and down again."""
    hand = Hand(window.chat.transcript)
    for step in range(400):
        await hand.turn(120 if step < 300 else -120)
        await asyncio.sleep(FRAME_S)
    print(f"scroll: median {share(hand.times, 0.5):.1f}, worst {max(hand.times):.1f} ms", file=sys.stderr)
    return share(hand.times, 0.95)


async def growth_mb(window: MainWindow, conductor: Conductor) -> float:
    """Go back to the first message of the long chat, page by page, with the sweeps that the window makes meanwhile."""
    before, bar = resident(), window.chat.transcript.verticalScrollBar()
    sweeper = Sweeper(quiet=lambda: True, away=lambda: False)
    while not conductor.feed.rows.complete:
        await conductor.feed.read_older()
        bar.setValue(0)
        window.chat.transcript._after_scroll()
        sweeper.sweep()
        await asyncio.sleep(0.02)
    return resident() - before


def resident() -> float:
    """Resident memory in MB."""
    return psutil.Process().memory_info().rss / 1_048_576


def _load_litellm() -> None:
    from weclaw_desktop.llm.library import litellm

    litellm()


def main() -> int:
    """Print the figures; exit code 1 when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--gaps", action="store_true", help="list the longest gaps and what ran in them; costs time")
    options = parser.parse_args()
    take_short_turns(SWITCH_S)  # as run_window does first
    give_back_large_blocks()
    keep_no_sources()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        figures = {"window_ms": window_ms(Path(name) / "start")}
        application = QApplication([])
        application.setQuitOnLastWindowClosed(False)
        only_young()
        with asyncio.Runner(loop_factory=lambda: WindowLoop(application)) as runner:
            figures.update(runner.run(measure(Path(name) / "profile", application, watched=options.gaps)))
    if options.json:
        print(json.dumps({key: round(figures[key], 1) for key in TARGETS}, indent=2))
    else:
        for key, target in TARGETS.items():
            print(f"{key:12} {figures[key]:10.1f}   ≤ {target}")
    return int(any(figures[key] > target for key, target in TARGETS.items()))


if __name__ == "__main__":
    raise SystemExit(main())
