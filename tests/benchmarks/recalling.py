"""Asks the product's own recall, as the model would: one page of hits among what the view hides.

The page is the one that the tool gives, on its index in memory. The index is made when the first name
is missed after a compaction, from the log as it is then, so that no hit can show what was said after the use.
"""

from __future__ import annotations

from weclaw_desktop.context.engine import State
from weclaw_desktop.core.records import Record
from weclaw_desktop.services.recall_page import HITS, first_page
from weclaw_desktop.storage.finding import Index


class Recalling:
    """Recall over one chat while it is being played."""

    def __init__(self) -> None:
        self._made: tuple[Record | None, Index] | None = None

    def find(self, state: State, query: str) -> list[str]:
        """What the first page holds: its hits, each with what stands beside it there, and the names under them."""
        index = self._index(state)
        page = first_page(
            state,
            lambda where, room: index.search(query, HITS, before=where.before, also=where.also, room=room),
        )
        return [*(f"{hit.text}\n{hit.near}" for hit in page.hits), page.names]

    def _index(self, state: State) -> Index:
        if self._made is None or self._made[0] is not state.record:
            self.close()
            self._made = state.record, Index.of(state.log)
        return self._made[1]

    def close(self) -> None:
        """Let go of the index."""
        if self._made is not None:
            self._made[1].close()
            self._made = None
