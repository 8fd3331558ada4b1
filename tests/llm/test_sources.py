"""Pages that providers name beside an answer, in each of their shapes; hostile ones are left out."""

from __future__ import annotations

from typing import Any

import pytest

from weclaw_desktop.llm.sources import MOST, gather

A, B = "https://a.example/x", "https://b.example/y?z=1"
NOTE = {"type": "url_citation", "url_citation": {"url": B, "title": "B  page", "start_index": 1, "end_index": 4}}


@pytest.mark.parametrize(
    ("chunk", "found"),
    [
        ({"citations": [A, B]}, {A: "", B: ""}),
        ({"citations": [A, B], "search_results": [{"title": "B", "url": B}]}, {A: "", B: "B"}),
        ({"search_results": [{"title": "A", "url": A}, {"url": B}]}, {A: "A", B: ""}),
        ({"citations": [{"url": A, "title": "A"}]}, {A: "A"}),
        ({"choices": [{"delta": {"annotations": [NOTE, NOTE]}}]}, {B: "B page"}),
        ({"choices": [{"message": {"annotations": [{"type": "url_citation", "url": A, "title": "A"}]}}]}, {A: "A"}),
        ({"citations": ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", 3, None]}, {}),
        ({"citations": "https://a.example", "search_results": {}, "choices": [3, {"delta": None}]}, {}),
        ({"citations": ["https://a.example/" + "x" * 3_000]}, {}),
    ],
)
def test_every_shape_is_read(chunk: dict[str, Any], found: dict[str, str]) -> None:
    known: dict[str, str] = {}
    gather(chunk, known)
    gather(chunk, known)
    assert known == found, "each page once, however often it is told"


def test_the_order_is_that_of_the_numbers_and_there_is_an_end() -> None:
    known: dict[str, str] = {}
    gather({"citations": [B, A]}, known)
    gather({"search_results": [{"url": A, "title": "A"}]}, known)
    assert list(known.items()) == [(B, ""), (A, "A")]
    gather({"citations": [f"https://a.example/{n}" for n in range(500)]}, known)
    assert len(known) == MOST
