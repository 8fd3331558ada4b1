"""Fields over a list while an input method composes in them (fault I1)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.ui.chat.message_editor import MessageEditor
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.search.find_bar import FindBar
from weclaw_desktop.ui.widgets.finder import Choice, Finder


def compose(field: QWidget, letters: str, commit: str = "") -> None:
    event = QInputMethodEvent(letters, [])
    if commit:
        event.setCommitString(commit)
    QApplication.sendEvent(field, event)


@pytest.fixture
def finder(qtbot: QtBot) -> Finder:
    window = QWidget()
    window.resize(700, 600)
    qtbot.addWidget(window)
    window.show()
    made = Finder(window, "Choose", "Search", [Choice("a", "github"), Choice("b", "gitlab")])
    made.open()
    return made


def test_I1_keys_of_a_composition_neither_take_nor_move_a_line(finder: Finder, qtbot: QtBot) -> None:
    taken: list[str] = []
    finder.chosen.connect(taken.append)
    compose(finder.edit, "gi't")
    first = finder.list.currentIndex().row()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
        qtbot.keyClick(finder.edit, key)
    assert taken == []
    assert finder.list.currentIndex().row() == first
    compose(finder.edit, "", "git")
    qtbot.keyClick(finder.edit, Qt.Key.Key_Return)
    assert (taken, finder.edit.text()) == ([], "git"), "the Return that committed the letters"
    qtbot.keyClick(finder.edit, Qt.Key.Key_Return)
    assert taken == ["a"]


def test_I2_a_return_behind_converted_words_takes_the_line_at_once(finder: Finder, qtbot: QtBot) -> None:
    taken: list[str] = []
    finder.chosen.connect(taken.append)
    finder.show_choices([Choice("c", "你好")])
    compose(finder.edit, "ni'hao")
    compose(finder.edit, "", "你好")
    qtbot.keyClick(finder.edit, Qt.Key.Key_Return)
    assert taken == ["c"]


def test_I1_esc_ends_a_composition_before_it_closes_anything(finder: Finder, qtbot: QtBot) -> None:
    compose(finder.edit, "ni'hao")
    qtbot.keyClick(finder.edit, Qt.Key.Key_Escape)
    assert finder.isVisible()
    compose(finder.edit, "")
    qtbot.keyClick(finder.edit, Qt.Key.Key_Escape)
    assert not finder.isVisible()


def test_I1_an_editor_of_a_message_is_neither_sent_nor_left_while_composing(qtbot: QtBot) -> None:
    editor = MessageEditor("words", asks=True)
    qtbot.addWidget(editor)
    asked: list[str] = []
    editor.done.connect(asked.append)
    editor.left.connect(lambda: asked.append("left"))
    compose(editor.field, "ni'hao")
    qtbot.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(editor.field, Qt.Key.Key_Escape)
    assert asked == []
    compose(editor.field, "", "你好")
    qtbot.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["words你好"]


async def test_I1_composing_in_the_search_of_all_chats_and_of_one_goes_nowhere(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    conductor = window.conductor
    assert conductor is not None
    chat_id = scene.fill(bench)
    conductor.open_chat(chat_id)
    await settle(lambda: conductor.chat_id == chat_id)
    window.keys.run("chat.find")
    bar = window.findChild(FindBar)
    assert bar is not None
    steps: list[int] = []
    bar.step_wanted.connect(steps.append)
    compose(bar.edit, "ce'shi")
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert steps == []
    compose(bar.edit, "", "测试")
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert steps == [1]
    window.keys.run("chat.search")
    field = window.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field is not bar.edit
    compose(field, "trip")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.isVisible()
    assert conductor.chat_id == chat_id
