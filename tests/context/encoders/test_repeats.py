"""Lines that say again what stood above."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.encoders.repeats import traces

TRACE = [
    "Traceback (most recent call last):",
    '  File "app.py", line 3, in <module>',
    "    main()",
    '  File "app.py", line 9, in main',
    "    load(path)",
    "ValueError: no such berth",
]


def test_a_trace_printed_again_is_one_line() -> None:
    text = "\n".join([*TRACE, "retrying", *TRACE, "gave up"])
    shown = traces(text, "en")
    assert shown == "\n".join(
        [*TRACE, "retrying", '[6 lines as above, from "Traceback (most recent call last):" on]', "gave up"]
    )


def test_frames_of_a_deep_recursion_are_folded() -> None:
    frames = [line for _ in range(50) for line in ("  at a.First.go(First.java:3)", "  at b.Second.go(Second.java:9)")]
    shown = traces("\n".join(["Exception in thread", *frames, "end"]), "zh")
    assert shown is not None
    assert len(shown.split("\n")) < 15
    assert "与上文相同的" in shown


def test_text_without_frames_stays() -> None:
    block = ["if ready:", "    go()", "else:", "    wait()", "done()"]
    assert traces("\n".join([*block, "x", *block]), "en") is None
    assert traces("\n".join(TRACE), "en") is None
    assert traces("\n".join([*TRACE, *block, "x", *block]), "en") is None


@given(st.lists(st.sampled_from((*TRACE, "other", "")), max_size=40))
def test_every_line_can_be_found_again(lines: list[str]) -> None:
    shown = traces("\n".join(lines), "en")
    kept = (shown if shown is not None else "\n".join(lines)).split("\n")
    assert set(lines) <= set(kept)
