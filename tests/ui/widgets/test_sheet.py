"""Sheets where there is little room."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Button, Label, Scrolled, Sheet


def _sheet(qtbot: QtBot, width: int, zoom: int) -> tuple[Sheet, list[Button]]:
    current().apply("light", zoom)
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(width, 800)
    window.show()
    sheet = Sheet(window, "Parameters of this chat")
    buttons = [sheet.add_button(name, name) for name in ("Cancel", "As usual", "Use for this chat")]
    sheet.open()
    return sheet, buttons


def test_buttons_stand_in_a_row_and_under_one_another_where_they_do_not_fit(qtbot: QtBot) -> None:
    _, wide = _sheet(qtbot, 900, 100)
    assert len({button.y() for button in wide}) == 1
    sheet, narrow = _sheet(qtbot, 480, 200)
    assert len({button.x() for button in narrow}) == 1
    assert all(button.width() >= button.sizeHint().width() for button in narrow)
    sheet.window().resize(1_400, 800)
    qtbot.waitUntil(lambda: len({button.y() for button in narrow}) == 1)


def test_content_takes_its_height_and_scrolls_where_there_is_less(qtbot: QtBot) -> None:
    content = QWidget()
    lines = QVBoxLayout(content)
    for _ in range(10):
        label = QLabel("a line that is broken where it is narrow, and then needs more height than before")
        label.setWordWrap(True)
        lines.addWidget(label)
    outer = QWidget()
    qtbot.addWidget(outer)
    scrolled = Scrolled(content)
    layout = QVBoxLayout(outer)
    layout.addWidget(scrolled)
    layout.addStretch(1)
    outer.resize(300, 900)
    outer.show()
    qtbot.waitUntil(lambda: scrolled.height() == content.heightForWidth(scrolled.viewport().width()))
    assert scrolled.verticalScrollBar().maximum() == 0
    outer.resize(300, 200)
    qtbot.waitUntil(lambda: scrolled.verticalScrollBar().maximum() > 0)
    assert scrolled.width() <= 300


def test_a_card_that_is_too_high_for_the_window_scrolls_and_nothing_lies_over_anything(qtbot: QtBot) -> None:
    current().apply("light", 200)
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(480, 420)
    window.show()
    sheet = Sheet(window, "Compress this chat")
    for said in ("What is asked for, in words that need several lines of a narrow card", "Answer"):
        sheet.body.addWidget(Label(said, wrap=True))
    for name in ("Cancel", "Preview", "Compress"):
        sheet.add_button(name, f"{name} it now")
    sheet.open()
    area = sheet.findChildren(QScrollArea)[0]
    content = area.widget()
    assert content is not None
    qtbot.waitUntil(lambda: content.height() > area.viewport().height())
    assert content.width() <= area.viewport().width()
    shown = [item for item in content.findChildren(QWidget) if isinstance(item, (Label, Button))]
    tops = sorted((item.geometry() for item in shown), key=lambda place: place.top())
    assert all(above.bottom() < below.top() for above, below in pairwise(tops))
    assert all(label.height() >= label.heightForWidth(label.width()) for label in shown if isinstance(label, Label))
    window.resize(1_400, 1_000)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)
