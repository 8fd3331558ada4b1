"""Words that are more than one message carries whole are never cut without the user's word."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.ui.drafts import Drafts
from weclaw_desktop.ui.main_window import MainWindow


def pasted(said: str) -> QMimeData:
    data = QMimeData()
    data.setText(said)
    return data


async def test_a_paste_too_large_for_a_message_is_a_file_with_the_choice_that_a_file_has(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.attaching.limit, bench.attaching.words = 10_000, 6_000
    composer = window.chat.composer
    composer.edit.insertFromMimeData(pasted("a line of words\n" * 5_000))
    await settle(lambda: len(composer.attachments) == 1 and composer.attached[0].large)
    assert composer.attachments[0].text == "a line of words\n" * 5_000
    assert composer.text == ""
    assert not composer.send.isEnabled()
    assert "more than half of what this model reads" in composer.trouble.text()
    chip = composer.strip.chips[0]
    assert chip.weight.text() == "20K tokens"
    chip.choice.click()
    composer.edit.setPlainText("Sum it up.")
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1)
    parts, shorten = bench.dialog.sent[0]
    assert shorten
    assert [part.text for part in parts] == ["a line of words\n" * 5_000]


async def test_a_paste_that_fits_beside_the_words_stays_words_and_is_a_file_once_they_are_too_many(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.attaching.words = 6_000
    composer = window.chat.composer
    composer.edit.insertFromMimeData(pasted("many words " * 1_500))
    await settle(lambda: composer.attached[0].tokens > 0)
    assert composer.attachments == ()
    composer.edit.setPlainText("more of it " * 1_500)
    await settle(lambda: len(composer.attachments) == 1)
    await settle(lambda: composer.send.isEnabled())
    assert not composer.words.isVisible()


async def test_words_in_the_field_that_would_be_cut_wait_for_the_users_word(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.attaching.words = 1_000
    composer = window.chat.composer
    composer.edit.setPlainText("word " * 6_000)
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert bench.dialog.sent == [], "it is weighed first"
    await settle(lambda: composer.words.isVisible())
    assert "about 7.5K tokens" in composer.words.said.text()
    assert "up to 1K" in composer.words.said.text()
    assert not composer.send.isEnabled()
    assert bench.dialog.sent == []
    composer.words.ends.click()
    assert composer.send.isEnabled()
    assert "beginning and the end are sent" in composer.words.said.text()
    composer.words.ends.click()
    assert not composer.send.isEnabled()
    composer.words.attach.click()
    await settle(lambda: len(composer.attachments) == 1 and composer.send.isEnabled())
    assert composer.edit.toPlainText() == ""
    assert not composer.words.isVisible()
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1)
    assert bench.dialog.sent[0][0][0].text == "word " * 6_000


async def test_the_choice_to_send_beginning_and_end_is_of_one_chat_and_stays_there(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.attaching.words = 1_000
    composer, conductor = window.chat.composer, window.conductor
    assert conductor is not None
    one, other = (await bench.dialog.new_chat()).id, (await bench.dialog.new_chat()).id

    async def opened(chat_id: str) -> None:
        conductor.open_chat(chat_id)
        await settle(lambda: conductor.chat_id == chat_id)

    await opened(other)
    composer.edit.setPlainText("other " * 2_500)
    await settle(lambda: composer.words.undecided)
    await opened(one)
    composer.edit.setPlainText("word " * 3_000)
    await settle(lambda: composer.words.undecided)
    composer.words.ends.click()
    assert not composer.words.undecided
    await opened(other)
    await settle(lambda: "about 3.8K" in composer.words.said.text())
    assert composer.words.undecided, "it was said of the other chat"
    await opened(one)
    await settle(lambda: "about 3.8K" in composer.words.said.text() and composer.words.isVisible())
    assert composer.words.shortened
    assert not composer.words.undecided
    await conductor.save_drafts()
    assert (await Drafts(bench.store, bench.attaching).load(one, bench.store.chats.rows[one].draft)).ends
    composer.send.click()
    await settle(lambda: len(bench.dialog.sent) == 1 and not composer.edit.toPlainText())
    assert not composer.draft.ends
    assert not conductor.written.ends
