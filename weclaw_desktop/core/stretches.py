"""Cuts long text into stretches for work that is done by one call into C.

Such a call (a regular expression over megabytes, for one) holds the interpreter for as long as it lasts, and the window
stands still meanwhile, whichever thread makes it. Work on stretches lets others have their turn in between.
"""

from __future__ import annotations

from collections.abc import Iterator

SIZE = 16_000
"""Characters of a stretch: some 2 ms of the slowest pattern."""
SENTENCES = ("\n", "。", ". ")
"""Ends of lines, and of sentences where lines are long."""


def stretches(text: str, marks: tuple[str, ...], size: int = SIZE) -> Iterator[str]:
    """``text`` in pieces of about ``size`` characters, each but the last ending with one of ``marks``.

    Joined they are ``text``. The first mark that stands in the second half of a stretch is taken; where there is none,
    a stretch grows until the next mark, so that what never holds a mark is never cut.
    """
    start = 0
    while len(text) - start > size:
        end = _border(text, start, size, marks)
        if end is None:
            break
        yield text[start:end]
        start = end
    yield text[start:]


def unbroken(text: str, length: int) -> bool:
    """Whether ``length`` characters of ``text`` stand in a row without a blank (U+0020) between them.

    A cheap first look for what holds no blanks, base64 for one: it skips from blank to blank, nearly ``length``
    characters at a time.
    """
    start = 0
    while len(text) - start >= length:
        blank = text.rfind(" ", start, start + length)
        if blank < 0:
            return True
        start = blank + 1
    return False


def _border(text: str, start: int, size: int, marks: tuple[str, ...]) -> int | None:
    """Where a stretch that begins at ``start`` ends, None when no mark follows."""
    for mark in marks:
        at = text.rfind(mark, start + size // 2, start + size)
        if at >= 0:
            return at + len(mark)
    later = [at + len(mark) for mark in marks if (at := text.find(mark, start + size)) >= 0]
    return min(later, default=None)
