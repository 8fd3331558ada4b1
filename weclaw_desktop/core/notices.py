"""What a model was told of what it does not see, and when."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notice:
    """One wording, as requests held it. Times are Unix milliseconds.

    ``from_ms`` is the first request that did, ``until_ms`` the first one after it that did not, 0 when there was none
    yet; ``undone`` says that its compression was taken back since, so that the next request will not.
    """

    text: str
    from_ms: int
    until_ms: int = 0
    undone: bool = False
