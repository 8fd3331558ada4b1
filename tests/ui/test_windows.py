"""Several windows on one profile, and answers that end behind the user's back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench, Script
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.text import text
from weclaw_desktop.resource_files import resource_path
from weclaw_desktop.services.ending import Ending
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.desktop.notices import Notices
from weclaw_desktop.ui.desktop.tray import Tray
from weclaw_desktop.ui.drafts import Draft
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.windows import Windows


def of(window: MainWindow) -> Conductor:
    assert window.conductor is not None
    return window.conductor


@pytest_asyncio.fixture
async def windows(window: MainWindow) -> AsyncIterator[Windows]:
    """All windows of a profile; the first is ``window``."""
    made = Windows(window, of(window), "/profile")
    yield made
    ending = Ending()
    await made.close_others(ending)
    ending.settle()
    await asyncio.sleep(0)


async def chats(bench: FakeBench, count: int = 2) -> list[str]:
    made = [await bench.store.chats.create() for _ in range(count)]
    for number, chat in enumerate(made):
        await bench.store.chats.change(chat.id, title=f"Chat {number}")
    return [chat.id for chat in made]


async def test_another_chat_opens_in_another_window_and_closing_keeps_the_first(
    windows: Windows, window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    first, second = await chats(bench)
    of(window).open_chat(first)
    window.window_wanted.emit(second)
    (other,) = windows.others
    await settle(lambda: of(other).chat_id == second and of(window).chat_id == first)
    assert windows.open(second) is other
    other.chat.composer.edit.setPlainText("half a thought")
    other.close()
    assert not windows.others
    assert window.isVisible()
    await settle(lambda: bench.store.chats.rows[second].draft == "half a thought")


async def test_a_window_goes_whatever_of_its_end_fails(
    windows: Windows, window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words stay, too: a chat that is gone cannot take them, so they are in the new chat."""
    first, second = await chats(bench)
    change = type(bench.store.chats).change

    async def changes(store: object, chat_id: str, **fields: object) -> object:
        if chat_id == first:
            raise InputError(text("storage.no_chat", chat=chat_id))
        return await change(bench.store.chats, chat_id, **fields)

    monkeypatch.setattr(type(bench.store.chats), "change", changes)
    other = windows.open(first)
    await settle(lambda: of(other).chat_id == first)
    of(other).draft_changed(Draft("half a thought"))
    of(other)._drafts.write(second, Draft("another one"))
    let_go: list[bool] = []

    def fails() -> None:
        let_go.append(True)
        raise ValueError("a view")

    monkeypatch.setattr(of(other), "close", fails)
    ending = Ending()
    await windows.close_others(ending)
    assert [str(error) for error in ending.errors] == ["a view"]
    assert let_go == [True]
    assert other.may_close, "it is let go all the same"
    assert of(window).blank.text == "half a thought"
    assert bench.store.chats.rows[second].draft == "another one", "what can be stored is"
    of(other).bridge.close()


