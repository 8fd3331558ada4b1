"""What several replays of one transcript have in common: messages as intake shows them, their counts, units and facts.

All of it depends on the message and on the budgets of intake alone, not on a strategy. A message that no budget
shortens is the same in every replay; one that is shortened goes by an id of its own for each budget, so that what the
engine remembers of it is never that of another length.
"""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.encode import intake
from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language
from weclaw_desktop.core.windows import Thresholds


class Takes:
    """For replays of one transcript in one language, one after another; not to be used by two threads at once.

    ``ahead``: units and facts are worked out as each message comes, as in a chat, so that no pass pays for them;
    otherwise when a strategy asks for them, which not every one does.
    """

    def __init__(self, *, ahead: bool = True) -> None:
        self.cache = EngineCache()
        self._ahead = ahead
        self._rows: dict[tuple[int, int, int, str], Message] = {}

    def known(self, seq: int, lines: Thresholds, counter: Counter) -> Message | None:
        """The message with this number, if it was taken in under these budgets."""
        return self._rows.get(_key(seq, lines, counter))

    def row(
        self, message: Message, call: ToolCallPart | None, lines: Thresholds, counter: Counter, language: Language
    ) -> Message:
        """``message``, numbered, with what intake shows of it and its count; ``call`` is the one it answers."""
        row = self.known(message.seq, lines, counter)
        if row is None:
            budgets = lines.budgets
            shown = intake(message, lines, counter, language)
            if shown is not None and shown.capped:
                message = replace(message, id=f"{message.id}-{budgets.tool_result}-{budgets.user_text}")
            row = message if shown is message.intake else message.taken(shown, message.tokens)
            row = row.taken(shown, {counter.encoder: counter.message(row)})
            self._rows[_key(message.seq, lines, counter)] = row
            if self._ahead:
                self.cache.warm(row, call, counter)
        return row


def _key(seq: int, lines: Thresholds, counter: Counter) -> tuple[int, int, int, str]:
    return seq, lines.budgets.tool_result, lines.budgets.user_text, counter.encoder
