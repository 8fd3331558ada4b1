"""Facts: what counts as an id, a name, a number, a pair, a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.features import Facts, exact, facts, links, names, pair, spelled


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("booking EHGLP3 it is", "ehglp3"),
        ("user aarav_garcia_1177 here", "aarav_garcia_1177"),
        ("see https://example.org/a?b=1 now", "https://example.org/a?b=1"),
        ("mail liam.khan@example.com", "liam.khan@example.com"),
        ("open src/app/main.py please", "src/app/main.py"),
        ("on 2024-05-28 then", "2024-05-28"),
        ("在5月28日出发", "5月28日"),
        ("it costs $1,250.50 in all", "1250.50"),
        ("call parseArguments again", "parsearguments"),
        ("at 18:30 sharp", "18:30"),
    ],
)
def test_made_things_are_strong(text: str, fact: str) -> None:
    assert fact in facts(text).strong


def test_names_and_short_numbers_are_medium_and_words_weak() -> None:
    found = facts("we saw Denver with 42 wooden boats, OK")
    assert {"denver", "42"} <= found.medium
    assert {"wooden", "boats"} <= found.weak
    assert "with" not in found.weak


def test_chinese_runs_become_some_of_their_trigrams_and_short_runs_stay() -> None:
    run = "今天下午我们沿着河边散步然后喝茶"
    found = facts(f"{run} 南京").weak
    assert "南京" in found
    assert found - {"南京"} < {run[i : i + 3] for i in range(len(run) - 2)}
    assert facts(f"听说{run}").weak - {"南京"} >= found - {"南京"}, "the same ones wherever they stand"


def test_a_blank_in_front_of_the_sign_is_no_part_of_the_key() -> None:
    assert facts("with price = 520, 评分 ：4.7; = 5").pairs == {pair("with price", "520"), pair("评分", "4.7")}


def test_units_without_facts_of_a_kind_share_one_empty_set() -> None:
    found = facts("EHGLP3")
    assert found.medium is found.weak is found.pairs


def test_pairs_are_read_or_taken_as_given() -> None:
    assert pair("Total cost", "1,002") in facts("Total cost: 1,002").pairs
    assert pair("评分", "4.8分") in facts("评分：4.8分").pairs
    assert not facts("a : b", ()).pairs
    assert facts("x", [("k", "v")]).pairs == {"k=v"}
    assert not facts(": value alone").pairs


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("周边的餐馆有望月楼(东门店)、青石小馆、老陈记等等。", {"望月楼(东门店)", "青石小馆", "老陈记"}),
        ("附近只有清溪公园和白鹭公园。", {"清溪公园", "白鹭公园"}),
        ("好的，我想从云栖大酒店打车。", {"云栖大酒店"}),
        ("《长夜书》很好看", {"长夜书"}),
        ("好的，谢谢你。", set[str]()),
    ],
)
def test_chinese_names_are_facts_of_their_own(said: str, named: set[str]) -> None:
    found = facts(said).medium
    assert named <= found
    assert named or not found


@pytest.mark.parametrize(
    "said",
    [
        "那好吧",
        "把地址发给我吧",
        "就他家吧",
        "哪些餐馆",
        "其它餐馆",
        "300-400元的酒店",
        "5分以上的酒店",
        "符合您要求的餐馆",
        "您看行吧",
    ],
)
def test_things_of_a_kind_amounts_and_soft_endings_are_no_chinese_names(said: str) -> None:
    assert list(names(said)) == []


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("北京丽晶酒店吧", "北京丽晶酒店"),
        ("去北京饭店就行", "北京饭店"),
        ("冰城酒吧", "冰城酒吧"),
        ("去那家小馆(大兴店)吧", "那家小馆(大兴店)"),
    ],
)
def test_a_chinese_name_is_the_same_with_and_without_a_soft_ending(said: str, name: str) -> None:
    assert list(names(said)) == [name]


def test_what_the_name_of_a_thing_says_is_no_fact_about_it() -> None:
    told = links("Taxi (Old Town - Harbour)", ["old town", "Harbour", "7 km", "Taxi (Old Town - Harbour)"])
    assert list(told) == [pair("Taxi (Old Town - Harbour)", "7 km")]
    assert list(links("M2", ["m2"])) == []


def test_chinese_values_of_results_are_names() -> None:
    assert facts("结果: 老陈记", [("结果", "老陈记")]).medium == {"老陈记"}
    listed = facts("结果: [老陈记, 望月楼]", [("结果", "[老陈记, 望月楼]")])
    assert listed.medium == {"老陈记", "望月楼"}
    assert listed.pairs == {pair("结果", "老陈记"), pair("结果", "望月楼")}
    assert not facts("结果: 很长", [("结果", "很长的一段话" * 8), ("k", "plain")]).medium


@given(st.text(max_size=300))
def test_what_is_held_is_worth_nothing_more(text: str) -> None:
    found = facts(text)
    held: set[str] = set()
    assert found.new(held) == pytest.approx(found.value)
    found.add_to(held)
    assert found.new(held) == 0
    assert Facts().value == 0


@pytest.mark.parametrize(
    ("said", "fact", "name"),
    [
        ("see TK_ISO now", "tk_iso", "TK_ISO"),
        ("paid $1,002 then", "1002", "$1,002"),
        ("去青石小馆吃饭", "青石小馆", "青石小馆"),
        ("nothing here", "gone_1", ""),
    ],
)
def test_a_fact_is_found_as_it_was_spelled(said: str, fact: str, name: str) -> None:
    assert spelled(said, fact) == name


def test_exact_names_are_told_as_they_are_spelled() -> None:
    text = "Order HAT078 for Raj, see src/app/main.py or GET /x on 2024-05-17: 12,450 in all, 42 left. 坊 store_true"
    assert list(exact(text)) == ["HAT078", "src/app/main.py", "GET", "2024-05-17", "12,450", "store_true"]


def test_chinese_runs_stand_as_a_third_of_their_trigrams_and_short_ones_as_themselves() -> None:
    assert facts("你好", ()).weak == {"你好"}
    run = "今天下午我们一起去看电影"
    assert facts(run, ()).weak == {run[i : i + 3] for i in range(len(run) - 2) if ord(run[i]) % 3 == 0}
