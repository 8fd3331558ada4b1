"""Two models on one prompt: both chats are real, one is kept, the other lies in the trash."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import MODEL, FakeBench, Script
from tests.ui.fakes.profile import QWEN
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import DiskFull
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.text import text
from weclaw_desktop.services.supervisor import TaskSupervisor
from weclaw_desktop.ui.chat.composer_preview import Preview
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.models.compare import CompareWindow
from weclaw_desktop.ui.widgets import top_sheet


def opened(window: MainWindow) -> CompareWindow:
    window.keys.run("model.compare")
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, CompareWindow) and w.isVisible())


async def test_one_prompt_two_answers_and_one_is_kept(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    bench.dialog.scripts = [Script(("left",)), Script(("right",))]
    compare = opened(window)
    assert opened(window) is compare
    left, right = compare.conductors
    assert (left.model, right.model) == (MODEL.id, QWEN.id)
    assert not compare.send.isEnabled()
    assert not compare.sides[0].keep.isEnabled()
    compare.edit.setPlainText("Which is better?")
    qtbot.keyClick(compare.edit, Qt.Key.Key_Return)
    await settle(lambda: left.chat is not None and right.chat is not None)
    await settle(lambda: not left.running and not right.running and len(right.feed.rows.messages) == 2)
    assert left.chat is not None
    assert right.chat is not None
    assert left.chat.id != right.chat.id
    assert [m.text for m in left.feed.rows.messages][:1] == ["Which is better?"]
    assert window.compared == {left.chat.id, right.chat.id}, "answers that are seen are not marked as unread"
    kept, gone = right.chat.id, left.chat.id
    compare.sides[1].keep.click()
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == kept)
    await settle(lambda: bench.store.chats.rows[gone].deleted_ms is not None)
    assert bench.store.chats.rows[kept].deleted_ms is None
    assert window.compared == set()
    assert not [w for w in QApplication.topLevelWidgets() if isinstance(w, CompareWindow) and w.isVisible()]


async def test_from_a_chat_both_sides_see_what_it_holds(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    chat_id = scene.fill(bench)
    assert window.conductor is not None
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and bool(window.conductor.feed.rows.messages))
    compare = opened(window)
    left, right = compare.conductors
    await settle(lambda: left.chat is not None and right.chat is not None)
    last = window.conductor.feed.rows.messages[-1].id
    assert bench.dialog.calls.count(("branch", last)) == 2
    assert {left.model, right.model} == {MODEL.id, QWEN.id}
    assert chat_id not in (left.chat_id, right.chat_id)
    branches = (left.chat_id, right.chat_id)
    assert not any(side.keep.isEnabled() for side in compare.sides), "nothing was asked yet: both are what the chat is"
    qtbot.keyClick(compare, Qt.Key.Key_Escape)
    assert not compare.isVisible()
    await settle(lambda: not any(name in bench.store.chats.rows for name in branches))  # not in the trash either
    await settle(lambda: not window.sidebar.model.listing.aside)
    assert bench.store.chats.rows[chat_id].deleted_ms is None


def listed(window: MainWindow) -> list[str]:
    return window.sidebar.model.at_hand()


async def test_while_two_models_are_compared_the_chat_stands_once_in_the_list(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    bench.dialog.scripts = [Script(("left",)), Script(("right",))]
    chat_id = scene.fill(bench)
    assert window.conductor is not None
    window.conductor.open_chat(chat_id)
    window.sidebar.reload()
    await settle(lambda: chat_id in listed(window) and bool(window.conductor and window.conductor.feed.rows.messages))
    before = set(listed(window))
    compare = opened(window)
    left, right = compare.conductors
    await settle(lambda: all(side.ready for side in compare.sides) and bool(left.chat and right.chat))
    assert set(listed(window)) == before
    compare.edit.setPlainText("Which is better?")
    compare.send.click()
    await settle(lambda: not left.running and not right.running and bool(right.feed.rows.messages))
    window.sidebar.reload()
    await asyncio.sleep(0.1)
    assert set(listed(window)) == before, "not after the list was read anew, either"
    kept, gone = right.chat_id, left.chat_id
    compare.sides[1].keep.click()
    await settle(lambda: set(listed(window)) == before | {kept})
    await settle(lambda: gone in window.sidebar.model.listing.trash)
    assert gone not in window.sidebar.model.listing.aside, "the trash gives it back"


async def test_both_answers_are_listed_when_the_comparison_is_closed(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    bench.dialog.scripts = [Script(("left",)), Script(("right",))]
    compare = opened(window)
    left, right = compare.conductors
    compare.edit.setPlainText("Which is better?")
    compare.send.click()
    await settle(lambda: bool(left.chat and right.chat) and not left.running and not right.running)
    await asyncio.sleep(0.05)
    assert listed(window) == []
    both = {left.chat_id, right.chat_id}
    compare.close()
    await settle(lambda: set(listed(window)) == both)


async def test_esc_in_the_field_stops_both_and_then_closes(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    bench.dialog.scripts = [Script(gate=asyncio.Event()), Script(gate=asyncio.Event())]
    compare = opened(window)
    compare.edit.setPlainText("Which is better?")
    compare.send.click()
    await settle(lambda: all(conductor.running for conductor in compare.conductors))
    qtbot.keyClick(compare.edit, Qt.Key.Key_Escape)
    await settle(lambda: not any(conductor.running for conductor in compare.conductors))
    assert compare.isVisible()
    qtbot.keyClick(compare.edit, Qt.Key.Key_Escape)
    assert not compare.isVisible()


async def test_nothing_is_sent_before_both_sides_hold_the_chat(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.models.models = (MODEL, QWEN)
    chat_id = scene.fill(bench)
    assert window.conductor is not None
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and bool(window.conductor.feed.rows.messages))
    gate, branch = asyncio.Event(), bench.dialog.branch_chat

    async def slow(message_id: str) -> Chat:
        await gate.wait()
        return await branch(message_id)

    monkeypatch.setattr(bench.dialog, "branch_chat", slow)
    compare = opened(window)
    compare.edit.setPlainText("And now?")
    compare.send_both()
    assert not compare.send.isEnabled()
    assert compare.edit.toPlainText() == "And now?"
    gate.set()
    await settle(lambda: compare.send.isEnabled())
    compare.close()


def pasted(text: str) -> QMimeData:
    made = QMimeData()
    made.setText(text)
    return made


async def test_a_long_paste_is_a_chip_that_weighs_opens_and_goes_with_the_message(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    compare, long = opened(window), "many words " * 1_000
    compare.edit.insertFromMimeData(pasted(long))
    compare.edit.insertFromMimeData(pasted(long.upper()))
    first, second = compare.pastes.strip.chips
    assert compare.edit.toPlainText() == ""
    assert compare.send.isEnabled()
    await settle(lambda: first.attached.tokens > 0)
    second._close.click()
    assert compare.pastes.strip.chips == (first,)
    compare.edit.setPlainText("Sum it up.")
    compare.send.click()
    await settle(lambda: all(side.conductor.feed.rows.messages for side in compare.sides))
    for side in compare.sides:
        assert side.conductor.feed.rows.messages[0].text == f"Sum it up.\n\n{long}"
    assert compare.pastes.strip.chips == ()
    assert not compare.send.isEnabled()
    compare.close()


async def test_a_paste_can_be_put_into_the_field_and_ctrl_shift_v_puts_it_there_at_once(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    compare, long = opened(window), "many words " * 1_000
    compare.edit.insertFromMimeData(pasted(long))
    compare.pastes.strip.chips[0].body.click()
    sheet = top_sheet(compare)
    assert isinstance(sheet, Preview)
    sheet.answer("text")
    await settle(lambda: compare.edit.toPlainText() == long)
    assert compare.pastes.strip.chips == ()
    compare.edit.clear()
    QApplication.clipboard().setText(long)
    qtbot.keyClick(compare.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert compare.edit.toPlainText() == long
    compare.close()


async def test_settings_open_from_either_side(window: MainWindow, bench: FakeBench) -> None:
    bench.models.models = (MODEL, QWEN)
    compare, pages = opened(window), list[str]()
    assert window.conductor is not None
    window.conductor.settings_wanted.connect(pages.append)
    compare.sides[0].conductor.settings_wanted.emit("models")
    compare.sides[1].chat.settings_wanted.emit("models")
    assert pages == ["models", "models"]
    compare.close()


async def test_a_comparison_that_is_left_at_once_leaves_nothing_behind(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    chat_id = scene.fill(bench)
    assert window.conductor is not None
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and bool(window.conductor.feed.rows.messages))
    before = set(bench.store.chats.rows)
    compare = opened(window)
    compare.close()
    await settle(lambda: sum(call[0] == "branch" for call in bench.dialog.calls) == 2)
    await settle(lambda: set(bench.store.chats.rows) == before)
    await settle(lambda: not window.sidebar.model.listing.aside)


async def test_chats_of_a_comparison_that_is_closed_while_its_question_is_sent_are_in_the_list(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.models.models = (MODEL, QWEN)
    window.sidebar.reload()
    compare = opened(window)
    compare.edit.setPlainText("Which is better?")
    compare.send.click()
    compare.close()
    await settle(lambda: len(listed(window)) == 2)
    assert not window.sidebar.model.listing.aside
    assert [call[2] for call in bench.dialog.calls if call[0] == "send"] == ["Which is better?"] * 2


async def test_words_that_neither_model_got_are_not_lost(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.models.models = (MODEL, QWEN)
    go, send, tried = asyncio.Event(), bench.dialog.send, list[str]()

    async def fails(chat_id: str, words: str, *given: Any, **named: Any) -> Message:
        await go.wait()
        tried.append(words)
        if len(tried) > 2:
            return await send(chat_id, words, *given, **named)
        raise DiskFull(text("storage.full", path="weclaw.db"))

    monkeypatch.setattr(bench.dialog, "send", fails)
    monkeypatch.setattr(bench, "supervisor", TaskSupervisor(bench.bus))
    compare = opened(window)
    compare.edit.setPlainText("Which is better?")
    compare.send.click()
    compare.edit.setPlainText("And why?")
    go.set()
    await settle(lambda: compare.edit.toPlainText() == "Which is better?\n\nAnd why?")
    compare.send.click()
    await settle(lambda: len(tried) == 4)
    assert compare.edit.toPlainText() == ""
    compare.close()
    await bench.supervisor.close()
