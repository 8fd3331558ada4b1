"""The first three steps of a new profile: how it looks, who answers, which model is usual. Each can be skipped.

Nothing is asked twice: with a model at hand the chat is shown at once, and the steps begin only where none is.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QScrollArea, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.events import SettingsSaved
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.models.picker import able, price
from weclaw_desktop.ui.settings.fields import ChoiceField
from weclaw_desktop.ui.slots import WelcomePage
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.welcome.welcome import Welcome
from weclaw_desktop.ui.widgets import Button, Label, clear_layout, column, row

translate = QCoreApplication.translate
LOOK, WHO, MODEL = range(3)
WIDTH = 620
OFFERED = 8
"""Models that the last step lists; the picker in the header has all of them."""


class FirstRun(WelcomePage):
    """Shown in the empty chat while ``wanted``. Its steps are made when they are first seen: most profiles never do."""

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._skipped = False
        self._begun = not conductor.model
        self._made = False
        conductor.models_changed.connect(self._on_models)

    def _make(self) -> None:
        self._made, conductor = True, self._conductor
        self.look, self.welcome, self.model = _Look(conductor), Welcome(conductor), _Usual(conductor)
        self._steps = QStackedWidget()
        for step in (self.look, self.welcome, self.model):
            self._steps.addWidget(step)
        self._names = [Label("", "small", "muted", bold=True) for _ in range(3)]
        self.skip, self.back, self.next = Button("", "link"), Button("", "secondary"), Button("", "primary")
        self._lay_out()
        self.skip.clicked.connect(self._on_skip)
        self.back.clicked.connect(lambda: self.go(self.step - 1))
        self.next.clicked.connect(self._on_next)
        self.retranslate()

    @property
    @override
    def wanted(self) -> bool:
        """No model yet, or one came while the steps were gone through."""
        return not self._skipped and (not self._conductor.model or (self._begun and self.step == MODEL))

    @property
    def step(self) -> int:
        """The step shown, from 0."""
        return self._steps.currentIndex() if self._made else LOOK

    def go(self, step: int) -> None:
        """Show a step."""
        self._steps.setCurrentIndex(step)
        self.model.refresh()
        for number, name in enumerate(self._names):
            name.set_tone("accent" if number == step else "muted")
        self.back.setVisible(step != LOOK)
        self.next.setVisible(step != WHO or bool(self._conductor.model))
        self.retranslate()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        said = (translate("Welcome", "Look"), translate("Welcome", "Who answers"), translate("Welcome", "Usual model"))
        self._said = said
        self._fit_names()
        self.setAccessibleName(translate("Welcome", "Step {0} of 3: {1}").format(self.step + 1, said[self.step]))
        self.skip.setText(translate("Welcome", "Skip"))
        self.back.setText(translate("Welcome", "Back"))
        self.next.setText(
            translate("Welcome", "Start chatting") if self.step == MODEL else translate("Welcome", "Next")
        )
        self.look.retranslate()
        self.model.retranslate()

    def _fit_names(self) -> None:
        """Name the steps; where there is no room only the one shown."""
        for number, (label, name) in enumerate(zip(self._names, self._said, strict=True), 1):
            label.setText(f"{number}  {name}")
        wanted = sum(label.sizeHint().width() for label in self._names) + 4 * current().px(tokens.SPACE_XL)
        if self.isVisible() and wanted > self.width():
            for number, label in enumerate(self._names, 1):
                if number - 1 != self.step:
                    label.setText(str(number))

    @override
    def setVisible(self, visible: bool) -> None:
        if visible and not self._made:
            self._make()
        super().setVisible(visible)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._made:
            self._fit_names()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_names()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._made:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange and self._made:
            self._fit_names()

    def _lay_out(self) -> None:
        steps = row(gap=tokens.SPACE_XL, margins=(24, 16, 24, 0))
        steps.addStretch(1)
        for label in self._names:
            steps.addWidget(label)
        steps.addStretch(1)
        buttons = row(gap=tokens.SPACE_S)
        inner = QWidget()
        inner.setMaximumWidth(current().px(WIDTH))
        inner.setLayout(buttons)
        buttons.addWidget(self.skip)
        buttons.addStretch(1)
        buttons.addWidget(self.back)
        buttons.addWidget(self.next)
        across = row(margins=(24, 0, 24, 12))
        across.addStretch(1)
        across.addWidget(inner, 1_000)
        across.addStretch(1)
        layout = column(self, gap=0)
        layout.addLayout(steps)
        layout.addWidget(self._steps, 1)
        layout.addLayout(across)
        self.go(LOOK)

    def _on_next(self) -> None:
        if self.step != MODEL:
            self.go(self.step + 1)
            return
        self._begun = False
        self._conductor.start(self._use(self.model.chosen), "choose the usual model")

    async def _use(self, model: str) -> None:
        if model:
            await self._conductor.bench.settings.change({"general.model": model})
        self._skipped = True
        self.over.emit()

    def _on_skip(self) -> None:
        self._skipped = True
        self.over.emit()

    def _on_models(self) -> None:
        if self._begun and not self._skipped and self._conductor.model and self.step != MODEL:
            if not self._made:
                self._make()
            self.go(MODEL)
        if self._made:
            self.model.refresh()


class _Step(QScrollArea):
    """A title, a line, and what is chosen, in the middle."""

    def __init__(self) -> None:
        super().__init__()
        content = QWidget()
        content.setObjectName("content")
        self.title, self.line = Label("", "title", bold=True, wrap=True), Label("", "body", "muted", wrap=True)
        inner = QWidget()
        inner.setMaximumWidth(current().px(WIDTH))
        self.body: QVBoxLayout = column(inner, gap=tokens.SPACE_M)
        for label in (self.title, self.line):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self.body.addWidget(label)
        across = row()
        across.addStretch(1)
        across.addWidget(inner, 1_000)
        across.addStretch(1)
        outer = column(content, margins=(24, 24, 24, 24))
        outer.addStretch(2)
        outer.addLayout(across)
        outer.addStretch(3)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class _Look(_Step):
    """Language and theme; both act at once."""

    def __init__(self, conductor: Conductor) -> None:
        super().__init__()
        self._conductor = conductor
        self.language, self.theme = (
            ChoiceField(conductor, "general.language"),
            ChoiceField(conductor, "appearance.theme"),
        )
        for field in (self.language, self.theme):
            self.body.addWidget(field)
        conductor.bridge.settings_saved.connect(self._on_saved)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.title.setText(translate("Welcome", "Welcome to WeClaw"))
        self.line.setText(translate("Welcome", "Three steps, and each can be changed later in the settings."))
        for field in (self.language, self.theme):
            field.retranslate()
        self._refresh()

    def _on_saved(self, event: SettingsSaved) -> None:
        del event
        self._refresh()

    def _refresh(self) -> None:
        for field in (self.language, self.theme):
            field.refresh(self._conductor.settings)


class _Usual(_Step):
    """Which of the models answers in new chats."""

    def __init__(self, conductor: Conductor) -> None:
        super().__init__()
        self._conductor = conductor
        self._group = QButtonGroup(self)
        self._list = column(gap=tokens.SPACE_XS)
        self.body.addLayout(self._list)
        self._shown: tuple[str, ...] = ()

    @property
    def chosen(self) -> str:
        """The model that is marked, "" when there is none."""
        button = self._group.checkedButton()
        return "" if button is None else str(button.property("model"))

    def refresh(self) -> None:
        """List the models that can be chosen now."""
        models = self._conductor.models[:OFFERED]
        if tuple(spec.id for spec in models) == self._shown and self._list.count():
            return
        self._shown = tuple(spec.id for spec in models)
        clear_layout(self._list)
        for spec in models:
            button = QRadioButton(i18n.model_title(spec).replace("&", "&&"))
            button.setProperty("model", spec.id)
            button.setChecked(spec.id == self._conductor.model)
            self._group.addButton(button)
            told = " · ".join(part for part in (*able(spec), price(spec.price, local=spec.local)) if part)
            line = Label(told, "small", "muted", wrap=True)
            line.setContentsMargins(current().px(24), 0, 0, current().px(6))
            button.setAccessibleDescription(told)
            self._list.addWidget(button)
            self._list.addWidget(line)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.title.setText(translate("Welcome", "Which model answers in new chats?"))
        self.line.setText(translate("Welcome", "Every chat can have another one."))
        self._shown = ()
        self.refresh()
