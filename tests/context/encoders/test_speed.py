"""No encoder takes more than linear time, whatever it is given: it runs on whatever a tool printed."""

from __future__ import annotations

import json
import time

import pytest

from weclaw_desktop.context.encoders import ENCODERS, Encoder
from weclaw_desktop.context.encoders.web import is_page, page_text

CHARS = 60_000
UNITS = (
    "a",
    "-",
    "|",
    " ",
    "\n",
    ":",
    "- \n",
    "=|",
    "a/",
    "\x1b[",
    "a\b",
    "1:",
    ",",
    '"',
    "<a",
    "<!--",
    "[{",
    "a.b:1:x\n",
)
TEXTS = (
    *(unit * (CHARS // len(unit)) for unit in UNITS),
    "a" * CHARS + "\b" * CHARS,
    json.dumps(dict.fromkeys(map(str, range(6_000)), 1)),
)


@pytest.mark.parametrize("encoder", ENCODERS, ids=lambda encoder: encoder.name)
def test_P4_any_long_text_is_read_in_linear_time(encoder: Encoder) -> None:
    for value in TEXTS:
        start = time.process_time()
        encoder.encode(value, "en")
        assert time.process_time() - start < 0.5, value[:20]


def test_P4_a_page_is_read_in_linear_time() -> None:
    for value in TEXTS:
        page = f"<html>{value}"
        start = time.process_time()
        if is_page(page):
            page_text(page)
        assert time.process_time() - start < 1, value[:20]
