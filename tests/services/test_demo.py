"""The demo shows what the product does: soft line, preparation, divider, notice, valid next request, undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.profile import MemorySecrets, MemorySettings
from weclaw_desktop.core.events import ContextReported, RecordApplied
from weclaw_desktop.core.text import Language
from weclaw_desktop.services.demo import MODEL, Demo, demo_models
from weclaw_desktop.services.demo_script import closing, middle, opening
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.storage.profile import open_store


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_U4_a_newcomer_sees_a_compression(tmp_path: Path, language: Language) -> None:
    models = demo_models(rate=0, summary_s=0.3)
    workshop = Workshop(
        store=await open_store(tmp_path), models=models, settings=MemorySettings(), secrets=MemorySecrets()
    )
    events: list[object] = []
    workshop.bus.subscribe(object, events.append)
    try:
        chat = await Demo(workshop, language, pause_s=0.15).run()
        log = await workshop.store.messages.path(chat)
        records = await workshop.store.records.all(chat)
        assert [r.method for r in records if r.state == "active"] == ["model"]
        assert any(isinstance(e, RecordApplied) for e in events)
        phases = {e.report.status.phase for e in events if isinstance(e, ContextReported)}
        assert {"preparing", "prepared"} <= phases
        last = [r for r in models.scripted(MODEL).history if r.purpose == "reply"][-1]
        assert ("[Context]" if language == "en" else "【上下文说明】") in last.system_text
        report = await workshop.reporter.report(chat)
        assert last.load <= report.thresholds.hard
        assert log[-1].text == closing(language)[1]
        assert (await workshop.store.chats.get(chat)).language == language
        assert await workshop.worker.undo(chat) is None
        assert workshop.settings.value.general.model == "", "the profile's own choice outlives a demo"
    finally:
        await workshop.close()


def test_the_demo_fits_into_a_minute() -> None:
    for language in ("en", "zh"):
        text = "".join(turn.answer for turn in (opening(language), *middle(language)))
        assert len(text) / 4 / 260 < 40
