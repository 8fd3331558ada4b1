"""Every model that can be chosen, favourites first: name, window, price, what it can do and where it runs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.widgets.finder import Choice, Finder

translate = QCoreApplication.translate
SETTINGS = "settings:models"
_SIGNS = {"USD": "$", "CNY": "¥", "EUR": "€", "GBP": "£"}


class ModelPicker(Finder):
    """Calls ``choose`` with the id of the model taken."""

    def __init__(self, window: QWidget, conductor: Conductor, choose: Callable[[str], None], current: str = "") -> None:
        self._conductor, self._choose = conductor, choose
        self._current = current or conductor.model
        super().__init__(
            window,
            translate("ModelPicker", "Choose a model"),
            translate("ModelPicker", "Search models…"),
            self._offered(),
            width=620,
        )
        self.chosen.connect(self._on_chosen)
        self.starred.connect(self._on_starred)
        conductor.models_changed.connect(self._on_models)

    def _offered(self) -> list[Choice]:
        return offered(self._conductor.models, self._conductor.settings.favourites, self._current)

    def _on_models(self) -> None:
        self.show_choices(self._offered())

    def _on_starred(self, model: str) -> None:
        self._conductor.start(self._conductor.bench.settings.star(model), "star a model")

    def _on_chosen(self, name: str) -> None:
        if name == SETTINGS:
            self._conductor.settings_wanted.emit("models")
        else:
            self._choose(name)


def offered(models: tuple[ModelSpec, ...], favourites: tuple[str, ...], current: str) -> list[Choice]:
    """The lines of the picker: favourites, then every provider's models, then the way to more."""
    by_id = {spec.id: spec for spec in models}
    starred = [by_id[name] for name in favourites if name in by_id]
    first = translate("ModelPicker", "Favourites")
    lines = [_choice(spec, first, starred=True, chosen=spec.id == current) for spec in starred]
    rest = [spec for spec in models if spec.id not in favourites]
    lines += [_choice(spec, _provider(spec), starred=False, chosen=spec.id == current) for spec in rest]
    return [*lines, Choice(SETTINGS, translate("ModelPicker", "Models and keys…"), section=" ")]


def able(spec: ModelSpec) -> list[str]:
    """What a model can do and where it runs, in words."""
    found = [translate("ModelPicker", "on this computer") if spec.local else _provider(spec)]
    if spec.images:
        found.append(translate("ModelPicker", "sees pictures"))
    if spec.tools:
        found.append(translate("ModelPicker", "uses tools"))
    if spec.reasoning:
        found.append(translate("ModelPicker", "thinks"))
    return found


def price(value: Price | None, *, local: bool = False) -> str:
    """Input and output price per million tokens; what runs here costs nothing."""
    if local:
        return translate("ModelPicker", "free")
    if value is None:
        return ""
    sign = _SIGNS.get(value.currency, f"{value.currency} ")
    told = f"{sign}{value.input:g} / {sign}{value.output:g}"
    return translate("ModelPicker", "{0} per million tokens").format(told)


def _choice(spec: ModelSpec, section: str, *, starred: bool, chosen: bool) -> Choice:
    guessed = translate("ModelPicker", "guessed") if spec.window_source == "guessed" else ""
    window = f"{compact(spec.window)} ({guessed})" if guessed else compact(spec.window)
    return Choice(
        spec.id,
        i18n.model_title(spec),
        "  ".join(part for part in (window, price(spec.price, local=spec.local)) if part),
        " · ".join(able(spec)),
        section,
        f"{spec.id} {' '.join(able(spec))}",
        starred,
        chosen,
    )


def _provider(spec: ModelSpec) -> str:
    label = spec.provider_called
    return label if isinstance(label, str) else i18n.say(label)
