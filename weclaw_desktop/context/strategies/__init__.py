"""Strategies a user can choose, by id: built-in ones and plug-ins (entry point group ``weclaw_desktop.strategies``).

A strategy is one file with one ``ContextEngine``, one line here (or one entry point), and passes the contract test
that runs over all of them. A plug-in that cannot be loaded is left out and named, never a reason not to start; one that
fails later costs nobody a reply (``plugged``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points

from weclaw_desktop.context.engine import ContextEngine
from weclaw_desktop.context.strategies.adaptive import Adaptive
from weclaw_desktop.context.strategies.layered import Layered
from weclaw_desktop.context.strategies.off import Off
from weclaw_desktop.context.strategies.pipeline import Pipeline
from weclaw_desktop.context.strategies.plugged import Plugged
from weclaw_desktop.context.strategies.truncate import Truncate
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text

GROUP = "weclaw_desktop.strategies"
DEFAULT = "adaptive"

BUILT_IN: dict[str, Callable[[], ContextEngine]] = {
    "adaptive": Adaptive,
    "pipeline": Pipeline,
    "layered": Layered,
    "truncate": Truncate,
    "off": Off,
}


def load_plugins() -> tuple[dict[str, ContextEngine], dict[str, str]]:
    """Strategies of installed plug-ins by id, and why others could not be loaded (entry point name → reason)."""
    found: dict[str, ContextEngine] = {}
    failed: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        try:
            made: object = point.load()()
        except Exception as error:  # noqa: BLE001 - the plug-in border: any failure of a stranger's code is only told
            failed[point.name] = f"{type(error).__name__}: {error}"
            continue
        if isinstance(made, ContextEngine) and made.id and made.id not in BUILT_IN:
            found[made.id] = Plugged(made)
        else:
            failed[point.name] = "not a ContextEngine with an id of its own"
    return found, failed


@cache
def names() -> tuple[str, ...]:
    """Ids of all strategies that can be chosen: built-in ones first. What is installed does not change while we run."""
    return (*BUILT_IN, *load_plugins()[0])


def strategy(name: str) -> ContextEngine:
    """The strategy with this id ("" is the default). Raises InputError that lists the known ones."""
    made = BUILT_IN.get(name or DEFAULT)
    if made is not None:
        return made()
    plugins = load_plugins()[0]
    if name in plugins:
        return plugins[name]
    raise InputError(text("engine.unknown_strategy", name=name, known=", ".join((*BUILT_IN, *plugins))))
