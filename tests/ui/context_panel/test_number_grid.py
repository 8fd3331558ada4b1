"""Numbers that say what they are: by pointing, by a click, by the keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.context_panel.number_grid import NumberGrid
from weclaw_desktop.ui.context_panel.number_views import NumberView
from weclaw_desktop.ui.widgets import tab_stops

VIEWS = [NumberView(f"n{n}", str(n), f"Sentence {n}.", "recent" if n == 0 else "") for n in range(5)]


@pytest.fixture
def grid(qtbot: QtBot) -> NumberGrid:
    """Five numbers, shown."""
    made = NumberGrid()
    qtbot.addWidget(made)
    made.show_numbers(VIEWS)
    made.show()
    made.explained.hide()  # a window of nothing else gives it the focus at once
    return made


def test_every_number_has_its_sentence_for_the_pointer_and_for_readers(grid: NumberGrid) -> None:
    assert [row.toolTip() for row in grid.rows] == [view.explained for view in VIEWS]
    assert [row.accessibleName() for row in grid.rows] == [f"n{n}: {n}" for n in range(5)]
    assert [row.accessibleDescription() for row in grid.rows] == [view.explained for view in VIEWS]
    assert not grid.explained.isVisible()


def test_a_click_says_the_sentence_until_something_else_has_the_focus(grid: NumberGrid) -> None:
    QTest.mouseClick(grid.rows[3], Qt.MouseButton.LeftButton)
    assert grid.explained.isVisible()
    assert grid.explained.text() == "Sentence 3."
    grid.rows[3].left.emit()
    assert not grid.explained.isVisible()


def test_the_grid_is_one_stop_and_arrows_go_from_number_to_number(grid: NumberGrid) -> None:
    assert tab_stops(grid) == [grid.rows[0]]
    for key, place in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_Down, 3), (Qt.Key.Key_Left, 2), (Qt.Key.Key_Down, 4)):
        current = next(row for row in grid.rows if row.focusPolicy() & Qt.FocusPolicy.TabFocus)
        QTest.keyClick(current, key)
        grid.rows[place].chosen.emit()
        assert grid.explained.text() == f"Sentence {place}."
        assert tab_stops(grid) == [grid.rows[place]]
    QTest.keyClick(grid.rows[4], Qt.Key.Key_Down)
    QTest.keyClick(grid.rows[4], Qt.Key.Key_Return)
    assert grid.explained.text() == "Sentence 4."


def test_fewer_numbers_leave_no_stop_behind(grid: NumberGrid) -> None:
    grid.rows[4].chosen.emit()
    grid.show_numbers(VIEWS[:2])
    assert tab_stops(grid) == [grid.rows[0]]
    assert [row.isVisible() for row in grid.rows] == [True, True, False, False, False]
    grid.show_numbers([])
    assert not grid.isVisible()


def test_a_new_report_renews_the_sentence_that_is_read(grid: NumberGrid) -> None:
    grid.rows[1].chosen.emit()
    grid.show_numbers([VIEWS[0], NumberView("n1", "9", "Another sentence."), *VIEWS[2:]])
    assert grid.explained.text() == "Another sentence."
