"""Lists over the field: they complete, and never send."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from tests.workspace.reading.made import put
from weclaw_desktop.ui.chat.composer_edit import ComposerEdit
from weclaw_desktop.ui.main_window import MainWindow


def shown(window: MainWindow) -> list[str]:
    popup = window.chat.desk.completer.popup
    return [] if popup is None else [line.title for line in popup.lines]


def field(window: MainWindow) -> ComposerEdit:
    window.activateWindow()
    window.chat.composer.edit.setFocus()
    return window.chat.composer.edit


def sent(bench: FakeBench) -> Sequence[object]:
    return [call for call in bench.dialog.calls if call[0] == "send"]


async def test_I1_return_in_the_list_of_commands_picks_and_does_not_send(
    window: MainWindow, bench: FakeBench, qtbot: QtBot
) -> None:
    edit = field(window)
    qtbot.keyClicks(edit, "/")
    assert len(shown(window)) == 8
    qtbot.keyClicks(edit, "co")
    assert shown(window) == ["/compact [focus]", "/context"]
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    await asyncio.sleep(0.05)
    assert edit.toPlainText() == "/context"
    assert shown(window) == []
    assert sent(bench) == []


async def test_I1_return_in_the_list_of_files_picks_and_does_not_send(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle, tmp_path: Path
) -> None:
    bench.attaching.home = put(tmp_path, "notes/plan.md", "# Plan").parent.parent
    edit = field(window)
    qtbot.keyClicks(edit, "see @~/no")
    await settle(lambda: shown(window) == ["~/notes/"])
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.toPlainText() == "see @~/notes/"
    await settle(lambda: shown(window) == ["~/notes/plan.md"])
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.toPlainText() == "see "
    await settle(lambda: [part.name for part in window.chat.composer.attachments] == ["plan.md"])
    assert sent(bench) == []
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    await settle(lambda: len(sent(bench)) == 1)
    assert [part.text for part in bench.dialog.sent[0][0]] == ["# Plan"]


async def test_I1_a_list_leaves_keys_to_a_composition(window: MainWindow, bench: FakeBench, qtbot: QtBot) -> None:
    edit = field(window)
    qtbot.keyClicks(edit, "/")
    assert shown(window)
    QApplication.sendEvent(edit, QInputMethodEvent("co", []))
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    assert edit.toPlainText() == "/"
    assert edit.composing
    event = QInputMethodEvent()
    event.setCommitString("co")
    QApplication.sendEvent(edit, event)
    qtbot.keyClick(edit, Qt.Key.Key_Return)  # the one that committed the letters
    await asyncio.sleep(0.05)
    assert edit.toPlainText() == "/co"
    assert shown(window) == ["/compact [focus]", "/context"]
    assert sent(bench) == []


async def test_escape_closes_the_list_only(window: MainWindow, bench: FakeBench, qtbot: QtBot) -> None:
    edit = field(window)
    qtbot.keyClicks(edit, "/")
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert shown(window) == []
    assert edit.toPlainText() == "/"
    assert ("stop",) not in [call[:1] for call in bench.dialog.calls]


async def test_a_command_that_is_all_there_is_done_by_return(
    window: MainWindow, bench: FakeBench, qtbot: QtBot
) -> None:
    edit = field(window)
    qtbot.keyClicks(edit, "/help")
    assert shown(window) == []
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.toPlainText() == ""
    assert sent(bench) == []


async def test_values_are_completed_too(window: MainWindow, qtbot: QtBot) -> None:
    edit = field(window)
    qtbot.keyClicks(edit, "/strategy pi")
    assert shown(window) == ["pipeline"]
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.toPlainText() == "/strategy pipeline"
    assert edit.hasFocus()


async def test_addresses_and_money_open_no_list(window: MainWindow, qtbot: QtBot) -> None:
    edit = field(window)
    for text in ("me@example.org", "5/6", "say /co"):
        edit.clear()
        qtbot.keyClicks(edit, text)
        await asyncio.sleep(0.02)
        assert shown(window) == []
