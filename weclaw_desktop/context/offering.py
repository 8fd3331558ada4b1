"""Which tools a request offers when their schemas are too large: the rest waits in groups behind one ``more_tools``.

A pure function of the tools, the room and what the chat has called so far, so that the same chat always gets the same
list. Its bytes change as rarely as possible, because a changed list breaks the whole cached prefix: what stays keeps
its order at the head, ``more_tools`` always says the same, and what is asked for is added behind it.
"""

from __future__ import annotations

import json
import re
from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.text import Language, Text, render, text

MORE = "more_tools"
LIST = "list"
"""What ``more_tools`` is asked for to read every name."""
LARGEST_GROUP = 8
"""Tools of one group: few enough that a small model has room for them."""
NAMES_SHARE = 0.3
"""Share of the room that ``more_tools`` may fill with names."""
SLACK = 0.9
"""Share of the room that is filled, so that a better count of the tokens does not change the list again."""
_FAMILY = re.compile(r"(.+?)(?:__|::|[./])(?=.)")

Size = Callable[[ToolSpec], int]
Uses = Sequence[tuple[str, ...]]
"""Names of tools that were called or asked for, in the order of the chat; those of one entry belong together."""


@dataclass(frozen=True, slots=True)
class Group:
    """Tools that are withdrawn and brought back together."""

    name: str
    tools: tuple[ToolSpec, ...]


@dataclass(frozen=True, slots=True)
class Offering:
    """What a request offers.

    ``tools`` are sent as they stand; ``withdrawn`` are the names that are not among them; ``dropped`` those of them
    that this chat has used, which happens only when nothing else is left to withdraw. ``groups`` is what ``more_tools``
    tells of, empty when everything is on offer. ``over`` says that what must be offered is larger than the room,
    ``crowded`` that there is no room, because the system prompt fills it.
    """

    tools: tuple[ToolSpec, ...]
    groups: tuple[Group, ...] = ()
    withdrawn: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    over: bool = False
    crowded: bool = False

    def told(self) -> Text | None:
        """One line for people, None when every tool is on offer."""
        if not self.withdrawn:
            return None
        said = "context.tools.withdrawn" if self._reachable else "context.tools.out"
        return text(said, n=len(self.withdrawn), names=_some(self.withdrawn))

    def alarm(self) -> Text | None:
        """What people must know: the prompt leaves no room, tools of this chat had to go, or those in use are large."""
        if self.crowded and self.withdrawn:
            said = "context.tools.crowded" if self._reachable else "context.tools.crowded_out"
            return text(said, n=len(self.withdrawn), names=_some(self.withdrawn))
        if self.dropped:
            return text("context.tools.dropped", names=_some(self.dropped))
        return text("context.tools.over") if self.over else None

    @property
    def _reachable(self) -> bool:
        """Whether the model can ask for what is not on offer."""
        return any(tool.name == MORE for tool in self.tools)


NOTHING = Offering(())
"""No tools at all."""


def settled_room(before: int | None, room: int) -> int:
    """The room to fill: that of the last list as long as it still fits, for then the list stays as it is."""
    return before if before is not None and before <= room else int(SLACK * room)


def groups_of(tools: Iterable[ToolSpec]) -> tuple[Group, ...]:
    """The tools in groups: by the group they declare, else by the first part of their names, else as they come."""
    tools = tuple(tools)
    parts = [tool.group or _family(tool.name) for tool in tools]
    shared = Tally(parts)
    families: dict[str, list[ToolSpec]] = {}
    for tool, part in zip(tools, parts, strict=True):
        own = part if part and (tool.group or shared[part] > 1) else "tools"
        families.setdefault(own, []).append(tool)
    return tuple(
        Group(
            name if start == 0 else f"{name}-{start // LARGEST_GROUP + 1}",
            tuple(members[start : start + LARGEST_GROUP]),
        )
        for name, members in families.items()
        for start in range(0, len(members), LARGEST_GROUP)
    )


def uses_of(log: Iterable[Message], groups: Sequence[Group]) -> list[tuple[str, ...]]:
    """What a log called and asked for."""
    return [use for message in log for call in message.calls if (use := _use(call.name, call.arguments, groups))]


def asked_for(arguments: str, groups: Sequence[Group]) -> tuple[ToolSpec, ...]:
    """The tools that a call of ``more_tools`` names by group or by name, () when there are none."""
    try:
        given: object = json.loads(arguments or "{}")
    except ValueError:
        return ()
    wanted = cast("dict[str, object]", given).get("group") if isinstance(given, dict) else given
    name = str(wanted).strip().casefold()
    whole = next((group.tools for group in groups if group.name.casefold() == name), ())
    return whole or tuple(tool for group in groups for tool in group.tools if tool.name.casefold() == name)


def offer(
    tools: tuple[ToolSpec, ...],
    size: Size,
    room: int,
    uses: Uses = (),
    *,
    must: Collection[str] = (),
    language: Language = "en",
) -> Offering:
    """The tools that fit into ``room`` tokens, with the way to the others.

    Unused groups go first, the last ones before the others; then the tools that were not used for the longest time.

    Args:
        tools: All tools, in the order in which they are sent.
        size: Tokens of one schema as sent.
        room: Tokens that schemas may take.
        uses: What the chat has called or asked for.
        must: Names that the coming call cannot do without; they are offered whatever their size.
        language: The chat's language.
    """
    if sum(map(size, tools)) <= max(0, room):
        return Offering(tools)
    groups = groups_of(tools)
    more = more_tools(groups, size, room, language)
    shelf = _Shelf(tools, groups, more, size, room)
    for use in uses:
        shelf.take(use)
    if must:
        shelf.take(tuple(tool.name for tool in tools if tool.name in must), whole=True)
    return shelf.offering()


