"""Rules said plainly, what only looks like one, and what takes the place of an older one."""

from __future__ import annotations

import pytest

from tests.context.logs import numbered
from weclaw_desktop.context.rules import Rule, remarks, rules
from weclaw_desktop.core.messages import user

HABITS = [
    "Answer in German.",
    "Please reply only in Italian.",
    "Respond in French from this point.",
    "Let's speak Spanish.",
    "Write all code comments in English.",
    "Use metric units throughout.",
    "Use tabs, not spaces.",
    "Stick to British spelling.",
    "Keep your answers under 100 words.",
    "No emojis please.",
    "All prices in euros please.",
    "Every function needs a docstring.",
    "Ask me before you run anything destructive.",
    "Before you cancel anything, check with me.",
    "Never spend money without asking me.",
    "Whenever you show a date, use ISO format.",
    "I'm vegetarian, so no meat suggestions.",
    "My budget is 500 EUR; don't exceed it.",
    "Refer to me as Dr. Lee.",
    "Call me Lin.",
    "Make it a rule to cite sources.",
    "Be brief.",
    "Use British English.",
    "Give distances in kilometres.",
    "I don't eat pork.",
    "Cite your sources.",
    "Only suggest hotels with parking.",
    "You may not delete anything.",
    "Dates should be written as YYYY-MM-DD.",
    "Leave the tests alone.",
    "说话简洁一点。",
    "金额保留两位小数。",
    "把我当成初学者。",
    "动手之前先跟我确认。",
    "凡是涉及价格的都要注明来源。",
    "用中文回答。",
    "全程使用英文。",
    "回答请简短一些。",
    "回复控制在100字以内。",
    "所有价格用人民币表示。",
    "代码注释用英文写。",
    "每次回答都附上来源。",
    "往后每次回复都先给结论。",
    "任何时候都不能泄露客户名字。",
    "无论谁问都不要说出密钥在哪。",
    "先问我再执行命令。",
    "没有我的同意不要删除文件。",
    "别用表格。",
    "预算不能超过500元。",
    "我对花生过敏。",
]
TASKS = [
    "Yes, please use the credit card ending in 9725 for the upgrade.",
    "Please use my gift card for that.",
    "I want you to book flight HAT001.",
    "Don't worry about it.",
    "You must be tired.",
    "Call me back tomorrow.",
    "All of it should be refunded.",
    "My boss always gives me difficult tasks.",
    "You always help me when I feel confused.",
    "Write a poem in French.",
    "Keep the window seat.",
    "No problem at all.",
    "There must be some mistake.",
    "Use the same flight.",
    "Give me the price in euros.",
    "不要紧，谢谢。",
    "我必须明天走。",
    "以后再说吧。",
    "游玩结束以后我打算去吃饭。",
    "最近我在考虑要不要换工作。",
    "每次都有人问我。",
    "我也说不准，就是有些烦躁。",
    "帮我订必须含早餐的酒店。",
    "中文回答是什么意思？",
    "安排头两天的行程。",
    "Plan the first two days.",
]


@pytest.mark.parametrize("said", HABITS)
def test_K10_a_rule_that_is_said_plainly_is_heard(said: str) -> None:
    assert [remark.text for remark in remarks(user(said)) if remark.lays] == [said]


@pytest.mark.parametrize("said", TASKS)
def test_a_task_or_a_tale_is_no_rule(said: str) -> None:
    assert [remark for remark in remarks(user(said)) if remark.lays] == []


def heard(*said: str) -> list[Rule]:
    log = numbered([user(text) for text in said])
    return rules(log, [remarks(message) for message in log])


@pytest.mark.parametrize(
    ("rule", "newer"),
    [
        ("From now on, always write prices in euros.", "From now on, write prices in dollars."),
        ("From now on, always write prices in euros.", "You can go back to dollars."),
        ("From now on, always write prices in euros.", "Forget the euro thing, use dollars."),
        ("Always answer in German.", "Switch back to English please."),
        ("Always answer in German.", "Never mind the German, English is fine."),
        ("Use metric units throughout.", "Change to imperial please."),
        ("以后都用中文回答。", "以后用英文回答。"),
        ("以后都用中文回答。", "改回英文吧。"),
        ("以后报价都用欧元。", "报价改成人民币。"),
    ],
)
def test_K11_another_value_takes_the_place_of_the_rule_and_stands_itself(rule: str, newer: str) -> None:
    found = heard(rule, "Thanks.", newer)
    assert [(one.text, one.live) for one in found] == [(rule, False), (newer, True)]


@pytest.mark.parametrize(
    ("rule", "permission"),
    [
        ("Never use tables.", "Tables are OK now."),
        ("Never use tables.", "You can use tables if you like."),
        ("Never use tables.", "I changed my mind: use tables."),
        ("Do not push to main.", "It's fine to push to main now."),
        ("Do not push to main.", "OK, go ahead and push to main from now on."),
        ("Never use emojis.", "Feel free to use emojis."),
        ("Never mention prices.", "Please mention prices from now on."),
        ("Do not touch the tests.", "You may touch the tests."),
        ("不要使用表格。", "表格现在可以用。"),
        ("不要使用表格。", "算了，还是用表格吧。"),
        ("不要使用表格。", "表格可以的。"),
        ("以后都用中文回答。", "不用中文回答了。"),
        ("以后都用中文回答。", "可以用英文了。"),
        ("每次回答都附上来源链接。", "来源链接不用附了。"),
        ("务必先问我再下单。", "直接下单就行，不用问我。"),
    ],
)
def test_K11_what_is_given_back_ends_the_rule(rule: str, permission: str) -> None:
    assert [one.live for one in heard(rule, "Thanks.", permission) if one.text == rule] == [False]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("Never use tables.", "I no longer need tables of flights, thanks."),
        ("Always book economy.", "I no longer want the economy ticket for Anna; cancel that one."),
        ("Always use tables.", "Tables are fine."),
        ("Always answer in German.", "Write the comments in English."),
        ("Always write prices in euros.", "German is fine."),
        ("Never restart the server.", "The server is fine now."),
    ],
)
def test_K10_a_remark_on_something_else_leaves_the_rule(rule: str, said: str) -> None:
    assert heard(rule, "Thanks.", said)[0].live


def test_K11_what_code_cannot_decide_stands_beside_the_rule() -> None:
    rule, said = "Never book night trains.", "A night train now and then is all right."
    assert [(one.text, one.live) for one in heard(rule, said)] == [(rule, True), (said, True)]
