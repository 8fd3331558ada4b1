"""The lines of the X-ray as values."""

from __future__ import annotations

from tests.context.logs import talk
from tests.context.states import model, state
from weclaw_desktop.context.offering import Offering
from weclaw_desktop.context.request import next_request
from weclaw_desktop.context.xray import xray
from weclaw_desktop.core.messages import user
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.xray import Xray
from weclaw_desktop.ui.xray.rows import Fold, Line, chosen, folded, lines_of

TOOLS = tuple(ToolSpec(f"tool_{n}", "", {}) for n in range(4))


def seen(turns: int = 6, *, cut: int = 8) -> Xray:
    """A chat with a block in front of its tail, and a draft."""
    log = talk(turns)
    block = ContextBlock("frame", ledger="facts", digest="passages")
    record = Record("a", "digest", "", cut_id=log[cut].id, block=block, count=cut, last_seq=cut)
    now = state(log, 131_072, record, tools=TOOLS, draft=5)
    return xray(now, next_request(now, model(131_072), user("And now?")), Offering(TOOLS))


def test_a_line_says_what_it_is_what_it_costs_and_why() -> None:
    lines = lines_of(seen(), "en")
    assert len({line.key for line in lines}) == len(lines)
    covered = next(line for line in lines if line.part.seq == 1)
    assert (covered.title, covered.excerpt[:10], covered.tokens) == ("You", "question 0", "0 / 14")
    assert "facts" in covered.reason
    assert lines[-1].title == "Your draft"
    assert lines_of(seen(), "zh")[-1].title == "你的草稿"


def test_keys_stay_when_the_chat_grows() -> None:
    before = {line.key for line in lines_of(seen(6), "en")}
    assert before <= {line.key for line in lines_of(seen(8), "en")}


def test_runs_of_what_is_not_sent_and_of_tools_are_folded() -> None:
    lines = lines_of(seen(), "en")
    entries = folded(lines, ())
    folds = [entry for entry in entries if isinstance(entry, Fold)]
    assert [(fold.kind, len(fold.lines), fold.seqs) for fold in folds] == [
        ("tools", 4, (0, 0)),
        ("left_out", 8, (1, 8)),
    ]
    assert folds[1].tokens == "0"
    assert len(entries) == len(lines) - 12 + 2
    opened = folded(lines, {folds[1].key})
    assert len(opened) == len(entries) + 8
    assert all(isinstance(entry, Line) for entry in folded(lines_of(seen(cut=2), "en")[4:], ()))


def test_words_and_states_choose() -> None:
    lines = lines_of(seen(), "en")
    assert [line.part.seq for line in chosen(lines, " QUESTION 2 ", ())] == [5]
    assert {line.part.state for line in chosen(lines, "", {"summarised"})} == {"summarised"}
    assert chosen(lines, "question 2", {"verbatim"}) == []
    assert len(chosen(lines, "", ())) == len(lines)
