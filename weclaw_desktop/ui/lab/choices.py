"""What is played: pills with lists to pick from, several values where a comparison makes sense."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from weclaw_desktop.core.text import compact, text
from weclaw_desktop.services.lab.table import summary_title
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import PillButton

WINDOWS = (8_192, 16_384, 32_768, 65_536, 131_072, 200_000, 1_000_000)
PROFILES = ("economy", "balanced", "long")
translate = QCoreApplication.translate
T = TypeVar("T")


class Choices(QWidget):
    """Source, windows, profiles, summaries and prices. ``changed`` says that something else is to be played."""

    changed = Signal()
    chat_wanted = Signal()
    file_wanted = Signal()

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self.windows: list[int] = [0]
        self.profiles: list[str] = []
        self.summarizers: list[str] = ["none"]
        self.price = ""
        """Id of the model whose price holds, "" for the chat's own."""
        self.own_profile = "balanced"
        self.own_window = 0
        self.source = ""
        """Name of a file, "" for the open chat."""
        self.pills: dict[str, PillButton] = {}
        flow = Flow(self, gap=tokens.SPACE_S)
        fills: tuple[tuple[str, Callable[[QMenu], None]], ...] = (
            ("source", self._fill_source),
            ("window", self._fill_windows),
            ("profile", self._fill_profiles),
            ("summary", self._fill_summaries),
            ("price", self._fill_prices),
        )
        for name, fill in fills:
            pill = PillButton()
            pill.show_arrow()
            pill.clicked.connect(partial(self._drop, pill, fill))
            self.pills[name] = pill
            flow.addWidget(pill)

    @property
    def chosen_profiles(self) -> list[str]:
        """The profiles that are played, the chat's own when none was picked."""
        return self.profiles or [self.own_profile]

    def retranslate(self) -> None:
        """Words in the language of the window."""
        own = translate("Lab", "as the model")
        windows = i18n.joined(compact(window) if window else own for window in self.windows)
        if self.windows == [0] and self.own_window:
            windows = compact(self.own_window)
        profiles = i18n.joined(i18n.say(text(f"lab.profile.{name}")) for name in self.chosen_profiles)
        said = {
            "source": translate("Lab", "Chat: this one")
            if not self.source
            else translate("Lab", "File: {0}").format(self.source),
            "window": translate("Lab", "Window {0}").format(windows),
            "profile": profiles,
            "summary": translate("Lab", "Summaries: {0}").format(i18n.joined(map(self._summary, self.summarizers))),
            "price": translate("Lab", "Prices: {0}").format(self._price()),
        }
        names = {
            "source": translate("Lab", "What is played: {0}"),
            "window": translate("Lab", "Windows: {0}"),
            "profile": translate("Lab", "Profiles: {0}"),
            "summary": "{0}",
            "price": "{0}",
        }
        for name, pill in self.pills.items():
            pill.setText(said[name])
            pill.setAccessibleName(names[name].format(said[name]))
            pill.setToolTip(pill.accessibleName())

    def _summary(self, name: str) -> str:
        if name == "none":
            return translate("Lab", "none")
        return i18n.say(summary_title(name)) if name == "scripted" else self._conductor.model_title(name)

    def _price(self) -> str:
        model = self.price or self._conductor.model
        spec = next((spec for spec in self._conductor.models if spec.id == model), None)
        if spec is None or spec.price is None:
            return translate("Lab", "not known")
        return self._conductor.model_title(model)

    def _drop(self, pill: PillButton, fill: Callable[[QMenu], None], _checked: bool = False) -> None:
        menu = QMenu(self)
        menu.setAccessibleName(pill.accessibleName())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.setToolTipsVisible(True)
        fill(menu)
        menu.popup(pill.mapToGlobal(pill.rect().bottomLeft()))

    def _fill_source(self, menu: QMenu) -> None:
        menu.addAction(translate("Lab", "The open chat"), self.chat_wanted.emit)
        menu.addAction(translate("Lab", "A file…"), self.file_wanted.emit)

    def _fill_windows(self, menu: QMenu) -> None:
        own = translate("Lab", "The model's own")
        for window in (0, *WINDOWS):
            self._several(menu, compact(window) if window else own, window, self.windows, 0)

    def _fill_profiles(self, menu: QMenu) -> None:
        self.profiles = self.chosen_profiles
        for name in PROFILES:
            self._several(menu, i18n.say(text(f"lab.profile.{name}")), name, self.profiles, self.own_profile)

    def _fill_summaries(self, menu: QMenu) -> None:
        self._several(menu, translate("Lab", "None: by code only"), "none", self.summarizers, "none")
        menu.addSection(translate("Lab", "By a model, which is really asked"))
        for spec in self._conductor.models:
            self._several(menu, i18n.model_title(spec), spec.id, self.summarizers, "none")

    def _several(self, menu: QMenu, said: str, value: T, chosen: list[T], last: T) -> None:
        action = QAction(said.replace("&", "&&"), menu, checkable=True)
        action.setChecked(value in chosen)

        def toggle(on: bool) -> None:
            chosen.append(value) if on else chosen.remove(value)
            if not chosen:
                chosen.append(last)
            self.retranslate()
            self.changed.emit()

        action.toggled.connect(toggle)
        menu.addAction(action)

    def _fill_prices(self, menu: QMenu) -> None:
        group = QActionGroup(menu)
        for model, said in (
            ("", translate("Lab", "The chat's model")),
            *((spec.id, i18n.model_title(spec)) for spec in self._conductor.models if spec.price is not None),
        ):
            action = QAction(said.replace("&", "&&"), menu, checkable=True)
            action.setChecked(model == self.price)
            action.triggered.connect(lambda _=False, model=model: self._choose_price(model))
            group.addAction(action)
            menu.addAction(action)

    def _choose_price(self, model: str) -> None:
        self.price = model
        self.retranslate()
        self.changed.emit()
