"""The style sheet as it is painted: whoever goes by keyboard sees where they are, on every kind of control."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QRadioButton, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.settings.choice_card import ChoiceCard
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.theme.tokens import contrast
from weclaw_desktop.ui.widgets import Button, Check, ChoiceBox, IconButton, LinkButton, PillButton, Switch


def _on(made: Check | PillButton | QRadioButton | Switch) -> QWidget:
    made.setCheckable(True)
    made.setChecked(True)
    return made


KINDS: dict[str, Callable[[], QWidget]] = {
    "primary": lambda: Button("Send", "primary"),
    "secondary": lambda: Button("Cancel"),
    "quiet": lambda: Button("Cancel", "quiet"),
    "danger": lambda: Button("Delete", "danger"),
    "row": lambda: Button("General", "row"),
    "new": lambda: Button("New chat", "new"),
    "link": lambda: LinkButton("Why?"),
    "pill": lambda: PillButton("Dark", checkable=True),
    "pill on": lambda: _on(PillButton("Dark", checkable=True)),
    "icon": lambda: IconButton("more", "More"),
    "switch": lambda: Switch("Tools"),
    "switch on": lambda: _on(Switch("Tools")),
    "check": Check,
    "check on": lambda: _on(Check()),
    "radio": lambda: QRadioButton("qwen-plus"),
    "radio on": lambda: _on(QRadioButton("qwen-plus")),
    "choice": ChoiceBox,
    "card": ChoiceCard,
    "line": QLineEdit,
    "text": QPlainTextEdit,
    "number": QSpinBox,
}


def _colours(image: QImage) -> list[str]:
    return [image.pixelColor(x, y).name() for y in range(image.height()) for x in range(image.width())]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_focus_is_seen(qtbot: QtBot, kind: str, theme: str) -> None:
    current().apply(theme, 100)  # pyright: ignore[reportArgumentType] -- one of the two
    window = QWidget()
    window.setObjectName("surface")
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    elsewhere, control = Button("elsewhere"), KINDS[kind]()
    layout.addWidget(elsewhere)
    layout.addWidget(control)
    window.resize(300, 200)
    window.show()
    window.activateWindow()
    elsewhere.setFocus()
    qtbot.waitUntil(elsewhere.hasFocus)
    before = _colours(control.grab().toImage())
    control.setFocus()
    qtbot.waitUntil(control.hasFocus)
    after = _colours(control.grab().toImage())
    changed = Counter(pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
    least = 2 if kind == "primary" else 3  # its ring stands against what is around it, and is darker or lighter too
    seen = sum(count for (old, new), count in changed.items() if contrast(new, old) >= least)
    assert seen >= 24, f"{seen} pixels tell that it has the focus: {changed.most_common(3)}"


RESTING = ("primary", "secondary", "quiet", "danger", "row", "new", "link", "pill", "pill on")
FLAT = ("primary", "secondary", "danger", "new", "pill")


def _ink_and_ground(control: QWidget) -> tuple[str, str]:
    """The colour that most of a button has, and the one that stands out from it most inside its edges."""
    image = control.window().grab(control.geometry().adjusted(6, 4, -6, -4)).toImage()
    counts = Counter(_colours(image))
    ground = counts.most_common(1)[0][0]
    return max(counts, key=lambda colour: contrast(colour, ground)), ground


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", RESTING)
def test_a_button_that_cannot_be_pressed_looks_so_and_is_still_read(qtbot: QtBot, kind: str, theme: str) -> None:
    current().apply(theme, 100)  # pyright: ignore[reportArgumentType] -- one of the two
    window = QWidget()
    window.setObjectName("surface")
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    control = KINDS[kind]()
    layout.addWidget(control)
    window.show()
    ready, ground = _ink_and_ground(control)
    control.setEnabled(False)
    ink, flat = _ink_and_ground(control)
    assert ink == current().palette.muted != ready, "its words are quiet"
    assert contrast(ink, flat) >= 4.5, "and still read"
    if kind in FLAT:
        assert flat == current().palette.track != ground, "what is filled lies flat"
