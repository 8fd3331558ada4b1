"""Editing, answering again and turning versions in a window on a real profile: what is seen is what is stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.fakes.bench import Bench, bench
from tests.ui.conftest import Settle
from weclaw_desktop.core.messages import TextPart, assistant, user
from weclaw_desktop.ui.chat.message_view import MessageView
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.window_parts import build, installed
from weclaw_desktop.ui.window_state import WindowState


@asynccontextmanager
async def real(tmp_path: Path) -> AsyncIterator[tuple[Bench, MainWindow]]:
    """A window on a profile with a database and a scripted model."""
    window = MainWindow(WindowState(), "/profile")
    window.fix_look("en", "light")
    window.resize(1_280, 820)
    try:
        async with bench(tmp_path) as b:
            conductor = Conductor(b.workshop)
            window.attach(build(conductor, installed()))
            window.show()
            await asyncio.sleep(0)
            yield b, window
            conductor.close()
    finally:  # the last window to close ends the loop of Qt, so it closes last
        window.let_go()
        window.deleteLater()


def texts(window: MainWindow) -> list[str]:
    return [view.raw for view in window.chat.transcript.window_of_rows.mounted if isinstance(view, MessageView)]


def view_of(window: MainWindow, said: str) -> MessageView:
    views = window.chat.transcript.window_of_rows.mounted
    return next(view for view in views if isinstance(view, MessageView) and view.raw == said)


def versions(window: MainWindow) -> list[str]:
    bars = [view.bar for view in window.chat.transcript.window_of_rows.mounted if isinstance(view, MessageView)]
    return [bar._count.text() for bar in bars if bar._count is not None and not bar._count.isHidden()]


async def test_U6_versions_are_made_and_turned_and_the_model_reads_what_is_shown(
    tmp_path: Path, qtbot: QtBot, settle: Settle
) -> None:
    async with real(tmp_path) as (b, window):
        b.model.enqueue("one", "two", "one again", "other")
        chat = await b.chat()
        await b.say(chat, "first question")
        await b.say(chat, "second question")
        assert window.conductor is not None
        window.conductor.open_chat(chat)
        await settle(lambda: texts(window) == ["first question", "one", "second question", "two"])

        window.chat.acts.do(view_of(window, "one").key, "regenerate")
        await settle(lambda: texts(window) == ["first question", "one again"])
        await settle(lambda: versions(window) == ["2/2"])
        await b.workshop.dialog.wait(chat)

        window.chat.acts.do(view_of(window, "one again").key, "before")
        await settle(lambda: texts(window) == ["first question", "one", "second question", "two"])
        await settle(lambda: versions(window) == ["1/2"])

        key = view_of(window, "second question").key
        window.chat.acts.do(key, "edit")
        editor = view_of(window, "second question").editor
        assert editor is not None
        editor.field.setPlainText("another question")
        editor.save.click()
        await settle(lambda: texts(window)[-2:] == ["another question", "other"])
        assert texts(window)[:2] == ["first question", "one"]
        await settle(lambda: versions(window) == ["1/2", "2/2"])
        assert window.chat.transcript.window_of_rows.edits.texts == {}
        await b.workshop.dialog.wait(chat)
        asked = [p.text for m in b.model.history[-1].messages for p in m.parts if isinstance(p, TextPart)]
        assert asked == ["first question", "one", "another question"]

        answer = view_of(window, "other")
        window.chat.acts.do(answer.key, "delete")
        await settle(lambda: texts(window)[-1] == "another question" and window.chat.acts.toast.isVisible())
        window.chat.acts.toast.undo.click()
        await settle(lambda: texts(window)[-1] == "other")
        assert [m.text for m in await b.log(chat)] == texts(window)


async def test_U6_a_branch_opens_as_a_chat_and_a_reply_forbids_turning(
    tmp_path: Path, qtbot: QtBot, settle: Settle
) -> None:
    async with real(tmp_path) as (b, window):
        b.model.enqueue("one", "one again")
        chat = await b.chat()
        await b.say(chat, "first question")
        assert window.conductor is not None
        window.conductor.open_chat(chat)
        await settle(lambda: texts(window) == ["first question", "one"])
        first = view_of(window, "one").key
        window.chat.acts.do(first, "regenerate")
        await settle(lambda: versions(window) == ["2/2"] and not b.workshop.dialog.running(chat))

        b.model.rate = 100
        b.model.enqueue("word " * 2_000)
        await b.workshop.dialog.send(chat, "go on")
        await settle(lambda: b.workshop.dialog.streaming(chat) is not None)
        window.chat.acts.do(view_of(window, "one again").key, "before")
        await settle(lambda: window.chat.banner.isVisible())
        assert "Stop it first" in window.chat.banner.text
        assert view_of(window, "one again")
        await b.workshop.dialog.stop(chat)
        await b.workshop.dialog.wait(chat)

        window.chat.acts.do(view_of(window, "one again").key, "branch")
        await settle(lambda: window.conductor is not None and window.conductor.chat_id not in ("", chat))
        await settle(lambda: texts(window) == ["first question", "one again"])
        assert window.conductor.chat is not None
        assert window.conductor.chat.title == "Branch of first question"
        assert versions(window) == []


async def test_a_long_branch_is_exchanged_without_losing_the_readers_place(
    tmp_path: Path, qtbot: QtBot, settle: Settle
) -> None:
    async with real(tmp_path) as (b, window):
        store = b.workshop.store.messages
        chat = await b.chat()
        made = [user(f"q{n}") if n % 2 == 0 else assistant(f"a{n} " * 30) for n in range(300)]
        old = await store.extend(chat, made)  # type: ignore[attr-defined] -- the database's own
        await store.branch(chat, old[150].parent_id, user("elsewhere"))
        other = await store.extend(chat, [assistant(f"b{n} " * 30) for n in range(130)])  # type: ignore[attr-defined] -- as above
        assert window.conductor is not None
        window.conductor.open_message(chat, old[149].id, old[149].seq)
        transcript = window.chat.transcript
        await settle(lambda: "elsewhere" in texts(window))
        for _ in range(20):
            await window.conductor.feed.read_newer()
        await settle(lambda: transcript.model.ends)
        key = next(row.key for row in transcript.model.rows if getattr(row, "fork", None) is not None)
        view = transcript.reveal(transcript.model.find(key))
        assert view is not None
        await asyncio.sleep(0.05)
        above = transcript.window_of_rows.views[old[149].id]
        place = above.y() - transcript.verticalScrollBar().value()
        window.chat.acts.do(key, "before")
        await settle(lambda: old[150].id in transcript.window_of_rows.views)
        again = transcript.window_of_rows.views[old[149].id]
        assert again is above, "what both branches share is not made anew"
        bar = transcript.verticalScrollBar()
        await settle(lambda: abs(again.y() - bar.value() - place) <= 1)
        await asyncio.sleep(0.1)
        assert abs(again.y() - bar.value() - place) <= 1, "and it stays there"
        assert transcript.model.rows[-1].key == old[-1].id
        assert len(transcript.window_of_rows.views) <= 70
        assert other[-1].id not in {row.key for row in transcript.model.rows}
        assert transcript.keys.focus_key(old[150].id)
        assert view_of(window, "q150").focusPolicy() == Qt.FocusPolicy.StrongFocus


async def test_U6_a_new_first_question_stands_alone(tmp_path: Path, qtbot: QtBot, settle: Settle) -> None:
    """It has no parent: nothing that was shown is on its path."""
    async with real(tmp_path) as (b, window):
        b.model.enqueue("one", "two", "other")
        chat = await b.chat()
        await b.say(chat, "first question")
        await b.say(chat, "second question")
        assert window.conductor is not None
        window.conductor.open_chat(chat)
        await settle(lambda: len(texts(window)) == 4)
        window.chat.acts.do(view_of(window, "first question").key, "edit")
        editor = view_of(window, "first question").editor
        assert editor is not None
        editor.field.setPlainText("another question")
        editor.save.click()
        await settle(lambda: texts(window) == ["another question", "other"])
        await settle(lambda: versions(window) == ["2/2"])
        await b.workshop.dialog.wait(chat)
        window.chat.acts.do(view_of(window, "another question").key, "before")
        await settle(lambda: texts(window) == ["first question", "one", "second question", "two"])
        window.chat.acts.do(view_of(window, "first question").key, "after")
        await settle(lambda: texts(window) == ["another question", "other"])
