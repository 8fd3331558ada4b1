"""States for tests: a chat with a small counter, at any window."""

from __future__ import annotations

from dataclasses import replace

from tests.context.counting import ByteCounter
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.models import Calibration, ModelSpec
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.settings import Context

PERSONA = PromptSection("persona", "You are a test.")


def model(window: int = 8_192, **fields: object) -> ModelSpec:
    """A model with this window."""
    return ModelSpec("p", "m", window=window, **fields)  # pyright: ignore[reportArgumentType] -- fields of ModelSpec


def state(log: Log, window: int = 8_192, record: Record | None = None, **fields: object) -> State:
    """A state over ``log``; ``fields`` replace whatever a test is about."""
    made = State(
        log=log,
        record=record,
        thresholds=thresholds(window),
        system=(PERSONA,),
        tools=(),
        counter=ByteCounter(),
        calibration=Calibration(),
        language="en",
        settings=Context(),
    )
    return replace(made, **fields)  # pyright: ignore[reportArgumentType] -- fields of State
