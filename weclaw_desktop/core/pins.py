"""What people keep of a chat word for word, and what they decided about rules that were found in their words.

A pinned message is a mark of the message; a ``Pin`` is what has no message of its own: words that were written down, a
selection, or the user's word on a rule. ``PinBoard`` tells all of it together, with what it costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PinKind = Literal["pin", "rule"]
PinState = Literal["active", "confirmed", "dismissed", "found"]
"""A pin is active. A rule is confirmed, dismissed, or as it was found again (a decision that was taken back)."""


@dataclass(frozen=True, slots=True)
class Pin:
    """Words to keep, or what was decided about a rule.

    ``source_id`` and ``seq`` are those of the message that the words are from, "" and 0 for words that were written
    down; a pin whose message is not on the path does not act. ``created_ms`` is in Unix milliseconds.
    """

    id: str
    chat_id: str
    text: str
    kind: PinKind = "pin"
    state: PinState = "active"
    source_id: str = ""
    seq: int = 0
    created_ms: int = 0


@dataclass(frozen=True, slots=True)
class KeptPin:
    """One line of the board: a pinned message (``pin_id`` is ""), a selection, or words without a message.

    ``role`` is who said it, "" for words that were written down; ``tokens`` are calibrated.
    """

    text: str
    pin_id: str = ""
    message_id: str = ""
    seq: int = 0
    role: str = ""
    created_ms: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A rule in the user's words. ``ended`` are the words that took it back, "" while it holds.

    ``state`` is "found" until somebody decides; it acts all the same, unless it is dismissed. ``newest`` says that it
    stands in the newest message of the user's.
    """

    text: str
    message_id: str
    seq: int
    state: PinState = "found"
    created_ms: int = 0
    ended: str = ""
    ended_seq: int = 0
    tokens: int = 0
    newest: bool = False

    @property
    def acts(self) -> bool:
        """Whether requests hold the model to it."""
        return not self.ended and self.state != "dismissed"

    @property
    def waits(self) -> bool:
        """Whether the user has not said yet what to do with it."""
        return not self.ended and self.state == "found"


@dataclass(frozen=True, slots=True)
class PinBoard:
    """Everything that is kept word for word in a chat: ``tokens`` of it, and the ``room`` that it may take (.25 T)."""

    pins: tuple[KeptPin, ...] = ()
    rules: tuple[FoundRule, ...] = ()
    tokens: int = 0
    room: int = 0

    @property
    def over(self) -> bool:
        """Whether it takes more than its room, so that the user must choose."""
        return self.tokens > self.room > 0


NO_PINS = PinBoard()
"""A board with nothing on it."""
