"""W8: what a chat or a model has of its own is seen where it acts, set in one sheet, and taken back with one button."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest_asyncio
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.context_panel.states import NOTICE
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench, report
from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.overriding import OF_MODELS, OwnSetting, in_force, own_of_model
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.notices_section import NoticesSection
from weclaw_desktop.ui.context_panel.own_section import OwnSection
from weclaw_desktop.ui.settings.own_fields import OwnFields
from weclaw_desktop.ui.settings.own_sheet import ChatContextSheet
from weclaw_desktop.ui.settings.own_words import listed, value
from weclaw_desktop.ui.widgets import ChoiceBox

VALUES: dict[str, object] = {
    "strategy": "layered",
    "profile": "economy",
    "ratio": 0.3,
    "cap": 60_000,
    "formula": "classic",
    "message_cap": 0,
    "recent_n": 9,
    "old_max_bytes": 900,
    "summary_model": "none",
}


@pytest_asyncio.fixture
async def conductor(bench: FakeBench, qtbot: QtBot) -> AsyncIterator[Conductor]:
    del qtbot
    made = Conductor(bench)
    made.open_chat(scene.fill(bench))
    for _ in range(5):
        await asyncio.sleep(0)
    yield made
    made.close()
    await bench.supervisor.close()


async def settled() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


async def test_W8_fields_give_back_what_they_were_filled_with(conductor: Conductor, qtbot: QtBot) -> None:
    fields = OwnFields(conductor)
    qtbot.addWidget(fields)
    heard: list[None] = []
    fields.changed.connect(lambda: heard.append(None))
    fields.show_values({}, in_force(conductor.settings))
    assert fields.values == dict.fromkeys(OF_MODELS)
    fields.show_values(VALUES, in_force(conductor.settings))
    assert fields.values == VALUES
    assert heard == []
    box = fields.boxes["strategy"]
    assert isinstance(box, ChoiceBox)
    box.setCurrentIndex(box.findData("off"))
    assert heard == [None]
    assert fields.values["strategy"] == "off"
    assert all(box.accessibleName() for box in fields.boxes.values())


async def test_W8_U3_the_sheet_shows_what_comes_of_it_and_saves_for_this_chat(
    conductor: Conductor, bench: FakeBench
) -> None:
    host = QWidget()
    host.resize(900, 900)
    host.show()
    assert conductor.chat is not None
    sheet = ChatContextSheet(host, conductor, conductor.chat)
    sheet.open()
    assert "compression starts at" in sheet.headline.text()
    cap = sheet.fields.boxes["cap"]
    assert not isinstance(cap, ChoiceBox)
    cap.setValue(60_000)
    assert sheet.headline.text().endswith("compression starts at 60,000 tokens.")
    assert "capped at 60,000 (set for this chat)" in sheet.reasons.text()
    cap.setValue(500)
    assert "1000" in sheet.headline.text() or "1,000" in sheet.headline.text()
    cap.setValue(60_000)
    sheet.answer("save")
    await settled()
    assert bench.dialog.calls[-1] == ("own", conductor.chat_id, {**dict.fromkeys(OF_MODELS), "cap": 60_000})
    assert conductor.chat.overrides == {"context.cap": 60_000}
    again = ChatContextSheet(host, conductor, conductor.chat)
    again.open()
    assert again.fields.values["cap"] == 60_000
    again.answer("back")
    await settled()
    assert conductor.chat.overrides == {}
    cancelled = ChatContextSheet(host, conductor, conductor.chat)
    cancelled.open()
    cancelled.answer("")
    await settled()
    assert len([call for call in bench.dialog.calls if call[0] == "own"]) == 2
    host.deleteLater()
    await asyncio.sleep(0)


async def test_W8_the_panel_names_what_the_chat_and_the_model_have_of_their_own(
    conductor: Conductor, qtbot: QtBot
) -> None:
    section = OwnSection(conductor)
    qtbot.addWidget(section)
    section.retranslate()
    section.show_own((OwnSetting("cap", 60_000, "chat"), OwnSetting("profile", "economy", "model")), stored=True)
    assert section.told.text() == "This chat has its own: cap: 60,000\nThis model has its own: profile: Economy"
    section.show_own((), stored=True)
    assert section.told.isHidden()
    assert value(conductor, "tell_model", False) == "off"
    assert value(conductor, "ratio", 0.3) == "30 %"
    assert value(conductor, "cap", 0) == "none"
    assert value(conductor, "summary_model", "") == "the chat's own"
    assert (
        listed(conductor, {"strategy": "off", "recent_n": 9}) == "strategy: Off; recent messages of Layered memory: 9"
    )


async def test_W8_the_strategy_that_is_shown_is_the_one_that_holds(conductor: Conductor, bench: FakeBench) -> None:
    assert conductor.strategy == "adaptive"
    model = own_of_model(None, {"strategy": "pipeline"})
    bench.settings.value = bench.settings.value.model_copy(update={"overrides": {conductor.model: model}})
    assert conductor.strategy == "pipeline"
    conductor.choose_own({"strategy": "off"})
    await settled()
    assert conductor.strategy == "off"
    conductor.new_chat()
    assert conductor.strategy == "pipeline"
    conductor.choose_own({"strategy": "off"})  # no chat is stored that could have it
    conductor.choose_strategy("layered")
    assert conductor.strategy == "layered"


async def test_U5_notices_have_a_switch_and_a_history(qtbot: QtBot) -> None:
    section = NoticesSection()
    qtbot.addWidget(section)
    section.retranslate()
    section.show()
    asked: list[bool] = []
    section.switched.connect(asked.append)
    now = report("c1", 49_100)
    section.show_report(now)
    assert not section.isVisible()
    ms = 1_764_499_320_000
    told = (Notice("first", ms, ms + 600_000), Notice("gone", ms + 600_000, undone=True), Notice(NOTICE, ms + 900_000))
    section.show_report(replace(now, notices=(NOTICE,), told=told))
    assert section.isVisible()
    assert section.switch.isChecked()
    assert NOTICE in shown(section)
    assert "first" not in shown(section)
    assert section.more.text() == "History: 3"
    section.more.click()
    lines = shown(section)
    assert lines.index("gone") < lines.index("first")
    assert any(line.startswith("since ") for line in lines)
    assert any(line.endswith(", then taken back") for line in lines)
    assert any(" – " in line for line in lines)
    section.more.click()
    assert "first" not in shown(section)
    section.switch.click()
    assert asked == [False]
    section.show_report(replace(now, told=told, tells=False))
    assert "Off in this chat: the model is not told that anything is left out." in shown(section)
    assert not section.switch.isChecked()
    section.more.click()
    assert any(line.endswith(", now switched off") for line in shown(section))
    assert not any(line.startswith("since ") for line in shown(section))


def shown(section: QWidget) -> list[str]:
    from weclaw_desktop.ui.widgets import Label

    return [label.text() for label in section.findChildren(Label) if not label.isHidden()]
