"""What each provider demands of a message list, as data. ``llm.wire`` writes requests by it.

A new provider is a row here and a file in ``resources/providers``; no code elsewhere knows a provider's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Thinking = Literal["none", "effort", "enable_thinking", "thinking_type", "openrouter", "minimax"]
"""How thinking is switched: not at all, ``reasoning_effort``, or one of the vendors' own body fields."""

ThinkingBack = Literal["never", "loop", "calls"]
"""Which thinking travels back: none, that of the tool loop since the newest user message, or all that led to calls."""

ThinkingField = Literal["reasoning_content", "reasoning", "reasoning_details", "thinking_blocks", "thought_signature"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """One provider family's rules.

    ``route`` is litellm's prefix. ``alternate`` joins neighbours of one role. ``signed`` thinking goes back only with
    the signature of the same provider. ``call_id`` is the longest id allowed. ``markers`` puts prefix-cache marks.
    ``fixed_while_thinking``: a thinking model takes neither temperature nor top p; ``one_of_two``: never both.
    ``output_field`` names the output limit. ``schema`` says how constrained JSON is asked for.
    """

    route: str = "openai"
    alternate: bool = False
    thinking: Thinking = "none"
    thinking_back: ThinkingBack = "never"
    thinking_field: ThinkingField = "reasoning_content"
    signed: bool = False
    call_id: int = 40
    markers: bool = False
    output_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    schema: Literal["json_schema", "json_object"] = "json_schema"
    stream_usage: bool = True
    fixed_while_thinking: bool = False
    one_of_two: bool = False


DIALECTS: dict[str, Dialect] = {
    "openai": Dialect(thinking="effort", output_field="max_completion_tokens", fixed_while_thinking=True),
    "anthropic": Dialect(
        route="anthropic",
        alternate=True,
        thinking="effort",
        thinking_back="loop",
        thinking_field="thinking_blocks",
        signed=True,
        call_id=64,
        markers=True,
        fixed_while_thinking=True,
        one_of_two=True,
    ),
    "gemini": Dialect(
        route="gemini",
        alternate=True,
        thinking="effort",
        thinking_back="calls",
        thinking_field="thought_signature",
        signed=True,
        call_id=64,
    ),
    "deepseek": Dialect(thinking="thinking_type", thinking_back="loop", schema="json_object"),
    "qwen": Dialect(thinking="enable_thinking"),
    "moonshot": Dialect(thinking="thinking_type", thinking_back="calls"),
    "zhipu": Dialect(thinking="thinking_type", thinking_back="loop", schema="json_object"),
    "openrouter": Dialect(thinking="openrouter", thinking_back="loop", thinking_field="reasoning"),
    "ollama": Dialect(route="ollama_chat", alternate=True, thinking="effort"),
    "siliconflow": Dialect(thinking="enable_thinking", schema="json_object"),
    "volcengine": Dialect(thinking="thinking_type"),
    "hunyuan": Dialect(thinking="enable_thinking", alternate=True, schema="json_object"),
    "minimax": Dialect(thinking="minimax", thinking_back="calls", thinking_field="reasoning_details"),
    "compatible": Dialect(alternate=True),
    "local": Dialect(alternate=True),
}
"""Name (``providers.ProviderKind.dialect``) → rules."""


def dialect_for(name: str) -> Dialect:
    """The rules called ``name``, those of any OpenAI-compatible server when there are none."""
    return DIALECTS.get(name, DIALECTS["compatible"])
