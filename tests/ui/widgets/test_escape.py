"""Esc belongs to what has the focus; the window's shortcut gets it everywhere else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.widgets import Drawer, Escape, Sheet


@pytest.mark.parametrize("inside", [QLineEdit, QTextEdit, QWidget])
def test_esc_is_the_widget_s_own_while_the_focus_is_in_it(qtbot: QtBot, inside: Callable[[], QWidget]) -> None:
    window, outside, card = QWidget(), QLineEdit(), QWidget()
    pressed: list[str] = []
    field = inside()
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    QVBoxLayout(card).addWidget(field)
    layout = QVBoxLayout(window)
    layout.addWidget(card)
    layout.addWidget(outside)
    shortcut = QShortcut(QKeySequence("Esc"), window)
    shortcut.activated.connect(lambda: pressed.append("window"))
    Escape(card, lambda: pressed.append("card"))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert pressed == ["card"]
    qtbot.keyClick(field, Qt.Key.Key_F3)
    assert pressed == ["card"]
    outside.setFocus()
    qtbot.keyClick(outside, Qt.Key.Key_Escape)
    assert pressed == ["card", "window"]


def test_cards_and_drawers_close_by_it(qtbot: QtBot) -> None:
    window, panel = QWidget(), QLineEdit()
    qtbot.addWidget(window)
    window.show()
    drawer = Drawer(window, "left")
    drawer.take(panel, 200)
    drawer.open()
    with qtbot.waitSignal(drawer.closed):
        qtbot.keyClick(panel, Qt.Key.Key_Escape)
    sheet = Sheet(window, "Really?")
    button = sheet.add_button("yes", "Yes")
    sheet.open()
    with qtbot.waitSignal(sheet.closed) as answered:
        qtbot.keyClick(button, Qt.Key.Key_Escape)
    assert answered.args == [""]
