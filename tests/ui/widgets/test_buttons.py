"""Buttons where there is little room."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QStyleOptionButton
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Button, PillButton


def _painted(button: Button) -> str:
    option = QStyleOptionButton()
    button.initStyleOption(option)
    return str(option.text)  # pyright: ignore[reportAttributeAccessIssue] -- the stubs leave the option's fields out


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize("look", ["primary", "secondary", "pill", "link"])
def test_words_that_have_no_room_end_in_an_ellipsis(qtbot: QtBot, look: str, zoom: int) -> None:
    current().apply("light", zoom)
    button = PillButton("qwen-plus-latest") if look == "pill" else Button("qwen-plus-latest", look)  # pyright: ignore[reportArgumentType] -- one of the looks
    qtbot.addWidget(button)
    button.show()
    button.resize(button.sizeHint())
    assert _painted(button) == "qwen-plus-latest"
    button.setFocus()
    assert _painted(button) == "qwen-plus-latest", "a focus ring takes no words away"
    button.resize(button.sizeHint().width() * 2 // 3, button.height())
    assert _painted(button).startswith("qw")
    assert _painted(button).endswith("…")
    assert button.text() == "qwen-plus-latest"


def test_a_pill_gives_way(qtbot: QtBot) -> None:
    pill = PillButton("a model with a very long name indeed")
    qtbot.addWidget(pill)
    assert pill.minimumSizeHint().width() < pill.sizeHint().width() / 2
    pill.setText("A")
    assert pill.minimumSizeHint() == pill.sizeHint()
