"""Asks the product's own recall, as the model would: one page of hits among what the view hides.

The same steps as ``services.recall`` takes for the tool, on its index in memory. The index is made when the first name
is missed after a compaction, from the log as it is then, so that no hit can show what was said after the use.
"""

from __future__ import annotations

from weclaw_desktop.context.engine import State
from weclaw_desktop.context.log import newest_ask
from weclaw_desktop.core.records import Record
from weclaw_desktop.services.recall import FILLED, FRAME, HITS, Hidden, hidden
from weclaw_desktop.storage.finding import Index


class Recalling:
    """Recall over one chat while it is being played."""

    def __init__(self) -> None:
        self._made: tuple[Record | None, Index] | None = None

    def find(self, state: State, query: str) -> list[str]:
        """The hits on the first page, each with what stands beside it there."""
        ask = newest_ask(state.log)
        everything = Hidden(state.log[ask].seq if ask is not None else 0)
        room = max(200, int(FILLED * state.thresholds.budgets.tool_result) - FRAME) // HITS
        for where in (hidden(state.log, state.record) or everything, everything):
            found = self._index(state).search(query, HITS, before=where.before, also=where.also, room=room)
            if found:
                return [f"{hit.text}\n{hit.near}" for hit in found]
        return []

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
