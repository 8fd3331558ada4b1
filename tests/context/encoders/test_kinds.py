"""Terminal, source code, diffs, logs and pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.encoders.code import diffs, numbered
from weclaw_desktop.context.encoders.logs import dates
from weclaw_desktop.context.encoders.terminal import overstrikes
from weclaw_desktop.context.encoders.web import is_page, page_text


def test_what_a_backspace_wiped_goes() -> None:
    assert overstrikes("N\bNA\bAM\bME\bE", "en") == "NAME"
    assert overstrikes("10%\b\b\b20%\b\b\b30%", "en") == "30%"
    assert overstrikes("\b\ba\n\b\bb", "en") == "a\nb"
    assert overstrikes("plain", "en") is None


def test_line_numbers_lose_their_blanks_and_code_keeps_its_indentation() -> None:
    text = "     1\tdef f():\n     2\t        return 1\n    10→    x\n        plain  3"
    assert numbered(text, "en") == "1\tdef f():\n2\t        return 1\n10→    x\n        plain  3"
    assert numbered("    12 apples", "en") is None


@given(st.lists(st.text(alphabet=" ab\t", max_size=12), max_size=8))
def test_code_reads_back_from_numbered_lines(lines: list[str]) -> None:
    text = "\n".join(f"{number:6d}\t{line}" for number, line in enumerate(lines, 1))
    found = numbered(text, "en")
    assert (found or "") == "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, 1))


DIFF = """diff --git a/src/a.py b/src/a.py
index 3f1..9ab 100644
--- a/src/a.py
+++ b/src/a.py
@@ -1,2 +1,2 @@
-x = 1
+x = 2
diff --git a/new.py b/new.py
new file mode 100644
--- /dev/null
+++ b/new.py
@@ -0,0 +1 @@
+y
"""


def test_a_diff_names_its_file_once() -> None:
    shown = diffs(DIFF, "en")
    assert shown == DIFF.replace("--- a/src/a.py\n+++ b/src/a.py\n", "")
    assert diffs("--- a/x\n+++ b/x\n", "en") is None


def test_a_date_stands_where_it_changes() -> None:
    text = (
        "2031-04-02 10:00:01,123 INFO a start\n2031-04-02 10:00:02,001 INFO b\n  more of b\n"
        "[2031-04-02T10:00:09Z] other\n2031-04-03 00:00:00 WARN c\n2031-04-03 00:00:01 WARN d"
    )
    assert dates(text, "en") == (
        "2031-04-02 10:00:01,123 INFO a start\n10:00:02,001 INFO b\n  more of b\n"
        "[2031-04-02T10:00:09Z] other\n2031-04-03 00:00:00 WARN c\n00:00:01 WARN d"
    )
    assert (
        dates("2031-04-02 10:00:01 once\nand no more of this kind of line in a text that is long enough", "en") is None
    )
    assert dates(text + "\n10:00:00 without a date", "en") is None
    assert dates("short", "en") is None


@given(st.lists(st.tuples(st.sampled_from(("2031-04-02 ", "2031-04-03 ", "")), st.integers(10, 59)), min_size=6))
def test_dates_read_back(stamps: list[tuple[str, int]]) -> None:
    lines = [f"{date}10:00:{second} message" if date else f"note {second}" for date, second in stamps]
    found = dates("\n".join(lines), "en")
    if found is None:
        return
    known = ""
    back: list[str] = []
    for line in found.split("\n"):
        known = line[:11] if line.startswith("2031") else known
        back.append(known + line if line[:3] == "10:" else line)
    assert back == lines


PAGE = """<!-- made by a tool --><!DOCTYPE html><html><head><title>Berths &amp; tides</title>
<noscript><p>none</p></noscript><style>p { color: red }</style>
<script>if (a < b) { track("x") }</script><script src="y"/></head><body>
<h1>Harbour</h1><p>Open <b>daily</b>,
see <a href="https://harbour.example/prices">prices</a> or <a href="#top">top</a> or <a href="https://x.example">https://x.example</a>.</p>
<ul><li>Berth 12: &euro;4.20</li><li>Berth 14<br/></li></ul><img alt="A map" src="m.png"><img src="n.png">
<table><tr><th>berth</th><th>depth</th></tr><tr><td>12</td><td>3.5 m</td></tr></table>
<pre>  two  blanks
    stay</pre></pre><form><input value="Search"><button>Go</button></form></a></body></html>"""


def test_a_page_becomes_readable_text_with_links() -> None:
    assert is_page(PAGE)
    assert page_text(PAGE) == (
        "Berths & tides\n# Harbour\nOpen daily, see prices (https://harbour.example/prices) or top or https://x.example.\n"
        "- Berth 12: €4.20\n- Berth 14\n[A map]\nberth | depth\n12 | 3.5 m\n  two  blanks\n    stay\n[Search]Go"
    )


def test_other_texts_are_no_pages() -> None:
    assert not is_page("<html>short</html>")
    assert not is_page("plain words " * 40)
    assert not is_page("<html>" + "<a" * 400)
    assert not is_page("<div>" * 100)


@given(st.text(alphabet="<>/ab\"'=&;! p", max_size=80))
def test_no_page_raises(value: str) -> None:
    assert "\x00" not in page_text(f"<html>{value}")
