"""Corrects our token counts by what providers report, and reads their reports right. Pure.

A report is exact, so it is taken whole and the next estimate is anchored on it: what was sent before counts as the
provider counted it, and only what is new is estimated. What is new costs per counted token what the growth of the last
calls has cost, since a chat's beginning (tools, hidden text, another language) may cost quite something else. A mean of
all reports, the usual way, lags behind a chat whose kind of text changes and passes on every wrong report.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import cast

from weclaw_desktop.core.models import Calibration, Usage

VALID = (0.5, 2.0)
"""Ratios outside are a provider's mistake (or another request's usage), not a tokenizer's difference."""
MOST = 4.0
"""Largest ratio that is believed when it is told twice: Chinese in a vocabulary made for English alone."""
SURPRISE = 0.15
"""A report this far from what was expected is believed only when the next one agrees that we are wrong."""
KEPT = 8
"""Reports from which the cost of new text is taken."""
FADING = 0.9
"""Weight of a report against the one after it."""
STIFF = 0.3
"""How firmly the cost of new text holds to the whole request's ratio, as a share of the request's size."""
BEND = 1.6
"""At most this factor lies between the two."""

LEAST_BOUND = 50_000
"""Tokens of a window that is taken at least where a report is judged: guessed windows are small."""
_PROMPT_DETAILS = ("prompt_tokens_details", "input_tokens_details")
_ANSWER_DETAILS = ("completion_tokens_details", "output_tokens_details")
_COUNTS = (
    "prompt_tokens", "input_tokens", "promptTokenCount", "prompt_eval_count", "completion_tokens", "output_tokens",
    "candidatesTokenCount", "eval_count", "cache_read_input_tokens", "prompt_cache_hit_tokens",
    "cachedContentTokenCount", "cached_tokens", "cache_creation_input_tokens", "cache_creation_tokens",
    "reasoning_tokens", "total_tokens",
)  # fmt: skip


def calibrate(before: Calibration, counted: int, usage: Usage) -> Calibration:
    """Take one call into account.

    Args:
        before: What is known so far.
        counted: Our uncalibrated count of the whole request, in tokens.
        usage: The provider's report of the same request; estimates are ignored.

    Returns:
        The new factor, with the relative error that the old one made on this call.
    """
    if counted <= 0 or usage.prompt <= 0 or usage.estimated:
        return before
    ratio = usage.prompt / counted
    if not VALID[0] <= ratio <= MOST:
        return before
    error = abs(counted * before.k - usage.prompt) / usage.prompt
    surprise = ratio > VALID[1] or (len(before.recent) > 1 and error > SURPRISE)
    if surprise and not before.doubted:
        return replace(before, doubted=True)
    recent = (*(() if surprise else before.recent), (counted, usage.prompt))[-KEPT:]
    return Calibration(_factor(recent), before.samples + 1, error, recent)


def _factor(recent: Sequence[tuple[int, int]]) -> float:
    """The factor that is right for the newest request grown by what a call usually adds."""
    counted, reported = recent[-1]
    ratio = reported / counted
    steps = [after - before for (before, _), (after, _) in pairwise(recent) if after > before]
    if not steps:
        return ratio
    step = median(steps)
    return (reported + step * _slope(recent)) / (counted + step)


def _slope(recent: Sequence[tuple[int, int]]) -> float:
    """Reported tokens for each counted one of new text: a line through the newest report, held to its ratio."""
    counted, reported = recent[-1]
    ratio = reported / counted
    known = (STIFF * counted) ** 2
    told = known * ratio
    for age, (earlier, was) in enumerate(reversed(recent[:-1]), start=1):
        weight = FADING**age
        told += weight * (counted - earlier) * (reported - was)
        known += weight * (counted - earlier) ** 2
    return min(max(told / known, ratio / BEND), ratio * BEND)


