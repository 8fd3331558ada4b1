"""What Chinese sentences must not hold: the comma, semicolon, colon, stop and brackets of Latin script."""

from __future__ import annotations

import re

_HAN = "\u3400-\u9fff"
_PLACE = re.compile(r"\{\w*(?::[^{}]*)?\}")
_MARK = re.compile(
    rf"[{_HAN}”》）]\s*([,;:!?.])(?![\w*]| …)|([,;:!?])\s*[{_HAN}“《（]|(?<!\w)(\()[^()]*[{_HAN}][^()]*\)|[{_HAN}](\()"
)


def foreign_marks(said: str) -> list[str]:
    """Marks of Latin script beside Chinese characters; what is filled in counts as a Chinese one."""
    return ["".join(match.groups("")) for match in _MARK.finditer(_PLACE.sub("字", said))]
