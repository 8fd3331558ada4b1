"""The cache of one chat: what was computed once is not computed again, so that a check after a turn costs O(new).

It holds nothing that a result depends on: with an empty memo every function gives the same answer, only later. One memo
belongs to one chat and one thread at a time; it is bounded by the size of the chat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

V = TypeVar("V")


class Memo:
    """Named slots for one value each, and one table of token counts of texts."""

    def __init__(self) -> None:
        self._slots: dict[str, object] = {}
        self._last: dict[str, tuple[tuple[object, ...], object]] = {}

    def slot(self, name: str, make: Callable[[], V]) -> V:
        """The value kept under ``name``, made on first use. A name always goes with one type."""
        if name not in self._slots:
            self._slots[name] = make()
        return cast("V", self._slots[name])

    def last(self, name: str, inputs: tuple[object, ...], make: Callable[[], V]) -> V:
        """The last value made under ``name`` if ``inputs`` are the same objects (or equal numbers, strings) as then."""
        known = self._last.get(name)
        if known is not None and len(known[0]) == len(inputs) and all(map(_same, known[0], inputs)):
            return cast("V", known[1])
        value = make()
        self._last[name] = (inputs, value)
        return value


def _same(old: object, new: object) -> bool:
    """Identity for values that may be large, equality for plain numbers and strings."""
    return old is new or (isinstance(old, (int, float, str)) and type(old) is type(new) and old == new)
