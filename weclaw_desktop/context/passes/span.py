"""The stretch of the log that a pass may shorten, with everything passes ask of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.core.messages import Log, Message, ToolCallPart, ToolResultPart
from weclaw_desktop.core.ports import Counter, OneLiner
from weclaw_desktop.core.records import Replacement
from weclaw_desktop.core.text import Language


def _none() -> Mapping[str, OneLiner]:
    return {}


@dataclass(frozen=True, slots=True)
class Span:
    """``log[start:end]`` is shown and may be shortened; ``log[end:]`` is the tail and stays; earlier messages are cut.

    ``answered`` maps a tool message's place to the call it answers. ``previous`` are replacements already in force:
    their bytes do not change, so that the provider's prefix cache holds.
    """

    log: Log
    start: int
    end: int
    answered: Mapping[int, ToolCallPart]
    counter: Counter
    cache: EngineCache
    language: Language
    previous: tuple[Replacement, ...] = ()
    one_liners: Mapping[str, OneLiner] = field(default_factory=_none)

    def results(self, start: int, end: int) -> Iterator[tuple[int, Message, ToolResultPart]]:
        """Tool results of ``log[start:end]`` that a request shows: place, message, result."""
        for place in range(start, min(end, len(self.log))):
            message = self.log[place]
            if message.role != "tool" or message.excluded:
                continue
            result = message.result
            if result is not None:
                yield place, message, result

    def saving(self, message: Message, text: str) -> int:
        """Uncalibrated tokens saved by showing ``text`` instead of the message's result; negative when it is longer."""
        return self.counter.message(message) - self.counter.text(text) - 12


def shown(message: Message, result: ToolResultPart) -> str:
    """What a request shows of a result when nothing replaces it."""
    return result.text if message.intake is None or message.intake.text is None else message.intake.text
