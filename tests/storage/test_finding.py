"""Search over messages: what is found, in which order, and what never is."""

from __future__ import annotations

from weclaw_desktop.core.messages import assistant, tool, user
from weclaw_desktop.storage.finding import Index


def found(index: Index, words: str, limit: int = 5) -> list[str]:
    return [hit.id for hit in index.search(words, limit)]


def test_an_index_in_memory_ranks_like_the_real_one() -> None:
    index = Index.of(
        [
            user("Which hotel is near the station?"),
            tool("1", "search", '{"name": "Orange Hotel", "phone": "010-8427"}'),
            assistant("Orange Hotel is near."),
        ]
    )
    assert found(index, "phone of the Orange Hotel")[0] == "m2"
    assert [hit.id for hit in index.search("orange", before=2)] == []
    assert [hit.id for hit in index.search("orange", without=frozenset({2}))] == ["m3"]
    index.close()


def test_no_messages_and_no_words() -> None:
    assert found(Index.of([]), "anything") == []
    assert found(Index.of([user("something")]), "?! ***") == []
