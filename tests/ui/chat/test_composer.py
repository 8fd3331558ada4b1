"""Writing and sending, above all with an input method."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QRect, QRectF, Qt, QUrl
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.chat import composer as composer_module
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.chat.composer_edit import LONG_PASTE, SETTLE_MS


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    made = Composer()
    made.resize(700, 200)
    qtbot.addWidget(made)
    made.show()
    made.edit.setFocus()
    return made


def compose(composer: Composer, preedit: str) -> None:
    QApplication.sendEvent(composer.edit, QInputMethodEvent(preedit, []))


def commit(composer: Composer, text: str) -> None:
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(composer.edit, event)


def sent(composer: Composer) -> list[str]:
    got: list[str] = []
    composer.sent.connect(got.append)
    return got


def test_return_sends_and_shift_return_breaks_the_line(composer: Composer, qtbot: QtBot) -> None:
    got = sent(composer)
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "two")
    assert got == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert got == ["one\ntwo"]


def test_control_return_sends_when_the_setting_says_so(composer: Composer, qtbot: QtBot) -> None:
    composer.edit.send_with = "ctrl_enter"
    got = sent(composer)
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert got == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert got == ["one\n"]


def test_letters_do_not_lay_out_the_line_below_the_field(
    composer: Composer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each letter waits for it, and longest while a compression runs beside."""
    fitted: list[bool] = []
    monkeypatch.setattr(composer_module, "fit_line", lambda *_, **__: fitted.append(True))
    composer.set_running(True)
    assert fitted, "the button to stop came"
    qtbot.keyClicks(composer.edit, "o")
    assert composer.send.isVisible()
    fitted.clear()
    qtbot.keyClicks(composer.edit, "ne two three")
    assert not fitted
    composer.clear()
    assert fitted, "the button to send went"


def test_I1_return_while_composing_is_not_a_send(composer: Composer, qtbot: QtBot) -> None:
    got = sent(composer)
    compose(composer, "ni'hao")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.wait(2 * SETTLE_MS)
    assert got == []
    assert composer.edit.composing


def test_I1_esc_while_composing_stops_nothing(composer: Composer, qtbot: QtBot) -> None:
    stopped: list[int] = []
    composer.stop_wanted.connect(lambda: stopped.append(1))
    composer.set_running(True)
    compose(composer, "ni'hao")
    override = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    override.ignore()
    QApplication.sendEvent(composer.edit, override)
    assert override.isAccepted(), "no shortcut of the window is meant"
    qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)
    assert stopped == []
    compose(composer, "")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)
    assert stopped == [1]


def test_I1_the_return_that_commits_raw_letters_is_not_a_send(composer: Composer, qtbot: QtBot) -> None:
    got = sent(composer)
    compose(composer, "git hub")
    commit(composer, "github")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert got == []
    assert composer.text == "github"
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert got == ["github"]


def test_I2_commit_then_return_is_one_send_with_the_whole_text(composer: Composer, qtbot: QtBot) -> None:
    got = sent(composer)
    composer.edit.insertPlainText("说")
    compose(composer, "ni'hao")
    commit(composer, "你好")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.wait(2 * SETTLE_MS)
    assert got == ["说你好"]


def test_I2_return_then_commit_is_one_send_with_the_whole_text(composer: Composer, qtbot: QtBot) -> None:
    got = sent(composer)
    compose(composer, "ni'hao")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    commit(composer, "你好")
    qtbot.wait(2 * SETTLE_MS)
    assert got == ["你好"]


def test_I2_a_commit_long_after_return_sends_nothing(composer: Composer, qtbot: QtBot) -> None:
    got = sent(composer)
    compose(composer, "ni'hao")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.wait(3 * SETTLE_MS)
    commit(composer, "你好")
    assert got == []


def test_I3_composition_works_after_a_send_and_in_mid_text(composer: Composer, qtbot: QtBot) -> None:
    commit(composer, "早")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    composer.clear()
    commit(composer, "你们")
    cursor = composer.edit.textCursor()
    cursor.setPosition(1)
    composer.edit.setTextCursor(cursor)
    compose(composer, "hao")
    assert composer.edit.composing
    commit(composer, "好")
    assert composer.text == "你好们"
    assert not composer.edit.composing


