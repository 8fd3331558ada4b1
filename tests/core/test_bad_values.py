"""Each kind of bad value is told in both languages, with what would be good."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.settings import load
from weclaw_desktop.core.text import render


@pytest.mark.parametrize(
    ("data", "english", "chinese"),
    [
        ({"appearance": {"zoom": 20}}, "takes 50 to 200.", "应在 50 到 200 之间"),
        ({"overrides": {"a/b": {"window": -1}}}, "takes 0 to 100,000,000.", "应在 0 到 100,000,000 之间"),
        ({"overrides": {"a/b": {"price_input": -0.5}}}, "takes 0 to 1,000,000.", "应在 0 到 1,000,000 之间"),
        ({"overrides": {"window": {"ratio": 0.1}}}, "takes 0.20 to 0.85, or 0 for none.", "应在 0.20 到 0.85 之间"),
        (
            {"context": {"cap": 10}},
            "takes 1,000 to 2,200,000 tokens, or 0 for none.",
            "应在 1,000 到 2,200,000 词元之间",
        ),
        (
            {"usage": {"day_tokens": 10}},
            "takes 1,000 to 1,000,000,000, or 0 for none.",
            "应在 1,000 到 1,000,000,000 之间",
        ),
        ({"usage": {"day_cost": 0.001}}, "takes 0.01 to 1,000,000, or 0 for none.", "应在 0.01 到 1,000,000 之间"),
        ({"context": {"message_cap": 1}}, "takes 2 to 10,000, or 0 for none.", "应在 2 到 10,000 之间"),
        ({"overrides": {"a/b": {"window": 5}}}, "takes 1,024 to 100,000,000, or 0 for none.", "0 表示不用"),
        ({"appearance": {"zoom": 55}}, "takes steps of 10.", "应为 10 的倍数"),
        ({"appearance": {"theme": "blue"}}, "takes one of system, light, dark.", "可选 system, light, dark"),
        ({"context": {"cap": "many"}}, "takes a whole number.", "应为整数"),
        ({"context": {"cap": 1.5}}, "takes a whole number.", "应为整数"),
        ({"context": {"cap": None}}, "takes a whole number.", "应为整数"),
        ({"context": {"ratio": "half"}}, "takes a number.", "应为数字"),
        ({"context": {"background": "perhaps"}}, "takes on or off.", "应为 on 或 off"),
        ({"general": {"model": 3}}, "takes text.", "应为文字"),
        ({"providers": [{"kind": "openai"}]}, "something is missing here.", "此处缺少内容"),
        ({"general": 3}, "it has another form.", "格式不符"),
    ],
)
def test_every_kind_of_bad_value_is_told_in_both_languages(data: dict[str, object], english: str, chinese: str) -> None:
    with pytest.raises(InputError) as told:
        load(data)
    assert render(told.value.text, "en").endswith(english)
    assert chinese in render(told.value.text, "zh")


@pytest.mark.parametrize("bad", ["nan", "inf", "-inf"])
def test_numbers_that_are_none_are_refused(bad: str) -> None:
    with pytest.raises(InputError):
        load({"context": {"ratio": bad}})
