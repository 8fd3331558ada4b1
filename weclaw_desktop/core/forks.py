"""Places in a chat where its tree of messages has several branches."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fork:
    """The versions of one message: ``ids`` of those that can be shown, oldest first; ``at`` is the one shown.

    A deleted message keeps its place among them while its branch is shown, because what follows hangs on it.
    """

    ids: tuple[str, ...]
    at: int

    @property
    def before(self) -> str:
        """Id of the version before the one shown, "" at the first."""
        return self.ids[self.at - 1] if self.at > 0 else ""

    @property
    def after(self) -> str:
        """Id of the version after the one shown, "" at the last."""
        return self.ids[self.at + 1] if self.at + 1 < len(self.ids) else ""
