"""The providers this program knows: addresses, regions, models, windows and prices, read from ``resources/providers``.

Figures carry their source, because people must be able to see whether a number was looked up or is old. Everything
may be overridden by the user; a server's own report and limits learnt from errors stand above these tables.
"""

from __future__ import annotations

import functools
import ipaddress
import json
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.models import Price, Usage
from weclaw_desktop.core.settings import ProviderEntry
from weclaw_desktop.core.text import Language, Text, text
from weclaw_desktop.resource_files import resource

ORDER = (
    "openai",
    "anthropic",
    "gemini",
    "deepseek",
    "qwen",
    "moonshot",
    "zhipu",
    "openrouter",
    "ollama",
    "lmstudio",
    "siliconflow",
    "volcengine",
    "hunyuan",
    "minimax",
    "compatible",
    "local",
)
"""Kinds in the order that settings show."""


@dataclass(frozen=True, slots=True)
class Region:
    """One of a provider's places; keys of one are refused by the others."""

    id: str
    label: str
    label_zh: str
    base_url: str

    def title(self, language: Language = "en") -> str:
        """The region's name for people."""
        return self.label_zh if language == "zh" else self.label

    @property
    def called(self) -> str | Text:
        """The region's name as a parameter of a sentence."""
        return _named(self.label, self.label_zh)


@dataclass(frozen=True, slots=True)
class RegionPrice:
    """A price that holds in one region ("" in all)."""

    region: str
    price: Price


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model as a table knows it; limits in tokens, 0 where nothing is known. ``source`` says where they are from."""

    name: str
    window: int
    max_input: int = 0
    max_output: int = 0
    tools: bool = True
    images: bool = False
    reasoning: bool = False
    label: str = ""
    source: str = ""
    prices: tuple[RegionPrice, ...] = ()

    def price(self, region: str) -> Price | None:
        """The price in ``region``; None when only other regions' prices (in other money) are known."""
        return next((p.price for p in self.prices if p.region in ("", region)), None)


@dataclass(frozen=True, slots=True)
class ProviderKind:
    """One kind of provider. ``dialect`` names its rules in ``llm.dialects``; ``key_url`` is where keys are made."""

    kind: str
    label: str
    label_zh: str
    dialect: str
    key_url: str
    needs_key: bool
    local: bool
    regions: tuple[Region, ...]
    models: tuple[KnownModel, ...]

    def title(self, language: Language = "en") -> str:
        """The provider's name for people."""
        return self.label_zh if language == "zh" else self.label

    @property
    def called(self) -> str | Text:
        """The provider's name as a parameter of a sentence."""
        return _named(self.label, self.label_zh)

    def region(self, identifier: str) -> Region:
        """The region called ``identifier``, else the first."""
        return next((region for region in self.regions if region.id == identifier), self.regions[0])

    def others(self, identifier: str) -> tuple[Region, ...]:
        """The other regions, whose keys would be refused here."""
        here = self.region(identifier)
        return tuple(region for region in self.regions if region.id != here.id)

    def model(self, name: str) -> KnownModel | None:
        """The table's row for ``name``."""
        return next((model for model in self.models if model.name == name), None)


@functools.cache
def kinds() -> tuple[ProviderKind, ...]:
    """All kinds, in the order of ``ORDER``."""
    return tuple(_kind(json.loads(resource("providers", f"{name}.json").read_text("utf-8"))) for name in ORDER)


def kind_of(name: str) -> ProviderKind:
    """The kind called ``name``. Raises InputError that lists the kinds."""
    found = next((kind for kind in kinds() if kind.kind == name), None)
    if found is None:
        raise InputError(text("llm.unknown_provider", kind=name, known=", ".join(ORDER)))
    return found


def address_of(entry: ProviderEntry) -> str:
    """The base URL of a configured provider without a trailing slash. Raises InputError when it has none."""
    address = (entry.base_url or kind_of(entry.kind).region(entry.region).base_url).strip().rstrip("/")
    if not address:
        raise InputError(text("llm.no_address", provider=entry.name))
    return address if "://" in address else f"http://{address}"


def is_loopback(address: str) -> bool:
    """Whether an address is this computer."""
    host = urlsplit(address).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def cost(usage: Usage, price: Price | None) -> float | None:
    """What a call cost in ``price.currency``; None without a price.

    Above the price step the whole prompt is charged at the dearer rate, cached tokens in proportion.
    """
    if price is None:
        return None
    rate = price.input
    if price.step and usage.prompt >= price.step and price.step_input is not None:
        rate = price.step_input
    dearer = rate / price.input if price.input else 1.0
    read = rate if price.cache_read is None else price.cache_read * dearer
    write = rate if price.cache_write is None else price.cache_write * dearer
    plain = max(0, usage.prompt - usage.cached - usage.cache_written)
    total = plain * rate + usage.cached * read + usage.cache_written * write + usage.completion * price.output
    return total / 1_000_000


def _kind(raw: dict[str, Any]) -> ProviderKind:
    return ProviderKind(
        kind=raw["kind"],
        label=raw["label"],
        label_zh=raw["label_zh"],
        dialect=raw["dialect"],
        key_url=raw["key_url"],
        needs_key=raw["needs_key"],
        local=raw["local"],
        regions=tuple(Region(**region) for region in raw["regions"]),
        models=tuple(_model(model) for model in raw["models"]),
    )


def _model(raw: dict[str, Any]) -> KnownModel:
    plain: dict[str, Any] = {key: value for key, value in raw.items() if key != "prices"}
    return KnownModel(**plain, prices=tuple(_price(price) for price in cast("list[dict[str, Any]]", raw["prices"])))


def _price(raw: dict[str, Any]) -> RegionPrice:
    return RegionPrice(raw.get("region", ""), Price(**{key: value for key, value in raw.items() if key != "region"}))


def called(name: str, kind: ProviderKind) -> str | Text:
    """What people call the configured provider ``name``: its maker; its own name where many share one kind."""
    return name if kind.kind == "compatible" else kind.called


def _named(english: str, chinese: str) -> str | Text:
    return english if english == chinese else text("llm.named", en=english, zh=chinese)
