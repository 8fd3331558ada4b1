"""The question above the composer: only while a message waits, and each button says its word."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.fakes.bench import report
from weclaw_desktop.core.report import Status
from weclaw_desktop.core.text import text
from weclaw_desktop.ui.chat.ask_card import AskCard

WAITING = Status("waiting", text("services.status_hard"), None, ("send", "gentle", "cancel"))


@pytest.mark.parametrize("name", ["send", "gentle", "cancel"])
def test_the_word_is_asked_for_only_while_a_message_waits(qtbot: QtBot, name: str) -> None:
    card = AskCard()
    qtbot.addWidget(card)
    said: list[str] = []
    card.acted.connect(said.append)
    card.show_report(None)
    card.show_report(report("c", 1_000))
    assert card.isHidden()
    card.show_report(replace(report("c", 131_000), status=WAITING))
    assert not card.isHidden()
    assert "waits for you" in card.accessibleName()
    card.buttons[name].click()
    assert said == [name]
    card.show_report(report("c", 1_000))
    assert card.isHidden()
