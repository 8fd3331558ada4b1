"""The measuring stick of the retention bench, on dialogues small enough to count by hand."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import made, picture, policies, retention, scores, sessions
from tests.benchmarks.finding import Passages
from tests.benchmarks.names import atoms, forms, held, leaves, names_in, parsed, places, text_of, unescaped
from tests.benchmarks.probes import Conversation, Fact, uses
from tests.benchmarks.wire_rules import anthropic_faults, openai_faults

Json = dict[str, Any]


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def said(text: str) -> Json:
    return {"role": "assistant", "content": text}


def call(name: str, ident: str = "c1", **arguments: object) -> Json:
    function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": ident, "type": "function", "function": function}],
    }


def result(value: object, ident: str = "c1") -> Json:
    return {"role": "tool", "tool_call_id": ident, "content": json.dumps(value, ensure_ascii=False)}


def talk(*messages: Json, tokens: int = 600, known: str = "") -> Conversation:
    return Conversation(messages, [tokens] * len(messages), known)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Flight HAT123 for sofia_kim_7287 costs $1,234.50.", ["HAT123", "sofia_kim_7287", "1,234.50"]),
        (
            "See src/core/log.py and setup.cfg on 2024-05-27 at 04:00.",
            ["src/core/log.py", "setup.cfg", "2024-05-27", "04:00"],
        ),
        ("I asked Mia Jackson (mia@example.com) about OBUTVX.", ["Mia Jackson", "mia@example.com", "OBUTVX"]),
        ("门票60元，电话010-85007938，地址见“景山前街”。", ["60元", "010-85007938", "景山前街"]),
        ("I will do the 12 of them and/or NOT more.", []),
        ("call fold_line() or readAll in LineReader", ["fold_line", "readAll", "LineReader"]),
    ],
)
def test_names_in_text(text: str, names: list[str]) -> None:
    assert list(names_in(text)) == names


def test_a_name_counts_as_a_whole() -> None:
    assert held("523", '{"price":523}')
    assert held("523", "costs 523.")
    assert not any(held("523", text) for text in ("1523", "5230", "523.5", "0.523", "x523"))
    assert held("180元", "只有180元吗")
    assert held("故宫", "去故宫吧")
    assert list(places("ab1", "ab1 ab12 ab1")) == [0, 9]
    assert forms("1234.5") == ("1234.5", "1,234.5")
    assert held("1,234", "1234 left")
    assert forms("HAT1") == ("HAT1",)


def test_text_and_json_of_a_message() -> None:
    assert text_of(call("look", path="a\nb")) == 'look {"path": "a\nb"}'
    assert unescaped(r"\u5317\u4eac \x") == r"北京 \x"
    assert unescaped("plain") == "plain"
    assert parsed("12") is None
    assert parsed("[1") is None
    assert parsed('{"a": 1}') == {"a": 1}
    assert atoms("a_1 北京站 x") == ["a_1", "北京", "京站", "x"]
    assert atoms("好") == ["好"]


def test_leaves_know_key_and_owner() -> None:
    value = {"user_id": "u_1", "cards": {"card_9": {"brand": "visa"}}, "seats": ["4A", True, None], "n": 3}
    assert list(leaves(value)) == [
        ("user_id", "u_1", "u_1"), ("brand", "visa", "card_9"), ("seats", "4A", "u_1"), ("n", "3", "u_1"),
    ]  # fmt: skip


def test_needed_is_what_was_said_before_and_is_not_in_front() -> None:
    found = talk(
        user("My order is KX4711, ship it to harbour_9."),
        said("Order KX4711 is noted."),
        user("Wait a moment."),
        said("I wait."),
        user("Now ship it to harbour_9."),
        call("ship", order="KX4711", to="harbour_9"),
    ).needs()
    assert [(need.name, need.use, need.said, need.distance) for need in found] == [("KX4711", 5, 1, 1_800)]
    assert not found[0].far
    assert found[0].around == "ship order"


def test_a_name_in_the_system_prompt_or_within_a_thousand_tokens_is_no_probe() -> None:
    messages = (user("Use KX4711."), said("Yes."), user("Go on."), said("Done for KX4711."))
    assert len(talk(*messages).needs()) == 1
    assert talk(*messages, known="KX4711 is ours").needs() == []
    assert talk(*messages, tokens=300).needs() == []


def test_far_is_more_than_eight_thousand_tokens_before() -> None:
    fill = [message for n in range(4) for message in (user(f"Why {n}?"), said("Because."))]
    last = said("It was KX4711.")
    assert talk(user("It is KX4711."), *fill, last, tokens=1_000).needs()[0].far is False
    assert talk(user("It is KX4711."), *fill, last, tokens=1_001).needs()[0].far is True


def test_chinese_names_are_those_that_a_result_told() -> None:
    entities = ["听涛客栈", "听涛客栈(河坊街店)", "云栖"]
    assert list(uses(said("推荐听涛客栈(河坊街店)，不错。"), entities)) == ["听涛客栈(河坊街店)"]
    found = talk(
        user("找酒店"), call("find", 类型="经济型"), result({"结果": ["听涛客栈"]}), said("有一家。"),
        user("好"), said("稍等。"), user("哪家？"), said("是听涛客栈。"),
    ).needs()  # fmt: skip
    assert [need.name for need in found] == ["听涛客栈"]


def test_numbers_in_arguments_are_names_only_when_long() -> None:
    assert list(uses(call("pay", card="visa_77", amount=12, sum=1200, note="see HAT12\nnow"), [])) == [
        "visa_77", "1200", "HAT12",
    ]  # fmt: skip


def test_facts_are_distinct_and_know_what_may_stand_beside() -> None:
    found = talk(
        user("Look."), call("get", order="KX1"), result({"price": 523, "paid": True, "x": "y"}),
        call("get", "c2", order="KX1"), result({"price": 523, "id": "row_8"}, "c2"),
    ).facts()  # fmt: skip
    assert found == [
        Fact("523", "price", ("KX1", "row_8"), 2),
        Fact("row_8", "id", ("KX1",), 4),
    ]


def test_a_fact_needs_its_key_or_entity_within_reach() -> None:
    fact = Fact("523", "price", ("row_8",), 0)
    assert fact.score("nothing") == (False, False)
    assert fact.score("523 " + "x" * 300 + " price") == (True, False)
    assert fact.score("price" + "x" * 300 + " 523, row_8") == (True, True)
    assert fact.score("523 far off " + "x" * 300 + ' "price":523') == (True, True)


def test_slots_stand_with_their_entity() -> None:
    conversation = talk(user("哪家？"), said("桔子酒店。"), user("电话？"), said("电话010-84273030，评分4.5分。"))
    noted = [{"q": "酒店的名称", "a": "桔子酒店"}, {"q": "酒店的电话", "a": "010-84273030"}]
    noted += [{"q": "餐馆的评分", "a": ["4.5分"]}, {"q": "餐馆的电话", "a": "never said"}]
    found = conversation.slots([(0, noted)], [0, 0, 0, 0])
    assert found == [Fact("010-84273030", "", ("桔子酒店",), 3), Fact("4.5分", "评分", (), 3)]
    loose = conversation.slots([(0, noted)], [0, 0, 0, 0], loose=True)
    assert loose[0] == Fact("010-84273030", "电话", ("桔子酒店",), 3)


def test_sentences_that_sound_like_rules() -> None:
    found = talk(user("Always use metric units. Is it never late?\n不要再推荐面馆。I had never been there")).rules()
    assert [sentence for sentence, _ in found] == ["Always use metric units.", "不要再推荐面馆。"]


def test_newest_messages_that_fit() -> None:
    conversation = talk(*[user("x")] * 5, tokens=100)
    assert [conversation.newest(5, budget) for budget in (99, 100, 250, 10_000)] == [5, 4, 3, 0]


def test_search_finds_a_hidden_passage_by_words_and_by_pairs_of_characters() -> None:
    passages = Passages()
    for number, text in enumerate(("the pump KX4711 leaks", "the weather is fine", "推荐听涛客栈，价格很低")):
        passages.add(number, text)
    assert passages.find("which pump leaks", {0, 1, 2}) == ["the pump KX4711 leaks", "the weather is fine"][:1]
    assert passages.find("客栈的价格", {0, 1, 2}) == ["推荐听涛客栈，价格很低"]
    assert passages.find("which pump leaks", {1, 2}) == []


GOOD = (user("hello"), call("look", x=1), result([1]), said("done"), user("thanks"))


def test_a_sound_list_has_no_faults() -> None:
    assert openai_faults(GOOD) == anthropic_faults(GOOD) == []


@pytest.mark.parametrize(
    ("messages", "openai", "anthropic"),
    [
        ((said("hi"), user("hello")), False, True),
        ((user("hello"), said("hi")), False, True),
        ((user("hello"), result([1])), True, True),
        ((user("hello"), call("look"), user("stop")), True, True),
        ((user("hello"), call("look")), True, True),
        ((user("hello"), call("look"), result([1]), user("x"), call("look"), result([1])), False, True),
        ((user("hello"), call("look"), user("wait"), result([1])), True, True),
        ((user(""),), True, True),
        ((user("  "),), False, True),
        ((user("hello"), call("look", ""), result([1], "")), True, True),
        ((user("hello"), call("two words"), result([1])), True, False),
        ((user("hello"), {**call("look"), "tool_calls": []}), True, True),
        (({"role": "system", "content": "s"}, user("a"), {"role": "system", "content": "t"}, user("b")), False, True),
    ],
)  # fmt: skip
def test_faults_are_found(messages: tuple[Json, ...], openai: bool, anthropic: bool) -> None:
    assert bool(openai_faults(messages)) is openai
    assert bool(anthropic_faults(messages)) is anthropic


def test_arguments_must_be_an_object() -> None:
    broken = call("look")
    broken["tool_calls"][0]["function"]["arguments"] = "[1]"
    assert openai_faults((user("a"), broken, result([1])))


def test_costs_of_fixed_policies() -> None:
    sizes, tool = [100, 50, 400, 50] * 3, [False, False, True, False] * 3
    calls = [1, 3, 5, 7, 9, 11]
    whole = policies.Policy("append").run(sizes, tool, 10, calls)
    loads = [10 + sum(sizes[:end]) for end in calls]
    expected = policies.cost(loads[0], 0) + sum(policies.cost(now, before) for before, now in pairwise(loads))
    assert whole == pytest.approx(expected)
    assert policies.Policy("high cap", cap=10_000).run(sizes, tool, 10, calls) == pytest.approx(whole)
    capped = policies.Policy("cap", cap=600).run(sizes, tool, 10, calls)
    masked = policies.Policy("mask", cap=600, masks=True).run(sizes, tool, 10, calls)
    assert capped != whole
    assert masked not in (whole, capped)


def test_a_rolling_mask_breaks_the_prefix_where_a_result_is_newly_masked() -> None:
    sizes, tool = [400] * 13, [True] * 13
    policy = policies.Policy("rolling", rolling=True)
    kept = policy.run(sizes, tool, 0, [10, 11])
    assert kept == pytest.approx(policies.cost(4_000, 0) + policies.cost(10 * 400 + policies.MASK, 0))


def test_a_withdrawn_rule_must_be_marked() -> None:
    rule = "Always say please."
    assert scores._marked(rule, "nothing of it")
    assert scores._marked(rule, f"Withdrawn:\n- {rule}")
    assert scores._marked(rule, f"{rule} (cancelled)")
    assert not scores._marked(rule, f"Rules:\n- {rule}")
    assert not scores._marked(rule, f"Withdrawn:\n- {rule}\nRules:\n- {rule}\n")


def test_gain_compares_with_the_newest_messages() -> None:
    share = scores.Share()
    assert share.percent() is None
    assert share.gain() is None
    share.add(9, 5, 10)
    assert share.percent() == (90, 50)
    assert share.gain() == pytest.approx(0.8)


def test_threads_are_taken_up_again_with_ids_of_their_own() -> None:
    one = sessions.Dialogue(
        "one", ({"role": "system", "content": "s"}, user("a"), call("f"), result([1]), user("b"), said("c"))
    )
    made_session = sessions.joined("x", [one, one], again=True)
    assert made_session.system == "s"
    assert made_session.threads == (0, 0, 0, 1, 1, 1, 0, 0, 1, 1)
    assert [m["tool_call_id"] for m in made_session.messages if m["role"] == "tool"] == ["d0.c1", "d1.c1"]
    assert [tool["function"]["name"] for tool in made_session.tools] == ["f"]


def test_rules_are_planted_in_users_words_and_withdrawn_later() -> None:
    base = sessions.joined("x", [made.parts_desk(n) for n in range(12)])
    planted = sessions.planted(base, sessions.ENGLISH)
    for rule, (text, withdrawal) in zip(planted.rules, sessions.ENGLISH, strict=True):
        assert planted.messages[rule.said]["role"] == "user"
        assert text in planted.messages[rule.said]["content"]
        assert (rule.withdrawn > rule.said) if withdrawal else rule.withdrawn == -1


@pytest.mark.parametrize("make", [made.parts_desk, made.travel_desk, made.coding_agent])
def test_made_up_dialogues_are_sound_and_always_the_same(make: Any) -> None:
    dialogue = make(3)
    assert dialogue == make(3) != make(4)
    assert openai_faults([*dialogue.messages, user("thanks")]) == []


def test_a_small_session_is_measured_from_end_to_end(tmp_path: Path) -> None:
    session = sessions.planted(sessions.joined("small", [made.parts_desk(n) for n in range(12)]), sessions.ENGLISH)
    runs = [retention.probes_of(session)]
    score = retention.measure(runs, retention.Way("adaptive", 8_192, "balanced"))
    assert score.faults == []
    assert score.passes
    assert score.breaks <= score.passes
    assert score.peak <= retention.Way("adaptive", 8_192, "balanced").lines().hard
    own, newest = score.shares["kv"].percent() or (0.0, 0.0)
    assert own > newest
    told = retention.as_json(score)
    assert json.loads(json.dumps(told))["shares"]["kv"]["own"] == own
    assert "small" in retention.row("small", "adaptive", score)
    assert list(retention.told_losses(score, 1))[-1].startswith("   lost:")
    cut, kept = retention.shortened(runs, retention.Way("adaptive", 8_192, "balanced"))
    assert 0 < cut < 100
    assert 0 <= kept <= 100
    curves = [picture.Line("a & b", ((1_000, 50), (2_000, 60))), picture.Line("c", ((1_500, 40),))]
    picture.save(tmp_path / "p.svg", "kept", curves)
    drawn = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert "a &amp; b" in drawn
    assert drawn.count("stroke-dasharray") >= 4
