"""Intake: what views show of a message, decided once."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.context.counting import ByteCounter
from tests.context.logs import FILE, numbered
from weclaw_desktop.context.encode import exceeds, intake
from weclaw_desktop.context.encoders import Encoder, encode
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.messages import Message, TextPart, assistant, tool, user

COUNTER = ByteCounter()
LINES = thresholds(32_768)


def one(message: Message) -> Message:
    return numbered([message], start=7)[0]


def test_short_results_and_assistants_show_their_raw_text() -> None:
    assert intake(one(tool("1", "read", "short")), LINES, COUNTER, "en") is None
    assert intake(one(assistant("a" * 900_000)), LINES, COUNTER, "en") is None


def test_encoded_results_name_what_was_done() -> None:
    found = intake(one(tool("1", "list", json.dumps({"a": 1}, indent=4))), LINES, COUNTER, "en")
    assert found is not None
    assert (found.text, found.capped, found.encodings) == ('{"a":1}', False, ("json",))


def test_P4_one_long_line_is_capped_with_its_id_and_no_kind_is_exempt() -> None:
    blob = json.dumps({f"key {i}": f"value {i}" for i in range(10_000)})
    for name, text in (("fetch", blob), ("read_file", "# Title\n" + "words and more words " * 9_000)):
        found = intake(one(tool("1", name, text)), LINES, COUNTER, "en")
        assert found is not None
        assert found.text is not None
        assert found.capped
        assert "full text: a7" in found.text
        assert COUNTER.text(found.text) <= LINES.budgets.tool_result
        assert COUNTER.text(found.text) > 0.9 * LINES.budgets.tool_result


def test_the_head_gets_sixty_percent() -> None:
    found = intake(one(tool("1", "t", "\n".join(f"row {i}" for i in range(20_000)))), LINES, COUNTER, "en")
    assert found is not None
    assert found.text is not None
    before, after = found.text.split("[… ")
    assert 0.55 < len(before) / (len(before) + len(after)) < 0.65


def test_P3_a_result_that_quotes_the_mark_is_still_shortened() -> None:
    text = "[… 1,125 of 1,125 tokens left out; full text: a1 …]\n" + "word " * 40_000
    found = intake(one(tool("1", "t", text)), LINES, COUNTER, "en")
    assert found is not None
    assert found.capped


def test_K14_a_giant_paste_shows_its_first_and_last_part_with_its_id() -> None:
    pasted = "start " + "lorem ipsum " * 25_000 + " end"
    found = intake(one(user(pasted)), LINES, COUNTER, "zh")
    assert found is not None
    assert found.text is not None
    assert found.capped
    assert found.text.startswith("start ")
    assert found.text.endswith(" end")
    assert "a7" in found.text
    assert 0.09 * LINES.effective < COUNTER.text(found.text) <= 0.10 * LINES.effective + 1
    with_file = replace(one(user(pasted)), parts=(TextPart(pasted), FILE))
    assert intake(with_file, LINES, COUNTER, "zh") == found


def test_user_text_up_to_its_limit_stays_verbatim() -> None:
    limit = LINES.budgets.user_text
    assert intake(one(user("x" * 4 * limit)), LINES, COUNTER, "en") is None
    assert intake(one(user("x" * 4 * (limit + 1))), LINES, COUNTER, "en") is not None


def test_short_texts_are_not_even_counted() -> None:
    counter = ByteCounter()
    assert not exceeds("x" * 100, 400, counter)
    assert counter.calls == 0
    assert exceeds("x" * 2_000, 400, counter)


PAGE = (
    "<!doctype html><html><body><h1>Tides</h1><p class='wide'>High water 04:12</p>"
    + "<div></div>" * 30
    + "</body></html>"
)


def test_a_fetched_page_is_shown_as_text_and_says_where_its_source_is() -> None:
    for name in ("web_fetch", "srv__fetch", "my_page_reader"):
        found = intake(one(tool("1", name, PAGE)), LINES, COUNTER, "en")
        assert found is not None
        assert found.text == "[page as text; its HTML: a7]\n# Tides\nHigh water 04:12"
        assert (found.capped, found.encodings) == (True, ("html",))


def test_an_html_file_that_was_read_stays_html() -> None:
    for name in ("read_file", "bash", "lookup"):
        assert intake(one(tool("1", name, PAGE)), LINES, COUNTER, "en") is None


def test_what_saves_characters_but_no_tokens_is_not_encoded() -> None:
    shorter = Encoder("shorter", lambda value, language: value[:-1])
    assert encode("word", "en", (shorter,), count=lambda value: -len(value)) == ("word", ())
    assert encode("word", "en", (shorter,), count=len) == ("wor", ("shorter",))
    halved = Encoder("halved", lambda value, language: value[: len(value) // 2])
    assert encode("word " * 1_000, "en", (halved,), count=lambda value: -len(value))[1] == ("halved",)


def test_json_that_lost_its_blanks_is_not_counted() -> None:
    asked: list[str] = []

    def count(value: str) -> int:
        asked.append(value)
        return len(value)

    assert encode(json.dumps({"a": [1, 2, 3], "b": "c"}), "en", count=count)[1] == ("json",)
    assert not asked
    assert encode(json.dumps({"key": "a value of many words, " * 20}), "en", count=count)[1] == ("json",)
    assert len(asked) == 2
