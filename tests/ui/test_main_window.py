"""The window as a whole: drawers, keys, names, drafts, what is remembered."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench, Script
from weclaw_desktop.commands.chats import document
from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseLocked
from weclaw_desktop.core.events import ContextReported, Problem
from weclaw_desktop.core.text import text
from weclaw_desktop.ui import window_state
from weclaw_desktop.ui.context_panel.panel import ContextPanel
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.start_page import StartPage
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import LinkButton
from weclaw_desktop.ui.window_state import WindowState


async def test_chats_become_a_drawer_below_800_pixels(window: MainWindow, qtbot: QtBot) -> None:
    assert window.sidebar.parent() is window
    window.resize(799, 700)
    await asyncio.sleep(0.02)
    assert window.sidebar.parent() is not window
    assert not window.sidebar.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert window.sidebar.isVisible()
    qtbot.keyClick(window.sidebar, Qt.Key.Key_Escape)
    assert not window.sidebar.isVisible()
    window.resize(800, 700)
    await asyncio.sleep(0.02)
    assert window.sidebar.parent() is window
    assert window.sidebar.isVisible()


async def test_keys_reach_what_they_name(window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle) -> None:
    assert window.conductor is not None
    chat_id = scene.fill(bench)
    window.sidebar.reload()
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == chat_id)
    await settle(lambda: window.sidebar.model.rowCount() > 3)
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window, Qt.Key.Key_K, control)
    assert window._parts is not None
    assert window._parts.searching.palette is not None
    window._parts.searching.palette.answer("")
    qtbot.keyClick(window, Qt.Key.Key_L, control)
    assert window.focusWidget() is window.chat.composer.edit
    qtbot.keyClick(window, Qt.Key.Key_Tab, control)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == "list2")
    qtbot.keyClick(window, Qt.Key.Key_N, control)
    assert window.conductor.chat is None
    qtbot.keyClick(window, Qt.Key.Key_B, control)
    assert not window.sidebar.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Plus, control)
    await settle(lambda: current().zoom == 110)
    qtbot.keyClick(window, Qt.Key.Key_0, control)
    await settle(lambda: current().zoom == 100)


async def test_escape_stops_the_answer(window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle) -> None:
    assert window.conductor is not None
    bench.dialog.scripts = [Script(("a",) * 1_000, pause_s=0.01)]
    window.chat.composer.edit.setPlainText("hello")
    qtbot.keyClick(window.chat.composer.edit, Qt.Key.Key_Return)
    await settle(lambda: window.conductor is not None and window.conductor.running)
    await settle(lambda: window.chat.composer.text == "")
    await settle(lambda: window.chat.composer.stop.isVisible())
    qtbot.keyClick(window.chat.composer.edit, Qt.Key.Key_Escape)
    await settle(lambda: window.conductor is not None and not window.conductor.running)
    await settle(lambda: not window.chat.composer.stop.isVisible())


async def test_every_control_has_a_name_to_be_read_aloud(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    assert window.conductor is not None
    chat_id = scene.fill(bench, failed=True)
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == chat_id)
    await asyncio.sleep(0.2)
    nameless = [
        widget
        for widget in window.findChildren(QAbstractButton) + window.findChildren(QLineEdit)
        + window.findChildren(QPlainTextEdit)
        if widget.isVisible() and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]  # fmt: skip
    assert [type(widget.parent()).__name__ for widget in nameless] == []


async def test_the_focus_is_visible_on_every_button(window: MainWindow) -> None:
    sheet = QApplication.instance().styleSheet()  # type: ignore[union-attr]  # there is an application
    assert "QPushButton:focus, QToolButton:focus" in sheet
    tab_stops = [b for b in window.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
    without = [b for b in tab_stops if not b.focusPolicy() & Qt.FocusPolicy.TabFocus and b.text()]
    assert without == []


async def test_drafts_are_kept_per_chat(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    assert window.conductor is not None
    chat_id = scene.fill(bench)
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == chat_id)
    window.chat.composer.edit.setPlainText("half a thought")
    assert bench.reporter.drafts[-1] == (chat_id, "half a thought")
    window.conductor.open_chat("list3")
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == "list3")
    assert window.chat.composer.text == ""
    await settle(lambda: bench.store.chats.rows[chat_id].draft == "half a thought")
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.chat.composer.text == "half a thought")


async def test_deleting_a_chat_can_be_undone(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat_id = scene.fill(bench)
    window.sidebar.reload()
    assert window.conductor is not None
    conductor = window.conductor
    conductor.open_chat(chat_id)
    await settle(lambda: window.sidebar.model.row_of(chat_id) >= 0 and conductor.chat_id == chat_id)
    window.sidebar.delete(bench.store.chats.rows[chat_id])
    await settle(lambda: window.sidebar.model.row_of(chat_id) < 0)
    assert window.sidebar.undo.isVisible()
    assert conductor.chat is None
    window.sidebar.undo.acted.emit("undo")
    await settle(lambda: window.sidebar.model.row_of(chat_id) >= 0 and conductor.chat_id == chat_id)


async def test_titles_are_searched_and_renamed_in_place(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot
) -> None:
    scene.fill(bench)
    window.sidebar.search.setText("合同")
    await settle(lambda: window.sidebar.model.rowCount() == 2)
    window.sidebar.rename("list5")
    editor = window.sidebar.list.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setText("合同")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    await settle(lambda: bench.store.chats.rows["list5"].title == "合同")
    assert window.conductor is not None
    assert window.windowTitle() == "WeClaw Desktop"
    window.conductor.open_chat("list5")
    await settle(lambda: window.windowTitle().endswith(" – WeClaw Desktop"))
    assert window.conductor.chat is not None
    assert window.windowTitle().startswith(window.conductor.chat.title)
    window.conductor.new_chat()
    assert window.windowTitle() == "WeClaw Desktop"


async def test_tab_walks_as_one_reads_and_stays_in_an_open_drawer(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot
) -> None:
    assert window.conductor is not None
    window.resize(1_440, 900)
    conductor, chat_id = window.conductor, scene.fill(bench)
    conductor.open_chat(chat_id)
    await settle(lambda: conductor.report is not None and conductor.report.chat_id == chat_id)

    def walk(steps: int, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
        walked: list[QWidget] = []
        for _ in range(steps):
            qtbot.keyClick(window.focusWidget(), key)
            walked.append(window.focusWidget())
        return walked

    window.sidebar.new.setFocus()
    walked = walk(60)
    assert window.context_panel is not None
    parts = (window.sidebar, window.header, window.chat.transcript, window.chat.composer, window.context_panel)
    first = [next(n for n, stop in enumerate(walked) if part in (stop, *_parents(stop))) for part in parts]
    assert first == sorted(first)
    assert window.sidebar.new in walked
    back = walk(1, Qt.Key.Key_Backtab)
    assert back != walked[-1:]

    window.resize(760, 800)
    window.toggle_context()
    link = window._right.findChild(LinkButton)
    assert isinstance(link, LinkButton)
    link.setFocus()
    assert all(window._right.isAncestorOf(stop) for stop in walk(12))
    window.toggle_sidebar()
    assert window._left.isVisible()
    assert not window._right.isVisible()


def _parents(widget: QWidget) -> list[QWidget]:
    parents: list[QWidget] = []
    while (parent := widget.parentWidget()) is not None:
        parents.append(parent)
        widget = parent
    return parents


async def test_a_problem_is_one_sentence_over_the_composer(window: MainWindow, bench: FakeBench) -> None:
    bench.bus.publish(Problem(text("llm.rate_limited", provider="fake", seconds=7)))
    assert "slow down" in window.chat.banner.text
    assert window.chat.banner.isVisible()


async def test_an_undo_that_would_not_fit_says_so_first(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    assert window.conductor is not None
    chat_id = scene.fill(bench)
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == chat_id)
    bench.worker.refuses_undo = True
    window.conductor.undo_compression()
    await settle(window.chat.banner.isVisible)
    window.chat.banner.acted.emit("undo")
    await settle(lambda: ("undo", chat_id, True) in bench.worker.calls)


async def test_the_ring_shows_load_and_threshold(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    assert window.conductor is not None
    chat_id = scene.fill(bench)
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.chat.composer._load.text() == "49.1K / 105.8K")
    assert window.chat.composer._load.isVisible()
    bench.reporter.load = 120_000
    await bench.reporter.report(chat_id)
    assert window.chat.composer._ring.share > 1
    bench.bus.publish(ContextReported(await bench.reporter.report("list3")))
    assert window.chat.composer._load.text() == "120K / 105.8K"


@pytest.mark.parametrize(
    "changes",
    [
        {"load": 51_000, "draft": 480},
        {"load": 51_480, "draft": 20, "measured": False},
        {"load": 51_480, "measured": False, "updating": True},
        {"load": 120_000},
        {"load": 120_000, "strategy": "off"},
        {"load": 240_000, "strategy": "truncate"},
    ],
)
async def test_U2_ring_panel_list_and_command_line_say_one_thing(
    window: MainWindow, bench: FakeBench, settle: Settle, changes: dict[str, object]
) -> None:
    conductor, composer = window.conductor, window.chat.composer
    assert conductor is not None
    chat_id = scene.fill(bench)
    conductor.open_chat(chat_id)
    await settle(lambda: composer._load.text() == "49.1K / 105.8K")
    told = replace(await bench.reporter.report(chat_id), **changes)  # type: ignore[arg-type] -- fields of a report
    bench.bus.publish(ContextReported(told))
    await settle(lambda: conductor.report == told)
    panel = window.context_panel
    assert isinstance(panel, ContextPanel)
    number, line = composer._load.text().split(" / ")
    assert number == panel.usage.number.text()
    assert number.startswith("~") is not told.measured
    assert f" {line} " in f"{panel.usage.compresses.text()} "
    assert panel.usage.compresses.text() in composer._load.toolTip()
    assert composer._ring.share == told.share
    assert document(told)["share"] == round(composer._ring.share, 4)
    assert (composer._ring.share > 1) == bool(panel.usage.over.text())


async def test_the_first_close_only_asks(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.close_wanted):
        window.close()
    assert window.isVisible()


async def test_buttons_without_a_place_to_go_are_not_shown(window: MainWindow) -> None:
    from weclaw_desktop.ui.window_parts import installed

    slots = installed()
    assert window.sidebar.settings.isVisible() == (slots.settings is not None)
    assert window.header.context.isVisible() == (slots.context_panel is not None)


def test_a_profile_that_cannot_be_opened_is_one_card(qtbot: QtBot) -> None:
    window = MainWindow(WindowState(), "/profile")
    qtbot.addWidget(window)
    window.show()
    page = window.start_page
    window.show_failure(DatabaseLocked(text("storage.locked", path="x")))
    assert page.card.isVisible()
    with qtbot.waitSignal(window.retry_wanted):
        page._retry.click()
    assert not page._anew.isVisible()
    window.show_failure(DatabaseDamaged(text("storage.damaged", path="x")))
    assert not page._restore.isVisible(), "there is nothing to restore"
    with qtbot.waitSignal(window.remedy_wanted) as asked:
        page._anew.click()
    assert asked.args == ["anew"]
    window.show_failure(DatabaseDamaged(text("storage.damaged", path="x")), backup_ms=1_796_000_000_000)
    with qtbot.waitSignal(window.remedy_wanted) as asked:
        page._restore.click()
    assert asked.args == ["restore"]
    window.may_close = True


@pytest.mark.parametrize("width", [420, 900, 1_600])
@pytest.mark.parametrize("zoom", [100, 200])
def test_no_line_of_the_card_is_cut_off(qtbot: QtBot, width: int, zoom: int) -> None:
    current().apply("light", zoom)
    page = StartPage("/a/rather/long/path/to/a/profile/folder/of/somebody/with/a/long/name")
    qtbot.addWidget(page)
    page.resize(width, 700)
    page.show()
    page.show_failure(DatabaseDamaged(text("storage.damaged", path="/x/" * 40)), backup_ms=1_796_000_000_000)
    QApplication.processEvents()
    for label in page.card.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width()), label.text()
    for button in page.card.findChildren(QAbstractButton):
        assert not button.isVisible() or page.card.rect().contains(button.geometry())
    current().apply("light", 100)


@pytest.mark.parametrize("content", [None, "", "[]", '{"chat": 5, "sidebar": "x"}', '{"chat": "c1", "new": 1}'])
def test_state_survives_and_rubbish_does_no_harm(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / window_state.FILE).write_text(content)
    found = window_state.load(tmp_path)
    assert found.sidebar is True
    found.chat, found.sidebar = "c9", False
    window_state.save(tmp_path, found)
    assert window_state.load(tmp_path) == found


async def test_geometry_is_restored(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(720, 640)
    await asyncio.sleep(0.02)
    state = window.current_state()
    again = MainWindow(state, "/profile")
    qtbot.addWidget(again)
    again.may_close = True
    assert again.size() == window.size()
