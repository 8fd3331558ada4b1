"""Boxes that numbers are typed into, and the range that a setting was declared with."""

from __future__ import annotations

from typing import cast

from annotated_types import Ge, Le, MultipleOf
from pydantic import BaseModel
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QSpinBox, QWidget
from typing_extensions import override

from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.ui.theme import current

WIDTH = 110
"""Pixels of a number's box at 100 %."""


class Number(QSpinBox):
    """A number that is typed; the wheel does not change it while the page scrolls.

    With ``least`` the arrows step from 0, which stands for none, to it and back.
    """

    def __init__(self, low: int, high: int, step: int = 1, parent: QWidget | None = None, *, least: int = 0) -> None:
        super().__init__(parent)
        self._least = least
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._narrowest = WIDTH
        self._fix_width()

    def give(self, narrowest: int) -> None:
        """Become as narrow as ``narrowest`` pixels (at 100 %) where there is no room."""
        self._narrowest = narrowest
        self._fix_width()

    def _fix_width(self) -> None:
        self.setFixedWidth(current().px(WIDTH))
        self.setMinimumWidth(current().px(self._narrowest))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fix_width()

    @override
    def stepBy(self, steps: int) -> None:
        if self.value() == 0 and steps > 0 and self._least:
            self.setValue(self._least + (steps - 1) * self.singleStep())
        else:
            wanted = self.value() + steps * self.singleStep()
            self.setValue(wanted if wanted >= self._least else 0)

    @override
    def wheelEvent(self, event: object) -> None:
        del event


class Share(Number):
    """A share in percent: "–" for none, then from the smallest one that the settings take in steps of five."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, round(declared.MOST_RATIO * 100), 5, parent, least=round(declared.LEAST_RATIO * 100))
        self.setSuffix(" %")
        self.setSpecialValueText("–")


def limits(key: str) -> tuple[int, int, int]:
    """Smallest, largest and step of a whole number, as declared."""
    group, name = key.split(".", 1)
    model = cast("type[BaseModel]", Settings.model_fields[group].annotation)
    low, high, step = 0, 2_147_483_647, 1
    for rule in cast("list[object]", model.model_fields[name].metadata):
        if isinstance(rule, Ge):
            low = int(cast("int", rule.ge))
        elif isinstance(rule, Le):
            high = int(cast("int", rule.le))
        elif isinstance(rule, MultipleOf):
            step = int(cast("int", rule.multiple_of))
    return low, high, step
