"""What recall speaks of: hits, and the ids by which views name what they do not show.

``m12`` is message 12 of the chat, ``a12`` the full text of it (an artifact), ``c12_0`` its first tool call with the
result; ``m10-m20`` is a span.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

RECALL = "recall"
"""Name of the tool. What it gave is never indexed, or it would find its own output."""
_ID = re.compile(r"\[?\s*([mac]?)\s*(\d{1,12})(?:_(\d{1,4}))?\s*\]?", re.IGNORECASE)
_SPAN = re.compile(r"\[?\s*m?\s*(\d{1,12})\s*(?:-|–|—|~|\.\.|:|to|至|到)\s*m?\s*(\d{1,12})\s*\]?", re.IGNORECASE)


_BETWEEN = re.compile(r"\s*[,;，、；]\s*|\s+(?:and\s+)?")
"""What stands between the ids of a list."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One message that was found. ``text`` is an excerpt with secrets masked, the whole when ``whole``.

    ``near`` are messages beside it, a line each with id and role, where there was room for them.

    ``when`` is in Unix milliseconds. ``score`` orders hits of one search and means nothing beyond it.
    """

    id: str
    chat: str
    when: int
    role: str
    text: str
    score: float
    seq: int = 0
    message_id: str = ""
    whole: bool = True
    near: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """An id or a span as somebody wrote it; ``call`` is the index of a tool call, -1 for the message itself."""

    kind: Literal["message", "artifact", "call", "span"]
    first: int
    last: int
    call: int = -1


def reference(written: str, *, bare: bool = False) -> Reference | None:
    """The id or span that ``written`` is, None when it is neither (words, then).

    ``bare``: numbers without a letter are meant as ids; among words "2024" and "10-20" are no ids.
    """
    value = written.strip()
    if not bare and not value.lstrip("[ ")[:1].isalpha():
        return None
    span = _SPAN.fullmatch(value)
    if span is not None:
        first, last = sorted((int(span[1]), int(span[2])))
        return Reference("span", first, last)
    found = _ID.fullmatch(value)
    if found is None:
        return None
    kind, seq = found[1].lower(), int(found[2])
    if kind == "c":
        return Reference("call", seq, seq, int(found[3] or 0))
    if found[3] is not None:
        return None
    return Reference("artifact" if kind == "a" else "message", seq, seq)


def references(written: str, *, bare: bool = False) -> tuple[Reference, ...]:
    """The ids and spans that ``written`` lists, as ``m3, m4``; none when anything else stands among them."""
    whole = reference(written, bare=bare)
    if whole is not None:
        return (whole,)
    found = [reference(part, bare=bare) for part in _BETWEEN.split(written.strip().strip("[]").strip(" ,;"))]
    return tuple(one for one in found if one is not None) if None not in found else ()
