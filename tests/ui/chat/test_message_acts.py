"""What people do with messages in the window: by bar, menu and key, each proven by what the dialog was asked."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import MODEL, FakeBench, Script
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.events import BranchShown, StreamEnded, StreamStarted
from weclaw_desktop.core.messages import Message, TextPart, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.text import text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.message_details import DetailsCard
from weclaw_desktop.ui.chat.message_view import MessageView
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import IconButton

KEYS = Qt.Key


async def shown(window: MainWindow, bench: FakeBench, settle: Settle, *messages: Message) -> list[str]:
    """Open a chat with these messages; returns their ids."""
    bench.store.chats.rows["c"] = Chat("c", title="A chat", created_ms=1, updated_ms=1)
    made = [bench.store.messages.add("c", message) for message in messages]
    assert window.conductor is not None
    window.conductor.open_chat("c")
    await settle(lambda: window.conductor is not None and window.conductor.chat_id == "c")
    window.activateWindow()
    await asyncio.sleep(0.05)
    return [message.id for message in made]


async def talk(window: MainWindow, bench: FakeBench, settle: Settle) -> list[str]:
    return await shown(
        window,
        bench,
        settle,
        user("What is **it**?"),
        assistant("It is *this*.\n\n```py\nx = 1\n```", model=MODEL.id),
        user("And then?"),
        assistant("Nothing more.", model=MODEL.id),
    )


def view_of(window: MainWindow, key: str) -> MessageView:
    found = window.chat.transcript.window_of_rows.views[key]
    assert isinstance(found, MessageView)
    return found


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focused = QApplication.focusWidget()
    QTest.keyClick(focused or window.chat.transcript, key, modifier)


def names(view: QWidget) -> set[str]:
    return {button.accessibleName() for button in view.findChildren(IconButton) if button.isVisible()}


def menu_of(window: MainWindow, key: str) -> dict[str, str]:
    """What the menu of a message offers, with the keys it shows. It is not opened: a menu takes mouse and keyboard."""
    menu = window.chat.acts.menu(key)
    assert menu is not None
    found = dict(action.text().partition("\t")[::2] for action in menu.actions() if action.text())
    menu.deleteLater()
    return found


async def test_every_act_is_in_the_menu_with_its_key(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    bench.models.models = (MODEL, replace(MODEL, name="other"))
    ids = await talk(window, bench, settle)
    assert menu_of(window, ids[1]) == {
        "Copy message": "C",
        "Copy as plain text": "Shift+C",
        "Quote": "Q",
        "Edit": "E",
        "Answer again": "R",
        "Answer again with": "",
        "Pin": "P",
        "Exclude from context": "X",
        "Compress up to here…": "U",
        "Branch into a new chat": "B",
        "Details": "D",
        "Delete": "Del",
    }
    assert "Edit and send again" in menu_of(window, ids[0])
    await bench.dialog.pin(ids[1], True)
    await bench.dialog.exclude(ids[1], True)
    assert {"Unpin", "Bring back into context"} <= menu_of(window, ids[1]).keys()


async def test_the_keys_that_a_menu_shows_work_while_it_is_open(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    menu = window.chat.acts.menu(ids[1])
    assert menu is not None
    QTest.keyClick(menu, KEYS.Key_Z)
    QTest.keyClick(menu, KEYS.Key_P, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(menu, KEYS.Key_P, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(menu, KEYS.Key_Left)
    assert bench.dialog.calls == []
    QTest.keyClick(menu, KEYS.Key_P)
    await settle(lambda: ("pin", ids[1], True) in bench.dialog.calls)
    menu.deleteLater()


async def test_a_right_click_opens_the_menu_and_another_model_is_asked_from_it(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.models.models = (MODEL, replace(MODEL, name="other"))
    ids = await talk(window, bench, settle)
    asked: list[tuple[str, QPoint]] = []
    window.chat.transcript.menu_wanted.disconnect()
    window.chat.transcript.menu_wanted.connect(lambda key, point: asked.append((key, point)))
    view = view_of(window, ids[3])
    point = view.rect().center()
    click = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, view.mapToGlobal(point))
    QApplication.sendEvent(view, click)
    assert asked == [(ids[3], view.mapToGlobal(point))]
    assert window.chat.transcript.keys.focus(view)
    press(window, KEYS.Key_M)
    assert asked[1][0] == ids[3]
    menu = window.chat.acts.menu(ids[3])
    assert menu is not None
    inner = next(action.menu() for action in menu.actions() if action.menu() is not None)
    assert isinstance(inner, QMenu)
    assert [(action.text().split("  ·  ")[0], action.isChecked()) for action in inner.actions()] == [
        ("qwen-plus", True),
        ("other", False),
    ]
    inner.actions()[1].trigger()
    menu.deleteLater()
    await settle(lambda: ("regenerate", ids[3], "fake/other") in bench.dialog.calls)


async def test_keys_walk_through_messages_and_act_on_the_focused_one(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    transcript = window.chat.transcript
    transcript.setFocus(Qt.FocusReason.TabFocusReason)
    await asyncio.sleep(0.05)
    assert view_of(window, ids[3]).hasFocus(), "Tab goes to the newest message in sight"
    press(window, KEYS.Key_Up)
    assert view_of(window, ids[2]).hasFocus()
    press(window, KEYS.Key_Up)
    press(window, KEYS.Key_Down)
    press(window, KEYS.Key_Up)
    await asyncio.sleep(0.05)
    view = view_of(window, ids[1])
    assert view.hasFocus()
    assert view.active
    assert transcript.keys._ring.isVisible()
    assert names(view) >= {"Copy code", "Copy message", "Edit", "Answer again", "More actions"}
    press(window, KEYS.Key_C)
    assert QGuiApplication.clipboard().text() == "It is *this*.\n\n```py\nx = 1\n```"
    press(window, KEYS.Key_C, Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.clipboard().text() == "It is this.\n\nx = 1"
    press(window, KEYS.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("It is *this*.")
    for key in (KEYS.Key_P, KEYS.Key_X, KEYS.Key_R, KEYS.Key_B):
        press(window, key)
        await asyncio.sleep(0.02)
    acts = [call[:2] for call in bench.dialog.calls]
    assert acts == [("pin", ids[1]), ("exclude", ids[1]), ("regenerate", ids[1]), ("branch", ids[1])]


async def test_letters_are_free_elsewhere(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    ids = await talk(window, bench, settle)
    for place in (window.chat.composer.edit, window.chat.transcript):
        place.setFocus(Qt.FocusReason.OtherFocusReason)
        press(window, KEYS.Key_P)
        press(window, KEYS.Key_Delete)
    view = view_of(window, ids[1])
    assert window.chat.transcript.keys.focus(view)
    next(button for button in view.findChildren(IconButton) if button.accessibleName() == "Edit").setFocus()
    press(window, KEYS.Key_X)
    press(window, KEYS.Key_P, Qt.KeyboardModifier.ControlModifier)
    await asyncio.sleep(0.02)
    assert bench.dialog.calls == []
    assert view.active, "its buttons stay while one of them has the focus"


async def test_the_mouse_gives_the_focus_without_a_ring(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    ids = await talk(window, bench, settle)
    view = view_of(window, ids[0])
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.rect().center())
    await asyncio.sleep(0.02)
    assert view.hasFocus()
    assert not view.active
    press(window, KEYS.Key_Q)
    assert window.chat.composer.edit.toPlainText() == "> What is **it**?\n\n"
    assert window.chat.composer.edit.hasFocus()


async def test_one_message_is_a_tab_stop_and_tab_leaves_the_conversation(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    window.chat.transcript.setFocus(Qt.FocusReason.TabFocusReason)
    await asyncio.sleep(0.05)
    press(window, KEYS.Key_Up)
    stops = [key for key in ids if view_of(window, key).focusPolicy() == Qt.FocusPolicy.StrongFocus]
    assert stops == [ids[2]]
    for _ in range(12):
        press(window, KEYS.Key_Tab)
        if window.chat.composer.edit.hasFocus():
            break
    assert window.chat.composer.edit.hasFocus()


async def test_selected_text_is_what_is_copied_and_quoted(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    ids = await talk(window, bench, settle)
    piece = view_of(window, ids[3]).selectables()[0]
    piece.select(0, 7)
    window.chat.transcript._selection._marked = [piece]
    assert list(menu_of(window, ids[3]))[:3] == ["Copy selection", "Copy as plain text", "Quote selection"]
    window.chat.acts.do(ids[3], "copy")
    assert QGuiApplication.clipboard().text() == "Nothing"
    window.chat.composer.edit.setPlainText("So:")
    window.chat.acts.do(ids[3], "quote")
    assert window.chat.composer.edit.toPlainText() == "So:\n\n> Nothing\n\n"


async def test_K12_selected_words_of_a_message_are_what_is_pinned(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    piece = view_of(window, ids[3]).selectables()[0]
    piece.select(0, 7)
    window.chat.transcript._selection._marked = [piece]
    assert "Pin selection" in menu_of(window, ids[3])
    assert "Pin" in menu_of(window, ids[2])  # the words are another message's
    window.chat.acts.do(ids[3], "pin")
    await settle(lambda: bench.pinning.calls[:1] == [("add", window.conductor.chat_id, "Nothing", ids[3])])
    piece.select(0, 0)
    window.chat.acts.do(ids[2], "pin")
    await settle(lambda: ("pin", ids[2], True) in bench.dialog.calls)
    await settle(lambda: bench.store.messages.paths[window.conductor.chat_id][2].pinned)
    window.chat.acts.do(ids[2], "pin")
    await settle(lambda: ("pin", ids[2], False) in bench.dialog.calls)
    await settle(window.chat.acts.toast.isVisible)
    window.chat.acts.toast.take_back()
    await settle(lambda: bench.dialog.calls[-1] == ("pin", ids[2], True))


async def test_U6_a_question_is_edited_where_it_stands(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    ids = await talk(window, bench, settle)
    assert window.chat.transcript.keys.focus_key(ids[2])
    press(window, KEYS.Key_E)
    await asyncio.sleep(0.05)
    editor = view_of(window, ids[2]).editor
    assert editor is not None
    assert editor.field.hasFocus()
    assert names(view_of(window, ids[2])) == set()
    press(window, KEYS.Key_Escape)
    assert view_of(window, ids[2]).editor is None
    assert view_of(window, ids[2]).hasFocus()
    press(window, KEYS.Key_E)
    await asyncio.sleep(0.05)
    editor = view_of(window, ids[2]).editor
    assert editor is not None
    QTest.keyClicks(editor.field, " Tell me.")
    press(window, KEYS.Key_Return)
    assert bench.dialog.calls == [], "Return begins a new line"
    QTest.keyClick(editor.field, KEYS.Key_Backspace)
    press(window, KEYS.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await settle(lambda: ("edit", ids[2], "And then? Tell me.") in bench.dialog.calls)
    await settle(lambda: ids[2] not in window.chat.transcript.window_of_rows.views)
    rows = window.chat.transcript.model.rows
    assert [row.key for row in rows[:2]] == ids[:2], "the rest stays where it is"
    await settle(lambda: getattr(window.chat.transcript.model.rows[-1], "fork", None) is not None)
    new = view_of(window, rows[-1].key)
    assert new.raw == "And then? Tell me."
    assert {"Previous version", "Next version"} <= names(new)


async def test_an_editor_keeps_its_words_when_it_is_scrolled_away(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    made = [user(f"Question {n}") if n % 2 == 0 else assistant(f"Answer {n}. " * 40) for n in range(200)]
    ids = await shown(window, bench, settle, *made)
    window.chat.acts.do(ids[-2], "edit")
    editor = view_of(window, ids[-2]).editor
    assert editor is not None
    editor.field.setPlainText("half a thought")
    rows = window.chat.transcript.window_of_rows
    rows.mount(0, 5)
    assert ids[-2] not in rows.views
    rows.mount(len(window.chat.transcript.model.rows) - 10, len(window.chat.transcript.model.rows))
    again = view_of(window, ids[-2]).editor
    assert again is not None
    assert again.text == "half a thought"
    again.cancel.click()
    assert rows.edits.texts == {}


async def test_an_edit_is_kept_on_its_branch_and_through_a_restart(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another answer takes the place of one that is being edited: the words wait with the old one."""
    monkeypatch.setattr("weclaw_desktop.ui.conductor.SAVED_S", 0.02)
    ids = await talk(window, bench, settle)
    window.chat.acts.do(ids[3], "edit")
    editor = view_of(window, ids[3]).editor
    assert editor is not None
    editor.field.setPlainText("half a thought")
    other = bench.store.messages.branch_off(await bench.store.messages.get(ids[3]), assistant("Another."))
    bench.bus.publish(BranchShown("c", other.id))
    await settle(lambda: ids[3] not in window.chat.transcript.window_of_rows.views)
    await bench.dialog.show_branch(ids[3])
    await settle(lambda: ids[3] in window.chat.transcript.window_of_rows.views)
    again = view_of(window, ids[3]).editor
    assert again is not None
    assert again.text == "half a thought"
    await settle(lambda: "half a thought" in bench.store.chats.rows["c"].draft)
    later = Conductor(bench)
    assert await later.show_chat("c")
    assert later.live.edits.texts == {ids[3]: "half a thought"}
    assert later.draft == "", "the field below is empty as before"
    later.close()
    window.chat.composer.edit.setPlainText("and this")
    again.field.setPlainText("a whole thought")
    again.save.click()
    await settle(lambda: ("edit", ids[3], "a whole thought") in bench.dialog.calls)
    await settle(lambda: bench.store.chats.rows["c"].draft == "and this")


