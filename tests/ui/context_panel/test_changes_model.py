"""What the sheet "What changed" lists: before and after, nothing claimed that did not happen."""

from __future__ import annotations

from dataclasses import replace

from tests.ui.context_panel.states import NEWEST
from weclaw_desktop.core.messages import Message, TextPart, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.records import Record, Replacement
from weclaw_desktop.ui.context_panel.changes_model import excerpt, facts, one_line, parts, rows, who

LOG = tuple(
    replace(message, id=f"m{seq}", seq=seq)
    for seq, message in enumerate(
        (
            user("Look at the importer."),
            assistant("I will."),
            Message("assistant", (ToolCallPart("k", "read_file", '{"path": "a.py"}'),)),
            tool("k", "read_file", "line one\nline two"),
            user("Thanks."),
        ),
        start=1,
    )
)


def record(**fields: object) -> Record:
    base = replace(
        NEWEST, replacements=(Replacement("m4", "read a.py → 2 lines", "line", "a4"),), first_seq=1, last_seq=2
    )
    return replace(base, count=2, **fields)  # type: ignore[arg-type]  -- names are checked by the dataclass


def test_shortened_messages_come_first_then_those_in_the_summary() -> None:
    listed = rows(record(), LOG)
    assert [(row.seq, row.kind) for row in listed] == [(4, "shortened"), (1, "covered"), (2, "covered")]
    assert listed[0].who == "read_file"
    assert listed[0].before == "line one line two"
    assert listed[0].after == "read a.py → 2 lines"
    assert listed[1].after == ""


def test_nothing_is_listed_as_covered_when_nothing_was_cut() -> None:
    only = record(first_seq=0, last_seq=0)
    listed = rows(replace(only, count=0), LOG)
    assert [row.seq for row in listed] == [4]


def test_a_replacement_of_a_message_that_is_gone_is_skipped() -> None:
    gone = record(replacements=(Replacement("purged", "x", "stub", "a9"),))
    assert all(row.kind == "covered" for row in rows(gone, LOG))


def test_facts_count_what_was_done() -> None:
    said = facts(record())
    assert said[0] == "106.1K → 41.9K tokens, 61 % saved"
    assert "Messages 1–2 (2) are not sent word for word any more." in said
    assert "Tool results that stand as one line each: 1" in said
    assert said[-1] == "Nothing is deleted: every message stays in the chat."
    assert "1 message is not sent word for word any more." in facts(replace(record(), count=1))


def test_parts_of_the_block_by_name() -> None:
    assert [part.key for part in parts(record())] == ["rules", "ledger", "narrative", "digest"]
    assert parts(replace(record(), block=None)) == []


def test_whose_message_and_its_beginning() -> None:
    assert [who(message) for message in LOG] == ["You", "Assistant", "Assistant", "read_file", "You"]
    assert excerpt(LOG[2]) == 'read_file {"path": "a.py"}'
    assert excerpt(Message("user", (TextPart("x" * 500),))).endswith("…")
    assert one_line("a\n\n b") == "a b"
