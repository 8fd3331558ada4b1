"""U5: what the model was told is no secret: every wording, from when to when."""

from __future__ import annotations

from dataclasses import replace

from tests.context.states import state
from weclaw_desktop.context.notice import Trims, notice
from weclaw_desktop.context.notice_history import history
from weclaw_desktop.context.report import Extras, build_report
from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.settings import Context

FIRST = Record(
    "adaptive",
    "digest",
    "h",
    cut_id="m5",
    block=ContextBlock("F.", digest="d"),
    first_seq=1,
    last_seq=4,
    count=4,
    state="superseded",
    id="r1",
    created_ms=1_000,
)
SECOND = replace(FIRST, last_seq=9, count=9, state="active", id="r2", created_ms=5_000)


def said(record: Record, language: str = "en") -> str:
    return notice(record, Trims(), language, recall=True)  # type: ignore[arg-type] -- one of the two


def test_U5_each_wording_stands_from_its_compression_to_the_next() -> None:
    assert history((FIRST, SECOND), "en", recall=True) == (
        Notice(said(FIRST), 1_000, 5_000),
        Notice(said(SECOND), 5_000),
    )
    chinese = history((SECOND,), "zh", recall=True)
    assert chinese == (Notice(said(SECOND, "zh"), 5_000),)
    assert chinese[0].text.startswith("【上下文说明】")
    assert "recall" not in history((SECOND,), "en", recall=False)[0].text


def test_passes_that_say_the_same_are_one_notice_and_those_that_say_nothing_none() -> None:
    again = replace(SECOND, method="passes", id="r3", created_ms=7_000)
    silent = replace(FIRST, cut_id=None, count=0, id="r0", created_ms=500)
    found = history((silent, FIRST, replace(SECOND, state="superseded"), again), "en", recall=True)
    assert found == (Notice(said(FIRST), 1_000, 5_000), Notice(said(SECOND), 5_000))
    assert history((), "en", recall=True) == ()


def test_what_was_taken_back_or_never_applied_is_told_so() -> None:
    undone = replace(SECOND, state="undone")
    later = replace(FIRST, id="r9", created_ms=9_000, state="active")
    stale = replace(SECOND, state="stale", created_ms=6_000)
    assert history((undone, later, stale), "en", recall=True) == (
        Notice(said(SECOND), 5_000, 9_000, undone=True),
        Notice(said(FIRST), 9_000),
    )
    assert history((undone,), "en", recall=True) == (Notice(said(SECOND), 5_000, undone=True),)


def test_U5_the_report_has_the_history_and_the_switch() -> None:
    report = build_report(state((), recall=True), Extras(records=(FIRST, SECOND)))
    assert report.told == history((FIRST, SECOND), "en", recall=True)
    assert report.tells
    off = build_report(state((), settings=Context(tell_model=False)), Extras(records=(FIRST,)))
    assert not off.tells
    assert off.notices == ()
    assert len(off.told) == 1
