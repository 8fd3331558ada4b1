"""Words as they are compared: by their beginning, Chinese by pairs of characters, so that forms of a word are one."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Za-z\u00c0-\u052f]{4,}|[\u3400-\u9fff]{2,}")
_CJK = re.compile(r"[\u3400-\u9fff\u3040-\u30ff]")


def words_of(value: str) -> frozenset[str]:
    """Beginnings of words of four letters or more, and pairs of Chinese characters."""
    found: set[str] = set()
    for word in _WORD.findall(value.casefold()):
        if _CJK.match(word):
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        else:
            found.add(word[:5])
    return frozenset(found)
