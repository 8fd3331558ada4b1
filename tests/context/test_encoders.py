"""Encoders of tool output by kind."""

from __future__ import annotations

import base64
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.encoders import ENCODERS, Encoder, encode
from weclaw_desktop.context.encoders.repeats import runs


def test_plain_text_stays_as_it_is() -> None:
    assert encode("a\nb\n\n\nc", "en") == ("a\nb\n\n\nc", ())
    code = "def f():\n    return 1\n\n\ndef g():\n    return 2\n"
    assert encode(code, "en") == (code, ())


def test_P4_colours_and_redraws_of_seventy_progress_bars_are_folded() -> None:
    bars = "".join(f"\r\x1b[32m{i * 100 // 70}%|{'█' * (i // 7)}{' ' * (10 - i // 7)}| {i}/70" for i in range(71))
    shown, names = encode(f"start\r\n{bars}\nend", "en")
    assert shown == "start\n100%|██████████| 70/70\nend"
    assert names == ("ansi", "redraws")


def test_titles_and_cursor_moves_go() -> None:
    assert encode("\x1b]0;title\x07a\x1b[2K\x1b[1;31mb\x1bMc", "en")[0] == "abc"


def test_an_empty_redraw_leaves_an_empty_line() -> None:
    assert encode("a\n \r \nb", "en")[0] == "a\n\nb"


def test_equal_lines_are_counted() -> None:
    assert encode("a\nsame\nsame\nsame\nsame\nb", "en") == ("a\nsame ×4\nb", ("runs",))
    assert encode("a\na", "en")[1] == ()


SLOTS = "\n".join(["Free slots of Dr. Lee", *(f"{h:02d}:{m:02d} free" for h in range(8, 12) for m in (0, 20, 40))])


@pytest.mark.parametrize(
    "said",
    [
        SLOTS,
        "\n".join(f"item {i}: price {i * 7} EUR" for i in range(40)),
        "\n".join(f"Kim {i}/20" for i in range(9)),
        "\n".join(f"{i * 10}% of members" for i in range(9)),
        "\n".join(f"backup took {i}s" for i in range(9)),
        "\n".join(f"fetched {i}/40 ({i * 2}%) at 3.{i}MB/s" for i in range(40)),
    ],
)
def test_lines_that_differ_in_a_time_share_size_or_counter_all_stay(said: str) -> None:
    assert encode(said, "en") == (said, ())
    assert encode(said.replace("\n", "\r\n"), "en") == (said, ("redraws",))


def test_blank_runs_collapse_to_two() -> None:
    assert encode("a" + "\n" * 9 + "b", "en") == ("a\n\n\nb", ("blanks",))
    assert encode("a\n \n\t\n \n \nb", "en")[0] == "a\n\n\nb"


def test_C3_base64_is_never_sent_as_text() -> None:
    data = base64.b64encode(bytes(range(256)) * 40).decode()
    shown, names = encode(json.dumps({"image": f"data:image/png;base64,{data}", "ok": True}), "en")
    assert names == ("base64", "json")
    assert len(shown) < 80
    assert "[base64 data, 10," in shown
    assert encode("a" * 5_000, "en") == ("a" * 5_000, ())


def test_json_is_minified_before_lines_are_looked_at() -> None:
    shown, names = encode(json.dumps([{"amount": i, "name": "x"} for i in range(5)], indent=4), "en")
    assert names == ("json",)
    assert json.loads(shown)["rows"] == [[0], [1], [2], [3], [4]]
    assert shown.startswith('{"columns":["amount"],"all":{"name":"x"}')


@pytest.mark.parametrize("lead", ["\ufeff", "Result:\n", "Result:\r\n\r\n", "\ufeffFound 5 rows\n"])
def test_json_behind_a_line_or_a_byte_order_mark_is_json(lead: str) -> None:
    rows = [{"amount": i, "name": "x"} for i in range(5)]
    line = lead.lstrip("\ufeff").split("\r")[0].split("\n")[0]
    for said in (json.dumps(rows, indent=2), "\n".join(map(json.dumps, rows))):
        shown, names = encode(lead + said, "en")
        assert names[-1] in ("json", "jsonl")
        assert shown.removeprefix(f"{line}\n").startswith('{"columns":["amount"],"all":{"name":"x"}')
        assert shown.startswith(line)


