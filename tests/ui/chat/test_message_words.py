"""Acts, quotations and details without a window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from weclaw_desktop.core.messages import Message, ToolCallPart, assistant, user
from weclaw_desktop.core.models import Usage
from weclaw_desktop.ui.chat.message_details import facts, rate
from weclaw_desktop.ui.chat.message_quote import LONGEST, quoted
from weclaw_desktop.ui.chat.message_words import ACTS, named, possible


def test_every_key_does_one_thing() -> None:
    keys = [(act.key, act.shift) for act in ACTS]
    assert len(set(keys)) == len(keys)
    assert named(Qt.Key.Key_C, shift=False) == "copy"
    assert named(Qt.Key.Key_C, shift=True) == "copy_text"
    assert named(Qt.Key.Key_Backspace, shift=False) == "delete"
    assert named(Qt.Key.Key_Y, shift=False) is None


def test_what_makes_no_sense_is_not_offered() -> None:
    silent = assistant("", ToolCallPart("k", "t", "{}"))
    growing = Message("assistant", (), state="generating")
    assert [act.name for act in ACTS if not possible(silent, act.name)] == ["copy", "copy_text", "quote", "edit"]
    assert not any(possible(growing, act.name) for act in ACTS)
    assert [act.name for act in ACTS if possible(assistant("a"), act.name, growing=True)] == [
        "copy",
        "copy_text",
        "quote",
    ]
    assert all(possible(user("a"), act.name) for act in ACTS)
    assert possible(user(""), "edit"), "an attachment alone can get words"


@pytest.mark.parametrize(
    ("said", "quotation"),
    [
        ("one", "> one\n\n"),
        ("one\n\ntwo  ", "> one\n>\n> two\n\n"),
        ("> old\nnew", "> > old\n> new\n\n"),
        ("  \n ", ""),
        ("句子。", "> 句子。\n\n"),
    ],
)
def test_quotations(said: str, quotation: str) -> None:
    assert quoted(said) == quotation


def test_a_quotation_has_an_end() -> None:
    assert len(quoted("x" * 3 * LONGEST)) == LONGEST + 4


def test_details_claim_nothing_that_was_not_measured() -> None:
    bare = dict(facts(user("hello", id="01", seq=3, created_ms=1_000), ""))
    assert bare.keys() == {"When", "Characters", "Number", "Message id"}
    assert (bare["Number"], bare["Characters"]) == ("m3", "5")
    counted = dict(facts(user("hello", tokens={"o200k_base": 7}, revision=2), ""))
    assert (counted["Tokens"], counted["Edited"]) == ("~7", "2 times")


def test_details_of_an_answer() -> None:
    usage = Usage(1_000, 200, 250, 100, 50, 0.0123, "CNY", first_token_ms=400, total_ms=2_400)
    found = dict(facts(assistant("a", model="qwen/plus", usage=usage), "Plus"))
    assert list(found)[:1] == ["Model"]
    assert found["Model"] == "Plus"
    assert (found["Tokens in"], found["of them cached"], found["written to cache"]) == ("1,000", "250 (25 %)", "100")
    assert (found["Tokens out"], found["of them reasoning"]) == ("200", "50")
    assert found["Cost"].startswith("¥")
    assert (found["First token after"], found["Time in all"], found["Speed"]) == ("0.4 s", "2.4 s", "100 tokens/s")
    guessed = dict(facts(assistant("a", usage=Usage(10, 2, estimated=True)), ""))
    assert guessed.keys().isdisjoint({"Cost", "Speed", "First token after", "of them cached", "Model"})
    assert guessed["Tokens in"] == "~10"


def test_the_speed_is_that_of_writing() -> None:
    assert rate(Usage(completion=100, first_token_ms=1_000, total_ms=2_000)) == 100
    assert rate(Usage(completion=100, total_ms=2_000)) == 0
    assert rate(Usage(completion=100, first_token_ms=5, total_ms=5)) == 0
