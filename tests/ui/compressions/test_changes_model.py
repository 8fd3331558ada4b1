"""What the sheet "What changed" lists: before and after, nothing claimed that did not happen."""

from __future__ import annotations

import time
from dataclasses import replace

from tests.context.states import state
from tests.ui.context_panel.states import NEWEST
from weclaw_desktop.context.changes import changes
from weclaw_desktop.core.changes import Change, Changes
from weclaw_desktop.core.messages import Message, TextPart, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.ui.compressions.changes_model import (
    MATCHED,
    MOST,
    Line,
    RiskRow,
    counted,
    excerpt,
    facts,
    kept,
    lines,
    one_line,
    parts,
    risks,
    who,
)

LOG = tuple(
    replace(message, id=f"m{seq}", seq=seq)
    for seq, message in enumerate(
        (
            user("Look at the importer F-70001."),
            assistant("I will."),
            user("Go on."),
            Message("assistant", (ToolCallPart("k", "read_file", '{"path": "a.py"}'),)),
            tool("k", "read_file", "line one\nline two\nline three\nline four\nline five with P-55"),
            user("Thanks."),
        ),
        start=1,
    )
)


def record(**fields: object) -> Record:
    base = replace(
        NEWEST, replacements=(Replacement("m5", "read a.py → 5 lines", "line", "a5"),), first_seq=1, last_seq=2
    )
    return replace(base, count=2, **fields)  # type: ignore[arg-type]  -- names are checked by the dataclass


def compared(**fields: object) -> Changes:
    cut = Record("adaptive", "digest", "", cut_id="m3", block=ContextBlock("Frame.", "Rules:\n- none"))
    made = replace(cut, replacements=(Replacement("m5", "5 lines", "line", "a5"),))
    return changes(state(LOG), None, replace(made, **fields))  # type: ignore[arg-type]  -- as above


def told(found: list[Line]) -> str:
    return "\n".join(line.text for line in found)


def test_the_comparison_says_what_is_read_no_more_and_what_is_read_now() -> None:
    found = lines(compared(), LOG)
    assert "What stands for the older messages · 0 → " in told(found)
    assert "1 · You · in summary and facts" in told(found)
    assert "− Look at the importer F-70001." in told(found)
    assert "5 · read_file · shortened" in told(found)
    assert "+ 5 lines" in told(found)
    assert "− line four …" in told(found)
    assert "line five" not in told(found)
    assert "Messages 3–4 unchanged" in told(found)
    assert {line.tone for line in found} == {"head", "out", "in", "quiet"}


def test_whole_texts_are_compared_line_by_line() -> None:
    found = lines(compared(), LOG, whole=True)
    assert "− line five with P-55" in told(found)


def test_a_filter_shows_only_its_own() -> None:
    found = compared()
    assert counted(found) == {"all": 4, "shortened": 1, "gone": 2, "block": 1}
    assert "importer" not in told(lines(found, LOG, "shortened"))
    assert "unchanged" not in told(lines(found, LOG, "shortened"))
    assert "5 lines" not in told(lines(found, LOG, "gone"))
    assert told(lines(found, LOG, "block")).startswith("What stands")


def test_going_back_is_told_the_other_way_round() -> None:
    cut = Record("adaptive", "digest", "", cut_id="m3", block=ContextBlock("Frame."))
    found = lines(changes(state(LOG), replace(cut, replacements=(Replacement("m5", "5", "line", "a5"),)), None), LOG)
    assert "word for word again" in told(found)
    assert "shows more again" in told(found)


def test_runs_of_unchanged_messages_are_one_line() -> None:
    quiet = lines(changes(state(LOG), None, None), LOG)
    assert told(quiet) == "Messages 1–6 unchanged"


def test_an_edited_summary_is_compared_line_by_line() -> None:
    one = Record("adaptive", "model", "", cut_id="m3", block=ContextBlock("Frame.", narrative="Summary\nold words"))
    other = replace(one, block=ContextBlock("Frame.", narrative="Summary\nnew words"))
    found = told(lines(changes(state(LOG), one, other), LOG))
    assert "− old words" in found
    assert "+ new words" in found
    assert "  Summary" in found


def test_facts_at_risk_by_message_with_its_beginning() -> None:
    found = risks(compared(), LOG)
    assert [row.head for row in found] == ["1 · You", "5 · read_file"]
    assert found[0] == RiskRow("m1", "1 · You", "Look at the importer F-70001.", ("F-70001",))
    before = replace(compared(), risks=(replace(compared().risks[0], source="", seq=0),))
    assert risks(before, LOG)[0].head == "In the summary before"


def test_the_share_that_is_kept() -> None:
    assert kept(compared(block=None)).startswith("0 of ") or "are still read" in kept(compared())
    assert kept(Changes(None)) == ""


def test_facts_count_what_was_done() -> None:
    said = facts(record())
    assert said[0] == "106.1K → 41.9K tokens, 61 % saved."
    assert "Messages 1–2 (2) are not sent word for word any more." in said
    assert "Tool results that stand as one line each: 1." in said
    assert said[-1] == "Nothing is deleted: every message stays in the chat."
    assert "1 message is not sent word for word any more." in facts(replace(record(), count=1))


def test_parts_of_the_block_by_name() -> None:
    assert [part.key for part in parts(record())] == ["rules", "ledger", "narrative", "digest"]
    assert parts(replace(record(), block=None)) == []


def test_whose_message_and_its_beginning() -> None:
    assert [who(message) for message in LOG] == ["You", "Assistant", "You", "Assistant", "read_file", "You"]
    assert excerpt(LOG[3]) == 'read_file {"path": "a.py"}'
    assert excerpt(Message("user", (TextPart("x" * 500),))).endswith("…")
    assert one_line("a\n\n b") == "a b"
    assert who(Message("tool", ())) == "Tool"


def of_results(*texts: tuple[str, str]) -> Changes:
    rows = [
        Change("shortened", "tool", seq, f"m{seq}", "read", was, now, 9, 8) for seq, (was, now) in enumerate(texts, 1)
    ]
    return Changes(None, tuple(rows), 9, 8, (), (), (), (), 0, 0)


def test_long_texts_are_not_matched_line_by_line_so_that_nobody_waits() -> None:
    was = "\n".join(["head", *(str(at % 5) for at in range(MATCHED))])
    now = "\n".join(["head", *(str(at % 4) for at in range(1, MATCHED))])
    before = time.process_time()
    found = lines(of_results((was, now)), LOG, whole=True)
    assert time.process_time() - before < 5
    assert [line.text for line in found[1:2]] == ["  head"], "what both begin with stands once"
    assert [line.tone for line in found[2:]] == ["out"] * MATCHED + ["in"] * (MATCHED - 1)
    few = lines(of_results(("a\nb\nc", "a\nc\nd")), LOG, whole=True)
    assert [line.text for line in few[1:]] == ["  a", "− b", "  c", "+ d"]


def test_lines_that_nobody_is_shown_are_not_made() -> None:
    found = lines(of_results(*[("x" * 1_000, "y" * 1_000)] * 1_000), LOG, whole=True)
    assert MOST < sum(len(line.text) + 1 for line in found) < MOST + 10_000
