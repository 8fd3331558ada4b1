"""What is said of a chat's compression work."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.text import render
from weclaw_desktop.services.jobs import Job


@pytest.mark.parametrize(
    ("load", "ask", "agreed", "said"),
    [
        (900, False, False, "Ready; applied when the chat reaches 1,000 tokens"),
        (900, True, False, "Ready; you are asked when the chat reaches 1,000 tokens"),
        (900, True, True, "Ready; applied when the chat reaches 1,000 tokens"),
        (1_000, False, False, "Ready; applied with your next message"),
        (1_000, True, False, "A compression is ready. Apply it now, or go on without it for now."),
        (1_000, True, True, "Ready; applied with your next message"),
    ],
)
def test_U6_what_is_announced_of_a_ready_compression_is_what_happens(
    load: int, ask: bool, agreed: bool, said: str
) -> None:
    told = Job(stage="prepared", agreed=agreed).status(load=load, threshold=1_000, ask=ask)
    assert told is not None
    assert told.text is not None
    assert render(told.text, "en") == said
