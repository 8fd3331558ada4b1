"""How long the context manager takes on a long chat: ``python -m tests.benchmarks.engine [--json] [--messages N]``.

Printed are: ``consider`` as its caller feels it, the decision behind it after one more turn, building the request, one
compression, and the longest gap of the event loop meanwhile. Times in milliseconds. ``own_gap_ms`` leaves out what the
loop waited for other programs: of each gap it counts at most the processor time that this process used in it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.fakes.profile import MemorySecrets, MemorySettings
from weclaw_desktop.context.engine import Moment
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.messages import Message, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.llm.scripted import ScriptedModel, ScriptedModels
from weclaw_desktop.services.sweeping import only_young
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.storage.store import SqlStore

TARGETS = {"consider_call_ms": 1.0, "decision_ms": 5.0, "own_gap_ms": 60.0, "commit_ms": 2.0}
"""What must be reached, by name of the figure."""
SWITCH_S = 0.0005
"""As in the window: how long one thread may keep the others waiting, in seconds."""


def history(count: int) -> list[Message]:
    """Messages of a working day repeated: asks, tool calls with results, answers; every one with facts of its own."""
    made: list[Message] = []
    turn = 0
    while len(made) < count:
        turn += 1
        call = ToolCallPart(f"c{turn}", "read_file", json.dumps({"path": f"src/module_{turn}.py"}))
        rows = "\n".join(f"row {turn}-{n}: value={turn * 31 + n * 7} status=ok" for n in range(4))
        made += [
            user(f"Please look at module {turn} and tell me what changed on day {turn % 365}."),
            assistant("I read it first.", call),
            tool(call.id, "read_file", rows),
            assistant(f"Module {turn} sets limit {turn * 17} and calls service {turn % 97}; {turn * 3} lines changed."),
        ]
    return made[:count]


class Gap:
    """The longest time that the loop was not free, in seconds; ``own`` without waits for other programs."""

    def __init__(self) -> None:
        self.worst = 0.0
        self.own = 0.0
        self._task: asyncio.Task[None] | None = None

    async def _beat(self) -> None:
        last, used = time.perf_counter(), time.process_time()
        while True:
            await asyncio.sleep(0.001)
            now, using = time.perf_counter(), time.process_time()
            gap = now - last - 0.001
            self.worst = max(self.worst, gap)
            self.own = max(self.own, min(gap, using - used))
            last, used = now, using

    def start(self) -> None:
        self._task = asyncio.ensure_future(self._beat())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()


async def measure(folder: Path, count: int) -> dict[str, float]:
    """All figures on a chat of ``count`` messages."""
    model = ScriptedModel(ModelSpec("demo", "scripted", 131_072, "table", max_output=8_192))
    store = await open_store(folder)
    assert isinstance(store, SqlStore)
    settings = declared.change(Settings(), {"general.model": "demo/scripted", "context.summary_model": "none"})
    workshop = Workshop(
        store=store, models=ScriptedModels(model), settings=MemorySettings(settings), secrets=MemorySecrets()
    )
    try:
        chat = (await workshop.dialog.new_chat()).id
        await store.messages.extend(chat, history(count))
        figures = {"messages": float(count), **await _pass(workshop, chat), **await _turns(workshop, store, chat)}
    finally:
        await workshop.close()
    return figures


async def _turns(workshop: Workshop, store: SqlStore, chat: str) -> dict[str, float]:
    calls, decisions, commits, requests = [], [], [], []
    desk = await workshop.desks.of(chat)
    # Held above T: what is measured is the decision, not a pass.
    desk.chat = await store.chats.change(chat, held_until=100_000_000)
    for turn in range(20):
        started = time.perf_counter()
        row = await store.messages.append(chat, user(f"One more question {turn}"))
        commits.append(time.perf_counter() - started)
        desk.put(row)
        started = time.perf_counter()
        workshop.worker.consider(chat, Moment.AFTER_RESPONSE)
        calls.append(time.perf_counter() - started)
        look = workshop.worker._job(chat).look
        assert look is not None
        await look
        decisions.append(time.perf_counter() - started)
        await asyncio.sleep(0.15)
    started = time.perf_counter()
    state = desk.state()
    from weclaw_desktop.context.load import measure as load_of

    await desk.compute(load_of, state)
    requests.append(time.perf_counter() - started)
    return {
        "commit_ms": statistics.median(commits) * 1_000,
        "consider_call_ms": statistics.median(calls) * 1_000,
        "decision_ms": statistics.median(decisions) * 1_000,
        "load_ms": statistics.median(requests) * 1_000,
    }


async def _pass(workshop: Workshop, chat: str) -> dict[str, float]:
    started = time.perf_counter()
    await workshop.reporter.report(chat)
    first = (time.perf_counter() - started) * 1_000
    gap = Gap()
    gap.start()
    started = time.perf_counter()
    made = await workshop.worker.compress_now(chat)
    spent = (time.perf_counter() - started) * 1_000
    gap.stop()
    figures = {"first_report_ms": first, "pass_ms": spent}
    figures |= {"loop_gap_ms": gap.worst * 1_000, "own_gap_ms": gap.own * 1_000}
    if isinstance(made, Record):
        figures |= {"tokens_before": float(made.tokens_before), "tokens_after": float(made.tokens_after)}
    return figures


def main() -> int:
    """Measure, print a table or JSON; 1 when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--messages", type=int, default=16_000)
    arguments = parser.parse_args()
    sys.setswitchinterval(SWITCH_S)
    only_young()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), arguments.messages))
    missed = [name for name, limit in TARGETS.items() if figures[name] > limit]
    if arguments.json:
        print(json.dumps({name: round(value, 3) for name, value in figures.items()} | {"missed": missed}))
    else:
        for name, value in figures.items():
            limit = f"  (≤ {TARGETS[name]:g}{', MISSED' if name in missed else ''})" if name in TARGETS else ""
            print(f"{name:20} {value:12,.2f}{limit}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
