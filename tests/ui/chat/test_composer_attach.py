"""Attachments in the window: how they come, what they weigh, how they go."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QPlainTextEdit
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from tests.workspace.reading import made
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.messages import AttachmentPart, Message
from weclaw_desktop.core.text import text
from weclaw_desktop.services.attaching import Taken, Weighed
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.chat.composer_edit import LONG_PASTE
from weclaw_desktop.ui.chat.composer_preview import Preview
from weclaw_desktop.ui.main_window import MainWindow


def files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def names(composer: Composer) -> list[str]:
    return [part.name for part in composer.attachments]


def drop(window: MainWindow, data: QMimeData) -> None:
    where, copy = QPointF(200, 100), Qt.DropAction.CopyAction
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window.chat, QDropEvent(where, copy, data, button, none))


async def test_files_are_dropped_on_the_chat_under_an_overlay(
    window: MainWindow, settle: Settle, tmp_path: Path
) -> None:
    data = files(made.put(tmp_path, "a.md", "# A"), made.put(tmp_path, "project/b.py", "print()").parent)
    chat, overlay = window.chat, window.chat.desk.overlay
    where, copy = QPointF(200, 100).toPoint(), Qt.DropAction.CopyAction
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(where, copy, data, button, none)
    QApplication.sendEvent(chat, enter)
    assert enter.isAccepted()
    assert overlay.isVisible()
    assert overlay.geometry() == chat.rect()
    QApplication.sendEvent(chat, QDragLeaveEvent())
    assert not overlay.isVisible()
    QApplication.sendEvent(chat, enter)
    drop(window, data)
    assert not overlay.isVisible()
    await settle(lambda: names(chat.composer) == ["a.md", "project"])
    assert "=== b.py ===" in chat.composer.attachments[1].text


async def test_files_and_pictures_are_pasted(window: MainWindow, settle: Settle, tmp_path: Path) -> None:
    composer = window.chat.composer
    composer.edit.insertFromMimeData(files(made.put(tmp_path, "a.txt", "words")))
    picture = QMimeData()
    picture.setImageData(QImage(300, 200, QImage.Format.Format_RGB32))
    composer.edit.insertFromMimeData(picture)
    raw, out = QMimeData(), io.BytesIO()
    Image.new("RGB", (30, 20)).save(out, "PNG")
    raw.setData("image/png", out.getvalue())
    raw.setImageData(QImage(30, 20, QImage.Format.Format_RGB32))
    composer.edit.insertFromMimeData(raw)
    await settle(lambda: len(composer.attachments) == 3)
    assert [(part.kind, part.width) for part in composer.attachments] == [("file", 0), ("image", 300), ("image", 30)]
    assert composer.edit.toPlainText() == ""


async def test_text_beside_a_picture_is_what_is_meant(window: MainWindow) -> None:
    """Cells of a sheet lie in the clipboard as text and as a picture of them."""
    cells = QMimeData()
    cells.setText("a\tb")
    cells.setImageData(QImage(30, 20, QImage.Format.Format_RGB32))
    window.chat.composer.edit.insertFromMimeData(cells)
    assert window.chat.composer.edit.toPlainText() == "a\tb"
    assert window.chat.composer.attached == ()


async def test_the_button_opens_a_dialog_that_blocks_nothing(
    window: MainWindow, settle: Settle, tmp_path: Path
) -> None:
    path = made.put(tmp_path, "a.txt", "words")
    window.chat.desk.attacher.choose_files()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert not dialog.isModal()
    dialog.filesSelected.emit([str(path)])
    dialog.reject()
    await settle(lambda: names(window.chat.composer) == ["a.txt"])


async def test_what_cannot_be_read_is_told_and_does_not_hinder(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path, qtbot: QtBot
) -> None:
    composer = window.chat.composer
    window.chat.desk.attacher.add([made.put(tmp_path, "locked.pdf", made.LOCKED_PDF)])
    composer.send.click()
    await settle(lambda: composer.attached[0].state == "failed")
    assert "protected by a password" in composer.attached[0].error
    assert composer.trouble.text().startswith("locked.pdf is protected by a password.")
    assert not composer.send.isEnabled()
    qtbot.keyClicks(composer.edit, "hello")
    assert composer.send.isEnabled()
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1)
    assert bench.dialog.sent[0] == ((), False)


@pytest.mark.parametrize("stored", [True, False])
async def test_what_cannot_be_read_stays_with_its_reason_when_the_message_goes_without_it(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path, qtbot: QtBot, stored: bool
) -> None:
    composer, conductor = window.chat.composer, window.conductor
    assert conductor is not None
    other = (await bench.dialog.new_chat()).id
    if stored:
        conductor.open_chat(other)
        await settle(lambda: conductor.chat_id == other)
    window.chat.desk.attacher.add([made.put(tmp_path, "locked.pdf", made.LOCKED_PDF), made.put(tmp_path, "a.txt", "a")])
    await settle(lambda: {one.state for one in composer.attached} == {"failed", "ready"})
    qtbot.keyClicks(composer.edit, "hello")
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1 and not composer.edit.toPlainText())
    await settle(lambda: [one.name for one in composer.attached] == ["locked.pdf"])
    assert composer.trouble.text().startswith("locked.pdf is protected by a password.")
    assert not composer.send.isEnabled()
    sent_in = conductor.chat_id
    conductor.new_chat()
    assert composer.attached == ()
    conductor.open_chat(sent_in)
    await settle(lambda: [one.name for one in composer.attached] == ["locked.pdf"])
    composer.strip.chips[0].removed.emit()
    assert composer.attached == ()
    assert composer.trouble.text() == ""


async def test_what_an_earlier_message_went_without_does_not_hold_up_the_next(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path, reading: asyncio.Event, qtbot: QtBot
) -> None:
    composer = window.chat.composer
    reading.set()
    window.chat.desk.attacher.add([made.put(tmp_path, "locked.pdf", made.LOCKED_PDF)])
    await settle(lambda: bool(composer.attached) and composer.attached[0].state == "failed")
    qtbot.keyClicks(composer.edit, "without")
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1 and not composer.edit.toPlainText())
    reading.clear()
    window.chat.desk.attacher.add([made.put(tmp_path, "a.txt", "words")])
    qtbot.keyClicks(composer.edit, "with")
    composer.send.click()
    reading.set()
    await settle(lambda: len(bench.dialog.sent) == 2)
    assert [part.name for part in bench.dialog.sent[1][0]] == ["a.txt"]


async def test_weight_is_on_the_chip_and_what_is_too_large_offers_the_choice(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    bench.attaching.limit = 10_000
    composer = window.chat.composer
    paths = [made.put(tmp_path, "big.txt", "x" * 80_000), made.put(tmp_path, "small.txt", "y" * 400)]
    window.chat.desk.attacher.add(paths)
    await settle(lambda: all(one.tokens >= 0 for one in composer.attached) and len(composer.attachments) == 2)
    big, small = composer.strip.chips
    assert (big.weight.text(), small.weight.text()) == ("20K tokens", "100 tokens")
    assert big.choice.isVisible()
    assert not small.choice.isVisible()
    assert not composer.send.isEnabled()
    assert "more than half of what this model reads" in composer.trouble.text()
    big.choice.click()
    assert big.weight.text() == "2K tokens, beginning and end"
    assert composer.send.isEnabled()
    await settle(lambda: bench.reporter.shortens)
    big.choice.click()
    await settle(lambda: not bench.reporter.shortens)
    big.choice.click()
    await settle(lambda: bench.reporter.shortens)
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1)
    parts, shorten = bench.dialog.sent[0]
    assert shorten
    assert [len(part.text) for part in parts] == [80_000, 400]
    await settle(lambda: composer.attached == ())


async def test_the_choice_to_shorten_survives_a_switch_and_a_restart(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    from weclaw_desktop.ui.drafts import Draft, Drafts

    bench.attaching.limit = 10_000
    composer, conductor = window.chat.composer, window.conductor
    assert conductor is not None
    one, other = (await bench.dialog.new_chat()).id, (await bench.dialog.new_chat()).id
    conductor.open_chat(one)
    await settle(lambda: conductor.chat_id == one)
    window.chat.desk.attacher.add([made.put(tmp_path, "big.txt", "x" * 80_000)])
    await settle(lambda: bool(composer.attached) and composer.attached[0].large)
    composer.strip.chips[0].choice.click()
    conductor.open_chat(other)
    await settle(lambda: conductor.chat_id == other and composer.attached == ())
    assert not composer.shorten
    conductor.open_chat(one)
    await settle(lambda: bool(composer.attached) and composer.attached[0].shortened)
    assert composer.strip.chips[0].weight.text() == "2K tokens, beginning and end"
    assert composer.send.isEnabled()
    await conductor.save_drafts()
    stored = bench.store.chats.rows[one].draft
    again = Drafts(bench.store, bench.attaching)
    assert (await again.load(one, stored)).shorten
    assert (await again.read(stored)).joined(Draft("more")).shorten
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1)
    assert bench.dialog.sent[0][1]
    await settle(lambda: composer.attached == ())
    assert not composer.shorten
    assert not conductor.written.shorten


async def test_a_model_that_cannot_see_is_one_clear_sentence(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.attaching.sees = False
    composer = window.chat.composer
    window.chat.desk.attacher.add_picture(QImage(20, 20, QImage.Format.Format_RGB32))
    await settle(lambda: any(one.blind for one in composer.attached))
    assert composer.trouble.text().startswith("qwen-plus cannot see pictures")
    assert not composer.send.isEnabled()
    bench.attaching.sees = True
    window.conductor.chat_changed.emit()
    await settle(lambda: composer.send.isEnabled())
    assert composer.trouble.text() == ""


async def test_the_cross_ends_a_reading(window: MainWindow, bench: FakeBench, tmp_path: Path, settle: Settle) -> None:
    for number in range(600):
        made.put(tmp_path, f"many/{number}.txt", "words " * 3_000)
    composer = window.chat.composer
    window.chat.desk.attacher.add([tmp_path / "many"])
    await asyncio.sleep(0.05)
    composer.strip.chips[0].removed.emit()
    assert composer.attached == ()
    await settle(lambda: not any("read many" in task.get_name() for task in bench.supervisor.tasks))


async def test_a_chip_shows_what_it_holds_and_a_paste_becomes_text_again(
    window: MainWindow, settle: Settle, tmp_path: Path
) -> None:
    composer = window.chat.composer
    long = "many words " * 900
    assert len(long) > LONG_PASTE
    data = QMimeData()
    data.setText(long)
    composer.edit.insertFromMimeData(data)
    await settle(lambda: composer.strip.chips[0].weight.text() == "2.5K tokens")
    assert composer.send.isEnabled()
    composer.strip.chips[0].body.click()
    await settle(lambda: window.findChild(Preview) is not None)
    preview = window.findChild(Preview)
    assert preview is not None
    shown = preview.findChild(QPlainTextEdit)
    assert shown is not None
    assert shown.toPlainText() == long
    preview.answer("text")
    assert composer.attached == ()
    assert composer.edit.toPlainText() == long
    window.chat.desk.attacher.add_picture(QImage(900, 600, QImage.Format.Format_RGB32))
    await settle(lambda: len(composer.attachments) == 1)
    composer.strip.chips[0].body.click()
    await settle(lambda: any(p.isVisible() for p in window.findChildren(Preview)))
    next(p for p in window.findChildren(Preview) if p.isVisible()).answer("")


async def test_drafts_with_attachments_and_pastes_survive_a_switch_and_a_restart(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    first = (await bench.dialog.new_chat()).id
    second = (await bench.dialog.new_chat()).id
    conductor, composer = window.conductor, window.chat.composer
    assert conductor is not None
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    composer.edit.insertPlainText("look at")
    composer.add_paste("pasted " * 2_000)
    window.chat.desk.attacher.add([made.put(tmp_path, "a.md", "# 题目")])
    await settle(lambda: names(composer) == ["a.md"])
    conductor.open_chat(second)
    await settle(lambda: conductor.chat_id == second)
    assert composer.attached == ()
    await settle(lambda: bench.store.chats.rows[first].draft.startswith("\x1e"))
    assert "题目" not in bench.store.chats.rows[first].draft
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    assert names(composer) == ["a.md"]
    await settle(lambda: bench.reporter.drafts[-1:] == [(first, conductor.draft)])
    from weclaw_desktop.ui.drafts import Drafts

    again = Drafts(bench.store, bench.attaching)
    draft = await again.load(first, bench.store.chats.rows[first].draft)
    assert draft.text == "look at"
    assert draft.pastes == ("pasted " * 2_000,)
    assert [part.text for part in draft.attachments] == ["# 题目"]
    assert not again.unsaved


async def test_a_file_read_while_another_chat_is_shown_waits_in_its_own(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    first, second = [(await bench.dialog.new_chat()).id for _ in range(2)]
    conductor, composer = window.conductor, window.chat.composer
    assert conductor is not None
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    window.chat.desk.attacher.add([made.put(tmp_path, "slow.pdf", made.pdf("words"))])
    conductor.open_chat(second)
    await settle(lambda: conductor.chat_id == second)
    await settle(lambda: bench.store.chats.rows[first].draft != "")
    assert composer.attached == ()
    conductor.open_chat(first)
    await settle(lambda: names(composer) == ["slow.pdf"])


async def test_what_could_not_be_attached_stays_with_its_reason_until_it_is_removed(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    first, second = [(await bench.dialog.new_chat()).id for _ in range(2)]
    conductor, composer = window.conductor, window.chat.composer
    assert conductor is not None
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    part = made.put(tmp_path, "part/a.py", "print()").parent
    made.put(tmp_path, "part/b.bin", "\x00\x01\x02" * 50)
    window.chat.desk.attacher.add([made.put(tmp_path, "locked.pdf", made.LOCKED_PDF), part])
    await settle(lambda: len(composer.attached) == 2 and all(one.state != "reading" for one in composer.attached))
    conductor.open_chat(second)
    await settle(lambda: conductor.chat_id == second)
    assert composer.attached == ()
    assert composer.trouble.text() == ""
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    await settle(lambda: any("in part" in chip.weight.text() for chip in composer.strip.chips))
    failed = next(chip for chip in composer.strip.chips if chip.attached.state == "failed")
    assert "locked.pdf is protected by a password" in composer.trouble.text()
    assert composer.send.isEnabled(), "the folder can be sent"
    i18n.use("zh")
    composer.retranslate()
    assert "密码" in failed.attached.error
    from weclaw_desktop.ui.drafts import Drafts

    await settle(lambda: "locked.pdf" in bench.store.chats.rows[first].draft)
    again = await Drafts(bench.store, bench.attaching).load(first, bench.store.chats.rows[first].draft)
    assert again == conductor.written, "after a restart, too"
    failed.removed.emit()
    await settle(lambda: not conductor.written.failed)
    assert composer.trouble.text() == ""


async def test_a_file_that_fails_while_another_chat_is_shown_says_so_in_its_own(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    first, second = [(await bench.dialog.new_chat()).id for _ in range(2)]
    conductor, composer = window.conductor, window.chat.composer
    assert conductor is not None
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    window.chat.desk.attacher.add([made.put(tmp_path, "locked.pdf", made.LOCKED_PDF)])
    conductor.open_chat(second)
    await settle(lambda: conductor.chat_id == second)
    await settle(lambda: "locked.pdf" in bench.store.chats.rows[first].draft)
    conductor.open_chat(first)
    await settle(lambda: [one.state for one in composer.attached] == ["failed"])
    assert not composer.send.isEnabled()


async def test_what_was_not_sent_in_a_new_chat_is_there_after_a_restart(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    conductor, composer = window.conductor, window.chat.composer
    assert conductor is not None
    composer.edit.insertPlainText("half a thought")
    await conductor.save_drafts()
    state = window.current_state()
    assert state.draft == "half a thought"
    from weclaw_desktop.ui.conductor import Conductor

    again = Conductor(bench)
    await again.restore(state.draft)
    assert again.draft == "half a thought"
    again.close()


@pytest.mark.parametrize("attachments_too", [False, True])
async def test_D4_what_the_store_does_not_take_of_a_draft_is_in_the_new_chat(
    bench: FakeBench, monkeypatch: pytest.MonkeyPatch, attachments_too: bool
) -> None:
    """With what is attached, or at least its name: the store may take nothing at all."""
    from weclaw_desktop.ui.drafts import Draft, Drafts

    async def refuses(*given: object, **fields: object) -> None:
        del given, fields
        raise StorageError(text("storage.full", path="x"))

    chat = (await bench.store.chats.create()).id
    part = AttachmentPart("file", "a.txt", "text/plain", 5, "sha", text="words")
    drafts = Drafts(bench.store, bench.attaching)
    drafts.write("", Draft("of the new chat"))
    drafts.write(chat, Draft("half a thought", attachments=(part,)))
    drafts.edit(chat, "m1", "an edited question")
    monkeypatch.setattr(bench.store.chats, "change", refuses)
    if attachments_too:
        monkeypatch.setattr(bench.attaching, "keep", refuses)
    with pytest.raises(StorageError):
        await drafts.save()
    await drafts.rescue()
    found = await Drafts(bench.store, bench.attaching).read(drafts.unsent)
    words = "of the new chat\n\nhalf a thought\n\nan edited question"
    if attachments_too:
        assert found == Draft(f"{words}\n\n[a.txt]")
    else:
        assert found == Draft(words, attachments=(part,))


@pytest.mark.parametrize("stored", ["\x1e{", "\x1e[]", '\x1e{"text": 1}', "\x1enull"])
async def test_a_damaged_draft_is_an_empty_one(bench: FakeBench, stored: str) -> None:
    from weclaw_desktop.ui.drafts import Drafts

    assert not await Drafts(bench.store, bench.attaching).load("c", stored)


async def test_what_is_written_in_a_new_chat_stays_until_it_is_stored(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    composer = window.chat.composer
    window.chat.desk.attacher.add([made.put(tmp_path, "a.txt", "words")])
    await settle(lambda: names(composer) == ["a.txt"])
    composer.edit.insertPlainText("read it")

    tried, gate = asyncio.Event(), asyncio.Event()

    async def slow(*_: object, **__: object) -> None:
        tried.set()
        await gate.wait()

    monkeypatch.setattr(bench.dialog, "send", slow)
    composer.send.click()
    await asyncio.wait_for(tried.wait(), 5)
    assert composer.edit.toPlainText() == "read it"
    assert names(composer) == ["a.txt"]
    gate.set()
    await settle(lambda: composer.edit.toPlainText() == "")
    assert composer.attached == ()


@pytest.fixture
def reading(bench: FakeBench, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Files are read when this is set."""
    gate, take = asyncio.Event(), bench.attaching.take

    async def slow(path: Path, *, model: str) -> Taken:
        await gate.wait()
        return await take(path, model=model)

    monkeypatch.setattr(bench.attaching, "take", slow)
    return gate


