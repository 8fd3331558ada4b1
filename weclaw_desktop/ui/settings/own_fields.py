"""Fields for what a chat or a model has of its own; beside each stands what holds where it is empty."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from weclaw_desktop.context.strategies import names
from weclaw_desktop.core.overriding import OF_MODELS, InForce
from weclaw_desktop.core.settings import LEAST_CAP, MOST_CAP
from weclaw_desktop.services.summarisers import NONE
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import own_words as words
from weclaw_desktop.ui.settings import words as settings_words
from weclaw_desktop.ui.settings.numbers import Number, Share
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import ChoiceBox, Label

_EMPTY = "–"
_CHOICES = ("strategy", "profile", "formula", "summary_model")


class OwnFields(QWidget):
    """``changed`` when the user chose something; ``values`` then holds it."""

    changed = Signal()

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._filling = False
        self.boxes: dict[str, ChoiceBox | Number] = {name: self._box(name) for name in OF_MODELS}
        self._labels = {name: Label("", gives=True) for name in OF_MODELS}
        self._notes = {name: Label("", "small", "muted", gives=True) for name in OF_MODELS}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(current().px(tokens.SPACE_M))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        for line, name in enumerate(OF_MODELS):
            grid.addWidget(self._labels[name], 3 * line, 0)
            grid.addWidget(self.boxes[name], 3 * line, 1, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(self._notes[name], 3 * line + 1, 0, 1, 2)
            grid.setRowMinimumHeight(3 * line + 2, current().px(tokens.SPACE_M))
        self.retranslate()

    @property
    def values(self) -> dict[str, object]:
        """What the fields say, by name; None where one is empty."""
        return {name: self._value(name) for name in OF_MODELS}

    def show_values(self, own: Mapping[str, object], otherwise: InForce) -> None:
        """Fill the fields with ``own``; ``otherwise`` is what holds where one is empty."""
        self._filling = True
        for name, box in self.boxes.items():
            if isinstance(box, ChoiceBox):
                self._fill(name, box)
                box.setCurrentIndex(max(0, box.findData(own.get(name))))
            elif name == "ratio":
                held = own.get(name)
                box.setValue(round(held * 100) if isinstance(held, float) else box.minimum())
            else:
                held = own.get(name)
                box.setValue(held if isinstance(held, int) else box.minimum())
        self._filling = False
        note = settings_words.translate("Own", "empty: {0}, from {1}")
        for name, label in self._notes.items():
            held = words.value(self._conductor, name, getattr(otherwise.context, name))
            label.setText(note.format(held, words.source(otherwise.source(name))))

    def retranslate(self) -> None:
        """Words in the language of the window; whoever fills the fields fills them again."""
        for name, label in self._labels.items():
            said = words.name(name)
            label.setText(said[:1].upper() + said[1:])
            self.boxes[name].setAccessibleName(label.text())
            self.boxes[name].setToolTip(settings_words.explained(f"context.{name}"))

    def _box(self, name: str) -> ChoiceBox | Number:
        if name in _CHOICES:
            choice = ChoiceBox()
            choice.setFixedWidth(current().px(190))
            choice.currentIndexChanged.connect(self._on_changed)
            return choice
        box = {
            "ratio": lambda: Share(),
            "cap": lambda: Number(0, MOST_CAP, 1_000, least=LEAST_CAP),
            "message_cap": lambda: Number(-1, 10_000, 10),
            "recent_n": lambda: Number(0, 100, 1),
            "old_max_bytes": lambda: Number(0, 1_000_000, 500, least=200),
        }[name]()
        box.setSpecialValueText(_EMPTY)
        box.valueChanged.connect(self._on_changed)
        return box

    def _fill(self, name: str, box: ChoiceBox) -> None:
        box.clear()
        box.addItem(_EMPTY, None)
        for held, said in self._choices(name):
            box.addItem(said, held)

    def _choices(self, name: str) -> list[tuple[str, str]]:
        if name == "strategy":
            return [(one, words.value(self._conductor, name, one)) for one in names()]
        if name == "summary_model":
            models = [(spec.id, f"{spec.provider} · {i18n.model_title(spec)}") for spec in self._conductor.models]
            return [(NONE, words.value(self._conductor, name, NONE)), *models]
        return list(settings_words.options(f"context.{name}"))

    def _value(self, name: str) -> object:
        box = self.boxes[name]
        if isinstance(box, ChoiceBox):
            return box.currentData()
        if box.value() == box.minimum():
            return None
        return box.value() / 100 if name == "ratio" else box.value()

    def _on_changed(self, *_value: object) -> None:
        if not self._filling:
            self.changed.emit()
