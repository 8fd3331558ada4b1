"""Reading a log: turns, asks, and which result answers which call.

Provider ids of calls are neither unique nor trusted ("call_0" in every turn is common), and a result may stand anywhere
after a crash or an import. ``Grouping`` pairs them once, message by message, so that appending costs O(1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import is_

from weclaw_desktop.core.messages import Log, Message, ToolCallPart


@dataclass(slots=True)
class Group:
    """What must stay together: a user message, or an assistant message with the results of its calls.

    ``at`` is the index of ``head`` in the log; ``results`` holds one entry per call, None while unanswered.
    ``places`` are the log indices of the results in the order in which they came, ``numbers`` those of the calls that
    they answer. ``calls`` are those of ``head``.
    """

    at: int
    head: Message
    results: list[Message | None]
    places: list[int] = field(default_factory=list[int])
    numbers: list[int] = field(default_factory=list[int])
    calls: tuple[ToolCallPart, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether every call has a result."""
        return None not in self.results

    @property
    def last(self) -> int:
        """Index of the last log message that belongs to the group."""
        return max(self.places, default=self.at)


class Grouping:
    """The groups of a growing log. System rows, orphan results and second results to one call belong to none."""

    def __init__(self, log: Iterable[Message] = ()) -> None:
        self.groups: list[Group] = []
        self._size = 0
        self._open: dict[str, list[tuple[int, int]]] = {}
        self._early: dict[str, list[tuple[int, Message]]] = {}
        for message in log:
            self.add(message)

    def add(self, message: Message) -> int | None:
        """Take the next message; returns the index of the group that is new or changed, None if none is."""
        at = self._size
        self._size += 1
        if message.role == "user":
            self._early.clear()
            self.groups.append(Group(at, message, []))
            return len(self.groups) - 1
        if message.role == "assistant":
            return self._add_assistant(at, message)
        if message.role == "tool":
            return self._add_result(at, message)
        return None

    def copy(self) -> Grouping:
        """The same groups, to which others can be added; those that nothing more belongs to are shared."""
        made = Grouping()
        made.groups = self.groups.copy()
        made._size = self._size
        made._open = {call: waiting.copy() for call, waiting in self._open.items() if waiting}
        made._early = {call: waiting.copy() for call, waiting in self._early.items()}
        for index in {index for waiting in made._open.values() for index, _ in waiting}:
            old = self.groups[index]
            lists = (old.results.copy(), old.places.copy(), old.numbers.copy())
            made.groups[index] = Group(old.at, old.head, *lists, old.calls)
        return made

    def _add_assistant(self, at: int, message: Message) -> int:
        calls = message.calls
        group = Group(at, message, [None] * len(calls), calls=calls)
        index = len(self.groups)
        self.groups.append(group)
        for number, call in enumerate(calls):
            waiting = self._early.get(call.id)
            if waiting:
                place, result = waiting.pop(0)
                group.results[number] = result
                group.places.append(place)
                group.numbers.append(number)
            else:
                self._open.setdefault(call.id, []).append((index, number))
        return index

    def _add_result(self, at: int, message: Message) -> int | None:
        result = message.result
        if result is None:
            return None
        waiting = self._open.get(result.call_id)
        if not waiting:
            self._early.setdefault(result.call_id, []).append((at, message))
            return None
        newest = waiting[-1][0]
        position = next(i for i, (group, _) in enumerate(waiting) if group == newest)
        index, number = waiting.pop(position)
        group = self.groups[index]
        group.results[number] = message
        group.places.append(at)
        group.numbers.append(number)
        return index


def settled(log: Log) -> Log:
    """The log without rows at its end that are still being generated: they change all the time and are never sent."""
    end = len(log)
    while end and log[end - 1].state == "generating":
        end -= 1
    return log if end == len(log) else log[:end]


def continues(known: Log, log: Log) -> bool:
    """Whether ``log`` begins with the rows of ``known``, each in the same revision and state."""
    if known is log:
        return True
    return len(known) <= len(log) and (all(map(is_, known, log)) or all(map(_same, known, log)))


def _same(old: Message, new: Message) -> bool:
    """Whether two reads of a row show the same revision in the same state."""
    return (
        bool(old.id)
        and old.id == new.id
        and old.revision == new.revision
        and old.state == new.state
        and old.excluded == new.excluded
        and old.intake == new.intake
    )


def is_ask(message: Message) -> bool:
    """Whether the message is a real user message that views show."""
    return message.role == "user" and not message.excluded


def turn_starts(log: Log) -> list[int]:
    """Indices of the user messages: where turns begin."""
    return [i for i, message in enumerate(log) if is_ask(message)]


def newest_ask(log: Log) -> int | None:
    """Index of the newest user message, None when the user has not said anything yet."""
    return next((i for i in range(len(log) - 1, -1, -1) if is_ask(log[i])), None)


def position(log: Log, message_id: str | None) -> int | None:
    """Index of the message with this id, None when it is not on the path; the newest are looked at first."""
    if not message_id:
        return None
    return next((i for i in range(len(log) - 1, -1, -1) if log[i].id == message_id), None)


def in_flight(log: Log) -> int | None:
    """Index of the newest response when a call of it may still be answered, None otherwise.

    A call of the newest turn that a later response follows was given up: nothing waits for it.
    """
    start = newest_ask(log)
    if start is None:
        return None
    groups = [group for group in Grouping(log[start:]).groups if not group.head.excluded]
    newest = groups[-1]  # the ask itself is one
    if newest.answered or newest.head.state not in ("committed", "generating"):
        return None
    return start + newest.at
