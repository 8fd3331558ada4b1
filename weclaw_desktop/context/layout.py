"""Where the groups of a growing chat lie: sizes of its messages, calls behind results, places where one may cut.

Every pass asks for all of them of a log that is a few messages longer than the last time. Messages are paired and
measured once; what is left to do for each new log is one walk over its groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_

from weclaw_desktop.context.invariants import cut_points
from weclaw_desktop.context.log import Grouping
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.shown import raw_tokens
from weclaw_desktop.context.units import answers
from weclaw_desktop.core.messages import Log, Message, ToolCallPart
from weclaw_desktop.core.ports import Counter


class Layout:
    """The layout of one log. ``sizes`` are uncalibrated tokens, ``calls`` as of ``units.answered``."""

    def __init__(self, counter: Counter) -> None:
        self.counter = counter
        self._log: Log = ()
        self._grouping = Grouping()
        self._sizes: list[int] = []
        self._calls: dict[int, ToolCallPart] = {}

    def extend(self, log: Log) -> bool:
        """Take the messages by which ``log`` is longer; False when others stand before them and a new one is needed.

        Equal messages do not do: whoever asks compares calls with those of the log itself.
        """
        known = len(self._log)
        if known > len(log) or not all(map(is_, self._log, log)):
            return False
        self._log = log
        changed: dict[int, None] = {}
        for message in log[known:]:
            index = self._grouping.add(message)
            if index is not None:
                changed[index] = None
            self._sizes.append(_size(message, self.counter))
        for index in changed:
            group = self._grouping.groups[index]
            self._calls.pop(group.at, None)
            self._calls.update(answers(group))
        return True

    def sizes(self) -> tuple[int, ...]:
        """Tokens of each message shown in full."""
        return tuple(self._sizes)

    def calls(self) -> Mapping[int, ToolCallPart]:
        """For each tool message that answers a call, by its place, that call; for others the last one unanswered."""
        return dict(self._calls)

    def points(self) -> tuple[int, ...]:
        """Where one may cut."""
        return cut_points(self._log, self._grouping.groups)


def layout(log: Log, counter: Counter, memo: Memo) -> Layout:
    """The layout of ``log``; with the chat's memo only messages appended since the last call cost anything."""
    kept = memo.slot("layout", list[Layout])
    if not kept or kept[0].counter is not counter or not kept[0].extend(log):
        kept[:] = [Layout(counter)]
        kept[0].extend(log)
    return kept[0]


def _size(message: Message, counter: Counter) -> int:
    if message.excluded or message.role == "system" or message.state == "generating":
        return 0
    return raw_tokens(message, counter)
