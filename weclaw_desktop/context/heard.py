"""What the messages of a growing chat said that its ledger is made of: rules, statements, and which asks were answered.

A pass asks for the same again with a few messages more. So it is read message by message, once, and of thousands of
messages a pass looks only at those that said something.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.log import continues, settled
from weclaw_desktop.context.rules import Rule, Rules
from weclaw_desktop.context.statements import Statements
from weclaw_desktop.core.messages import Log, Message

Known = list[tuple[Message, Statements]]
"""Messages with what they state, oldest first."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a user message asks for, and the place of what ended it: an answer (``done``) or the next message."""

    seq: int
    place: int
    said: str
    ended: int = -1
    done: bool = False


class Heard:
    """What one chat said so far. Not to be used by two threads at once."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._log: Log = ()
        self._rules = Rules()
        self._known: Known = []
        self._places: list[int] = []
        self._ended: list[Ask] = []
        self._open: Ask | None = None

    def read(self, log: Log, cache: EngineCache) -> Heard:
        """Take the messages by which ``log`` is longer; all of them where it is another one."""
        log = settled(log)
        if log is not self._log:
            if not continues(self._log, log):
                self._clear()
            for place in range(len(self._log), len(log)):
                if not log[place].excluded:
                    self._add(place, log[place], cache)
            self._log = log
        return self

    def rules(self) -> list[Rule]:
        """All rules of the log, oldest first, with what ended them."""
        return self._rules.every

    def known(self, end: int) -> Known:
        """Messages of ``log[:end]`` that state anything."""
        return self._known[: bisect_left(self._places, end)]

    def asks(self, end: int) -> tuple[list[Ask], Ask | None]:
        """Asks of ``log[:end]`` that ended in it, oldest first, and the one that stands open at its end.

        Thanks and farewells ask for nothing; what stood open before one stays open.
        """
        upto = bisect_left(self._ended, end, key=lambda ask: ask.ended)
        last = self._ended[upto] if upto < len(self._ended) else self._open
        return self._ended[:upto], last if last is not None and last.place < end else None

    def _add(self, place: int, message: Message, cache: EngineCache) -> None:
        if message.role == "user" and (remarked := cache.remarks(message)):
            self._rules.add(place, message.seq, remarked)
        said = cache.statements(message)
        if said:
            self._known.append((message, said))
            self._places.append(place)
        if message.role == "user":
            self._end(place, done=False)
            self._open = Ask(message.seq, place, said.ask) if said.ask else None
        elif self._open is not None and message.role == "assistant" and _answers(message):
            self._end(place, done=True)

    def _end(self, place: int, *, done: bool) -> None:
        if self._open is not None:
            self._ended.append(Ask(self._open.seq, self._open.place, self._open.said, place, done))
            self._open = None


def heard(log: Log, cache: EngineCache) -> Heard:
    """What ``log`` said, read as far as it was not yet."""
    return cache.once("heard", Heard).read(log, cache)


def _answers(message: Message) -> bool:
    return message.state == "committed" and not message.calls and bool(message.text.strip())
