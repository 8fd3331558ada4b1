"""What a later sentence does to rules: which one it is about, and whether it ends it."""

from __future__ import annotations

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.tables import LEARNT, read
from weclaw_desktop.context.takebacks import (
    NEAR,
    Remark,
    ends_by_name,
    likeness,
    matter,
    only_ends,
    other_value,
    relations,
    verdicts,
    words,
)
from weclaw_desktop.context.wording import sounds

SENTENCES = [rule for name in LEARNT for story in read(name)[1] for rule in (*story.rules, story.later)]


def heard(sentence: str) -> Remark:
    return Remark(sentence, *sounds(sentence))


def test_words_are_stemmed_and_chinese_is_read_by_pairs() -> None:
    assert words("answers, answering and answered") == {"answer"}
    assert words("cite the river's sources") == {"cit", "river", "sourc"}
    assert words("以后不要用表格的标题") == {"表格", "格的", "的标", "标题"} or words("表格标题") == {
        "表格",
        "格标",
        "标题",
    }
    assert words("from now on please") == frozenset()


def test_likeness_counts_words_subjects_and_values() -> None:
    german, english, tables = map(matter, ("Answer in German.", "English again, please.", "Never use tables."))
    assert likeness(german, english) == 1.0
    assert other_value(german, english)
    assert likeness(german, tables) == 0.0
    assert likeness(tables, matter("Tables are fine.")) == 1.5


def test_K11_the_rule_that_is_meant_is_the_nearest() -> None:
    rules = ("Never use tables.", "Never use emojis.", "Ask me before you book.")
    changed = [verdict[0] for verdict in verdicts(rules, heard("Tables are allowed again."))]
    assert max(changed) == changed[0]
    assert verdicts(rules, heard("Tables are allowed again."))[0][1] > 0


def test_K10_what_has_nothing_in_common_with_a_rule_has_nothing_to_do_with_it() -> None:
    assert verdicts(["Never use tables."], Remark("The boat leaves at nine.", -5.0, -3.0)) == [(-inf, -inf)]
    assert relations([], heard("Tables are fine.")) == []


def test_K11_without_a_hint_only_what_points_back_ends_a_rule() -> None:
    (pointing,) = verdicts(["Write like a pirate."], heard("Please forget that rule."))
    (other,) = verdicts(["Write like a pirate."], Remark("You may open the window again.", 0.0, 3.0))
    assert pointing[1] > 0
    assert other[1] == -inf


def test_K11_another_value_for_the_same_takes_the_place() -> None:
    assert verdicts(["Prices in euros."], Remark("Prices in dollars.", 1.0, -2.0)) == [(inf, inf)]
    assert verdicts(["Always write prices in euros."], Remark("Switch to dollars.", -1.0, 1.0)) == [(inf, inf)]
    (other,) = verdicts(["Always answer in German."], Remark("Write the comments in English.", 1.0, -3.0))
    assert other != (inf, inf)
    (tale,) = verdicts(["Answer in German."], Remark("My aunt speaks English.", -4.0, -3.0))
    assert tale != (inf, inf)


def test_S8_a_sentence_ends_a_rule_by_name_where_both_are_about_the_same() -> None:
    rule = "Always write the window seat in capitals."
    assert ends_by_name(rule, "The user no longer wants the window seat written in capitals.")
    assert not ends_by_name(rule, "The user no longer wants breakfast.")
    assert not ends_by_name(rule, "The window seat is written in capitals.")


def test_a_sentence_that_says_more_than_that_something_ends_is_kept() -> None:
    assert only_ends("You no longer need to answer in French.")
    assert not only_ends("You no longer need French, but keep it short.")
    assert not only_ends("Stop calling me Captain.")
    assert not only_ends("Tables are fine.")


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6, unique=True), st.sampled_from(SENTENCES))
def test_every_rule_has_one_verdict_and_none_is_ended_surer_than_it_is_named(rules: list[str], later: str) -> None:
    remark = heard(later)
    between = relations(rules, remark)
    assert len(between) == len(verdicts(rules, remark)) == len(rules)
    for relation, (_, over) in zip(between, verdicts(rules, remark), strict=True):
        assert relation[NEAR] > 0 or matter(later).points_back or over == -inf
