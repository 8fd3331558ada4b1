"""Search in all chats and in one: by keys, to the message, with marks; also where nothing is loaded."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import Message, TextPart, user
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LONG = 400


async def filled(bench: FakeBench, *, long: int = LONG) -> tuple[str, str]:
    """A long chat with a needle at each end, and a short Chinese one."""
    first, second = await bench.store.chats.create(), await bench.store.chats.create()
    await bench.store.chats.change(first.id, title="Release plan")
    await bench.store.chats.change(second.id, title="数据库选型", archived=True)
    add = bench.store.messages.add
    for n in range(long):
        words = "the needle stands here, needle twice" if n in (4, long - 3) else f"step {n} goes on"
        add(first.id, user(words) if n % 2 == 0 else Message("assistant", (TextPart(words),)))
    add(second.id, user("我们用 SQLite 还是 PostgreSQL？"))
    return first.id, second.id


def open_conductor(window: MainWindow) -> Conductor:
    assert window.conductor is not None
    return window.conductor


def marked(window: MainWindow) -> list[tuple[int, str]]:
    """Sequence number of the row and the words marked most, for rows that have marks."""
    spots = window._parts.searching.spots.marks  # type: ignore[union-attr]  # a window with parts
    views = window.chat.transcript.window_of_rows.mounted
    return [(spots.count(view), view.key) for view in views if spots.count(view)]


async def test_the_palette_finds_titles_and_messages_and_goes_there(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    long, chinese = await filled(bench)
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    palette = window._parts.searching.palette  # type: ignore[union-attr]  # a window with parts
    assert palette is not None
    assert window.focusWidget() is palette.edit
    await settle(lambda: len(palette.results.results) == 2)
    palette.edit.setText("选型")
    await settle(lambda: [r.chat_id for r in palette.results.results] == [chinese])
    assert "archived" in palette.results.results[0].right
    palette.edit.setText("need")
    await settle(lambda: len(palette.results.results) == 2)
    assert bench.store.search.typed[-1] == "need"
    first = palette.results.results[0]
    assert [first.title[a:b] for a, b in first.marked] == ["need", "need"]
    palette.edit.setText("needle")
    await settle(lambda: palette.results.results[:1] != [first] and len(palette.results.results) == 2)
    first = palette.results.results[0]
    assert [first.title[a:b] for a, b in first.marked] == ["needle", "needle"]
    assert first.under == "You · Release plan"
    spoken = str(palette.results.index(1).data(Qt.ItemDataRole.AccessibleTextRole))
    assert "needle" in spoken
    assert "Release plan" in spoken
    qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    conductor = open_conductor(window)
    await settle(lambda: conductor.chat_id == long)
    await settle(lambda: bool(marked(window)))
    assert marked(window) == [(2, first.message_id)]
    assert not conductor.feed.rows.ends
    view = window.chat.transcript.window_of_rows.views[first.message_id]
    transcript = window.chat.transcript
    top = view.y() - transcript.verticalScrollBar().value()
    assert 0 <= top < transcript.viewport().height() - view.height()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    await settle(lambda: not marked(window))


async def test_arrows_choose_and_escape_leaves(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    long, _ = await filled(bench, long=20)
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    palette = window._parts.searching.palette  # type: ignore[union-attr]  # a window with parts
    assert palette is not None
    palette.edit.setText("needle")
    await settle(lambda: len(palette.results.results) == 2)
    rows = [palette.list.currentIndex().row()]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageUp):
        qtbot.keyClick(palette.edit, key)
        rows.append(palette.list.currentIndex().row())
    assert rows == [1, 2, 1, 2, 1]
    palette.edit.setText("nowhere")
    await settle(lambda: not palette.results.results)
    qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    assert open_conductor(window).chat_id != long
    qtbot.keyClick(palette, Qt.Key.Key_Escape)
    await settle(lambda: window._parts.searching.palette is None)  # type: ignore[union-attr]  # a window with parts


async def test_return_waits_for_the_results_of_what_was_typed(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    long, chinese = await filled(bench, long=20)
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    palette = window._parts.searching.palette  # type: ignore[union-attr]  # a window with parts
    assert palette is not None
    await settle(lambda: len(palette.results.results) == 2)
    palette.edit.setText("选型")
    qtbot.keyClick(palette.edit, Qt.Key.Key_Return)
    conductor = open_conductor(window)
    await settle(lambda: conductor.chat_id == chinese)
    assert long != chinese


async def test_the_bar_finds_places_that_are_not_loaded(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    long, _ = await filled(bench)
    conductor = open_conductor(window)
    conductor.open_chat(long)
    await settle(lambda: conductor.chat_id == long)
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    bar = window._parts.searching.finding.bar  # type: ignore[union-attr]  # a window with parts
    assert bar.isVisible()
    assert window.focusWidget() is bar.edit
    qtbot.keyClicks(bar.edit, "NEEDLE")
    await settle(lambda: bar.count.text() == "3 of 4")
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    await settle(lambda: bar.count.text() == "4 of 4")
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    await settle(lambda: bar.count.text() == "1 of 4")
    assert not conductor.feed.rows.ends
    assert bar.isVisible()
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return, SHIFT)
    await settle(lambda: bar.count.text() == "4 of 4")
    window.chat.transcript.setFocus()
    qtbot.keyClick(window.chat.transcript, Qt.Key.Key_F3)
    await settle(lambda: bar.count.text() == "1 of 4")
    qtbot.keyClick(window.chat.transcript, Qt.Key.Key_G, CONTROL | SHIFT)
    await settle(lambda: bar.count.text() == "4 of 4")
    bar.edit.setText("nowhere")
    await settle(lambda: bar.count.text() == "not found")
    assert not bar.next.isEnabled()
    qtbot.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert marked(window) == []


async def test_another_chat_closes_the_bar(window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle) -> None:
    long, chinese = await filled(bench, long=20)
    conductor = open_conductor(window)
    conductor.open_chat(long)
    await settle(lambda: conductor.chat_id == long)
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    bar = window._parts.searching.finding.bar  # type: ignore[union-attr]  # a window with parts
    qtbot.keyClicks(bar.edit, "needle")
    await settle(lambda: "of 4" in bar.count.text())
    conductor.open_chat(chinese)
    await settle(lambda: conductor.chat_id == chinese)
    assert not bar.isVisible()


async def test_the_end_comes_back_by_scrolling_and_by_one_click(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    long, _ = await filled(bench)
    conductor, transcript = open_conductor(window), window.chat.transcript
    place = bench.store.messages.paths[long][4]
    conductor.open_message(long, place.id, place.seq)
    await settle(lambda: conductor.chat_id == long)
    await asyncio.sleep(0.1)
    rows = conductor.feed.rows
    assert not rows.ends
    loaded = len(rows.messages)
    new = bench.store.messages.add(long, user("just now"))
    rows.put(new)
    assert len(rows.messages) == loaded
    for _ in range(40):
        transcript.verticalScrollBar().setValue(transcript.verticalScrollBar().maximum())
        transcript._after_scroll()
        await asyncio.sleep(0.02)
        if len(rows.messages) > loaded:
            break
    assert len(rows.messages) > loaded
    seqs = [message.seq for message in rows.messages]
    assert seqs == sorted(set(seqs))
    assert transcript.jump.isVisible()
    transcript.jump.click()
    await settle(lambda: rows.ends and rows.messages[-1].id == new.id)
    await settle(lambda: transcript.following)


async def test_marks_are_found_in_text_and_code(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat = await bench.store.chats.create()
    said = "A **needle** \U0001f600 in text\n\n```python\nneedle = 1  # needle\n```\n"
    made = bench.store.messages.add(chat.id, Message("assistant", (TextPart(said),)))
    conductor = open_conductor(window)
    conductor.open_message(chat.id, made.id, made.seq, "needle")
    await settle(lambda: bool(marked(window)))
    assert marked(window) == [(3, made.id)]
    view = window.chat.transcript.window_of_rows.views[made.id]
    marks = window._parts.searching.spots.marks  # type: ignore[union-attr]  # a window with parts
    tops = [marks.top(view, number) for number in range(3)]
    assert tops[0] < tops[1] == tops[2]
    text = next(piece for piece in view.selectables() if isinstance(piece, RichText))
    assert text.mark(("😀",)) == 1


async def test_a_folded_message_opens_as_far_as_the_words_need(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat = await bench.store.chats.create()
    made = bench.store.messages.add(chat.id, user("word " * 3_000 + "needle" + " word" * 3_000))
    open_conductor(window).open_message(chat.id, made.id, made.seq, "needle")
    await settle(lambda: marked(window) == [(1, made.id)])


async def test_ctrl_and_a_number_go_to_a_place_of_the_list(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    for n in range(12):
        bench.store.chats.rows[f"n{n}"] = Chat(f"n{n}", f"T{n}", updated_ms=1_000 - n)
    window.sidebar.reload()
    await settle(lambda: len(window.sidebar.model.at_hand()) == 12)
    conductor = open_conductor(window)
    for key, wanted in ((Qt.Key.Key_2, "n1"), (Qt.Key.Key_9, "n11"), (Qt.Key.Key_1, "n0")):
        qtbot.keyClick(window, key, CONTROL)
        await settle(lambda wanted=wanted: conductor.chat_id == wanted)


async def test_the_place_looked_at_is_marked_more_than_others(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    chat = await bench.store.chats.create()
    bench.store.messages.add(chat.id, Message("assistant", (TextPart("needle one\n\n# needle two\n\nneedle three"),)))
    conductor = open_conductor(window)
    conductor.open_chat(chat.id)
    await settle(lambda: conductor.chat_id == chat.id)
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    bar = window._parts.searching.finding.bar  # type: ignore[union-attr]  # a window with parts
    qtbot.keyClicks(bar.edit, "needle")

    def strong() -> list[int]:
        (view,) = window.chat.transcript.window_of_rows.mounted
        return [piece._strong for piece in view.selectables() if isinstance(piece, RichText)]

    for wanted in ("1 of 3", "2 of 3", "3 of 3"):
        await settle(lambda wanted=wanted: bar.count.text() == wanted)
        assert sum(number >= 0 for number in strong()) == 1
        qtbot.keyClick(bar.edit, Qt.Key.Key_Return)


def told(window: MainWindow) -> set[str]:
    """What a screen reader finds in the window, by name."""
    found: set[str] = set()
    todo = [QAccessible.queryAccessibleInterface(window)]
    while todo:
        one = todo.pop()
        if one is not None and one.isValid() and not one.state().invisible:  # type: ignore[attr-defined]  # a bit field
            found.add(one.text(QAccessible.Text.Name))
            todo += [one.child(index) for index in range(one.childCount())]
    return found


async def test_a_screen_reader_finds_what_lies_over_the_conversation(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    long, _ = await filled(bench)
    conductor = open_conductor(window)
    conductor.open_chat(long)
    await settle(lambda: conductor.chat_id == long and len(conductor.feed.rows.messages) > 1)
    await asyncio.sleep(0.1)
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    window.chat.acts.toast.offer(lambda _count: "Message deleted", lambda: None)
    window.chat.transcript.jump.show()
    wanted = {"Find in this chat", "Next place", "Undo", "Message deleted", window.chat.transcript.jump.text()}
    assert wanted <= told(window)


async def test_in_an_empty_chat_there_is_nothing_to_look_for(
    window: MainWindow, bench: FakeBench, qtbot: QtBot, settle: Settle
) -> None:
    long, _ = await filled(bench, long=20)
    bar = window._parts.searching.finding.bar  # type: ignore[union-attr]  # a window with parts
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    conductor = open_conductor(window)
    conductor.open_chat(long)
    await settle(lambda: conductor.chat_id == long and window.chat.transcript.isVisible())
    assert not bar.isVisible()
