"""Typed publish and subscribe: a write is a small verb, and the world hears of it through one event.

Publishing calls the subscribers at once, in the thread that publishes, in the order of subscription. ``ui.bridge``
turns events into Qt signals; views never call views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

E = TypeVar("E")


class Bus:
    """Delivers each event to those who subscribed to its exact type, or to ``object`` for all."""

    def __init__(self) -> None:
        self._subscribers: dict[type, list[Callable[..., None]]] = {}

    def subscribe(self, kind: type[E], call: Callable[[E], None]) -> Callable[[], None]:
        """Call ``call`` with every event of ``kind``; the returned function ends it (twice is harmless)."""
        calls = self._subscribers.setdefault(kind, [])
        calls.append(call)

        def unsubscribe() -> None:
            if call in calls:
                calls.remove(call)

        return unsubscribe

    def publish(self, event: object) -> None:
        """Tell everyone who asked. A subscriber that raises stops the others: subscribers must not raise."""
        for kind in (type(event), object):
            for call in tuple(self._subscribers.get(kind, ())):
                call(event)
