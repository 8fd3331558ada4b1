"""What is worked out once per message revision and then remembered: units with facts, remarks, statements.

A service holds one cache per chat and passes it in ``State``; every entry is a pure function of its message, so that a
cold cache changes the time a pass takes and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from weclaw_desktop.context.pieces import pieces
from weclaw_desktop.context.rules import Remark, remarks
from weclaw_desktop.context.statements import Statements, statements
from weclaw_desktop.context.units import Cut, cut
from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.ports import Counter

T = TypeVar("T")


class EngineCache:
    """Remembers by message revision. Use one per chat; not to be used by two threads at once."""

    def __init__(self) -> None:
        self._cuts: dict[tuple[str, int, int, str, str, str], Cut] = {}
        self._remarks: dict[tuple[str, int, int], tuple[Remark, ...]] = {}
        self._statements: dict[tuple[str, int, int], Statements] = {}
        self._others: dict[Hashable, object] = {}

    def __len__(self) -> int:
        return len(self._cuts)

    def cut(self, message: Message, call: ToolCallPart | None, counter: Counter) -> Cut:
        """The units of ``message``; ``call`` is the one it answers, if any."""
        name, asked = ("", "") if call is None else (call.name, call.arguments)
        key = (message.id, message.seq, message.revision, name, asked, counter.encoder)
        found = self._cuts.get(key)
        if found is None:
            found = self._cuts[key] = cut(message, call, counter)
        return found

    def pieces(self, message: Message, call: ToolCallPart | None, counter: Counter) -> Cut:
        """The pieces of ``message``, a result, that the line standing for it chooses from."""
        name, asked = ("", "") if call is None else (call.name, call.arguments)
        key = ("pieces", message.id, message.seq, message.revision, name, asked, counter.encoder)
        return self.once(key, lambda: pieces(message, call, counter, self.cut(message, call, counter)))

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` gave for ``key`` the first time; ``key`` names the kind and everything the value depends on."""
        found = self._others.get(key, self)
        if found is self:
            found = self._others[key] = make()
        return cast("T", found)

    def remarks(self, message: Message) -> tuple[Remark, ...]:
        """Rules and cancellations in ``message``."""
        key = (message.id, message.seq, message.revision)
        found = self._remarks.get(key)
        if found is None:
            found = self._remarks[key] = remarks(message)
        return found

    def statements(self, message: Message) -> Statements:
        """What ``message`` states for the ledger."""
        key = (message.id, message.seq, message.revision)
        found = self._statements.get(key)
        if found is None:
            found = self._statements[key] = statements(message)
        return found

    def warm(self, message: Message, call: ToolCallPart | None, counter: Counter) -> None:
        """Work out everything about a freshly committed message, off the GUI thread."""
        self.cut(message, call, counter)
        if message.role == "tool":
            self.pieces(message, call, counter)
        elif message.role == "user":
            self.remarks(message)
        self.statements(message)
