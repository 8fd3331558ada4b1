"""An attachment is pinned to the prompt from its menu or by key: its cost is said first, and Undo takes it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from tests.workspace.reading import made
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.prompt_choices import choices
from weclaw_desktop.ui.chat.attached import Tile
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import Sheet
from weclaw_desktop.ui.widgets.sheet import top_sheet

BOOK = AttachmentPart("file", "book.pdf", "application/pdf", 9_000, "f" * 64, text="words " * 400)
CAT = AttachmentPart("image", "cat.png", "image/png", 100, "c" * 64, width=40, height=20)


async def asked(window: MainWindow, settle: Settle) -> Sheet:
    """The question, once it is there."""
    await settle(lambda: top_sheet(window) is not None)
    sheet = top_sheet(window)
    assert sheet is not None
    return sheet


def words(sheet: Sheet) -> str:
    return " ".join(label.text() for label in sheet.findChildren(QLabel))


def pinned(bench: FakeBench, chat_id: str) -> tuple[str, ...]:
    return choices(bench.store.chats.rows[chat_id].overrides).pinned


@pytest.fixture
def popped(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """Menus that were opened, without a place on a screen."""
    menus: list[QMenu] = []

    def pop_up(menu: QMenu, _at: QPoint) -> None:
        menus.append(menu)

    monkeypatch.setattr(QMenu, "popup", pop_up)
    return menus


def press_menu_key(widget: QWidget) -> None:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(3, 3), widget.mapToGlobal(QPoint(3, 3)))
    QApplication.sendEvent(widget, event)


@pytest.mark.parametrize("by_key", [True, False])
async def test_a_text_file_is_pinned_from_its_chip(
    window: MainWindow,
    bench: FakeBench,
    settle: Settle,
    qtbot: QtBot,
    popped: list[QMenu],
    tmp_path: Path,
    *,
    by_key: bool,
) -> None:
    file = made.put(tmp_path, "notes.md", "Remember the milk. " * 40)
    window.chat.desk.attacher.add([file])
    composer = window.chat.composer
    await settle(lambda: bool(composer.attachments))
    (chip,) = composer.strip.chips
    chip.body.setFocus()
    if by_key:
        qtbot.keyClick(chip.body, Qt.Key.Key_P)
    else:
        press_menu_key(chip.body)
        (menu,) = popped
        assert [action.text() for action in menu.actions()] == ["Open", "Pin to the prompt…\tP", "Remove"]
        menu.actions()[1].trigger()
    sheet = await asked(window, settle)
    assert "about 190 tokens more" in words(sheet)
    assert bench.prompts.calls == []
    sheet.answer("pin")
    await settle(lambda: any(call[0] == "choose_file" for call in bench.prompts.calls))
    conductor = window.conductor
    assert conductor is not None
    assert pinned(bench, conductor.chat_id) == (str(file),)
    assert composer.attachments[0].name == "notes.md"
    toast = window.chat.acts.toast
    await settle(toast.isVisible)
    toast.take_back()
    await settle(lambda: not pinned(bench, conductor.chat_id))


async def test_a_file_of_a_sent_message_is_pinned_by_key_and_from_its_menu(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot, popped: list[QMenu]
) -> None:
    conductor = window.conductor
    assert conductor is not None
    assert conductor.live.pictures is not None
    for by_key in (True, False):
        tile = Tile(BOOK, conductor.live.pictures, window)
        tile.show()
        tile.setFocus()
        if by_key:
            qtbot.keyClick(tile, Qt.Key.Key_P)
        else:
            press_menu_key(tile)
            (menu,) = popped
            assert [action.text() for action in menu.actions()] == ["Open", "Pin to the prompt…\tP"]
            menu.actions()[1].trigger()
        sheet = await asked(window, settle)
        assert "about 600 tokens more" in words(sheet)
        assert "kept with this chat as a text file" in words(sheet)
        sheet.answer("" if by_key else "pin")
        await settle(lambda: top_sheet(window) is None)
        tile.hide()
        tile.deleteLater()
    await settle(lambda: bool(bench.prompts.calls))
    ((name, chat_id, *rest),) = [call for call in bench.prompts.calls if call[0] == "pin_words"]
    assert (name, rest) == ("pin_words", ["book.pdf", BOOK.text])
    assert chat_id == conductor.chat_id
    assert pinned(bench, str(chat_id)) == ("/kept/book.pdf",)


async def test_pictures_cannot_stand_in_a_prompt(window: MainWindow, popped: list[QMenu]) -> None:
    conductor = window.conductor
    assert conductor is not None
    tile = Tile(CAT, conductor.live.pictures, window)
    tile.show()
    press_menu_key(tile)
    (menu,) = popped
    assert [action.text() for action in menu.actions()] == ["Open"]
    assert not tile.accessibleDescription()
    tile.deleteLater()
