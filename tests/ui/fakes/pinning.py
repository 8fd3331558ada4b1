"""Keeps pins in a dictionary; every verb is in ``calls``."""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.core.pins import Pin, PinState


class FakePinning:
    """Fits ``ui.ports.Keeping``."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.rows: dict[str, Pin] = {}
        self.decided: dict[str, PinState] = {}

    async def add(self, chat_id: str, words: str, *, source_id: str = "") -> Pin:
        self.calls.append(("add", chat_id, words, source_id))
        return await self.put_back(Pin(f"p{len(self.rows) + 1}", chat_id, words, source_id=source_id))

    async def change(self, pin_id: str, words: str) -> Pin:
        self.calls.append(("change", pin_id, words))
        self.rows[pin_id] = replace(self.rows.get(pin_id, Pin(pin_id, "", "")), text=words)
        return self.rows[pin_id]

    async def remove(self, pin_id: str) -> Pin:
        self.calls.append(("remove", pin_id))
        return self.rows.pop(pin_id, Pin(pin_id, "", ""))

    async def put_back(self, pin: Pin) -> Pin:
        self.calls.append(("put back", pin.id))
        self.rows[pin.id] = pin
        return pin

    async def decide(self, chat_id: str, words: str, message_id: str, state: PinState) -> PinState:
        self.calls.append(("decide", chat_id, words, message_id, state))
        before, self.decided[words] = self.decided.get(words, "found"), state
        return before
