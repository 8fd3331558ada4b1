"""What a chat's next request holds, part by part in order, and what stays out of it: the X-ray.

``context.xray`` makes it from the request itself, so that what people see and what is sent cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.report import PartKey
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import Text

XrayState = Literal["verbatim", "shortened", "summarised", "left_out", "pinned"]
STATES: tuple[XrayState, ...] = ("verbatim", "shortened", "summarised", "left_out", "pinned")
XrayRole = Literal["tools", "system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a message of the log stands in the next request, and why, in one sentence."""

    state: XrayState
    reason: Text


@dataclass(frozen=True, slots=True)
class XrayPart:
    """One part of the next request, or something of the chat that is not in it, where it would stand.

    ``key`` is the share of the report that it counts to. ``text`` is what is sent; of what is not sent it is the
    original. ``tokens`` are calibrated tokens in the request, 0 for what is not in it; ``whole`` is the calibrated size
    of the original where it differs, 0 otherwise. ``source`` and ``seq`` name the message of the log, "" and 0 where
    there is none. ``place`` is the index of the message in the request, -1 for what is not one. ``excluded`` says that
    the user left it out, ``pinned`` that the user pinned it.
    """

    key: PartKey
    role: XrayRole
    title: Text
    text: str
    tokens: int
    state: XrayState
    reason: Text
    source: str = ""
    seq: int = 0
    place: int = -1
    sent: bool = True
    whole: int = 0
    excluded: bool = False
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Xray:
    """The next request of a chat. ``parts`` add up to ``total``: the report's load and draft, in calibrated tokens.

    ``request`` is what would be sent; ``told`` says what will be done to it before that, where something will.
    """

    chat_id: str
    parts: tuple[XrayPart, ...]
    request: ModelRequest
    load: int
    draft: int
    measured: bool = False
    told: Text | None = None

    @property
    def total(self) -> int:
        """Calibrated tokens of everything that is sent."""
        return sum(part.tokens for part in self.parts)
