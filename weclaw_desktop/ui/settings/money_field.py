"""A field for an amount of money; 0 means that there is no limit."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QWidget
from typing_extensions import override

from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import words
from weclaw_desktop.ui.settings.fields import Field
from weclaw_desktop.ui.theme import current


class Amount(QDoubleSpinBox):
    """Two decimals; the wheel does not change it while the page scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(0, 1_000_000)
        self.setDecimals(2)
        self.setSingleStep(0.5)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(current().px(110))

    @override
    def wheelEvent(self, event: object) -> None:
        del event


class MoneyField(Field):
    """An amount in whatever currency prices have."""

    def __init__(self, conductor: Conductor, key: str, parent: QWidget | None = None) -> None:
        super().__init__(conductor, key, parent)
        self.box = Amount()
        self.box.valueChanged.connect(self._save)
        self._beside(self.box)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.box.setAccessibleName(words.label(self.key))

    @override
    def _put(self, value: object) -> None:
        self.box.setValue(float(cast("float", value)))
