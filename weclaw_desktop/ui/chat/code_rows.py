"""Which row of the screen each line of code begins at, when long lines may take several. No Qt in here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable


class CodeRows:
    """Rows per line, added up lazily; ``count`` says how many rows a line takes. Not ``wrapped``: each takes one."""

    def __init__(self, count: Callable[[int], int]) -> None:
        self.wrapped = False
        self._count = count
        self._tops = [0]

    def forget(self, first: int = 0) -> None:
        """The lines from ``first`` on changed."""
        del self._tops[first + 1 :]

    def top(self, line: int) -> int:
        """The row where ``line`` begins; one beyond the last line gives the number of rows."""
        if not self.wrapped:
            return line
        while len(self._tops) <= line:
            self._tops.append(self._tops[-1] + self._count(len(self._tops) - 1))
        return self._tops[line]

    def line_at(self, row: int, lines: int) -> int:
        """The line that covers ``row``, at most the last of ``lines``."""
        if self.wrapped:
            self.top(lines)
            row = bisect_right(self._tops, row) - 1
        return max(0, min(lines - 1, row))
