"""A page of recall in a replay: the same whether the request was at hand or is made again."""

from __future__ import annotations

from tests.services.lab.test_trials import asked_again
from weclaw_desktop.core.messages import Message
from weclaw_desktop.services.recall_page import HITS, as_read, first_page
from weclaw_desktop.services.replay import ReplayOptions, Seen, replay
from weclaw_desktop.storage.finding import Index


def test_a_page_is_the_same_with_the_request_at_hand() -> None:
    seen: list[Seen] = []
    transcript, read = asked_again(70), list[Message]()
    replay(transcript, ReplayOptions(strategy="truncate", window=16_384), observe=seen.append)
    index = Index.of([message for message in transcript.messages if message.role != "system"])

    def reading(message: Message) -> str:
        read.append(message)
        return as_read(message)

    look = seen[-1]
    pages = [
        first_page(
            look.state,
            lambda where, room: index.search("Which keeper has slot 3?", HITS, before=where.before, room=room),
            shown,
            how,
        )
        for shown, how in ((None, None), (look.request, reading))
    ]
    index.close()
    assert pages[0].hits
    assert pages[0].names
    assert pages[0] == pages[1]
    assert read