async def test_a_chat_that_is_gone_is_told_of_once_and_what_was_written_for_it_is_in_the_new_chat_at_the_end(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file was still read for it when it was erased."""
    gone, shown = await chats(bench)
    change, asked = type(bench.store.chats).change, list[str]()

    async def changes(store: object, chat_id: str, **fields: object) -> object:
        asked.append(chat_id)
        if chat_id == gone:
            raise InputError(text("storage.no_chat", chat=chat_id))
        return await change(bench.store.chats, chat_id, **fields)

    monkeypatch.setattr(type(bench.store.chats), "change", changes)
    of(window).open_chat(shown)
    await settle(lambda: of(window).chat_id == shown)
    of(window)._drafts.write(gone, Draft("half a thought"))
    with pytest.raises(InputError):
        await of(window).save_drafts()
    of(window).draft_changed(Draft("another one"))
    await of(window).save_drafts()
    assert asked == [gone, shown]
    await of(window).keep_drafts()
    assert (of(window).blank.text, bench.store.chats.rows[shown].draft) == ("half a thought", "another one")


async def test_words_of_a_window_that_was_closed_just_before_the_end_are_not_lost(
    windows: Windows, window: MainWindow, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, slow = windows.open(""), asyncio.Event()
    await settle(lambda: other.isVisible())
    other.chat.composer.edit.setPlainText("half a thought")
    keep = of(other).keep_drafts

    async def waits() -> None:
        await slow.wait()
        await keep()

    monkeypatch.setattr(of(other), "keep_drafts", waits)
    other.close()
    ending = asyncio.ensure_future(windows.close_others(Ending()))
    await asyncio.sleep(0.02)
    assert not ending.done()
    slow.set()
    await ending
    assert of(window).blank.text == "half a thought"


async def test_the_program_ends_with_the_last_window(windows: Windows, window: MainWindow, bench: FakeBench) -> None:
    ends: list[bool] = []
    windows.all_closed.connect(lambda: ends.append(True))
    other = windows.open((await chats(bench))[0])
    windows.close(window)
    assert not window.isVisible()
    assert not ends
    other.close()
    assert ends == [True]


async def test_the_program_ends_with_the_only_window(windows: Windows, window: MainWindow) -> None:
    ends: list[bool] = []
    windows.all_closed.connect(lambda: ends.append(True))
    windows.close(window)
    assert ends == [True]


async def test_what_was_sent_is_no_draft_any_more(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for the two seconds either that pass before a draft is stored."""
    chat, _ = await chats(bench)
    conductor = of(window)
    conductor.open_chat(chat)
    await settle(lambda: conductor.chat_id == chat)
    monkeypatch.setattr("weclaw_desktop.ui.conductor.SAVED_S", 0.01)
    window.chat.composer.edit.setPlainText("the question")
    await settle(lambda: bench.store.chats.rows[chat].draft == "the question")
    monkeypatch.setattr("weclaw_desktop.ui.conductor.SAVED_S", 60.0)
    window.chat.composer.send.click()
    await settle(lambda: bench.store.chats.rows[chat].draft == "")
    assert [m.text for m in bench.store.messages.paths[chat]][:1] == ["the question"]


class SlowSending:
    """Lets what is sent wait before it is stored, as behind a vocabulary that is loaded first."""

    def __init__(self, bench: FakeBench, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.wanted, self.texts = asyncio.Event(), 0, list[str]()
        send = bench.dialog.send

        async def waits(chat_id: str, text: str, *given: Any, **named: Any) -> Message:
            self.wanted += 1
            await self.go.wait()
            self.texts.append(text)
            return await send(chat_id, text, *given, **named)

        monkeypatch.setattr(bench.dialog, "send", waits)


async def test_a_window_that_goes_waits_for_what_is_being_sent(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a message then; kept as a draft as well it would be sent twice."""
    sending = SlowSending(bench, monkeypatch)
    window.chat.composer.edit.setPlainText("the question")
    await of(window).save_drafts()
    assert of(window).unsent == "the question"
    window.chat.composer.send.click()
    await settle(lambda: sending.wanted == 1)
    keeping = asyncio.ensure_future(of(window).keep_drafts())
    await asyncio.sleep(0.05)
    assert not keeping.done()
    sending.go.set()
    await keeping
    (chat,) = bench.store.chats.rows.values()
    assert (chat.draft, chat.title, of(window).unsent) == ("", "the question", "")


async def test_a_window_that_goes_at_once_keeps_what_it_was_about_to_put_back(window: MainWindow) -> None:
    of(window).put_back("half a thought", ("another",))
    await of(window).keep_drafts()
    assert of(window).unsent == "half a thought\n\nanother"


async def test_what_is_not_sent_in_time_is_a_draft_at_the_next_start(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("weclaw_desktop.ui.conductor.SENT_S", 0.02)
    sending = SlowSending(bench, monkeypatch)
    window.chat.composer.edit.setPlainText("the question")
    window.chat.composer.send.click()
    await settle(lambda: sending.wanted == 1)
    await of(window).keep_drafts()
    assert [chat.draft for chat in bench.store.chats.rows.values()] == ["the question"]


async def test_what_was_sent_from_a_new_chat_leaves_the_state_that_a_crash_would_leave(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("weclaw_desktop.ui.conductor.SAVED_S", 60.0)
    sending = SlowSending(bench, monkeypatch)
    window.chat.composer.edit.setPlainText("the question")
    await of(window).save_drafts()
    window.chat.composer.send.click()
    await settle(lambda: sending.wanted == 1)
    await settle(lambda: of(window).unsent == "")
    assert [chat.draft for chat in bench.store.chats.rows.values()] == ["the question"], "not lost before it is sent"
    sending.go.set()
    await settle(lambda: [chat.draft for chat in bench.store.chats.rows.values()] == [""])


async def test_what_was_written_behind_a_message_that_is_being_sent_stays(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another chat is shown by the time that the message is stored."""
    first, second = await chats(bench)
    of(window).open_chat(first)
    await settle(lambda: of(window).chat_id == first)
    sending = SlowSending(bench, monkeypatch)
    window.chat.composer.edit.setPlainText("the question")
    window.chat.composer.send.click()
    await settle(lambda: sending.wanted == 1)
    window.chat.composer.edit.appendPlainText("and one more")
    of(window).open_chat(second)
    await settle(lambda: of(window).chat_id == second)
    sending.go.set()
    await settle(lambda: sending.texts == ["the question"])
    await settle(lambda: bench.store.chats.rows[first].draft == "and one more")
    await settle(lambda: bench.reporter.drafts[-1] == (first, "and one more"))  # else it were counted twice there


async def test_a_second_return_while_a_message_is_being_sent_loses_no_word_behind_it(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    sending = SlowSending(bench, monkeypatch)
    composer = window.chat.composer
    composer.edit.setPlainText("the question")
    composer.edit.send_wanted.emit()
    await settle(lambda: sending.wanted == 1)
    composer.edit.insertPlainText(" and one more")
    composer.edit.send_wanted.emit()
    sending.go.set()
    await settle(lambda: composer.edit.toPlainText() != "the question and one more")
    assert composer.edit.toPlainText() == " and one more"
    assert sending.texts == ["the question"]


@pytest.mark.parametrize("stored", [True, False])
async def test_what_was_sent_is_not_in_the_field_of_a_chat_that_was_left_and_shown_again_meanwhile(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    first, second = await chats(bench)
    if stored:
        of(window).open_chat(first)
        await settle(lambda: of(window).chat_id == first)
    sending = SlowSending(bench, monkeypatch)
    window.chat.composer.edit.setPlainText("the question")
    window.chat.composer.send.click()
    await settle(lambda: sending.wanted == 1)
    asked_in = of(window).chat_id
    of(window).open_chat(second)
    await settle(lambda: of(window).chat_id == second)
    of(window).open_chat(asked_in)
    await settle(lambda: of(window).chat_id == asked_in)
    assert window.chat.composer.edit.toPlainText() == "the question", "not lost before it is sent"
    window.chat.composer.edit.insertPlainText(" and one more")
    sending.go.set()
    await settle(lambda: window.chat.composer.edit.toPlainText() == "and one more")
    assert of(window).written == Draft("and one more")


@pytest.mark.parametrize("shown", ["another chat", "a new one"])
async def test_a_new_chat_that_is_left_while_it_is_stored_is_sent_once_and_shown_by_nobody(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch, shown: str
) -> None:
    (other, _), store, go = await chats(bench), bench.dialog.new_chat, asyncio.Event()

    async def waits(*given: Any, **named: Any) -> Chat:
        await go.wait()
        return await store(*given, **named)

    monkeypatch.setattr(bench.dialog, "new_chat", waits)
    window.chat.composer.edit.setPlainText("the question")
    window.chat.composer.send.click()
    if shown == "another chat":
        of(window).open_chat(other)
        await settle(lambda: of(window).chat_id == other)
    else:
        of(window).new_chat()
    go.set()
    await settle(lambda: any(call[0] == "send" for call in bench.dialog.calls))
    await settle(lambda: not of(window).blank)
    assert of(window).chat_id == (other if shown == "another chat" else "")
    of(window).new_chat()
    assert window.chat.composer.edit.toPlainText() == ""
    assert [call[2] for call in bench.dialog.calls if call[0] == "send"] == ["the question"]


async def test_A7_answers_go_on_in_their_chats_whatever_is_shown(
    windows: Windows, window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    first, second = await chats(bench)
    gate = asyncio.Event()
    bench.dialog.scripts = [Script(("one ", "two ", "three"), pause_s=0.02, gate=gate), Script(("other",))]
    conductor = of(window)
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    conductor.send("in the first")
    await settle(lambda: bench.dialog.running(first))
    conductor.open_chat(second)
    await settle(lambda: conductor.chat_id == second)
    conductor.send("in the second")
    await settle(lambda: len(bench.store.messages.paths.get(second, ())) == 2)
    gate.set()
    await asyncio.sleep(0.03)
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    await settle(lambda: not bench.dialog.running(first) and not bench.dialog.running(second))
    texts = {chat: [m.text for m in bench.store.messages.paths[chat]] for chat in (first, second)}
    assert texts == {first: ["in the first", "one two three"], second: ["in the second", "other"]}
    assert ("stop", first) not in bench.dialog.calls
    await settle(lambda: [m.text for m in conductor.feed.rows.messages] == texts[first])


async def test_A7_an_answer_that_began_before_the_window_goes_on_in_it(
    windows: Windows, window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    (first,) = await chats(bench, 1)
    bench.dialog.scripts = [Script(tuple(f"word{n} " for n in range(60)), pause_s=0.02)]
    await bench.dialog.send(first, "hello")
    await settle(lambda: "word3" in getattr(bench.dialog.streaming(first), "text", ""))
    other = windows.open(first)
    conductor = of(other)
    await settle(lambda: conductor.chat_id == first)

    def seen() -> str:
        reply = conductor.live.reply_in(first)
        return reply.text if reply is not None else ""

    await settle(lambda: "word3" in seen())
    await settle(lambda: "word20" in seen())
    assert seen().split() == [f"word{n}" for n in range(len(seen().split()))]
    assert conductor.running
    await settle(lambda: not bench.dialog.running(first))
    await settle(lambda: conductor.feed.rows.messages[-1].text.split()[-1] == "word59")


async def test_an_answer_nobody_saw_is_unread_until_its_chat_is_opened(
    windows: Windows, window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    first, second = await chats(bench)
    conductor = of(window)
    conductor.open_chat(second)
    await settle(lambda: conductor.chat_id == second)
    window.sidebar.reload()
    await bench.dialog.send(first, "hello")
    await settle(lambda: bench.store.chats.rows[first].unread)
    await settle(lambda: windows._toasts.get(window) is not None and windows._toasts[window].isVisible())
    assert windows._toasts[window].text == "Chat 0: Hello there."
    windows._toasts[window].acted.emit(first)
    await settle(lambda: conductor.chat_id == first)
    await settle(lambda: not bench.store.chats.rows[first].unread)
    await settle(lambda: not windows._toasts[window].isVisible())


async def test_what_is_shown_or_stopped_or_unwanted_is_not_told(
    windows: Windows, window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    first, second = await chats(bench)
    conductor = of(window)
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    window.activateWindow()
    await bench.dialog.send(first, "hello")
    await settle(lambda: not bench.dialog.running(first))
    await asyncio.sleep(0.05)
    assert not bench.store.chats.rows[first].unread
    bench.dialog.scripts = [Script(("x",) * 100, pause_s=0.05)]
    await bench.dialog.send(second, "hello")
    await settle(lambda: len(bench.store.messages.paths.get(second, ())) == 2)
    await bench.dialog.stop(second)
    await asyncio.sleep(0.05)
    assert not bench.store.chats.rows[second].unread
    await bench.settings.change({"general.notify": False})
    await bench.dialog.send(second, "again")
    await settle(lambda: bench.store.chats.rows[second].unread)
    assert window not in windows._toasts or not windows._toasts[window].isVisible()


async def test_an_answer_in_a_hidden_window_is_unread_until_it_comes_back(
    windows: Windows, window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    (first,) = await chats(bench, 1)
    conductor = of(window)
    conductor.open_chat(first)
    await settle(lambda: conductor.chat_id == first)
    window.hide()
    await bench.dialog.send(first, "hello")
    await settle(lambda: bench.store.chats.rows[first].unread)
    await settle(lambda: conductor.chat is not None and conductor.chat.unread)
    window.bring_forward()
    await settle(lambda: not bench.store.chats.rows[first].unread)
    assert windows.others == []


async def test_a_failed_answer_is_told_as_such(
    windows: Windows, window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    first, second = await chats(bench)
    of(window).open_chat(second)
    await settle(lambda: of(window).chat_id == second)

    async def failing(chat_id: str, script: Script) -> None:
        from weclaw_desktop.core.events import StreamEnded, StreamStarted

        row = bench.store.messages.add(chat_id, Message("assistant", (), state="generating"))
        bench.bus.publish(StreamStarted(row))
        await asyncio.sleep(0.01)
        bench.dialog.turns.pop(chat_id, None)
        bench.bus.publish(StreamEnded(Message("assistant", (), id=row.id, chat_id=chat_id, state="failed")))

    bench.dialog._answer = failing  # type: ignore[method-assign]  # another model
    await bench.dialog.send(first, "hello")
    await settle(lambda: window in windows._toasts)
    assert windows._toasts[window].text == "Chat 0: The answer could not be finished."


async def test_a_notice_on_the_desktop_leads_to_the_chat(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _icon, title, words, *_: said.append(f"{title}|{words}"))
    QApplication.setWindowIcon(QIcon(str(resource_path("icons", "app.svg"))))
    tray = Tray()
    notices = Notices(tray, window)
    clicked: list[str] = []
    notices.clicked.connect(clicked.append)
    assert not notices.tell("c1", "T", "W", available=False)
    assert notices.tell("c1", "T", "W", available=True)
    assert said == ["T|W"]
    tray.message_clicked.emit()
    assert clicked == ["c1"]
    notices.remove()
    tray.deleteLater()


async def test_what_was_written_in_a_new_chat_of_a_closed_window_is_in_the_first_one(
    windows: Windows, window: MainWindow, settle: Settle
) -> None:
    other = windows.open("")
    other.chat.composer.edit.insertPlainText("second")
    window.chat.composer.edit.insertPlainText("first")
    other.close()
    await settle(lambda: window.chat.composer.edit.toPlainText() == "first\n\nsecond")
