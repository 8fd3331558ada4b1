"""The report stands alone: nothing in it reaches out, and nothing that was said gets out of its place."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from weclaw_desktop.services.lab.figures import Kept, Row, Variant
from weclaw_desktop.services.lab.plots import DASHES, MARKS, Mark, Stroke, Words, facts_plot, ticks, tokens_plot
from weclaw_desktop.services.lab.report import Section, page
from weclaw_desktop.services.lab.sendable import faults
from weclaw_desktop.services.lab.table import COLUMNS, cell, head, label, money, percent, verdict

HOSTILE = '</script><script>alert(1)</script><img src="http://x.example/a.png">&"\u2028'


def made(strategy: str, held: int = 90, **more: object) -> Row:
    tokens = tuple(1_000 + 37 * n for n in range(300))
    return Row(
        Variant(strategy, 8_192), 8_192, 5_184, 6_359, 300, max(tokens), sum(tokens), 1.5, 0.0, "USD", 0.9,
        Kept(held, 50, 100), Kept(held, 40, 100), 0.97, 2, 3, 0, (), 4, 321.0, tokens, **more,  # type: ignore[arg-type]  # fields
    )  # fmt: skip


FAILED = Row(Variant(HOSTILE, 8_192), failure=HOSTILE)
SECTION = Section(HOSTILE, 1_200, 150_000, (made("adaptive"), made("off", 50), FAILED))


class Reading(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.script = ""
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.script += data


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_report_is_whole_and_hostile_names_stay_words(language: str) -> None:
    written = page([SECTION], language, "1.0")  # type: ignore[arg-type]  # one of the two
    seen = Reading()
    seen.feed(written)
    scripts = [attributes for tag, attributes in seen.tags if tag == "script"]
    assert scripts == [{"type": "application/json", "id": "lab"}]
    assert not any(tag in ("img", "link", "iframe", "object") for tag, _ in seen.tags)
    assert not any(key in ("src", "href", "srcset") for _, attributes in seen.tags for key in attributes)
    assert not re.search(r"url\(|@import", written)
    data = json.loads(seen.script)
    assert data["transcripts"][0]["name"] == HOSTILE
    assert data["transcripts"][0]["winner"] == 0
    assert data["transcripts"][0]["rows"][0]["facts"] == pytest.approx(0.9)
    assert data["transcripts"][0]["rows"][2]["failure"] == HOSTILE
    assert written.count("<svg") == 2
    assert ("策略" in written) == (language == "zh")


def test_figures_in_the_table_are_those_of_the_row() -> None:
    row = made("adaptive")
    cells = {column: cell(row, column, "en") for column in COLUMNS}
    assert cells == {
        "peak": "12.1K", "sent": "2M", "cost": "$1.50", "cache": "90 %", "facts": "90 %", "newest": "45 %",
        "found": "97 %", "rules": "2 / 3", "valid": "✓", "time": "0.3 s", "passes": "4",
    }  # fmt: skip
    assert percent(0.999) == "99 %"
    assert percent(None) == "–"
    assert money(1.2345678, "") == "1.2M"
    assert verdict(SECTION.rows, 0, "en").startswith("Adaptive is best here: it keeps 90 % of facts at 6.5K")
    assert verdict(SECTION.rows, None, "zh").startswith("无法比较")
    failed = [Row(Variant(name, 2_048), failure="It does not fit.") for name in ("adaptive", "off")]
    assert verdict(failed, None, "en") == "No strategy could be played: each row says why."
    broken = [replace(row, faults=("a call without its result",)), failed[0]]
    assert verdict(broken, None, "en") == "No row is best: each had a request that breaks a rule."
    both = [Variant("off", 8_192), Variant("off", 32_768)]
    assert label(both[1], both, "en") == "Off · window 32.8K"


def test_costs_have_a_unit_also_where_no_price_is_known() -> None:
    priced, unpriced = [made("adaptive"), FAILED], [replace(made("adaptive"), currency=""), FAILED]
    assert (head("cost", "en", priced), cell(priced[0], "cost", "en")) == ("Cost", "$1.50")
    assert (head("cost", "en", unpriced), cell(unpriced[0], "cost", "en")) == ("Cost in tokens", "1.5M")
    assert head("cost", "zh", unpriced) == "费用（词元）"
    assert head("cost", "en", [FAILED]) == "Cost"
    assert "<th" in page([Section("a", 2, 9, tuple(unpriced))])
    assert page([Section("a", 2, 9, tuple(unpriced))]).count("Cost in tokens") == 2


def test_series_differ_without_colour() -> None:
    rows = [made(name) for name in ("adaptive", "pipeline", "layered", "truncate", "off")]
    plot = tokens_plot(rows, 560, 330, "en")
    lines = [shape.dash for shape in plot.shapes if isinstance(shape, Stroke) and shape.width == 2]
    assert set(lines) == set(DASHES)
    assert {shape.shape for shape in plot.shapes if isinstance(shape, Mark)} == set(MARKS)
    said = [shape.said for shape in plot.shapes if isinstance(shape, Words)]
    assert {"Adaptive", "Off", "call →", "tokens ↑"} <= set(said)
    assert "Adaptive: 300 calls" in plot.told
    assert max(len(shape.points) for shape in plot.shapes if isinstance(shape, Stroke)) < 200


def test_many_series_differ_without_colour_too() -> None:
    names = ("adaptive", "pipeline", "layered", "truncate", "off")
    ways = [
        (name, window, profile) for profile in ("balanced", "long", "economy") for window in (1, 2) for name in names
    ]
    rows = [replace(made(name), variant=Variant(name, window, profile)) for name, window, profile in ways]  # type: ignore[arg-type]  # one of the three
    lines = tokens_plot(rows[:10], 560, 330, "en")
    legend = [shape for shape in lines.shapes if isinstance(shape, Stroke) and len(shape.points) == 2]
    dashes = [line.dash for line in legend if line.width == 2]
    marks = [shape.shape for shape in lines.shapes if isinstance(shape, Mark) and shape.size == 4]
    assert len(set(zip(dashes, marks, strict=True))) == 10
    facts = facts_plot(rows[:10], 560, 330, "en")
    said = [shape.said for shape in facts.shapes if isinstance(shape, Words)]
    assert {"1", "10", "1 Adaptive · window 1", "10 Off · window 2"} <= set(said)
    crowd = [shape.said for shape in tokens_plot(rows, 560, 330, "en").shapes if isinstance(shape, Words)]
    assert {"1", "30"} <= set(crowd)
    assert any(said.startswith("30 Off") for said in crowd)


def test_what_the_newest_turns_hold_is_hollow() -> None:
    plot = facts_plot([made("adaptive")], 560, 330, "en")
    full, hollow = (
        [m for m in plot.shapes if isinstance(m, Mark) and m.hollow is is_hollow] for is_hollow in (False, True)
    )
    assert len(hollow) == 1
    assert len(full) == 2  # in the plot and in the legend
    assert hollow[0].y > min(mark.y for mark in full)
    for width, height in ((200, 200), (900, 330)):
        for shape in facts_plot([], width, height, "zh").shapes:
            assert isinstance(shape, (Stroke, Words, Mark))


def test_ticks_are_round() -> None:
    assert ticks(72_000) == [0, 20_000, 40_000, 60_000]
    assert ticks(3) == [0, 1, 2, 3]


def test_lists_that_a_provider_would_refuse_are_found() -> None:
    call = {"id": "a1", "function": {"name": "look", "arguments": "{}"}}
    good = [
        {"role": "system", "content": "x"},
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a1", "content": "x"},
    ]
    assert faults(good) == []
    assert faults(good[:3])
    assert faults([good[1], good[3]])
    assert faults(good[2:])
    assert faults([*good, {"role": "user", "content": ""}])
    bad = {"id": "?", "function": {"name": "a b", "arguments": "[1"}}
    assert len(faults([good[1], {"role": "assistant", "tool_calls": [bad]}])) >= 4
