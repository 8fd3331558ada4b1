"""What a model is asked for a narrative, and in which pieces: prompt, chunks, sections.

The previous narrative is updated, not summarised again (fault S9); the transcript is quoted as data with secrets
masked (S8, X3); every message of the span reaches a chunk (S2); a chunk fits the summariser's own window (S3). All
pure: a service sends the prompts and hands the reply to ``verify``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import NarrativeJob, State
from weclaw_desktop.context.excerpt import head
from weclaw_desktop.context.ledger import write
from weclaw_desktop.context.log import position
from weclaw_desktop.context.passes.span import shown
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.statements import clip
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language, render, text

SECTIONS = ("goal", "user", "decisions", "done", "open", "refs", "errors")
"""The fixed sections in order; headings are ``engine.section.{key}`` in the chat's language."""
PROMPT_TOKENS = 900
"""Room for the instructions around a chunk."""
RULES_TOKENS = 1_500
"""Tokens of live rules named in a prompt."""
SMALLEST_CHUNK = 400
WORDS_PER_LINE = 80
"""Words, or Chinese characters, of one line under each of the headings that have something, about five."""
PIECE_SHARE = 0.5
"""A message longer than this share of a chunk is split."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One piece of the span: ``source`` is what the model reads, ``number`` of ``total``."""

    source: str
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """What to send: instructions as the system prompt and one user message."""

    system: str
    user: str


def chunks(state: State, job: NarrativeJob) -> tuple[Chunk, ...]:
    """The span of ``job`` in chunks that fit ``state.summarizer`` tokens with prompt, previous narrative and reply."""
    counter = state.counter
    reply = 2 * job.max_tokens
    room = int(state.summarizer / state.calibration.k) - PROMPT_TOKENS - reply - counter.text(job.previous or " ")
    size = max(SMALLEST_CHUNK, room)
    packed: list[str] = []
    current: list[str] = []
    used = 0
    for piece in _pieces(span(state.log, job), counter, size):
        cost = counter.text(piece) + 1
        if current and used + cost > size:
            packed.append("\n".join(current))
            current, used = [], 0
        current.append(piece)
        used += cost
    if current:
        packed.append("\n".join(current))
    return tuple(Chunk(source, number + 1, len(packed)) for number, source in enumerate(packed))


def span(log: Log, job: NarrativeJob) -> Log:
    """The messages the job covers, in order; empty when they are no longer on the path."""
    first, last = position(log, job.first_id), position(log, job.upto_id)
    if first is None or last is None:
        return ()
    return tuple(message for message in log[first : last + 1] if not message.excluded)


def prompt(job: NarrativeJob, chunk: Chunk, previous: str, rules: Sequence[str] = ()) -> Prompt:
    """The prompt for one chunk; ``previous`` is the narrative so far, ``rules`` are live ones to leave alone."""
    language = job.language
    headings = "\n".join(f"## {heading}" for heading in section_headings(language))
    parts = [render(text("engine.prompt.previous", narrative=previous), language)] if previous else []
    if rules:
        parts.append(render(text("engine.prompt.rules", rules="\n".join(f"- {rule}" for rule in rules)), language))
    if job.focus:
        parts.append(render(text("engine.prompt.focus", focus=job.focus), language))
    parts.append(
        render(text("engine.prompt.transcript", n=chunk.number, total=chunk.total, transcript=chunk.source), language)
    )
    closing = text("engine.prompt.closing", headings=headings, words=words(job), lines=lines(job))
    parts.append(render(closing, language))
    return Prompt(render(text("engine.prompt.system"), language), "\n\n".join(parts))


def repair(job: NarrativeJob, reply: str, problem: str, removed: Sequence[str]) -> str:
    """The one further user message that asks the model to correct its reply."""
    listed = "\n".join(f"- {sentence}" for sentence in removed[:12])
    headings = "\n".join(f"## {heading}" for heading in section_headings(job.language))
    return render(
        text("engine.prompt.repair", problem=problem, removed=listed or "–", reply=reply[:8_000], headings=headings),
        job.language,
    )


def words(job: NarrativeJob) -> int:
    """Length to ask for, in words or Chinese characters, a little under the limit in tokens."""
    return max(80, int(job.max_tokens * (0.9 if job.language == "zh" else 0.55)) // 10 * 10)


def lines(job: NarrativeJob) -> int:
    """Lines to ask for under each heading: small models hold to a number of lines, but not to one of words."""
    return max(2, words(job) // WORDS_PER_LINE)


def unbroken(reply: str) -> str:
    """A reply that its output limit cut off, without the line or sentence in which it broke off."""
    end = max((reply.rfind(mark) + len(mark) for mark in ("\n", ". ", "。", "；") if mark in reply), default=0)
    return reply[:end].rstrip()


def section_headings(language: Language) -> tuple[str, ...]:
    """The seven headings in ``language``."""
    return tuple(render(text(f"engine.section.{key}"), language) for key in SECTIONS)


def live_rules(state: State) -> tuple[str, ...]:
    """The user's live rules, newest first, for the prompt."""
    cache = state.memo.slot("engine", EngineCache)
    return write(state.log, len(state.log), cache, state.counter, state.language, RULES_TOKENS, state.pins).verbatim


def changed_values(state: State, job: NarrativeJob) -> dict[str, str]:
    """Keys to which the user gave another value later, up to the end of the span, with the newest one."""
    cache = state.memo.slot("engine", EngineCache)
    end = position(state.log, job.upto_id)
    newest: dict[str, str] = {}
    changed: set[str] = set()
    for message in state.log[: 0 if end is None else end + 1]:
        for key, value in () if message.excluded else cache.statements(message).stated:
            if newest.setdefault(key, value) != value:
                changed.add(key)
            newest[key] = value
    return {key.casefold(): newest[key] for key in changed}


def without(lines: str, banned: Sequence[str]) -> str:
    """``lines`` without those that quote a rule the user took back: old notes do not revive it (fault K11)."""
    return "\n".join(line for line in lines.splitlines() if not any(clip(rule, 60)[:-1] in line for rule in banned))


def fitted(narrative: str, tokens: int, counter: Counter) -> str:
    """``narrative`` within ``tokens``, cut at the end of a line or sentence."""
    if counter.text(narrative) <= tokens:
        return narrative
    cut = head(narrative, tokens, counter)
    end = max(cut.rfind(mark) for mark in ("\n", ". ", "。", "；"))
    return cut[: end + 1].rstrip() if end > len(cut) // 2 else cut.rstrip()


def quoted(message: Message) -> str:
    """One message as the summariser reads it: who speaks, the words, calls and shown results; never reasoning (K9)."""
    result = message.result
    if result is not None:
        body = shown(message, result)
        return redact(clean(f"[a{message.seq} {result.name or 'tool'}] {body}"))
    said = message.text if message.intake is None or message.intake.text is None else message.intake.text
    calls = "".join(f"\n→ {call.name} {call.arguments}" for call in message.calls)
    files = "".join(f"\n({part.name}, {part.media_type})" for part in message.attachments)
    return redact(clean(f"[m{message.seq} {message.role}] {said}{calls}{files}"))


def _pieces(messages: Log, counter: Counter, size: int) -> Iterator[str]:
    """Messages as text, none empty; long ones in pieces of at most ``PIECE_SHARE`` of a chunk."""
    for message in messages:
        whole = quoted(message).rstrip()
        limit = int(size * PIECE_SHARE)
        while counter.text(whole) > limit:
            piece = head(whole, limit, counter) or whole[:200]
            yield piece
            whole = whole[len(piece) :].strip()
        yield whole
