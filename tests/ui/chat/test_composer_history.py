"""Up and down through what was written before."""

from __future__ import annotations

from weclaw_desktop.ui.chat.composer_history import History


def test_up_goes_back_and_down_forward_to_the_empty_field() -> None:
    history = History(lambda: ["newest", "older", "oldest"])
    assert history.newer("") is None
    assert history.older("") == "newest"
    assert history.older("newest") == "older"
    assert history.older("older") == "oldest"
    assert history.at_the_end
    assert history.older("oldest") is None
    assert history.newer("oldest") == "older"
    assert history.newer("older") == "newest"
    assert history.newer("newest") == ""
    assert history.newer("") is None


def test_what_somebody_writes_is_never_replaced() -> None:
    history = History(lambda: ["newest", "older"])
    assert history.older("mine") is None
    assert history.older("") == "newest"
    assert history.older("newest, changed") is None
    assert history.newer("newest, changed") is None
    assert history.older("") == "newest"


def test_a_new_chat_begins_at_its_own_newest() -> None:
    texts = ["b", "a"]
    history = History(lambda: texts)
    history.older("")
    history.forget()
    texts.insert(0, "c")
    assert history.older("") == "c"
    assert History(lambda: []).older("") is None
