"""Publishes the numbers of a chat's context: one report object behind ring, panel, command line and log."""

from __future__ import annotations

from weclaw_desktop.core.report import ContextReport


class Reporter:
    """Builds ``ContextReport`` off the window's thread and publishes it as ``ContextReported``."""

    async def report(self, chat_id: str) -> ContextReport:
        """The report of a chat as it is now; published too."""
        raise NotImplementedError

    def draft_changed(self, chat_id: str, text: str) -> None:
        """The composer's text changed: count it soon, off the window's thread, and publish a new report."""
        raise NotImplementedError
