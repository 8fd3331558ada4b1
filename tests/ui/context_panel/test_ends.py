"""A line with ends: what stands where, at which width."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from weclaw_desktop.ui.context_panel.ends import LEAST, Ends


class Box(QWidget):
    """Of a fixed wish."""

    def __init__(self, width: int, height: int = 20) -> None:
        super().__init__()
        self._wish = QSize(width, height)

    @override
    def sizeHint(self) -> QSize:
        return self._wish


def laid(qtbot: QtBot, width: int, *wishes: int) -> tuple[list[tuple[int, int, int]], int]:
    """Left, top and width of boxes in a line of ``width`` pixels, and the height that it takes."""
    host = QWidget()
    qtbot.addWidget(host)
    line = Ends(gap=10)
    boxes = [Box(wish) for wish in wishes]
    for box in boxes:
        line.addWidget(box)
    host.setLayout(line)
    host.resize(width, line.heightForWidth(width))
    host.show()
    return [(box.x(), box.y(), box.width()) for box in boxes], line.heightForWidth(width)


def test_the_first_stands_left_and_the_others_right(qtbot: QtBot) -> None:
    assert laid(qtbot, 300, 80, 50, 30) == ([(0, 0, 80), (210, 0, 50), (270, 0, 30)], 20)


def test_without_room_the_last_stays_beside_the_first_and_the_others_go_below(qtbot: QtBot) -> None:
    assert laid(qtbot, 150, 100, 50, 30) == ([(0, 0, 100), (0, 30, 50), (120, 0, 30)], 50)
    assert laid(qtbot, 100, 95, 60, 30, 30) == ([(0, 0, 95), (0, 30, 60), (70, 30, 30), (0, 60, 30)], 80)


def test_a_name_longer_than_the_line_shortens_as_long_as_enough_of_it_is_seen(qtbot: QtBot) -> None:
    assert laid(qtbot, 200, 500, 50) == ([(0, 0, 140), (150, 0, 50)], 20)
    assert laid(qtbot, LEAST + 30, 500, 50) == ([(0, 0, LEAST + 30), (0, 30, 50)], 50)


@pytest.mark.parametrize("width", [40, 90, 120, 200])
def test_nothing_is_cut_off_at_any_width(qtbot: QtBot, width: int) -> None:
    places, height = laid(qtbot, width, 120, 70, 40)
    assert all(x >= 0 and x + wide <= width for x, _, wide in places)
    assert all(y + 20 <= height for _, y, _ in places)


def test_an_empty_line_takes_no_room(qtbot: QtBot) -> None:
    assert laid(qtbot, 100) == ([], 0)
