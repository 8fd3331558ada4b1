"""Decides, prepares and applies compressions in the background (DESIGN §8)."""

from __future__ import annotations

from weclaw_desktop.context.engine import Moment, Refused
from weclaw_desktop.core.records import Record


class CompressionWorker:
    """One job per chat: IDLE, PREPARING, PREPARED, then APPLIED or STALE."""

    def consider(self, chat_id: str, moment: Moment) -> None:
        """Something was appended: decide in the background whether to prepare or apply. Returns at once."""
        raise NotImplementedError

    async def before_request(self, chat_id: str) -> None:
        """Apply what is ready. At the hard line wait at most 20 s for running work, then shorten by code."""
        raise NotImplementedError

    async def compress_now(self, chat_id: str, focus: str = "") -> Record | Refused:
        """The user asks: plan, run and apply at once. ``focus`` names what the summary should keep."""
        raise NotImplementedError

    async def undo(self, chat_id: str, *, force: bool = False) -> Record | Refused | None:
        """Go back to the previous record; the result is the record in force now (None: the full log)."""
        raise NotImplementedError

    async def redo(self, chat_id: str) -> Record | Refused:
        """Bring the undone record back while its hash still matches."""
        raise NotImplementedError

    async def edit(self, chat_id: str, record_id: str, narrative: str) -> Record | Refused:
        """Replace the narrative of a record by the user's own text; makes a new record."""
        raise NotImplementedError

    async def cancel(self, chat_id: str) -> None:
        """End the running preparation; nothing is lost."""
        raise NotImplementedError

    async def resume(self, chat_id: str) -> None:
        """Arm automatic passes again after a pause or an undo, and look at the chat once."""
        raise NotImplementedError

    async def answer(self, chat_id: str, apply: bool) -> None:
        """The user's word on a prepared compression when *ask before applying* is on."""
        raise NotImplementedError

    async def settle(self, chat_id: str, timeout_s: float = 20.0) -> None:
        """Wait until no work runs for the chat, at most ``timeout_s`` seconds."""
        raise NotImplementedError
