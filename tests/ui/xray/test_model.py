"""The list behind the X-ray."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.ui.xray.test_rows import seen
from weclaw_desktop.ui.xray.model import XrayModel
from weclaw_desktop.ui.xray.rows import Fold, lines_of


@pytest.fixture
def model() -> XrayModel:
    """The list of a compressed chat."""
    made = XrayModel()
    made.show_lines(lines_of(seen(), "en"))
    return made


def test_a_fold_opens_and_stays_open_when_the_chat_grows(model: XrayModel) -> None:
    closed = model.rowCount()
    fold = next(entry for entry in model.entries if isinstance(entry, Fold) and entry.kind == "left_out")
    model.toggle(fold)
    assert model.rowCount() == closed + 8
    model.show_lines(lines_of(seen(8), "en"))
    assert model.rowCount() == closed + 8 + 4
    model.toggle(fold)
    assert model.rowCount() == closed + 4


def test_what_is_looked_for_is_never_folded_away(model: XrayModel) -> None:
    model.look_for("question", ())
    assert len(model.found) == model.rowCount() == 6
    model.look_for("question", {"summarised"})
    assert model.rowCount() == 4
    model.look_for("nothing says this", ())
    assert model.rowCount() == 0
    model.look_for("", ())
    assert any(isinstance(entry, Fold) for entry in model.entries)


def test_every_row_can_be_read_aloud_with_its_section_state_tokens_and_reason(model: XrayModel) -> None:
    said = [model.data(model.index(row), Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
    assert said[0] == "4 tools"
    assert "8 messages are not sent as they are (m1–m8)" in said
    assert any(text.startswith("m9 You, Recent turns, Verbatim, 14, ") for text in said)
    assert model.data(model.index(0), Qt.ItemDataRole.ToolTipRole) is None
    assert model.data(model.index(99), Qt.ItemDataRole.DisplayRole) is None
    assert model.data(model.index(1), Qt.ItemDataRole.FontRole) is None


def test_a_message_is_found_in_its_fold(model: XrayModel) -> None:
    row = model.row_of_message("id3")
    entry = model.entry(row)
    assert entry is not None
    assert not isinstance(entry, Fold)
    assert entry.part.source == "id3"
    assert model.row_of_message("nobody") == -1


def test_states_are_counted(model: XrayModel) -> None:
    counts = model.counts()
    assert counts["summarised"] == 10
    assert counts["left_out"] == counts["pinned"] == 0
    assert sum(counts.values()) == len(model.lines)
