"""What a model sends back while it answers, as typed events of one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.text import Text

FinishReason = Literal["stop", "length", "tool_calls", "filtered"]


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More of the thinking; ``signature`` arrives once, with or after its text."""

    text: str
    signature: str | None = None


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A fragment of the call at ``index``: id and name come with the first one, arguments in pieces."""

    index: int
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class SourcesNamed:
    """The web pages that the answer rests on: (address, title) in the order of its numbers; all of them at once."""

    pages: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class UsageReported:
    """The provider's own count, usually at the end."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Reading:
    """A local server reads the prompt: tokens read of all, and an estimate of the seconds left."""

    read: int
    total: int
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class Retrying:
    """The client waits ``seconds`` before the same call is tried again (nothing was output yet)."""

    seconds: float
    reason: Text


@dataclass(frozen=True, slots=True)
class Finished:
    """The answer is whole."""

    reason: FinishReason = "stop"


ModelEvent = TextDelta | ReasoningDelta | CallDelta | SourcesNamed | UsageReported | Reading | Retrying | Finished
