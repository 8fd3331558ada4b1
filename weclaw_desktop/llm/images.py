"""What a picture costs in tokens, by each provider's published rule.

Bytes say nothing about it, and base64 is never counted as text. A picture whose size is not known counts as one of
1,024 × 1,024 pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable

DEFAULT_SIDE = 1_024
"""Pixels per side assumed when the size is not known."""


def openai_image(width: int, height: int) -> int:
    """Tiles of 512 px after fitting into 2,048 px and shrinking the short side to 768 px: 85 + 170 per tile.

    Source: OpenAI, "Images and vision", detail "high" of GPT-4o.
    """
    width, height = _known(width, height)
    fit = min(1.0, 2_048 / max(width, height))
    short = min(1.0, 768 / (min(width, height) * fit))
    across = math.ceil(width * fit * short / 512)
    down = math.ceil(height * fit * short / 512)
    return 85 + 170 * across * down


def anthropic_image(width: int, height: int) -> int:
    """Pixels / 750 after fitting the long side into 1,568 px, at most about 1,600 tokens.

    Source: Anthropic, "Vision", section "Calculate image costs".
    """
    width, height = _known(width, height)
    fit = min(1.0, 1_568 / max(width, height))
    return max(1, min(1_600, math.ceil(width * fit * height * fit / 750)))


def gemini_image(width: int, height: int) -> int:
    """258 tokens up to 384 px on both sides, else 258 per tile of 768 px.

    Source: Google, "Understand and count tokens", Gemini 2.0 and later.
    """
    width, height = _known(width, height)
    if width <= 384 and height <= 384:
        return 258
    return 258 * math.ceil(width / 768) * math.ceil(height / 768)


def qwen_image(width: int, height: int) -> int:
    """One token per 28 × 28 px after fitting into 1,280 of them, at least 4, and 2 that frame the picture.

    Source: Alibaba Cloud Model Studio, "Visual understanding", default ``max_pixels``.
    """
    width, height = _known(width, height)
    patches = math.ceil(width / 28) * math.ceil(height / 28)
    return max(4, min(1_280, patches)) + 2


ImageRule = Callable[[int, int], int]


def longest_side(encoder: str) -> int:
    """Pixels on the longer side above which a family makes a picture smaller itself: more only costs time.

    Source: the rules above; 2,048 where nothing is known.
    """
    return 1_568 if encoder in ("claude", "anthropic") else 2_048


def _known(width: int, height: int) -> tuple[int, int]:
    return (width, height) if width > 0 and height > 0 else (DEFAULT_SIDE, DEFAULT_SIDE)
