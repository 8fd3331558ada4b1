"""The settings window: every change is kept at once, what is refused is said at its field, nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import keyring
import keyring.backends.fail
import pytest
import pytest_asyncio
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.fakes import scene
from tests.ui.fakes.profile import CONFIGURED, OLLAMA, ProfileBench
from weclaw_desktop.context.strategies import names
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.errors import BadKey, LocalModelError, SecretsError
from weclaw_desktop.core.events import ModelsChanged
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import text
from weclaw_desktop.storage import vault
from weclaw_desktop.storage.secrets import ProfileSecrets
from weclaw_desktop.tools.registry import built_in
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import words
from weclaw_desktop.ui.settings.context_page import ContextPage
from weclaw_desktop.ui.settings.data_page import DataPage
from weclaw_desktop.ui.settings.fields import ChoiceField, NumberField, PercentField, SwitchField, TextField
from weclaw_desktop.ui.settings.models_page import ModelsPage
from weclaw_desktop.ui.settings.numbers import limits
from weclaw_desktop.ui.settings.window import SettingsWindow
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Sheet

Settle = Callable[[Callable[[], bool]], Awaitable[None]]


@pytest.fixture
def profile(tmp_path: Path) -> ProfileBench:
    return ProfileBench(tmp_path, settings=CONFIGURED)


@pytest_asyncio.fixture
async def window(profile: ProfileBench, qtbot: QtBot) -> AsyncIterator[SettingsWindow]:
    chat_id = scene.fill(profile)
    conductor = Conductor(profile)
    conductor.open_chat(chat_id)
    for _ in range(5):
        await asyncio.sleep(0)
    QApplication.setQuitOnLastWindowClosed(False)  # as the app does: closing the settings ends nothing
    made = SettingsWindow(conductor)
    made.show()
    yield made
    made.close()
    conductor.close()
    await profile.supervisor.close()
    made.deleteLater()
    await asyncio.sleep(0)


def models_page(window: SettingsWindow) -> ModelsPage:
    page = window.pages["models"]
    assert isinstance(page, ModelsPage)
    return page


def context_page(window: SettingsWindow) -> ContextPage:
    page = window.pages["context"]
    assert isinstance(page, ContextPage)
    return page


def button(where: QWidget, name: str) -> QAbstractButton:
    found = [item for item in where.findChildren(QAbstractButton) if name in (item.text(), item.accessibleName())]
    assert found, name
    return found[0]


def fields(window: SettingsWindow) -> dict[str, object]:
    return {field.key: field for page in window.pages.values() for field in page.fields}


async def test_D7_every_field_shows_its_value_and_keeps_a_change(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    """Set every key, one after the other, and read all of them back."""
    wanted: dict[str, object] = {}
    for key, field in fields(window).items():
        before = declared.get(profile.settings.value, key)
        if isinstance(field, SwitchField):
            wanted[key] = not before
            field.switch.click()
        elif isinstance(field, ChoiceField):
            wanted[key] = next(value for value in field.buttons if value != before)
            field.buttons[str(wanted[key])].click()
        elif isinstance(field, NumberField):
            field.box.setValue(limits(key)[0])
            await settle(lambda key=key: declared.get(profile.settings.value, key) == limits(key)[0])
            field.box.stepBy(1)
            wanted[key] = field.box.value()
        elif isinstance(field, TextField):
            mine = "http://127.0.0.1:7890" if key == "network.proxy_url" else "something of mine"
            wanted[key] = mine
            if isinstance(field.edit, QPlainTextEdit):
                field.edit.setPlainText(mine)
                field._save(field.text())
            else:
                field.edit.setText(mine)
                field.edit.editingFinished.emit()
        await settle(lambda key=key: key not in wanted or declared.get(profile.settings.value, key) == wanted[key])
    assert len(wanted) > 20
    stored = declared.load(profile.saved.saved[-1].model_dump())
    assert {key: declared.get(stored, key) for key in wanted} == wanted
    assert stored.providers == CONFIGURED.providers
    await profile.idle()


async def test_D7_one_field_while_other_pages_were_never_opened(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    await profile.settings.change({"context.cap": 20_000})
    window.show_page("appearance")
    switch = fields(window)["appearance.reduced_motion"]
    assert isinstance(switch, SwitchField)
    switch.switch.click()
    await settle(lambda: profile.settings.value.appearance.reduced_motion)
    assert profile.settings.value.context.cap == 20_000
    assert profile.settings.value.overrides == {}
    await profile.idle()


async def test_what_cannot_be_saved_is_said_at_the_field(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    profile.saved.broken = True
    switch = fields(window)["context.background"]
    assert isinstance(switch, SwitchField)
    switch.switch.click()
    await settle(lambda: not switch.error.isHidden())
    assert "full" in switch.error.text()
    assert switch.switch.isChecked()
    profile.saved.broken = False
    switch.switch.click()
    await settle(lambda: switch.error.isHidden() and not profile.settings.value.context.background)
    await profile.idle()


async def test_W8_a_share_steps_over_what_the_settings_would_refuse(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    window.show_page("context")
    field = next(field for field in fields(window).values() if isinstance(field, PercentField))
    field.box.stepBy(1)
    assert field.box.value() == 20
    await settle(lambda: profile.settings.value.context.ratio == 0.2)
    field.box.stepBy(2)
    assert field.box.value() == 30
    field.box.stepBy(-3)
    assert field.box.text() == "–"
    await settle(lambda: profile.settings.value.context.ratio == 0)
    field.box.setValue(12)
    await settle(lambda: not field.error.isHidden())
    assert "0.20 to 0.85" in field.error.text()
    assert field.box.value() == 0


async def test_only_strategies_that_exist_are_offered(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    page = context_page(window)
    assert tuple(page.cards) == names()
    window.show_page("context")
    page.cards["truncate"].chosen.emit()
    await settle(lambda: profile.settings.value.context.strategy == "truncate")
    assert not page.truncate.isHidden()
    assert page.cards["truncate"].property("selected")
    assert page.layered.isHidden()
    page.cards["layered"].chosen.emit()
    await settle(lambda: profile.settings.value.context.strategy == "layered")
    assert not page.layered.isHidden()
    assert page.truncate.isHidden()
    assert "0.80 ×" in page.reasons.text()
    assert profile.store.chats.rows["list1"].strategy == ""
    await profile.idle()


async def test_also_for_this_chat(window: SettingsWindow, profile: ProfileBench, settle: Settle, qtbot: QtBot) -> None:
    page = context_page(window)
    window.show_page("context")
    page.also_chat.click()
    page.cards["off"].setFocus()
    qtbot.keyClick(page.cards["off"], Qt.Key.Key_Space)
    await settle(lambda: profile.store.chats.rows["list1"].strategy == "off")
    page.profile.buttons["long"].click()
    await settle(lambda: profile.store.chats.rows["list1"].profile == "long")
    page.also_chat.click()
    page.profile.buttons["economy"].click()
    await settle(lambda: profile.settings.value.context.profile == "economy")
    assert profile.store.chats.rows["list1"].profile == "long"
    await settle(lambda: page.own.text() == "The open chat has its own: strategy: Off; profile: Long memory")
    page.use_default.click()
    await settle(lambda: profile.store.chats.rows["list1"].profile == "")
    await profile.idle()


async def test_W8_what_a_model_has_of_its_own_is_set_named_and_taken_back(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    editor = models_page(window).overrides
    cap = editor.own.boxes["cap"]
    cap.setValue(60_000)
    await settle(lambda: bool(profile.settings.value.overrides))
    assert [own.cap for own in profile.settings.value.overrides.values()] == [60_000]
    page = context_page(window)
    window.show_page("context")
    await settle(lambda: page.model_own.text() == "qwen-plus has its own: cap: 60,000")
    assert page.headline.text().endswith("compression starts at 60,000 tokens.")
    assert not page.model_default.isHidden()
    page.model_default.click()
    await settle(lambda: not profile.settings.value.overrides)
    await settle(lambda: page.model_own.isHidden())
    await profile.idle()


async def test_W4_U3_the_threshold_is_spelt_out_and_compared_with_the_classic_formula(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    page = context_page(window)
    await settle(lambda: page.headline.text() == "With qwen-plus, compression starts at 105,808 tokens.")
    for figure in ("window 200,000", "− reserve 16,384", "= usable 179,616", "0.75 × 64,000", "hard line 158,712"):
        assert figure in page.reasons.text()
    assert page.classic.text() == "Classic formula: 120,000."
    assert page.budgets.fields[0].note.text() == "26,452 for this model (a quarter of the threshold at most)"
    page.profile.buttons["economy"].click()
    await settle(lambda: "73,084" in page.headline.text() or "economy" in profile.settings.value.context.profile)
    assert "Economy" in page.reasons.text()
    profile.models.models = (replace(profile.models.models[0], window=32_768, max_output=4_096),)
    page.refresh()
    assert page.classic.text().startswith("The classic formula asks for 32,000; it is held at")
    profile.models.models = ()
    page.refresh()
    assert page.headline.text() == "Choose a model to see where compression starts."
    await profile.idle()


async def test_custom_budgets_can_be_edited_only_when_custom(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    page = context_page(window)
    box = page.budgets.fields[0].box
    assert not box.isEnabled()
    await profile.settings.change({"context.sp_scale": "custom"})
    assert box.isEnabled()
    box.setValue(12_000)
    await settle(lambda: profile.settings.value.context.sp_total == 12_000)
    await settle(lambda: page.budgets.fields[0].note.text() == "12,000 for this model")
    await profile.idle()


async def test_pages_are_found_by_what_is_on_them(
    window: SettingsWindow, profile: ProfileBench, settle: Settle, qtbot: QtBot
) -> None:
    assert list(window.pages.made) == ["general"], "a page is made when it is looked at"
    qtbot.keyClicks(window.search, "zoom")
    await settle(lambda: window.page == "appearance")
    assert "keys" not in window.pages.made, "only pages that were found are made"
    assert [name for name, item in window.buttons.items() if item.isVisible()] == ["appearance"]
    window.search.setText("ollama")
    assert window.page == "appearance", "another letter may follow"
    qtbot.keyClick(window.search, Qt.Key.Key_Return)
    assert window.page == "models"
    window.search.setText("no such thing")
    assert window.nothing.isVisible()
    window.search.clear()
    assert all(item.isVisible() for item in window.buttons.values())
    window.show_page("no such page")
    assert window.page == "models"
    await profile.idle()


async def test_the_search_finds_a_page_that_nobody_made_by_all_that_it_says(
    window: SettingsWindow, profile: ProfileBench
) -> None:
    for name in window.pages:
        unmade = window.pages._terms(name)
        page = window.pages[name]
        assert page.terms() == unmade, name
        assert {field.key for field in page.fields} | {"context.recall"} == {*page.shows, "context.recall"}, name
    await profile.idle()


async def test_the_language_changes_at_run_time(window: SettingsWindow, profile: ProfileBench, settle: Settle) -> None:
    i18n.use("zh")
    await settle(lambda: window.buttons["context"].text() == "上下文" and window.windowTitle() == "设置")
    said = "使用 qwen-plus 时，到 105,808 词元开始压缩。"
    await settle(lambda: context_page(window).headline.text() == said)  # the chat is counted after it is painted
    i18n.use("en")
    await settle(lambda: window.buttons["context"].text() == "Context")
    await profile.idle()


async def test_every_control_has_a_name_and_can_be_reached(window: SettingsWindow, profile: ProfileBench) -> None:
    for name in window.pages:
        window.show_page(name)
        await asyncio.sleep(0)
        for kind in (QAbstractButton, QAbstractSpinBox, QLineEdit, QPlainTextEdit):
            for item in window.pages[name].findChildren(kind):
                owned = isinstance(item.parent(), QAbstractSpinBox)
                if item.isVisible() and not owned and item.objectName() not in ("qt_toolbar_ext_button",):
                    named = item.accessibleName() or (item.text() if isinstance(item, QAbstractButton) else "")
                    assert named, f"{name}: {item}"
    await profile.idle()


async def test_a_provider_is_added_its_key_kept_and_tested(
    window: SettingsWindow, profile: ProfileBench, settle: Settle, qtbot: QtBot
) -> None:
    page = models_page(window)
    window.show_page("models")
    page.open_form()
    page.form.choose_kind("qwen", "intl")
    assert page.form.key.echoMode() == QLineEdit.EchoMode.Password
    page.form.name.setText("mine")
    page.form.key.setText("sk-very-secret")
    qtbot.keyClick(page.form.key, Qt.Key.Key_Return)
    await settle(lambda: "mine" in profile.secrets.keys and page.form.result.text().startswith("mine lists no model"))
    assert page.form.key.text() == ""
    assert profile.settings.value.providers[-1].region == "intl"
    assert "sk-very-secret" not in profile.settings.value.model_dump_json()
    assert len(page.rows) == 3
    await profile.idle()


async def test_the_test_button_says_the_typed_error(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    page = models_page(window)
    window.show_page("models")
    line = page.rows[0]
    line.test.click()
    await settle(lambda: line.result.text() == "It works: qwen-plus answered.")
    region = text("llm.bad_key_region", provider="Qwen", region="China (Beijing)", others="International (Singapore)")
    profile.models.error = BadKey(region, "401 invalid api key")
    line.test.click()
    await settle(lambda: "Is it a key of another region" in line.result.text())
    assert "401 invalid api key" in line.result.text()
    await profile.idle()


async def test_X2_without_a_key_store_the_user_chooses(
    window: SettingsWindow, profile: ProfileBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = models_page(window)
    window.show_page("models")
    chosen: list[str] = []
    keep = profile.secrets.set

    class Unavailable(SecretsError):
        choices = ("this_run", "vault")

    def refuse(name: str, value: str) -> None:
        if not chosen:
            raise Unavailable(text("storage.keys_absent"))
        keep(name, value)

    async def choose(choice: str, passphrase: str = "") -> None:
        chosen.append(f"{choice} {passphrase}".strip())

    monkeypatch.setattr(profile.secrets, "set", refuse)
    monkeypatch.setattr(profile.setup, "keep_keys", choose)
    page.open_form()
    page.form.key.setText("sk-1")
    page.form.save()
    await settle(lambda: page.form.choices.isVisible())
    assert not page.form.choices.retry.isVisible()
    assert "openai" not in [entry.name for entry in profile.settings.value.providers]
    page.form.choices.vault.click()  # without a passphrase nothing happens
    assert chosen == []
    page.form.choices.passphrase.setText("correct horse")
    page.form.choices.vault.click()
    await settle(lambda: profile.secrets.keys.get("openai") == "sk-1")
    assert chosen == ["vault correct horse"]
    await profile.idle()


async def test_removing_a_provider_asks_first(window: SettingsWindow, profile: ProfileBench, settle: Settle) -> None:
    page = models_page(window)
    window.show_page("models")
    page.rows[0].remove.click()
    await settle(lambda: bool(window.findChildren(Sheet)))
    button(window.findChildren(Sheet)[0], "Keep").click()
    await settle(lambda: not window.findChildren(Sheet))
    assert len(profile.settings.value.providers) == 2
    page.rows[0].remove.click()
    await settle(lambda: bool(window.findChildren(Sheet)))
    button(window.findChildren(Sheet)[0], "Remove").click()
    await settle(lambda: len(page.rows) == 1)
    await profile.idle()


async def test_a_provider_is_changed_without_typing_its_key_again(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    profile.secrets.keys["my-server"] = "kept"
    page = models_page(window)
    window.show_page("models")
    page.rows[1].edit.click()
    assert page.form.address.text() == "http://127.0.0.1:8000/v1"
    page.form.models.setText("a, b，c")
    page.form.save()
    await settle(lambda: profile.settings.value.providers[1].models == ("a", "b", "c"))
    assert profile.secrets.keys["my-server"] == "kept"
    await profile.idle()


async def test_servers_of_this_computer_are_told_of_and_kept_on_request(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    profile.found = (OLLAMA,)
    page = models_page(window)
    window.show_page("models")
    page.look.click()
    await settle(lambda: any(item.text() == "Keep" for item in page.findChildren(QAbstractButton)))
    assert len(profile.settings.value.providers) == 2
    button(page, "Keep").click()
    await settle(lambda: profile.settings.value.providers[-1].base_url == OLLAMA.address)
    await profile.idle()


async def test_overrides_are_labelled_with_their_source(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    editor = models_page(window).overrides
    window.show_page("models")
    notes = [note.text() for _, note in editor._rows]
    assert notes[0] == "now 200,000 · from the table that ships with the program"
    assert notes[2] == "now 0.8 CNY · table"
    editor.window_box.setValue(32_768)
    mine = profile.settings
    await settle(lambda: [value.window for value in mine.value.overrides.values()] == [32_768])
    editor.input_price.setValue(1.5)
    await settle(lambda: [value.price_input for value in mine.value.overrides.values()] == [1.5])
    assert profile.settings.value.overrides["qwen/qwen-plus"].window == 32_768
    assert editor.reset.isVisible()
    editor.reset.click()
    await settle(lambda: profile.settings.value.overrides == {})
    assert editor.window_box.value() == 0
    await profile.idle()


async def test_a_model_file_that_is_none_is_said_beside_the_button(
    window: SettingsWindow, profile: ProfileBench, settle: Settle, tmp_path: Path
) -> None:
    page = models_page(window)
    window.show_page("models")
    page.take_file(str(tmp_path / "none.gguf"))
    await settle(lambda: page.file_error.isVisible())
    assert "none.gguf" in page.file_error.text()
    await profile.idle()


async def test_a_download_is_followed_stopped_failed_and_finished(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    page = models_page(window)
    window.show_page("models")
    await settle(lambda: "qwen2.5-1.5b" in page.cards)
    card = page.cards["qwen2.5-1.5b"]
    card.start.click()
    await settle(lambda: len(profile.fetches) == 1)
    profile.fetches[0].tell(410_000_000)
    assert card.state.text() == "Fetching · 410 MB of 1.1 GB · 12 MB/s · about 59 s left"
    assert card.bar.isVisible()
    card.cancel.click()
    await settle(lambda: card.start.isVisible() and card.start.text() == "Resume")
    card.start.click()
    await settle(lambda: len(profile.fetches) == 2)
    profile.fetches[1].fail(LocalModelError(text("local.index_unreachable")))
    await settle(lambda: card.start.isVisible() and card.start.text() == "Try again")
    assert "does not answer" in card.state.text()
    card.start.click()
    await settle(lambda: len(profile.fetches) == 3)
    profile.fetches[2].tell(900_000_000, phase="verifying")
    assert card.state.text() == "Checking · 900 MB of 1.1 GB"
    profile.fetches[2].end()
    await settle(lambda: card.progress is not None and card.progress.finished)
    assert card.state.text() == "On this computer, ready to use"
    await profile.idle()


def test_every_built_in_tool_is_told_in_the_windows_language(qapp: object, tmp_path: Path) -> None:
    del qapp
    for spec in built_in(tmp_path, [tmp_path]).specs():
        assert words.tool_told(spec.name, ""), f"{spec.name} would be told in the words that models read"


async def test_what_was_always_allowed_can_be_taken_back(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    rows = profile.store.chats.rows
    rows["list1"] = replace(rows["list1"], overrides={"tools.allowed": ["read_file"]})
    window.show_page("tools")
    await settle(lambda: any(item.text() == "Ask again" for item in window.findChildren(QAbstractButton)))
    button(window.pages["tools"], "Ask again").click()
    await settle(lambda: rows["list1"].overrides["tools.allowed"] == [])
    await profile.idle()


async def test_data_says_where_things_are(window: SettingsWindow, profile: ProfileBench, settle: Settle) -> None:
    page = window.pages["data"]
    window.show_page("data")
    assert str(profile.folder) in page.folder.text()  # type: ignore[attr-defined]  -- a DataPage
    await settle(lambda: bool(page.keys.text()))  # type: ignore[attr-defined]  -- a DataPage
    await profile.idle()


async def test_a_locked_file_of_keys_is_opened_where_it_is_told(
    window: SettingsWindow, profile: ProfileBench, settle: Settle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vault, "COST", 2**4)
    path = tmp_path / "keys.vault"
    before = ProfileSecrets(path)
    before.use_vault("correct horse")
    before.set("openai", "sk-1")
    secrets = ProfileSecrets(path)
    monkeypatch.setattr(profile.setup, "_secrets", secrets)
    told: list[ModelsChanged] = []
    profile.bus.subscribe(ModelsChanged, told.append)
    page = window.pages["data"]
    assert isinstance(page, DataPage)
    window.show_page("data")
    await settle(page.choices.passphrase.isVisible)
    assert page.keys.text() == "Keys are in a file under a passphrase. Enter it, or keep new keys for this run only."
    assert page.choices.vault.text() == "Unlock"
    page.choices.passphrase.setText("wrong")
    page.choices.vault.click()
    await settle(page.choices.error.isVisible)
    assert page.choices.passphrase.isVisible()
    assert not told
    page.choices.this_run.click()
    await settle(lambda: page.keys.text() == "In memory, until the app ends")
    assert page.choices.passphrase.isVisible(), "it can be opened all the same"
    told.clear()
    page.choices.passphrase.setText("correct horse")
    QTest.keyClick(page.choices.passphrase, Qt.Key.Key_Return)
    await settle(lambda: not page.choices.isVisible())
    await settle(lambda: str(path) in page.keys.text())
    assert secrets.get("openai") == "sk-1"
    assert told, "models that waited for a key are looked at again"
    await profile.idle()


async def test_without_a_key_store_the_choice_is_there_before_a_key_is_entered(
    window: SettingsWindow, profile: ProfileBench, settle: Settle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = ProfileSecrets(tmp_path / "keys.vault")
    monkeypatch.setattr(profile.setup, "_secrets", secrets)
    monkeypatch.setattr(keyring, "get_keyring", keyring.backends.fail.Keyring)
    page = window.pages["data"]
    assert isinstance(page, DataPage)
    window.show_page("data")
    await settle(page.choices.isVisible)
    assert page.choices.vault.text() == "Keep in a protected file"
    page.choices.this_run.click()
    await settle(lambda: page.keys.text() == "In memory, until the app ends")
    assert not page.choices.isVisible()
    await profile.idle()


async def test_escape_closes(window: SettingsWindow, profile: ProfileBench, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    assert isinstance(window._conductor.settings, Settings)
    await profile.idle()


async def test_where_it_is_narrow_the_list_is_a_drawer(window: SettingsWindow, settle: Settle, qtbot: QtBot) -> None:
    assert window.buttons["general"].isVisible()
    assert not window.list_button.isVisible()
    current().apply("light", 200)
    window.resize(900, 800)
    await settle(window.list_button.isVisible)
    assert not window.buttons["general"].isVisible()
    window.list_button.click()
    assert window.search.isVisible()
    window.search.setText("proxy")
    window.buttons["network"].click()
    assert window.page == "network"
    assert not window.buttons["network"].isVisible()
    window.list_button.click()
    qtbot.keyClick(window.search, Qt.Key.Key_Escape)
    assert not window.search.isVisible(), "Esc closes the list"
    assert window.isVisible()
    window.resize(1_500, 800)
    await settle(window.search.isVisible)
    assert not window.list_button.isVisible()


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_every_page_fits_a_narrow_window_at_200_percent(
    window: SettingsWindow, settle: Settle, language: Literal["en", "zh"]
) -> None:
    i18n.use(language)
    current().apply("light", 200)
    window.resize(640, 800)
    for page in window.pages.values():
        window._stack.setCurrentWidget(page)
        await settle(page.isVisible)
        content = page.widget()
        assert content is not None
        await settle(lambda content=content, page=page: content.width() <= page.viewport().width())


async def test_a_failed_answer_s_card_leads_to_its_provider_s_key(
    window: SettingsWindow, profile: ProfileBench, settle: Settle
) -> None:
    page, entry = models_page(window), CONFIGURED.providers[0]
    window.activateWindow()
    window.show_page(f"models/{entry.name}")
    await settle(lambda: window.focusWidget() is page.form.key)
    assert window.page == "models"
    assert page.form.entry().name == entry.name, "an empty key would keep the stored one"
    page.close_form()
    window.show_page("models/moonshot")
    assert page.form.isVisible()
    assert page.form.entry().kind == "moonshot", "it was removed: it can be added again"
    page.close_form()
    window.show_page("models/nobody")
    assert window.page == "models"
    assert not page.form.isVisible()
    window.show_page("general/anything")
    assert window.page == "general"
    await settle(lambda: not profile.supervisor.tasks)
