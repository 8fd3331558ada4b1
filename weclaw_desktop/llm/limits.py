"""Recognises, in providers' own words, a prompt or an answer that is too long, and the limit they tell.

litellm maps some of these texts and misses others (DashScope, Moonshot, Zhipu, Volcengine, SiliconFlow, Chinese ones).
The patterns are ordered: an output limit that only follows from a long prompt is an overflow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_N = r"(\d[\d,]*)"


@dataclass(frozen=True, slots=True)
class Limit:
    """What an error tells: ``tokens`` is 0 when it names no number."""

    kind: Literal["window", "input", "output"]
    tokens: int = 0


def _patterns(*rows: tuple[str, Literal["window", "input", "output"]]) -> tuple[tuple[re.Pattern[str], Limit], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE | re.DOTALL), Limit(kind)) for pattern, kind in rows)


_RULES = _patterns(
    # OpenAI, DeepSeek, vLLM, OpenRouter, Mistral: the window as a whole
    (rf"maximum (?:context|sequence) length (?:is|of)(?: only)? {_N}", "window"),
    (rf"context (?:length|window|size) of(?: only)? {_N}", "window"),
    (rf"[\"']?n_ctx[\"']?\s*[:=]\s*{_N}", "window"),
    (rf"available context size \({_N}", "window"),
    (rf"exceeds? (?:the )?(?:model'?s? )?(?:context window|max_seq_len|max_model_len)\D{{0,20}}{_N}", "window"),
    (rf"exceeded model token limit\D{{0,20}}{_N}", "window"),  # Moonshot
    (rf"must be less than max_seq_len \(?{_N}", "window"),  # SiliconFlow
    (rf"total (?:message )?token length (?:exceed|must).*?{_N}", "window"),
    (rf"tokens > {_N} maximum", "window"),  # Anthropic
    (rf"exceed context limit: \d+ \+ \d+ > {_N}", "window"),  # Anthropic, prompt and answer together
    # limits of the answer
    (
        rf"max_(?:completion_|output_)?tokens.{{0,80}}?(?:at most|less than or equal to|maximum|<=|up to) (?:is )?{_N}",
        "output",
    ),
    (rf"(?:valid )?range of (?:max_)?(?:completion_|output_)?tokens (?:should be|is) \[\d+, ?{_N}\]", "output"),
    (rf"max_tokens: \d+ > {_N}", "output"),  # Anthropic
    (rf"maximum (?:allowed )?(?:number of )?output tokens\D{{0,30}}{_N}", "output"),
    (rf"supports? at most {_N} completion tokens", "output"),
    (rf"maxOutputTokens.*?(?:to|and|-) {_N}", "output"),
    # limits of the prompt
    (rf"range of input length should be \[\d+, ?{_N}\]", "input"),  # DashScope
    (rf"maximum number of tokens allowed \(?{_N}", "input"),  # Gemini
    (rf"input length \d+ exceeds the maximum length {_N}", "input"),  # Volcengine
    (
        (
            r"(?:input|prompt)(?: tokens?| length)?.{0,40}(?:exceed|longer than|too long|larger than).{0,40}?"
            rf"(?:limit|maximum|max)(?: (?:length|tokens?|limit|size))*(?: of| is|:|=)? ?\(?{_N}"
        ),
        "input",
    ),
    (rf"(?:输入|提示|上下文|请求).{{0,20}}(?:超过|超出|超长|过长).{{0,20}}?{_N}", "input"),
    (rf"(?:最大|上限)(?:输入|上下文)?(?:长度|tokens?|token数)\D{{0,10}}{_N}", "window"),
    # the same without a number
    (
        r"context_length_exceeded|exceed_context_size|context window exceeds|exceeds the (?:available )?context",
        "window",
    ),
    (r"exceeds? the context window|maximum context length|exceeded max context length", "window"),
    (r"prompt (?:is )?too long|prompt exceeds max length|input is too long|too many (?:input )?tokens", "input"),
    (r"reduce the length of (?:the|your) (?:messages|prompt|input)", "window"),
    (
        r"(?:prompt|输入|提示词?|上下文|内容|请求).{0,12}(?:超长|过长|超出.{0,12}(?:长度|限制|上限)|超过.{0,12}(?:长度|限制|上限))",
        "window",
    ),
    (r"max_(?:completion_|output_)?tokens.{0,40}(?:too large|too high|exceeds|超)", "output"),
)


def limit_in(text: str) -> Limit | None:
    """The limit that an error text speaks of, None when it speaks of something else."""
    for pattern, limit in _RULES:
        match = pattern.search(text)
        if match is None:
            continue
        number = match.group(1) if match.re.groups else None
        return Limit(limit.kind, int(number.replace(",", "")) if number else 0)
    return None
