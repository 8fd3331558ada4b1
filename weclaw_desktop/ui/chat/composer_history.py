"""Up in an empty field brings back what was written before in this chat, Down goes forward again."""

from __future__ import annotations

from collections.abc import Callable, Sequence


class History:
    """Walks through earlier messages. ``written`` gives them, newest first; it is asked at every step."""

    def __init__(self, written: Callable[[], Sequence[str]]) -> None:
        self._written = written
        self._at = -1
        self._shown = ""

    def older(self, field: str) -> str | None:
        """The message before, None when the field holds something of its own or nothing is left."""
        if not self._mine(field):
            return None
        texts = self._written()
        if self._at + 1 >= len(texts):
            return None
        self._at += 1
        self._shown = texts[self._at]
        return self._shown

    def newer(self, field: str) -> str | None:
        """The message after, "" behind the newest one, None when nothing was brought back."""
        if self._at < 0 or not self._mine(field):
            return None
        self._at -= 1
        self._shown = self._written()[self._at] if self._at >= 0 else ""
        return self._shown

    def forget(self) -> None:
        """The field was sent, or another chat is shown."""
        self._at, self._shown = -1, ""

    @property
    def at_the_end(self) -> bool:
        """Whether the oldest message that is known is shown."""
        return self._at + 1 >= len(self._written())

    def _mine(self, field: str) -> bool:
        if field and field != self._shown:
            return False
        if not field:
            self._at = -1
        return True
