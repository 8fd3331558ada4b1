"""Choosing a model, parameters and a persona, up to what the dialog is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.parameters import Parameters
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.models.parameters_sheet import ParametersSheet
from weclaw_desktop.ui.models.persona_picker import EDIT, NOBODY, PersonaPicker, VariablesSheet
from weclaw_desktop.ui.models.picker import SETTINGS, ModelPicker, able, offered, price
from weclaw_desktop.ui.settings.personas_page import PersonasPage
from weclaw_desktop.ui.settings.window import SettingsWindow

CLOUD = ModelSpec("p", "big", 200_000, "table", price=Price("USD", 2.5, 10.0), images=True, reasoning=True)
HOME = ModelSpec("local", "small", 8_192, "guessed", tools=False, local=True)


def test_a_line_says_window_price_abilities_and_where_it_runs(qapp: object) -> None:
    lines = {choice.id: choice for choice in offered((CLOUD, HOME), (), "p/big")}
    assert (lines["p/big"].right, lines["p/big"].chosen) == ("200K  $2.5 / $10 per million tokens", True)
    assert lines["p/big"].under == "p · sees pictures · uses tools · thinks"
    assert lines["local/small"].right == "8.2K (guessed)  free"
    assert able(HOME) == ["on this computer"]
    assert price(None) == ""
    assert price(Price("CHF", 1.0, 2.0)) == "CHF 1 / CHF 2 per million tokens"


def test_favourites_come_first_in_the_order_they_were_starred_and_only_once(qapp: object) -> None:
    lines = offered((CLOUD, HOME), ("local/small", "gone/model"), "")
    assert [(choice.id, choice.starred) for choice in lines] == [
        ("local/small", True),
        ("p/big", False),
        (SETTINGS, None),
    ]


async def opened(window: MainWindow, bench: FakeBench, settle: Settle) -> str:
    chat_id = scene.fill(bench)
    assert window.conductor is not None
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == chat_id)
    return chat_id


async def test_a_model_is_found_starred_and_chosen_by_key(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await opened(window, bench, settle)
    assert window.conductor is not None
    window.keys.run("model.choose")
    picker = window.findChild(ModelPicker)
    assert picker is not None
    last = window.conductor.models[-1]
    qtbot.keyClicks(picker.edit, last.name)
    assert picker.offered[0] == last.id
    qtbot.keyClick(picker.edit, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    await settle(lambda: bench.settings.value.favourites == (last.id,))
    qtbot.keyClick(picker.edit, Qt.Key.Key_Return)
    await settle(lambda: window.conductor is not None and window.conductor.model == last.id)
    await asyncio.sleep(0.01)
    wanted: list[str] = []
    window.conductor.settings_wanted.connect(wanted.append)
    picker = ModelPicker(window, window.conductor, lambda name: None)
    picker._on_chosen(SETTINGS)
    assert wanted == ["models"]
    picker.answer("")


async def test_a_star_is_clicked_with_the_mouse(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    assert window.conductor is not None
    taken: list[str] = []
    picker = ModelPicker(window, window.conductor, taken.append)
    picker.open()
    first = window.conductor.models[0].id
    picker._go_to(first)
    place = picker.list.visualRect(picker.list.currentIndex())
    qtbot.mouseClick(picker.list.viewport(), Qt.MouseButton.LeftButton, pos=place.topLeft() + place.center() * 0)
    await settle(lambda: bench.settings.value.favourites == (first,))
    assert picker.isVisible()
    qtbot.mouseClick(picker.list.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    assert len(taken) == 1


async def test_parameters_go_to_the_chat_and_back_to_the_usual(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat_id = await opened(window, bench, settle)
    window.keys.run("model.parameters")
    sheet = window.findChild(ParametersSheet)
    assert sheet is not None
    assert sheet.wanted == Parameters()
    sheet.temperature.setValue(0.3)
    sheet.max_output.setValue(512)
    sheet.answer("save")
    await settle(lambda: window.conductor is not None and bool(window.conductor.parameters))
    assert (await bench.store.chats.get(chat_id)).parameters == {"temperature": 0.3, "max_output": 512}
    await asyncio.sleep(0.01)
    window.keys.run("model.parameters")
    again = next(sheet for sheet in window.findChildren(ParametersSheet) if sheet.isVisible())
    assert again.wanted == Parameters(temperature=0.3, max_output=512)
    again.answer("usual")
    await settle(lambda: window.conductor is not None and not window.conductor.parameters)


async def test_a_persona_asks_for_what_it_leaves_open(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat_id = await opened(window, bench, settle)
    window.keys.run("model.persona")
    await settle(lambda: window.findChild(PersonaPicker) is not None)
    picker = window.findChild(PersonaPicker)
    assert picker is not None
    assert picker.offered[0] == NOBODY
    picker._on_chosen("translator")
    sheet = window.findChild(VariablesSheet)
    assert sheet is not None
    assert sheet.fields["first language"].text() == "English"
    sheet.fields["first language"].setText("Dutch")
    sheet.answer("use")
    await settle(lambda: window.conductor is not None and window.conductor.persona == "translator")
    words = (await bench.store.chats.get(chat_id)).overrides["chatting.persona"]
    assert "between Dutch and Chinese" in str(words)
    picker._on_chosen(NOBODY)
    await settle(lambda: window.conductor is not None and window.conductor.persona == "")
    wanted: list[str] = []
    assert window.conductor is not None
    window.conductor.settings_wanted.connect(wanted.append)
    picker._on_chosen(EDIT)
    assert wanted == ["personas"]


async def test_a_new_chat_begins_as_it_was_chosen(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    conductor = window.conductor
    assert conductor is not None
    conductor.choose_persona("pirate", "You are a pirate.")
    conductor.choose_parameters(Parameters(temperature=1.5))
    assert (conductor.persona, conductor.parameters) == ("pirate", {"temperature": 1.5})
    window.chat.composer.edit.setPlainText("ahoy")
    window.chat.composer.send.click()
    await settle(lambda: conductor.chat is not None)
    assert conductor.chat is not None
    await settle(lambda: conductor.chat is not None and conductor.chat.persona == "pirate")
    assert conductor.chat.parameters == {"temperature": 1.5}
    conductor.new_chat()
    assert (conductor.persona, conductor.parameters) == ("", {})
    await settle(lambda: not bench.dialog.turns)


async def test_personas_are_written_copied_and_deleted(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    bench.folder = tmp_path
    window.open_settings("personas")
    settings = window.settings_window
    assert isinstance(settings, SettingsWindow)
    page = settings.pages["personas"]
    assert isinstance(page, PersonasPage)
    await settle(lambda: page.pick.count() >= 4)
    assert not page.delete.isEnabled()
    page.new.click()
    page.save.click()
    await settle(page.problem.isVisible)
    page.name_edit.setText("Pirate")
    page.text.setPlainText("You are {{name|Jack}}.")
    assert "name (Jack)" in page._variables.text()
    await settle(lambda: page.cost.text().endswith(" tokens in each prompt"))
    page.save.click()
    await settle(lambda: page.pick.currentData() == "pirate")
    assert (tmp_path / "personas" / "pirate.md").is_file()
    assert page.delete.isEnabled()
    page.delete.click()
    await settle(lambda: page.pick.findData("pirate") == -1)
