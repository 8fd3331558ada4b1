"""A chat as Markdown says all that was said, and nothing that was not."""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import (
    AttachmentPart,
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    assistant,
    tool,
    user,
)
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.text import text
from weclaw_desktop.exchange.markdown import fenced, markdown

PAPER = AttachmentPart("file", "报告.pdf", "application/pdf", 1_200, "ab", text="Net profit", shown="Net …")
LOG = (
    Message("user", (TextPart("Look at this"), PAPER), seq=1, created_ms=0, pinned=True),
    Message(
        "assistant", (ReasoningPart("First\nthen"), ToolCallPart("k", "read_file", '{"path": "a"}')), seq=2, model="p/m"
    ),
    tool("k", "read_file", "```\ncode\n```", seq=3),
    assistant("The **answer**.", seq=4, model="p/m"),
    user("again", seq=5, excluded=True),
    replace(
        assistant("half", seq=6, model="p/m"), state="failed", failure=text("llm.rate_limited", provider="p", seconds=7)
    ),
    replace(assistant("cut", seq=7), state="stopped"),
)
RECORD = Record(
    "adaptive", "digest", "h", block=ContextBlock("frame", narrative="They talked about a report."),
    first_seq=1, last_seq=3, tokens_before=9_000, tokens_after=2_000, state="active",
)  # fmt: skip


def test_E6_everything_said_is_there_in_its_order_with_its_marks() -> None:
    made = markdown(Chat("c", title="Report"), LOG, "en", records=[RECORD])
    order = (
        "# Report", "## You · 1970-01-01 00:00 · *pinned*", "Look at this", "Attached: 报告.pdf (1,200 bytes)",
        "Net profit", "## p/m", "> *Thinking*", "> First\n> then",
        "Calls read_file", '{"path": "a"}', "Result of read_file",
        "````\n```\ncode\n```\n````", "The **answer**.", "*not sent to the model*", "again", "half",
        "Failed:", "*stopped*", "cut",
    )  # fmt: skip
    places = [made.index(piece) for piece in order]
    assert places == sorted(places)


def test_E6_a_compression_is_no_message_and_hides_none() -> None:
    made = markdown(Chat("c"), LOG, "en", records=[RECORD, replace(RECORD, state="stale")])
    assert "They talked about a report." not in made
    assert made.count("messages 1–3: 9,000 → 2,000 tokens") == 1
    assert made.index("cut") < made.index("messages 1–3")
    assert markdown(Chat("c"), LOG, "en").count("## ") == made.count("## ") == 6


def test_a_short_export_says_what_it_leaves_out() -> None:
    made = markdown(Chat("c"), LOG, "zh", full=False)
    assert "Net profit" not in made
    assert "10 个字符，未包含在此文件中" in made
    assert made.startswith("# 对话\n")


def test_a_fence_is_longer_than_those_inside() -> None:
    assert fenced("a\n  `````x") == "``````\na\n  `````x\n``````"
