"""Cutting text to a number of tokens: head, tail, and both with a line between that says where the rest is.

Only ``Counter.text`` is used, so that an excerpt is right for every model family. Counts here are uncalibrated.
"""

from __future__ import annotations

from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language, render, text

HEAD_SHARE = 0.6
_PIECE = 4_000


def head(value: str, tokens: int, counter: Counter) -> str:
    """The longest beginning of ``value`` that has at most ``tokens`` tokens, found to within about 2 %."""
    return value[: _fitting(value, tokens, counter, from_end=False)]


def tail(value: str, tokens: int, counter: Counter) -> str:
    """The longest end of ``value`` that has at most ``tokens`` tokens, found to within about 2 %."""
    length = _fitting(value, tokens, counter, from_end=True)
    return value[len(value) - length :]


def head_tail(
    value: str,
    tokens: int,
    counter: Counter,
    language: Language,
    artifact: str,
    *,
    head_share: float = HEAD_SHARE,
    user: bool = False,
) -> str:
    """Head and tail of ``value`` around a line that says how much is left out and under which id it stays.

    The whole has about ``tokens`` tokens (never more unless the line alone has). ``user`` words the line for a user's
    own text.
    """
    key = "context.excerpt.user" if user else "context.excerpt.result"
    total = counter.text(value)
    line = render(text(key, left=total, total=total, artifact=artifact), language)
    room = max(0, tokens - counter.text(line) - 2)
    first = _to_line_end(head(value, int(room * head_share), counter))
    last = _from_line_start(tail(value[len(first) :], room - int(room * head_share), counter))
    kept = (counter.text(first) if first else 0) + (counter.text(last) if last else 0)
    line = render(text(key, left=max(0, total - kept), total=total, artifact=artifact), language)
    return "\n".join(piece for piece in (first.rstrip("\n"), line, last.lstrip("\n")) if piece)


def _fitting(value: str, tokens: int, counter: Counter, *, from_end: bool) -> int:
    """How many characters from one end have at most ``tokens`` tokens.

    Whole pieces are added while they fit, then the piece that does not fit is bisected, so that the work is
    proportional to what is kept and not to the length of ``value``.
    """

    def piece(start: int, stop: int) -> str:
        return value[len(value) - stop : len(value) - start] if from_end else value[start:stop]

    kept, used = 0, 0
    while kept < len(value):
        size = min(_PIECE, len(value) - kept)
        cost = counter.text(piece(kept, kept + size))
        if used + cost > tokens:
            break
        kept, used = kept + size, used + cost
    low, high = 0, min(_PIECE, len(value) - kept)
    while high - low > 8:
        middle = (low + high) // 2
        if used + counter.text(piece(kept, kept + middle)) <= tokens:
            low = middle
        else:
            high = middle
    return kept + low


def _to_line_end(value: str) -> str:
    """Without a last partial line, when that costs little."""
    end = value.rfind("\n")
    return value[: end + 1] if end > len(value) * 0.85 else value


def _from_line_start(value: str) -> str:
    """Without a first partial line, when that costs little."""
    start = value.find("\n")
    return value[start + 1 :] if 0 <= start < len(value) * 0.15 else value