async def test_a_message_waits_for_what_is_still_read_and_goes_by_itself(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path, reading: asyncio.Event, qtbot: QtBot
) -> None:
    composer = window.chat.composer
    window.chat.desk.attacher.add([made.put(tmp_path, "a.txt", "words"), made.put(tmp_path, "b.txt", "more")])
    qtbot.keyClicks(composer.edit, "read them")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    await asyncio.sleep(0.05)
    assert composer.hint.text().startswith("It goes as soon as")
    assert bench.dialog.sent == []
    reading.set()
    await settle(lambda: len(bench.dialog.sent) == 1)
    assert [part.name for part in bench.dialog.sent[0][0]] == ["a.txt", "b.txt"]
    await settle(lambda: composer.attached == ())
    assert composer.edit.toPlainText() == ""
    assert composer.hint.text() == ""


@pytest.mark.parametrize("act", ["edit", "remove", "open"])
async def test_a_waiting_message_stays_when_something_is_changed(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path, reading: asyncio.Event, qtbot: QtBot, act: str
) -> None:
    composer, conductor = window.chat.composer, window.conductor
    assert conductor is not None
    other = (await bench.dialog.new_chat()).id
    window.chat.desk.attacher.add([made.put(tmp_path, "a.txt", "words"), made.put(tmp_path, "b.txt", "more")])
    qtbot.keyClicks(composer.edit, "read them")
    composer.send.click()
    if act == "edit":
        qtbot.keyClicks(composer.edit, "!")
    elif act == "remove":
        composer.strip.chips[0].removed.emit()
    else:
        conductor.open_chat(other)
        await settle(lambda: conductor.chat_id == other)
        conductor.new_chat()
    assert composer.hint.text() == ""
    reading.set()
    await settle(lambda: len(names(composer)) == (1 if act == "remove" else 2))
    await settle(lambda: all(one.tokens >= 0 for one in composer.attached))
    assert bench.dialog.sent == []
    assert composer.edit.toPlainText().startswith("read them")


