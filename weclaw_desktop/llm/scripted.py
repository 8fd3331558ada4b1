"""Models that say what a script tells them: for ``--demo``, for ``replay --summarizer scripted`` and for tests.

They are small real models behind the same port as any provider, ship with the program and need no network. A reply
that was enqueued is given first; without one, ``answer`` makes a reply from the request.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Literal

from weclaw_desktop.core.errors import ModelError
from weclaw_desktop.core.messages import Part, TextPart
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.ports import ChatModel, Counter
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.stream import (
    CallDelta,
    Finished,
    FinishReason,
    ModelEvent,
    ReasoningDelta,
    TextDelta,
    UsageReported,
)
from weclaw_desktop.llm.lookup import find
from weclaw_desktop.llm.scripted_text import summarise, title_of
from weclaw_desktop.llm.tokens import counter_for

TICK_S = 0.04
"""Seconds between batches of a timed stream; the client's own limit is 50 ms."""

CHUNK = 4
"""Characters of one streamed piece, about a token."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model does once: emit ``events``, then fail with ``error`` if there is one.

    ``usage`` None: counted from request and reply. ``delay_s`` passes before the first event.
    """

    events: tuple[ModelEvent, ...] = ()
    error: ModelError | None = None
    usage: Usage | None = None
    finish: FinishReason = "stop"
    delay_s: float = 0.0


Answer = Callable[[ModelRequest], "Reply | str"]


def say(
    text: str = "",
    *calls: tuple[str, Mapping[str, object]],
    reasoning: str = "",
    error: ModelError | None = None,
    usage: Usage | None = None,
    delay_s: float = 0.0,
) -> Reply:
    """A reply with thinking, text and tool calls ``(name, arguments)``, in pieces as a provider would stream them."""
    events: list[ModelEvent] = [ReasoningDelta(piece) for piece in _pieces(reasoning)]
    events.extend(TextDelta(piece) for piece in _pieces(text))
    for index, (name, arguments) in enumerate(calls):
        events.append(CallDelta(index, id=f"call_{index}", name=name))
        raw = json.dumps(arguments, ensure_ascii=False)
        events.extend(CallDelta(index, arguments=piece) for piece in _pieces(raw))
    return Reply(tuple(events), error, usage, "tool_calls" if calls else "stop", delay_s)


def answer_anything(request: ModelRequest) -> Reply | str:
    """The default: a summary made of the request's own sentences, a title of its first words, or a short reply."""
    asked = next((_text(m.parts) for m in reversed(request.messages) if m.role == "user"), "")
    if request.purpose == "summary":
        return summarise(asked)
    if request.purpose == "title":
        return title_of(asked)
    return f"You said: {asked[:200]}"


