"""One answer: its reasoning and how long it took, its errors."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.events import StreamDelta, StreamEnded, StreamStarted
from weclaw_desktop.core.messages import Message, ReasoningPart, TextPart, assistant
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.text import Language, text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.bridge import Bridge
from weclaw_desktop.ui.chat.live import LiveChats
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.chat.state_card import StateCard
from weclaw_desktop.ui.chat.transcript_model import ResponseRow


def shown(qtbot: QtBot, message: Message) -> ResponseView:
    view = ResponseView(ResponseRow(message, last=True), LiveChats(Bridge(Bus())))
    qtbot.addWidget(view)
    view.resize(700, view.fit(700))
    view.show()
    return view


@pytest.mark.parametrize(("thought_ms", "title"), [(12_300, "Thought for 12 s"), (0, "Reasoning")])
def test_stored_reasoning_is_folded_and_says_how_long_it_took(qtbot: QtBot, thought_ms: int, title: str) -> None:
    message = Message("assistant", (ReasoningPart("Let me see.\n<b>x</b>"), TextPart("Yes.")), id="m", chat_id="c")
    view = shown(qtbot, replace(message, usage=Usage(completion=5, thought_ms=thought_ms)))
    fold = view._fold
    assert fold is not None
    assert fold._title.text() == title
    assert not fold.body.isVisible()
    fold._title.click()
    assert fold.body.isVisible()
    assert fold.body.text() == "Let me see.\n<b>x</b>", "hostile or not, it is text"


@pytest.mark.parametrize("state", ["failed", "interrupted", "stopped"])
def test_how_an_answer_ended_is_a_card_and_not_its_text(qtbot: QtBot, state: str) -> None:
    message = replace(assistant("Half of it"), id="m", chat_id="c", state=state)
    view = shown(qtbot, message)
    assert view.raw == "Half of it"
    assert view._state is not None
    with qtbot.waitSignal(view.retry_wanted):
        view._state.inner._retry.click()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_answer_that_never_began_is_not_said_to_be_kept(qtbot: QtBot, language: Language) -> None:
    """Nothing came, and nobody spoke: with a model's name that is known it is said who was asked."""
    i18n.use(language)
    sentences: list[str] = []
    heads: list[str] = []
    for message in (assistant(), assistant(model="demo/qwen-plus"), assistant("Half of it")):
        view = shown(qtbot, replace(message, id="m", chat_id="c", state="interrupted"))
        assert view._state is not None
        assert isinstance(view._state.inner, StateCard)
        sentences.append(view._state.inner._label.text())
        assert view._state.inner._retry.isVisibleTo(view)
        name = view._head._name
        heads.append(name.text() if name is not None and name.isVisibleTo(view) else "")
    never = {"en": "The program ended before an answer arrived.", "zh": "程序在收到回复之前已退出。"}[language]
    kept = {"en": "What had arrived is kept.", "zh": "已收到的内容已保留"}[language]
    assert sentences[:2] == [never, never]
    assert kept in sentences[2]
    assert heads == ["", "qwen-plus", {"en": "Assistant", "zh": "助手"}[language]]


def test_the_buttons_of_a_failed_answer_stand_under_its_sentence_where_there_is_no_room(qtbot: QtBot) -> None:
    failure = text("llm.missing_key", provider="OpenAI")
    view = shown(qtbot, replace(assistant("Half"), id="m", chat_id="c", state="failed", failure=failure))
    assert view._state is not None
    card = view._state.inner
    assert isinstance(card, StateCard)
    places: dict[int, tuple[QRect, QRect, QRect]] = {}
    for width in (700, 380, 180):
        view._state.resize(width, view._state.fit(width))
        QApplication.processEvents()
        places[width] = (card._label.geometry(), card._settings.geometry(), card._retry.geometry())
    said, settings, retry = places[700]
    assert said.right() < settings.left() < settings.right() < retry.left()
    said, settings, retry = places[380]
    assert said.bottom() < settings.top() == retry.top()
    said, settings, retry = places[180]
    assert said.bottom() < settings.bottom() < retry.top()
    assert settings.width() >= card._settings.sizeHint().width()


def test_the_buttons_of_a_growing_answer_are_made_one_by_one_and_come_when_it_is_whole(qtbot: QtBot) -> None:
    bus = Bus()
    bridge = Bridge(bus)
    live = LiveChats(bridge)
    row = Message("assistant", (), id="m", chat_id="c", state="generating")
    bus.publish(StreamStarted(row))
    view = ResponseView(ResponseRow(row, last=True), live)
    qtbot.addWidget(view)
    view.resize(700, view.fit(700))
    view.show()
    made: list[int] = []
    for _ in range(8):
        bus.publish(StreamDelta("c", "m", "Some words of it. " * 10))
        view.flush()
        made.append(len(view.bar._buttons) if view._bar is not None else 0)
    assert made == sorted(made)
    assert all(after - before <= 1 for before, after in itertools.pairwise(made))
    assert not any(button.isVisible() for button in view.bar._buttons.values())
    done = replace(row, state="committed", parts=(TextPart("Some words of it. " * 80),))
    bus.publish(StreamEnded(done))
    view.update_row(ResponseRow(done, last=True))
    assert made[-1] == len(view.bar._buttons)
    assert all(button.isVisible() for button in view.bar._buttons.values())
    with qtbot.waitSignal(view.height_changed, raising=False, timeout=1):
        view.bar._buttons["copy"].click()
    assert QApplication.clipboard().text() == done.text