def suspicious(counted: float, usage: Usage) -> bool:
    """Whether the server saw far less than was sent: a local server that cuts prompts silently (Ollama's num_ctx).

    ``counted`` is calibrated. Cut prompts never look like another tokenizer: those stay above half.
    """
    return not usage.estimated and 0 < usage.prompt < VALID[0] * counted


def possible(usage: Usage, expected: int, window: int) -> bool:
    """Whether a call can have used this: finite, none of it negative, no more than anything that was sent or said.

    ``expected`` is our calibrated count of what was sent, ``window`` the model's, both in tokens. Providers may add
    much of their own (pages that a searching model read), so the bound is wide.
    """
    most = MOST * max(expected, window, LEAST_BOUND)
    counts = (usage.prompt, usage.completion, usage.cached, usage.cache_written, usage.reasoning)
    if not all(0 <= count <= most for count in counts) or usage.cached > usage.prompt:
        return False
    return usage.cost is None or (math.isfinite(usage.cost) and usage.cost >= 0)


def sound(raw: Mapping[str, object]) -> bool:
    """Whether every count that a usage object names is one: a finite number, not below 0."""
    nested = [_object(raw, *names) for names in (_PROMPT_DETAILS, _ANSWER_DETAILS)]
    values = [fields.get(key) for fields in (raw, *nested) for key in _COUNTS]
    return all(
        value is None or (isinstance(value, int | float) and math.isfinite(value) and value >= 0) for value in values
    )


def read_usage(raw: Mapping[str, object], expected: int = 0) -> Usage | None:
    """A provider's usage object in any of the known shapes, with ``prompt`` as the true size of all that was sent.

    None when it names something that is no count of tokens.

    OpenAI counts cached tokens inside ``prompt_tokens``; Anthropic's own shape has them beside ``input_tokens``; some
    gateways mix the two. Where the object itself does not tell, the reading closer to ``expected`` (our calibrated
    count, 0: unknown) is taken.
    """
    if not sound(raw):
        return None
    prompt = _first(raw, "prompt_tokens", "input_tokens", "promptTokenCount", "prompt_eval_count")
    completion = _first(raw, "completion_tokens", "output_tokens", "candidatesTokenCount", "eval_count")
    details = _object(raw, *_PROMPT_DETAILS)
    cached = _first(
        raw, "cache_read_input_tokens", "prompt_cache_hit_tokens", "cachedContentTokenCount", "cached_tokens"
    )
    cached = cached or _first(details, "cached_tokens")
    written = _first(raw, "cache_creation_input_tokens") or _first(details, "cache_creation_tokens")
    answer = _object(raw, *_ANSWER_DETAILS)
    beside = cached + written
    if beside and _is_beside(raw, prompt, completion, beside, expected):
        prompt += beside
    return Usage(
        prompt=prompt,
        completion=completion,
        cached=min(cached, prompt),
        cache_written=written,
        reasoning=_first(answer, "reasoning_tokens"),
    )


def _is_beside(raw: Mapping[str, object], prompt: int, completion: int, beside: int, expected: int) -> bool:
    """Whether cached tokens come on top of ``prompt``."""
    if "input_tokens" in raw and "prompt_tokens" not in raw and "cache_read_input_tokens" in raw:
        return True
    if "prompt_cache_miss_tokens" in raw:
        return False
    if beside > prompt:
        return True
    total = _first(raw, "total_tokens")
    if total and total == prompt + completion + beside:
        return True
    if expected > 0 and prompt > 0 and "cache_read_input_tokens" in raw:
        return abs(math.log((prompt + beside) / expected)) < abs(math.log(prompt / expected))
    return False


def _first(raw: Mapping[str, object], *keys: str) -> int:
    for key in keys:
        value = raw.get(key)
        if isinstance(value, int | float) and value > 0:
            return int(value)
    return 0


def _object(raw: Mapping[str, object], *keys: str) -> Mapping[str, object]:
    for key in keys:
        value = raw.get(key)
        if isinstance(value, Mapping):
            return cast("Mapping[str, object]", value)
    return {}