def more_tools(groups: Sequence[Group], size: Size, room: int, language: Language) -> ToolSpec:
    """The tool that brings others back: with all names if they are short, else with the groups, else with a count."""
    count = sum(len(group.tools) for group in groups)
    full = ToolSpec(MORE, _say("context.more_tools", language, groups=listing(groups)), _schema(language), "low")
    names = ", ".join(f"{group.name} ({len(group.tools)})" for group in groups)
    short = ToolSpec(MORE, _say("context.more_tools.groups", language, groups=names), _schema(language), "low")
    least = ToolSpec(MORE, _say("context.more_tools.count", language, n=count), _schema(language), "low")
    return next((spec for spec in (full, short) if size(spec) <= NAMES_SHARE * room), least)


def listing(groups: Iterable[Group]) -> str:
    """Every group with the names of its tools, one a line."""
    return "\n".join(f"{group.name}: {', '.join(tool.name for tool in group.tools)}" for group in groups)


class _Shelf:
    """The list while the chat's calls are gone through. ``used`` keeps the order of last use, the oldest first."""

    def __init__(
        self, tools: tuple[ToolSpec, ...], groups: tuple[Group, ...], more: ToolSpec, size: Size, room: int
    ) -> None:
        self._all = {tool.name: tool for tool in tools}
        self._groups = groups
        self._size = size
        self._room = room
        self._more: ToolSpec | None = more if size(more) <= room else None
        self._filled = 0 if self._more is None else size(more)
        self._base: dict[str, None] = {}
        self._back: dict[str, None] = {}
        self._used: dict[str, None] = {}
        for group in groups:
            needed = sum(map(size, group.tools))
            if self._filled + needed <= room:
                self._filled += needed
                self._base.update(dict.fromkeys(tool.name for tool in group.tools))

    def take(self, names: tuple[str, ...], *, whole: bool = False) -> None:
        """These were called or asked for; ``whole``: all of them are offered, even beyond the room."""
        known = [name for name in names if name in self._all]
        for name in known:
            self._used.pop(name, None)
            self._used[name] = None
        for name in known:
            if name in self._base or name in self._back:
                continue
            needed = self._size(self._all[name])
            if whole or needed <= self._room - self._fixed(known):
                self._free(needed, known, whole=whole)
                self._back[name] = None
                self._filled += needed

    def offering(self) -> Offering:
        """The list as it stands."""
        base = tuple(tool for name, tool in self._all.items() if name in self._base)
        back = tuple(self._all[name] for name in self._back)
        sent = (*base, *(() if self._more is None else (self._more,)), *back)
        away = tuple(name for name in self._all if name not in self._base and name not in self._back)
        dropped = tuple(name for name in away if name in self._used)
        return Offering(sent, self._groups, away, dropped, self._filled > self._room)

    def _fixed(self, kept: Collection[str]) -> int:
        """Tokens of what may not go: ``more_tools`` and those of ``kept`` that are on offer."""
        here = sum(self._size(self._all[name]) for name in kept if name in self._base or name in self._back)
        return here + (0 if self._more is None else self._size(self._more))

    def _free(self, needed: int, kept: Collection[str], *, whole: bool) -> None:
        """Withdraw until ``needed`` tokens are free or nothing is left that may go."""
        for names in self._leaving(kept):
            if self._filled + needed <= self._room:
                return
            for name in names:
                (self._base if name in self._base else self._back).pop(name)
                self._filled -= self._size(self._all[name])
        if whole and self._more is not None and self._filled + needed > self._room:
            self._filled -= self._size(self._more)
            self._more = None

    def _leaving(self, kept: Collection[str]) -> list[list[str]]:
        """What may go, in this order: unused groups from the last on, then what was not used for the longest time."""
        here = {*self._base, *self._back}.difference(kept)
        groups = [[tool.name for tool in group.tools] for group in reversed(self._groups)]
        whole = [
            [name for name in names if name in here]
            for names in groups
            if not any(name in self._used for name in names)
        ]
        rest = [name for names in groups for name in names if name not in self._used]
        left = {name for names in whole for name in names}
        singly = [[name] for name in (*rest, *self._used) if name in here and name not in left]
        return [names for names in whole if names] + singly


def _use(name: str, arguments: str, groups: Sequence[Group]) -> tuple[str, ...]:
    return tuple(tool.name for tool in asked_for(arguments, groups)) if name == MORE else (name,)


def _family(name: str) -> str:
    found = _FAMILY.match(name)
    return found.group(1) if found else ""


def _schema(language: Language) -> dict[str, object]:
    told = _say("context.more_tools.group", language)
    return {
        "type": "object",
        "properties": {"group": {"type": "string", "description": told}},
        "required": ["group"],
    }


def _say(key: str, language: Language, **params: str | int) -> str:
    return render(text(key, **params), language)


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
