"""Grows one response out of stream events: raw text is the truth, joined exactly as it came."""

from __future__ import annotations

from dataclasses import dataclass, field

from weclaw_desktop.core.messages import Part, ReasoningPart, SourcesPart, TextPart, ToolCallPart
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.stream import (
    CallDelta,
    Finished,
    FinishReason,
    ModelEvent,
    ReasoningDelta,
    SourcesNamed,
    TextDelta,
    UsageReported,
)


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class _Passage:
    """A run of text or of thinking, in the order of arrival."""

    thinking: bool
    pieces: list[str] = field(default_factory=list[str])
    signature: str | None = None


class Reply:
    """What a model has said so far in one response."""

    def __init__(self, provider: str = "") -> None:
        self._provider = provider
        self._passages: list[_Passage] = []
        self._calls: dict[int, _Call] = {}
        self._sources: tuple[tuple[str, str], ...] = ()
        self.usage: Usage | None = None
        self.finished: FinishReason | None = None

    def take(self, event: ModelEvent) -> bool:
        """Add one event; True when it holds output that people see."""
        match event:
            case TextDelta(text=text):
                return bool(text) and self._add(text, thinking=False)
            case ReasoningDelta(text=text, signature=signature):
                return bool(text or signature) and self._add(text, thinking=True, signature=signature)
            case CallDelta():
                return self._add_call(event)
            case SourcesNamed(pages=pages):
                self._sources = pages
            case UsageReported(usage=usage):
                self.usage = usage
            case Finished(reason=reason):
                self.finished = reason
            case _:
                pass
        return False

    @property
    def begun(self) -> bool:
        """Whether any output came: after that, a failed call is not repeated by itself."""
        return bool(self._passages or self._calls)

    @property
    def empty(self) -> bool:
        """Whether neither text nor a call came; thinking alone is no answer."""
        spoken = any(piece.strip() for p in self._passages if not p.thinking for piece in p.pieces)
        return not spoken and not self._calls

    def calls(self) -> tuple[ToolCallPart, ...]:
        """The calls as they stand, in the model's order."""
        return tuple(
            ToolCallPart(call.id, call.name, "".join(call.arguments)) for _, call in sorted(self._calls.items())
        )

    def parts(self) -> tuple[Part, ...]:
        """Everything as message parts: thinking and text in the order of arrival, then sources, calls last."""
        parts: list[Part] = []
        for passage in self._passages:
            text = "".join(passage.pieces)
            if passage.thinking:
                parts.append(ReasoningPart(text, passage.signature, self._provider))
            else:
                parts.append(TextPart(text))
        if self._sources:
            parts.append(SourcesPart(self._sources))
        return (*parts, *self.calls())

    def _add(self, text: str, *, thinking: bool, signature: str | None = None) -> bool:
        if not self._passages or self._passages[-1].thinking is not thinking:
            self._passages.append(_Passage(thinking))
        passage = self._passages[-1]
        if text:
            passage.pieces.append(text)
        if signature:
            passage.signature = signature
        return True

    def _add_call(self, event: CallDelta) -> bool:
        call = self._calls.setdefault(event.index, _Call())
        call.id = call.id or event.id
        call.name = call.name or event.name
        if event.arguments:
            call.arguments.append(event.arguments)
        return True
