"""Asks models for a summary one after the other until one delivers; what no model delivers, code must.

Rungs are the summary model and the chat's own model, in that order; only models named by the user are ever asked. A
rung is asked once: 429 and 503 lead to the next at once and their provider is left alone for as long as it wished;
401, 402 and 403 skip. Nothing here touches the log or delays a send.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from weclaw_desktop.core.errors import BadKey, KnownError, MissingKey, ModelError, PaymentRequired
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.ports import ChatModel, Models
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.stream import Finished, Reading, TextDelta, UsageReported
from weclaw_desktop.core.text import Text, text

LIMIT_S = 30.0
"""Seconds for one request to a provider."""

QUIET_S = 30.0
"""Seconds a provider is left alone that asked for quiet without saying how long."""

REFUSED_S = 300.0
"""Seconds a provider is left alone that refused the key or wants money."""

READ_SPEED, WRITE_SPEED = 44.0, 8.0
"""Tokens per second assumed of a model on this computer before it was measured (1.5B model on two cores)."""

T = TypeVar("T")


class Rejected(Exception):
    """What a model wrote cannot be used; ``reason`` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came of it. ``value`` None: the static rung must do. ``failures`` say why each rung was not taken."""

    value: T | None
    model: str = ""
    usages: tuple[Usage, ...] = ()
    failures: tuple[Text, ...] = ()

    @property
    def degraded(self) -> bool:
        """Whether a wanted model failed."""
        return bool(self.failures)


class Rung:
    """One model while it is asked: ``work`` calls ``ask`` as often as its chunks need."""

    def __init__(self, model: ChatModel, limit_for: Callable[[ModelSpec, ModelRequest], float]) -> None:
        self._model = model
        self._limit_for = limit_for
        self.usages: list[Usage] = []
        self.cut_off = False
        """Whether the newest answer was ended by the output limit."""
        self.limit_s = 0.0
        """Seconds that the newest request was given."""

    @property
    def spec(self) -> ModelSpec:
        """The model, whose window and output limit bound each request."""
        return self._model.spec

    async def ask(self, request: ModelRequest) -> str:
        """The answer's text. The output limit is held to the model's. Raises ModelError, TimeoutError.

        A model on this computer that reads slower than it was known to, because other programs work too, gets the time
        it needs at that pace: twice as much as is left by its own account.
        """
        spec = self.spec
        output = min(request.max_output, spec.max_output) if spec.max_output else request.max_output
        sent = replace(request, model=spec.id, purpose="summary", max_output=output)
        parts: list[str] = []
        self.cut_off = False
        self.limit_s = self._limit_for(spec, sent)
        started = time.monotonic()
        async with asyncio.timeout(self.limit_s) as patience, aclosing(self._model.stream(sent)) as events:
            async for event in events:
                if isinstance(event, Reading):
                    spent = time.monotonic() - started
                    self.limit_s = max(self.limit_s, spent + _still_needed(event, sent))
                    patience.reschedule(asyncio.get_running_loop().time() - spent + self.limit_s)
                elif isinstance(event, TextDelta):
                    parts.append(event.text)
                elif isinstance(event, UsageReported):
                    self.usages.append(event.usage)
                elif isinstance(event, Finished):
                    self.cut_off = event.reason == "length"
        return "".join(parts)


class Ladder:
    """Climbs, and remembers between climbs which providers want quiet and how fast models here are."""

    def __init__(
        self,
        models: Models,
        *,
        idle: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
        limit_s: float = LIMIT_S,
    ) -> None:
        """``idle`` says whether this computer's models may be asked now; ``clock`` is in seconds."""
        self._models = models
        self._idle = idle
        self._clock = clock
        self._limit_s = limit_s
        self._quiet: dict[str, float] = {}
        self._speeds: dict[str, tuple[float, float]] = {}

    async def climb(self, rungs: Sequence[str], work: Callable[[Rung], Awaitable[T]]) -> Outcome[T]:
        """Have ``work`` done by the first model of ``rungs`` (names; "" is passed over) that can.

        ``work`` raises Rejected when an answer cannot be used. Cancelling closes the running call.
        """
        failures: list[Text] = []
        usages: list[Usage] = []
        for name in dict.fromkeys(name for name in rungs if name):
            try:
                rung = self._rung(name)
            except KnownError as error:
                failures.append(error.text)
                continue
            try:
                value = await work(rung)
            except Exception as error:  # noqa: BLE001 - the ladder: whatever goes wrong, the next rung is tried
                failures.append(self._failure(rung, error))
                usages += rung.usages
                continue
            self._measure(rung)
            return Outcome(value, rung.spec.id, (*usages, *rung.usages), tuple(failures))
        return Outcome(None, "", tuple(usages), tuple(failures))

    def quiet_for(self, provider: str) -> float:
        """Seconds that ``provider`` is still left alone, 0 when it may be asked."""
        return max(0.0, self._quiet.get(provider, 0.0) - self._clock())

    def forget(self, provider: str) -> None:
        """Ask ``provider`` again at once: the user changed its key or pressed retry."""
        self._quiet.pop(provider, None)

    def limit(self, spec: ModelSpec, request: ModelRequest) -> float:
        """Seconds that one request may take: on this computer twice what it should."""
        if not spec.local:
            return self._limit_s
        read, write = self._speeds.get(spec.id, (READ_SPEED, WRITE_SPEED))
        return max(self._limit_s, 2 * (request.load / read + request.max_output / write))

    def _rung(self, name: str) -> Rung:
        """The model, if it may be asked now. Raises KnownError."""
        spec = self._models.spec(name)
        if self.quiet_for(spec.provider):
            raise KnownError(_why(spec, text("llm.left_alone", provider=spec.provider_called)))
        if spec.local and not self._idle():
            raise KnownError(_why(spec, text("llm.busy_here", model=spec.called)))
        return Rung(self._models.open(spec.id), self.limit)

    def _failure(self, rung: Rung, error: Exception) -> Text:
        spec = rung.spec
        if isinstance(error, Rejected):
            return _why(spec, error.reason)
        if isinstance(error, TimeoutError):
            return _why(spec, text("llm.took_too_long", model=spec.called, seconds=round(rung.limit_s)))
        if isinstance(error, ModelError):
            self._leave_alone(spec, error)
        if isinstance(error, KnownError):
            return _why(spec, error.text)
        return _why(spec, text("llm.failed", model=spec.called))

    def _leave_alone(self, spec: ModelSpec, error: ModelError) -> None:
        if isinstance(error, BadKey | MissingKey | PaymentRequired):
            self._quiet[spec.provider] = self._clock() + REFUSED_S
        elif error.status in (429, 503, 529) or error.retry_after is not None:
            wait = QUIET_S if error.retry_after is None else error.retry_after
            self._quiet[spec.provider] = self._clock() + wait

    def _measure(self, rung: Rung) -> None:
        """Take a local model's speeds from the times of its calls."""
        for usage in rung.usages if rung.spec.local else ():
            read, write = self._speeds.get(rung.spec.id, (READ_SPEED, WRITE_SPEED))
            writing_ms = usage.total_ms - usage.first_token_ms
            if usage.first_token_ms > 0 and usage.prompt - usage.cached > 100:
                read = (usage.prompt - usage.cached) * 1_000 / usage.first_token_ms
            if writing_ms > 0 and usage.completion > 10:
                write = usage.completion * 1_000 / writing_ms
            self._speeds[rung.spec.id] = (read, write)


def _still_needed(event: Reading, request: ModelRequest) -> float:
    """Twice the seconds left for reading the rest and writing the answer, which slows down as reading does."""
    left = event.total - event.read
    if not event.seconds_left or left <= 0:
        return 0.0
    slowed = min(1.0, left / event.seconds_left / READ_SPEED)
    return 2 * (event.seconds_left + request.max_output / (WRITE_SPEED * slowed))


def _why(spec: ModelSpec, reason: Text) -> Text:
    return text("llm.rung_failed", model=spec.called, reason=reason)
