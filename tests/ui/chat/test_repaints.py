"""Painting that waits for scrolling: an answer that grows costs what is new of it, not what is in sight."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench, Script
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.events import StreamDelta
from weclaw_desktop.ui.chat.code_view import CodeView
from weclaw_desktop.ui.chat.repaints import Repaints
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.theme import current

CODE = ["```python\n", *(f"value_{n} = {n}  # line {n}\n" for n in range(110))]
PROSE = [f"Paragraph {n} has **some** words and `code`.\n\n" for n in range(50)]
MIXED = [
    *PROSE[:20],
    *CODE[:60],
    "```\n\n",
    "| a | b |\n|---|---|\n",
    *(f"| {n} | x |\n" for n in range(20)),
    "\n",
    *PROSE[:9],
]


def test_calls_are_made_at_once_while_nothing_is_held() -> None:
    made: list[int] = []
    repaints = Repaints()
    repaints.later(lambda: made.append(1))
    assert made == [1]


def test_held_calls_are_made_in_their_order_when_they_are_let_go() -> None:
    made: list[int] = []
    repaints = Repaints()
    with repaints.held():
        repaints.later(lambda: made.append(1))
        with repaints.held():
            repaints.later(lambda: made.append(2))
        assert made == []
        repaints.let_go()
        assert made == [1, 2]
        repaints.later(lambda: made.append(3))
        assert made == [1, 2, 3]
    repaints.later(lambda: made.append(4))
    assert made == [1, 2, 3, 4]


def test_held_calls_are_made_after_an_error_too() -> None:
    made: list[int] = []
    repaints = Repaints()

    def fail() -> None:
        with repaints.held():
            repaints.later(lambda: made.append(1))
            raise ValueError("oh")

    with pytest.raises(ValueError, match="oh"):
        fail()
    assert made == [1]


class Paints(QObject):
    """The heights, in pixels, of what was painted of widgets of a kind."""

    def __init__(self, kind: type[QWidget]) -> None:
        super().__init__()
        self.heights: list[int] = []
        self._kind = kind

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent) and isinstance(watched, self._kind):
            self.heights.append(event.region().boundingRect().height())
        return False


@contextmanager
def painted(kind: type[QWidget]) -> Iterator[Paints]:
    """Watch what is painted meanwhile."""
    application, paints = QCoreApplication.instance(), Paints(kind)
    assert application is not None
    application.installEventFilter(paints)
    try:
        yield paints
    finally:
        application.removeEventFilter(paints)


def on_screen(window: MainWindow) -> QImage:
    """What the window has painted of the conversation, piece by piece."""
    view = window.chat.transcript.viewport()
    at = view.mapTo(window, QPoint(0, 0))
    return window.screen().grabWindow(window.winId()).toImage().copy(QRect(at, view.size()))


def anew(window: MainWindow) -> QImage:
    """The conversation painted anew."""
    view = window.chat.transcript.viewport()
    return window.grab(QRect(view.mapTo(window, QPoint(0, 0)), view.size())).toImage()


class Growing:
    """An answer that grows when it is told to, and not by the clock."""

    def __init__(self, window: MainWindow, bench: FakeBench) -> None:
        self._transcript, self._bus = window.chat.transcript, bench.bus
        assert window.conductor is not None
        self._live = window.conductor.live

    def take(self, said: str) -> None:
        """Let ``said`` come, and paint what changed."""
        reply = self._live.reply_in("one")
        assert reply is not None
        self._bus.publish(StreamDelta("one", reply.message.id, text=said))
        self._transcript.pacer.stop()
        self._transcript._paint_growth({reply.message.id})
        for kind in (QEvent.Type.LayoutRequest, QEvent.Type.UpdateRequest):
            QCoreApplication.sendPostedEvents(None, kind.value)


@asynccontextmanager
async def growing(window: MainWindow, bench: FakeBench, settle: Settle) -> AsyncGenerator[Growing]:
    """A chat in which an answer begins; it is stopped in the end."""
    bench.store.chats.rows["one"] = Chat("one", title="One", created_ms=1, updated_ms=1)
    conductor = window.conductor
    assert conductor is not None
    conductor.open_chat("one")
    await settle(lambda: conductor.chat_id == "one")
    bench.dialog.scripts = [Script(gate=asyncio.Event())]
    conductor.send("go")
    await settle(lambda: conductor.live.reply_in("one") is not None)
    try:
        yield Growing(window, bench)
    finally:
        await bench.dialog.stop("one")


async def test_R1_code_that_grows_paints_its_new_lines_and_not_all_that_is_in_sight(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    async with growing(window, bench, settle) as answer:
        answer.take("".join(CODE[:80]))
        await asyncio.sleep(0.1)
        line = next(view for view in window.chat.transcript.findChildren(CodeView) if view.isVisible()).line_height()
        with painted(CodeView) as seen:
            for said in CODE[80:]:
                answer.take(said)
    assert len(seen.heights) >= len(CODE[80:])
    assert max(seen.heights) <= 4 * line


@pytest.mark.parametrize("chunks", [CODE, PROSE, MIXED], ids=["code", "prose", "mixed"])
async def test_what_was_moved_and_painted_in_parts_is_what_is_painted_anew(
    window: MainWindow, bench: FakeBench, settle: Settle, chunks: list[str]
) -> None:
    async with growing(window, bench, settle) as answer:
        for number, said in enumerate(chunks):
            answer.take(said)
            if number % 9 == 0:
                assert on_screen(window) == anew(window), number
        bar = window.chat.transcript.verticalScrollBar()
        assert bar.value() == bar.maximum() > bar.minimum() + 300
    await asyncio.sleep(0.1)
    assert on_screen(window) == anew(window)
    bar.setValue(bar.minimum() + 150)
    window.resize(window.width() - 330, window.height())
    await asyncio.sleep(0.1)
    assert on_screen(window) == anew(window)
    current().apply("dark", 150)
    await asyncio.sleep(0.3)
    assert on_screen(window) == anew(window)
