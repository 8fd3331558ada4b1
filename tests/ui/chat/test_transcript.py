"""The transcript: opening, paging, following, streaming, and what rows show."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Iterable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import MODEL, FakeBench, Script
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.events import (
    ApprovalAnswered,
    ApprovalAsked,
    ReadingPrompt,
    RecordApplied,
    RetryScheduled,
    ToolStarted,
)
from weclaw_desktop.core.messages import ToolCallPart, assistant, user
from weclaw_desktop.core.records import Record, Replacement
from weclaw_desktop.core.text import text
from weclaw_desktop.ui.chat.divider_view import DividerView
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.chat.rich_text import RichText, SealedDocument
from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.chat.row_window import MOUNTED
from weclaw_desktop.ui.chat.tool_card import ToolCard
from weclaw_desktop.ui.chat.transcript_model import DividerRow
from weclaw_desktop.ui.chat.user_view import UserView
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import Button, LinkButton, Sheet

ORIGIN = QPoint(0, 0)


def long_chat(bench: FakeBench, count: int) -> str:
    bench.store.chats.rows["long"] = Chat("long", title="Long", created_ms=1, updated_ms=1)
    for number in range(count // 2):
        bench.store.messages.add("long", user(f"Question {number}: what is `{number}`?"))
        answer = f"Answer {number} with **bold** text.\n\n- one\n- two\n\n```py\nx = {number}\n```\n\nDone."
        bench.store.messages.add("long", assistant(answer, model=MODEL.id))
    return "long"


async def opened(window: MainWindow, chat_id: str, settle: Settle) -> None:
    assert window.conductor is not None
    window.conductor.open_chat(chat_id)
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == chat_id)
    await asyncio.sleep(0.05)


def rows(window: MainWindow) -> tuple[RowView, ...]:
    return window.chat.transcript.window_of_rows.mounted


def shown_text(window: MainWindow) -> str:
    return "\n".join(piece.text() for piece in window.chat.transcript.findChildren(RichText))


def buttons(where: QWidget, kind: type[Button] = Button) -> dict[str, Button]:
    return {button.text(): button for button in where.findChildren(kind) if button.isVisible()}


def _visible(where: QWidget) -> list[QAbstractButton]:
    return [button for button in where.findChildren(QAbstractButton) if button.isVisible()]


async def test_R1_a_ten_thousand_message_chat_opens_at_once(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat_id = long_chat(bench, 10_000)
    await opened(window, scene.fill(bench), settle)
    assert window.conductor is not None
    began = time.process_time()
    window.conductor.open_chat(chat_id)
    await settle(lambda: bool(rows(window)) and window.chat.transcript.model.chat_id == chat_id)
    window.grab()
    assert time.process_time() - began < 0.3, "CPU seconds, for the wall clock is shared"
    assert "Answer 4999" in shown_text(window)
    assert len(rows(window)) <= MOUNTED


async def test_older_messages_come_by_scrolling_and_the_reader_is_not_moved(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    await opened(window, long_chat(bench, 600), settle)
    transcript = window.chat.transcript
    bar = transcript.verticalScrollBar()
    for _ in range(15):
        bar.setValue(max(0, bar.value() - 900))
        transcript._after_scroll()
        anchor = transcript.stack.first_in_sight()
        await asyncio.sleep(0.03)
        assert anchor is not None
        view = transcript.window_of_rows.views.get(anchor[0])
        assert view is not None
        assert abs(view.y() - bar.value() - anchor[1]) <= 1, "what was read stays where it was"
        assert len(rows(window)) <= MOUNTED + 24

    def further() -> bool:
        bar.setValue(0)
        transcript._after_scroll()
        return transcript.model.oldest_seq < 540

    await settle(further)  # an older page is read
    assert not transcript.following
    assert transcript.jump.isVisible()
    transcript.jump.click()
    await asyncio.sleep(0.05)
    assert "Answer 299" in shown_text(window)
    assert transcript.following


async def test_the_end_is_followed_and_a_reader_of_old_messages_is_left_alone(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    await opened(window, long_chat(bench, 100), settle)
    transcript = window.chat.transcript
    bar = transcript.verticalScrollBar()
    assert window.conductor is not None
    bench.dialog.scripts = [Script([f"line {n}\n\n" for n in range(60)], pause_s=0.005)]
    window.conductor.send("go")
    await bench.dialog.wait("long")
    await settle(lambda: not bench.dialog.running("long") and "line 59" in shown_text(window))
    await asyncio.sleep(0.1)
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() // 3)
    transcript._after_scroll()
    await asyncio.sleep(0.1)
    anchor = transcript.stack.first_in_sight()
    bench.dialog.scripts = [Script([f"more {n}\n\n" for n in range(60)], pause_s=0.002)]
    await bench.dialog.send("long", "again")
    await bench.dialog.wait("long")
    await asyncio.sleep(0.2)
    assert anchor is not None
    assert abs(transcript.window_of_rows.views[anchor[0]].y() - bar.value() - anchor[1]) <= 1


async def test_R1_streaming_paints_at_most_twenty_times_a_second_and_stop_is_fast(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    await opened(window, long_chat(bench, 20), settle)
    assert window.conductor is not None
    bench.dialog.scripts = [Script([f"word{n} " for n in range(5_000)], pause_s=0.003)]
    window.conductor.send("go")
    await settle(lambda: bench.dialog.running("long"))
    before, began = window.chat.transcript.pacer.paints, time.perf_counter()
    await asyncio.sleep(1.0)
    paints = window.chat.transcript.pacer.paints - before
    assert 2 <= paints <= 21 * (time.perf_counter() - began)
    stopped = time.perf_counter()
    window.chat.composer.stop.click()
    await settle(lambda: not bench.dialog.running("long"))
    assert time.perf_counter() - stopped < 0.2


async def test_R3_what_is_shown_and_copied_is_what_was_stored(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    await opened(window, long_chat(bench, 2), settle)
    chunks = ("**a", "** **", "b** <think>", "</think>\n\n```html\n<div>", "</div>\n```\n", "end \U0001f600")
    bench.dialog.scripts = [Script(chunks, pause_s=0.01)]
    await bench.dialog.send("long", "go")
    await bench.dialog.wait("long")
    await asyncio.sleep(0.15)
    view = rows(window)[-1]
    assert isinstance(view, ResponseView)
    assert view.raw == "".join(chunks) == bench.store.messages.paths["long"][-1].text
    view.show_actions(True)
    view.bar._buttons["copy"].click()
    assert QApplication.clipboard().text() == "".join(chunks)
    assert "end \U0001f600" in shown_text(window)


async def test_A7_a_reply_goes_on_while_another_chat_is_shown(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    assert window.conductor is not None
    first, second = long_chat(bench, 4), scene.fill(bench)
    await opened(window, first, settle)
    bench.dialog.scripts = [Script([f"a{n} " for n in range(100)], pause_s=0.004), Script(("b",), pause_s=0.01)]
    window.conductor.send("to A")
    await settle(lambda: bench.dialog.running(first))
    await opened(window, second, settle)
    window.conductor.send("to B")
    await settle(lambda: ("send", second, "to B") in bench.dialog.calls)
    assert "a1 " not in shown_text(window)
    await opened(window, first, settle)
    await bench.dialog.wait(first)
    await asyncio.sleep(0.15)
    whole = "".join(f"a{n} " for n in range(100))
    assert bench.store.messages.paths[first][-1].text == whole
    assert whole.strip() in shown_text(window)
    await bench.dialog.wait(second)
    assert bench.store.messages.paths[second][-1].text == "b"


async def test_U4_a_compression_is_a_divider_in_its_place_and_no_message(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat_id = long_chat(bench, 20)
    await opened(window, chat_id, settle)
    before = [row.key for row in window.chat.transcript.model.rows]
    path = bench.store.messages.paths[chat_id]
    record = Record(
        "adaptive", "digest", "h", cut_id=path[10].id, count=10, tokens_before=9_000, tokens_after=3_000,
        id="r9", chat_id=chat_id, state="active", created_ms=path[-1].created_ms,
    )  # fmt: skip
    bench.store.records.rows[chat_id] = [record]
    bench.bus.publish(RecordApplied(chat_id, record))
    await settle(lambda: len(window.chat.transcript.model.rows) == len(before) + 1)
    after = [row.key for row in window.chat.transcript.model.rows]
    assert after == [*before[:10], "record:r9", *before[10:]]
    window.chat.transcript.verticalScrollBar().setValue(0)
    window.chat.transcript._after_scroll()
    await settle(lambda: "Answer 0" in shown_text(window))
    divider = next(view for view in rows(window) if isinstance(view, DividerView))
    links = buttons(divider, LinkButton)
    assert set(links) == {"What changed", "Undo"}, "there is no summary to edit"
    links["What changed"].click()
    await settle(lambda: window.findChild(Sheet) is not None)
    sheet = window.findChild(Sheet)
    assert sheet is not None
    sheet.answer("")
    links["Undo"].click()
    await settle(lambda: ("undo", chat_id, False) in bench.worker.calls)
    await settle(lambda: [row.key for row in window.chat.transcript.model.rows] == before)


async def test_a_divider_counts_what_was_shortened_where_nothing_was_cut(window: MainWindow, bench: FakeBench) -> None:
    chat_id = long_chat(bench, 3)
    path = bench.store.messages.paths[chat_id]
    results = tuple(Replacement(message.id, "one line", "line", "a1") for message in path[:2])
    said: list[str] = []
    for replaced in (results, (Replacement(path[0].id, "{}", "arguments", "a1", 0),)):
        record = Record("adaptive", "passes", "h", replacements=replaced, id="r1", chat_id=chat_id, state="active")
        said.append(DividerView(DividerRow(record, active=True), window).accessibleName())
    assert said[0].startswith("2 tool results shortened"), "not what an older notice carried over"
    assert said[1].startswith("Long arguments of calls shortened")


async def test_R4_documents_refuse_every_resource(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat_id = long_chat(bench, 2)
    hostile = "![x](http://127.0.0.1:9/x.png) <img src='file:///etc/hostname'> <link rel=stylesheet href='http://x/'>"
    bench.store.messages.add(chat_id, assistant(hostile, model=MODEL.id))
    await opened(window, chat_id, settle)
    documents = window.chat.transcript.findChildren(SealedDocument)
    assert documents
    for document in documents:
        assert document.loadResource(2, "file:///etc/hostname") == ""
        assert "<img" not in document.toHtml()
    assert "<img src=" in shown_text(window)


async def test_tool_cards_ask_and_answer_where_they_stand(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat_id = long_chat(bench, 2)
    call = ToolCallPart("k9", "read_file", '{"path": "notes.md"}')
    message = bench.store.messages.add(chat_id, assistant("", call, model=MODEL.id))
    await opened(window, chat_id, settle)
    bench.dialog.asked[chat_id] = [ApprovalAsked(chat_id, "q9", message.id, call, "medium", text("x"))]
    bench.bus.publish(bench.dialog.asked[chat_id][0])
    card = window.chat.transcript.findChild(ToolCard)
    assert isinstance(card, ToolCard)
    assert card.state == "asking"
    assert {"Allow once", "Always in this chat", "Deny"} <= set(buttons(card))
    buttons(card)["Always in this chat"].click()
    assert ("approve", "q9", True, True) in bench.dialog.calls
    assert card.state != "asking"


async def test_a_card_says_where_always_holds_and_who_stopped(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat_id = long_chat(bench, 2)
    call = ToolCallPart("k9", "read_file", '{"path": "notes.md"}')
    message = bench.store.messages.add(chat_id, assistant("", call, model=MODEL.id))
    await opened(window, chat_id, settle)
    asked = ApprovalAsked(chat_id, "q9", message.id, call, "medium", text("x"), "/home/li/docs")
    bench.dialog.asked[chat_id] = [asked]
    bench.bus.publish(asked)
    card = window.chat.transcript.findChild(ToolCard)
    assert isinstance(card, ToolCard)
    assert "Always in this folder" in buttons(card)
    assert any("/home/li/docs and what is in it" in label.text() for label in card.findChildren(QLabel))
    bench.bus.publish(ApprovalAnswered(chat_id, "q9", False, withdrawn=True))
    assert card.state == "stopped"
    assert "You stopped" in card.accessibleName()


async def test_calls_of_two_messages_with_one_id_are_two_calls(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    """Some providers number the calls of every message from 0; a refusal must not reach back to an earlier one."""
    chat_id = long_chat(bench, 2)
    call = ToolCallPart("call_0", "read_file", '{"path": "notes.md"}')
    messages = [bench.store.messages.add(chat_id, assistant("look", call, model=MODEL.id)) for _ in range(2)]
    await opened(window, chat_id, settle)
    for number, message in enumerate(messages):
        bench.bus.publish(ApprovalAsked(chat_id, f"q{number}", message.id, call, "medium", text("x")))
    first, second = sorted(window.chat.transcript.findChildren(ToolCard), key=lambda card: card.mapToGlobal(ORIGIN).y())
    assert not any(button.accessibleName() == "Answer again" for button in _visible(rows(window)[-1]))
    bench.bus.publish(ApprovalAnswered(chat_id, "q1", False))
    assert (first.state, second.state) == ("asking", "denied")
    bench.bus.publish(ToolStarted(chat_id, messages[0].id, call))
    assert (first.state, second.state) == ("running", "denied")


async def test_a_failed_answer_is_a_card_with_retry(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await opened(window, scene.fill(bench, failed=True), settle)
    view = rows(window)[-1]
    assert "slow down" in " ".join(_labels(view))
    assert "Open settings" not in buttons(view), "no key mends that"
    buttons(view)["Retry"].click()
    await settle(lambda: any(call[0] == "retry" for call in bench.dialog.calls))


def retries(window: MainWindow) -> list[bool]:
    return ["Retry" in buttons(view) for view in rows(window)]


async def test_a_question_that_was_never_answered_can_be_retried(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat = await bench.store.chats.create()
    for message in (user("First?"), assistant("An answer."), user("And then?")):
        bench.store.messages.add(chat.id, message)
    await opened(window, chat.id, settle)
    await settle(lambda: retries(window) == [False, False, True])
    assert "This question has no answer yet." in " ".join(_labels(rows(window)[-1]))
    gate = asyncio.Event()
    bench.dialog.scripts = [Script(("done",), gate=gate)]
    retry = buttons(rows(window)[-1])["Retry"]
    retry.click()
    retry.click()
    await settle(lambda: any(call[0] == "retry" for call in bench.dialog.calls))
    await asyncio.sleep(0.05)
    assert [call[0] for call in bench.dialog.calls] == ["retry"], "pressed twice is once"


async def test_no_question_can_be_retried_while_it_is_answered_and_one_can_when_its_answer_is_deleted(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat = await bench.store.chats.create()
    bench.store.messages.add(chat.id, user("First?"))
    await opened(window, chat.id, settle)
    await settle(lambda: retries(window) == [True])
    gate, seen = asyncio.Event(), set[bool]()
    bench.dialog.scripts = [Script(("done",), gate=gate)]
    window.chat.transcript.model.rows_changed.connect(lambda _keys: seen.add(any(retries(window))))
    assert window.conductor is not None
    window.conductor.send("And then?")
    await settle(lambda: len(rows(window)) == 3)
    assert retries(window) == [False] * 3
    gate.set()
    await settle(lambda: window.conductor is not None and not window.conductor.running)
    assert retries(window) == [False] * 3
    assert seen <= {False}
    await bench.dialog.delete_message(window.conductor.feed.rows.messages[-1].id)
    await settle(lambda: retries(window) == [False, True])
    view = rows(window)[-1]
    assert isinstance(view, UserView)
    view.begin_edit("And then?")
    await settle(lambda: "Retry" not in buttons(view))
    view.end_edit()
    await settle(lambda: "Retry" in buttons(view))


@pytest.mark.parametrize("failure", ["llm.missing_key", "llm.bad_key", "llm.bad_key_region", "llm.forbidden"])
async def test_a_missing_or_refused_key_leads_to_its_field(
    window: MainWindow, bench: FakeBench, settle: Settle, failure: str
) -> None:
    assert window.conductor is not None
    wanted: list[str] = []
    window.conductor.settings_wanted.connect(wanted.append)
    await opened(window, scene.fill(bench, failed=True, failure=failure), settle)
    found = buttons(rows(window)[-1])
    assert "Retry" in found
    found["Open settings"].click()
    assert wanted == ["models/" + MODEL.provider]


async def test_a_locked_file_of_keys_leads_to_where_it_is_opened(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    assert window.conductor is not None
    wanted: list[str] = []
    window.conductor.settings_wanted.connect(wanted.append)
    await opened(window, scene.fill(bench, failed=True, failure="storage.vault_locked"), settle)
    buttons(rows(window)[-1])["Open settings"].click()
    assert wanted == ["data"]


async def test_waiting_is_told(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat_id = long_chat(bench, 2)
    await opened(window, chat_id, settle)
    gate = asyncio.Event()
    bench.dialog.scripts = [Script(("hi",), gate=gate, reasoning="Let me think.")]
    await bench.dialog.send(chat_id, "go")
    await asyncio.sleep(0.1)
    bench.bus.publish(ReadingPrompt(chat_id, 410, 756, 10.2))
    await settle(lambda: "Reading 410 of 756 tokens · about 10 s" in " ".join(_labels(rows(window)[-1])))
    bench.bus.publish(RetryScheduled(chat_id, 7.0, text("llm.rate_limited", provider="openai", seconds=7)))
    await settle(lambda: any("Trying again in 7 s" in label for label in _labels(rows(window)[-1])))
    told = next(label for label in _labels(rows(window)[-1]) if "Trying again" in label)
    assert "choose another" not in told
    gate.set()
    await bench.dialog.wait(chat_id)
    await settle(lambda: "Reasoning" in buttons(rows(window)[-1]))


async def test_a_huge_message_of_a_person_is_shown_in_steps(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat_id = long_chat(bench, 2)
    bench.store.messages.add(chat_id, user("word " * 400_000))
    began = time.process_time()
    await opened(window, chat_id, settle)
    assert time.process_time() - began < 0.5
    view = rows(window)[-1]
    assert isinstance(view, UserView)
    more = next(b for t, b in buttons(view, LinkButton).items() if t.startswith("Show more"))
    height = view.height()
    more.click()
    await settle(lambda: view.height() > height)


async def test_text_is_selected_over_several_messages(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot
) -> None:
    await opened(window, long_chat(bench, 2), settle)
    transcript = window.chat.transcript
    pieces = transcript._selectables()
    first, last = pieces[0], pieces[-1]
    transcript._selection.press(first.mapToGlobal(first.rect().topLeft()))
    transcript._selection.drag(last.mapToGlobal(last.rect().bottomRight()))
    transcript._selection.release()
    assert transcript.copy_selection()
    copied = QApplication.clipboard().text()
    assert "Question 0" in copied
    assert "x = 0" in copied
    assert copied.endswith("Done.")


def _labels(view: QWidget) -> Iterable[str]:
    from PySide6.QtWidgets import QLabel

    return [label.text() for label in view.findChildren(QLabel) if label.isVisible()]


async def test_rows_out_of_reach_are_freed_without_a_walk_over_all_objects(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat_id = scene.fill(bench)
    said = "text[^1]\n\n```py\nx = 1\n```\n\n| a |\n|---|\n| $x$ |\n\n[^1]: note"
    bench.store.messages.add(chat_id, assistant(said, model=MODEL.id))
    await opened(window, chat_id, settle)
    gone = [weakref.ref(view) for view in rows(window)]
    gc.collect()
    gc.disable()
    try:
        await opened(window, long_chat(bench, 2), settle)
        await settle(lambda: all(view() is None for view in gone))
    finally:
        gc.enable()