async def test_a_discarded_edit_can_be_had_back(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    ids = await talk(window, bench, settle)
    toast = window.chat.acts.toast
    window.chat.acts.do(ids[3], "edit")
    await asyncio.sleep(0.05)
    press(window, KEYS.Key_Escape)
    assert not toast.isVisible(), "nothing was written"
    window.chat.acts.do(ids[3], "edit")
    await asyncio.sleep(0.05)
    editor = view_of(window, ids[3]).editor
    assert editor is not None
    editor.field.setPlainText("half a thought")
    press(window, KEYS.Key_Escape)
    assert view_of(window, ids[3]).editor is None
    assert toast.accessibleName() == "Edit discarded"
    toast.undo.click()
    again = view_of(window, ids[3]).editor
    assert again is not None
    assert again.text == "half a thought"
    assert not toast.isVisible()


async def test_U6_an_answer_is_reworded_and_unchanged_words_ask_nothing(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    window.chat.acts.do(ids[3], "edit")
    editor = view_of(window, ids[3]).editor
    assert editor is not None
    assert editor.field.toPlainText()
    editor.save.click()
    assert view_of(window, ids[3]).editor is None
    assert bench.dialog.calls == []
    window.chat.acts.do(ids[3], "edit")
    editor = view_of(window, ids[3]).editor
    assert editor is not None
    editor.field.setPlainText(" ")
    assert not editor.save.isEnabled()
    editor.field.setPlainText("Something more.")
    editor.save.click()
    await settle(lambda: view_of(window, ids[3]).editor is None)
    assert view_of(window, ids[3]).raw == "Something more."
    assert "Something more." in view_of(window, ids[3]).plain_text()


async def test_versions_are_shown_by_arrow_and_by_key_in_their_place(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    first = await bench.store.messages.get(ids[2])
    other = bench.store.messages.branch_off(first, user("Or else?"))
    bench.store.messages.show(ids[2])
    assert window.conductor is not None
    window.conductor.new_chat()
    window.conductor.open_chat("c")
    await settle(lambda: len(window.chat.transcript.model.rows) == 4)
    await asyncio.sleep(0.05)
    view = view_of(window, ids[2])
    arrows = {b.accessibleName(): b for b in view.findChildren(IconButton) if "version" in b.accessibleName()}
    assert not arrows["Previous version"].isEnabled()
    assert "Next version" in menu_of(window, ids[2])
    assert "Previous version" not in menu_of(window, ids[2])
    arrows["Next version"].click()
    await settle(lambda: other.id in window.chat.transcript.window_of_rows.views)
    assert bench.dialog.calls == [("show", other.id)]
    assert [row.key for row in window.chat.transcript.model.rows] == [*ids[:2], other.id]
    assert window.chat.transcript.keys.focus_key(other.id)
    press(window, KEYS.Key_Left)
    await settle(lambda: ids[3] in window.chat.transcript.window_of_rows.views)
    assert view_of(window, ids[2]).hasFocus(), "the keys stay where one was"
    press(window, KEYS.Key_Left)
    await asyncio.sleep(0.05)
    assert len(bench.dialog.calls) == 2, "there is none before the first"


async def test_U6_deleting_offers_undo_for_ten_seconds(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    ids = await talk(window, bench, settle)
    toast = window.chat.acts.toast
    assert window.chat.transcript.keys.focus_key(ids[1])
    press(window, KEYS.Key_Delete)
    await settle(lambda: toast.isVisible())
    assert ids[1] not in window.chat.transcript.window_of_rows.views
    assert view_of(window, ids[2]).hasFocus(), "the next one has the focus"
    assert toast.accessibleName() == "Message deleted"
    assert toast.timer.interval() == 10_000
    press(window, KEYS.Key_Backspace)
    await settle(lambda: toast.accessibleName() == "2 messages deleted")
    press(window, KEYS.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await settle(lambda: ids[2] in window.chat.transcript.window_of_rows.views)
    await settle(lambda: ids[1] in window.chat.transcript.window_of_rows.views)
    assert [row.key for row in window.chat.transcript.model.rows] == ids, "each in its place"
    assert not toast.isVisible()
    window.chat.acts.do(ids[3], "delete")
    await settle(lambda: toast.isVisible())
    toast.timer.timeout.emit()
    assert not toast.isVisible()
    press(window, KEYS.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await asyncio.sleep(0.02)
    assert bench.dialog.calls[-1] == ("delete", ids[3])


async def test_marks_are_seen_read_and_pressed(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    ids = await talk(window, bench, settle)
    await bench.dialog.pin(ids[0], True)
    await bench.dialog.exclude(ids[1], True)
    question, answer = view_of(window, ids[0]), view_of(window, ids[1])
    assert question.bar._marks["pin"].text() == "Pinned"
    assert answer._veil is not None
    assert answer._veil.isVisible()
    assert answer._veil.height() > 20
    mark = answer.bar._marks["exclude"]
    assert mark.text() == "Not in context"
    mark.click()
    await settle(lambda: not answer.message.excluded)
    assert not answer._veil.isVisible()
    assert not mark.isVisible()
    i18n.use("zh")
    await settle(lambda: question.bar._marks["pin"].text() == "已固定")


async def test_details_tell_what_was_measured_and_close_with_esc(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat_id = scene.fill(bench)
    assert window.conductor is not None
    window.conductor.open_chat(chat_id)
    await settle(lambda: len(window.chat.transcript.model.rows) > 3)
    key = window.chat.transcript.model.rows[-1].key
    await asyncio.sleep(0.05)
    window.activateWindow()
    assert window.chat.transcript.keys.focus_key(key)
    press(window, KEYS.Key_D)
    card = window.findChild(DetailsCard)
    assert card is not None
    assert "Model: qwen-plus" in card.accessibleDescription()
    assert "of them cached: 30,000 (72 %)" in card.accessibleDescription()
    press(window, KEYS.Key_Escape)
    assert card.isHidden()
    assert view_of(window, key).hasFocus()
    window.chat.acts.do(key, "details")
    again = next(one for one in window.findChildren(DetailsCard) if one.isVisible())
    QTest.mouseClick(window.chat.transcript.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert again.isHidden()


async def test_what_a_running_reply_forbids_is_told_before_anything_is_written(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    gate = asyncio.Event()
    bench.dialog.scripts = [Script(("Hello",), gate=gate)]
    await bench.dialog.send("c", "go")
    await settle(lambda: window.conductor is not None and window.conductor.running)
    window.chat.acts.do(ids[0], "edit")
    assert view_of(window, ids[0]).editor is None
    assert window.chat.banner.text == i18n.say(text("services.busy"))
    rows = window.chat.transcript.window_of_rows
    await settle(lambda: any(isinstance(view, ResponseView) and view.growing for view in rows.mounted))
    assert menu_of(window, rows.mounted[-1].key) == {}, "nothing can be done with what is not there yet"
    gate.set()
    await bench.dialog.wait("c")


async def test_versions_of_a_new_answer_are_read_when_it_begins(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    old = await bench.store.messages.get(ids[3])
    row = bench.store.messages.branch_off(old, Message("assistant", (), state="generating", model=MODEL.id))
    bench.bus.publish(StreamStarted(row))
    await settle(lambda: getattr(window.chat.transcript.model.rows[-1], "fork", None) is not None)
    assert [r.key for r in window.chat.transcript.model.rows] == [*ids[:3], row.id]
    done = bench.store.messages.put(replace(row, parts=(TextPart("Again."),), state="committed"))
    bench.bus.publish(StreamEnded(done))
    await asyncio.sleep(0.05)
    assert "Previous version" in names(view_of(window, row.id))


async def test_a_step_with_a_version_has_its_bar(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    """An answer that only calls tools has no line below it, unless that line has something to say."""
    ids = await shown(
        window,
        bench,
        settle,
        user("look"),
        assistant("", ToolCallPart("k", "read_file", "{}"), model=MODEL.id),
        tool("k", "read_file", "done"),
        assistant("Seen.", model=MODEL.id),
    )
    step = view_of(window, ids[1])
    before = step.height()
    await bench.dialog.pin(ids[1], True)
    await asyncio.sleep(0.05)
    assert step.height() > before
    assert "Copy message" not in menu_of(window, ids[1])


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_all_names_are_said_in_both_languages(
    window: MainWindow, bench: FakeBench, settle: Settle, language: str
) -> None:
    ids = await talk(window, bench, settle)
    i18n.use(language)  # type: ignore[arg-type] -- one of the two
    said = list(menu_of(window, ids[1]))
    assert len(said) == 11
    assert all(any(letter > "\u2e80" for letter in one) == (language == "zh") for one in said)


async def test_what_comes_back_in_the_middle_is_read_where_its_follower_is_unknown(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    ids = await talk(window, bench, settle)
    for key in ids[1:3]:
        await bench.dialog.delete_message(key)
    assert [row.key for row in window.chat.transcript.model.rows] == [ids[0], ids[3]]
    await bench.dialog.restore_message(ids[1])
    await settle(lambda: [row.key for row in window.chat.transcript.model.rows] == [ids[0], ids[1], ids[3]])


async def test_undo_and_the_way_to_the_newest_message_do_not_cover_each_other(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    made = [user(f"Question {n}") if n % 2 == 0 else assistant(f"Answer {n}. " * 200) for n in range(40)]
    ids = await shown(window, bench, settle, *made)
    transcript, toast = window.chat.transcript, window.chat.acts.toast

    def away() -> bool:
        transcript.verticalScrollBar().setValue(0)
        transcript._after_scroll()
        return transcript.jump.isVisible()

    await settle(away)
    window.chat.acts.do(ids[-1], "delete")
    await settle(toast.isVisible)
    await settle(transcript.jump.isVisible)
    assert not toast.geometry().intersects(transcript.jump.geometry())
