"""The margin beside the conversation: how each message stands in the next request."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip, QWidget

from tests.ui.conftest import Settle
from tests.ui.fakes import scene
from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.text import text
from weclaw_desktop.core.xray import Standing
from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.theme import current


async def filled(window: MainWindow, bench: FakeBench, settle: Settle) -> str:
    """The window on a chat with a compression."""
    chat_id = scene.fill(bench)
    conductor = window.conductor
    assert conductor is not None
    conductor.open_chat(chat_id)
    transcript = window.chat.transcript
    await settle(lambda: bool(window.chat.margin.standings) and len(rows(window)) == len(transcript.model.rows))
    return chat_id


def rows(window: MainWindow) -> list[RowView]:
    return list(window.chat.transcript.window_of_rows.mounted)


def shown(window: MainWindow, view: RowView) -> bool:
    """Whether anything is painted beside a row."""
    margin = window.chat.margin
    picture = margin.grab(margin.rect().intersected(view.geometry().translated(-margin.x() - current().px(12), 0)))
    ground = current().colour("surface").rgb()
    image = picture.toImage()
    points = ((x, y) for x in range(image.width()) for y in range(0, image.height(), 2))
    return any(QColor(image.pixel(x, y)).rgb() != ground for x, y in points)


async def test_U6_the_margin_shows_what_the_xray_says(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat_id = await filled(window, bench, settle)
    margin = window.chat.margin
    seen = await bench.xrays.look(chat_id)
    states = {part.source: part.state for part in seen.parts if part.source}
    messages = [view for view in rows(window) if view.key in states]
    assert messages
    told = {view.key: margin.told(view) for view in messages}
    assert {key: state for key, (state, said) in told.items() if not said.split("\n")[0].endswith(":")} == {
        key: states[key] for key, (_, said) in told.items() if not said.split("\n")[0].endswith(":")
    }
    assert any(state != "verbatim" for state, _ in told.values())
    for view in messages:
        assert view.accessibleDescription() == told[view.key][1]


async def test_a_bar_stands_beside_what_is_not_word_for_word(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    chat_id = await filled(window, bench, settle)
    message = next(m for m in reversed(bench.store.messages.paths[chat_id]) if m.role == "user")
    view = next(view for view in rows(window) if view.key == message.id)
    assert not shown(window, view)
    await bench.dialog.exclude(message.id, True)
    await bench.reporter.report(chat_id)
    await settle(lambda: window.chat.margin.standings.get(message.seq) is not None)
    assert window.chat.margin.told(view)[0] == "left_out"
    assert view.accessibleDescription() == "Left out: You left it out of what the model reads."
    assert shown(window, view)
    await bench.dialog.exclude(message.id, False)
    await bench.reporter.report(chat_id)
    await settle(lambda: view.accessibleDescription() == "")


async def test_results_of_calls_stand_with_their_answer(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    chat_id = await filled(window, bench, settle)
    margin = window.chat.margin
    result = next(m for m in bench.store.messages.paths[chat_id] if m.role == "tool")
    margin.standings = {result.seq: Standing("shortened", text("xray.why.line", artifact=result.artifact))}
    told = [margin.told(view) for view in rows(window)]
    state, said = next(one for one in told if one[1])
    assert state == "shortened"
    assert said.startswith("1 of ")
    assert f"the original is {result.artifact}" in said


async def test_its_tooltip_says_why_and_a_click_leads_to_the_xray(
    window: MainWindow, bench: FakeBench, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(window, bench, settle)
    margin = window.chat.margin
    view = next(view for view in rows(window) if margin.told(view)[1])
    told: list[str] = []

    def show(_at: QPoint, said: str, _widget: QWidget) -> None:
        told.append(said)

    monkeypatch.setattr(QToolTip, "showText", show)
    inside = QPoint(2, view.y() + 4)
    margin.event(QHelpEvent(QEvent.Type.ToolTip, inside, margin.mapToGlobal(inside)))
    assert told == [margin.told(view)[1]]
    QTest.mouseClick(margin, Qt.MouseButton.LeftButton, pos=inside)
    made = window.xray.window
    assert made is not None
    await settle(lambda: made.reading.line is not None and made.reading.line.part.source == view.key)


async def test_a_new_chat_has_no_marks(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await filled(window, bench, settle)
    conductor = window.conductor
    assert conductor is not None
    conductor.new_chat()
    assert window.chat.margin.standings == {}


async def test_nothing_is_read_once_the_profile_closes(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    await filled(window, bench, settle)
    bench.supervisor.closing = True
    before = set(bench.supervisor.tasks)
    window.chat.margin._begin()
    assert set(bench.supervisor.tasks) == before
