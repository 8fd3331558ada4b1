"""Measurement wins once the chat is over its threshold; before that Adaptive, with the reasons for it."""

from __future__ import annotations

import pytest

from tests.services.lab.test_report import made
from weclaw_desktop.core.messages import assistant, tool, user
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.text import Text, render
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.advisor.advice import Situation, advise, answers_for, share_of_results
from weclaw_desktop.services.advisor.decision import Answers
from weclaw_desktop.services.lab.figures import Row, Variant

SPEC = ModelSpec("p", "m", 200_000, "table", price=Price("CNY", 0.8, 2.0, 0.16))
LONG = Situation(150_000, 105_808, 200_000, 0.62, "en", SPEC)
ROWS = (made("adaptive", 98), made("truncate", 53))


def said(texts: tuple[Text, ...]) -> str:
    return "\n".join(map(render, texts))


def test_a_measurement_wins_over_the_threshold() -> None:
    advice = advise(LONG, ROWS)
    assert advice.strategy == "adaptive"
    assert advice.by_measurement
    assert render(advice.measured).startswith(
        "Measured on this chat: Adaptive keeps 98 % of facts at 6.5K tokens a call"
    )
    assert render(advice.measured).endswith("Truncate 53 % at 6.5K.")
    assert "自适应" in render(advice.measured, "zh")
    best = advise(LONG, (made("adaptive", 50), made("truncate", 90)), Answers(recall=True))
    assert best.strategy == "truncate"
    assert best.thumb.strategy == "layered"
    assert "the newest turns" in render(best.measured)


@pytest.mark.parametrize(
    ("situation", "rows", "words"),
    [
        (Situation(20_000, 105_808, 200_000, model=SPEC), ROWS, "nothing to measure yet"),
        (Situation(), (), "No chat is open"),
        (LONG, (), "long enough to measure"),
        (LONG, (Row(Variant("adaptive"), calls=3),), "no answer uses"),
    ],
)
def test_otherwise_it_is_adaptive(situation: Situation, rows: tuple[Row, ...], words: str) -> None:
    advice = advise(situation, rows)
    assert advice.strategy == "adaptive"
    assert not advice.by_measurement
    assert words in render(advice.measured)


def test_the_reasons_are_those_of_the_chat_and_its_model() -> None:
    reasons = said(advise(LONG, ROWS).reasons)
    for words in (
        "150K tokens with system prompt and tools, above",
        "62 % is tool output, where",
        "200K",
        "0.8 CNY",
        "0.16 CNY",
        "English",
    ):
        assert words in reasons
    other = Situation(9_000, 105_808, 8_192, 0.1, "zh", ModelSpec("local", "x", 8_192, local=True))
    told = said(advise(other).reasons)
    assert "9K tokens with system prompt and tools, not above the threshold" in told
    assert "runs on this computer" in told
    assert "Chinese" in told
    dear = ModelSpec("p", "m", price=Price("USD", 15.0, 75.0))
    assert "no cheaper from a cache" in said(advise(Situation(model=dear)).reasons)


def test_a_compressed_chat_is_long_by_what_it_would_be_without_the_compression() -> None:
    situation = Situation(40_000, 105_808, 200_000, model=SPEC, uncompressed=150_000)
    assert situation.over
    reason = render(advise(situation, ROWS).reasons[0])
    assert reason.startswith("The next request has 40K tokens; without compression it would have 150K, above")
    assert not Situation(40_000, 105_808, 200_000, model=SPEC, uncompressed=90_000).over


@pytest.mark.parametrize(
    ("spec", "cost", "latency"),
    [
        (SPEC, "flexible", "medium"),
        (ModelSpec("p", "m", price=Price("USD", 15.0, 75.0)), "tight", "medium"),
        (ModelSpec("p", "m", price=Price("USD", 2.0, 8.0)), "moderate", "medium"),
        (ModelSpec("p", "m", price=Price("XYZ", 1_000.0, 8.0)), "moderate", "medium"),
        (ModelSpec("local", "m", local=True), "flexible", "low"),
        (None, "moderate", "medium"),
    ],
)
def test_model_and_price_answer_what_they_can(spec: ModelSpec | None, cost: str, latency: str) -> None:
    found = answers_for(Situation(window=0 if spec is None else spec.window, model=spec))
    assert (found.cost, found.latency) == (cost, latency)


def test_the_share_of_tool_output() -> None:
    counter = counter_for("o200k_base")
    talk = [user("Look."), assistant("Done."), tool("c", "look", "many words " * 50)]
    assert share_of_results(talk, counter) > 0.9
    assert share_of_results([], counter) == 0
