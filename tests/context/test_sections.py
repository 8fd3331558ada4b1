"""S7: headings in other words, left out or marked otherwise, and what stands under them."""

from __future__ import annotations

from tests.context.counting import ByteCounter
from weclaw_desktop.context.sections import SECTIONS, assembled, placed, shortened

COUNTER = ByteCounter()


def test_S7_list_numbers_bold_marks_and_abbreviations_are_no_sentences() -> None:
    numbered = "1. **Certificate vs. gift card**: 171 left.\n- **Paid**: no. Open."
    assert placed(numbered, "en") == [["Certificate vs. gift card: 171 left.", "Paid: no.", "Open."]]


def test_S7_missing_sections_leave_their_places_empty() -> None:
    assert placed("**Goal**\na. b.\n\n4. Done:\nc", "en") == [["a.", "b."], [], [], ["c"], [], [], []]
    assert placed("## 目标\n改签\n## 未完成：\n付款", "zh") == [["改签"], [], [], [], ["付款"], [], []]


def test_S7_a_heading_that_lost_its_mark_is_known_by_its_colon() -> None:
    assert placed("## 目标\n改签\n未完成：\n–\n错误：无", "zh") == [["改签"], [], [], [], ["–"], [], ["无"]]
    assert placed("Goal: a\nDone:\n- Open: b", "en") == [["a"], [], [], ["Open: b"], [], [], []]
    assert placed("## Goal\nDone", "en")[0] == ["Done"]


def test_S7_bold_and_numbered_lines_under_marked_headings_are_no_sections() -> None:
    reply = "## Goal\na\n## Done\n1. **Payment**:\n   - b\n2. Found it\n## Open\n**Note**\nc\n## Aside\nd"
    parts = placed(reply, "en")
    assert parts == [["a"], ["Payment:", "b", "Found it"], ["Note", "c"], ["d"]]
    assert placed(reply.removesuffix("\n## Aside\nd"), "en")[3:5] == [["Payment:", "b", "Found it"], ["Note", "c"]]


def test_S7_other_headings_are_taken_by_position() -> None:
    assert placed("## Aim\na\n## Done\nb", "en") == [["a"], ["b"]]
    assert placed("## Done\na\n## Goal\nb", "en") == [["a"], ["b"]]
    whole = "\n".join(f"## Part {n}\n{n}" for n in range(SECTIONS))
    assert placed(whole, "en") == [[str(n)] for n in range(SECTIONS)]


def test_S4_the_longest_section_gives_way_first_and_keeps_a_line() -> None:
    kept = [["goal"], [], [], ["one step", "two steps", "three steps"], ["open"], [], []]
    assert "three" not in shortened(kept, "en", COUNTER.text(assembled(kept, "en")) - 1, COUNTER)
    least = shortened(kept, "en", 1, COUNTER)
    assert least == "## Goal\n- goal\n## Done\n- one step\n## Open\n- open"


def test_S7_a_reply_with_headings_of_its_own_before_colons_is_parted_by_all_of_them() -> None:
    assert placed("Goal: a\nFacts: b\nDone: c", "en") == [["a"], ["b"], ["c"]]
    assert placed("目标：a\n事实：b", "zh") == [["a"], ["b"]]
    kept = placed("Goal: a\nDone: b\nOpen: c\nDeadline: d", "en")
    assert kept == [["a"], [], [], ["b"], ["c", "Deadline: d"], [], []]
