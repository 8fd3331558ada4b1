"""The three system-prompt budgets: the number set, and what it comes to for the model in use."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.windows import Budgets
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import words
from weclaw_desktop.ui.settings.fields import Field
from weclaw_desktop.ui.settings.numbers import Number, limits
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label

translate = QCoreApplication.translate


class BudgetField(Field):
    """One number; its parts stand in a grid that ``BudgetFields`` owns."""

    def __init__(self, conductor: Conductor, key: str, parent: QWidget | None = None) -> None:
        super().__init__(conductor, key, parent)
        self.box = Number(*limits(key))
        self.box.valueChanged.connect(self._save)
        self.note = Label("", "small", "muted", gives=True)
        self.label = self._label
        self.hide()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.box.setAccessibleName(words.label(self.key))

    @override
    def refresh(self, settings: Settings) -> None:
        super().refresh(settings)
        self.box.setEnabled(settings.context.sp_scale == "custom")

    @override
    def _put(self, value: object) -> None:
        self.box.setValue(int(str(value)))


class BudgetFields(QWidget):
    """Total, skills, files. Only editable when the scale is custom."""

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self.fields = [BudgetField(conductor, f"context.sp_{name}", self) for name in ("total", "skills", "files")]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(current().px(tokens.SPACE_M))
        grid.setVerticalSpacing(current().px(tokens.SPACE_S))
        grid.setColumnStretch(2, 1)
        for line, field in enumerate(self.fields):
            grid.addWidget(field.label, 2 * line, 0)
            grid.addWidget(field.box, 2 * line, 1)
            grid.addWidget(field.note, 2 * line, 2)
            grid.addWidget(field.error, 2 * line + 1, 0, 1, 3)

    def show_budgets(self, budgets: Budgets | None) -> None:
        """What the numbers come to for the model in use; None: no model."""
        if budgets is None:
            for field in self.fields:
                field.note.clear()
            return
        scaled = self._conductor.settings.context.sp_scale == "scaled"
        here = translate("SettingsWindow", "{0} for this model")
        quarter = translate("SettingsWindow", "{0} for this model (a quarter of the threshold at most)")
        half = translate("SettingsWindow", "{0} for this model (half of the total at most)")
        third = translate("SettingsWindow", "{0} for this model (30 % of the total at most)")
        patterns = (quarter, half, third) if scaled else (here, here, here)
        values = (budgets.system_prompt, budgets.skills, budgets.files)
        for field, pattern, value in zip(self.fields, patterns, values, strict=True):
            field.note.setText(pattern.format(f"{value:,}"))
