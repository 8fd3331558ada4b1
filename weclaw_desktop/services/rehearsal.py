"""The conductor of a replay: what ``CompressionWorker`` does for a chat, at once and without waiting.

A strategy is asked after every message, a job runs to its end, and its outcome is applied at the next call.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace

from weclaw_desktop.context import narrative, thrash, verify
from weclaw_desktop.context.engine import (
    ContextEngine,
    Moment,
    Narrative,
    NarrativeJob,
    Need,
    Plan,
    Refused,
    State,
    Thrash,
)
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import turn_starts
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Language, Text, render, text
from weclaw_desktop.llm.scripted_summaries import KINDS, text_of

Summarise = Callable[[narrative.Prompt, int], str]
"""Asks a model: prompt and limit in tokens → its reply."""
_EVENTS = {"passes": "passes", "static": "static", "slide": "slide"}
_REFERENCE = re.compile(r"[A-Za-z][\w-]*_\w*\d\w*|(?:[\w.-]+/)+[\w-]+\.\w+", re.ASCII)
_IDLE_SHARE = 0.02
"""A refused preparation is not tried again before the load grew by this share of T."""


class Rehearsal:
    """Holds what the worker holds for one chat: a prepared plan, anti-thrash memory, the event of the next call."""

    def __init__(self, engine: ContextEngine, summarise: Summarise | None) -> None:
        self._engine = engine
        self._summarise = summarise
        self._prepared: tuple[Plan, Narrative | None, float] | None = None
        self._event: str | None = None
        self._not_before = 0
        self.thrash = Thrash()

    def consider(self, state: State, moment: Moment) -> None:
        """Prepare when the strategy wants to; nothing is applied here."""
        if moment not in self._engine.moments() or self._prepared is not None:
            return
        state = self._with_thrash(state)
        need = self._engine.trigger(state, moment)
        if need is Need.NONE or (need is Need.PREPARE and measure(state).total < self._not_before):
            return
        started = time.perf_counter()
        plan = self._engine.plan(state, need)
        if isinstance(plan, Refused):
            self._not_before = measure(state).total + int(_IDLE_SHARE * state.thresholds.threshold)
            return
        if plan.job is not None:
            written = self._run(state, plan.job)
            self._event = "prepare"
            self._prepared = (plan, written, (time.perf_counter() - started) * 1_000)

    def before_request(self, state: State) -> tuple[Record | None, float]:
        """The record to put in force before the next call, if it is time for one, and the milliseconds it took."""
        state = self._with_thrash(state)
        need = self._engine.trigger(state, Moment.BUILDING)
        if need in (Need.NONE, Need.PREPARE):
            return None, 0.0
        started = time.perf_counter()
        found = self._applied(state, need)
        turns, load = len(turn_starts(state.log)), measure(state).total
        if isinstance(found, Refused):
            if found.strike:
                self.thrash = thrash.after_refusal(self.thrash, load, turns)
            return None, 0.0
        now = state.log[-1].created_ms if state.log else 0
        self.thrash = thrash.after_pass(self.thrash, found, state.thresholds.threshold, turns, now)
        self._event = _EVENTS.get(found.method, "apply")
        ms = (time.perf_counter() - started) * 1_000
        return replace(found, duration_ms=round(ms)), ms

    def fitted(self) -> None:
        """The hard line had to shorten the request: what was prepared no longer fits the view."""
        self._prepared = None
        self._event = "slide"

    def take_event(self) -> str | None:
        """What happened since the last call; cleared by asking."""
        event, self._event = self._event, None
        return event

    def _applied(self, state: State, need: Need) -> Record | Refused:
        prepared, self._prepared = self._prepared, None
        if prepared is not None:
            plan, written, _ = prepared
            found = self._engine.apply(state, replace(plan, need=need), written)
            if isinstance(found, Record):
                return found
        plan = self._engine.plan(state, need)
        if isinstance(plan, Refused):
            return plan
        written = self._run(state, plan.job) if plan.job is not None else None
        return self._engine.apply(state, plan, written)

    def _with_thrash(self, state: State) -> State:
        if self.thrash.paused_at is not None:
            turns, load = len(turn_starts(state.log)), measure(state).total
            self.thrash = thrash.rearmed(self.thrash, load, state.thresholds.threshold, turns)
        return state if state.thrash == self.thrash else replace(state, thrash=self.thrash)

    def _run(self, state: State, job: NarrativeJob) -> Narrative | None:
        """Ask for the narrative chunk by chunk, each checked, with one repair."""
        if self._summarise is None:
            return None
        told, problem = job.previous, None
        rules, values = narrative.live_rules(state), narrative.changed_values(state, job)
        for chunk in narrative.chunks(state, job):
            origin = verify.source(f"{told}\n{chunk.source}", values, rules)
            verdict, problem = self._checked(state, job, narrative.prompt(job, chunk, told, rules), origin, told)
            if problem is not None:
                return Narrative(failure=problem)
            told = verdict
        return Narrative(told, "scripted", job.upto_id)

    def _checked(
        self, state: State, job: NarrativeJob, prompt: narrative.Prompt, origin: verify.Source, told: str
    ) -> tuple[str, Text | None]:
        assert self._summarise is not None  # _run returned before
        reply = self._summarise(prompt, job.max_tokens)
        verdict = verify.verify(reply, origin, state.counter, job.language, job.max_tokens, told)
        if verdict.problem is not None:
            again = narrative.repair(job, reply, render(verdict.problem, job.language), verdict.removed)
            reply = self._summarise(narrative.Prompt(prompt.system, f"{prompt.user}\n\n{again}"), job.max_tokens)
            verdict = verify.verify(reply, origin, state.counter, job.language, job.max_tokens, told)
        return verdict.text, verdict.problem


def scripted_as(name: str) -> Summarise | None:
    """The stand-in called ``name``: "scripted", or "scripted:KIND" for one that behaves well or badly; None for others.

    A hanging one has written nothing when its time is up. Raises InputError for an unknown kind.
    """
    if name == "scripted":
        return scripted
    if not name.startswith("scripted:"):
        return None
    kind = name.removeprefix("scripted:")
    if kind not in KINDS:
        raise InputError(text("services.unknown_script", name=kind, known=", ".join(KINDS)))
    return lambda prompt, _limit: "" if kind == "hanging" else text_of(kind, prompt.user)


def scripted(prompt: narrative.Prompt, limit: int) -> str:
    """A stand-in for a model: the first words of what was said, under the right headings. Always the same."""
    language: Language = "zh" if "对话记录" in prompt.user else "en"
    source = prompt.user.split("<transcript>\n", 1)[-1].split("\n</transcript>", 1)[0]
    notes = prompt.user.split("<notes>\n", 1)[-1].split("\n</notes>", 1)[0] if "<notes>" in prompt.user else ""
    old = [line.removeprefix("- ") for line in notes.splitlines() if line and not line.startswith("#")]
    said = [line for line in source.splitlines() if line.startswith("[m") and "] " in line]
    users = [line.split("] ", 1)[1][:120] for line in said if " user] " in line]
    others = [line.split("] ", 1)[1][:120] for line in said if " assistant] " in line]
    room = max(2, limit // 60)
    refs = list(dict.fromkeys(_REFERENCE.findall(source)))[:8]
    bodies = [(old or users)[:1], users[1 : room // 3], [], others[-room // 3 :], users[-1:], refs or old[1:3], []]
    lines: list[str] = []
    for heading, body in zip(narrative.section_headings(language), bodies, strict=True):
        lines.append(f"## {heading}")
        lines.extend(f"- {item}" for item in body if item.strip()) if body else lines.append("–")
    return "\n".join(lines)
