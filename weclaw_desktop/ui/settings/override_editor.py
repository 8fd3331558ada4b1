"""The numbers of one model: what is known, where each is from, and the user's own in their place."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QLineEdit, QMenu, QSpinBox, QWidget

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.overriding import in_force, of_model, own_of_model
from weclaw_desktop.core.settings import LEAST_OUTPUT, LEAST_WINDOW, MOST_WINDOW, ModelOverride
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import words
from weclaw_desktop.ui.settings.numbers import Number
from weclaw_desktop.ui.settings.own_fields import OwnFields
from weclaw_desktop.ui.settings.page import told
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label, LinkButton, PillButton, SectionTitle, column, row

translate = QCoreApplication.translate


class OverrideEditor(QWidget):
    """A model is picked, then its numbers can be set, and how its chats are compressed. Empty means "as known"."""

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._filling = False
        self.model = ""
        self.picker = PillButton()
        self.picker.show_arrow()
        self.picker.clicked.connect(self._open)
        self.window_box = Number(0, MOST_WINDOW, 1_024, least=LEAST_WINDOW)
        self.output_box = Number(0, MOST_WINDOW, 256, least=LEAST_OUTPUT)
        self.input_price, self.output_price = _price_box(), _price_box()
        self.currency = QLineEdit()
        self.currency.setMaxLength(3)
        self.currency.setFixedWidth(current().px(64))
        self.reset = LinkButton()
        self.reset.clicked.connect(lambda: self._store(None))
        self.error = Label("", "small", "danger", wrap=True)
        self.error.hide()
        for box in (self.window_box, self.output_box):
            box.setSpecialValueText("–")
            box.valueChanged.connect(self._on_changed)
        for box in (self.input_price, self.output_price):
            box.valueChanged.connect(self._on_changed)
        self.currency.editingFinished.connect(self._on_changed)
        self.own = OwnFields(conductor)
        self.own.changed.connect(self._on_changed)
        self._own_title = SectionTitle()
        self._rows: list[tuple[Label, Label]] = []
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        layout = column(self, gap=tokens.SPACE_S)
        head = row(gap=tokens.SPACE_S)
        head.addWidget(self.picker)
        head.addStretch(1)
        head.addWidget(self.reset)
        layout.addLayout(head)
        grid = QGridLayout()
        grid.setHorizontalSpacing(current().px(tokens.SPACE_M))
        grid.setVerticalSpacing(current().px(tokens.SPACE_S))
        grid.setColumnStretch(2, 1)
        for line, box in enumerate((self.window_box, self.output_box, self.input_price, self.output_price)):
            label, note = Label("", gives=True), Label("", "small", "muted", gives=True)
            grid.addWidget(label, line, 0)
            grid.addWidget(box, line, 1)
            grid.addWidget(note, line, 2)
            self._rows.append((label, note))
        self._currency_label = Label("", gives=True)
        grid.addWidget(self._currency_label, 4, 0)
        grid.addWidget(self.currency, 4, 1)
        layout.addLayout(grid)
        layout.addWidget(self._own_title)
        layout.addWidget(self.own)
        layout.addWidget(self.error)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        said = (
            translate("SettingsWindow", "Window in tokens"),
            translate("SettingsWindow", "Longest answer in tokens"),
            translate("SettingsWindow", "Price of a million tokens read"),
            translate("SettingsWindow", "Price of a million tokens written"),
        )
        boxes: tuple[QSpinBox | QDoubleSpinBox, ...] = (
            self.window_box, self.output_box, self.input_price, self.output_price,
        )  # fmt: skip
        for (label, _), box, words_ in zip(self._rows, boxes, said, strict=True):
            label.setText(words_)
            box.setAccessibleName(words_)
        self._currency_label.setText(translate("SettingsWindow", "Currency of these prices"))
        self.currency.setAccessibleName(self._currency_label.text())
        self.currency.setPlaceholderText("USD")
        self.reset.setText(translate("SettingsWindow", "Take all back"))
        self._own_title.setText(translate("SettingsWindow", "How chats with this model are compressed"))
        self.own.retranslate()
        self.refresh()

    def refresh(self) -> None:
        """Show the model picked, else the one in use."""
        models = self._conductor.models
        wanted = self.model or self._conductor.model
        spec = next((spec for spec in models if spec.id == wanted), models[0] if models else None)
        self.setVisible(spec is not None)
        if spec is None:
            return
        self.model = spec.id
        self.picker.setText(f"{spec.provider} · {i18n.model_title(spec)}")
        self.picker.setAccessibleName(translate("SettingsWindow", "Model: {0}").format(spec.id))
        mine = self._conductor.settings.overrides.get(spec.id, ModelOverride())
        self.reset.setVisible(mine != ModelOverride())
        self._filling = True
        self.window_box.setValue(mine.window)
        self.output_box.setValue(mine.max_output)
        self.input_price.setValue(-1 if mine.price_input is None else mine.price_input)
        self.output_price.setValue(-1 if mine.price_output is None else mine.price_output)
        self.currency.setText(mine.currency)
        self.own.show_values(of_model(mine), in_force(self._conductor.settings))
        self._filling = False
        self._show_known(spec)

    def choose(self, model: str) -> None:
        """Show another model."""
        self.model = model
        self.error.hide()
        self.refresh()

    def _show_known(self, spec: ModelSpec) -> None:
        """What holds now, with its source."""
        now = translate("SettingsWindow", "now {0} · {1}")
        unknown = translate("SettingsWindow", "not known")
        output = f"{spec.max_output:,}" if spec.max_output else unknown
        told_ = (
            now.format(f"{spec.window:,}", words.source(spec.window_source)),
            now.format(output, words.source(spec.output_source)) if spec.max_output else unknown,
            _price_told(spec.price, spec.price.input if spec.price else None),
            _price_told(spec.price, spec.price.output if spec.price else None),
        )
        for (_, note), said in zip(self._rows, told_, strict=True):
            note.setText(said)

    def _on_changed(self) -> None:
        if self._filling or not self.model:
            return
        before = self._conductor.settings.overrides.get(self.model, ModelOverride())
        value = before.model_copy(
            update={
                "window": self.window_box.value(),
                "max_output": self.output_box.value(),
                "price_input": _price_of(self.input_price),
                "price_output": _price_of(self.output_price),
                "currency": self.currency.text().strip().upper(),
            }
        )
        try:
            value = own_of_model(value, self.own.values)
        except KnownError as error:
            self.error.setText(told(error))
            self.error.show()
            return
        if value != before:
            self._store(value)

    def _store(self, value: ModelOverride | None) -> None:
        self._conductor.start(self._save(self.model, value), "set a model's numbers")

    async def _save(self, model: str, value: ModelOverride | None) -> None:
        try:
            await self._conductor.bench.setup.override(model, value)
        except KnownError as error:
            self.error.setText(told(error))
            self.error.show()
        else:
            self.error.hide()
        self.refresh()

    def _open(self) -> None:
        menu = QMenu(self)
        provider = ""
        for spec in self._conductor.models:
            if spec.provider != provider:
                provider = spec.provider
                menu.addSection(provider)
            action = menu.addAction(i18n.model_title(spec))
            action.triggered.connect(lambda _checked=False, name=spec.id: self.choose(name))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.picker.mapToGlobal(self.picker.rect().bottomLeft()))


def _price_box() -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(-1, 1_000_000)
    box.setDecimals(3)
    box.setSpecialValueText("–")
    box.setKeyboardTracking(False)
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    box.setFixedWidth(current().px(110))
    return box


def _price_of(box: QDoubleSpinBox) -> float | None:
    return None if box.value() < 0 else round(box.value(), 3)


def _price_told(price: Price | None, amount: float | None) -> str:
    if price is None or amount is None:
        return translate("SettingsWindow", "not known")
    now = translate("SettingsWindow", "now {0} · {1}").format(f"{amount:g} {price.currency}", price.source)
    return now.removesuffix(" · ")
