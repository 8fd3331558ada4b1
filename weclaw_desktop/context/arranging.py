"""From a chat's state to the tools of its next request: how much room schemas have, and what was decided before."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from weclaw_desktop.context.engine import State
from weclaw_desktop.context.load import system_of
from weclaw_desktop.context.offering import NOTHING, Offering, Size, groups_of, offer, settled_room, uses_of
from weclaw_desktop.core.models import ToolSpec

NOTICE = 140
"""Tokens that the notice may take: it comes and goes with compressions, and must not move the tools."""
WAY = 160
"""Room in tokens from which ``more_tools`` is on offer for certain: the way to all that is not."""
_Sizes = dict[str, tuple[ToolSpec, int]]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What is offered, and under which conditions that was decided.

    ``tools`` are all tools; ``room`` is in uncalibrated tokens, None as long as everything fits. ``model`` is what
    ends an arrangement when it changes: encoder and window.
    """

    tools: tuple[ToolSpec, ...] = ()
    offering: Offering = NOTHING
    room: int | None = None
    model: tuple[str, int] = ("", 0)

    def kept(self) -> list[object] | None:
        """What to store with the chat, so that the list is the same after a restart; None when all tools fit."""
        return None if self.room is None else [*self.model, self.room]


def restored(tools: tuple[ToolSpec, ...], kept: object) -> Arrangement | None:
    """The arrangement that was stored with a chat, for ``arrange`` to go on from; None when there is none."""
    match kept:
        case [str(encoder), int(window), int(room)]:
            return Arrangement(tools, NOTHING, room, (encoder, window))
        case _:
            return None


def arrange(state: State, before: Arrangement | None = None, must: Collection[str] = ()) -> Arrangement:
    """Decide what to offer of ``state.tools``, which are all there are.

    Costs nothing worth telling while everything fits; otherwise it reads the names of the log's calls.

    Args:
        state: The chat.
        before: The last arrangement: as long as it fits, nothing but what the chat asks for changes.
        must: Names that the coming call cannot do without.
    """
    tools, lines = state.tools, state.thresholds
    model = (state.counter.encoder, lines.window)
    size = sizes(state)
    room = int((lines.budgets.fixed - system_of(state).tokens - NOTICE) / max(state.calibration.k, 0.01))
    known = before is not None and before.tools is tools and before.model == model
    settled = before.room if before is not None and known else None
    if settled is not None and settled < WAY:
        settled = None  # hardly anything could be reached: what makes room now must help at once
    if settled is None and sum(map(size, tools)) <= room:
        stays = before is not None and known and before.room is None
        return before if before is not None and stays else Arrangement(tools, Offering(tools), None, model)
    settled = settled_room(settled, room)
    uses = uses_of(state.log, groups_of(tools))
    offering = offer(tools, size, settled, uses, must=must, language=state.language)
    if settled < WAY:
        offering = replace(offering, over=False, crowded=True)  # the prompt is what is large, not the tools
    if before is not None and before.offering.tools == offering.tools:
        offering = replace(offering, tools=before.offering.tools)  # the same object: it is not counted again
    return Arrangement(tools, offering, settled, model)


def sizes(state: State) -> Size:
    """Uncalibrated tokens that one more schema adds, counted once; what is said before all of them is not its own."""
    counter = state.counter
    known = state.memo.slot(f"schemas {counter.encoder}", _Sizes)

    def size(tool: ToolSpec) -> int:
        found = known.get(tool.name)
        if found is None or not (found[0] is tool or found[0] == tool):
            found = known[tool.name] = (tool, counter.tools((tool, tool)) - counter.tools((tool,)))
        return found[1]

    return size
