"""Rules and cancellations as people say them, in English and Chinese."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import numbered
from weclaw_desktop.context.rules import LONGEST, READ, Rule, remarks, rules
from weclaw_desktop.core.messages import Message, assistant, user

RULES = [
    "Always answer in French.",
    "From now on, call me Captain.",
    "Never touch the migrations folder.",
    "Please use metric units only.",
    "Don't book anything without asking me first.",
    "You must not spend more than $300.",
    "I want you to keep answers under fifty words.",
    "Every function must have a docstring.",
    "And please always cite the source.",
    "In all your replies, start with the date.",
    "Please answer in one paragraph.",
    "Please keep the answers short.",
    "Please write your commits in English.",
    "Please refer to the customer as the client.",
    "请用简体中文回答。",
    "请用公制单位。",
    "以后请用英文回答。",
    "不要修改测试文件。",
    "从现在起一律使用公制单位。",
    "记住，每次都先问我再订票，务必如此。",
]
NO_RULES = [
    "I must have left it somewhere else.",
    "I don't have my reservation number.",
    "Do you always work on Sundays?",
    "I never received the parcel.",
    "What is the price of the hotel?",
    "Please write a poem about Rome.",
    "Please answer the question below.",
    "Please refer to the manual.",
    "Please use one sentence to describe Rome.",
    "Please keep the door open.",
    "请用一句话介绍杭州西湖。",
    "请用 Python 写一个排序函数。",
    "请用表格列出三种方案。",
    "我想去故宫看看。",
    "必须几点到机场？",
]


@pytest.mark.parametrize("said", RULES)
def test_K10_rules_are_heard(said: str) -> None:
    assert [r.text for r in remarks(user(said)) if r.lays] == [said]


@pytest.mark.parametrize("said", NO_RULES)
def test_what_is_no_rule_is_not(said: str) -> None:
    assert not any(remark.lays for remark in remarks(user(said)))


def heard(*said: str | Message) -> list[Rule]:
    log = numbered([user(s) if isinstance(s, str) else s for s in said])
    return rules(log, [remarks(message) for message in log])


@pytest.mark.parametrize(
    ("rule", "cancel"),
    [
        ("Always answer in French.", "You no longer need to answer in French."),
        ("Never touch the migrations folder.", "You can touch the migrations folder again."),
        ("From now on, speak like a pirate.", "Forget about the pirate rule."),
        ("Don't use semicolons.", "The semicolons rule no longer applies."),
        ("以后请用英文回答。", "不用再用英文回答了。"),
        ("不要修改测试文件。", "取消不修改测试文件的要求。"),
        ("Please use metric units only.", "Please forget that rule."),
        ("从现在起一律使用公制单位。", "那条规则作废。"),
    ],
)
def test_K11_a_cancellation_ends_the_rule_it_speaks_of(rule: str, cancel: str) -> None:
    found = heard("Make sure the parrot stays green.", rule, "Thanks.", cancel)
    assert [r.text for r in found if r.live] == ["Make sure the parrot stays green."]
    ended = next(r for r in found if not r.live)
    assert (ended.text, ended.ended, ended.ended_seq, ended.ended_place) == (rule, cancel, 4, 3)


@pytest.mark.parametrize(
    ("rule", "permission"),
    [
        ("Never use emoji.", "Emoji are allowed again."),
        ("Never mention prices.", "It's okay to mention prices now."),
        ("Always reply in JSON.", "Actually, never mind the JSON thing."),
        ("请不要使用表情符号。", "现在可以用表情符号了。"),
        ("回答不要超过５０字。", "取消50字的限制。"),
    ],
)
def test_K11_a_permission_ends_what_was_forbidden(rule: str, permission: str) -> None:
    found = heard(rule, permission)
    assert [one.live for one in found if one.text == rule] == [False]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("Never restart the server.", "The server is fine now."),
        ("Don't book anything without asking me first.", "It is okay to book the blue boat."),
        ("不要自动下单。", "可以下单了吗？"),
    ],
)
def test_K10_a_remark_on_the_same_thing_is_no_permission(rule: str, said: str) -> None:
    assert heard(rule, said)[0].live


def test_a_cancellation_of_something_else_ends_nothing() -> None:
    found = heard("Always answer in French.", "I no longer need the hotel booking.")
    assert all(r.live for r in found)


def test_K11_a_chinese_cancellation_that_only_names_its_subject_ends_that_rule_and_no_other() -> None:
    said = ("以后涉及青铜时一律写成511号。", "以后涉及琥珀时一律写成213号。", "取消关于青铜的规则。")
    log = numbered([user(text) for text in said])
    assert [rule.live for rule in rules(log, [remarks(m) for m in log])] == [False, True]


def test_K11_a_rule_may_be_set_again_after_it_was_withdrawn() -> None:
    found = heard("Always answer in French.", "No longer answer in French.", "Always answer in French.")
    assert [r.live for r in found] == [False, True]


def test_a_rule_said_again_counts_from_its_newest_place() -> None:
    found = heard("Always answer in French.", "ok", "Always answer in French.")
    assert [(r.text, r.place) for r in found] == [("Always answer in French.", 2)]


def test_only_the_users_own_words_count() -> None:
    pasted = "```\nAlways pass -O2.\n```\nNever mind the code."
    assert not any(remark.lays for remark in remarks(user(pasted)))
    assert remarks(assistant("Always answer in French.")) == ()
    assert remarks(user("")) == ()
    assert remarks(user("Always " + "x" * LONGEST)) == ()
    buried = "a. " * READ + "Always hide. " + "b. " * READ
    assert remarks(user(buried)) == ()
    assert heard(replace(user("Always answer in French."), excluded=True)) == []


def test_X3_a_secret_in_a_rule_is_masked() -> None:
    assert remarks(user("Always use password: hunter2x for the router."))[0].text == (
        "Always use password: ••• for the router."
    )


@pytest.mark.parametrize(
    ("rule", "end"),
    [
        ('From now on end every answer with the words "desk seven".', 'Stop ending your answers with "desk seven".'),
        ("From now on call me Captain.", "Stop calling me Captain."),
        ("Always reply in JSON.", "No more JSON please."),
        ("Always write tables in Markdown.", "From now on no more tables in Markdown."),
        ("以后每次回答都附上英文翻译。", "不要再附上英文翻译了。"),
    ],
)
def test_K11_a_rule_to_stop_takes_back_the_rule_that_began_it(rule: str, end: str) -> None:
    first, second = heard(rule, end)
    assert (first.live, first.ended) == (False, end)
    assert second.live


def test_a_rule_to_stop_something_else_ends_nothing() -> None:
    assert all(
        r.live for r in heard("Always run the tests before a commit.", "Stop running the slow integration jobs.")
    )
    assert all(r.live for r in heard("Always run the tests.", "Don't run the tests on Sundays."))


@pytest.mark.parametrize(
    ("rule", "cancel"),
    [
        ("Always answer in metric units, and never use tables.", "You may use tables again."),
        ("Always answer in metric units and never use tables.", "You may use tables again."),
        ("Never use tables or emojis.", "You can use emojis again."),
        ("Never use tables, emojis or headings.", "You can use emojis again."),
        ("Never mention my employer or my salary.", "You may mention my employer again."),
        ("From now on use metric units; never use tables.", "You may use tables again."),
        ("请始终用中文回答，不要使用表格。", "可以用表格了。"),
        ("以后不要使用表格或表情。", "现在可以用表情了。"),
        ("今后不要用表格、表情和标题。", "现在可以用表情了。"),
    ],
)
def test_K11_what_takes_back_a_part_leaves_the_rest_in_force(rule: str, cancel: str) -> None:
    """Both stand as said, the newer one first; no word of the user's is read out of a sentence."""
    found = heard(rule, "Thanks.", cancel, "Thank you.", cancel)
    assert [(one.text, one.seq, one.live) for one in found] == [(rule, 1, True), (cancel, 5, True)]


@pytest.mark.parametrize(
    ("rule", "cancel"),
    [
        ("Always answer in metric units, and never use tables.", "Forget that rule about tables."),
        ("Never use tables or emojis.", "You can use tables and emojis again."),
        ("From now on, answer in French.", "You no longer need to answer in French."),
        ("Never mention my employer, not even when I ask about work.", "You may mention my employer again."),
        ("请不要使用表格，谢谢。", "可以用表格了。"),
    ],
)
def test_K11_what_takes_back_all_of_it_ends_it(rule: str, cancel: str) -> None:
    found = heard(rule, "Thanks.", cancel)
    assert [(one.text, one.ended) for one in found if one.text != cancel] == [(rule, cancel)]


def test_K10_what_is_surely_a_rule_is_marked_and_stays_so_when_it_ends() -> None:
    (ended,) = heard("Always answer in French.", "You no longer need to answer in French.")
    assert (ended.sure, ended.live) == (True, False)
