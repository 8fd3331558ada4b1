"""Looks a model up by any of the spellings providers and gateways use: our own tables first, litellm's after.

litellm's table is read as a file; importing the library for it would take seconds. A dated or vendor-prefixed name
(``vendor/known-0813``) is the known model.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from weclaw_desktop.llm.providers import KnownModel, kinds

FILE = "model_prices_and_context_window_backup.json"
SOURCE = "litellm table"

MAKERS = (
    "openai",
    "anthropic",
    "gemini",
    "deepseek",
    "dashscope",
    "moonshot",
    "zai",
    "volcengine",
    "minimax",
    "mistral",
    "xai",
)
"""Whose rows are trusted before those of resellers, who often serve a smaller window."""

KINDS = {
    "openai": "openai",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "deepseek": "deepseek",
    "dashscope": "qwen",
    "moonshot": "moonshot",
    "zai": "zhipu",
    "volcengine": "volcengine",
    "minimax": "minimax",
}
"""Our kind of provider for each of litellm's makers that we have."""

_OPENAI_SPLIT = (272_000, 922_000)
"""Input limits that OpenAI gives beside, not inside, the output limit."""

_SUFFIX = re.compile(r"[-@](?:\d{4}-\d{2}-\d{2}|\d{8}|\d{6}|\d{4}|\d{2}-\d{2}|latest|preview|exp)$")


def lookup(name: str, kind: str = "") -> KnownModel | None:
    """What is known of ``name`` at a provider of ``kind``; prices only when the row is that provider's own."""
    for spelling in spellings(name):
        own = next((k.model(spelling) for k in kinds() if k.kind == kind and k.model(spelling)), None)
        if own is not None:
            return own
        other = _ours().get(spelling.lower()) or _litellms().get(spelling.lower())
        if other is not None:
            return other
    return None


def spellings(name: str) -> Iterator[str]:
    """``name``, then without vendor prefix and tag, then without dates and "latest"; Claude's dots as dashes too."""
    seen: list[str] = []
    bare = name.rsplit("/", 1)[-1]
    for start in (name, bare, bare.split(":", 1)[0]):
        spelling = start
        while spelling and spelling not in seen:
            seen += [spelling, spelling.replace(".", "-")] if "claude" in spelling else [spelling]
            spelling = _SUFFIX.sub("", spelling)
    yield from sorted(seen, key=lambda s: (-len(s), s))


def maker(name: str) -> str:
    """The kind of provider that makes the model with this bare name, "" when the tables do not say."""
    return _made().get(name.lower(), "")


@functools.cache
def _made() -> dict[str, str]:
    """Kinds by lower-case bare name, from litellm's table; the first maker in ``MAKERS`` has a name."""
    found: dict[str, str] = {}
    for key, row in _sorted():
        kind = KINDS.get(str(row.get("litellm_provider")))
        if kind is not None and _row(key, row) is not None:
            found.setdefault(key.rsplit("/", 1)[-1].lower(), kind)
    return found


@functools.cache
def _ours() -> dict[str, KnownModel]:
    """Our rows by lower-case bare name, without prices: those hold at their provider only."""
    found: dict[str, KnownModel] = {}
    for kind in kinds():
        for model in kind.models:
            found.setdefault(model.name.rsplit("/", 1)[-1].lower(), replace(model, prices=()))
    return found


@functools.cache
def _litellms() -> dict[str, KnownModel]:
    """litellm's chat models by lower-case name, with and without prefix; empty when the file is not there."""
    found: dict[str, KnownModel] = {}
    for key, row in _sorted():
        model = _row(key, row)
        if model is not None:
            found.setdefault(key.lower(), model)
            found.setdefault(model.name.lower(), model)
    return found


def _sorted() -> tuple[tuple[str, dict[str, Any]], ...]:
    """litellm's rows, makers' own before resellers'."""
    path = _file()
    if path is None:
        return ()
    raw = cast("dict[str, dict[str, Any]]", json.loads(path.read_text("utf-8")))
    return tuple(sorted(raw.items(), key=lambda item: _rank(item[1])))


def _file() -> Path | None:
    spec = importlib.util.find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(spec.submodule_search_locations[0]) / FILE
    return path if path.is_file() else None


def _row(key: str, row: Mapping[str, Any]) -> KnownModel | None:
    taken, given = _number(row, "max_input_tokens") or _number(row, "max_tokens"), _number(row, "max_output_tokens")
    if row.get("mode") not in ("chat", "responses") or not taken:
        return None
    beside = row.get("litellm_provider") == "openai" and taken in _OPENAI_SPLIT
    return KnownModel(
        name=key.rsplit("/", 1)[-1],
        window=taken + given if beside else taken,
        max_input=taken if beside else 0,
        max_output=given,
        tools=bool(row.get("supports_function_calling")),
        images=bool(row.get("supports_vision")),
        reasoning=bool(row.get("supports_reasoning")),
        source=SOURCE,
    )


def _rank(row: Mapping[str, Any]) -> int:
    maker = row.get("litellm_provider")
    return MAKERS.index(maker) if maker in MAKERS else len(MAKERS)


def _number(row: Mapping[str, Any], key: str) -> int:
    value = row.get(key)
    return int(value) if isinstance(value, int | float) else 0
