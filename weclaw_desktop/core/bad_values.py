"""Why a setting does not take a value, as a Text: pydantic's own sentences are English only and name Python's types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, get_args

from annotated_types import Ge, Le
from pydantic import BaseModel

from weclaw_desktop.core.text import Text, text

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_KINDS = {
    "int": "whole_number",
    "float": "number",
    "finite_number": "number",
    "bool": "on_off",
    "string": "words",
    "missing": "missing",
}
"""Start of pydantic's name for an error to the text that tells it; ``*_parsing`` and ``*_type`` are told alike."""


def reason(error: ErrorDetails, model: type[BaseModel]) -> Text:
    """What a value of ``model`` must be where ``error`` was found: its range, its choices, or its kind."""
    kind, told = error["type"], error.get("ctx", {})
    if kind in ("greater_than_equal", "less_than_equal"):
        holder, name = _holder(model, error["loc"])
        return _range(holder.model_fields[name].metadata, told)
    if kind == "literal_error":
        holder, name = _holder(model, error["loc"])
        choices = get_args(holder.model_fields[name].annotation)
        return text("settings.bad.choice", choices=", ".join(map(str, choices)))
    if kind == "multiple_of":
        return text("settings.bad.multiple", step=told["multiple_of"])
    if kind == "share":
        return text("settings.bad.share", low=told["low"], high=told["high"])
    if kind == "none_or":
        return text("settings.bad.none_or", low=_shown(told["low"]), high=_shown(told["high"]))
    if kind == "cap":
        return text("settings.bad.cap", low=_shown(told["low"]), high=_shown(told["high"]))
    found = next((name for start, name in _KINDS.items() if kind.startswith(start)), "form")
    return text(f"settings.bad.{found}")


def _range(rules: Sequence[object], told: dict[str, Any]) -> Text:
    low = next((rule.ge for rule in rules if isinstance(rule, Ge)), told.get("ge"))
    high = next((rule.le for rule in rules if isinstance(rule, Le)), told.get("le"))
    return text("settings.bad.range", low=_shown(low), high=_shown(high))


def _shown(number: Any) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:g}"


def _holder(model: type[BaseModel], place: tuple[int | str, ...]) -> tuple[type[BaseModel], str]:
    """The group that declares the value at ``place``, and the value's name there; numbers and keys only lead on."""
    holder, name = model, ""
    for part in place:
        if part in holder.model_fields:
            name = str(part)
            inner = _group(holder.model_fields[name].annotation)
            holder = inner or holder
    return holder, name


def _group(annotation: object) -> type[BaseModel] | None:
    candidates = (annotation, *get_args(annotation))
    return next((kind for kind in candidates if isinstance(kind, type) and issubclass(kind, BaseModel)), None)
