"""Delivery of events."""

from __future__ import annotations

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.events import ChatDeleted, SettingsSaved


def test_an_event_reaches_those_who_asked_for_its_kind_and_those_who_asked_for_all() -> None:
    bus, seen = Bus(), list[object]()
    bus.subscribe(ChatDeleted, lambda event: seen.append(("kind", event.chat_id)))
    bus.subscribe(object, lambda event: seen.append(("all", type(event).__name__)))
    bus.publish(ChatDeleted("c"))
    bus.publish(SettingsSaved(("a",)))
    assert seen == [("kind", "c"), ("all", "ChatDeleted"), ("all", "SettingsSaved")]


def test_a_subscription_ends_once_even_during_delivery() -> None:
    bus, seen = Bus(), list[int]()

    def once(event: ChatDeleted) -> None:
        seen.append(1)
        end()
        end()

    end = bus.subscribe(ChatDeleted, once)
    bus.subscribe(ChatDeleted, lambda event: seen.append(2))
    bus.publish(ChatDeleted("c"))
    bus.publish(ChatDeleted("c"))
    assert seen == [1, 2, 2]
