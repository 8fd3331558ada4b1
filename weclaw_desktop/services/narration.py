"""Has a model write the narrative, chunk by chunk, each reply checked by code before it counts (DESIGN §7.6–7.8).

Rungs are tried in order: the summary model, then the chat's own. A rung that fails, or whose text is not borne out by
the source after one repair, gives way to the next; after the last one the pass is made by code and says why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

from weclaw_desktop.context import narrative as writing
from weclaw_desktop.context import verify
from weclaw_desktop.context.engine import Narrative, NarrativeJob, State
from weclaw_desktop.core.errors import ModelError, TimedOut
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.stream import TextDelta, UsageReported
from weclaw_desktop.core.text import Text, render, text
from weclaw_desktop.services.accounting import Accounting
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.patience import Patience
from weclaw_desktop.services.summarisers import rungs

REASONING_ROOM = 2_000
"""Output tokens added for models that think before they write."""


class _NotBorneOut(Exception):
    """A rung's text failed its check twice; ``problem`` says why."""

    def __init__(self, problem: Text) -> None:
        super().__init__(problem.key)
        self.problem = problem


@dataclass(slots=True)
class _Bill:
    cost: float | None = None
    currency: str = ""

    def add(self, usage: Usage) -> None:
        if usage.cost is not None:
            self.cost = (self.cost or 0.0) + usage.cost
            self.currency = usage.currency or self.currency


class Narrator:
    """Writes narratives. It changes nothing: the worker decides what becomes of the text."""

    def __init__(
        self, models: Models, patience: Patience, accounting: Accounting, settings: Callable[[], Settings]
    ) -> None:
        self._models = models
        self._patience = patience
        self._accounting = accounting
        self._settings = settings

    def is_local(self, desk: Desk) -> bool:
        """Whether a model on this computer would be asked: it must not run beside a conversation."""
        return any(spec.local for spec in self._rungs(desk))

    async def write(self, desk: Desk, job: NarrativeJob, progress: Callable[[float], None]) -> Narrative:
        """The narrative, or why there is none. ``progress`` hears the share that is done, 0…1. Raises nothing known."""
        state = desk.state()
        pieces = await desk.compute(writing.chunks, state, job)
        rules = await desk.compute(writing.live_rules, state)
        failure: Text | None = None
        for spec in self._rungs(desk):
            resting = self._patience.resting(spec)
            if resting is not None:
                failure = failure or resting
                continue
            bill = _Bill()
            try:
                written = await self._by(desk, state, spec, job, pieces, rules, bill, progress)
            except ModelError as error:
                self._patience.failed(spec, error)
                failure = text("services.summary_failed", model=spec.title, reason=error.text)
            except _NotBorneOut as refused:
                failure = text("services.summary_failed", model=spec.title, reason=refused.problem)
            else:
                return Narrative(written, spec.id, job.upto_id, None, bill.cost, bill.currency)
        return Narrative(failure=failure)

    def _rungs(self, desk: Desk) -> tuple[ModelSpec, ...]:
        return rungs(self._models, desk.shown_spec, self._settings().context)

    async def _by(
        self,
        desk: Desk,
        state: State,
        spec: ModelSpec,
        job: NarrativeJob,
        pieces: tuple[writing.Chunk, ...],
        rules: tuple[str, ...],
        bill: _Bill,
        progress: Callable[[float], None],
    ) -> str:
        """The narrative by one rung: each chunk updates what the chunks before it gave."""
        told = job.previous
        for chunk in pieces:
            progress((chunk.number - 1) / max(1, chunk.total))
            origin = await desk.compute(verify.source, f"{told}\n{chunk.source}")
            prompt = writing.prompt(job, chunk, told, rules)
            verdict = await self._asked(desk, state, spec, job, prompt, origin, bill)
            if verdict.problem is not None:
                said = render(verdict.problem, job.language)
                again = writing.repair(job, verdict.text, said, verdict.removed)
                prompt = writing.Prompt(prompt.system, f"{prompt.user}\n\n{again}")
                verdict = await self._asked(desk, state, spec, job, prompt, origin, bill)
            if verdict.problem is not None:
                raise _NotBorneOut(verdict.problem)
            told = verdict.text
        progress(1.0)
        return told

    async def _asked(
        self,
        desk: Desk,
        state: State,
        spec: ModelSpec,
        job: NarrativeJob,
        prompt: writing.Prompt,
        origin: verify.Source,
        bill: _Bill,
    ) -> verify.Verdict:
        """One request and the judgement of its reply; the reply itself stands in the verdict when it failed."""
        request = _request(spec, prompt, job.max_tokens)
        request = replace(request, load=await desk.compute(_size, state, prompt))
        reply, usage = await self._stream(spec, request)
        if usage is not None:
            bill.add(usage)
            await self._accounting.used(desk, request, usage, purpose="summary")
        verdict = await desk.compute(verify.verify, reply, origin, state.counter, job.language, job.max_tokens)
        return verdict if verdict.problem is None else replace(verdict, text=reply)

    async def _stream(self, spec: ModelSpec, request: ModelRequest) -> tuple[str, Usage | None]:
        limit = self._patience.limit_s(spec, request)
        pieces: list[str] = []
        usage: Usage | None = None
        try:
            async with asyncio.timeout(limit), aclosing(self._models.open(spec.id).stream(request)) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        pieces.append(event.text)
                    elif isinstance(event, UsageReported):
                        usage = event.usage
        except TimeoutError as error:
            raise TimedOut(
                text("services.summary_slow", seconds=round(limit)), provider=spec.provider, model=spec.name
            ) from error
        return "".join(pieces), usage


def _request(spec: ModelSpec, prompt: writing.Prompt, max_tokens: int) -> ModelRequest:
    wanted = 2 * max_tokens + (REASONING_ROOM if spec.reasoning else 0)
    return ModelRequest(
        model=spec.id,
        system=(PromptSection("persona", prompt.system),),
        messages=(RequestMessage("user", (TextPart(prompt.user),)),),
        max_output=min(spec.max_output, wanted) if spec.max_output else 0,
        purpose="summary",
    )


def _size(state: State, prompt: writing.Prompt) -> int:
    raw = state.counter.text(prompt.system) + state.counter.text(prompt.user)
    return round(raw * state.calibration.k)
