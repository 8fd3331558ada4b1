"""Has a model write the narrative, chunk by chunk, each reply checked by code before it counts.

A rung that fails, or whose text is not borne out by the source after one repair, gives way to the next; after the last
one the pass is made by code and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from weclaw_desktop.context import narrative as writing
from weclaw_desktop.context import verify
from weclaw_desktop.context.engine import Narrative, NarrativeJob, State
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.core.text import render, text
from weclaw_desktop.llm.ladder import Ladder, Rejected, Rung
from weclaw_desktop.services.accounting import Accounting
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.summarisers import chosen, rungs

REASONING_ROOM = 2_000
"""Output tokens added for models that think before they write."""


class Narrator:
    """Writes narratives. It changes nothing: the worker decides what becomes of the text."""

    def __init__(self, models: Models, ladder: Ladder, accounting: Accounting) -> None:
        self._models = models
        self._ladder = ladder
        self._accounting = accounting

    def is_local(self, desk: Desk) -> bool:
        """Whether a model on this computer would be asked: it must not run beside a conversation."""
        return any(spec.local for spec in self._rungs(desk))

    async def write(
        self, desk: Desk, job: NarrativeJob, progress: Callable[[float], None], model: str | None = None
    ) -> Narrative:
        """The narrative, or why there is none. ``progress`` hears the share that is done, 0…1.

        ``model`` is asked first instead of the one in the settings; None: as the settings say.
        """
        state = desk.state()
        order = _Order(
            desk,
            state,
            job,
            await desk.compute(writing.chunks, state, job),
            await desk.compute(writing.live_rules, state),
            await desk.compute(writing.changed_values, state, job),
            progress,
        )
        outcome = await self._ladder.climb([spec.id for spec in self._rungs(desk, model)], order.by)
        if order.last is not None:
            for usage in outcome.usages:
                await self._accounting.used(desk, order.last, usage, purpose="summary")
        if outcome.value is None:
            return Narrative(failure=outcome.failures[-1] if outcome.failures else None)
        cost, currency = _bill(outcome.usages)
        return Narrative(outcome.value, outcome.model, job.upto_id, None, cost, currency, tuple(order.removed))

    def _rungs(self, desk: Desk, model: str | None = None) -> tuple[ModelSpec, ...]:
        return rungs(self._models, desk.shown_spec, chosen(desk.context_settings, model))


@dataclass(slots=True)
class _Order:
    """What is asked of whichever rung can."""

    desk: Desk
    state: State
    job: NarrativeJob
    pieces: tuple[writing.Chunk, ...]
    rules: tuple[str, ...]
    values: Mapping[str, str]
    progress: Callable[[float], None]
    last: ModelRequest | None = None
    removed: list[str] = field(default_factory=list[str])

    async def by(self, rung: Rung) -> str:
        """The narrative by one rung: each chunk updates what the chunks before it gave. Raises Rejected."""
        told = self.job.previous
        self.removed.clear()
        for chunk in self.pieces:
            self.progress((chunk.number - 1) / max(1, chunk.total))
            origin = await self.desk.compute(verify.source, f"{told}\n{chunk.source}", self.values, self.rules)
            prompt = await self.desk.compute(writing.prompt, self.job, chunk, told, self.rules)
            reply, verdict = await self._ask(rung, prompt, origin, told)
            if verdict.problem is not None:
                said = render(verdict.problem, self.job.language)
                again = writing.repair(self.job, reply, said, verdict.removed)
                prompt = writing.Prompt(prompt.system, f"{prompt.user}\n\n{again}")
                _, verdict = await self._ask(rung, prompt, origin, told)
            if verdict.problem is not None:
                raise Rejected(verdict.problem)
            told = verdict.text
            self.removed.extend(verdict.removed)
        self.progress(1.0)
        return told

    async def _ask(
        self, rung: Rung, prompt: writing.Prompt, origin: verify.Source, told: str
    ) -> tuple[str, verify.Verdict]:
        request = _request(rung.spec, prompt, self.job.max_tokens)
        request = replace(request, load=await self.desk.compute(_size, self.state, prompt))
        self.last = request
        reply = await rung.ask(request)
        cut_off = text("engine.verdict.cut_off", words=writing.words(self.job)) if rung.cut_off else None
        job = self.job
        verdict = await self.desk.compute(
            verify.verify, reply, origin, self.state.counter, job.language, job.max_tokens, told, cut_off
        )
        return reply, verdict


def _request(spec: ModelSpec, prompt: writing.Prompt, max_tokens: int) -> ModelRequest:
    return ModelRequest(
        model=spec.id,
        system=(PromptSection("persona", prompt.system),),
        messages=(RequestMessage("user", (TextPart(prompt.user),)),),
        max_output=2 * max_tokens + (REASONING_ROOM if spec.reasoning else 0),
        purpose="summary",
    )


def _size(state: State, prompt: writing.Prompt) -> int:
    raw = state.counter.text(prompt.system) + state.counter.text(prompt.user)
    return round(raw * state.calibration.k)


def _bill(usages: tuple[Usage, ...]) -> tuple[float | None, str]:
    known = [usage for usage in usages if usage.cost is not None]
    if not known:
        return None, ""
    return sum(usage.cost or 0.0 for usage in known), known[-1].currency
