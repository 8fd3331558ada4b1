"""Tool cards: what a long result shows, and where the rest opens."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from weclaw_desktop.core.messages import ToolCallPart, ToolResultPart
from weclaw_desktop.ui.chat.full_text import FullText
from weclaw_desktop.ui.chat.tool_card import SHOWN_LINES, SHOWN_RESULT, ToolCard, beginning

CALL = ToolCallPart("k", "read_file", '{"path": "notes.md"}')


def card(qtbot: QtBot, text: str) -> tuple[QWidget, ToolCard]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 700)
    made = ToolCard(CALL, window)
    made.artifact = "a7"
    made.show_call(CALL, ToolResultPart("k", "read_file", text), None, growing=False)
    made.toggle()
    made.resize(700, made.fit(700))
    window.show()
    made.show()
    return window, made


def test_the_beginning_of_a_result_ends_at_a_line() -> None:
    lines = "\n".join(f"line {n}" for n in range(100))
    assert beginning(lines).count("\n") == SHOWN_LINES - 1
    assert lines.startswith(beginning(lines) + "\n")
    assert beginning("short\ntext") == "short\ntext"
    assert len(beginning("x" * 10_000)) == SHOWN_RESULT
    assert len(beginning("x" * 10_000 + "\n" * 50)) == SHOWN_RESULT


def test_a_long_result_opens_whole_in_a_sheet(qtbot: QtBot) -> None:
    text = "\n".join(f"line {n}" for n in range(5_000))
    window, made = card(qtbot, text)
    assert made.height() < 900
    assert made._whole.isVisible()
    assert "a7" in made._whole.text()
    made._whole.click()
    sheet = window.findChild(FullText)
    assert isinstance(sheet, FullText)
    assert sheet.view.code == text
    sheet._copy.click()
    sheet.answer("")


def test_a_short_result_has_nothing_more_to_open(qtbot: QtBot) -> None:
    _, made = card(qtbot, "one\ntwo")
    assert made._whole is None
    made.toggle()
    assert made.fit(700) < 60
