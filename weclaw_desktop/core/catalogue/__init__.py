"""The one English and Chinese catalogue behind ``core.text``, split by who speaks.

Each module holds ``ENTRIES: dict[key, (English, Chinese)]``; keys start with the module's name and a dot.
"""

from __future__ import annotations

from weclaw_desktop.core.catalogue import (
    advisor,
    cli,
    context,
    engine,
    exchange,
    lab,
    llm,
    local,
    reading,
    services,
    settings,
    setup,
    storage,
    system,
    tools,
    workspace,
    xray,
)
from weclaw_desktop.core.text import Language

MODULES = (
    *(advisor, cli, context, engine, exchange, lab, llm, local, reading),
    *(services, settings, setup, storage, system, tools, workspace, xray),
)
ENTRIES: dict[str, tuple[str, str]] = {key: pair for module in MODULES for key, pair in module.ENTRIES.items()}


def entry(key: str, language: Language) -> str | None:
    """The pattern of ``key`` in ``language``, or None when the catalogue has no such key."""
    pair = ENTRIES.get(key)
    return None if pair is None else pair[1 if language == "zh" else 0]