async def test_a_waiting_message_stays_when_its_file_cannot_be_read_or_is_too_large(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path, reading: asyncio.Event, qtbot: QtBot
) -> None:
    bench.attaching.limit = 10_000
    composer = window.chat.composer
    window.chat.desk.attacher.add([made.put(tmp_path, "locked.pdf", made.LOCKED_PDF)])
    qtbot.keyClicks(composer.edit, "read it")
    composer.send.click()
    reading.set()
    await settle(lambda: composer.attached[0].state == "failed")
    composer.strip.chips[0].removed.emit()
    reading.clear()
    window.chat.desk.attacher.add([made.put(tmp_path, "big.txt", "x" * 80_000)])
    composer.send.click()
    reading.set()
    await settle(lambda: bool(composer.attached and composer.attached[0].large))
    assert composer.hint.text() == ""
    assert bench.dialog.sent == []


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("where", ["file", "paste", "field"])
async def test_a_weighing_that_fails_keeps_nothing_waiting(
    window: MainWindow,
    bench: FakeBench,
    settle: Settle,
    tmp_path: Path,
    reading: asyncio.Event,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: Callable[[str], None],
    where: str,
    known: bool,
) -> None:
    async def broken(*given: Any, **named: Any) -> Weighed:
        del given, named
        await asyncio.sleep(0.02)
        raise InputError(text("storage.no_chat", chat="gone")) if known else ValueError("a fault of ours")

    if not known:
        expect_log("Task exception was never retrieved")  # the real supervisor tells it
    monkeypatch.setattr(bench.attaching, "weigh", broken)
    composer = window.chat.composer
    reading.set()
    if where == "file":
        window.chat.desk.attacher.add([made.put(tmp_path, "a.txt", "words")])
        qtbot.keyClicks(composer.edit, "read it")
    elif where == "paste":
        composer.edit.long_pasted.emit("word " * 9_000)
    else:
        composer.edit.setPlainText("word " * 3_900 + "and so on " * 60)
    composer.send.click()
    await settle(lambda: composer.hint.text().startswith("It could not be counted"))
    assert bench.dialog.sent == []
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1)


