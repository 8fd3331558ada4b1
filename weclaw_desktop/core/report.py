"""The one report object that feeds ring, panel, settings, command line and log.

``context.report`` builds it; nothing else computes a number that people see.
"""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass
from typing import Literal, cast

from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.overriding import OwnSetting
from weclaw_desktop.core.pins import NO_PINS, PinBoard
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import SectionKey
from weclaw_desktop.core.spending import NOTHING_SENT, NextSend, Saved
from weclaw_desktop.core.text import Language, Text, render
from weclaw_desktop.core.windows import Thresholds

PartKey = Literal[
    "system",
    "skills",
    "files",
    "memory",
    "notice",
    "schemas",
    "frame",
    "lead",
    "pins",
    "rules",
    "ledger",
    "summary",
    "digest",
    "recent",
    "attachments",
    "draft",
]
BudgetState = Literal["green", "amber", "red"]
Phase = Literal[
    "empty",
    "no_model",
    "idle",
    "preparing",
    "prepared",
    "waiting",
    "paused",
    "undone",
    "cannot_help",
    "too_small",
    "degraded",
    "rules_full",
    "read_only",
]


@dataclass(frozen=True, slots=True)
class ReportPart:
    """One share of the next request, in calibrated tokens."""

    key: PartKey
    tokens: int


Change = Literal["", "changed", "new", "empty", "unreadable", "gone"]
"""How the disk differs from the version of a skill or file that is in force; "" when it does not."""


@dataclass(frozen=True, slots=True)
class BudgetItem:
    """What one section, skill or file costs, in calibrated tokens.

    ``section`` is its key, ``name`` how people know it ("" for the line that stands over skills or files), ``source``
    what choices name it by (a skill's name, a file's path). ``tokens`` is what the next request holds of it, ``wanted``
    what it would be untrimmed. ``state``: whole; shortened; name (of a skill only name and line, as its body fits no
    budget); body (a skill's text in the messages); out (left out: by the user's choice, or to fit). ``change``: the
    version on the disk is another one than the one in force ("changed"), not in force yet ("new"), without any text
    ("empty"), one that cannot be read ("unreadable"), or not there any more ("gone"). ``note`` says why, where there
    is more to say.
    """

    section: SectionKey
    name: str = ""
    source: str = ""
    tokens: int = 0
    wanted: int = 0
    state: Literal["whole", "shortened", "name", "body", "out"] = "whole"
    change: Change = ""
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class BudgetLine:
    """One system-prompt budget: tokens sent, the budget for this model, the full size, and what was trimmed for it.

    ``wanted`` is what it would take untrimmed (0: as much as is sent); ``state`` is by this, for what is trimmed is
    to be seen. ``items`` are what is in it. Those of "total" are its sections, those of the others single skills and
    files. What is sent of them adds up to ``used``.
    """

    key: Literal["total", "skills", "files"]
    used: int
    budget: int
    full: int
    state: BudgetState
    trimmed: tuple[Text, ...] = ()
    items: tuple[BudgetItem, ...] = ()
    wanted: int = 0

    @property
    def asked(self) -> int:
        """Tokens that it would take untrimmed."""
        return max(self.used, self.wanted)


@dataclass(frozen=True, slots=True)
class Status:
    """What the context manager is doing, with the sentence that the panel and the command line show.

    ``progress`` is 0…1 while preparing; ``actions`` name what the user can do ("cancel", "resume", "compress", "quick",
    "see", "trim", "export", "set_window"; "apply", "later" of a ready compression; "send", "gentle" while a message
    waits for the user's word).
    """

    phase: Phase = "idle"
    text: Text | None = None
    progress: float | None = None
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContextReport:
    """State of a chat's context: what the next request holds, where the lines are, and how sure the numbers are.

    ``load`` counts the next request without the draft. ``measured`` means that the provider's usage stands behind the
    count, ``error`` is the last relative error of it, ``updating`` that the view changed since.
    ``samples`` is the size of the system prompt at each call, oldest first, for the inflation sparkline. ``pins`` is
    what is kept word for word. ``notices`` stand in the system prompt now, ``told`` are those that requests held,
    oldest first; ``tells`` says whether the model is told at all. ``own`` is what the chat or its model has of its own.
    ``cost`` and ``cached_share`` are of all calls of the chat, ``cost`` but for the ``unpriced`` ones, which have no
    price in its currency; ``next_send`` is what sending now is expected to cost,
    ``saved`` what compression saved and cost, None before there was any.
    """

    chat_id: str
    model: str
    strategy: str
    load: int
    draft: int
    thresholds: Thresholds
    parts: tuple[ReportPart, ...]
    budgets: tuple[BudgetLine, ...]
    measured: bool = False
    updating: bool = False
    error: float | None = None
    samples: tuple[int, ...] = ()
    alarms: tuple[Text, ...] = ()
    notices: tuple[str, ...] = ()
    records: tuple[Record, ...] = ()
    told: tuple[Notice, ...] = ()
    tells: bool = True
    pins: PinBoard = NO_PINS
    own: tuple[OwnSetting, ...] = ()
    status: Status = Status()
    cost: float | None = None
    currency: str = ""
    cached_share: float | None = None
    local_speeds: tuple[float, float] | None = None
    next_send: NextSend = NOTHING_SENT
    saved: Saved | None = None
    unpriced: int = 0

    @property
    def acts_at(self) -> int:
        """Tokens at which something happens by itself: T, or the hard line where the strategy waits for it."""
        return self.thresholds.hard if self.strategy == "off" else self.thresholds.threshold

    @property
    def share(self) -> float:
        """Load with draft over where something happens; above 1 is shown as above 100 %."""
        return (self.load + self.draft) / self.acts_at


def to_json(value: object, language: Language = "en") -> object:
    """Any core value as plain JSON data, Texts rendered in ``language``."""
    if isinstance(value, Text):
        return render(value, language)
    if is_dataclass(value) and not isinstance(value, type):
        return {name: to_json(getattr(value, name), language) for name in value.__dataclass_fields__}
    if isinstance(value, dict):
        return {str(k): to_json(v, language) for k, v in cast("dict[object, object]", value).items()}
    if isinstance(value, (list, tuple)):
        return [to_json(v, language) for v in cast("list[object]", value)]
    return value
