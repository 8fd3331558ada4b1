"""Who made what stands for the older messages, in words."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.records import ContextBlock, Method, Record
from weclaw_desktop.core.text import text
from weclaw_desktop.ui.context_panel.words import method


@pytest.mark.parametrize(
    ("strategy", "made", "model", "failed", "said"),
    [
        ("adaptive", "model", "p/m", False, "facts by code, summary by m"),
        ("pipeline", "model", "p/m", False, "summary by m"),
        ("layered", "truncate", "", True, "oldest turns left out"),
        ("pipeline", "static", "", False, "by code, no model"),
        ("pipeline", "static", "", True, "by code, the model failed"),
    ],
)
def test_U6_the_words_say_who_wrote_it(strategy: str, made: Method, model: str, failed: bool, said: str) -> None:
    degraded = text("engine.degraded", reason="timeout") if failed else None
    assert method(Record(strategy, made, "", summary_model=model, degraded=degraded)) == said


def test_a_summary_that_the_user_edited_is_not_called_the_models() -> None:
    mine = ContextBlock("frame", narrative="n", edited=True)
    assert method(Record("adaptive", "model", "", block=mine, summary_model="p/m")) == "summary edited by you"
