"""Commands, their keys, the palette, the list of keys, and the page where keys are chosen."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QMenu
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.keys.commands import COMMANDS, GROUPS, command, on
from weclaw_desktop.ui.keys.key_list import KeyList
from weclaw_desktop.ui.keys.keymap import conflict, keys_of
from weclaw_desktop.ui.keys.palette import CommandPalette
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.settings.keys_page import KeysPage
from weclaw_desktop.ui.settings.window import SettingsWindow
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Sheet, ask, top_sheet
from weclaw_desktop.ui.widgets.finder import rank

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def keys_page(window: MainWindow) -> KeysPage:
    window.open_settings("keys")
    settings = window.settings_window
    assert isinstance(settings, SettingsWindow)
    page = settings.pages["keys"]
    assert isinstance(page, KeysPage)
    return page


def test_every_command_has_a_group_words_in_both_languages_and_keys_of_its_own(qapp: object) -> None:
    english = {known.id: known.label for known in COMMANDS}
    i18n.use("zh")
    for known in COMMANDS:
        assert known.group in GROUPS
        assert known.label != english[known.id]
        assert all(not QKeySequence(keys).isEmpty() for keys in known.keys)
        assert all(conflict(known.id, keys, {}) is None for keys in known.keys), known.id


def test_on_macos_no_command_has_keys_that_the_system_keeps() -> None:
    found = {known.id: known.keys for known in on("darwin")}
    assert found["chat.next"] == ("Meta+Tab",)
    assert found["chat.previous"] == ("Meta+Shift+Tab",)
    assert found["chat.new"] == ("Ctrl+N",)  # which Qt reads as Command there
    kept = {"Ctrl+Tab", "Ctrl+Shift+Tab", "Ctrl+M", "Ctrl+H", "Ctrl+Space", "Ctrl+W"}
    assert not kept & {keys for one in on("darwin") for keys in one.keys}
    for known in on("darwin"):
        assert all(conflict(known.id, keys, {}, on("darwin")) is None for keys in known.keys), known.id
    assert on("win32") == on("linux")


async def test_buttons_and_menus_tell_the_keys_in_force(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    def shown(keys: str) -> str:
        return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)

    new, sidebar = window.sidebar.new, window.header.sidebar
    assert new.toolTip() == f"New chat ({shown('Ctrl+N')})"
    assert sidebar.toolTip() == f"Chats ({shown('Ctrl+B')})"
    await bench.settings.choose_keys("chat.new", "F8")
    await bench.settings.choose_keys("view.sidebar", "")
    await bench.settings.choose_keys("view.larger", "F9")
    await settle(lambda: new.toolTip() == "New chat (F8)")
    assert sidebar.toolTip() == "Chats"
    menu = QMenu(window)
    window.header._fill_more(menu)
    assert "Larger text\tF9" in [action.text() for action in menu.actions()]
    i18n.use("zh")
    await settle(lambda: new.toolTip() == "新对话 (F8)")
    i18n.use("en")
    menu.deleteLater()


def test_keys_that_are_taken_or_begin_like_others_conflict() -> None:
    assert conflict("chat.new", "Ctrl+K", {}) is command("chat.search")
    assert conflict("chat.new", "Ctrl+K", {"chat.search": ""}) is None
    assert conflict("chat.new", "Ctrl+K, Ctrl+N", {}) is command("chat.search")
    assert conflict("chat.new", "Ctrl+N", {}) is None
    assert conflict("chat.new", "", {}) is None
    assert keys_of("chat.new", {"chat.new": "F9"}) == ("F9",)
    assert keys_of("chat.new", {"chat.new": ""}) == ()


@pytest.mark.parametrize(
    ("query", "title", "terms", "value"),
    [
        ("new", "New chat", "", 4),
        ("chat", "New chat", "", 3),
        ("view", "Larger text", "View", 2),
        ("nc", "New chat", "", 1),
        ("xyz", "New chat", "", 0),
        ("压缩", "立即压缩", "", 3),
        ("", "New chat", "", 4),
    ],
)
def test_what_begins_with_the_letters_comes_first(query: str, title: str, terms: str, value: int) -> None:
    assert rank(query, title, terms) == value


async def test_the_palette_finds_and_runs_a_command(window: MainWindow, qtbot: QtBot, settle: Settle) -> None:
    qtbot.keyClick(window, Qt.Key.Key_P, CONTROL | SHIFT)
    palette = window.findChild(CommandPalette)
    assert palette is not None
    assert palette.edit.hasFocus() or window.focusWidget() is palette.edit
    assert "program.palette" not in palette.offered
    assert "chat.go_1" not in palette.offered
    qtbot.keyClicks(palette.edit, "hide cha")
    assert palette.offered[0] == "view.sidebar"
    qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    await settle(lambda: not window.sidebar.isVisible())
    await asyncio.sleep(0)
    window.keys.run("program.palette")
    palette = window.findChild(CommandPalette)
    assert palette is not None
    first = palette.list.currentIndex().row()
    qtbot.keyClick(palette.edit, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() > first
    qtbot.keyClick(palette.edit, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == first
    qtbot.keyClicks(palette.edit, "zzzz")
    assert palette.offered == []
    qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    qtbot.keyClick(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()


async def test_other_keys_act_at_once_and_the_old_ones_no_more(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    page = keys_page(window)
    page.rows["view.larger"].edit.setKeySequence(QKeySequence("F8"))
    page.rows["view.larger"].edit.editingFinished.emit()
    await settle(lambda: bench.settings.value.shortcuts == {"view.larger": "F8"})
    assert window.keys.shown("view.larger") == "F8"
    assert window.settings_window is not None
    window.settings_window.close()
    window.activateWindow()
    await settle(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_Plus, CONTROL)
    await asyncio.sleep(0.02)
    assert current().zoom == 100
    qtbot.keyClick(window, Qt.Key.Key_F8)
    await settle(lambda: current().zoom == 110)
    page.rows["view.larger"].usual.click()
    await settle(lambda: bench.settings.value.shortcuts == {})
    qtbot.keyClick(window, Qt.Key.Key_0, CONTROL)
    await settle(lambda: current().zoom == 100)


async def test_keys_that_are_taken_are_refused_with_who_has_them(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    page = keys_page(window)
    row = page.rows["chat.new"]
    row.edit.setKeySequence(QKeySequence("Ctrl+K"))
    row.edit.editingFinished.emit()
    await asyncio.sleep(0.02)
    assert bench.settings.value == Settings()
    assert row.edit.keySequence() == QKeySequence("Ctrl+N")
    assert "Search all chats" in row.problem.text()
    row.none.click()
    await settle(lambda: bench.settings.value.shortcuts == {"chat.new": ""})
    assert window.keys.shown("chat.new") == ""
    page._on_all()
    await settle(lambda: bench.settings.value.shortcuts == {})


async def test_the_list_shows_the_keys_in_force_and_leads_to_the_page(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await bench.settings.choose_keys("chat.new", "F9")
    await settle(lambda: window.keys.shown("chat.new") == "F9")
    qtbot.keyClick(window, Qt.Key.Key_Slash, CONTROL)
    shown = window.findChild(KeyList)
    assert shown is not None
    said = {label.text() for label in shown.findChildren(QLabel)}
    assert {"New chat", "F9", "Esc"} <= said
    assert {"On a message", "Compress up to here…", "U", "Shift+C", "Del", "←"} <= said, "a message's keys stand there"
    shown.answer("edit")
    assert isinstance(window.settings_window, SettingsWindow)
    assert window.settings_window.page == "keys"


async def test_keys_do_nothing_under_a_card_that_asks_and_close_one_that_offers(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    conductor = window.conductor
    assert conductor is not None
    chat = (await bench.dialog.new_chat()).id
    conductor.open_chat(chat)
    await settle(lambda: conductor.chat_id == chat)
    for _ in range(2):
        qtbot.keyClick(window.chat.composer.edit, Qt.Key.Key_P, CONTROL | SHIFT)
    assert len([card for card in window.findChildren(CommandPalette) if card.isVisible()]) == 1
    qtbot.keyClick(window, Qt.Key.Key_Slash, CONTROL)
    shown = top_sheet(window)
    assert isinstance(shown, KeyList)
    window.chat.composer.edit.setFocus()
    qtbot.keyClick(window.chat.composer.edit, Qt.Key.Key_Escape)
    assert top_sheet(window) is None
    asked = asyncio.ensure_future(ask(window, "Delete all?", "", [("", "Cancel", "secondary")]))
    await settle(lambda: top_sheet(window) is not None)
    qtbot.keyClick(window, Qt.Key.Key_N, CONTROL)
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    assert conductor.chat_id == chat
    assert len([card for card in window.findChildren(Sheet) if card.isVisible()]) == 1
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert await asked == ""


async def test_esc_and_return_alone_are_no_shortcuts(window: MainWindow, qtbot: QtBot) -> None:
    page = keys_page(window)
    row = page.rows["chat.new"]
    row.edit.setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        qtbot.keyClick(row.edit, key)
        assert row.edit.keySequence() == QKeySequence("Ctrl+N")
    qtbot.keyClick(row.edit, Qt.Key.Key_F9)
    assert row.edit.keySequence() == QKeySequence("F9")
