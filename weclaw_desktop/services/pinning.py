"""Keeps words of a chat: pins without a message of their own, and the user's word on rules that were found.

Each verb is committed with the chat's epoch in one transaction, so that a compression which was prepared before is
dropped; the next request holds the change.
"""

from __future__ import annotations

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.pins import Pin, PinBoard, PinState
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import text as make_text
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.reporting import Reporter


class Pinning:
    """The verbs of what is kept. Pinned messages are marks of messages: ``DialogManager.pin``."""

    def __init__(self, store: Store, desks: Desks, worker: CompressionWorker, reporter: Reporter) -> None:
        self._store = store
        self._desks = desks
        self._worker = worker
        self._reporter = reporter

    async def board(self, chat_id: str) -> PinBoard:
        """All that is kept in a chat, with its size against its room. Raises InputError for no such chat."""
        return (await self._reporter.report(chat_id)).pins

    async def add(self, chat_id: str, words: str, *, source_id: str = "") -> Pin:
        """Keep words from the next request on.

        Args:
            chat_id: The chat.
            words: What to keep, word for word.
            source_id: The message that they were chosen from; "" for words that were written down.

        Raises:
            InputError: No words, no such chat or message, or a message of another chat.
        """
        source = await self._source(chat_id, source_id)
        seq = 0 if source is None else source.seq
        return await self._kept(await self._store.pins.add(chat_id, words, source_id=source_id, seq=seq))

    async def change(self, pin_id: str, words: str) -> Pin:
        """Keep other words in the place of a pin's. Raises InputError for no words or no such pin."""
        return await self._kept(await self._store.pins.change(pin_id, text=words))

    async def remove(self, pin_id: str) -> Pin:
        """Keep words no longer; what was removed, for ``put_back``. Raises InputError for no such pin."""
        return await self._kept(await self._store.pins.delete(pin_id))

    async def put_back(self, pin: Pin) -> Pin:
        """Keep words again that were removed."""
        return await self._kept(await self._store.pins.restore(pin))

    async def decide(self, chat_id: str, words: str, message_id: str, state: PinState) -> PinState:
        """Say what to do with a rule that was found in a message; what was said of it before.

        Args:
            chat_id: The chat.
            words: The rule as it was found.
            message_id: The message that it stands in.
            state: "confirmed", "dismissed", or "found" to take the word back.

        Raises:
            InputError: No such message in this chat.
        """
        source = await self._source(chat_id, message_id)
        seq = 0 if source is None else source.seq
        for pin in await self._store.pins.all(chat_id):
            if pin.kind == "rule" and (pin.text, pin.source_id) == (words, message_id):
                await self._kept(await self._store.pins.change(pin.id, state=state))
                return pin.state
        added = await self._store.pins.add(chat_id, words, kind="rule", state=state, source_id=message_id, seq=seq)
        await self._kept(added)
        return "found"

    async def _source(self, chat_id: str, message_id: str) -> Message | None:
        if not message_id:
            return None
        message = await self._store.messages.get(message_id)
        if message.chat_id != chat_id:
            raise InputError(make_text("services.not_shown"))
        return message

    async def _kept(self, pin: Pin) -> Pin:
        """What requests hold changed: pending work is void, the desk is laid anew."""
        await self._desks.renew(pin.chat_id)
        self._worker.changed(pin.chat_id)
        await self._worker.repin(pin.chat_id)
        self._reporter.changed(pin.chat_id)  # also of a chat that nothing was sent in yet
        return pin