def test_I3_the_caret_rectangle_follows_the_caret(composer: Composer) -> None:
    def caret() -> QRect:
        found = composer.edit.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        assert isinstance(found, QRectF)
        return found.toRect()

    before = caret()
    commit(composer, "你好，世界")
    after = caret()
    assert after.left() > before.left() + 20
    assert composer.edit.rect().contains(after.center())
    commit(composer, "\n第二行")
    assert caret().top() > after.top()
    assert composer.edit.inputMethodQuery(Qt.InputMethodQuery.ImEnabled) is True


def test_a_two_megabyte_paste_becomes_a_chip_and_is_sent_whole(composer: Composer) -> None:
    got = sent(composer)
    text = "一行文字 with words\n" * 120_000
    data = QMimeData()
    data.setText(text)
    began = time.perf_counter()
    composer.edit.insertFromMimeData(data)
    QApplication.processEvents()
    assert time.perf_counter() - began < 0.3
    assert composer.edit.toPlainText() == ""
    composer.send.click()
    assert got == [text]


def test_one_line_of_megabytes_freezes_nothing(composer: Composer) -> None:
    data = QMimeData()
    data.setText("x" * 2_000_000)
    began = time.perf_counter()
    composer.edit.insertFromMimeData(data)
    QApplication.processEvents()
    assert time.perf_counter() - began < 0.3


def test_a_short_paste_stays_in_the_field(composer: Composer) -> None:
    data = QMimeData()
    data.setText("x" * LONG_PASTE)
    composer.edit.insertFromMimeData(data)
    assert len(composer.edit.toPlainText()) == LONG_PASTE


@pytest.mark.parametrize("words", ["Words", "请总结。", "a\n中文\n日本語 ok", "字" * 300])
def test_what_fits_does_not_scroll_in_any_script(composer: Composer, words: str) -> None:
    composer.resize(900, 300)
    composer.show()
    composer.edit.setPlainText(words)
    QApplication.processEvents()
    assert composer.edit.verticalScrollBar().maximum() == 0


def test_the_field_grows_with_its_text_and_stops(composer: Composer, qtbot: QtBot) -> None:
    one = composer.edit.sizeHint().height()
    composer.edit.setPlainText("a\nb\nc")
    three = composer.edit.sizeHint().height()
    composer.edit.setPlainText("a\n" * 50)
    assert one < three < composer.edit.sizeHint().height() < 15 * one


def test_while_an_answer_runs_stop_is_there_and_send_only_with_text(composer: Composer, qtbot: QtBot) -> None:
    composer.set_running(True)
    assert composer.stop.isVisible()
    assert not composer.send.isVisible()
    qtbot.keyClicks(composer.edit, "more")
    assert composer.send.isVisible()
    with qtbot.waitSignal(composer.stop_wanted):
        qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)


async def test_blank_text_is_never_sent(composer: Composer, qtbot: QtBot) -> None:
    got = sent(composer)
    qtbot.keyClicks(composer.edit, "  ")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    await asyncio.sleep(0)
    assert got == []


def test_ctrl_shift_v_pastes_plain_text_into_the_field(composer: Composer, qtbot: QtBot) -> None:
    """Neither a long text nor a list of files becomes an attachment."""
    got: list[object] = []
    composer.edit.files_pasted.connect(got.append)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    data = QMimeData()
    data.setText("word " * LONG_PASTE)
    QApplication.clipboard().setMimeData(data)
    qtbot.keyClick(composer.edit, Qt.Key.Key_V, both)
    assert composer.edit.toPlainText() == "word " * LONG_PASTE
    assert composer.attached == ()
    composer.clear()
    listed = QMimeData()
    listed.setUrls([QUrl.fromLocalFile("/tmp/a.txt")])
    QApplication.clipboard().setMimeData(listed)
    qtbot.keyClick(composer.edit, Qt.Key.Key_V, both)
    assert composer.edit.toPlainText() == "file:///tmp/a.txt"
    qtbot.keyClick(composer.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert got == [[Path("/tmp/a.txt")]]
    QApplication.clipboard().clear()
