"""Two models on one prompt: both chats are real, one is kept, the other lies in the trash."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import MODEL, FakeBench, Script
from tests.ui.fakes.profile import QWEN
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.models.compare import CompareWindow


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
    kept, gone = right.chat.id, left.chat.id
    compare.sides[1].keep.click()
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == kept)
    await settle(lambda: bench.store.chats.rows[gone].deleted_ms is not None)
    assert bench.store.chats.rows[kept].deleted_ms is None
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
    qtbot.keyClick(compare, Qt.Key.Key_Escape)
    assert not compare.isVisible()
