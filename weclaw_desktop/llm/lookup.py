"""Finds a model by what people type: ``provider/name``, or a bare name when only one provider has it."""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.text import text

SHOWN = 5
"""Names listed in an error."""


def find(name: str, specs: Sequence[ModelSpec]) -> ModelSpec:
    """The one model called ``name``. Raises InputError that says what to type instead."""
    exact = [spec for spec in specs if spec.id == name]
    if exact:
        return exact[0]
    bare = [spec for spec in specs if spec.name == name]
    if len(bare) == 1:
        return bare[0]
    if bare:
        raise InputError(text("llm.ambiguous_model", name=name, known=_names(bare)))
    if not specs:
        raise InputError(text("llm.no_models", name=name))
    raise InputError(text("llm.unknown_model", name=name, known=_names(_nearest(name, specs))))


def _nearest(name: str, specs: Sequence[ModelSpec]) -> list[ModelSpec]:
    """Models whose name shares something with ``name`` first."""
    wanted = name.lower().rsplit("/", 1)[-1]
    return sorted(specs, key=lambda spec: wanted not in spec.name.lower() and spec.name.lower() not in wanted)


def _names(specs: Sequence[ModelSpec]) -> str:
    return ", ".join(spec.id for spec in specs[:SHOWN])
