"""Encoders of tool output by kind."""

from __future__ import annotations

import base64
import json

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.encoders import ENCODERS, Encoder, encode


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


def test_lines_that_differ_in_what_moves_keep_first_and_last() -> None:
    lines = [f"2026-01-02 10:00:{i:02d} fetched {i}/40 ({i * 2}%) at 3.{i}MB/s" for i in range(40)]
    assert encode("\n".join(lines), "en")[0] == f"{lines[0]}\n[×38 similar lines]\n{lines[-1]}"
    assert encode("\n".join(lines), "zh")[0].split("\n")[1] == "[×38 行相似内容]"
    assert encode("\n".join(lines[:3]), "en")[1] == ("dates",)


def test_lines_with_other_values_are_not_similar() -> None:
    text = "\n".join(f"item {i}: price {i * 7} EUR" for i in range(40))
    assert encode(text, "en") == (text, ())


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
