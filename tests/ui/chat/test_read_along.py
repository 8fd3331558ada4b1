"""A screen reader follows a growing answer by whole sentences, about once a second, and hears all of it once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.events import StreamDelta, StreamEnded, StreamStarted
from weclaw_desktop.core.messages import Message, TextPart
from weclaw_desktop.ui.bridge import Bridge
from weclaw_desktop.ui.chat import read_along, response_view
from weclaw_desktop.ui.chat.live import LiveChats
from weclaw_desktop.ui.chat.read_along import ReadAlong, announce
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.chat.transcript_model import ResponseRow


def test_whole_sentences_at_most_once_a_second() -> None:
    along = ReadAlong()
    assert along.take("It costs 3.5 euros", 10.0) == "", "no sentence is whole yet"
    assert along.take(". And then", 10.1) == "It costs 3.5 euros."
    assert along.take(" some. More", 10.5) == "", "too soon"
    assert along.take(" of it", 11.2) == "And then some.", "what was held back is said later"
    assert along.take("？ 再来一句。没完", 12.3) == "More of it？ 再来一句。"
    assert along.take("", 12.4, over=True) == "没完", "the end is not waited for"
    assert along.take("", 20.0, over=True) == ""


def test_what_was_there_before_anybody_looked_is_not_said() -> None:
    along = ReadAlong(heard=9)
    assert along.take("One. Two. Three. ", 1.0) == "Three."


@given(st.lists(st.text("ab .。\n", max_size=8), max_size=20))
def test_all_is_said_once_and_in_order(pieces: list[str]) -> None:
    along = ReadAlong()
    said = [along.take(piece, 0.4 * n) for n, piece in enumerate(pieces)]
    said.append(along.take("", 100.0, over=True))
    assert "".join("".join(said).split()) == "".join("".join(pieces).split())


def test_the_name_of_a_growing_answer_follows(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(response_view, "announce", lambda _view, words: said.append(words))
    now = [100.0]
    monkeypatch.setattr("weclaw_desktop.ui.chat.response_view.time.monotonic", lambda: now[0])
    bus = Bus()
    bridge = Bridge(bus)
    live = LiveChats(bridge)
    row = Message("assistant", (), id="m", chat_id="c", state="generating", model="x/otter")
    bus.publish(StreamStarted(row))
    view = ResponseView(ResponseRow(row, last=True), live)
    qtbot.addWidget(view)
    for piece in ("Otters swim", ". They", " eat fish.\n", "They sleep"):
        now[0] += 0.6
        bus.publish(StreamDelta("c", "m", text=piece))
        view.flush()
    assert said == ["Otters swim.", "They eat fish."]
    assert view.accessibleName() == "otter: They eat fish."
    done = Message("assistant", (TextPart("Otters swim. They eat fish.\nThey sleep."),), id="m", chat_id="c")
    bus.publish(StreamEnded(done))
    view.update_row(ResponseRow(done, last=True))
    assert said[-1] == "They sleep."
    assert "Otters swim. They eat fish." in view.accessibleName(), "in the end it is the whole answer"


def test_nothing_is_announced_when_nobody_listens(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(read_along.QAccessible, "updateAccessibility", told.append)
    widget = QWidget()
    qtbot.addWidget(widget)
    monkeypatch.setattr(read_along.QAccessible, "isActive", lambda: True)
    announce(widget, "hidden")
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    announce(widget, "seen")
    monkeypatch.setattr(read_along.QAccessible, "isActive", lambda: False)
    announce(widget, "nobody")
    assert len(told) == 1
