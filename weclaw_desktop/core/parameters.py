"""What a chat asks of its model beside the words: temperature, top p, longest answer, how much it thinks.

Empty values leave the choice to the provider. Which of them a provider takes is a matter of its dialect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from weclaw_desktop.core.bad_values import reason
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text

Effort = Literal["", "off", "low", "medium", "high"]
"""How much a model thinks: as it is usual, not at all, little … much."""


class Parameters(BaseModel):
    """One chat's parameters. ``max_output`` is in tokens, 0 for as much as fits."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    temperature: Annotated[float | None, Field(ge=0, le=2, allow_inf_nan=False)] = None
    top_p: Annotated[float | None, Field(ge=0, le=1, allow_inf_nan=False)] = None
    max_output: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    effort: Effort = ""

    def stored(self) -> dict[str, object]:
        """What differs from the usual, as a chat keeps it."""
        return self.model_dump(exclude_defaults=True)


def parameters(stored: Mapping[str, Any]) -> Parameters:
    """The parameters that a chat keeps; a value that cannot be is left out, the others count."""
    good: dict[str, Any] = {}
    for name in Parameters.model_fields:
        if name in stored:
            try:
                Parameters.model_validate({name: stored[name]})
            except ValidationError:
                continue
            good[name] = stored[name]
    return Parameters.model_validate(good)


def checked(values: Mapping[str, Any]) -> Parameters:
    """Parameters that somebody typed. Raises InputError with the first one that cannot be, and what it takes."""
    try:
        return Parameters.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(
            text("settings.bad_value", key=str(first["loc"][0]), reason=reason(first, Parameters))
        ) from error
