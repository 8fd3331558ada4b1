"""The look in force: what it turns off where motion is not wanted."""

from __future__ import annotations

from typing import Literal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.theme import current


def test_less_motion_stops_what_the_toolkit_moves_by_itself(qtbot: QtBot) -> None:
    del qtbot  # there has to be an application
    flash = QApplication.cursorFlashTime()
    fades = QApplication.isEffectEnabled(Qt.UIEffect.UI_FadeTooltip)
    current().apply("light", 100, reduced_motion=True)
    assert QApplication.cursorFlashTime() == 0
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_FadeTooltip)
    current().apply("light", 100)
    assert QApplication.cursorFlashTime() == flash > 0
    assert QApplication.isEffectEnabled(Qt.UIEffect.UI_FadeTooltip) == fades


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_list_that_pops_up_by_itself_has_a_ground(qtbot: QtBot, name: Literal["light", "dark"]) -> None:
    """Qt's own window for files completes names in one: without a ground it is black where nothing composes windows."""
    current().apply(name, 100)
    field = QLineEdit()
    qtbot.addWidget(field)
    completer = QCompleter(["report.pdf", "report.txt"], field)
    field.setCompleter(completer)
    popup = completer.popup()
    popup.resize(160, 80)
    seen = popup.grab().toImage()
    assert popup.isWindow()
    assert seen.pixelColor(popup.width() - 4, popup.height() - 3).name() == current().colour("raised").name()
