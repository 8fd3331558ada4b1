"""Corrects our token counts by what providers report, and reads their reports right. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

from weclaw_desktop.core.models import Calibration, Usage

ALPHA = 0.5
"""Weight of a new sample in the moving average; the first one is taken whole."""

VALID = (0.5, 2.0)
"""Ratios outside are a provider's mistake (or another request's usage), not a tokenizer's difference."""


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
    sample = usage.prompt / counted
    if not VALID[0] <= sample <= VALID[1]:
        return before
    error = abs(counted * before.k - usage.prompt) / usage.prompt
    k = sample if not before.calibrated else before.k + ALPHA * (sample - before.k)
    return Calibration(k, before.samples + 1, error)


def suspicious(counted: float, usage: Usage) -> bool:
    """Whether the server saw far less than was sent: a local server that cuts prompts silently (Ollama's num_ctx).

    ``counted`` is calibrated. Cut prompts never look like another tokenizer: those stay above half.
    """
    return not usage.estimated and 0 < usage.prompt < VALID[0] * counted


def read_usage(raw: Mapping[str, object], expected: int = 0) -> Usage:
    """A provider's usage object in any of the known shapes, with ``prompt`` as the true size of all that was sent.

    OpenAI counts cached tokens inside ``prompt_tokens``; Anthropic's own shape has them beside ``input_tokens``; some
    gateways mix the two. Where the object itself does not tell, the reading closer to ``expected`` (our calibrated
    count, 0: unknown) is taken.
    """
    prompt = _first(raw, "prompt_tokens", "input_tokens", "promptTokenCount", "prompt_eval_count")
    completion = _first(raw, "completion_tokens", "output_tokens", "candidatesTokenCount", "eval_count")
    details = _object(raw, "prompt_tokens_details", "input_tokens_details")
    cached = _first(
        raw, "cache_read_input_tokens", "prompt_cache_hit_tokens", "cachedContentTokenCount", "cached_tokens"
    )
    cached = cached or _first(details, "cached_tokens")
    written = _first(raw, "cache_creation_input_tokens") or _first(details, "cache_creation_tokens")
    answer = _object(raw, "completion_tokens_details", "output_tokens_details")
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
