"""Keys in every state of the window and in the windows beside it: each calls one command, none is dead.

Two shortcuts with the same keys in one window make both dead without a word, and a window beside the main one that
has the focus swallows what it does not know.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.ui.keys.commands import COMMANDS
from weclaw_desktop.ui.keys.keymap import EVERYWHERE, KeyMap, keys_of, resolved
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import Sheet

BESIDE = ("settings", "xray", "lab", "compare")


def press(widget: QWidget, keys: str) -> None:
    """Press keys in portable notation on what has the focus."""
    pressed = QKeySequence(keys)[0]
    QTest.keyClick(widget, pressed.key(), pressed.keyboardModifiers())  # pyright: ignore[reportCallIssue, reportArgumentType] -- a widget is taken, too


def twice(window: QWidget) -> list[str]:
    """Keys that more than one living shortcut of a window has."""
    alive = (short for short in window.findChildren(QShortcut) if short.isEnabled())
    count = Counter(key.toString() for short in alive for key in QShortcut.keys(short))
    return [keys for keys, number in count.items() if number > 1]


def record(keys: KeyMap) -> list[str]:
    """What commands are called from now on, instead of doing them."""
    called: list[str] = []
    for known in keys.bound():
        keys.bind(known.id, partial(called.append, known.id))
    return called


async def opened(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat_id = scene.fill(bench)
    conductor = window.conductor
    assert conductor is not None
    conductor.open_chat(chat_id)
    await settle(lambda: conductor.chat_id == chat_id)


async def open_beside(window: MainWindow, name: str) -> QWidget:
    """One of the windows beside the main one, in front."""
    window.keys.run(
        {"settings": "program.settings", "xray": "context.xray", "lab": "context.lab"}.get(name, "model.compare")
    )
    await asyncio.sleep(0)
    found = {
        "settings": window.settings_window,
        "xray": window.xray.window,
        "lab": window.lab.window,
        "compare": window._asking._comparing,
    }[name]
    assert isinstance(found, QWidget)
    return found


STATES: dict[str, Callable[[MainWindow], object]] = {
    "plain": lambda window: None,
    "find bar": lambda window: window.keys.run("chat.find"),
    "narrow": lambda window: window.resize(600, 700),
    "drawer": lambda window: (window.resize(600, 700), window.toggle_context()),
    "keys chosen anew": lambda window: window.keys.choose({"chat.new": "F9", "view.larger": "F8"}),
    "keys chosen twice": lambda window: window.keys.choose({"chat.new": "Ctrl+,", "chat.window": "Ctrl+K"}),
}


async def test_no_keys_are_there_twice_in_any_state(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await opened(window, bench, settle)
    for name in BESIDE:
        await open_beside(window, name)
    for state, change in STATES.items():
        change(window)
        await asyncio.sleep(0.02)
        for shown in QApplication.topLevelWidgets():
            assert twice(shown) == [], f"{shown} in {state}"


@pytest.mark.parametrize("state", STATES)
async def test_every_key_calls_its_command_wherever_the_focus_is(
    window: MainWindow, bench: FakeBench, settle: Settle, state: str
) -> None:
    await opened(window, bench, settle)
    STATES[state](window)
    window.activateWindow()
    await settle(window.isActiveWindow)
    called = record(window.keys)
    panel = window.context_panel
    assert panel is not None
    places = [window.chat.composer.edit, window.sidebar.search, window.sidebar.new, window.chat.transcript, panel]
    for place in [place for place in places if place.isVisible()]:
        place.setFocus()
        for known in window.keys.bound():
            for keys in window.keys.keys(known.id):
                called.clear()
                press(place, keys)
                assert called == [known.id], f"{keys} on {place} in {state}"


@pytest.mark.parametrize("name", BESIDE)
async def test_a_window_beside_the_main_one_knows_the_keys_of_the_program(
    window: MainWindow, bench: FakeBench, settle: Settle, name: str
) -> None:
    await opened(window, bench, settle)
    beside = await open_beside(window, name)
    beside.activateWindow()
    await settle(beside.isActiveWindow)
    called = record(window.keys)
    for command in sorted(EVERYWHERE):
        for keys in window.keys.keys(command):
            called.clear()
            press(beside, keys)
            assert called == [command], f"{keys} in {name}"
    called.clear()
    press(beside, "Ctrl+N")
    assert called == [], "what concerns a chat stays with the chat's window"
    window.keys.choose({"program.settings": "F10"})
    called.clear()
    press(beside, "F10")
    press(beside, "Ctrl+,")
    assert called == ["program.settings"]


async def test_settings_open_over_a_question_and_the_question_stays(window: MainWindow, settle: Settle) -> None:
    sheet = Sheet(window, "Delete all?")
    sheet.add_button("", "Cancel")
    sheet.open()
    press(window, "Ctrl+,")
    await settle(lambda: window.settings_window is not None and window.settings_window.isVisible())
    assert sheet.isVisible()
    sheet.answer("")


async def test_a_window_that_is_gone_takes_its_keys_along(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await opened(window, bench, settle)
    lab = await open_beside(window, "lab")
    lab.close()
    await settle(lambda: window.lab.window is None)
    await asyncio.sleep(0.02)
    window.keys.choose({"view.larger": "F8"})
    called = record(window.keys)
    window.activateWindow()
    await settle(window.isActiveWindow)
    press(window, "F8")
    assert called == ["view.larger"]


def test_each_key_belongs_to_one_command_and_a_choice_comes_first() -> None:
    usual = resolved({})
    assert {known.id: keys_of(known.id, {}) for known in COMMANDS} == usual
    chosen = resolved({"chat.new": "Ctrl+,", "chat.window": "Ctrl+,", "view.smaller": ""})
    assert (chosen["chat.new"], chosen["chat.window"], chosen["program.settings"]) == (("Ctrl+,",), (), ())
    assert chosen["view.smaller"] == ()
    assert chosen["view.larger"] == ("Ctrl++", "Ctrl+=")
    assert Qt.Key.Key_Comma == QKeySequence("Ctrl+,")[0].key()
