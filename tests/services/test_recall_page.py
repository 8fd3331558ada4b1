"""A page of recall in a replay: the same whether it is the first one, or messages and request are at hand."""

from __future__ import annotations

from tests.services.lab.test_trials import asked_again
from weclaw_desktop.services.recall_page import HITS, Reader, first_page
from weclaw_desktop.services.replay import ReplayOptions, Seen, replay
from weclaw_desktop.storage.finding import Index


def test_a_page_is_the_same_when_everything_was_read_before() -> None:
    seen: list[Seen] = []
    transcript, reader = asked_again(70), Reader()
    replay(transcript, ReplayOptions(strategy="truncate", window=16_384), observe=seen.append)
    index = Index.of([message for message in transcript.messages if message.role != "system"])
    look = seen[-1]
    pages = [
        first_page(
            look.state,
            lambda where, room: index.search("Which keeper has slot 3?", HITS, before=where.before, room=room),
            shown,
            how,
        )
        for shown, how in ((None, None), (look.request, None), (look.request, reader), (None, reader))
    ]
    index.close()
    assert pages[0].hits
    assert pages[0].names
    assert all(page == pages[0] for page in pages)
