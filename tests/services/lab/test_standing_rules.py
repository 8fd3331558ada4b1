"""Rules are found by the plainest words, and a cancellation is laid to the rule it is about."""

from __future__ import annotations

import pytest

from weclaw_desktop.services.lab.standing_rules import rules_in, takes_back


@pytest.mark.parametrize(
    "rule",
    [
        "Always write prices with the currency code after the number.",
        "From now on answer in one sentence.",
        "Do not book anything before I have said yes twice.",
        "以后每次回答最后都要加上“祝您旅途愉快”。",
        "没有我的确认，绝对不要替我下单。",
        "Rule: prices carry a currency code.",
        "规则：价格都注明货币。",
        "Answer in German.",
        "Keep your answers under a hundred words.",
        "No tables in your answers.",
        "用中文回答。",
        "回答不要超过两百字。",
        "每次回答先给结论。",
    ],
)
def test_rules_are_found(rule: str) -> None:
    assert [found.text for found in rules_in([(3, f"Hello there. {rule} Thanks!")])] == [rule]


@pytest.mark.parametrize(
    "said",
    [
        "Do not worry, it is fine.",
        "Should I always wait?",
        "Never mind",
        "不要紧。",
        "Answer in your own time.",
        "No tables in the hall.",
    ],
)
def test_what_only_sounds_like_a_rule_is_none(said: str) -> None:
    assert rules_in([(0, said)]) == ()


@pytest.mark.parametrize(
    ("rule", "back"),
    [
        (
            "Always write prices with the currency code after the number.",
            "Forget the rule about the currency code.",
        ),
        ('From now on end every answer with the words "desk seven".', 'Stop ending your answers with "desk seven".'),
        ("以后每次回答最后都要加上“祝您旅途愉快”。", "以后不用再加“祝您旅途愉快”了。"),
    ],
)
def test_a_cancellation_takes_its_rule_back_and_no_other(rule: str, back: str) -> None:
    other = "Never name a competitor in your answers."
    found = {one.text: one for one in rules_in([(1, other), (2, rule), (9, back)])}
    assert found[rule].withdrawn == 9
    assert found[other].withdrawn == -1
    assert takes_back(back)
