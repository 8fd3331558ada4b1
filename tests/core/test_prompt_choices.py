"""What a chat decided about its skills and files."""

from __future__ import annotations

import json

from weclaw_desktop.core.prompt_choices import PROMPT, PromptChoices, choices, with_choices


def test_choices_survive_being_stored() -> None:
    decided = PromptChoices().skill("pdf", False).skill("ocr", True).file("/a.md", "pin", True)
    decided = decided.file("/b.md", "out", True).file("/a.md", "short", True)
    kept = with_choices({"other": 1, PROMPT: {"skills": {"old": True}}}, decided)
    assert kept["other"] == 1
    assert choices(json.loads(json.dumps(kept))) == decided
    assert decided.pinned == decided.short == ("/a.md",)


def test_what_is_taken_back_leaves_nothing_behind() -> None:
    decided = PromptChoices().skill("pdf", False).file("/a.md", "out", True)
    assert with_choices({"other": 1}, decided.skill("pdf", None).file("/a.md", "out", False)) == {"other": 1}


def test_nothing_is_doubled() -> None:
    twice = PromptChoices().file("/a.md", "pin", True).file("/a.md", "pin", True).skill("a", True).skill("a", False)
    assert twice == PromptChoices({"a": False}, ("/a.md",))


def test_what_cannot_be_is_left_out() -> None:
    assert choices({PROMPT: 7}) == choices({}) == PromptChoices()
    odd = {PROMPT: {"skills": {"a": 1, "b": True}, "pin": "x", "out": ["/a", 3], "short": None}}
    assert choices(odd) == PromptChoices({"b": True}, (), ("/a",), ())
    assert choices({PROMPT: {"skills": ["a"]}}) == PromptChoices()
