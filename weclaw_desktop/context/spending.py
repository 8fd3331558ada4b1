"""What the next send will cost by what was seen so far, and what compression saved: sums that anybody can check.

*Expected from cache*: of the prompt before the last one the provider read a share from its cache at the last call. The
same share of the last prompt is expected now; after a compression only that share of system prompt and tools, for
nothing behind them stands where it stood. Nothing is expected of a provider that was never seen to read from a cache,
nor of a model that did not answer last.

*Saved*: every compression in force took ``tokens_before − tokens_after`` away, on top of those before it; one that
only replaces another (an edited summary) takes its place in the sum. Each answered call of the branch shown, from a
compression on, is counted with the sum at its time, whether or not the window would have held the whole. Compressions
that were taken back count for nothing, although they saved something while they were in force.
"""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.context.load import Load
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.models import Price
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.spending import NextSend, Saved
from weclaw_desktop.core.stores import CallTotals

MILLION = 1_000_000


def next_send(log: Log, load: Load, price: Price | None, *, model: str, updating: bool) -> NextSend:
    """What sending now is expected to cost. ``updating``: a compression changed the view since the last call."""
    tokens = load.total + load.draft
    cached = min(tokens, _expected(log, load, model, updating=updating))
    if price is None:
        return NextSend(tokens, cached)
    dear = price.step_input is not None and 0 < price.step < tokens
    per_token = (price.step_input if dear and price.step_input is not None else price.input) / MILLION
    from_cache = per_token if price.cache_read is None else price.cache_read / MILLION
    return NextSend(tokens, cached, (tokens - cached) * per_token + cached * from_cache, price.currency)


def saved(log: Log, records: Sequence[Record], active: Record | None, totals: CallTotals) -> Saved:
    """What the compressions that led to ``active`` saved, and what all summaries of the chat cost."""
    steps = _steps(records, active)
    tokens = calls = 0
    for message in reversed(log):
        if not steps or message.created_ms < steps[0][0]:
            break
        if _answered(message):
            tokens += next(away for since, away in reversed(steps) if since <= message.created_ms)
            calls += 1
    return Saved(tokens, calls, totals.summary_tokens, totals.summary_cost, totals.currency)


def _expected(log: Log, load: Load, model: str, *, updating: bool) -> int:
    """Tokens that the provider is expected to read from its cache."""
    answered = (message for message in reversed(log) if _answered(message))
    last, before = next(answered, None), next(answered, None)
    if last is None or last.usage is None or last.model != model or last.usage.estimated:
        return 0
    base = before.usage.prompt if before is not None and before.usage is not None else last.usage.prompt
    share = min(1.0, last.usage.cached / base)
    return round(share * (load.fixed if updating else last.usage.prompt))


def _answered(message: Message) -> bool:
    return message.role == "assistant" and message.usage is not None and message.usage.prompt > 0


def _steps(records: Sequence[Record], active: Record | None) -> list[tuple[int, int]]:
    """(since when, tokens away from then on) of the compressions that led to the one in force, oldest first."""
    by_id = {record.id: record for record in records}
    chain: list[Record] = []
    record = by_id.get(active.id) if active is not None else None
    while record is not None and record not in chain:
        chain.append(record)
        record = by_id.get(record.previous_id or "")
    steps: list[tuple[int, int]] = []
    before: Record | None = None
    base = away = 0
    for record in reversed(chain):
        replaces = before is not None and record.cut_id == before.cut_id and record.method != "passes"
        base = base if replaces else away
        away = base + max(0, record.tokens_before - record.tokens_after)
        steps.append((record.created_ms, away))
        before = record
    return steps