async def test_a_reading_that_breaks_in_a_way_nobody_knows_keeps_nothing_waiting(
    window: MainWindow,
    bench: FakeBench,
    settle: Settle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    expect_log: Callable[[str], None],
) -> None:
    async def broken(*given: Any, **named: Any) -> Taken:
        del given, named
        raise ValueError("a fault of ours")

    expect_log("Task exception was never retrieved")  # the real supervisor tells it
    monkeypatch.setattr(bench.attaching, "take", broken)
    composer = window.chat.composer
    window.chat.desk.attacher.add([made.put(tmp_path, "a.txt", "words")])
    composer.edit.setPlainText("read it")
    composer.send.click()
    await settle(lambda: composer.attached[0].state == "failed")
    assert "(ValueError)" in composer.trouble.text()
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1)


async def test_return_pressed_twice_sends_once_and_what_is_typed_meanwhile_stays(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    composer, gate, send = window.chat.composer, asyncio.Event(), bench.dialog.send

    async def slow(*given: Any, **named: Any) -> Message:
        await gate.wait()
        return await send(*given, **named)

    monkeypatch.setattr(bench.dialog, "send", slow)
    composer.edit.insertPlainText("first 😀")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    await asyncio.sleep(0.05)
    qtbot.keyClicks(composer.edit, " second")
    gate.set()
    await settle(lambda: composer.edit.toPlainText() == " second")
    await asyncio.sleep(0.05)
    assert len(bench.dialog.sent) == 1
    assert window.conductor is not None
    assert window.conductor.draft == " second"


async def test_a_new_chat_weighs_for_the_model_that_will_answer_when_none_is_set(
    window: MainWindow, settle: Settle, tmp_path: Path, bench: FakeBench
) -> None:
    assert bench.settings.value.general.model == ""
    window.chat.composer.edit.insertFromMimeData(files(made.put(tmp_path, "a.txt", "words")))
    await settle(lambda: bench.attaching.weighed_for != "")
    assert bench.attaching.weighed_for == window.conductor.model == window.conductor.models[0].id


async def test_what_came_back_with_a_draft_is_weighed_and_a_trouble_goes_with_its_cause(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    first, second = [(await bench.dialog.new_chat()).id for _ in range(2)]
    conductor, composer = window.conductor, window.chat.composer
    assert conductor is not None
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    bench.attaching.limit = 1_000
    composer.edit.insertFromMimeData(files(made.put(tmp_path, "long.txt", "words " * 4_000)))
    await settle(lambda: any(one.large for one in composer.attached))
    conductor.open_chat(second)
    await settle(lambda: conductor.chat_id == second)
    assert not composer.send.isEnabled()
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first and any(one.large for one in composer.attached))
    assert composer.attached[0].tokens == 6_000
    assert not composer.send.isEnabled()
    assert composer._problem
    composer.strip.chips[0].removed.emit()
    await settle(lambda: composer.attached == ())
    assert composer._problem == ""


async def test_a_folder_that_is_taken_in_part_says_so_where_it_is_seen(
    window: MainWindow, settle: Settle, tmp_path: Path
) -> None:
    composer = window.chat.composer
    made.put(tmp_path, "whole/a.py", "print()")
    made.put(tmp_path, "part/a.py", "print()")
    made.put(tmp_path, "part/b.bin", "\x00\x01\x02" * 50)
    composer.edit.insertFromMimeData(files(tmp_path / "whole", tmp_path / "part"))
    await settle(lambda: len(composer.attached) == 2 and all(one.tokens >= 0 for one in composer.attached))
    whole, part = [chip.weight.text() for chip in composer.strip.chips]
    assert "in part" not in whole
    assert part.endswith(" · in part")
    assert "left out" in composer.strip.chips[1].body.toolTip()


async def test_without_a_model_return_says_what_is_missing_and_a_button_leads_to_it(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    conductor, composer = window.conductor, window.chat.composer
    assert conductor is not None
    assert window.chat._empty.set_up.isHidden()
    bench.models.models = ()
    conductor.models_changed.emit()
    composer.edit.setPlainText("Hello")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert "No model is set up yet." in composer.hint.text()
    assert composer.edit.toPlainText() == "Hello"
    wanted: list[str] = []
    conductor.settings_wanted.connect(wanted.append)
    assert not window.chat._empty.set_up.isHidden()
    window.chat._empty.set_up.click()
    assert wanted == ["models"]
