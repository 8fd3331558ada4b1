"""Which tokenizer and which picture rule fit which family of models.

Only OpenAI's, DeepSeek's and Claude 2's vocabularies are at hand offline. Other families count with the table that
comes closest, times a factor, and with what is different in kind: numbers that are cut into single digits, Chinese
that another table fits better. The usage that a provider reports corrects what is left (``llm.calibration``). Factors
marked *measured* were fitted to the family's real vocabulary over eight files of English and Chinese conversation, code
and tool traffic; behind them stands what is left, by file. The others are unmeasured and therefore 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from weclaw_desktop.llm.images import ImageRule, anthropic_image, gemini_image, openai_image, qwen_image

TableName = Literal["o200k_base", "cl100k_base", "deepseek", "anthropic"]


@dataclass(frozen=True, slots=True)
class Family:
    """How tokens are counted for one family: ``factor`` × the count of ``table``; ``own`` when the table is its own.

    Text. ``digits``: tokens for every digit that the table takes together with the one before (it takes up to three).
    ``cjk``: where it is not 0, Chinese, Japanese and full-width characters are counted apart, as ``cjk`` × the count of
    ``cjk_table``, or ``cjk`` for each character without one.

    Around it. ``frame``: tokens around a message, ``call`` around a tool call in it, ``result`` around a tool's result.
    ``preface``: tokens that template or provider put before the schemas of tools. ``spaced``: the template writes
    schemas whole and with blanks, which costs a third more than OpenAI's way. ``told``: tools are told in words in the
    system prompt (``llm.local.toolchoice``), not sent as schemas.
    """

    table: TableName
    factor: float = 1.0
    own: bool = False
    image: ImageRule = openai_image
    told: bool = False
    digits: float = 0.0
    cjk: float = 0.0
    cjk_table: TableName | None = None
    frame: int = 4
    call: int = 8
    result: int = 8
    preface: int = 0
    spaced: bool = False


_QWEN = Family(
    "o200k_base",
    1.004,
    image=qwen_image,
    digits=0.99,
    cjk=1.075,
    cjk_table="deepseek",
    frame=5,
    call=17,
    result=10,
    preface=95,
    spaced=True,
)
"""Measured: ±1.6 % (with DeepSeek's table alone ±9.5 %). ``frame`` and what follows are its template's."""

FAMILIES: dict[str, Family] = {
    "o200k_base": Family("o200k_base", own=True),
    "cl100k_base": Family("cl100k_base", own=True),
    "deepseek": Family("deepseek", own=True),
    "anthropic": Family("anthropic", own=True, image=anthropic_image),  # Claude 2 and Instant
    # Measured on usage: 1.23–1.27. Anthropic puts 346 tokens before tools (its page on tool use, "Pricing").
    "claude": Family("o200k_base", 1.25, image=anthropic_image, preface=346),
    "qwen": _QWEN,
    "qwen-embedded": replace(_QWEN, told=True, call=8, result=18),
    # Measured: ±6.5 %.
    "smollm-embedded": Family("deepseek", 1.074, told=True, digits=1.03, cjk=1.82, frame=5, call=9, result=24),
    "llama": Family("o200k_base", 1.02),  # measured: .99–1.05
    "gemini": Family("o200k_base", image=gemini_image),
    "glm": Family("deepseek"),
    "kimi": Family("deepseek"),
    "other": Family("o200k_base"),
}
"""Encoder name (``ModelSpec.encoder``) → family."""

_BY_NAME: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), encoder)
    for pattern, encoder in (
        (r"claude-(2|instant)", "anthropic"),
        (r"claude", "claude"),
        (r"gemini|gemma", "gemini"),
        (r"deepseek", "deepseek"),
        (r"qwen|qwq|qvq", "qwen"),
        (r"kimi|moonshot", "kimi"),
        (r"(^|/)(glm|chatglm|z-ai)", "glm"),
        (r"llama", "llama"),
        (r"gpt-3\.5|gpt-4(-|$)|gpt-4-|text-embedding", "cl100k_base"),
        (r"gpt-|chatgpt|(^|/)o[1-9]", "o200k_base"),
    )
)


def encoder_for(model: str) -> str:
    """The encoder name for a model's name (any provider's spelling); "other" when nothing is known of it."""
    lowered = model.lower()
    return next((encoder for pattern, encoder in _BY_NAME if pattern.search(lowered)), "other")


def embedded_encoder(model: str) -> str:
    """The encoder name for an embedded model, which is told of its tools in words."""
    return "smollm-embedded" if "smollm" in model.lower() else "qwen-embedded"


_IGNORES_TOOLS = re.compile(
    r"qwen2\.5-coder|smollm|tinyllama|codellama|starcoder|(^|[/-])(code)?gemma-?[123]?(\b|:)|phi-?3"
)
"""Families whose chat template has no place for tools, or which do not act on them (Qwen2.5-Coder, measured)."""


def ignores_tools(model: str) -> bool:
    """Whether a local model of that name is known to ignore the tools field."""
    return _IGNORES_TOOLS.search(model.lower()) is not None
