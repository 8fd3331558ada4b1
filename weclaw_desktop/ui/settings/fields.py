"""Widgets bound to one declared setting each: name and help from the catalogue, range from the declaration.

A change is saved at once. What the settings refuse is said at the field, and the field shows the value in force again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QWidget
from typing_extensions import override

from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.settings import words
from weclaw_desktop.ui.settings.numbers import Number, Share, limits
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label, PillButton, Switch, clear_layout, column, row


class Field(QWidget):
    """Name, help and error of one setting; ``_put`` shows a value, ``_save`` stores one."""

    saved = Signal(str)

    def __init__(self, conductor: Conductor, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self._conductor = conductor
        self._filling = False
        self._label = Label("", gives=True, parent=self)
        self._help = Label("", "small", "muted", gives=True, parent=self)
        self.error = Label("", "small", "danger", wrap=True, selectable=True, parent=self)
        self.error.hide()

    def terms(self) -> str:
        """What the search finds it by."""
        return words.terms(self.key)

    def refresh(self, settings: Settings) -> None:
        """Show the value in force."""
        self._filling = True
        self._put(declared.get(settings, self.key))
        self._filling = False

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._label.setText(words.label(self.key))
        self._help.setText(words.explained(self.key))

    def _put(self, value: object) -> None:
        raise NotImplementedError

    def _save(self, value: object) -> None:
        """Store what the user chose."""
        if self._filling:
            return
        if declared.get(self._conductor.settings, self.key) == value:
            self.error.hide()
            return
        self._conductor.start(self._change(value), f"change {self.key}")

    async def _change(self, value: object) -> None:
        try:
            await self._conductor.bench.settings.change({self.key: value})
        except KnownError as error:
            self.error.setText(i18n.say(error.text))
            self.error.show()
            self.refresh(self._conductor.settings)
            return
        self.error.hide()
        self.saved.emit(self.key)

    def _beside(self, control: QWidget) -> None:
        """Name and help at the left, the control at the right."""
        layout = column(self, gap=2)
        line = row(gap=tokens.SPACE_L)
        told = column(gap=2)
        told.addWidget(self._label)
        told.addWidget(self._help)
        line.addLayout(told, 1)
        line.addWidget(control, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        layout.addLayout(line)
        layout.addWidget(self.error)

    def _above(self, control: QWidget) -> None:
        """Name, control, help, one under the other."""
        layout = column(self, gap=tokens.SPACE_XS)
        layout.addWidget(self._label)
        layout.addWidget(control)
        layout.addWidget(self._help)
        layout.addWidget(self.error)


class SwitchField(Field):
    """On or off."""

    def __init__(self, conductor: Conductor, key: str, parent: QWidget | None = None) -> None:
        super().__init__(conductor, key, parent)
        self.switch = Switch("")
        self.switch.toggled.connect(self._save)
        self._beside(self.switch)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.switch.setAccessibleName(words.label(self.key))

    @override
    def _put(self, value: object) -> None:
        self.switch.setChecked(bool(value))


class ChoiceField(Field):
    """One of a few, side by side."""

    def __init__(self, conductor: Conductor, key: str, *, bare: bool = False, parent: QWidget | None = None) -> None:
        """``bare`` leaves name and help out, where a heading says it already."""
        super().__init__(conductor, key, parent)
        self._pills = QWidget()
        self._flow = Flow(self._pills, gap=tokens.SPACE_S)
        self.buttons: dict[str, PillButton] = {}
        self._bare = bare
        if bare:
            self._label.hide()
            self._help.hide()
            layout = column(self, gap=2)
            layout.addWidget(self._pills)
            layout.addWidget(self.error)
        else:
            self._above(self._pills)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        clear_layout(self._flow)
        self.buttons = {}
        for value, name in words.options(self.key):
            button = PillButton(name, checkable=True, name=i18n.joined((words.label(self.key), name), ": "))
            button.clicked.connect(lambda _checked=False, value=value: self._on_chosen(value))
            self._flow.addWidget(button)
            self.buttons[value] = button
        self.refresh(self._conductor.settings)

    def _on_chosen(self, value: str) -> None:
        self._save(value)
        self.refresh(self._conductor.settings)

    @override
    async def _change(self, value: object) -> None:
        await super()._change(value)
        self.refresh(self._conductor.settings)

    @override
    def _put(self, value: object) -> None:
        for name, button in self.buttons.items():
            button.setChecked(name == value)


class NumberField(Field):
    """A whole number within the declared range."""

    def __init__(
        self,
        conductor: Conductor,
        key: str,
        *,
        unit: str = "",
        least: int = 0,
        step: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(conductor, key, parent)
        low, high, declared_step = limits(key)
        self.box = Number(low, high, step or declared_step, least=least)
        self.box.setSuffix(unit)
        self.box.valueChanged.connect(self._save)
        self._beside(self.box)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.box.setAccessibleName(words.label(self.key))

    @override
    def _put(self, value: object) -> None:
        self.box.setValue(int(cast("int", value)))


class PercentField(Field):
    """A share, shown in percent; 0 means that it does not apply."""

    def __init__(self, conductor: Conductor, key: str, parent: QWidget | None = None) -> None:
        super().__init__(conductor, key, parent)
        self.box = Share()
        self.box.valueChanged.connect(lambda percent: self._save(percent / 100))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType] -- an int
        self._beside(self.box)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.box.setAccessibleName(words.label(self.key))

    @override
    def _put(self, value: object) -> None:
        self.box.setValue(round(float(cast("float", value)) * 100))


class TextField(Field):
    """A line, or with ``tall`` a few lines, saved when the focus leaves it (or at Enter)."""

    def __init__(self, conductor: Conductor, key: str, *, tall: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(conductor, key, parent)
        self.edit: QLineEdit | QPlainTextEdit
        if tall:
            self.edit = _Area(lambda: self._save(self.text()))
            self.edit.setFixedHeight(current().px(84))
        else:
            self.edit = QLineEdit()
            self.edit.editingFinished.connect(lambda: self._save(self.text()))
        self._above(self.edit)

    def text(self) -> str:
        """What is written."""
        return self.edit.toPlainText() if isinstance(self.edit, QPlainTextEdit) else self.edit.text().strip()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.edit.setAccessibleName(words.label(self.key))

    @override
    def _put(self, value: object) -> None:
        if self.text() == str(value):
            return
        if isinstance(self.edit, QPlainTextEdit):
            self.edit.setPlainText(str(value))
        else:
            self.edit.setText(str(value))


class PickerField(Field):
    """One of many, in a menu that is filled when it opens."""

    def __init__(
        self,
        conductor: Conductor,
        key: str,
        choices: Callable[[], list[tuple[str, str]]],
        parent: QWidget | None = None,
    ) -> None:
        """``choices`` gives value and name of each."""
        super().__init__(conductor, key, parent)
        self._choices = choices
        self.button = PillButton()
        self.button.show_arrow()
        self.button.clicked.connect(self._open)
        self._beside(self.button)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.refresh(self._conductor.settings)

    def _open(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chosen = declared.get(self._conductor.settings, self.key)
        for value, name in self._choices():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(value == chosen)
            action.triggered.connect(lambda _checked=False, value=value: self._save(value))
        menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    @override
    def _put(self, value: object) -> None:
        name = next((name for known, name in self._choices() if known == value), str(value))
        self.button.setText(name)
        self.button.setAccessibleName(i18n.joined((words.label(self.key), name), ": "))


class _Area(QPlainTextEdit):
    def __init__(self, left: Callable[[], None]) -> None:
        super().__init__()
        self._left = left
        self.setTabChangesFocus(True)

    @override
    def focusOutEvent(self, e: object) -> None:
        super().focusOutEvent(e)  # pyright: ignore[reportArgumentType] -- a QFocusEvent
        self._left()
