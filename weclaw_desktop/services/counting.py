"""Saves counts of messages that came without them, so that the next start need not count them again.

Messages are counted when they are committed; imported ones, and all of them after a change to another family of models,
are counted by the first report. A chat of 16,000 messages takes seconds then, once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice

from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.stores import Counts, Store
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.supervisor import TaskSupervisor

BATCH = 100
"""Messages whose counts are saved at a time: a few milliseconds of the database's thread."""
PAUSE_S = 0.05
"""Seconds between two batches."""
BUSY_S = 2.0
"""Seconds until it is looked again whether nothing runs any more."""


class CountKeeper:
    """Finds what is not counted in the database yet, and saves it while nothing else runs."""

    def __init__(self, store: Store, supervisor: TaskSupervisor, *, quiet: Callable[[], bool]) -> None:
        self._store = store
        self._supervisor = supervisor
        self._quiet = quiet

    def keep(self, desk: Desk) -> None:
        """A report was made, so everything on ``desk`` is counted. Returns at once; looks once per reading of a log."""
        encoder = desk.counter().encoder
        if desk.counts_kept == encoder or self._supervisor.closing or self._store.read_only is not None:
            return
        desk.counts_kept = encoder
        self._supervisor.start(self._save(desk), f"counts of {desk.chat.id}")

    async def _save(self, desk: Desk) -> None:
        counts = iter((await desk.compute(missing, desk.log, desk.counter())).items())
        while batch := dict(islice(counts, BATCH)):
            while not self._quiet():  # noqa: ASYNC110 - any of several chats may be busy, and nobody waits for this
                await asyncio.sleep(BUSY_S)
            try:
                await self._store.messages.cache_tokens(batch)
            except StorageError:
                return  # it only saves time; whoever must save something will tell
            await asyncio.sleep(PAUSE_S)


def missing(log: Log, counter: Counter) -> Counts:
    """The counts of messages that carry none by this counter."""
    encoder = counter.encoder
    return {
        message.id: (message.revision, encoder, counter.message(message))
        for message in log
        if encoder not in message.tokens and message.state != "generating"
    }
