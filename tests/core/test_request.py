"""What is sent to a model."""

from __future__ import annotations

from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage


def test_the_system_prompt_is_its_sections_without_empty_ones() -> None:
    sections = (PromptSection("persona", "a"), PromptSection("files", ""), PromptSection("notice", "n", stable=False))
    assert ModelRequest("m", sections, ()).system_text == "a\n\nn"


def test_a_message_without_source_is_synthetic() -> None:
    assert RequestMessage("user", ()).synthetic
    assert not RequestMessage("user", (), "id1").synthetic
