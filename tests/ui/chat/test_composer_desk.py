"""Commands, the queue, and earlier messages brought back, in the window."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench, Script
from weclaw_desktop.context.engine import Refused
from weclaw_desktop.core.messages import assistant, user
from weclaw_desktop.core.text import text as made
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import IconButton, Sheet


async def opened(window: MainWindow, bench: FakeBench, settle: Settle, *texts: str) -> str:
    chat = (await bench.dialog.new_chat()).id
    for text in texts:
        bench.store.messages.add(chat, user(text))
        bench.store.messages.add(chat, assistant(f"about {text}"))
    conductor = window.conductor
    assert conductor is not None
    conductor.open_chat(chat)
    await settle(lambda: conductor.chat_id == chat)
    return chat


def say(window: MainWindow, text: str) -> Composer:
    composer = window.chat.composer
    composer.edit.setPlainText(text)
    composer.send.click()
    return composer


async def test_up_brings_back_earlier_messages_and_down_goes_forward(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot
) -> None:
    await opened(window, bench, settle, "first", "second\nline")
    edit = window.chat.composer.edit
    qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert edit.toPlainText() == "second\nline"
    qtbot.keyClick(edit, Qt.Key.Key_Up)  # from the last line to the first one
    assert edit.toPlainText() == "second\nline"
    qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert edit.toPlainText() == "first"
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    assert edit.toPlainText() == ""
    qtbot.keyClicks(edit, "own")
    qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert edit.toPlainText() == "own"


async def test_messages_that_wait_are_listed_and_can_be_taken_back(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    gate = asyncio.Event()
    bench.dialog.scripts = [Script(gate=gate)]
    composer = say(window, "one")
    await settle(lambda: composer.stop.isVisible())
    for text in ("two", "three"):
        say(window, text)
        await settle(lambda: composer.edit.toPlainText() == "")
    await settle(lambda: len(waits(composer)) == 2)
    assert composer.queue.isVisible()
    crosses = [b for b in composer.queue.findChildren(IconButton) if b.accessibleName() == "Do not send this message"]
    crosses[0].click()
    await settle(lambda: waits(composer) == ["Waits: three"])
    assert composer.edit.toPlainText() == "two"
    composer.queue.findChildren(IconButton)[-1].click()
    await settle(lambda: not composer.queue.isVisible())
    assert composer.edit.toPlainText() == "two"  # what is written already is not replaced
    gate.set()


def waits(composer: Composer) -> list[str]:
    lines = [w for w in composer.queue.children() if w.isWidgetType()]
    return [w.accessibleName() for w in lines if w.accessibleName()]  # type: ignore[attr-defined] -- widgets only


async def test_K12_words_are_pinned_before_anything_was_sent(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    conductor = window.conductor
    assert conductor is not None
    conductor.new_chat()
    say(window, "/pin No sleeps in tests.")
    await settle(lambda: conductor.chat is not None)
    chat = conductor.chat_id
    await settle(lambda: ("add", chat, "No sleeps in tests.", "") in bench.pinning.calls)
    say(window, "hello")
    await settle(lambda: ("send", chat, "hello") in bench.dialog.calls)
    assert conductor.chat_id == chat


async def test_commands_do_what_they_say(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat = await opened(window, bench, settle, "first")
    conductor = window.conductor
    assert conductor is not None
    bench.store.records.rows[chat] = [None]  # type: ignore[list-item] -- the fake answers with it
    composer = say(window, "/compact the prices")
    await settle(lambda: ("compress", chat, "the prices") in bench.worker.calls)
    assert composer.edit.toPlainText() == ""
    say(window, "/pin")
    newest = (await bench.store.messages.path(chat))[-1]
    await settle(lambda: ("pin", newest.id, True) in bench.dialog.calls)
    say(window, "/pin m999")
    await settle(lambda: composer.hint.text() == "There is no such message in this chat.")
    say(window, "/pin No sleeps in tests.")
    await settle(lambda: ("add", chat, "No sleeps in tests.", "") in bench.pinning.calls)
    assert composer.hint.text() == "These words are sent with every message from now on."
    assert composer.edit.toPlainText() == ""
    say(window, "/model qwen-plus")
    await settle(lambda: bench.store.chats.rows[chat].model == "fake/qwen-plus")
    say(window, "/model nothing-like-it")
    assert composer.hint.text() == "Which model? fake/qwen-plus"
    say(window, "/strategy Truncate")
    await settle(lambda: bench.store.chats.rows[chat].strategy == "truncate")
    say(window, "/strategy ?")
    assert composer.hint.text().startswith("Which strategy? adaptive, ")
    say(window, "/help")
    sheet = next(s for s in window.findChildren(Sheet) if s.isVisible())
    sheet.answer("")
    assert [call for call in bench.dialog.calls if call[0] == "send"] == []
    say(window, "/clear")
    assert conductor.chat is None
    assert composer.edit.toPlainText() == ""
    assert conductor.draft == ""


async def test_an_unknown_command_is_one_line_and_keeps_the_text(window: MainWindow, bench: FakeBench) -> None:
    composer = say(window, "/frobnicate it")
    assert composer.hint.text().startswith("There is no command /frobnicate.")
    assert composer.edit.toPlainText() == "/frobnicate it"
    composer.edit.insertPlainText("!")
    assert composer.hint.text() == ""
    assert bench.dialog.sent == []


async def test_two_slashes_or_a_space_send_text(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    say(window, "//help me")
    await settle(lambda: len(bench.dialog.sent) == 1)
    say(window, " /help")
    await settle(lambda: len(bench.dialog.sent) == 2)
    assert [call[2] for call in bench.dialog.calls if call[0] == "send"] == ["/help me", " /help"]


async def test_the_context_command_shows_what_will_be_sent(window: MainWindow, settle: Settle) -> None:
    say(window, "/context")
    made = window.xray.window
    assert made is not None
    await settle(lambda: made.isVisible() and made.seen is not None)
    assert window.chat.composer.edit.toPlainText() == ""


async def test_a_chat_is_exported_as_markdown(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    await opened(window, bench, settle, "first")
    composer = say(window, "/export")
    await settle(lambda: window.findChild(QFileDialog) is not None)
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert not dialog.isModal()
    target = tmp_path / "chat.md"
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    await settle(lambda: composer.hint.text() == "Saved as chat.md")
    assert "about first" in target.read_text("utf-8")


async def test_the_field_grows_up_to_a_share_of_the_window(window: MainWindow) -> None:
    edit = window.chat.composer.edit
    edit.setPlainText("line\n" * 100)
    await asyncio.sleep(0.02)
    assert window.height() * 0.3 < edit.height() < window.height() * 0.45
    window.resize(1_000, 500)
    await asyncio.sleep(0.05)
    assert edit.height() < 500 * 0.45


async def test_what_compresses_says_so_only_while_it_does(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(window, bench, settle, "first")
    gate = asyncio.Event()

    async def slow(chat_id: str, focus: str = "") -> Refused:
        del chat_id, focus
        await gate.wait()
        return Refused(made("engine.undo_over_hard"))

    monkeypatch.setattr(bench.worker, "compress_now", slow)
    composer = say(window, "/compact dates")
    assert composer.hint.text() == "Compressing…"
    gate.set()
    await settle(lambda: composer.hint.text() == "")
    assert window.chat.banner.isVisible()
