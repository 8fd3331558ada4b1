"""What messages are stacked from: a wide table is scrolled, a narrow one is not, and words stay whole in both."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.chat.pieces import WideBlock
from weclaw_desktop.ui.chat.segments import TextSegment, segments


def table(columns: int, word: str) -> str:
    row = "|" + f" {word} |" * columns
    made = segments("\n".join((row, "|" + "---|" * columns, row)))
    assert isinstance(made[0], TextSegment)
    assert made[0].wide
    return made[0].html


def block(qtbot: QtBot, columns: int, width: int, word: str = "internationalisation") -> WideBlock:
    made = WideBlock()
    qtbot.addWidget(made)
    made.set_html(table(columns, word))
    made.resize(width, made.fit(width))
    made.show()
    return made


def test_a_wide_table_keeps_its_words_and_is_scrolled(qtbot: QtBot) -> None:
    made = block(qtbot, 12, 500)
    bar = made.body.bar
    assert bar is not None
    assert bar.isVisible()
    assert made.text.width() > 12 * 100
    assert made.height() < 200, "two lines of text, however many columns"
    bar.setValue(bar.maximum())
    assert made.text.x() + made.text.width() == made.body.width()
    made.text.select(0, made.text.length())
    assert made.text.selected_text().count("internationalisation") == 24


def test_a_table_that_fits_has_no_scroll_bar_and_one_that_comes_to_fit_loses_it(qtbot: QtBot) -> None:
    assert block(qtbot, 3, 800).body.bar is None
    made = block(qtbot, 6, 500)
    made.resize(2_000, made.fit(2_000))
    assert made.body.bar is not None
    assert made.body.bar.isHidden()
    assert made.text.x() == 0


def test_the_wheel_scrolls_sideways_and_leaves_up_and_down_to_the_transcript(qtbot: QtBot) -> None:
    made = block(qtbot, 12, 500)

    def turned(x: int, y: int, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
        no = Qt.MouseButton.NoButton
        event = QWheelEvent(
            QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(x, y), no, keys, Qt.ScrollPhase.NoScrollPhase, False
        )
        made.body.wheelEvent(event)
        return event.isAccepted()

    assert turned(-120, 0)
    assert made.text.x() == -120
    assert turned(0, -120, Qt.KeyboardModifier.ShiftModifier)
    assert made.text.x() == -240
    assert not turned(0, -120)
    assert made.text.x() == -240
