"""What a compression changes in what the model reads: message by message, and fact by fact.

``context.changes`` works it out for compressions that were made and for ones that only lie ready; window and command
line show the same values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.messages import Role
from weclaw_desktop.core.records import Record

ChangeKind = Literal["same", "shortened", "fuller", "gone", "back", "block"]


@dataclass(frozen=True, slots=True)
class Change:
    """One message before and after, as the model reads it; ``before`` or ``after`` is "" when it is not sent.

    ``seq`` and ``source`` name the message of the log (0 and "" for the block that stands for older ones); ``name`` is
    the tool's for results. Tokens are calibrated.
    """

    kind: ChangeKind
    role: Role
    seq: int = 0
    source: str = ""
    name: str = ""
    before: str = ""
    after: str = ""
    tokens_before: int = 0
    tokens_after: int = 0


@dataclass(frozen=True, slots=True)
class Risk:
    """A name, number, date or id that the model would not read any more, and where it was said last.

    ``seq`` 0: in the summary before. Nothing is lost: the message stays in the chat and can be found again.
    """

    fact: str
    seq: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """The whole difference between two views of one log.

    ``after`` is the record that makes it (None: the full log); ``tokens_before`` and ``tokens_after`` are the sums of
    the messages, calibrated. ``ledger`` are the lines kept by code, ``added`` the names and numbers that only the
    model's summary holds, ``removed`` the sentences that verification took out of it. ``risks`` lists at most
    ``context.changes.LISTED`` of ``lost`` facts; ``facts`` is how many were there before.
    """

    after: Record | None
    rows: tuple[Change, ...] = ()
    tokens_before: int = 0
    tokens_after: int = 0
    ledger: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    risks: tuple[Risk, ...] = ()
    lost: int = 0
    facts: int = 0

    @property
    def kept(self) -> float:
        """Share of the facts that are still read, 0…1; 1 when there were none."""
        return 1.0 if not self.facts else 1 - self.lost / self.facts