@pytest.mark.parametrize("said", ["Result: none\nat all", "Result:\n{a}", "Rows:\n{a}\n{b}\n{c}", "x" * 300 + "\n{}"])
def test_other_texts_behind_a_line_are_no_json(said: str) -> None:
    assert encode(said, "en") == (said, ())


def test_an_old_mac_table_is_read_as_lines() -> None:
    rows = ["name,price,unit", *(f"thing {n},{n * 3},EUR" for n in range(40))]
    assert encode("\r".join(rows), "en") == (encode("\n".join(rows), "en")[0], ("redraws", "csv"))


def test_an_encoder_that_gains_nothing_is_not_named() -> None:
    assert encode('{"a":1}', "en") == ('{"a":1}', ())
    assert encode("x", "en", (Encoder("longer", longer),)) == ("x", ())


def longer(value: str, language: str) -> str:
    """An encoder that fails its purpose."""
    return value * (1 + len(language))


def test_P9_encoding_twice_changes_nothing() -> None:
    once, _ = encode("\x1b[1mx\x1b[0m\n\n\n\n\n\nsame\nsame\nsame\n", "en")
    assert encode(once, "en") == (once, ())
    assert len({encoder.name for encoder in ENCODERS}) == len(ENCODERS)


@given(st.text(alphabet='a1 \n\r\x1b[m{}"%/█:', max_size=200))
def test_any_text_gets_no_longer(value: str) -> None:
    shown, names = encode(value, "en")
    assert len(shown) <= len(value)
    assert bool(names) == (shown != value)


LINES = (
    "2031-04-02 10:00:01 INFO berth 12 free",
    "2031-04-02 10:00:02 INFO berth 12 free",
    "08:00 free",
    "08:20 free",
    "Kim 3/20",
    "Kim 4/20",
    "up 10% in 3s",
    "up 20% in 4s",
    "same",
    "same",
    "",
    "name,price,unit",
    "crate,12,EUR",
    "box,14,EUR",
    "| a | b |",
    "|---|---|",
    "| 1 | 22 |",
    "src/a.py:12:def go():",
    "src/a.py:14:    go()",
    "src/b.py",
    "src/c.py",
    "-rw-r--r-- 1 kim crew 120 Mar 4 10:22 notes.txt",
    "-rw-r--r-- 1 kim crew 240 Mar 4 10:22 plan.txt",
    "     7\tx = 1",
    "  at a.First.go(First.java:3)",
    "  at b.Second.go(Second.java:9)",
    '{"id": 1, "price": 1.10}',
    '{"id": 2, "price": 2.50}',
    '[{"id": 1, "name": "Kim"}, {"id": 2, "name": "Lee"}]',
    "Result:",
)
WORD = re.compile(r"[A-Za-z0-9]+")


@given(st.lists(st.sampled_from(LINES), max_size=40), st.sampled_from(("\n", "\r\n", "\r\r\n")))
def test_every_word_and_number_of_a_text_still_stands(lines: list[str], end: str) -> None:
    said = end.join(lines)
    assert set(WORD.findall(said)) <= set(WORD.findall(encode(said, "en")[0]))


@given(st.lists(st.sampled_from([line for line in LINES if "%" not in line and "/20" not in line]), max_size=40))
def test_so_they_do_where_carriage_returns_part_the_lines_and_nothing_is_progress(lines: list[str]) -> None:
    said = "\r".join(lines)
    assert set(WORD.findall(said)) <= set(WORD.findall(encode(said, "en")[0]))


@given(st.lists(st.tuples(st.sampled_from(("same", "8 free", "a%", "")), st.integers(1, 9)), max_size=9))
def test_counted_lines_read_back(told: list[tuple[str, int]]) -> None:
    said = "\n".join(line for line, times in told for _ in range(times))
    back = [line.split(" ×") for line in (runs(said, "en") or said).split("\n")]
    assert "\n".join(line[0] for line in back for _ in range(int(line[1]) if line[1:] else 1)) == said
