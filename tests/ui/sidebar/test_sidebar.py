"""The chat list at work: many chats at once by keys and mouse, folders, tags, archive, trash, import, one undo."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.sidebar.sidebar import Sidebar
from weclaw_desktop.ui.sidebar.tag_sheet import TagSheet
from weclaw_desktop.ui.widgets import Sheet

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


async def filled(window: MainWindow, bench: FakeBench, settle: Settle, count: int = 5) -> list[str]:
    for n in range(count):
        bench.store.chats.rows[f"c{n}"] = Chat(f"c{n}", f"Chat {n}", updated_ms=1_000_000 - n)
    window.sidebar.reload()
    await settle(lambda: len(window.sidebar.model.at_hand()) == count)
    return list(bench.store.chats.rows)


def middle(sidebar: Sidebar, key: str) -> QPoint:
    return sidebar.list.visualRect(sidebar.model.index(sidebar.model.row_of(key))).center()


def actions(menu: QMenu) -> dict[str, object]:
    return {action.text(): action for action in menu.actions() if action.text()}


def filled_menu(sidebar: Sidebar, key: str) -> QMenu:
    menu = QMenu(sidebar)
    heading, chat = sidebar.model.heading_at(sidebar.model.row_of(key)), sidebar.model.known(key)
    if heading is not None:
        sidebar.menus.fill_heading(menu, heading)
    elif chat is not None:
        sidebar.menus.fill_chats(menu, [chat])
    return menu


def press(menu: QMenu, *words: str) -> None:
    """Press an action, in a menu of the menu if two words are given."""
    for word in words:
        action = next(action for action in menu.actions() if action.text() == word)
        if action.menu() is not None and word != words[-1]:
            menu = action.menu()  # type: ignore[assignment]  # a menu
        else:
            action.trigger()


async def answer(window: MainWindow, name: str, settle: Settle) -> None:
    def button() -> QAbstractButton | None:
        sheets = [sheet for sheet in window.findChildren(Sheet) if sheet.isVisible()]
        found = (b for sheet in sheets for b in sheet.findChildren(QAbstractButton) if b.text() == name)
        return next(found, None)

    await settle(lambda: button() is not None)
    pressed = button()
    assert pressed is not None
    pressed.click()


async def test_shift_and_control_select_and_one_undo_brings_all_back(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await filled(window, bench, settle)
    sidebar, rows = window.sidebar, bench.store.chats.rows
    view = sidebar.list.viewport()
    qtbot.mouseClick(view, LEFT, pos=middle(sidebar, "c0"))
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == "c0")
    assert not sidebar.selection.isVisible()
    qtbot.mouseClick(view, LEFT, SHIFT, middle(sidebar, "c2"))
    qtbot.mouseClick(view, LEFT, CONTROL, middle(sidebar, "c4"))
    assert [chat.id for chat in sidebar.list.chosen()] == ["c0", "c1", "c2", "c4"]
    assert window.conductor is not None
    assert window.conductor.chat_id == "c0"
    assert sidebar.selection.accessibleName() == "4 selected"
    sidebar.selection.buttons["archive"].click()
    await settle(lambda: sum(chat.archived for chat in rows.values()) == 4)
    await settle(lambda: sidebar.undo.isVisible())
    assert sidebar.undo.text == "4 chats archived"
    await settle(lambda: sidebar.model.at_hand() == ["c3"])
    sidebar.undo.acted.emit("undo")
    await settle(lambda: not any(chat.archived for chat in rows.values()))
    await settle(lambda: len(sidebar.model.at_hand()) == 5)
    assert not sidebar.undo.isVisible()


async def test_the_keyboard_selects_deletes_and_undoes(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await filled(window, bench, settle)
    sidebar, rows = window.sidebar, bench.store.chats.rows
    sidebar.list.setFocus()
    sidebar.list.setCurrentIndex(sidebar.model.index(sidebar.model.row_of("c1")))
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Down, SHIFT)
    assert [chat.id for chat in sidebar.list.chosen()] == ["c1", "c2"]
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Delete)
    await settle(lambda: sum(chat.deleted_ms is not None for chat in rows.values()) == 2)
    await settle(lambda: sidebar.model.heading_at(sidebar.model.row_of("trash")) is not None)
    await settle(lambda: sidebar.undo.isVisible())
    sidebar.undo.acted.emit("undo")
    await settle(lambda: len(sidebar.model.at_hand()) == 5)
    sidebar.list.setCurrentIndex(sidebar.model.index(sidebar.model.row_of("c3")))
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Return)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == "c3")
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Up, SHIFT)
    assert len(sidebar.list.chosen()) == 2
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Escape)
    assert len(sidebar.list.chosen()) == 1


async def test_arrows_stay_in_the_list_space_gathers_and_return_writes(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await filled(window, bench, settle)
    assert window.conductor is not None
    conductor, view, model = window.conductor, window.sidebar.list, window.sidebar.model

    def chosen() -> list[str]:
        return [chat.id for chat in view.chosen()]

    window.activateWindow()
    view.setFocus()
    view.setCurrentIndex(model.index(model.row_of("c0")))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert (chosen(), view.hasFocus(), conductor.chat_id) == (["c1"], True, "")
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert chosen() == ["c1"], "it is the first of those that are gathered"
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Space):
        qtbot.keyClick(view, key)
    assert chosen() == ["c1", "c3"]
    assert window.sidebar.selection.accessibleName() == "2 selected"
    qtbot.keyClick(view, Qt.Key.Key_Space)
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert chosen() == ["c1", "c4"]
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert chosen() == ["c4"]
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert chosen() == ["c3"], "arrows select again"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    await settle(lambda: conductor.chat_id == "c3")
    await settle(window.chat.composer.edit.hasFocus)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.chat.composer.edit.hasFocus(), "it was open already"


async def test_a_selection_stays_when_an_answer_comes_in(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await filled(window, bench, settle)
    sidebar = window.sidebar
    for key in ("c1", "c4"):
        index = sidebar.model.index(sidebar.model.row_of(key))
        sidebar.list.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)
    await bench.dialog.send("c4", "hello")
    await settle(lambda: sidebar.model.at_hand()[0] == "c4")
    await settle(lambda: not bench.dialog.running("c4"))
    assert sorted(chat.id for chat in sidebar.list.chosen()) == ["c1", "c4"]


async def test_folders_are_made_named_filled_closed_and_deleted(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await filled(window, bench, settle)
    sidebar, rows = window.sidebar, bench.store.chats.rows
    press(filled_menu(sidebar, "c1"), "Move to folder", "New folder")
    await settle(lambda: sidebar.list.findChild(QLineEdit) is not None)
    editor = sidebar.list.findChild(QLineEdit)
    assert editor is not None
    assert editor.accessibleName() == "Title"
    editor.setText("工作")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    await settle(lambda: [folder.name for folder in bench.store.folders.rows.values()] == ["工作"])
    assert rows["c1"].folder == "f1"
    group = sidebar.model.group_at(sidebar.model.row_of("c1"))
    assert group is not None
    sidebar.model.dropped.emit(["c2", "c3"], group)
    await settle(lambda: [rows[key].folder for key in ("c1", "c2", "c3")] == ["f1"] * 3)
    await settle(lambda: sidebar.undo.text == "2 chats moved to 工作")
    sidebar.list.setFocus()
    sidebar.list.setCurrentIndex(sidebar.model.index(sidebar.model.row_of("folder:f1")))
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Left)
    await settle(lambda: bench.store.folders.rows["f1"].collapsed)
    await settle(lambda: sidebar.model.row_of("c1") < 0)
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Space)
    await settle(lambda: sidebar.model.row_of("c1") >= 0)
    qtbot.mouseClick(sidebar.list.viewport(), LEFT, pos=middle(sidebar, "folder:f1"))
    await settle(lambda: bench.store.folders.rows["f1"].collapsed)
    press(filled_menu(sidebar, "folder:f1"), "Delete folder, keep its chats")
    await settle(lambda: not bench.store.folders.rows)
    await settle(lambda: len(sidebar.model.at_hand()) == 5)
    assert {chat.folder for chat in rows.values()} == {""}


async def test_tags_are_given_filtered_and_taken(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await filled(window, bench, settle)
    sidebar, rows = window.sidebar, bench.store.chats.rows
    press(filled_menu(sidebar, "c2"), "Tags", "New tag…")
    sheet = window.findChild(TagSheet)
    assert sheet is not None
    qtbot.keyClicks(sheet.edit, "#urgent")
    qtbot.keyClick(sheet.edit, Qt.Key.Key_Return)
    await settle(lambda: rows["c2"].tags == ("urgent",))
    await settle(lambda: sidebar.tags.isVisible())
    (chip,) = sidebar.tags.findChildren(QAbstractButton)
    chip.click()
    assert sidebar.model.at_hand() == ["c2"]
    press(filled_menu(sidebar, "c2"), "Tags", "#urgent")
    await settle(lambda: rows["c2"].tags == ())
    await settle(lambda: sidebar.model.at_hand() == [])
    sidebar.tags.chosen.emit("")
    assert len(sidebar.model.at_hand()) == 5


async def test_the_trash_gives_back_erases_and_empties(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await filled(window, bench, settle)
    sidebar, rows = window.sidebar, bench.store.chats.rows
    for key in ("c0", "c1", "c2"):
        sidebar.delete(rows[key])
    await settle(lambda: len(sidebar.model.listing.trash) == 3)
    sidebar.model.open_group("trash", True)
    assert list(actions(filled_menu(sidebar, "c0"))) == ["Restore", "Erase for good…"]
    press(filled_menu(sidebar, "c0"), "Restore")
    await settle(lambda: "c0" in sidebar.model.at_hand())
    sidebar.list.setCurrentIndex(sidebar.model.index(sidebar.model.row_of("c1")))
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Return)
    assert window.conductor is not None
    assert window.conductor.chat is None
    qtbot.keyClick(sidebar.list, Qt.Key.Key_Delete)
    await answer(window, "Erase", settle)
    await settle(lambda: "c1" not in rows)
    press(filled_menu(sidebar, "trash"), "Empty the trash…")
    await answer(window, "Cancel", settle)
    assert "c2" in rows
    press(filled_menu(sidebar, "trash"), "Empty the trash…")
    await answer(window, "Erase", settle)
    await settle(lambda: "c2" not in rows and sidebar.model.row_of("trash") < 0)


async def test_dropping_says_what_becomes_of_chats(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await filled(window, bench, settle)
    sidebar, rows = window.sidebar, bench.store.chats.rows
    heading = sidebar.model.group_at(1)
    assert heading is not None
    kinds = {kind: type(heading)(kind, kind, 1) for kind in ("pinned", "archived", "trash", "older")}  # type: ignore[arg-type]  # the kinds
    sidebar.model.dropped.emit(["c0"], kinds["pinned"])
    sidebar.model.dropped.emit(["c1"], kinds["archived"])
    sidebar.model.dropped.emit(["c2"], kinds["trash"])
    await settle(lambda: rows["c0"].pinned and rows["c1"].archived and rows["c2"].deleted_ms is not None)
    await settle(lambda: "c2" in sidebar.model.listing.trash)
    sidebar.model.dropped.emit(["c2"], kinds["older"])
    await settle(lambda: rows["c2"].deleted_ms is None)


async def test_menus_say_what_fits(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await filled(window, bench, settle)
    sidebar, rows = window.sidebar, bench.store.chats.rows
    names = list(actions(filled_menu(sidebar, "c0")))
    assert names == [
        "Open in new window", "Rename", "Save as Markdown…", "Pin", "Move to folder", "Tags", "Mark as unread",
        "Archive", "Delete",
    ]  # fmt: skip
    press(filled_menu(sidebar, "c0"), "Pin")
    press(filled_menu(sidebar, "c0"), "Mark as unread")
    await settle(lambda: rows["c0"].pinned and rows["c0"].unread)
    await settle(lambda: {"Unpin", "Mark as read"} <= actions(filled_menu(sidebar, "c0")).keys())
    wanted: list[str] = []
    window.window_wanted.connect(wanted.append)
    press(filled_menu(sidebar, "c0"), "Open in new window")
    assert wanted == ["c0"]
    shown = QMenu(sidebar)
    sidebar._fill_more(shown)
    assert list(actions(shown)) == ["New folder", "Import chats…", "Select all", "Show archive", "Show trash"]
    press(filled_menu(sidebar, "c1"), "Archive")
    await settle(lambda: sidebar.model.row_of("archived") >= 0)
    sidebar._show_group("archived")
    assert sidebar.model.row_of("c1") >= 0
    press(shown, "Select all")
    assert len(sidebar.list.chosen()) == 5


async def test_files_of_messages_are_taken_in_and_told(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QFileDialog] = []
    monkeypatch.setattr(QFileDialog, "open", lambda dialog, *_: opened.append(dialog))
    window.sidebar.take_in.click()
    (dialog,) = opened
    file = tmp_path / "old.json"
    file.write_text(json.dumps([{"role": "user", "content": "数据库选型"}]), "utf-8")
    dialog.filesSelected.emit([str(file)])
    await settle(lambda: window.chat.banner.text.startswith("Imported: chats 1"))
    assert window.conductor is not None
    assert window.conductor.chat is not None
    assert window.conductor.chat.title == "数据库选型"
    await settle(lambda: len(window.sidebar.model.at_hand()) == 1)
    dialog.deleteLater()


async def test_words_in_no_title_lead_to_the_messages(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    await filled(window, bench, settle)
    sidebar = window.sidebar
    wanted: list[str] = []
    sidebar.search_wanted.disconnect()
    sidebar.search_wanted.connect(wanted.append)
    sidebar.search.setText("nowhere")
    await settle(lambda: sidebar.elsewhere.isVisible())
    sidebar.elsewhere.click()
    qtbot.keyClick(sidebar.search, Qt.Key.Key_Return)
    assert wanted == ["nowhere", "nowhere"]
    sidebar.search.clear()
    await settle(lambda: len(sidebar.model.at_hand()) == 5)
    assert not sidebar.elsewhere.isVisible()
    await asyncio.sleep(0)
