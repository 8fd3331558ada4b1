"""How this chat's model is asked: temperature, top p, longest answer, thinking. Empty fields leave it as usual."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QWidget

from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.parameters import Effort, Parameters
from weclaw_desktop.ui.settings.numbers import Number
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import ChoiceBox, Label, Scrolled, Sheet

translate = QCoreApplication.translate
NONE = -0.05
"""What a field of decimals holds while nothing is chosen."""


class ParametersSheet(Sheet):
    """Calls ``use`` with what the user wants, or with nothing at all for "as usual"."""

    def __init__(
        self, window: QWidget, asked: Parameters, spec: ModelSpec | None, use: Callable[[Parameters], None]
    ) -> None:
        super().__init__(window, translate("Parameters", "Parameters of this chat"), width=480)
        self._use = use
        self.temperature = _decimals(2.0, asked.temperature)
        self.top_p = _decimals(1.0, asked.top_p)
        self.max_output = Number(0, spec.max_output if spec is not None and spec.max_output else 1_000_000, 256)
        self.max_output.setSpecialValueText("–")
        self.max_output.setValue(asked.max_output)
        self.effort = ChoiceBox()
        for value, label in _efforts():
            self.effort.addItem(label, value)
        self.effort.setCurrentIndex(self.effort.findData(asked.effort))
        fields = QWidget()
        self._grid = QGridLayout(fields)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        self._add(translate("Parameters", "Temperature"), self.temperature, translate(
            "Parameters", "0: always the likeliest word; above 1: bold"))  # fmt: skip
        self._add(translate("Parameters", "Top p"), self.top_p, translate(
            "Parameters", "Share of the likeliest words to choose from"))  # fmt: skip
        self._add(translate("Parameters", "Longest answer"), self.max_output, translate(
            "Parameters", "In tokens; – for as long as fits"))  # fmt: skip
        if spec is not None and spec.reasoning:
            self._add(translate("Parameters", "Thinking"), self.effort, translate(
                "Parameters", "While some models think, temperature and top p do not count"))  # fmt: skip
        for field in (self.temperature, self.top_p, self.effort):
            field.setMinimumWidth(current().px(72))
        self.max_output.give(72)
        self.body.addWidget(Scrolled(fields))
        self.add_button("", translate("Parameters", "Cancel"))
        self.add_button("usual", translate("Parameters", "As usual"))
        self.add_button("save", translate("Parameters", "Use for this chat"), "primary")

        self.closed.connect(self._on_closed)

    def _on_closed(self, answer: str) -> None:
        if answer in ("save", "usual"):
            self._use(self.wanted if answer == "save" else Parameters())

    @property
    def wanted(self) -> Parameters:
        """What the fields say."""
        effort: Effort = self.effort.currentData()
        return Parameters(
            temperature=_value(self.temperature),
            top_p=_value(self.top_p),
            max_output=self.max_output.value(),
            effort=effort,
        )

    def _add(self, label: str, field: QWidget, told: str) -> None:
        line = 3 * (self._grid.count() // 3)
        self._grid.addWidget(Label(label, wrap=True), line, 0)
        self._grid.addWidget(field, line, 1)
        self._grid.addWidget(Label(told, "small", "muted", wrap=True), line + 1, 0, 1, 2)
        self._grid.setRowMinimumHeight(line + 2, current().px(tokens.SPACE_M))
        field.setAccessibleName(label)
        field.setAccessibleDescription(told)


def _decimals(most: float, value: float | None) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(NONE, most)
    box.setSingleStep(0.05)
    box.setDecimals(2)
    box.setSpecialValueText("–")
    box.setKeyboardTracking(False)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    box.setFixedWidth(current().px(110))
    box.setValue(NONE if value is None else value)
    return box


def _value(box: QDoubleSpinBox) -> float | None:
    return None if box.value() < 0 else round(box.value(), 2)


def _efforts() -> tuple[tuple[Effort, str], ...]:
    return (
        ("", translate("Parameters", "As usual")),
        ("off", translate("Parameters", "Off")),
        ("low", translate("Parameters", "Little")),
        ("medium", translate("Parameters", "Medium")),
        ("high", translate("Parameters", "Much")),
    )
