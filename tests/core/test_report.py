"""The report object and its JSON form."""

from __future__ import annotations

import json
from dataclasses import replace

from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.report import ContextReport, ReportPart, Status, to_json
from weclaw_desktop.core.text import text


def report(load: int, draft: int = 0) -> ContextReport:
    parts = (ReportPart("system", load),)
    return ContextReport("c", "m", "adaptive", load, draft, thresholds(8_192), parts, ())


def test_U2_over_the_threshold_is_shown_as_over() -> None:
    assert report(5_184).share == 1.0
    assert report(5_184, 5_184).share == 2.0


def test_U2_the_share_is_of_the_line_at_which_something_happens() -> None:
    off = replace(report(5_184), strategy="off")
    sliding = replace(report(2_000), thresholds=thresholds(2_000))
    assert (report(5_184).acts_at, off.acts_at) == (5_184, off.thresholds.hard)
    assert off.share < 1.0
    assert sliding.acts_at == sliding.thresholds.threshold < sliding.thresholds.hard, "turns slide out at T, too"
    assert replace(sliding, strategy="off").acts_at == sliding.thresholds.hard


def test_the_whole_report_becomes_json_with_rendered_sentences() -> None:
    data = to_json(report(100), "zh")
    assert json.loads(json.dumps(data)) == data
    assert isinstance(data, dict)
    assert data["thresholds"]["reasons"][0]["text"] == "窗口 8,192（由你设置）"
    assert data["status"] == {"phase": "idle", "text": None, "progress": None, "actions": []}


def test_dictionaries_classes_and_plain_values_pass() -> None:
    assert to_json({1: text("context.block.ack"), "b": [Status("paused")]}) == {
        "1": "Noted.",
        "b": [{"phase": "paused", "text": None, "progress": None, "actions": []}],
    }
    assert to_json(Status) is Status
