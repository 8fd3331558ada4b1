"""The registry: built-in strategies, plug-ins, and plug-ins that are broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from weclaw_desktop.context import strategies
from weclaw_desktop.context.engine import ContextEngine
from weclaw_desktop.context.strategies.off import Off
from weclaw_desktop.core.errors import InputError


class Borrowed(Off):
    """A third-party strategy."""

    id = "borrowed"


@dataclass(frozen=True)
class Point:
    """An entry point as importlib.metadata gives it."""

    name: str
    made: object

    def load(self) -> object:
        if isinstance(self.made, Exception):
            raise self.made
        return self.made


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = [
        Point("borrowed", Borrowed),
        Point("broken", ImportError("no module")),
        Point("foreign", dict),
        Point("double", Off),
    ]
    monkeypatch.setattr(strategies, "entry_points", lambda group: points if group == strategies.GROUP else [])
    strategies.names.cache_clear()
    yield
    strategies.names.cache_clear()


def test_the_default_is_adaptive() -> None:
    assert strategies.strategy("").id == "adaptive"
    assert set(strategies.BUILT_IN) <= set(strategies.names())


def test_an_unknown_strategy_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="adaptive, pipeline, layered, truncate, off"):
        strategies.strategy("magic")


@pytest.mark.usefixtures("plugins")
def test_a_plugin_is_found_by_its_id_and_a_broken_one_is_only_named() -> None:
    found, failed = strategies.load_plugins()
    assert list(found) == ["borrowed"]
    assert isinstance(strategies.strategy("borrowed"), ContextEngine)
    assert failed["broken"] == "ImportError: no module"
    assert set(failed) == {"broken", "foreign", "double"}
    assert strategies.names()[-1] == "borrowed"
