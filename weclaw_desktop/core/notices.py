"""What a model was told of what it does not see, and when."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """One wording, as it stood in the system prompt. Times are Unix milliseconds.

    ``until_ms`` is 0 while it stands there; ``undone`` says that it went because its compression was taken back, which
    has no time of its own unless another compression followed.
    """

    text: str
    from_ms: int
    until_ms: int = 0
    undone: bool = False