class ScriptedModel:
    """``core.ports.ChatModel`` that plays ``enqueue``d replies and remembers every request in ``history``.

    ``rate`` is in tokens (about 4 characters) per second, 0 for as fast as the reader takes them. Reported prompt
    sizes are ``usage_factor`` × the offline count, to play a provider whose tokenizer is another.
    """

    def __init__(
        self,
        spec: ModelSpec | None = None,
        *,
        answer: Answer = answer_anything,
        rate: float = 0.0,
        usage_factor: float = 1.0,
    ) -> None:
        self._spec = spec or ModelSpec("demo", "scripted", 32_768, "table", max_output=4_096, output_source="table")
        self._answer = answer
        self._queue: deque[Reply | str | ModelError | Answer] = deque()
        self.rate = rate
        self.usage_factor = usage_factor
        self.history: list[ModelRequest] = []
        self.warmed: list[ModelRequest] = []
        self.running = 0
        """Streams open now."""
        self.cancelled = 0
        """Streams closed by the reader before their end."""

    @property
    def spec(self) -> ModelSpec:
        """What is known of the model."""
        return self._spec

    def change_spec(self, **fields: object) -> None:
        """Replace fields of the spec, as a learnt limit does."""
        self._spec = replace(self._spec, **fields)  # pyright: ignore[reportArgumentType] -- dataclass replace checks names at run time

    def enqueue(self, *replies: Reply | str | ModelError | Answer) -> None:
        """Give these replies next, one per call."""
        self._queue.extend(replies)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Play the next reply. Raises the ModelError it holds."""
        self.history.append(request)
        reply = self._next(request)
        self.running += 1
        done = False
        try:
            if reply.delay_s:
                await asyncio.sleep(reply.delay_s)
            async with aclosing(self._paced(reply.events)) as events:
                async for event in events:
                    yield event
            done = True
            if reply.error is not None:
                raise reply.error
            yield UsageReported(reply.usage or self._usage(request, reply))
            yield Finished(reply.finish)
        finally:
            self.running -= 1
            self.cancelled += not done

    async def warm(self, request: ModelRequest) -> None:
        """Remember that the head of the prompt was to be read ahead."""
        self.warmed.append(request)

    def _next(self, request: ModelRequest) -> Reply:
        step = self._queue.popleft() if self._queue else self._answer
        if isinstance(step, ModelError):
            return Reply(error=step)
        made = step(request) if callable(step) else step
        return say(made) if isinstance(made, str) else made

    async def _paced(self, events: Iterable[ModelEvent]) -> AsyncGenerator[ModelEvent, None]:
        if self.rate <= 0:
            for event in events:
                yield event
                await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        started = loop.time()
        for index, event in enumerate(events):
            due = started + index / self.rate
            if loop.time() < due:
                await asyncio.sleep(TICK_S)
            yield event

    def _usage(self, request: ModelRequest, reply: Reply) -> Usage:
        counter = counter_for(self._spec.encoder)
        prompt = max(1, round(request_tokens(request, counter) * self.usage_factor))
        written = "".join(_spoken(reply.events))
        cost = self._cost(prompt, counter.text(written))
        currency = self._spec.price.currency if self._spec.price else ""
        return Usage(prompt=prompt, completion=counter.text(written), cost=cost, currency=currency)

    def _cost(self, prompt: int, completion: int) -> float | None:
        price = self._spec.price
        return None if price is None else (prompt * price.input + completion * price.output) / 1_000_000


class ScriptedModels:
    """``core.ports.Models`` over scripted models, the first one being the default."""

    def __init__(self, *models: ScriptedModel) -> None:
        self._models = {model.spec.id: model for model in models or (ScriptedModel(),)}
        self.learnt: list[tuple[str, int, str]] = []
        self.closed = False

    def known(self) -> tuple[ModelSpec, ...]:
        """All of them, in the order given."""
        return tuple(model.spec for model in self._models.values())

    def spec(self, name: str) -> ModelSpec:
        """The model ``provider/name`` or a unique bare name. Raises InputError."""
        return find(name, self.known())

    def open(self, name: str) -> ChatModel:
        """The scripted model itself."""
        return self.scripted(name)

    def scripted(self, name: str) -> ScriptedModel:
        """The same as ``open``, with its script."""
        return self._models[self.spec(name).id]

    def learn_limit(self, model: str, limit: int, kind: Literal["window", "input", "output"]) -> ModelSpec:
        """Take a limit into the spec."""
        found = self.scripted(model)
        self.learnt.append((model, limit, kind))
        match kind:
            case "window":
                found.change_spec(window=limit, window_source="learnt")
            case "input":
                found.change_spec(max_input=limit)
            case "output":
                found.change_spec(max_output=limit, output_source="learnt")
        return found.spec

    async def close(self) -> None:
        """Nothing to end; remembered for tests."""
        self.closed = True


def request_tokens(request: ModelRequest, counter: Counter) -> int:
    """Uncalibrated tokens of a whole request: system, tools and messages."""
    system = counter.text(request.system_text) + 4 if request.system_text else 0
    return system + counter.tools(request.tools) + sum(counter.parts(m.parts) for m in request.messages)


def _pieces(text: str) -> Iterator[str]:
    return (text[at : at + CHUNK] for at in range(0, math.ceil(len(text) / CHUNK) * CHUNK, CHUNK))


def _spoken(events: Iterable[ModelEvent]) -> Iterator[str]:
    for event in events:
        match event:
            case TextDelta() | ReasoningDelta():
                yield event.text
            case CallDelta():
                yield event.name + event.arguments
            case _:
                pass


def _text(parts: Iterable[Part]) -> str:
    return "\n\n".join(part.text for part in parts if isinstance(part, TextPart))
