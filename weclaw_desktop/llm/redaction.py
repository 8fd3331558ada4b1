"""Takes keys out of what libraries and providers say, before it reaches an error, a log or a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable

HIDDEN = "***"

_PATTERNS = (
    re.compile(r"(?i)(bearer\s+)[^\s\"',}]{4,}"),
    re.compile(r"(?i)((?:x-)?(?:goog-)?api[-_ ]?key[\"']?\s*[=:]\s*[\"']?)[^\s\"',}&]{4,}"),
    re.compile(r"(?i)([?&](?:key|api_key|token|access_token)=)[^\s&\"']+"),
    re.compile(r"(://)[^/\s:@]+:[^/\s@]+(?=@)"),
    re.compile(r"()\b(?:sk|rk|pk|gsk|xai|AIza|hf|key)[-_A-Za-z0-9*]*[-_A-Za-z0-9*]{12,}"),
)


def redact(text: str, secrets: Iterable[str | None] = ()) -> str:
    """``text`` without the given secrets and without whatever looks like a key."""
    for secret in secrets:
        if secret and len(secret) >= 4:
            text = text.replace(secret, HIDDEN)
    for pattern in _PATTERNS:
        text = pattern.sub(rf"\g<1>{HIDDEN}", text)
    return text
