"""The look in force: what it turns off where motion is not wanted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
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
