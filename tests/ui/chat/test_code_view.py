"""Code: broken lines, marks and selections in them, and files made of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.chat.code_rows import CodeRows
from weclaw_desktop.ui.chat.code_view import pool
from weclaw_desktop.ui.chat.highlight import spans
from weclaw_desktop.ui.chat.pieces import CodeBlock
from weclaw_desktop.ui.chat.saving import file_name
from weclaw_desktop.ui.theme import current

LONG = "x = 1\n" + "word " * 60 + "\n\n\ttabs " * 3 + "速度" * 80 + "\nend"


def block(qtbot: QtBot, code: str = LONG, width: int = 400) -> CodeBlock:
    made = CodeBlock()
    qtbot.addWidget(made)
    made.set_code(code, "python")
    made.resize(width, made.fit(width))
    made.show()
    return made


def test_rows_add_up_and_are_found_again() -> None:
    counts = [1, 3, 1, 2]
    rows = CodeRows(lambda line: counts[line])
    assert (rows.top(2), rows.line_at(2, 4)) == (2, 2), "whole lines: a row each"
    rows.wrapped = True
    assert [rows.top(line) for line in range(5)] == [0, 1, 4, 5, 7]
    assert [rows.line_at(row, 4) for row in range(9)] == [0, 1, 1, 1, 2, 3, 3, 3, 3]
    counts[2] = 5
    rows.forget(2)
    assert rows.top(4) == 11


def test_long_lines_are_broken_on_demand_and_come_back(qtbot: QtBot) -> None:
    made = block(qtbot)
    whole = made.height()
    assert made.body.bar is not None
    made.tools.wrap.click()
    made.resize(400, made.fit(400))
    assert made.height() > 1.8 * whole
    assert made.body.bar.isHidden()
    assert made.view.width() <= 400
    assert made.tools.wrap.accessibleName() == "Do not break long lines"
    made.tools.wrap.click()
    made.resize(400, made.fit(400))
    assert made.height() == whole


def test_arithmetic_and_layout_agree_about_rows(qtbot: QtBot) -> None:
    made = block(qtbot, "\n".join("m" * n for n in range(1, 200)))
    made.tools.wrap.click()
    for width in (190, 333, 407, 612):
        made.fit(width)
        view = made.view
        assert all(view._layout(line).lineCount() == view._rows_of(line) for line in range(199)), width


def test_positions_in_broken_lines(qtbot: QtBot) -> None:
    made = block(qtbot, "a\n" + "0123456789" * 20 + "\nz")
    made.tools.wrap.click()
    made.fit(300)
    view = made.view
    height = view.line_height()
    assert view.position_at(QPoint(0, height + 2)) == 2
    second = view.position_at(QPoint(0, 2 * height + 2))
    assert 2 < second < 100, "the second row of the second line"
    last = view.position_at(QPoint(0, view.sizeHint().height() - 2))
    assert view.code[last] == "z"
    view.select(second, last + 1)
    assert view.selected_text().endswith("\nz")
    image = view.grab().toImage()
    ground = QColor(current().palette.selection)
    assert image.pixelColor(2, 2 * height + 3) == ground
    assert image.pixelColor(2, height + 3) != ground


def test_growing_code_keeps_its_broken_lines(qtbot: QtBot) -> None:
    made = block(qtbot, "", 300)
    made.tools.wrap.click()
    for number in range(50):
        made.grow("word " * number * 3, "text")
        made.fit(300)
    assert made.view._rows.top(1) == made.view._layout(0).lineCount() > 10


@pytest.mark.parametrize(
    ("language", "name"),
    [("python", "code.py"), ("rust", "code.rs"), ("json", "code.json"), ("", "code.txt"), ("nonsense", "code.txt")],
)
def test_a_file_is_named_after_the_language(language: str, name: str) -> None:
    assert file_name(language) == name


def test_code_is_saved_as_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    made = block(qtbot, "x = 1")
    made.tools.save.click()
    dialog = made.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert dialog.selectedFiles()[0].endswith("code.py")
    target = tmp_path / "made.py"
    with qtbot.waitSignal(made.tools.saving.finished) as told:
        dialog.fileSelected.emit(str(target))
    assert told.args == [""]
    assert target.read_text(encoding="utf-8") == "x = 1\n"
    dialog.reject()


def test_a_file_that_cannot_be_written_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    made = block(qtbot, "x = 1")
    with qtbot.waitSignal(made.tools.saving.finished):
        made.tools.saving.write(str(tmp_path / "nowhere" / "made.py"), "x")
    assert made.tools.save.accessibleName().startswith("Not saved: ")
    pool().waitForDone(1_000)


def test_code_that_grew_keeps_what_is_shown_when_it_is_whole_and_is_coloured_as_one(qtbot: QtBot) -> None:
    lines = [f'v{n} = """{n}' if n % 2 else f'{n}"""  # {n}' for n in range(1, 121)]
    made = CodeBlock()
    qtbot.addWidget(made)
    for line in lines:
        made.grow(f"{made.view.code}{line}\n", "python")
    made.resize(400, made.fit(400))
    made.show()
    made.grab()
    before, shown = dict(made.view._layouts), made.height()
    made.settle("\n".join(lines), "python")
    assert made.view.code == "\n".join(lines)
    assert before
    assert all(made.view._layouts.get(line) is layout for line, layout in before.items() if line < len(lines))
    assert made.fit(400) == shown - made.view.line_height(), "the open last line is gone"
    qtbot.waitUntil(lambda: made.view._spans == spans("\n".join(lines), "python"), timeout=20_000)
    assert pool().waitForDone(20_000)


def test_a_line_is_as_wide_as_its_letters_tabs_and_signs(qtbot: QtBot) -> None:
    made = block(qtbot, "a" * 40)
    widths: list[int] = []
    for longest in ("a" * 40, "\t" * 20, "速" * 60):
        made.view.set_code(f"b\n{longest}\n{'c' * 30}")
        widths.append(made.view.sizeHint().width())
    assert widths == sorted(widths)
    assert widths[0] < widths[1] < widths[2]
