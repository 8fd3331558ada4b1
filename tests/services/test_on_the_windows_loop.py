"""The same services on the loop that the window runs: qasync."""

from __future__ import annotations

import gc
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.fakes.bench import bench
from tests.services.test_compression import grow, small
from weclaw_desktop.core.events import StreamDelta
from weclaw_desktop.llm.scripted import say


async def test_A8_conversation_compression_and_stop_on_qts_loop(qapp: QApplication, tmp_path: Path) -> None:
    gc.collect()  # loops of earlier tests hold Qt timers, which must not be collected in a thread of ours
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        applied = await grow(b, chat)
        assert applied.record.tokens_after < applied.record.tokens_before
        b.model.rate = 200
        b.model.enqueue(say("word " * 2_000))
        shown = len(b.seen(StreamDelta))
        await b.workshop.dialog.send(chat, "go")
        await b.until(lambda: len(b.seen(StreamDelta)) > shown + 2)
        await b.workshop.dialog.stop(chat)
        row = await b.workshop.dialog.wait(chat)
        assert row is not None
        assert row.state == "stopped"
