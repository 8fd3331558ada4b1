"""What the next send will cost, and what compression saved and cost: numbers of the report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NextSend:
    """What the prompt of the next request is expected to cost.

    ``tokens`` are all of it with the draft; ``cached`` is how much the provider is expected to read from its cache,
    judged by what it read the last time, 0 as long as it was never seen to. ``amount`` is the price of both in
    ``currency``, None when no price is known. The answer is not in it: nobody knows how long it will be, and the
    reserve for it is no cost.
    """

    tokens: int
    cached: int = 0
    amount: float | None = None
    currency: str = ""


NOTHING_SENT = NextSend(0)
"""Before anything is known of a request."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What the compressions in force saved, and what summaries cost.

    ``tokens`` are what the ``calls`` since then would have sent more; ``spent_tokens`` and ``spent`` are the prompts
    and answers of all calls for summaries in this chat, also of those that came to nothing. ``spent`` is None when no
    price is known.
    """

    tokens: int = 0
    calls: int = 0
    spent_tokens: int = 0
    spent: float | None = None
    currency: str = ""
